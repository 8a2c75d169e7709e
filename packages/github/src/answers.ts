/** @module The schemas of what collecting reads from GitHub: exactly the fields that are used, and nothing is taken for granted. */

import * as z from "zod/mini";

/** `null` where the platform has nothing, or could not say; only the faults of an answer tell which. */
function nullable<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.nullable(schema);
}

export const ActorAnswer = z.object({
  __typename: z.string(),
  login: z.string(),
  databaseId: z.optional(nullable(z.int())),
});
export type ActorAnswer = z.infer<typeof ActorAnswer>;

const LabelAnswers = nullable(
  z.object({
    pageInfo: z.object({ hasNextPage: z.boolean() }),
    nodes: nullable(z.array(nullable(z.object({ name: z.string() })))),
  }),
);

export const EventAnswer = z.object({
  __typename: z.string(),
  actor: z.optional(nullable(ActorAnswer)),
  label: z.optional(z.object({ name: z.string() })),
  assignee: z.optional(nullable(z.object({ ...ActorAnswer.shape, login: z.optional(z.string()) }))),
});
export type EventAnswer = z.infer<typeof EventAnswer>;

export const IssueAnswer = z.object({
  __typename: z.literal("Issue"),
  number: z.int(),
  title: z.string(),
  body: nullable(z.string()),
  state: z.string(),
  /** Absent on a server that does not know it; a closed issue then has none. */
  stateReason: z.optional(nullable(z.string())),
  lastEditedAt: nullable(z.string()),
  repository: z.object({ nameWithOwner: z.string() }),
  author: nullable(ActorAnswer),
  editor: nullable(ActorAnswer),
  labels: LabelAnswers,
  events: z.object({
    pageInfo: z.object({ hasPreviousPage: z.boolean() }),
    nodes: nullable(z.array(nullable(EventAnswer))),
  }),
  renames: z.object({ nodes: nullable(z.array(nullable(EventAnswer))) }),
});
export type IssueAnswer = z.infer<typeof IssueAnswer>;

export const PullRequestAsIssueAnswer = z.object({
  __typename: z.literal("PullRequest"),
  number: z.int(),
  title: z.string(),
  body: nullable(z.string()),
  prState: z.string(),
  repository: z.object({ nameWithOwner: z.string() }),
  author: nullable(ActorAnswer),
});

export const IssueOrPullRequestAnswer = nullable(z.union([IssueAnswer, PullRequestAsIssueAnswer]));
export type IssueOrPullRequestAnswer = z.infer<typeof IssueOrPullRequestAnswer>;

const closingShape = {
  closing: nullable(z.object({ totalCount: z.int(), nodes: nullable(z.array(nullable(IssueAnswer))) })),
  /** Absent on a server that does not tell such links: then none counts as one. */
  linkedByHand: z.optional(
    nullable(
      z.object({
        totalCount: z.int(),
        nodes: nullable(
          z.array(nullable(z.object({ number: z.int(), repository: z.object({ nameWithOwner: z.string() }) }))),
        ),
      }),
    ),
  ),
};
const ClosingAnswer = z.object(closingShape);
export type ClosingAnswer = z.infer<typeof ClosingAnswer>;

const PersonAnswer = nullable(
  z.object({
    name: nullable(z.string()),
    email: nullable(z.string()),
    user: nullable(z.object({ login: z.string(), databaseId: nullable(z.int()) })),
  }),
);
export type PersonAnswer = z.infer<typeof PersonAnswer>;

export const CommitsPage = z.object({
  totalCount: z.int(),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: nullable(z.string()) }),
  nodes: nullable(
    z.array(
      nullable(
        z.object({
          commit: z.object({
            oid: z.string(),
            message: z.string(),
            author: PersonAnswer,
            committer: PersonAnswer,
            authors: z.object({ totalCount: z.int(), nodes: nullable(z.array(PersonAnswer)) }),
            parents: z.object({ totalCount: z.int() }),
            signature: nullable(z.object({ isValid: z.boolean() })),
          }),
        }),
      ),
    ),
  ),
});
export type CommitsPage = z.infer<typeof CommitsPage>;

export const ReviewsPage = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: nullable(z.string()) }),
  nodes: nullable(
    z.array(
      nullable(
        z.object({
          state: z.string(),
          authorAssociation: z.string(),
          submittedAt: nullable(z.string()),
          author: nullable(ActorAnswer),
          commit: nullable(z.object({ oid: z.string() })),
        }),
      ),
    ),
  ),
});
export type ReviewsPage = z.infer<typeof ReviewsPage>;

export const EventsPage = z.object({
  pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: nullable(z.string()) }),
  nodes: nullable(z.array(nullable(EventAnswer))),
});
export type EventsPage = z.infer<typeof EventsPage>;

export const ChecksPage = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: nullable(z.string()) }),
  nodes: nullable(
    z.array(
      nullable(
        z.object({
          __typename: z.string(),
          databaseId: z.optional(nullable(z.number())),
          name: z.optional(z.string()),
          status: z.optional(z.string()),
          conclusion: z.optional(nullable(z.string())),
          externalId: z.optional(nullable(z.string())),
          checkSuite: z.optional(nullable(z.object({ app: nullable(z.object({ slug: z.string() })) }))),
          context: z.optional(z.string()),
          state: z.optional(z.string()),
        }),
      ),
    ),
  ),
});
export type ChecksPage = z.infer<typeof ChecksPage>;

export const BlobAnswer = z.object({
  text: z.optional(nullable(z.string())),
  isBinary: z.optional(nullable(z.boolean())),
  isTruncated: z.optional(z.boolean()),
});
export const BaseFileAnswer = nullable(z.object({ oid: z.string(), type: z.string(), object: nullable(BlobAnswer) }));
export type BaseFileAnswer = z.infer<typeof BaseFileAnswer>;

const tipShape = {
  headRefOid: z.string(),
  baseRefName: z.string(),
  baseRefOid: z.string(),
  baseRef: nullable(z.object({ target: nullable(z.object({ oid: z.string() })) })),
};
const Tip = z.object(tipShape);
export type Tip = z.infer<typeof Tip>;

const PullRequest = z.object({
  ...tipShape,
  ...closingShape,
  title: z.string(),
  body: nullable(z.string()),
  state: z.string(),
  isDraft: z.boolean(),
  author: nullable(ActorAnswer),
  headRefName: z.string(),
  headRepository: nullable(z.object({ nameWithOwner: z.string() })),
  changedFiles: z.int(),
  additions: z.int(),
  deletions: z.int(),
  commits: CommitsPage,
  reviews: nullable(ReviewsPage),
  labels: LabelAnswers,
  events: EventsPage,
  configuration: nullable(
    z.object({
      target: nullable(
        z.object({
          oid: z.optional(z.string()),
          yaml: z.optional(BaseFileAnswer),
          yml: z.optional(BaseFileAnswer),
        }),
      ),
    }),
  ),
  statusCheckRollup: nullable(z.object({ contexts: nullable(ChecksPage) })),
});
export type PullRequest = z.infer<typeof PullRequest>;

/** A query about one pull request, as far as `fields` go. */
function onPullRequest<Schema extends z.core.$ZodType>(fields: Schema) {
  return z.object({ repository: nullable(z.object({ pullRequest: nullable(fields) })) });
}

export const PullRequestAnswer = z.object({
  repository: nullable(
    z.object({
      nameWithOwner: z.string(),
      defaultBranchRef: nullable(z.object({ name: z.string() })),
      /** What has the number, whether or not it is a pull request. */
      named: z.optional(nullable(z.object({ __typename: z.string() }))),
      pullRequest: nullable(PullRequest),
    }),
  ),
});
export const StillAnswer = onPullRequest(Tip);
export const StillWithLinksAnswer = onPullRequest(
  z.object({ ...tipShape, ...closingShape, title: z.string(), body: nullable(z.string()) }),
);
export const CommitsAnswer = onPullRequest(z.object({ page: CommitsPage }));
export const ReviewsAnswer = onPullRequest(z.object({ page: nullable(ReviewsPage) }));
export const EventsAnswer = onPullRequest(z.object({ page: EventsPage }));
export const ChecksAnswer = onPullRequest(
  z.object({ headRefOid: z.string(), statusCheckRollup: nullable(z.object({ page: ChecksPage })) }),
);

export const FileRow = z.object({
  /** The blob at the head, for a removed file at the base; null where the platform has none. */
  sha: z.optional(nullable(z.string())),
  filename: z.string().check(z.minLength(1)),
  previous_filename: z.optional(z.string()),
  status: z.string(),
  additions: z.int(),
  deletions: z.int(),
  patch: z.optional(z.string()),
});
export type FileRow = z.infer<typeof FileRow>;
export const FileRows = z.array(FileRow);

export const PermissionAnswer = z.object({
  permission: z.string(),
  role_name: z.optional(z.string()),
  user: z.optional(nullable(z.object({ id: z.int(), login: z.string() }))),
});

export const TreeAnswer = z.object({
  truncated: z.boolean(),
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() })),
});
export const BlobContentAnswer = z.object({ content: z.string(), encoding: z.string() });

export const ModeAnswer = nullable(
  z.object({
    oid: z.string(),
    mode: z.int(),
    type: z.string(),
    object: z.optional(nullable(z.object({ isBinary: z.optional(nullable(z.boolean())) }))),
  }),
);
export type ModeAnswer = z.infer<typeof ModeAnswer>;
export const FolderAnswer = nullable(
  z.object({
    oid: z.string(),
    type: z.string(),
    object: nullable(
      z.object({
        entries: z.optional(
          nullable(z.array(z.object({ name: z.string(), mode: z.int(), type: z.string(), oid: z.string() }))),
        ),
      }),
    ),
  }),
);
