/** @module A group of a merge queue answered: its changes found, each decided, and one check run on the group's head commit. */

import * as z from "zod/mini";
import { configurationAt } from "../base-configuration.ts";
import { GitHubBaseFiles } from "../base-files.ts";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { judgedState, judgePullRequest } from "../judge-pull-request.ts";
import { Lookups } from "../lookups.ts";
import { ownerAndName } from "../owner-and-name.ts";
import { type Conclusion, isEnforcing, type Mode } from "../publish/conclusion.ts";
import type { JudgedState } from "../publish/judge-and-publish.ts";
import type { WritePace } from "../publish/pace.ts";
import { causeOf } from "../publish/platform.ts";
import type { Publication } from "../publish/publish.ts";
import type { Publisher } from "../publish/publisher.ts";
import { watched } from "../publish/supervise.ts";
import type { Timing } from "../timing.ts";
import { branchOf, isCommitId, type Member, type Members, type MergeGroup } from "./group.ts";
import { concludeGroup, type GroupFindings, groupOutput, groupTitle } from "./group-output.ts";
import { type GroupChange, judgeMember, unknownChange } from "./judge-member.ts";
import { publishGroup } from "./publish-group.ts";
import { queuedMembers } from "./queue.ts";
import { tracedMembers } from "./traced-members.ts";

/** Milliseconds in which a group is answered (report F6). */
const answerDeadlineMs = 10_000;
/** The part of them that is kept for publishing. */
const publishingMs = 3000;
/** Changes judged at the same time. */
const atOnce = 10;
/** Changes of one group; the platform builds at most so many together. */
const mostMembers = 100;

export interface MergeGroupTask {
  /** `owner/name` */
  readonly repository: string;
  readonly group: MergeGroup;
  /** `enforce` raises what the configuration of the base says; `report` leaves it. */
  readonly mode: Mode;
  /** For the environment's sensitive paths. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly publisher: Publisher;
  readonly pace: WritePace;
  /** Judges a change whose stored verdict does not answer, models included. Absent: the rules are all there is. */
  readonly judge?: ((number: number, signal: AbortSignal) => Promise<JudgedState>) | undefined;
  readonly signal: AbortSignal;
  /** The page that shows more: the server's, or the workflow run. */
  readonly detailsUrl?: string | undefined;
  /** Milliseconds until the answer stands on the commit. */
  readonly deadlineMs?: number;
  /** The clock of the deadline; the client's when absent. */
  readonly timing?: Pick<Timing, "sleep"> | undefined;
}

export interface MergeGroupAnswer {
  readonly conclusion: Conclusion;
  readonly title: string;
  readonly mode: Mode;
  readonly changes: readonly GroupChange[];
  /** Null when the event names no commit to publish on. */
  readonly publication: Publication | null;
}

const TipAnswer = z.object({
  repository: z.nullable(
    z.object({ ref: z.nullable(z.object({ target: z.nullable(z.object({ oid: z.string() })) })) }),
  ),
});
const tipDocument = `query WarrantTip($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) { ref(qualifiedName: $ref) { target { oid } } }
}`;

/** Whether the tip of the base branch enforces; what cannot be read may (law 3). */
async function baseMode(client: GitHubClient, { repository, group, mode }: MergeGroupTask): Promise<Mode> {
  if (isEnforcing(mode)) return "enforce";
  const { owner, repo: name } = ownerAndName(repository);
  const branch = branchOf(group.baseRef);
  try {
    const variables = { owner, name, ref: `refs/heads/${branch}` };
    const { data } = await client.graphql(`the tip of ${branch}`, tipDocument, variables, TipAnswer);
    const sha = data.repository?.ref?.target?.oid;
    if (sha === undefined) return "enforce";
    const base = new GitHubBaseFiles(client, new Lookups(client, repository), repository, sha);
    const { reading, why } = await configurationAt(base);
    return why === null && reading.ok && !reading.configuration.intent.enforce ? "report" : "enforce";
  } catch (error) {
    if (error instanceof PlatformError) return "enforce";
    throw error;
  }
}

/** The changes of a group: by the queue, else by its commits. */
async function findMembers(client: GitHubClient, { repository, group }: MergeGroupTask): Promise<Members> {
  if (!isCommitId(group.baseSha) || branchOf(group.baseRef) === "") {
    return { why: "the event names no base to compare with" };
  }
  try {
    const queued = await queuedMembers(client, repository, group);
    const found = queued === null ? await tracedMembers(client, repository, group) : { members: queued };
    const isTooMany = "members" in found && found.members.length > mostMembers;
    return isTooMany ? { why: `it holds more than ${mostMembers} changes` } : found;
  } catch (error) {
    return { why: causeOf(error).replace(/\.$/, "") };
  }
}

/** What is found out about a group, step by step, so that at the deadline everything that is known by then is said. */
class Progress {
  mode: Mode | null = null;
  found: Members | null = null;
  readonly changes = new Map<number, GroupChange>();

  /** @param failure Why nothing more was found out; null when all was. */
  findings(failure: string | null): GroupFindings {
    const members: readonly Member[] = this.found !== null && "members" in this.found ? this.found.members : [];
    const notJudged = failure ?? "It has not been judged.";
    const changes = members.map((member) => this.changes.get(member.number) ?? unknownChange(member, notJudged));
    const modes = [this.mode ?? "enforce", ...changes.flatMap(({ mode }) => (mode === null ? [] : [mode]))];
    const why = this.found === null ? notJudged.replace(/\.$/, "") : "why" in this.found ? this.found.why : null;
    return { mode: modes.find(isEnforcing) ?? "report", changes, why };
  }
}

async function judgeMembers(
  client: GitHubClient,
  members: readonly Member[],
  task: MergeGroupTask,
  changes: Map<number, GroupChange>,
): Promise<void> {
  const { repository, mode, env } = task;
  const rules = async (number: number, signal: AbortSignal): Promise<JudgedState> =>
    judgedState(await judgePullRequest(client, { repository, number, mode, env, signal }));
  const waiting = [...members];
  const about = { ...task, branch: branchOf(task.group.baseRef), rules, signal: client.signal };
  const work = async (): Promise<void> => {
    for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
      changes.set(member.number, await judgeMember(client, member, about));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function findOut(client: GitHubClient, task: MergeGroupTask, progress: Progress): Promise<void> {
  const readMode = async (): Promise<void> => {
    progress.mode = await baseMode(client, task);
  };
  const judge = async (): Promise<void> => {
    const found = await findMembers(client, task);
    progress.found = found;
    if ("members" in found) await judgeMembers(client, found.members, task, progress.changes);
  };
  await Promise.all([readMode(), judge()]);
}

/**
 * Answers `checks_requested` of a merge group (github.md 3.4): always, in time, on the group's head commit.
 *
 * The changes are read from the queue first and judged after, so no verdict is older than the group. Under enforcement only
 * a group of known changes that are all allowed is let through; whatever is unknown refuses. Under report the answer is
 * neutral, also when something failed. Can be done again at any time. Never rejects for an answer of the platform.
 */
export async function answerMergeGroup(client: GitHubClient, task: MergeGroupTask): Promise<MergeGroupAnswer> {
  const { repository, group, deadlineMs = answerDeadlineMs, signal } = task;
  const progress = new Progress();
  const endsAfter = Math.max(0, deadlineMs - publishingMs);
  const found = await watched(
    async (working) => {
      await findOut(client.within({ repository, headSha: group.headSha }, { signal: working }), task, progress);
    },
    {
      timing: task.timing ?? client.timing,
      signal,
      deadlineMs: endsAfter,
      // The answer comes soon enough without a run that says it will.
      beginAfterMs: endsAfter,
      begin: () => Promise.resolve(),
    },
  );
  const findings = progress.findings("failure" in found ? found.failure : null);
  const answer = {
    conclusion: concludeGroup(findings),
    title: groupTitle(findings),
    mode: findings.mode,
    changes: findings.changes,
  };
  if (!isCommitId(group.headSha)) return { ...answer, publication: null };
  const { headSha } = group;
  const scope = client.within({ repository, headSha });
  const publication = await publishGroup(scope, { ...task, headSha }, groupOutput(headSha, findings));
  return { ...answer, publication };
}
