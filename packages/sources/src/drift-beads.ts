/** @module The advice that a misaligned change gives as a line of a beads file. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { adviseDrift, type DriftAdvice } from "@warrant/kernel/render/drift-advice";
import { outside } from "@warrant/kernel/render/outside";
import { writeFileAtomically } from "./atomic-write.ts";
import { FileError } from "./file-error.ts";

export { adviseDrift, type DriftAdvice };

/** A beads priority: 0 is the highest of five. */
const beadPriority = 1;
const closedStatuses = new Set<unknown>(["closed", "tombstone"]);

function readLine(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function keyOf(bead: Record<string, unknown>): unknown {
  const { metadata } = bead;
  return typeof metadata === "object" && metadata !== null && "warrant_key" in metadata ? metadata.warrant_key : null;
}

function beadId(key: string, earlier: number): string {
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 10);
  return earlier === 0 ? `warrant-${hash}` : `warrant-${hash}-${earlier + 1}`;
}

/**
 * The text of a beads file with one item put in: the open bead of the same key is updated, else a line is appended. Every
 * other line, readable or not, stays as it is; an item that says nothing new leaves the text unchanged. `at` is RFC 3339.
 *
 * @param isRepeated whether the item was told before and nothing changed since: then a bead that a person closed stays closed
 */
export function upsertBead(text: string, item: DriftAdvice, at: string, isRepeated = false): string {
  const lines = text.split("\n");
  let earlier = 0;
  for (const [index, line] of lines.entries()) {
    // Parsing only lines that can be ours keeps a large file cheap.
    if (!line.includes("warrant_key")) continue;
    const bead = readLine(line);
    if (bead === null || keyOf(bead) !== item.key) continue;
    earlier += 1;
    if (closedStatuses.has(bead["status"])) continue;
    if (bead["title"] === item.title && bead["notes"] === item.notes) return text;
    lines[index] =
      JSON.stringify({ ...bead, title: item.title, notes: item.notes, updated_at: at }) +
      (line.endsWith("\r") ? "\r" : "");
    return lines.join("\n");
  }
  if (isRepeated && earlier > 0) return text;
  const bead = {
    id: beadId(item.key, earlier),
    title: item.title,
    notes: item.notes,
    status: "open",
    priority: beadPriority,
    issue_type: "task",
    external_ref: item.external_ref,
    metadata: { warrant_key: item.key },
    created_at: at,
    updated_at: at,
  };
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${before}${JSON.stringify(bead)}\n`;
}

async function readBeads(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    // Fatal: a line that is not UTF-8 would be rewritten as something else.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    if (code === "ENOENT") return "";
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FileError(
      path,
      `Could not read the beads file ${outside(path)}: ${outside(why)}. Nothing was changed. Check the path given with --beads.`,
      { cause },
    );
  }
}

/**
 * Puts items into a beads file, written whole or not at all, and only when something changed.
 *
 * @param repeated items that were told before, of changes that are as they were then
 *
 * @throws FileError when the file cannot be read, or written (WriteError).
 */
export async function writeBeads(
  path: string,
  items: readonly DriftAdvice[],
  at: string,
  write: typeof writeFileAtomically = writeFileAtomically,
  repeated: readonly DriftAdvice[] = [],
): Promise<void> {
  if (items.length + repeated.length === 0) return;
  const before = await readBeads(path);
  const told = items.reduce((text, item) => upsertBead(text, item, at), before);
  const after = repeated.reduce((text, item) => upsertBead(text, item, at, true), told);
  if (after !== before) await write(path, after);
}
