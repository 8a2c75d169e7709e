/** @module A group of the merge queue answered by a run: always, also when its payload is not what it should be (reports F3, F5). */

import { PlatformError } from "@warrant/github/errors";
import { answerMergeGroup, type MergeGroupAnswer } from "@warrant/github/merge-group/answer";
import { type MergeGroup, readMergeGroup } from "@warrant/github/merge-group/group";
import { isEnforcing } from "@warrant/github/publish/conclusion";
import { findPublishing, type Publisher, workflowPublisher } from "@warrant/github/publish/publisher";
import { stepSummary } from "@warrant/github/publish/summary";
import { type ExitCode, exitCodes } from "@warrant/kernel/render/exit-code";
import { pageNotice } from "./page-notice.ts";
import type { Session } from "./session.ts";

const nameless: MergeGroup = { headSha: "", headRef: "", baseSha: "", baseRef: "" };

/** What the event says of the group. The repository is the workflow's own, whatever the payload says. */
function groupOf(payload: unknown, repository: string): MergeGroup {
  const said = typeof payload === "object" && payload !== null ? payload : {};
  const read = readMergeGroup({ ...said, action: "checks_requested", repository: { full_name: repository } });
  return read?.group ?? nameless;
}

function codeOf(session: Session, { conclusion, mode, publication }: MergeGroupAnswer): ExitCode {
  if (publication?.check.state === "failed" || publication === null) return session.failed(isEnforcing(mode));
  return conclusion === "failure" ? exitCodes.denied : exitCodes.allowed;
}

/** Milliseconds from the start of the run until the group is answered (report F6), and the part that may pass first. */
const answerMs = 10_000;
const publisherMs = 2000;

/** Who publishes. A group is answered also when the platform does not say it: nearly always it is the workflow's own token. */
async function publisherOf({ client }: Session): Promise<Publisher> {
  try {
    return (await findPublishing(client.within({}, { deadlineMs: publisherMs }))).publisher;
  } catch (error) {
    if (error instanceof PlatformError) return workflowPublisher;
    throw error;
  }
}

/** Answers the group and gives the exit code of the run. */
export async function answerGroup(session: Session, payload: unknown): Promise<ExitCode> {
  const { client, repository, inputs, log, pace, runner, detailsUrl } = session;
  const start = client.timing.now();
  const publisher = await publisherOf(session);
  const answer = await answerMergeGroup(client, {
    repository,
    group: groupOf(payload, repository),
    mode: inputs.mode,
    env: runner.env,
    publisher,
    pace,
    signal: runner.signal,
    detailsUrl,
    deadlineMs: answerMs - (client.timing.now() - start),
  });
  const code = codeOf(session, answer);
  const notice =
    answer.publication === null
      ? "The event names no commit, so no check could be written."
      : pageNotice(answer.publication);
  if (notice !== null) log.notice(notice);
  if (code === exitCodes.allowed) log.line(answer.title);
  else log.error(answer.title);
  await session.summarize(
    stepSummary(
      answer.changes.map(({ judged }) => judged),
      { mode: answer.mode, notice: notice ?? answer.title },
    ),
  );
  return code;
}
