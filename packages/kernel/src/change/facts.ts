/** @module The facts document of one proposed change, `warrant.change-facts/v1`: its schema and what it says of itself. */

import * as z from "zod/mini";
import { canonicalJson } from "../canonical.ts";
import { maximumBodyLength, maximumChangePatchBytes, maximumPatchBytes } from "./limits.ts";

export const factsSchemaName = "warrant.change-facts/v1";

export { maximumBodyLength, maximumChangePatchBytes, maximumPatchBytes };

const CommitId = z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "must be 40 or 64 lower-case hex digits"));
const RepositoryName = z.string().check(z.regex(/^[^/\s\p{Cc}]{1,100}\/[^/\s\p{Cc}]{1,200}$/u, "must be owner/name"));
const Count = z.int().check(z.nonnegative());

/** A value that is taken when readable and is *not known* otherwise. */
function whenReadable<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

const permissions = ["admin", "maintain", "write", "triage", "read", "none", "unknown"] as const;
const PermissionFact = z.catch(z.enum(permissions), "unknown");

export const Actor = z.object({
  login: z.catch(z.nullable(z.string()), null),
  kind: z.catch(z.enum(["user", "bot", "organization", "unknown"]), "unknown"),
  id: z.catch(z.nullable(z.union([z.number(), z.string()])), null),
});
export type Actor = z.infer<typeof Actor>;

export const Label = z.object({
  name: z.string(),
  /** Who put it there; one that cannot be read is not known, and the label's name still raises. */
  actor: whenReadable(Actor),
  permission: whenReadable(z.enum(permissions)),
});
export type Label = z.infer<typeof Label>;

const CommitPerson = z.object({
  name: z.catch(z.string(), ""),
  email: z.catch(z.string(), ""),
  login: z.catch(z.nullable(z.string()), null),
});
export type CommitPerson = z.infer<typeof CommitPerson>;

export const Trailer = z.object({ key: z.string(), value: z.string() });

export const Commit = z.object({
  sha: CommitId,
  author: CommitPerson,
  committer: CommitPerson,
  message: z.string(),
  /** Computed by the collector with the trailer rule; when absent the reader computes it from the message. */
  trailers: z.array(Trailer),
  parents: whenReadable(Count),
  verified: whenReadable(z.boolean()),
});
export type Commit = z.infer<typeof Commit>;

export const fileStatuses = ["added", "modified", "removed", "renamed", "copied", "type_changed"] as const;
export type FileStatus = (typeof fileStatuses)[number];
export const modes = ["100644", "100755", "120000", "160000"] as const;

export const fileKinds = ["file", "symlink", "submodule"] as const;

export const ChangedFile = z.object({
  path: z.string().check(z.minLength(1)),
  previous_path: z.optional(z.string().check(z.minLength(1))),
  status: z.catch(z.enum(fileStatuses), "modified"),
  additions: whenReadable(Count),
  deletions: whenReadable(Count),
  binary: z.catch(z.boolean(), true),
  mode: whenReadable(z.enum(modes)),
  previous_mode: whenReadable(z.enum(modes)),
  kind: z.catch(z.enum(fileKinds), "symlink"),
  patch: whenReadable(z.string()),
  identifiers: whenReadable(z.array(z.string())),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

const issueLinks = ["explicit", "closing", "reference", "unknown"] as const;
const issueHead = {
  repository: RepositoryName,
  number: z.int().check(z.positive()),
  link: z.catch(z.enum(issueLinks), "unknown"),
  quoted: whenReadable(z.literal(true)),
};
export const ReadableIssue = z.object({
  ...issueHead,
  title: z.string(),
  body: z.nullable(z.string()),
  state: z.catch(z.enum(["open", "closed"]), "closed"),
  state_reason: z.catch(z.nullable(z.enum(["completed", "not_planned", "duplicate", "reopened"])), "not_planned"),
  labels: z.array(Label),
  author: Actor,
  author_permission: whenReadable(z.enum(permissions)),
  /** The last account that edited title or body; null: nobody did; absent: not known. */
  editor: z.optional(z.nullable(Actor)),
  /** Null: not readable. It then counts as a pull request for evidence and as an issue for ambiguity. */
  is_pull_request: z.catch(z.nullable(z.boolean()), null),
  unreadable: z.optional(z.undefined()),
});
export type ReadableIssue = z.infer<typeof ReadableIssue>;
export const unreadableReasons = ["not_found", "forbidden", "error", "not_looked_up"] as const;
export const UnreadableIssue = z.object({
  ...issueHead,
  unreadable: z.enum(unreadableReasons),
});
export type UnreadableIssue = z.infer<typeof UnreadableIssue>;
export type Issue = ReadableIssue | UnreadableIssue;
export type IssueLink = (typeof issueLinks)[number];

export const IssueAddress = z.object({ repository: RepositoryName, number: z.int().check(z.positive()) });
export type IssueAddress = z.infer<typeof IssueAddress>;

export const Plan = z.object({
  id: z.string(),
  source: z.catch(z.enum(["beads", "label", "file", "unknown"]), "unknown"),
  title: z.string(),
  notes: z.string(),
  status: z.string(),
  issue: z.nullable(IssueAddress),
  children: z.array(z.object({ id: z.string(), title: z.string(), notes: z.string() })),
  approved_by: z.optional(z.object({ actor: Actor, permission: PermissionFact })),
  paths: z.optional(z.array(z.string())),
  origin: z.optional(z.object({ path: z.string(), sha: z.string() })),
});
export type Plan = z.infer<typeof Plan>;

export const Review = z.object({
  author: Actor,
  permission: PermissionFact,
  association: z.catch(z.string(), ""),
  state: z.catch(z.enum(["approved", "changes_requested", "commented", "dismissed", "pending"]), "changes_requested"),
  commit: z.catch(z.nullable(z.string()), null),
  submitted_at: z.catch(z.nullable(z.string()), null),
});
export type Review = z.infer<typeof Review>;

export const Check = z.object({
  name: z.string(),
  app: whenReadable(z.string()),
  status: z.catch(z.enum(["queued", "in_progress", "completed"]), "queued"),
  conclusion: whenReadable(z.string()),
  head_sha: z.string(),
});
export type Check = z.infer<typeof Check>;

export const Requester = z.object({
  ...Actor.shape,
  via: z.catch(z.enum(["assigner", "co_author", "argument"]), "assigner"),
});
export type Requester = z.infer<typeof Requester>;

export const incompleteParts = [
  "files",
  "commits",
  "reviews",
  "permissions",
  "issues",
  "plans",
  "labels",
  "checks",
  "patches",
  "body",
] as const;
export type IncompletePart = (typeof incompleteParts)[number];
export const Incomplete = z.object({
  what: z.catch(z.enum(incompleteParts), "files"),
  why: z.catch(z.string(), "not said"),
  listed: whenReadable(Count),
  total: whenReadable(Count),
});
export type Incomplete = z.infer<typeof Incomplete>;

const ExplicitIntent = z.object({
  key: z.string(),
  status: z.optional(z.catch(z.string(), "unlinked")),
  root: z.optional(IssueAddress),
  labels: z.optional(z.array(z.string())),
  /** An unreadable source is a label without an actor, which no one is trusted to have set. */
  source: z.catch(z.enum(["label", "argument", "plan"]), "label"),
  plan: z.optional(z.string()),
  actor: z.optional(Actor),
  permission: whenReadable(z.enum(permissions)),
});
export type ExplicitIntent = z.infer<typeof ExplicitIntent>;

export const LinesTotal = z.object({ additions: Count, deletions: Count });

/** One proposed change, as a collector saw it. Absent: not known. Null: known to be none. Empty list: known to be empty. */
export const ChangeFacts = z.object({
  schema: z.literal(factsSchemaName),
  source: z.catch(z._default(z.enum(["github", "git", "file"]), "file"), "file"),
  host: z._default(z.string().check(z.minLength(1)), "github.com"),
  repository: RepositoryName,
  number: z.nullable(z.int().check(z.positive())),
  title: z.string(),
  body: z.nullable(z.string()),
  author: Actor,
  commits: z.array(Commit),
  base: z.object({ ref: z.string(), sha: CommitId, is_default: whenReadable(z.boolean()) }),
  head: z.object({ ref: z.string(), sha: CommitId, repository: z.optional(RepositoryName) }),
  state: z.catch(z._default(z.enum(["open", "closed", "merged"]), "open"), "closed"),
  labels: z.array(Label),
  draft: z.catch(z.boolean(), true),
  files: z.array(ChangedFile),
  /** The platform's own count. Null: not readable, so the list cannot be proved complete. */
  files_total: z.catch(z.nullable(Count), null),
  lines_total: whenReadable(LinesTotal),
  issues: z.array(z.union([UnreadableIssue, ReadableIssue])),
  explicit_intent: z.optional(ExplicitIntent),
  plans: z.array(Plan),
  reviews: z.array(Review),
  checks: z.array(Check),
  requested_by: z.optional(z.array(Requester)),
  incomplete: z.array(Incomplete),
  collected_at: whenReadable(z.string()),
});
export type ChangeFacts = z.infer<typeof ChangeFacts>;

/** The text a facts digest covers: the document without the time it was collected at. */
export function factsForDigest(facts: ChangeFacts): string {
  const { collected_at: _, ...rest } = facts;
  return canonicalJson(rest);
}

/** Whether every changed file is listed exactly once: the count agrees, no path repeats, and nothing is said to be missing. */
export function isFileListComplete(facts: ChangeFacts): boolean {
  if (facts.files_total !== facts.files.length) return false;
  if (facts.incomplete.some((entry) => entry.what === "files")) return false;
  return new Set(facts.files.map((file) => file.path)).size === facts.files.length;
}

export function isReadable(issue: Issue): issue is ReadableIssue {
  return issue.unreadable === undefined;
}
