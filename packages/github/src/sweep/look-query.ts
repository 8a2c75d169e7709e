/** @module The one question about many changes at once: everything a verdict can depend on, in small pages. */

import * as z from "zod/mini";
import { ChecksPage } from "../answers.ts";

/** Changes of one request; the platform answers about as many within its ten seconds. */
export const changesPerLook = 40;

/**
 * Events after which a verdict may be another one. The newest one's id never comes back, so that a change that was edited and
 * edited back is another than before.
 */
const events =
  "LABELED_EVENT, UNLABELED_EVENT, ASSIGNED_EVENT, UNASSIGNED_EVENT, RENAMED_TITLE_EVENT, BASE_REF_CHANGED_EVENT, " +
  "HEAD_REF_FORCE_PUSHED_EVENT, CONNECTED_EVENT, DISCONNECTED_EVENT, READY_FOR_REVIEW_EVENT, CONVERT_TO_DRAFT_EVENT";

const look = `fragment Look on PullRequest {
  number state title body lastEditedAt isDraft headRefOid headRefName baseRefName
  changedFiles additions deletions
  author { __typename login }
  labels(first: 30) { pageInfo { hasNextPage } nodes { name } }
  events: timelineItems(last: 1, itemTypes: [${events}]) { nodes { ... on Node { id } } }
  reviews(first: 50, states: [APPROVED, CHANGES_REQUESTED, DISMISSED]) {
    pageInfo { hasNextPage } nodes { id state commit { oid } }
  }
  closing: closingIssuesReferences(first: 20) { totalCount nodes { number updatedAt repository { nameWithOwner } } }
  linkedByHand: closingIssuesReferences(first: 20, userLinkedOnly: true) {
    totalCount nodes { number repository { nameWithOwner } }
  }
  commits(last: 1) { totalCount nodes { commit { oid
    checkSuites(first: 10, filterBy: {checkName: "warrant/change"}) @include(if: $own) {
      pageInfo { hasNextPage }
      nodes {
        app { databaseId slug }
        checkRuns(first: 5, filterBy: {checkName: "warrant/change", checkType: LATEST}) {
          pageInfo { hasNextPage }
          nodes { databaseId name status conclusion completedAt externalId detailsUrl title text }
        }
      }
    }
  } } }
  statusCheckRollup @include(if: $checks) {
    contexts(first: 100) {
      pageInfo { hasNextPage endCursor }
      nodes {
        __typename
        ... on CheckRun { name status conclusion checkSuite { app { slug } } }
        ... on StatusContext { context state }
      }
    }
  }
}`;

/** The query for so many changes: `$n0`, `$n1`, … are their numbers, `c0`, `c1`, … the answers. */
export function lookQuery(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const declared = indexes.map((index) => `, $n${index}: Int!`).join("");
  const asked = indexes.map((index) => `c${index}: pullRequest(number: $n${index}) { ...Look }`).join("\n    ");
  return `query SweepLook($owner: String!, $name: String!, $own: Boolean!, $checks: Boolean!${declared}) {
  repository(owner: $owner, name: $name) {
    ${asked}
  }
}
${look}`;
}

function list<Schema extends z.core.$ZodType>(node: Schema) {
  return z.object({ pageInfo: z.object({ hasNextPage: z.boolean() }), nodes: z.nullable(z.array(z.nullable(node))) });
}

const repository = z.object({ nameWithOwner: z.string() });

const OwnRun = z.object({
  databaseId: z.nullable(z.int()),
  name: z.string(),
  status: z.string(),
  conclusion: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  detailsUrl: z.nullable(z.string()),
  title: z.nullable(z.string()),
  text: z.nullable(z.string()),
});

const Suite = z.object({
  app: z.nullable(z.object({ databaseId: z.nullable(z.int()), slug: z.nullable(z.string()) })),
  checkRuns: z.nullable(list(OwnRun)),
});

/** One change as it was looked at. */
export const LookAnswer = z.object({
  number: z.int(),
  state: z.string(),
  title: z.string(),
  body: z.nullable(z.string()),
  lastEditedAt: z.nullable(z.string()),
  isDraft: z.boolean(),
  headRefOid: z.string(),
  headRefName: z.string(),
  baseRefName: z.string(),
  changedFiles: z.int(),
  additions: z.int(),
  deletions: z.int(),
  author: z.nullable(z.object({ __typename: z.string(), login: z.string() })),
  labels: z.nullable(list(z.object({ name: z.string() }))),
  events: z.object({ nodes: z.nullable(z.array(z.nullable(z.object({ id: z.string() })))) }),
  reviews: z.nullable(
    list(z.object({ id: z.string(), state: z.string(), commit: z.nullable(z.object({ oid: z.string() })) })),
  ),
  closing: z.nullable(
    z.object({
      totalCount: z.int(),
      nodes: z.nullable(z.array(z.nullable(z.object({ number: z.int(), updatedAt: z.string(), repository })))),
    }),
  ),
  /** Absent on a server that does not tell such links. */
  linkedByHand: z.optional(
    z.nullable(
      z.object({
        totalCount: z.int(),
        nodes: z.nullable(z.array(z.nullable(z.object({ number: z.int(), repository })))),
      }),
    ),
  ),
  commits: z.object({
    totalCount: z.int(),
    nodes: z.nullable(
      z.array(
        z.nullable(
          z.object({ commit: z.object({ oid: z.string(), checkSuites: z.optional(z.nullable(list(Suite))) }) }),
        ),
      ),
    ),
  }),
  statusCheckRollup: z.optional(z.nullable(z.object({ contexts: z.nullable(ChecksPage) }))),
});
export type LookAnswer = z.infer<typeof LookAnswer>;

export const LooksAnswer = z.object({ repository: z.nullable(z.record(z.string(), z.unknown())) });
