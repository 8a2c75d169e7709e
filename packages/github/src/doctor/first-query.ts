/** @module The doctor's first question: the repository, its branch, its queue, and the checks of its newest changes. */

import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { faultAt, type GraphqlFault } from "../graphql-answer.ts";
import { ownerAndName } from "../owner-and-name.ts";
import { checkName } from "../publish/stored-verdict.ts";
import { type ContextsAnswer, RepositoryAnswer } from "./answers.ts";
import type { Known, SeenChange, SeenCheck, SeenChecks } from "./seen.ts";
import { permissions, refused } from "./unread.ts";

export interface DoctorOptions {
  /** `owner/name` as it was given; the report carries the platform's own spelling. */
  readonly repository: string;
  /** The default branch when left out. */
  readonly branch?: string | undefined;
}

/** The branch that was named is not there, or the repository has none. */
export class NoBranch extends Error {
  override readonly name = "NoBranch";
}

const contexts = `statusCheckRollup { contexts(first: 100) {
  pageInfo { hasNextPage }
  nodes {
    __typename
    ... on CheckRun { name checkSuite { app { databaseId slug } } }
    ... on StatusContext { context creator { login } }
  }
} }`;
const tip = `name target { oid ... on Commit { ${contexts} } }`;

/** The changes stand in a part of their own: the platform gives nothing of a part whose list the token may not read. */
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

/** What is known at the start. */
export interface Start {
  /** As the platform spells it. */
  readonly repository: string;
  readonly isAdmin: boolean;
  readonly branch: string;
  readonly tip: string;
  readonly defaultBranch: string;
  readonly defaultTip: string;
  readonly queue: Known<boolean>;
  readonly checks: Known<SeenChecks>;
}

type Repository = NonNullable<RepositoryAnswer["repository"]>;
type Ref = Repository["defaultBranchRef"];

function missing(asked: string, faults: readonly GraphqlFault[]): PlatformError {
  const isRefused = faultAt(faults, ["repository"])?.type === "FORBIDDEN";
  return new PlatformError({
    code: isRefused ? "platform-auth" : "platform-missing",
    asked,
    came: isRefused ? "the token may not see it" : "it is not there, or the token may not see it",
    next: "Check the name, and that the token may read the contents of the repository.",
  });
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

function seenChecks(
  { changes: answer }: RepositoryAnswer,
  faults: readonly GraphqlFault[],
  ref: Ref,
): Known<SeenChecks> {
  const list = answer?.pullRequests.nodes ?? null;
  if (list === null || faultAt(faults, ["changes"]) !== undefined) {
    return refused("the checks of the newest pull requests", permissions.changes);
  }
  const checks = checksOf(ref?.target?.statusCheckRollup, null, ref?.target?.oid ?? "");
  const changes: SeenChange[] = [];
  for (const node of list) {
    if (node === null || node.baseRefName !== ref?.name) continue;
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

function queueOf({ mergeQueue }: Repository, faults: readonly GraphqlFault[]): Known<boolean> {
  if (faultAt(faults, ["repository", "mergeQueue"]) !== undefined)
    return refused("the merge queue", permissions.queues);
  return { known: true, value: (mergeQueue ?? null) !== null };
}

/** Asks it. @throws PlatformError when the repository cannot be asked. @throws NoBranch */
export async function firstQuery(client: GitHubClient, { repository, branch }: DoctorOptions): Promise<Start> {
  const { owner, repo } = ownerAndName(repository);
  const named = branch !== undefined;
  const variables = { owner, name: repo, branch: branch ?? null, ref: `refs/heads/${branch ?? ""}`, named };
  const { data, faults } = await client.graphql("the repository", doctorQuery, variables, RepositoryAnswer);
  if (data.repository === null) throw missing(`the repository ${repository}`, faults);
  const { defaultBranchRef: ofDefault, ref, nameWithOwner, viewerPermission } = data.repository;
  const chosen = named ? (ref ?? null) : ofDefault;
  if (chosen === null || chosen.target === null || ofDefault === null || ofDefault.target === null) {
    const isFaulty = ["defaultBranchRef", "ref"].some((field) => faultAt(faults, ["repository", field]) !== undefined);
    if (isFaulty) throw missing(`the branches of ${repository}`, faults);
    throw new NoBranch(
      named && ofDefault !== null ? "the repository has no such branch" : "the repository has no branch",
    );
  }
  return {
    repository: nameWithOwner,
    isAdmin: viewerPermission === "ADMIN",
    branch: chosen.name,
    tip: chosen.target.oid,
    defaultBranch: ofDefault.name,
    defaultTip: ofDefault.target.oid,
    queue: queueOf(data.repository, faults),
    checks: seenChecks(data, faults, chosen),
  };
}
