/** @module Whether a file was created, changed or deleted as a claim says, and whether no other was (claim gate, 5.4). */

import { type Deed, type Deeds, isSamePath } from "./deeds.ts";
import { isInRoot, lastEdit } from "./edits.ts";
import type { Receipt, ReceiptOutcome, Stated } from "./kinds.ts";

function receipt(stated: Stated, outcome: ReceiptOutcome, reason: string, deeds: readonly Deed[] = []): Receipt {
  const ids = [...new Set(deeds.map(({ call }) => call.id))].slice(0, 20);
  return { kind: stated.kind, outcome, reason, invocation_ids: ids, strength: "observed" };
}

function succeeded(deed: Deed): boolean {
  const { status, exit_code: code } = deed.call;
  return status === "ok" && (code === null || code === 0);
}

/** Whether a deed writes what the statement says. */
function does(deed: Deed, kind: Stated["kind"], path: string): boolean {
  return deed.writes.some((write) => {
    if (!isSamePath(write.path, path)) return false;
    if (kind === "file_deleted") return write.kind === "delete";
    return kind === "file_created" ? write.kind === "create" : write.kind !== "delete";
  });
}

function undoes(deed: Deed, kind: Stated["kind"], path: string): boolean {
  return deed.writes.some((write) => {
    const isSame = isSamePath(write.path, path) || (write.kind === "delete" && isAbove(write.path, path));
    return isSame && (write.kind === "delete") !== (kind === "file_deleted");
  });
}

/** Whether a folder that is removed holds the file. */
function isAbove(folder: string, path: string): boolean {
  const plain = path.replace(/^(?:\.\/)+/, "");
  const parts = plain.split("/");
  for (let length = parts.length - 1; length > 0; length -= 1)
    if (isSamePath(folder, parts.slice(0, length).join("/")) && length > 1) return true;
  return false;
}

/** Before it was made, it was read or edited, so it was there. */
function existedBefore(deeds: Deeds, made: Deed, path: string): Deed | undefined {
  return deeds.all.find((deed) => {
    if (deed.order >= made.order || deed.call === made.call || !succeeded(deed)) return false;
    if (deed.argv === null && deed.reads.some((read) => isSamePath(read, path))) return true;
    return deed.writes.some((write) => write.kind === "modify" && isSamePath(write.path, path));
  });
}

function decideOne(stated: Stated, path: string, deeds: Deeds): Receipt {
  const matching = deeds.all.filter((deed) => does(deed, stated.kind, path));
  const done = matching.filter(succeeded);
  const last = done.at(-1);
  const [first] = done;
  if (last !== undefined && first !== undefined) {
    const undone = deeds.all.find(
      (deed) => deed.order > last.order && succeeded(deed) && undoes(deed, stated.kind, path),
    );
    if (undone !== undefined) return receipt(stated, "contradicted", "undone_later", [last, undone]);
    const before = stated.kind === "file_created" ? existedBefore(deeds, first, path) : undefined;
    if (before !== undefined) return receipt(stated, "contradicted", "existed_before", [before, first]);
    if (!deeds.isComplete) return receipt(stated, "unverified", "trace_incomplete", [last]);
    const restored = deeds.all.find((deed) => deed.order > last.order && deed.isRestore);
    if (restored !== undefined) return receipt(stated, "unverified", "possible_edit", [last, restored]);
    return receipt(stated, "supported", "written", [last]);
  }
  if (!deeds.isComplete) return receipt(stated, "unverified", "trace_incomplete");
  const unsure = matching.filter(({ call }) => call.status === "unknown" || call.status === "running");
  if (unsure.length > 0) return receipt(stated, "unverified", "no_outcome", unsure);
  if (matching.length > 0) return receipt(stated, "contradicted", "failed_call", matching);
  const opaque = deeds.all.filter(
    ({ isOpaque, editsUnseen }) => isOpaque || (editsUnseen && stated.kind !== "file_created"),
  );
  if (opaque.length > 0) return receipt(stated, "unverified", "opaque_run", opaque);
  return receipt(stated, "contradicted", "never_done");
}

/** The receipt of a claim about files it names. Several files: the worst counts. */
export function decideFile(stated: Stated, deeds: Deeds): Receipt {
  const all = stated.paths.map((path) => decideOne(stated, path, deeds));
  const worst =
    all.find(({ outcome }) => outcome === "contradicted") ??
    all.find(({ outcome }) => outcome === "unverified") ??
    all[0];
  if (worst === undefined) return receipt(stated, "unverified", "opaque_run");
  if (worst.outcome !== "supported") return worst;
  return { ...worst, invocation_ids: [...new Set(all.flatMap((one) => one.invocation_ids))] };
}

const listing = /^(?:--porcelain(?:=.*)?|--short|-s|--name-only|--name-status|--stat)$/;

function isListing(deed: Deed): boolean {
  const [name, verb, ...rest] = deed.argv ?? [];
  if (name !== "git" || !deed.decides || !succeeded(deed)) return false;
  return (
    (verb === "status" || verb === "diff") && rest.some((word) => listing.test(word)) && !rest.includes("--cached")
  );
}

/** The files a listing of git names. */
function listedFiles(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const plain = line.trimEnd();
    if (plain.trim() === "" || /^(?:##|\s*[0-9]+ files? changed)/.test(plain)) return [];
    const path =
      /^[ MADRCUT?!]{1,2}\s+(?:.* -> )?(?<path>\S.*)$/.exec(plain)?.groups?.["path"] ??
      /^[MADRCUT][0-9]*\t(?:[^\t]+\t)?(?<path>\S.*)$/.exec(plain)?.groups?.["path"] ??
      /^ ?(?<path>\S+)\s+\|\s/.exec(plain)?.groups?.["path"] ??
      plain.trim();
    return [path.replace(/^"|"$/g, "")];
  });
}

/** The receipt of a claim that nothing but some files was changed. */
export function decideOthers(stated: Stated, named: readonly string[], deeds: Deeds): Receipt {
  // Other than which? Nobody says, so nothing can be other.
  if (named.length === 0) return receipt(stated, "unverified", "none_named");
  const isNamed = (path: string) => named.some((one) => isSamePath(path, one) || isSamePath(one, path));
  const others = deeds.all.filter(
    (deed) =>
      deed.call.status !== "error" &&
      deed.check === null &&
      deed.writes.some(({ path }) => isInRoot(path, deeds.root) && !isNamed(path)),
  );
  if (others.length > 0) return receipt(stated, "contradicted", "other_files", others);
  const edit = lastEdit(deeds, true);
  const listed = deeds.all.findLast((deed) => isListing(deed) && deed.order > edit.order);
  const later =
    listed === undefined ? undefined : deeds.all.find(({ order, mayEdit }) => order > listed.order && mayEdit);
  if (listed !== undefined && later === undefined) {
    const files = listedFiles(deeds.textOf(listed.call));
    if (!files.every(isNamed)) return receipt(stated, "contradicted", "other_files", [listed]);
    if (!deeds.isComplete) return receipt(stated, "unverified", "trace_incomplete", [listed]);
    return receipt(stated, "supported", "git_status", [listed]);
  }
  if (!deeds.isComplete) return receipt(stated, "unverified", "trace_incomplete");
  const opaque = deeds.all.filter(({ isOpaque, editsUnseen }) => isOpaque || editsUnseen);
  if (opaque.length > 0) return receipt(stated, "unverified", "opaque_run", opaque);
  const own = deeds.all.filter(({ writes }) => writes.some(({ path }) => isNamed(path)));
  return receipt(stated, "supported", "written", own);
}
