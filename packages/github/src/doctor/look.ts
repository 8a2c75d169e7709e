/** @module Looking at a repository for the doctor: at most twelve requests, and every failure kept as something not known. */

import { configurationAt } from "../base-configuration.ts";
import { GitHubBaseFiles } from "../base-files.ts";
import type { GitHubClient } from "../client.ts";
import { PlatformError, whyFailed } from "../errors.ts";
import { faultAt, type GraphqlFault } from "../graphql-answer.ts";
import { Lookups } from "../lookups.ts";
import { ownerAndName } from "../publish/platform.ts";
import { checkName } from "../publish/stored-verdict.ts";
import {
  ActionsAnswer,
  type AppAnswer,
  BranchAnswer,
  ClassicAnswer,
  type ContextsAnswer,
  RepositoryAnswer,
  RulesAnswer,
  RulesetAnswer,
  RunsAnswer,
  TokenDefaultsAnswer,
  WorkflowFolderAnswer as WorkflowFolder,
  type WorkflowFolderAnswer,
} from "./answers.ts";
import { classicChecks } from "./requirements.ts";
import type { ClassicSummary, Known, Seen, SeenChange, SeenCheck, SeenChecks, Unread } from "./seen.ts";
import { readWorkflow, type WorkflowFile } from "./workflow-file.ts";

export interface DoctorOptions {
  /** `owner/name` as it was given; the report carries the platform's own spelling. */
  readonly repository: string;
  /** The default branch when left out. */
  readonly branch?: string | undefined;
}

/** The branch that was named is not there. */
export class NoBranch extends Error {
  override readonly name = "NoBranch";
}

/** Rulesets whose bypass lists are asked for; a repository in which more require one check is not usual. */
const mostRulesets = 3;
const workflowFolder = ".github/workflows";

const contexts = `statusCheckRollup { contexts(first: 100) {
  pageInfo { hasNextPage }
  nodes {
    __typename
    ... on CheckRun { name checkSuite { app { databaseId slug } } }
    ... on StatusContext { context creator { login } }
  }
} }`;
const tip = `name target { oid ... on Commit { ${contexts} } }`;

const doctorQuery = `query Doctor($owner: String!, $name: String!, $branch: String, $ref: String!, $named: Boolean!) {
  repository(owner: $owner, name: $name) {
    nameWithOwner viewerPermission
    defaultBranchRef { ${tip} }
    ref(qualifiedName: $ref) @include(if: $named) { ${tip} }
    mergeQueue(branch: $branch) { id }
  }
  changes: repository(owner: $owner, name: $name) {
    pullRequests(first: 20, baseRefName: $branch, orderBy: { field: UPDATED_AT, direction: DESC }) {
      nodes { number baseRefName headRefOid author { login } ${contexts} }
    }
  }
}`;

const folderSelection =
  "file(path: $value) { type object { ... on Tree { entries { name type object { ... on Blob { text isTruncated } } } } } }";

function unreadOf(error: PlatformError, what: string, permission: string): Unread {
  const passes = error.code === "platform-failed" || error.code === "platform-limit";
  return { known: false, what, why: whyFailed(error), permission, passes };
}

/** What an answer gives, or why it is not known. */
async function known<Value>(what: string, permission: string, ask: () => Promise<Value>): Promise<Known<Value>> {
  try {
    return { known: true, value: await ask() };
  } catch (error) {
    if (error instanceof PlatformError) return unreadOf(error, what, permission);
    throw error;
  }
}

type Repository = NonNullable<RepositoryAnswer["repository"]>;
type Changes = RepositoryAnswer["changes"];

interface Start {
  readonly repository: Repository;
  readonly changes: Changes;
  readonly faults: readonly GraphqlFault[];
  readonly branch: string;
  readonly tip: string;
  readonly defaultBranch: string;
  readonly defaultTip: string;
}

async function start(client: GitHubClient, { repository, branch }: DoctorOptions): Promise<Start> {
  const { owner, repo } = ownerAndName(repository);
  const variables = {
    owner,
    name: repo,
    branch: branch ?? null,
    ref: `refs/heads/${branch ?? ""}`,
    named: branch !== undefined,
  };
  const { data, faults } = await client.graphql("the repository", doctorQuery, variables, RepositoryAnswer);
  if (data.repository === null) {
    throw new PlatformError({
      code: "platform-missing",
      asked: `the repository ${repository}`,
      came: "it is not there, or the token may not see it",
      next: "Check the name, and that the token may read the repository.",
    });
  }
  const { defaultBranchRef, ref } = data.repository;
  const chosen = branch === undefined ? defaultBranchRef : (ref ?? null);
  if (chosen === null || chosen.target === null || defaultBranchRef === null || defaultBranchRef.target === null) {
    throw new NoBranch(branch === undefined ? "the repository has no branch" : "the repository has no such branch");
  }
  return {
    repository: data.repository,
    changes: data.changes,
    faults,
    branch: chosen.name,
    tip: chosen.target.oid,
    defaultBranch: defaultBranchRef.name,
    defaultTip: defaultBranchRef.target.oid,
  };
}

function checksOf(answer: ContextsAnswer | undefined, number: number | null, sha: string): SeenCheck[] {
  return (answer?.contexts.nodes ?? []).flatMap((node): SeenCheck[] => {
    if (node === null) return [];
    if (node.__typename === "StatusContext") {
      if (node.context !== checkName) return [];
      return [{ kind: "status", number, sha, appId: null, appSlug: null, creator: node.creator?.login ?? null }];
    }
    if (node.name !== checkName) return [];
    const app = node.checkSuite?.app ?? null;
    return [{ kind: "run", number, sha, appId: app?.databaseId ?? null, appSlug: app?.slug ?? null, creator: null }];
  });
}

function seenChecks({ repository, changes: answer, faults, branch, tip: tipSha }: Start): Known<SeenChecks> {
  const list = answer?.pullRequests.nodes ?? null;
  const isFaulty = faultAt(faults, ["changes"]) !== undefined;
  if (list === null || isFaulty) {
    const permission = "Pull requests: read, Checks: read and Commit statuses: read";
    return {
      known: false,
      what: "the checks of the newest pull requests",
      why: "the platform refused them",
      permission,
    };
  }
  const onBranch = [repository.defaultBranchRef, repository.ref].find((ref) => ref?.name === branch)?.target;
  const checks = checksOf(onBranch?.statusCheckRollup, null, tipSha);
  const changes: SeenChange[] = [];
  for (const node of list) {
    if (node === null || node.baseRefName !== branch) continue;
    const own = checksOf(node.statusCheckRollup, node.number, node.headRefOid);
    checks.push(...own);
    changes.push({
      number: node.number,
      author: node.author?.login ?? null,
      hasCheck: own.length > 0,
      isWhole: node.statusCheckRollup?.contexts.pageInfo.hasNextPage !== true,
    });
  }
  return { known: true, value: { changes, checks } };
}

function queueOf({ repository, faults }: Start): Known<boolean> {
  if (faultAt(faults, ["repository", "mergeQueue"]) === undefined) {
    return { known: true, value: (repository.mergeQueue ?? null) !== null };
  }
  return { known: false, what: "the merge queue", why: "the platform refused it", permission: "Merge queues: read" };
}

function workflowsOf(folder: WorkflowFolderAnswer): WorkflowFile[] {
  const files = folder?.object?.entries ?? [];
  return files
    .filter(({ name, type }) => type === "blob" && /\.ya?ml$/i.test(name))
    .map(({ name, object }) => {
      const path = `${workflowFolder}/${name}`;
      const isWhole = typeof object?.text === "string" && object.isTruncated !== true;
      if (!isWhole) return { path, reading: { ok: false, why: "its text is too long, or none" } };
      return readWorkflow(path, object.text ?? "");
    });
}

async function workflowsAt(lookups: Lookups, commit: string): Promise<Known<readonly WorkflowFile[]>> {
  return await known("the workflows", "Contents: read", async () => {
    const question = { at: { commit }, selection: folderSelection, value: workflowFolder, schema: WorkflowFolder };
    const reply = await lookups.ask(question);
    if (reply.ok) return workflowsOf(reply.value);
    throw new PlatformError({
      code: "platform-failed",
      asked: workflowFolder,
      came: "the platform refused it",
      next: "",
    });
  });
}

/** Classic protection, of which the platform says 404 where there is none and where the token may not see it. */
async function classicOf(
  ask: () => Promise<ClassicAnswer>,
  isAdmin: boolean,
  summary: Known<ClassicSummary>,
): Promise<Known<ClassicAnswer | null>> {
  const permission = "Administration: read, or an administrator's";
  const what = "the classic protection";
  try {
    return { known: true, value: await ask() };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // The summary knows better than a 404 what classic protection requires; where it requires nothing, an administrator's 404 is true.
    const hasNone = summary.known ? !summary.value.enabled || (isAdmin && summary.value.checks.length === 0) : isAdmin;
    if (error.status === 404 && hasNone) return { known: true, value: null };
    return unreadOf(error, what, permission);
  }
}

function requiringRulesets(rules: Seen["rules"]): number[] {
  if (!rules.known) return [];
  const requiring = rules.value.filter(({ parameters }) =>
    parameters?.required_status_checks?.some(({ context }) => context === checkName),
  );
  return [...new Set(requiring.map(({ ruleset_id: id }) => id))].slice(0, mostRulesets);
}

const rulesLeft: Unread = {
  known: false,
  what: "the rules of the branch",
  why: "there are more than one answer holds",
  permission: "Metadata: read",
};

/** Asks for everything. @throws PlatformError when not even the repository is known. @throws NoBranch */
export async function look(client: GitHubClient, options: DoctorOptions): Promise<Seen> {
  const begun = await start(client, options);
  const { repository, branch, tip: tipSha, defaultTip } = begun;
  const name = repository.nameWithOwner;
  const path = { ...ownerAndName(name), branch };
  const lookups = new Lookups(client, name);
  const base = new GitHubBaseFiles(client, lookups, name, tipSha);
  base.prepare({ files: ["warrant.yaml", "warrant.yml"] });
  const workflows = workflowsAt(lookups, defaultTip);
  const branchWorkflows = tipSha === defaultTip ? workflows : workflowsAt(lookups, tipSha);
  const checks = seenChecks(begun);
  const writer = checks.known
    ? checks.value.checks.find(
        (check) => check.kind === "run" && check.appSlug !== null && check.appSlug !== "github-actions",
      )
    : undefined;

  const summary = known("the branch", "Contents: read", async (): Promise<ClassicSummary> => {
    const { data } = await client.rest("GET /repos/{owner}/{repo}/branches/{branch}", path, BranchAnswer);
    const { enabled, required_status_checks: required } = data.protection;
    return { enabled, checks: classicChecks(required), level: required?.enforcement_level ?? "" };
  });
  const classic = summary.then(async (value) => {
    const route = "GET /repos/{owner}/{repo}/branches/{branch}/protection";
    const isAdmin = repository.viewerPermission === "ADMIN";
    return await classicOf(async () => (await client.rest(route, path, ClassicAnswer)).data, isAdmin, value);
  });
  const rules = known("the rules of the branch", "Metadata: read", async () => {
    const route = "GET /repos/{owner}/{repo}/rules/branches/{branch}";
    const answer = await client.rest(route, { ...path, per_page: 100 }, RulesAnswer);
    return { rules: answer.data, isWhole: !String(answer.headers["link"] ?? "").includes('rel="next"') };
  }).then((answer): Seen["rules"] =>
    answer.known ? (answer.value.isWhole ? { known: true, value: answer.value.rules } : rulesLeft) : answer,
  );
  const rulesets = rules.then(async (value) => {
    const ids = requiringRulesets(value);
    const route = "GET /repos/{owner}/{repo}/rulesets/{id}";
    const answers = ids.map(async (id) => {
      const what = `the bypass list of the ruleset ${id}`;
      const ask = async () => (await client.rest(route, { ...path, id }, RulesetAnswer)).data;
      return [id, await known(what, "Administration: write, or an administrator's", ask)] as const;
    });
    return new Map(await Promise.all(answers));
  });
  const settings = "Administration: read, or an administrator's";
  const actions = known("the settings of GitHub Actions", settings, async () => {
    const { data } = await client.rest("GET /repos/{owner}/{repo}/actions/permissions", path, ActionsAnswer);
    return { enabled: data.enabled, allowed: data.allowed_actions ?? null };
  });
  const tokenDefaults = known("what tokens of workflows may do", settings, async () => {
    const route = "GET /repos/{owner}/{repo}/actions/permissions/workflow";
    const { data } = await client.rest(route, path, TokenDefaultsAnswer);
    return { permissions: data.default_workflow_permissions, mayApprove: data.can_approve_pull_request_reviews };
  });
  const app =
    writer === undefined
      ? null
      : known("the app that writes the check", "Checks: read", () => appOf(client, name, writer));

  return {
    host: client.urls.host,
    repository: name,
    branch,
    defaultBranch: begun.defaultBranch,
    commit: tipSha,
    configuration: await configurationAt(base),
    rules: await rules,
    summary: await summary,
    classic: await classic,
    rulesets: await rulesets,
    queue: queueOf(begun),
    checks,
    app: await app,
    workflows: await workflows,
    branchWorkflows: await branchWorkflows,
    actions: await actions,
    tokenDefaults: await tokenDefaults,
  };
}

/** The app behind a check run, which says of itself what it may do and hear. */
async function appOf(client: GitHubClient, repository: string, { sha, appId }: SeenCheck): Promise<AppAnswer> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const asked = { ...ownerAndName(repository), ref: sha, check_name: checkName, per_page: 100 };
  const { data } = await client.rest(route, asked, RunsAnswer);
  const app = data.check_runs.map((run) => run.app).find((each) => each?.id === appId) ?? null;
  if (app !== null) return app;
  throw new PlatformError({
    code: "platform-missing",
    asked: route,
    came: "the run is not there any more",
    next: "Try again.",
  });
}
