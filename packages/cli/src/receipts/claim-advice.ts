/** @module What can be found out on this machine about the claims of a local change's description (claim gate, 11.3). */

import { createPublicKey, type KeyObject } from "node:crypto";
import type { ClaimSaid } from "@warrant/kernel/change/claim-advice";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import { adviseClaims, type ClaimSources, type FoundSession } from "@warrant/kernel/claim/change-claims";
import { pastedOutputs } from "@warrant/kernel/claim/receipts/pasted-output";
import { claimSettingsOf } from "@warrant/kernel/claim/settle";
import type { Configuration } from "@warrant/kernel/configuration";
import { outside } from "@warrant/kernel/render/outside";
import { GitError } from "@warrant/sources/git/error";
import { openRepository, type Repository } from "@warrant/sources/git/repository";
import { readObject } from "@warrant/sources/git/revision";
import { ExitError } from "../exit.ts";
import { type Io, say } from "../io.ts";
import { commitOf, findReceipts } from "./find-receipts.ts";

/** Commits of a change whose notes are looked for, the newest; each is a start of git. */
const mostCommits = 50;

/** The keys of the base branch; one that cannot be read lets nothing count, and is said. */
async function baseKeys(repository: Repository, base: string, files: readonly string[], io: Io): Promise<KeyObject[]> {
  const keys: KeyObject[] = [];
  for (const file of files) {
    try {
      const pem = (await readObject(repository, `${base}:${file}`))?.content;
      if (pem === undefined || pem === null) throw new Error("it is not there");
      keys.push(createPublicKey(pem));
    } catch {
      say(
        io,
        `the base has no public key in PEM form at ${outside(file, 200)}; no signature counts by it [claim.keys]`,
      );
    }
  }
  return keys;
}

async function sessionsOf(facts: ChangeFacts, files: readonly string[], io: Io): Promise<FoundSession[]> {
  const repository = await openRepository({ cwd: io.cwd, signal: io.signal });
  try {
    const head = await commitOf(repository, facts.head.sha);
    const shas = facts.commits.map(({ sha }) => sha).filter((sha) => sha !== head.sha);
    const others = await Promise.all(shas.slice(-mostCommits).map((sha) => commitOf(repository, sha)));
    const keys = await baseKeys(repository, facts.base.sha, files, io);
    const found = await findReceipts(repository, [head, ...others], { tree: head.tree, keys, folders: [] }, io);
    return found.flatMap(({ receipt, trust, fit, trace }) =>
      receipt === null || trust === "unreadable" ? [] : [{ receipt, trust, fit, trace }],
    );
  } finally {
    await repository.close();
  }
}

/**
 * What is found about the claims of a local change; undefined where its description makes none. Receipts that cannot be looked
 * for are none, and that is said.
 */
export async function localClaimAdvice(
  facts: ChangeFacts,
  { claim }: Configuration,
  io: Io,
): Promise<readonly ClaimSaid[] | undefined> {
  const sources: ClaimSources = { sessions: [], checks: claim?.checks ?? {}, settings: claimSettingsOf(claim) };
  const alone = adviseClaims(facts, sources);
  const orNone = (claims: readonly ClaimSaid[]) => (claims.length === 0 ? undefined : claims);
  // What is not committed yet has no receipt, and output that was pasted only a trace can show.
  const isStating = alone.length > 0 || pastedOutputs(facts.body ?? "").length > 0;
  if (!isStating || /^0+$/.test(facts.head.sha)) return orNone(alone);
  try {
    return orNone(adviseClaims(facts, { ...sources, sessions: await sessionsOf(facts, claim?.keys ?? [], io) }));
  } catch (error) {
    if (!(error instanceof GitError) && !(error instanceof ExitError)) throw error;
    say(io, `could not look for receipts of this change: ${error.message}`);
    return orNone(alone);
  }
}
