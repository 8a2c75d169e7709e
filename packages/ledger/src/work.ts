/** @module What a session works on: commitments are opened and gone on with when it is asked, and their episodes end when it stops. */

import type { Commitment } from "@warrant/kernel/commitment/commitment";
import type { EpisodeEnd } from "@warrant/kernel/commitment/opening";
import {
  endEpisodes,
  type Serving,
  type ServingFacts,
  type Strand,
  serveStrands,
} from "@warrant/kernel/commitment/serve";
import { runtimeActor } from "@warrant/kernel/commitment/stream";
import { streamKey } from "@warrant/kernel/commitment/stream-key";
import { LedgerError } from "./ledger-error.ts";
import type { WarrantLedger } from "./warrant-ledger.ts";

/** What is known of a request besides its parts. */
export interface ServeQuery extends Omit<ServingFacts, "commitments" | "now" | "newId"> {
  /** Gives ids that are new in this ledger. */
  readonly newId: () => string;
}

function ofCommitments(streams: readonly string[]): `commitment/${string}`[] {
  return streams.filter((stream): stream is `commitment/${string}` => stream.startsWith("commitment/"));
}

function isThere(commitment: Commitment | null): commitment is Commitment {
  return commitment !== null;
}

/**
 * Opens, goes on with and replaces commitments as one request asks, in one transaction.
 *
 * @throws LedgerError; then nothing was written, and the turn may still run without.
 */
export async function serveRequest(
  ledger: WarrantLedger,
  strands: readonly Strand[],
  query: ServeQuery,
): Promise<Serving> {
  const threads = strands.flatMap(({ thread_id: own, lineage }) =>
    lineage.kind === "replaces" ? [own, lineage.thread_id] : [own],
  );
  const keys = [...new Set(threads)].map((thread) => streamKey("thread", thread));
  const ids = strands.map(() => query.newId());
  let serving: Serving = { drafts: [], served: [], waiting: [] };
  const outcome = await ledger.append(
    ids.map((id) => `commitment/${id}` as const),
    ({ linked, read, now }) => {
      const commitments = ofCommitments(keys.flatMap(linked)).map((stream) => read(stream).state);
      // The decision may be made again, with the same ids.
      const unused = [...ids];
      const newId = (of: "commitment" | "episode") =>
        (of === "commitment" ? unused.shift() : undefined) ?? query.newId();
      serving = serveStrands(strands, { ...query, commitments: commitments.filter(isThere), now, newId });
      return serving.drafts;
    },
    { keys },
  );
  if ("events" in outcome) return serving;
  throw new LedgerError("refused", `Could not open the work: ${outcome.refusal.message} Nothing was written.`);
}

/**
 * Ends the episodes a session runs, when it stops.
 *
 * @param spendUsd what its turn cost; 0 where the host does not say.
 * @returns ids of the commitments.
 * @throws LedgerError; then nothing was written.
 */
export async function endWork(
  ledger: WarrantLedger,
  session: string,
  end: EpisodeEnd,
  spendUsd: number,
): Promise<readonly string[]> {
  const key = streamKey("served", session);
  const outcome = await ledger.append(
    [],
    ({ linked, read }) => {
      const commitments = ofCommitments(linked(key)).map((stream) => read(stream).state);
      return endEpisodes(commitments.filter(isThere), session, end, spendUsd, runtimeActor);
    },
    { keys: [key] },
  );
  if ("events" in outcome) return [...new Set(outcome.events.map(({ stream }) => stream.slice("commitment/".length)))];
  throw new LedgerError("refused", `Could not end the work: ${outcome.refusal.message} Nothing was written.`);
}
