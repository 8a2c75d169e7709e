/** @module Finds the receipts of commits, in notes and by trailers, and says how far each can be checked (claim gate, 11.1). */

import type { KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { receiptFit, traceDigest } from "@warrant/kernel/claim/session-receipt";
import type { Trace } from "@warrant/kernel/claim/trace";
import { stateFolder } from "@warrant/ledger/location";
import { readReceiptLines } from "@warrant/sources/git/receipts";
import type { Repository } from "@warrant/sources/git/repository";
import { readObject, resolveCommit } from "@warrant/sources/git/revision";
import { withLedger } from "../authority/ledger.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { homeOf } from "../hooks/whereabouts.ts";
import type { Io } from "../io.ts";
import { type FoundReceipt, isSignedBy, readReceiptLine } from "./envelope.ts";
import type { ReceiptStanding } from "./receipts-text.ts";
import { sessionTrace } from "./session-trace.ts";

/** A commit whose receipts are looked for. */
export interface ReceiptCommit {
  readonly sha: string;
  readonly tree: string;
  readonly parent: string | null;
  readonly message: string;
}

/** What receipts are checked against. */
export interface ReceiptChecks {
  /** The tree they should be of. */
  readonly tree: string;
  readonly keys: readonly KeyObject[];
  /** Folders beside our own in which trailers' receipts may be. */
  readonly folders: readonly string[];
}

/** A receipt that was found, with its trace where our own ledger holds it. */
export interface StandingReceipt extends ReceiptStanding {
  readonly trace: Trace | null;
}

/**
 * A commit with its tree.
 *
 * @throws GitError for what is no commit; ExitError `failed` where its tree is not there
 */
export async function commitOf(repository: Repository, revision: string): Promise<ReceiptCommit> {
  const { sha, parents } = await resolveCommit(repository, revision);
  const tree = await readObject(repository, `${sha}^{tree}`);
  if (tree === null) throw new ExitError(exitCodes.failed, `the tree of ${sha} is not in this repository.`);
  const commit = await readObject(repository, sha);
  return { sha, tree: tree.id, parent: parents[0] ?? null, message: commit?.content?.toString("utf8") ?? "" };
}

/** Where receipts that trailers name are kept on this machine. */
export function receiptFolder(io: Io): string {
  return join(stateFolder(io.env, homeOf(io.env)), "receipts");
}

/** The receipts a commit's message names, from our own folder and the one that is given. */
function namedReceipts({ message }: ReceiptCommit, folders: readonly string[]): FoundReceipt[] {
  const names = [...message.matchAll(/^Warrant-Receipt: sha256:(?<hex>[0-9a-f]{64})$/gm)].map(
    (found) => found.groups?.["hex"],
  );
  return names.slice(0, 20).flatMap((hex) =>
    folders.flatMap((folder) => {
      const file = join(folder, `sha256-${hex}.json`);
      const found = existsSync(file) ? readReceiptLine(readFileSync(file, "utf8")) : null;
      // The name is the digest: what does not have it is another text in its place.
      return found !== null && found.digest === `sha256:${hex}` ? [found] : [];
    }),
  );
}

/**
 * Every receipt of these commits.
 *
 * @throws GitError; ExitError where our ledger cannot be read
 */
export async function findReceipts(
  repository: Repository,
  commits: readonly ReceiptCommit[],
  { tree, keys, folders }: ReceiptChecks,
  io: Io,
): Promise<StandingReceipt[]> {
  const hasNotes = (await readObject(repository, "refs/notes/warrant")) !== null;
  const all = [receiptFolder(io), ...folders];
  const found: { commit: ReceiptCommit; receipt: FoundReceipt | null }[] = [];
  for (const commit of commits) {
    const lines = hasNotes ? await readReceiptLines(commit.sha, { cwd: io.cwd, signal: io.signal }) : [];
    for (const line of lines) found.push({ commit, receipt: readReceiptLine(line) });
    for (const receipt of namedReceipts(commit, all)) found.push({ commit, receipt });
  }
  if (found.length === 0) return [];
  return withLedger(io, async ({ ledger }) => {
    const standing: StandingReceipt[] = [];
    for (const { commit, receipt } of found) {
      if (receipt === null) {
        standing.push({ commit: commit.sha, receipt: null, trust: "unreadable", fit: "stale", trace: null });
        continue;
      }
      const { predicate } = receipt.receipt;
      const own = await sessionTrace(ledger, predicate.session.id);
      const isOurs = own !== null && traceDigest(own) === predicate.trace.digest.sha256;
      const trust = isOurs ? "recomputed" : isSignedBy(receipt, keys) ? "signed" : "unsigned";
      const fit = receiptFit(receipt.receipt, tree);
      standing.push({ commit: commit.sha, receipt: receipt.receipt, trust, fit, trace: isOurs ? own : null });
    }
    return standing;
  });
}
