/** @module The policy test file, `warrant.policy-test/v1`: scenarios people write next to their rules. */

import * as z from "zod/mini";
import { Configuration, PolicyRule } from "../configuration.ts";
import { Attribution, attributionStatuses, ExecutionPolicy } from "../verdict.ts";

export const policyTestSchemaName = "warrant.policy-test/v1";

const RepositoryName = z.string().check(z.regex(/^[^/\s]{1,100}\/[^/\s]{1,200}$/, "must be owner/name"));
const Name = z.string().check(z.minLength(1, "must not be empty"));
const Names = z.array(z.string());
const IssueNumber = z.int().check(z.positive("must be 1 or more"));

const GivenRoot = z.strictObject({
  /** Absent: the repository of the change. */
  repository: z.optional(RepositoryName),
  number: IssueNumber,
  labels: z._default(Names, []),
  state: z._default(z.enum(["open", "closed"]), "open"),
  unreadable: z._default(z.boolean(), false),
});

const GivenIntent = z.strictObject({
  key: Name,
  status: z.optional(z.string()),
  root: z.optional(z.strictObject({ repository: z.optional(RepositoryName), number: IssueNumber })),
  labels: z._default(Names, []),
});

const { dimensions } = Attribution.shape;

/** A record as it is, for tests of the rules alone. */
const GivenAttribution = z.strictObject({
  status: z.enum(attributionStatuses),
  key: z.optional(Name),
  labels: z._default(Names, []),
  dimensions: z.prefault(
    z.strictObject({
      priority: z._default(dimensions.shape.priority, null),
      domains: z._default(Names, []),
      initiative: z._default(dimensions.shape.initiative, null),
      risk: z.optional(dimensions.shape.risk),
    }),
    {},
  ),
});

/** What is given: a change whose labels and explicit intent all count, or an attribution record as it is. */
export const PolicyGiven = z
  .strictObject({
    /** Absent: the repository of the file. */
    repository: z.optional(RepositoryName),
    /** Number of the pull request. */
    change: z.optional(IssueNumber),
    explicit_intent: z.optional(GivenIntent),
    roots: z._default(z.array(GivenRoot), []),
    labels: z._default(Names, []),
    /** Whether `roots` is known to be all of them. */
    roots_complete: z._default(z.boolean(), true),
    attribution: z.optional(GivenAttribution),
  })
  .check(
    z.refine(
      ({ attribution, explicit_intent, roots, labels }) =>
        attribution === undefined || (explicit_intent === undefined && roots.length === 0 && labels.length === 0),
      "`attribution` is the record itself; leave `explicit_intent`, `roots` and `labels` out beside it",
    ),
  );
export type PolicyGiven = z.infer<typeof PolicyGiven>;

const ExpectedRoot = z.partial(
  z.strictObject({
    type: z.enum(["issue", "change"]),
    repository: z.string(),
    number: z.nullable(z.number()),
    url: z.nullable(z.string()),
  }),
);

const ExpectedAttribution = z.partial(
  z.strictObject({
    ...Attribution.shape,
    root: z.nullable(ExpectedRoot),
    roots: z.array(ExpectedRoot),
    dimensions: z.partial(dimensions),
  }),
);

const ExpectedOverride = z.partial(
  z.strictObject({
    field: z.string(),
    requested: z.unknown(),
    effective: z.unknown(),
    rule: z.string(),
    by: z.string(),
  }),
);

const outcome = <const Errors extends readonly string[]>(errors: Errors) => z._default(z.enum(["ok", ...errors]), "ok");

/** One question to the policy, and the answer: `ok` or the name of the error. */
const AuthorizeCall = z.union([
  z.strictObject({ tool: z.string(), expect: outcome(["tool_denied", "tool_not_allowed"]) }),
  z.strictObject({
    write: z.strictObject({ branch: z.string(), default_branch: z.string(), protected: z._default(Names, []) }),
    expect: outcome(["write_scope_exceeded"]),
  }),
  z.strictObject({ approval: z.boolean(), expect: outcome(["human_approval_required"]) }),
  z.strictObject({ attempt: z.number(), expect: outcome(["attempts_exceeded"]) }),
  z.strictObject({
    /** Conclusion by name, all completed on the head commit. */
    checks: z.record(z.string(), z.string()),
    expect: outcome(["required_checks_missing"]),
  }),
  z.strictObject({ auto_merge: z.literal(true), expect: outcome(["auto_merge_denied"]) }),
]);
export type AuthorizeCall = z.infer<typeof AuthorizeCall>;

export const PolicyScenario = z
  .strictObject({
    name: Name,
    given: PolicyGiven,
    /** In place of the rules of the policy, for this scenario alone. */
    rules: z.optional(z.array(PolicyRule)),
    expect: z.prefault(
      z.strictObject({
        attribution: z.optional(ExpectedAttribution),
        policy: z.optional(z.partial(ExecutionPolicy)),
        overrides: z.optional(z.array(ExpectedOverride)),
        /** Rule ids of the findings, each once. */
        findings: z.optional(Names),
      }),
      {},
    ),
    /** Other changes that must get the very same policy. */
    same_policy: z._default(z.array(PolicyGiven), []),
    /** Other ways of saying the same, which must give the very same record and policy. */
    same: z._default(z.array(PolicyGiven), []),
    authorize: z._default(z.array(AuthorizeCall), []),
  })
  .check(
    z.refine(
      ({ expect, same, same_policy, authorize }) =>
        same.length + same_policy.length + authorize.length > 0 ||
        Object.values(expect).some(
          (part) => part !== undefined && (Array.isArray(part) || Object.keys(part).length > 0),
        ),
      "the scenario expects nothing, so it could never fail; say what it expects",
    ),
  );
export type PolicyScenario = z.infer<typeof PolicyScenario>;

/** The file. Without `policy` its scenarios are tests of the configuration's own. */
export const PolicyTestFile = z.strictObject({
  schema: z.literal(policyTestSchemaName),
  repository: z._default(RepositoryName, "example/project"),
  policy: Configuration.shape.policy,
  scenarios: z.array(PolicyScenario).check(z.minLength(1, "a test file needs at least one scenario")),
});
export type PolicyTestFile = z.infer<typeof PolicyTestFile>;
