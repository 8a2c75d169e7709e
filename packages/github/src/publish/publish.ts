/** @module A verdict published: the check run first, then the managed comment, each only while it speaks of the head. */

import type { Label } from "@warrant/kernel/change/facts";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import type { RunMark } from "../checks.ts";
import type { ForeignCheck } from "./check-output.ts";
import { findChecks, isNamedByUs } from "./check-run.ts";
import { deservesComment, failedSections, isQuiet, quietSections, verdictSections } from "./comment-sections.ts";
import type { JointOutcome, Judged, Mode } from "./conclusion.ts";
import type { Moved, Target } from "./head.ts";
import type { WantedComment } from "./managed-comment.ts";
import type { WritePace } from "./pace.ts";
import { causeOf, isRefusal, type Platform } from "./platform.ts";
import { publishCheck } from "./publish-check.ts";
import { publishComment } from "./publish-comment.ts";
import type { Publisher } from "./publisher.ts";
import type { JudgeSibling } from "./siblings.ts";

export interface PublishRequest {
  readonly target: Target;
  readonly judged: Judged;
  readonly mode: Mode;
  readonly publisher: Publisher;
  readonly pace: WritePace;
  /** Labels of the change, for the one that asks for silence. */
  readonly labels?: readonly Label[];
  readonly run?: RunDescription | undefined;
  /** Whether whoever publishes answers `/warrant recheck` on the change; then a denial says so. */
  readonly answersComments?: boolean | undefined;
  /** The page that shows the whole verdict: the server's, or the workflow run. */
  readonly detailsUrl?: string | undefined;
  /** What is published; a personal token can write comments and no check runs. Both when absent. */
  readonly parts?: { readonly check: boolean; readonly comment: boolean };
  readonly judgeSibling?: JudgeSibling | undefined;
  /** Other open changes with the same head commit that are known already. */
  readonly knownSiblings?: readonly number[] | undefined;
  /** Runs that stood on the head before the facts were collected. */
  readonly before?: readonly RunMark[] | undefined;
  /** What a sweep saw of the change and its siblings before they were judged, by number; the check run remembers it. */
  readonly seen?: ReadonlyMap<number, string> | undefined;
}

export type PartState =
  | "created"
  | "updated"
  | "unchanged"
  /** Nothing to say, or not asked for. */
  | "none"
  /** The change is closed. */
  | "left alone"
  /** An app that publishes here has a comment on the change, and one is enough. */
  | "left to app"
  /** Not written: it would have spoken of a state that is gone. */
  | "moved"
  /** The token may not write. */
  | "refused"
  | "failed"
  /** Not tried, because something before it was not written. */
  | "skipped";

export interface PartReport {
  readonly state: PartState;
  readonly id: number | null;
  /** What went wrong, as it was thrown. */
  readonly error?: unknown;
}

export interface Publication {
  /**
   * `all`: everything that was to be said is there. `part`: see the parts. `refused`: the token may not write, so it has to
   * be said elsewhere. `nothing`: the change moved or the platform failed; collect and judge it again.
   */
  readonly published: "all" | "part" | "refused" | "nothing";
  readonly check: PartReport;
  readonly comment: PartReport;
  /** What moved; the change must be judged again. */
  readonly moved: Moved | null;
  readonly outcome: JointOutcome | null;
  readonly foreign: readonly ForeignCheck[];
  /** One sentence for the log or a notice, when not everything was published. */
  readonly notice: string | null;
}

const absent: PartReport = { state: "none", id: null };
const skipped: PartReport = { state: "skipped", id: null };
const done: ReadonlySet<PartState> = new Set(["created", "updated", "unchanged", "none", "left alone", "left to app"]);

/** The target of a verdict. Null for a local range, which is no change on a platform. */
export function targetOf(verdict: ChangeVerdict): Target | null {
  const { repository, number, base_ref, base_sha, head_sha } = verdict.subject;
  return number === null ? null : { repository, number, headSha: head_sha, baseRef: base_ref, baseSha: base_sha };
}

function wantedComment(request: PublishRequest): WantedComment {
  const { judged, mode, run } = request;
  const { headSha } = request.target;
  if ("failure" in judged) return { headSha, own: failedSections, mayCreate: false };
  const { verdict } = judged;
  const answersComments = request.answersComments === true;
  if (isQuiet(request.labels ?? [])) return { headSha, own: quietSections(headSha), mayCreate: false };
  return {
    headSha,
    own: verdictSections(verdict, { mode, run, answersComments }),
    mayCreate: deservesComment(verdict),
  };
}

function noticeOf(check: PartReport, comment: PartReport, moved: Moved | null): string | null {
  if (check.state === "refused" || comment.state === "refused") {
    const [what, permission] = check.state === "refused" ? ["checks", "checks"] : ["comments", "pull-requests"];
    return `The token may not write ${what} here. Give it the permission ${permission}: write.`;
  }
  if (moved !== null) return `The ${moved} moved meanwhile, so nothing more is published for the older state.`;
  const failed = [check, comment].find((part) => part.state === "failed");
  return failed === undefined ? null : causeOf(failed.error);
}

function publishedOf(check: PartReport, comment: PartReport): Publication["published"] {
  const parts = [check, comment];
  if (parts.every((part) => done.has(part.state))) return "all";
  if (parts.some((part) => part.state !== "none" && done.has(part.state))) return "part";
  return parts.some((part) => part.state === "refused") ? "refused" : "nothing";
}

function isAbout(verdict: ChangeVerdict, target: Target): boolean {
  const { repository, number, head_sha } = verdict.subject;
  return (
    repository.toLowerCase() === target.repository.toLowerCase() &&
    number === target.number &&
    head_sha === target.headSha
  );
}

/** Carries out one part of a publication; what the platform answers is in its report. */
export async function attempt<Result extends { readonly state: PartState; readonly id: number | null }>(
  write: () => Promise<Result>,
): Promise<{ readonly report: PartReport; readonly result: Result | null }> {
  try {
    const result = await write();
    return { report: { state: result.state, id: result.id }, result };
  } catch (error) {
    // Neither a refusal nor an answer such as 422 is asked for a second time (reports C9, F12).
    return { report: { state: isRefusal(error) ? "refused" : "failed", id: null, error }, result: null };
  }
}

interface CheckPart extends Pick<Publication, "moved" | "outcome" | "foreign"> {
  readonly check: PartReport;
}

async function checkPart(platform: Platform, request: PublishRequest): Promise<CheckPart> {
  if (request.parts?.check === false) return { check: absent, moved: null, outcome: null, foreign: [] };
  const { report, result } = await attempt(() => publishCheck(platform, request));
  const { moved = null, outcome = null, foreign = [] } = result ?? {};
  return { check: report, moved, outcome, foreign };
}

/** The bots of the apps that publish on a head commit, by their check runs. */
async function publishingBots(platform: Platform, target: Target, publisher: Publisher): Promise<Set<string>> {
  const { ours, foreign } = await findChecks(platform, target.repository, target.headSha, publisher);
  return new Set(
    [...ours, ...foreign]
      .filter(isNamedByUs)
      .flatMap(({ appSlug }) => appSlug ?? [])
      .map((slug) => `${slug}[bot]`),
  );
}

interface CommentPart extends Pick<Publication, "moved"> {
  readonly comment: PartReport;
}

async function commentPart(platform: Platform, request: PublishRequest): Promise<CommentPart> {
  const { target, publisher, pace, parts } = request;
  if (parts?.comment === false) return { comment: absent, moved: null };
  const wanted = wantedComment(request);
  const { report, result } = await attempt(async () => {
    const appBots = parts?.check === false ? await publishingBots(platform, target, publisher) : new Set<string>();
    return await publishComment(platform, { target, wanted, publisher, pace, appBots });
  });
  return { comment: report, moved: result?.moved ?? null };
}

/**
 * Publishes a verdict, or our failure to reach one, for one change. It can be done again at any time, also after it was
 * ended anywhere in between: what is there already is found and not written twice.
 *
 * A failure of ours is said by the check run; a comment that is there keeps the verdict it names the commit of, and says on
 * top that it could not be judged again. The check run comes first, but for a sweep, which lets its run say what was seen only where the comment is there too: then nothing is missing
 * of a change whose run is believed.
 *
 * @throws TypeError when the verdict is about another change than the target; never for an answer of the platform.
 */
export async function publish(platform: Platform, request: PublishRequest): Promise<Publication> {
  const { target, judged, seen } = request;
  if ("verdict" in judged && !isAbout(judged.verdict, target)) {
    throw new TypeError("The verdict to publish is about another change or commit.");
  }
  if (seen !== undefined && seen.size > 0) {
    const { comment, moved } = await commentPart(platform, request);
    if (moved !== null) return publicationOf(skipped, comment, { moved, outcome: null, foreign: [] });
    const { check, ...found } = await checkPart(platform, {
      ...request,
      seen: done.has(comment.state) ? seen : undefined,
    });
    return publicationOf(check, comment, found);
  }
  const { check, ...found } = await checkPart(platform, request);
  if (check.state === "refused" || check.state === "moved") return publicationOf(check, skippedComment(request), found);
  const { comment, moved } = await commentPart(platform, request);
  return publicationOf(check, comment, { ...found, moved: moved ?? found.moved });
}

/** A comment that is not tried. */
function skippedComment({ judged, parts }: PublishRequest): PartReport {
  return parts?.comment === false || "failure" in judged ? absent : skipped;
}

/** A publication of its parts, with what is to be said of it. */
export function publicationOf(
  check: PartReport,
  comment: PartReport,
  found: Pick<Publication, "moved" | "outcome" | "foreign">,
): Publication {
  const notice = noticeOf(check, comment, found.moved);
  return { published: publishedOf(check, comment), check, comment, ...found, notice };
}

/** What is published when the token was refused already: nothing is tried a second time (report F12). */
export function refusedPublication(error: unknown): Publication {
  const check: PartReport = { state: "refused", id: null, error };
  return publicationOf(check, skipped, { moved: null, outcome: null, foreign: [] });
}
