/** @module Generated facts documents: every rule's inputs in many combinations, small enough to read when one fails. */

import * as fc from "fast-check";
import type {
  Actor,
  ChangedFile,
  ChangeFacts,
  Check,
  Commit,
  ExplicitIntent,
  Incomplete,
  Issue,
  Label,
  Plan,
  Review,
} from "../packages/kernel/src/change/facts.ts";
import { baseSha, headSha } from "./facts.ts";

const otherSha = "c".repeat(40);

const accounts: readonly Actor[] = [
  { login: "maria", kind: "user", id: 1 },
  { login: "nadia", kind: "user", id: 2 },
  { login: "omar", kind: "user", id: 3 },
  { login: "copilot-swe-agent", kind: "bot", id: 198982749 },
  { login: "dependabot", kind: "bot", id: 49699333 },
  { login: null, kind: "unknown", id: null },
];
export const anyActor = fc.constantFrom(...accounts);
const permission = fc.constantFrom("admin", "maintain", "write", "triage", "read", "none", "unknown" as const);

const anyLabel: fc.Arbitrary<Label> = fc.record(
  { name: fc.constantFrom("bug", "feature", "plan approved", "accepted", "docs"), actor: anyActor, permission },
  { requiredKeys: ["name"] },
);

export const anyPath = fc.constantFrom(
  "src/cart/total.ts",
  "src/cart/total.test.ts",
  "src/payment/charge.ts",
  "README.md",
  "docs/guide.md",
  "AGENTS.md",
  ".github/workflows/ci.yml",
  "package.json",
  "package-lock.json",
  "db/migrations/1.sql",
  "src/auth/login.ts",
  "CHANGELOG.md",
  "dist/app.js",
);

/** What stands at a path: the mode says the kind, and a collector without modes says the kind alone. */
const anyEntry = fc.constantFrom<Pick<ChangedFile, "kind" | "mode">>(
  { kind: "file", mode: "100644" },
  { kind: "file", mode: "100644" },
  { kind: "file", mode: "100755" },
  { kind: "file" },
  { kind: "symlink", mode: "120000" },
  { kind: "submodule", mode: "160000" },
);

const anyMove = fc.oneof(
  { weight: 3, arbitrary: fc.record({ status: fc.constantFrom("added", "modified", "type_changed" as const) }) },
  { weight: 1, arbitrary: fc.record({ status: fc.constant("removed" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ status: fc.constantFrom("renamed", "copied" as const), previous_path: anyPath }),
  },
);

const anyContent = fc.record(
  {
    additions: fc.integer({ min: 0, max: 400 }),
    deletions: fc.integer({ min: 0, max: 40 }),
    binary: fc.boolean(),
    previous_mode: fc.constantFrom("100644", "100755" as const),
    patch: fc.constantFrom("", "@@ -1 +1 @@\n-cartTotal(old)\n+cartTotal(lines)", '@@ -0,0 +1 @@\n+it.skip("total")'),
    identifiers: fc.constantFrom<string[]>([], ["cartTotal"], ["chargeCard", "paymentGateway"]),
  },
  { requiredKeys: ["binary"] },
);

/** Any row of a change. Of a removed file the mode that stood there is the previous one. */
export const anyFile: fc.Arbitrary<ChangedFile> = fc
  .tuple(anyPath, anyEntry, anyMove, anyContent)
  .map(([path, { kind, mode }, move, content]) => {
    if (mode === undefined) return { path, kind, ...move, ...content };
    return move.status === "removed"
      ? { path, kind, ...move, ...content, previous_mode: mode }
      : { path, kind, mode, ...move, ...content };
  });

export const anyIssue: fc.Arbitrary<Issue> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        repository: fc.constantFrom("acme/shop", "Acme/Shop", "acme/other"),
        number: fc.integer({ min: 1, max: 9 }),
        link: fc.constantFrom("explicit", "closing", "reference", "unknown" as const),
        title: fc.constantFrom("The cart total is wrong", "Document payment", ""),
        body: fc.constantFrom("cartTotal adds the wrong line of the cart", null),
        state: fc.constantFrom("open", "closed" as const),
        state_reason: fc.constantFrom(null, "completed", "not_planned" as const),
        labels: fc.array(anyLabel, { maxLength: 2 }),
        author: anyActor,
        author_permission: permission,
        editor: fc.oneof(fc.constant(null), anyActor),
        is_pull_request: fc.constantFrom(false, false, true, null),
      },
      {
        requiredKeys: [
          "repository",
          "number",
          "link",
          "title",
          "body",
          "state",
          "state_reason",
          "labels",
          "author",
          "is_pull_request",
        ],
      },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      repository: fc.constant("acme/shop"),
      number: fc.integer({ min: 1, max: 9 }),
      link: fc.constantFrom("closing", "reference" as const),
      unreadable: fc.constantFrom("not_found", "error", "not_looked_up" as const),
    }),
  },
);

export const anyPlan: fc.Arbitrary<Plan> = fc.record(
  {
    id: fc.constantFrom("plan-1", "plan-2"),
    source: fc.constantFrom("beads", "label", "file", "unknown" as const),
    title: fc.constant("Plan the total"),
    notes: fc.constant("Add up the lines of the cart"),
    status: fc.constantFrom("approved", "draft", "unreadable"),
    issue: fc.constantFrom(null, { repository: "acme/shop", number: 1 }, { repository: "acme/shop", number: 2 }),
    children: fc.constant([]),
    approved_by: fc.record({ actor: anyActor, permission }),
    paths: fc.constant(["src/cart/**"]),
  },
  { requiredKeys: ["id", "source", "title", "notes", "status", "issue", "children"] },
);

export const anyReview: fc.Arbitrary<Review> = fc.record({
  author: anyActor,
  permission,
  association: fc.constant("MEMBER"),
  state: fc.constantFrom("approved", "changes_requested", "commented", "dismissed", "pending" as const),
  commit: fc.constantFrom(headSha, otherSha, null),
  submitted_at: fc.constant(null),
});

const identity = fc.constantFrom(
  { name: "Maria", email: "maria@example.org", login: "maria" },
  { name: "Omar", email: "omar@example.org", login: "omar" },
  { name: "copilot-swe-agent[bot]", email: "198982749+copilot@users.noreply.github.com", login: "copilot-swe-agent" },
);
const anyCommit: fc.Arbitrary<Commit> = fc.record(
  {
    sha: fc.constantFrom(headSha, otherSha),
    author: identity,
    committer: identity,
    message: fc.constantFrom("fix: correct the total", "feat: add coupons", "Total\n\nBREAKING CHANGE: all"),
    trailers: fc.constantFrom([], [{ key: "Co-authored-by", value: "Claude <noreply@anthropic.com>" }]),
    parents: fc.constantFrom(1, 2),
    verified: fc.boolean(),
  },
  { requiredKeys: ["sha", "author", "committer", "message", "trailers"] },
);

const anyCheck: fc.Arbitrary<Check> = fc.record(
  {
    name: fc.constantFrom("unit", "lint"),
    app: fc.constant("actions"),
    status: fc.constantFrom("completed", "in_progress" as const),
    conclusion: fc.constantFrom("success", "neutral", "failure"),
    head_sha: fc.constantFrom(headSha, otherSha),
  },
  { requiredKeys: ["name", "status", "head_sha"] },
);

const anyIntent: fc.Arbitrary<ExplicitIntent> = fc.record(
  {
    key: fc.constant("KEY-1"),
    status: fc.constantFrom("mapped", "unmapped", "unlinked"),
    root: fc.constant({ repository: "acme/shop", number: 1 }),
    labels: fc.constantFrom([], ["bug"]),
    source: fc.constantFrom("label", "argument", "plan" as const),
    plan: fc.constantFrom("plan-1", "plan-2"),
    actor: anyActor,
    permission,
  },
  { requiredKeys: ["key", "source"] },
);

export const anyIncomplete: fc.Arbitrary<Incomplete> = fc.record({
  what: fc.constantFrom(
    "files",
    "commits",
    "reviews",
    "permissions",
    "issues",
    "plans",
    "labels",
    "checks",
    "patches",
    "body" as const,
  ),
  why: fc.constant("cut"),
});

/** Any facts document that `readFacts` could give. Paths do not repeat unless the list is then incomplete anyway. */
export const anyFacts: fc.Arbitrary<ChangeFacts> = fc
  .record(
    {
      source: fc.constantFrom("github", "git", "file" as const),
      number: fc.constantFrom(7, null),
      title: fc.constantFrom("fix: the cart total", "feat: coupons", "Update", "docs: guide", "Fixes #1"),
      body: fc.constantFrom(null, "", "Fixes #1", "Closes #1, closes #2", "cartTotal and chargeCard are changed"),
      author: anyActor,
      commits: fc.array(anyCommit, { maxLength: 2 }),
      labels: fc.array(anyLabel, { maxLength: 2 }),
      draft: fc.boolean(),
      files: fc.uniqueArray(anyFile, { selector: (file) => file.path, maxLength: 5 }),
      missing: fc.constantFrom(0, 0, 0, 1),
      issues: fc.array(anyIssue, { maxLength: 3 }),
      plans: fc.array(anyPlan, { maxLength: 2 }),
      reviews: fc.array(anyReview, { maxLength: 4 }),
      checks: fc.array(anyCheck, { maxLength: 3 }),
      explicit_intent: anyIntent,
      lines_total: fc.record({ additions: fc.integer({ min: 0, max: 2000 }), deletions: fc.constant(0) }),
      requested_by: fc.array(
        anyActor.map((actor) => ({ ...actor, via: "assigner" as const })),
        { maxLength: 1 },
      ),
      incomplete: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Incomplete[]>([]) },
        fc.array(anyIncomplete, { maxLength: 2 }),
      ),
    },
    {
      requiredKeys: [
        "source",
        "number",
        "title",
        "body",
        "author",
        "commits",
        "labels",
        "draft",
        "files",
        "missing",
        "issues",
        "plans",
        "reviews",
        "checks",
        "incomplete",
      ],
    },
  )
  .map(
    ({ missing, ...parts }): ChangeFacts => ({
      schema: "warrant.change-facts/v1",
      host: "github.com",
      repository: "acme/shop",
      base: { ref: "main", sha: baseSha, is_default: true },
      head: { ref: "work", sha: headSha },
      state: "open",
      files_total: parts.files.length + missing,
      ...parts,
    }),
  );
