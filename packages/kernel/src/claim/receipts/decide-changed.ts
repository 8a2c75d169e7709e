/** @module What a change's own list of files says of a claim about files; it outranks any trace (claim gate, 11.3). */

import { type ChangedFile, type ChangeFacts, isFileListComplete } from "../../change/facts.ts";
import type { Answer } from "./decide-session.ts";
import type { Stated } from "./kinds.ts";

function isNamed(path: string, named: string): boolean {
  const bare = named.replace(/^\.?\/+|\/+$/g, "");
  return bare !== "" && (path === bare || path.endsWith(`/${bare}`) || path.startsWith(`${bare}/`));
}

const fits: Readonly<Record<string, ReadonlySet<ChangedFile["status"]>>> = {
  file_created: new Set(["added", "copied", "renamed"]),
  file_modified: new Set(["added", "copied", "renamed", "modified", "type_changed"]),
  file_deleted: new Set(["removed"]),
};

function decideFile(stated: Stated, path: string, facts: ChangeFacts): Answer {
  const files = facts.files.filter((file) => isNamed(file.path, path));
  const isMoved = facts.files.some(({ previous_path: from }) => from !== undefined && isNamed(from, path));
  if (files.some(({ status }) => fits[stated.kind]?.has(status))) return { outcome: "supported", reason: "changed" };
  if (isMoved && files.length === 0)
    return stated.kind === "file_created"
      ? { outcome: "contradicted", reason: "not_changed" }
      : { outcome: "supported", reason: "changed" };
  if (files.length > 0)
    return { outcome: "contradicted", reason: stated.kind === "file_created" ? "existed_before" : "not_changed" };
  if (!isFileListComplete(facts)) return { outcome: "unverified", reason: "files_incomplete" };
  return { outcome: "contradicted", reason: "not_changed" };
}

/**
 * What the files of a change answer; null where the claim is not about files.
 *
 * @param named the files that all claims together name
 */
export function decideChanged(stated: Stated, named: readonly string[], facts: ChangeFacts): Answer | null {
  if (stated.kind === "no_other_files_changed") {
    const paths = stated.paths.length > 0 ? stated.paths : named;
    if (paths.length === 0) return { outcome: "unverified", reason: "none_named" };
    const others = facts.files.filter((file) => !paths.some((path) => isNamed(file.path, path)));
    if (others.length > 0) return { outcome: "contradicted", reason: "other_files" };
    return isFileListComplete(facts)
      ? { outcome: "supported", reason: "changed" }
      : { outcome: "unverified", reason: "files_incomplete" };
  }
  if (fits[stated.kind] === undefined) return null;
  const answers = stated.paths.map((path) => decideFile(stated, path, facts));
  return (
    answers.find(({ outcome }) => outcome === "contradicted") ??
    answers.find(({ outcome }) => outcome === "unverified") ??
    answers[0] ?? { outcome: "unverified", reason: "none_named" }
  );
}
