/** @module Our check run of a commit: found, begun, completed and renewed, so that doing it twice changes nothing. */

import * as z from "zod/mini";
import { PlatformError } from "../errors.ts";
import { ownerAndName } from "../owner-and-name.ts";
import type { Annotation } from "./annotations.ts";
import type { CheckOutput, ForeignCheck } from "./check-output.ts";
import { isRefusal, type Platform } from "./platform.ts";
import type { Publisher } from "./publisher.ts";
import { type CheckRun, checkName, hasAnnotations } from "./stored-verdict.ts";

/** Pages of runs of one name on one commit; whoever writes more does not want to be counted. */
const mostPages = 10;

const text = z.optional(z.nullable(z.string()));
const RunAnswer = z.object({
  id: z.number(),
  name: z.string(),
  head_sha: z.string(),
  status: z.string(),
  conclusion: text,
  external_id: text,
  details_url: text,
  app: z.optional(z.nullable(z.object({ id: z.number(), slug: text }))),
  output: z.optional(
    z.nullable(z.object({ title: text, summary: text, text, annotations_count: z.optional(z.nullable(z.number())) })),
  ),
});
const RunsAnswer = z.object({ check_runs: z.array(RunAnswer) });

function checkRun(answer: z.infer<typeof RunAnswer>): CheckRun {
  return {
    id: answer.id,
    name: answer.name,
    headSha: answer.head_sha,
    status: answer.status,
    conclusion: answer.conclusion ?? null,
    externalId: answer.external_id ?? null,
    detailsUrl: answer.details_url ?? null,
    appId: answer.app?.id ?? null,
    appSlug: answer.app?.slug ?? null,
    title: answer.output?.title ?? null,
    summary: answer.output?.summary ?? null,
    text: answer.output?.text ?? null,
    annotations: answer.output?.annotations_count ?? 0,
  };
}

/** What `external_id` says of a run that has not concluded. */
const begun = "in progress";
const ourId = /^(?:in progress|not judged|sha256:[0-9a-f]{64})$/;

/** Whether a run has the id that Warrant gives, whichever app it runs as. */
export function isNamedByUs({ externalId }: Pick<CheckRun, "externalId">): boolean {
  return ourId.test(externalId ?? "");
}

/**
 * Whether a run is ours: of our app, and named by us. The job of a workflow makes a run of its own name as GitHub Actions, too,
 * also for a fork; the platform gives it another id and lets nobody renew it.
 */
export function isOurs(run: Pick<CheckRun, "appId" | "externalId">, { appId }: Pick<Publisher, "appId">): boolean {
  return run.appId === appId && isNamedByUs(run);
}

/** The check runs of our name on a commit, by whom they are. */
export interface FoundChecks {
  /** Oldest first. */
  readonly ours: readonly CheckRun[];
  readonly foreign: readonly CheckRun[];
}

/**
 * All runs named `warrant/change` on a commit.
 *
 * @throws PlatformError of the request that failed.
 */
export async function findChecks(
  platform: Platform,
  repository: string,
  headSha: string,
  publisher: Publisher,
): Promise<FoundChecks> {
  const asked = { ...ownerAndName(repository), ref: headSha, check_name: checkName, filter: "all", per_page: 100 };
  const runs: CheckRun[] = [];
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  for await (const page of platform.pages(route, asked, RunsAnswer, { maximumPages: mostPages })) {
    for (const run of page.check_runs) {
      if (run.name === checkName && run.head_sha === headSha) runs.push(checkRun(run));
    }
  }
  runs.sort((left, right) => left.id - right.id);
  return {
    ours: runs.filter((run) => isOurs(run, publisher)),
    foreign: runs.filter((run) => !isOurs(run, publisher)),
  };
}

/** The newest foreign run of each app, as it is reported. */
export function foreignChecks({ foreign }: FoundChecks): ForeignCheck[] {
  const newest = new Map(foreign.map((run) => [run.appId, run]));
  return [...newest.values()].map((run) => ({ app: run.appSlug, conclusion: run.conclusion }));
}

function sameText(left: string | null, right: string): boolean {
  return (left ?? "").replaceAll("\r\n", "\n").trimEnd() === right.trimEnd();
}

function isPublished(run: CheckRun, output: CheckOutput, detailsUrl: string | undefined): boolean {
  return (
    run.status === "completed" &&
    run.conclusion === output.outcome.conclusion &&
    run.externalId === output.externalId &&
    (detailsUrl === undefined || run.detailsUrl === detailsUrl) &&
    sameText(run.title, output.outcome.title) &&
    sameText(run.summary, output.summary) &&
    sameText(run.text, output.text)
  );
}

export type CheckWrite =
  | { readonly kind: "none"; readonly id: number }
  | { readonly kind: "create"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: "update"; readonly id: number; readonly body: Readonly<Record<string, unknown>> };

function completed(output: CheckOutput, annotations: readonly Annotation[], detailsUrl: string | undefined) {
  return {
    status: "completed",
    conclusion: output.outcome.conclusion,
    external_id: output.externalId,
    ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
    output: {
      title: output.outcome.title,
      summary: output.summary,
      // Always sent: a text that is left out would leave the digests of an older verdict there.
      text: output.text,
      ...(annotations.length === 0 ? {} : { annotations }),
    },
  };
}

/**
 * What must be written so that the commit shows this output.
 *
 * Our newest run is renewed. A new one is made when there is none; when another app's run is newer and says something
 * else, since the newest of a name is what a required check reads (report F10); and when the run carries other annotations,
 * since the platform only ever adds to those. Older runs of ours that still wait are completed alike.
 */
export function checkWrites(
  found: FoundChecks,
  headSha: string,
  output: CheckOutput,
  detailsUrl?: string,
): readonly CheckWrite[] {
  const create: CheckWrite = {
    kind: "create",
    body: { name: checkName, head_sha: headSha, ...completed(output, output.annotations, detailsUrl) },
  };
  const newest = found.ours.at(-1);
  if (newest === undefined) return [create];
  const waiting = found.ours.slice(0, -1).filter((run) => run.status !== "completed");
  const older = waiting.map(
    (run): CheckWrite => ({ kind: "update", id: run.id, body: completed(output, [], detailsUrl) }),
  );
  const other = found.foreign.at(-1);
  const isHidden = other !== undefined && other.id > newest.id && other.conclusion !== output.outcome.conclusion;
  const isStale = newest.annotations > 0 && !hasAnnotations(newest.text, output.annotations);
  if (isHidden || isStale) {
    const open: CheckWrite[] =
      newest.status === "completed" ? [] : [{ kind: "update", id: newest.id, body: completed(output, [], detailsUrl) }];
    return [create, ...open, ...older];
  }
  if (isPublished(newest, output, detailsUrl)) return [{ kind: "none", id: newest.id }, ...older];
  const annotations = newest.annotations > 0 ? [] : output.annotations;
  return [{ kind: "update", id: newest.id, body: completed(output, annotations, detailsUrl) }, ...older];
}

const WrittenAnswer = z.object({ id: z.number() });

/** Whether a run that is there does not let itself be renewed. A limit answers 403 too and has a code of its own. */
function isUnwilling(error: unknown): boolean {
  return isRefusal(error) || (error instanceof PlatformError && error.status === 422);
}

/** Carries out the write that says the answer. Where a run refuses to be renewed a new one says it. */
export async function writeAnswer(
  platform: Platform,
  repository: string,
  headSha: string,
  write: CheckWrite,
): Promise<{ readonly kind: CheckWrite["kind"]; readonly id: number }> {
  try {
    return { kind: write.kind, id: await writeCheck(platform, repository, write) };
  } catch (error) {
    if (write.kind !== "update" || !isUnwilling(error)) throw error;
    const create: CheckWrite = { kind: "create", body: { name: checkName, head_sha: headSha, ...write.body } };
    return { kind: "create", id: await writeCheck(platform, repository, create) };
  }
}

/** Carries out one write; the id of the run it was about. */
export async function writeCheck(platform: Platform, repository: string, write: CheckWrite): Promise<number> {
  if (write.kind === "none") return write.id;
  const path = ownerAndName(repository);
  if (write.kind === "create") {
    const route = "POST /repos/{owner}/{repo}/check-runs";
    return (await platform.rest(route, { ...path, ...write.body }, WrittenAnswer)).data.id;
  }
  const route = "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}";
  return (await platform.rest(route, { ...path, check_run_id: write.id, ...write.body }, WrittenAnswer)).data.id;
}

const begunOutput = { title: "Warrant is judging this change", summary: "The verdict follows within a minute." };

/** The write that says that the work has begun. */
export function begunCheck(headSha: string, detailsUrl?: string): CheckWrite {
  return {
    kind: "create",
    body: {
      name: checkName,
      head_sha: headSha,
      status: "in_progress",
      external_id: begun,
      ...(detailsUrl === undefined ? {} : { details_url: detailsUrl }),
      output: begunOutput,
    },
  };
}

/**
 * The write that takes an answer back until there is another one. The verdicts of one that held its change stay in the text, so
 * that it is known to have; those of a report do not.
 */
export function renewedCheck({ id, conclusion }: CheckRun): CheckWrite {
  const output = conclusion === "neutral" ? { ...begunOutput, text: "" } : begunOutput;
  return { kind: "update", id, body: { status: "in_progress", external_id: begun, output } };
}
