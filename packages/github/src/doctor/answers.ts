/** @module The schemas of what the doctor reads from GitHub: exactly the fields that are used. */

import * as z from "zod/mini";

const name = z.nullable(z.string());

const Contexts = z.nullable(
  z.object({
    contexts: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean() }),
      nodes: z.nullable(
        z.array(
          z.nullable(
            z.union([
              z.object({
                __typename: z.literal("CheckRun"),
                name: z.string(),
                checkSuite: z.nullable(
                  z.object({ app: z.nullable(z.object({ databaseId: z.nullable(z.int()), slug: z.string() })) }),
                ),
              }),
              z.object({
                __typename: z.literal("StatusContext"),
                context: z.string(),
                creator: z.nullable(z.object({ login: z.string() })),
              }),
            ]),
          ),
        ),
      ),
    }),
  }),
);
export type ContextsAnswer = z.infer<typeof Contexts>;

const Ref = z.nullable(
  z.object({
    name: z.string(),
    target: z.nullable(z.object({ oid: z.string(), statusCheckRollup: z.optional(Contexts) })),
  }),
);

export const RepositoryAnswer = z.object({
  repository: z.nullable(
    z.object({
      nameWithOwner: z.string(),
      viewerPermission: name,
      defaultBranchRef: Ref,
      ref: z.optional(Ref),
      mergeQueue: z.optional(z.nullable(z.object({ id: z.string() }))),
    }),
  ),
  /** On its own, since a list the token may not read leaves nothing of what is around it. */
  changes: z.nullable(
    z.object({
      pullRequests: z.object({
        nodes: z.nullable(
          z.array(
            z.nullable(
              z.object({
                number: z.int(),
                baseRefName: z.string(),
                headRefOid: z.string(),
                author: z.nullable(z.object({ login: z.string() })),
                statusCheckRollup: z.optional(Contexts),
              }),
            ),
          ),
        ),
      }),
    }),
  ),
});
export type RepositoryAnswer = z.infer<typeof RepositoryAnswer>;

export const WorkflowFolderAnswer = z.nullable(
  z.object({
    type: z.string(),
    object: z.nullable(
      z.object({
        entries: z.optional(
          z.nullable(
            z.array(
              z.object({
                name: z.string(),
                type: z.string(),
                object: z.nullable(
                  z.object({
                    text: z.optional(name),
                    isTruncated: z.optional(z.boolean()),
                  }),
                ),
              }),
            ),
          ),
        ),
      }),
    ),
  }),
);
export type WorkflowFolderAnswer = z.infer<typeof WorkflowFolderAnswer>;

const appId = z.optional(z.nullable(z.int()));

export const RuleAnswer = z.object({
  type: z.string(),
  ruleset_id: z.int(),
  ruleset_source: z.optional(z.string()),
  parameters: z.optional(
    z.object({
      required_status_checks: z.optional(z.array(z.object({ context: z.string(), integration_id: appId }))),
    }),
  ),
});
export type RuleAnswer = z.infer<typeof RuleAnswer>;
export const RulesAnswer = z.array(RuleAnswer);

const BypassActor = z.object({
  actor_id: z.optional(z.nullable(z.int())),
  actor_type: z.string(),
  bypass_mode: z.optional(z.string()),
});
export type BypassActor = z.infer<typeof BypassActor>;

export const RulesetAnswer = z.object({
  name: z.string(),
  /** Only there for those who may change the ruleset. */
  bypass_actors: z.optional(z.array(BypassActor)),
});
export type RulesetAnswer = z.infer<typeof RulesetAnswer>;

const Checks = z.object({
  enforcement_level: z.optional(z.string()),
  contexts: z.optional(z.array(z.string())),
  checks: z.optional(z.array(z.object({ context: z.string(), app_id: appId }))),
});
export type ChecksAnswer = z.infer<typeof Checks>;
const Switch = z.optional(z.object({ enabled: z.boolean() }));

export const BranchAnswer = z.object({
  protection: z.object({ enabled: z.boolean(), required_status_checks: z.optional(Checks) }),
});

export const ClassicAnswer = z.object({
  required_status_checks: z.optional(Checks),
  enforce_admins: Switch,
  allow_force_pushes: Switch,
  allow_deletions: Switch,
});
export type ClassicAnswer = z.infer<typeof ClassicAnswer>;

export const ActionsAnswer = z.object({ enabled: z.boolean(), allowed_actions: z.optional(z.string()) });

export const TokenDefaultsAnswer = z.object({
  default_workflow_permissions: z.string(),
  can_approve_pull_request_reviews: z.boolean(),
});

export const AppAnswer = z.object({
  id: z.int(),
  slug: z.string(),
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
});
export type AppAnswer = z.infer<typeof AppAnswer>;
export const RunsAnswer = z.object({ check_runs: z.array(z.object({ app: z.nullable(AppAnswer) })) });
