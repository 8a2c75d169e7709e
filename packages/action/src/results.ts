/** @module The files a run leaves for the steps after it. */

import { join } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { removeFile, writeFileAtomically } from "@warrant/sources/atomic-write";
import { type RelayEntry, writeRelayFiles } from "@warrant/sources/relay-files";

export const verdictName = "verdict.json";

export interface Results {
  readonly entries: readonly RelayEntry[];
  /** Null: there is none, and one of an earlier run must not be taken for it. */
  readonly verdict: ChangeVerdict | null;
  readonly enforced: boolean;
  /** RFC 3339 UTC. */
  readonly generatedAt: string;
}

/**
 * Writes the files, each whole or not at all. Returns the path of the verdict, or null where there is none.
 *
 * @throws WriteError when a file cannot be written.
 */
export async function writeResults(folder: string, results: Results): Promise<string | null> {
  const { entries, verdict, enforced, generatedAt } = results;
  const path = join(folder, verdictName);
  if (verdict === null) await removeFile(path);
  else await writeFileAtomically(path, canonicalJson(verdict));
  await writeRelayFiles(folder, entries, { enforced, generatedAt });
  return verdict === null ? null : path;
}
