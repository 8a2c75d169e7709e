/** @module The answer put on the head commit of the group, and on no other (report E7). */

import type { CheckOutput } from "../publish/check-output.ts";
import { checkWrites, findChecks, foreignChecks, writeCheck } from "../publish/check-run.ts";
import type { WritePace } from "../publish/pace.ts";
import type { Platform } from "../publish/platform.ts";
import { attempt, type PartReport, type Publication, publicationOf } from "../publish/publish.ts";
import { stateOf } from "../publish/publish-check.ts";
import type { Publisher } from "../publish/publisher.ts";

export interface GroupPublishing {
  readonly repository: string;
  readonly headSha: string;
  readonly publisher: Publisher;
  readonly pace: WritePace;
  readonly detailsUrl?: string | undefined;
}

/**
 * Completes our check run of a group. Doing it again, also after it was ended anywhere in between, writes nothing a second
 * time. Never rejects for an answer of the platform.
 */
export async function publishGroup(
  platform: Platform,
  { repository, headSha, publisher, pace, detailsUrl }: GroupPublishing,
  output: CheckOutput,
): Promise<Publication> {
  const { report, result } = await attempt(async () => {
    await pace.turn();
    const found = await findChecks(platform, repository, headSha, publisher);
    let check: PartReport = { state: "none", id: null };
    for (const write of checkWrites(found, headSha, output, detailsUrl)) {
      const id = write.kind === "none" ? write.id : await pace.write(() => writeCheck(platform, repository, write));
      if (check.id === null) check = { state: stateOf(write.kind), id };
    }
    return { ...check, foreign: foreignChecks(found) };
  });
  const outcome = result === null ? null : output.outcome;
  const comment: PartReport = { state: "none", id: null };
  return publicationOf(report, comment, { moved: null, outcome, foreign: result?.foreign ?? [] });
}
