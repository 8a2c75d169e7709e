/** @module The envelope that `apply_patch` takes: which files its hunks add, change, move and delete (actions, section 4). */

export interface PatchChange {
  readonly kind: "write" | "delete" | "move";
  readonly path: string;
}

export interface PatchReading {
  readonly understood: boolean;
  /** What was found, also where the rest could not be read. */
  readonly changes: readonly PatchChange[];
}

const section = /^\*\*\* (?<verb>Add|Update|Delete) File: (?<path>.+)$/;
const mostSections = 256;

/** Reads an envelope. Anything outside its grammar makes it not understood; the paths found so far are kept. */
export function readPatchEnvelope(text: string): PatchReading {
  const changes: PatchChange[] = [];
  const verbs = new Map<string, string>();
  let understood = !text.includes("\0");
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  while (lines.at(-1)?.trim() === "") lines.pop();
  while (lines[0]?.trim() === "") lines.shift();
  if (lines[0]?.trim() !== "*** Begin Patch" || lines.at(-1)?.trim() !== "*** End Patch") understood = false;
  let current: { verb: string; path: string } | null = null;
  let canMove = false;
  for (const [index, line] of lines.entries()) {
    if (index === 0 && line.startsWith("*** Begin Patch")) continue;
    if (line.startsWith("*** End Patch")) {
      if (index < lines.length - 1) understood = false;
      continue;
    }
    const found = section.exec(line)?.groups;
    if (found !== undefined) {
      const { verb = "", path = "" } = found;
      if ((verbs.get(path) ?? verb) !== verb || changes.length >= mostSections) understood = false;
      verbs.set(path, verb);
      current = { verb, path };
      canMove = verb === "Update";
      if (changes.length < mostSections) changes.push({ kind: verb === "Delete" ? "delete" : "write", path });
      continue;
    }
    const target = /^\*\*\* Move to: (?<path>.+)$/.exec(line)?.groups?.["path"];
    if (target !== undefined && canMove && current !== null) {
      changes.push({ kind: "write", path: target }, { kind: "move", path: current.path });
      canMove = false;
      continue;
    }
    canMove = false;
    const isBody = line === "" || /^[+\- ]/.test(line) || line.startsWith("@@") || line === "*** End of File";
    if (!isBody || current === null || current.verb === "Delete") understood = false;
  }
  return { understood: understood && changes.length > 0, changes };
}
