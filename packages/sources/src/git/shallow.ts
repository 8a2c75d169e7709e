/** @module Shallow clones: which commits lost their parents, and the command that brings them back. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Finding } from "@warrant/kernel/finding";
import type { Repository } from "./repository.ts";

/** The commits whose parents a shallow clone does not have. Empty when the clone is whole. */
export async function shallowCommits(repository: Repository): Promise<ReadonlySet<string>> {
  if (!repository.isShallow) return new Set();
  const listed = readText(join(sharedFolder(repository.gitFolder), "shallow"));
  return new Set(listed.split("\n").filter((line) => line !== ""));
}

/** A linked working tree keeps its own folder and shares the rest with the main one. */
function sharedFolder(gitFolder: string): string {
  const shared = readText(join(gitFolder, "commondir")).trim();
  return shared === "" ? gitFolder : resolve(gitFolder, shared);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The finding for history a shallow clone lacks. `depth`: how many more commits suffice, or `all` when nobody can tell. */
export function historyCut(missing: string, origin: string | null, depth: number | "all"): Finding {
  const remote = origin === null ? "" : " origin";
  const command = depth === "all" ? `git fetch --unshallow${remote}` : `git fetch --deepen=${depth}${remote}`;
  return {
    rule: "git.shallow",
    severity: "warn",
    message: `This clone is shallow and does not have ${missing}, so the change cannot be listed whole.`,
    where: { field: "commits" },
    next: `Run \`${command}\` and check again.`,
  };
}

/** Why a list of facts is not whole where a clone was cut, with the step that makes it whole. */
export function whyCut(cut: Finding | undefined): string {
  return cut === undefined ? "the clone is shallow" : `the clone is shallow. ${cut.next.replace(/\.$/, "")}`;
}
