/** @module One pull request gated by a run: judged, published, summarized, and turned into outputs and an exit code. */

import { PlatformError } from "@warrant/github/errors";
import { type GatedPullRequest, gatePullRequest } from "@warrant/github/gate-pull-request";
import { judgedState } from "@warrant/github/judge-pull-request";
import type { Judged } from "@warrant/github/publish/conclusion";
import { uploadSarif } from "@warrant/github/publish/sarif-upload";
import { stepSummary } from "@warrant/github/publish/summary";
import { type ExitCode, exitCodeOf, exitCodes } from "@warrant/kernel/render/exit-code";
import { decisionWord } from "@warrant/kernel/render/outline";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { WriteError } from "@warrant/sources/atomic-write";
import { type RelayEntry, relayEntry, relayFailure } from "@warrant/sources/relay-files";
import { outputsOf, unknownOutputs } from "./outputs.ts";
import { pageNotice } from "./page-notice.ts";
import type { Session } from "./session.ts";
import { version } from "./version.ts";

interface Outcome {
  readonly judged: Judged;
  /** Why there is no verdict; null: there is one. */
  readonly failure: string | null;
  readonly verdict: ChangeVerdict | null;
  readonly isEnforced: boolean;
}

/** A change that could not be read may be one of a repository that enforces (law 3). */
function outcomeOf({ judged, failure }: GatedPullRequest): Outcome {
  const isEnforced = judged === null || judged.mode !== "report";
  if (failure === null && judged !== null && "verdict" in judged.judged) {
    return { judged: judged.judged, failure, verdict: judged.judged.verdict, isEnforced };
  }
  const why = failure ?? "The pull request could not be read.";
  return { judged: { failure: why }, failure: why, verdict: null, isEnforced };
}

function relayOf(session: Session, number: number, gated: GatedPullRequest, outcome: Outcome): RelayEntry {
  const { judged } = gated;
  if (judged !== null && outcome.verdict !== null) {
    return relayEntry(outcome.verdict, judged.facts, judged.configuration.intent.hold_labels);
  }
  const known =
    judged === null
      ? {}
      : { title: judged.facts.title, author: judged.facts.author.login, head_sha: judged.facts.head.sha };
  return relayFailure({ repository: session.repository, number, ...known, fetch_error: outcome.failure ?? "" });
}

/** Whether something that was to be published is not there, other than by a refusal, which the exit code answers for. */
function isUnpublished({ publication }: GatedPullRequest): boolean {
  return publication === null || [publication.check, publication.comment].some((part) => part.state === "failed");
}

function codeOf(session: Session, gated: GatedPullRequest, { verdict, isEnforced }: Outcome): ExitCode {
  if (gated.judged !== null && gated.judged.problem !== null) return exitCodes.usage;
  if (verdict === null) return session.failed(isEnforced);
  const code = exitCodeOf([verdict], isEnforced);
  return code === exitCodes.allowed && isUnpublished(gated) ? session.failed(isEnforced) : code;
}

/** Uploads the findings where the workflow asks for it; what comes of it changes no verdict. */
async function upload(session: Session, gated: GatedPullRequest, verdict: ChangeVerdict): Promise<void> {
  if (!session.inputs.sarif || gated.judged === null) return;
  const { run } = judgedState(gated.judged);
  const { notice } = await uploadSarif(session.client, verdict, { version, pace: session.pace, run });
  if (notice !== null) session.log.warning(`The findings were not uploaded to code scanning. ${notice}`);
}

function say(session: Session, number: number, gated: GatedPullRequest, outcome: Outcome, code: ExitCode): void {
  const { log } = session;
  const name = `${session.repository}#${number}`;
  for (const warning of gated.judged?.warnings ?? []) log.warning(warning);
  for (const { app } of gated.publication?.foreign ?? []) {
    log.warning(
      `${app === null ? "Something else" : `The app ${app}`} wrote a check named warrant/change on this commit, too.`,
    );
  }
  const notice = gated.publication === null ? null : pageNotice(gated.publication);
  if (notice !== null) log.notice(notice);
  const { verdict, failure, isEnforced } = outcome;
  const mode = isEnforced ? "enforce" : "report";
  const said = verdict === null ? (failure ?? "") : `${decisionWord(verdict, mode)}: ${verdict.reason}`;
  const text = verdict === null ? `${name} could not be judged: ${said}` : `${name} ${said}`;
  if (code === exitCodes.allowed) log.line(text);
  else log.error(text);
}

async function gate(session: Session, number: number): Promise<GatedPullRequest> {
  const { client, inputs, pace, repository, detailsUrl, runner } = session;
  try {
    return await gatePullRequest(client, {
      repository,
      number,
      intent: inputs.intent,
      mode: inputs.mode,
      env: runner.env,
      publishing: session.publishing(),
      pace,
      detailsUrl,
      answersComments: true,
      signal: runner.signal,
    });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { judged: null, stayedHeld: false, failure: error.message, publication: null };
  }
}

/** Does what leaves something for the steps after this one; null where it could not be written, which is said. */
async function written<Result>(session: Session, write: () => Promise<Result>): Promise<Result | null> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    session.log.error(error.message);
    return null;
  }
}

/** Gates one pull request and gives the exit code of the run. */
export async function gateChange(session: Session, number: number): Promise<ExitCode> {
  await written(session, () => session.forget());
  const gated = await gate(session, number);
  const outcome = outcomeOf(gated);
  const { verdict, isEnforced } = outcome;
  const code = codeOf(session, gated, outcome);
  say(session, number, gated, outcome, code);
  if (verdict !== null) await upload(session, gated, verdict);
  const run = gated.judged === null ? undefined : judgedState(gated.judged).run;
  await session.summarize(
    stepSummary([outcome.judged], {
      mode: isEnforced ? "enforce" : "report",
      run,
      notice: gated.publication === null ? null : pageNotice(gated.publication),
    }),
  );
  const entries = [relayOf(session, number, gated, outcome)];
  const files = await written(session, async () => ({
    path: await session.results({ entries, verdict, enforced: isEnforced }),
  }));
  const outputs = verdict === null ? unknownOutputs : outputsOf(verdict, files?.path ?? null);
  const isSet = await written(session, async () => {
    await session.output(outputs);
    return true;
  });
  // A denial says more than a file that is missing.
  return code === exitCodes.allowed && (files === null || isSet === null) ? session.failed(isEnforced) : code;
}
