/** @module The answer put on the head commit of the group, and on no other (report E7). */

import { PlatformError } from "../errors.ts";
import type { CheckOutput, ForeignCheck } from "../publish/check-output.ts";
import { checkWrites, findChecks, foreignChecks, writeAnswer } from "../publish/check-run.ts";
import type { WritePace } from "../publish/pace.ts";
import type { Platform } from "../publish/platform.ts";
import { attempt, type PartReport, type PartState, type Publication, publicationOf } from "../publish/publish.ts";
import { stateOf } from "../publish/publish-check.ts";
import type { Publisher } from "../publish/publisher.ts";

export interface GroupPublishing {
  readonly repository: string;
  readonly headSha: string;
  readonly publisher: Publisher;
  readonly pace: WritePace;
  readonly detailsUrl?: string | undefined;
}

/** Times the answer is written. The client does not repeat a write, since one that failed may have been carried out. */
const mostWrites = 3;

interface Written extends Pick<PartReport, "state" | "id"> {
  readonly foreign: readonly ForeignCheck[];
}

/** A failure after which the platform can have carried the write out or not, so that looking again tells. */
function isUncertain(error: unknown): boolean {
  return error instanceof PlatformError && error.code === "platform-failed";
}

/** Looks for our run and writes what differs. A write that failed is looked for before it is written again. */
async function write(platform: Platform, task: GroupPublishing, output: CheckOutput): Promise<Written> {
  const { repository, headSha, publisher, pace, detailsUrl } = task;
  let state: PartState = "none";
  let id: number | null = null;
  for (let count = 1; ; ) {
    await pace.turn();
    const found = await findChecks(platform, repository, headSha, publisher);
    const foreign = foreignChecks(found);
    try {
      for (const one of checkWrites(found, headSha, output, detailsUrl)) {
        const answer = () => writeAnswer(platform, repository, headSha, one);
        const written = one.kind === "none" ? one : await pace.write(answer);
        if (id === null) [state, id] = [stateOf(written.kind), written.id];
      }
      return { state, id, foreign };
    } catch (error) {
      if (!isUncertain(error) || count === mostWrites) throw error;
      count += 1;
    }
  }
}

/**
 * Completes our check run of a group. Doing it again, also after it was ended anywhere in between, writes nothing a second
 * time. A group that is not answered waits for hours, so a write the platform failed at is tried again (report F3). Never
 * rejects for an answer of the platform.
 */
export async function publishGroup(
  platform: Platform,
  task: GroupPublishing,
  output: CheckOutput,
): Promise<Publication> {
  const { report, result } = await attempt(() => write(platform, task, output));
  const outcome = result === null ? null : output.outcome;
  const comment: PartReport = { state: "none", id: null };
  return publicationOf(report, comment, { moved: null, outcome, foreign: result?.foreign ?? [] });
}
