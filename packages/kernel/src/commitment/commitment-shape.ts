/** @module What a commitment is made of, and the bodies of its events (requests and authority, section 12). */

import { isAmount, isRecord } from "../policy/ceiling-read.ts";
import { requestScales } from "../scale.ts";
import {
  byKind,
  either,
  isFlag,
  isName,
  isPositive,
  isText,
  listOf,
  oneOf,
  record,
  recordWith,
  type Shape,
  type Shaped,
} from "./shape.ts";

export const phases = ["active", "satisfying", "suspended", "blocked", "closed"] as const;
export type Phase = (typeof phases)[number];

export const outcomes = ["fulfilled", "partial", "failed", "abandoned", "superseded", "expired", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

export const criterionKinds = [
  "command",
  "file-exists",
  "file-contains",
  "tool-succeeded",
  "check-passed",
  "external-receipt",
  "semantic",
] as const;
export type CriterionKind = (typeof criterionKinds)[number];

const actor = record({ kind: oneOf("person", "agent", "runtime", "system", "tool"), id: isName });

const criterion = recordWith(
  { id: isName, statement: isText, kind: oneOf(...criterionKinds), required: isFlag },
  /** What the file kinds look at, relative to the commitment's folder. */
  { path: isText, contains: isText },
);
export type Criterion = Shaped<typeof criterion>;

const passed = record({ kind: oneOf("passed"), evidence: isText });
const failed = record({ kind: oneOf("failed"), reason: isText });
const unknown = record({ kind: oneOf("unknown"), reason: isText });
const criterionResult = byKind({ passed, failed, unknown });
/** "Could not tell" is unknown, never failed. */
export type CriterionResult = Shaped<typeof criterionResult>;

const advancement = byKind({
  advanced: record({ kind: oneOf("advanced"), criteria: listOf(isText), evidence: isText }),
  learned: record({ kind: oneOf("learned"), fact: isText }),
  blocked: record({ kind: oneOf("blocked"), blocker: isText }),
  stalled: record({ kind: oneOf("stalled"), reason: isText }),
});
export type Advancement = Shaped<typeof advancement>;

const escalation = byKind({
  wait: record({ kind: oneOf("wait") }),
  "assume-conservative": record({ kind: oneOf("assume-conservative"), after_hours: isPositive }),
  abandon: record({ kind: oneOf("abandon"), after_hours: isPositive }),
  reassign: record({ kind: oneOf("reassign"), to: isName, after_hours: isPositive }),
});

const human = recordWith(
  { kind: oneOf("human"), at: isText, question_id: isName, question: isText, escalation },
  {
    approval_id: isName,
    inbox_id: isName,
    addressed_to: isName,
    /** The question this one asks anew. */
    replaces: isName,
    /** How the action in question could be taken back; absent is not known. */
    reversibility: oneOf(...requestScales.reversibility.words),
  },
);
export type HumanSuspension = Shaped<typeof human>;

const suspension = byKind({
  human,
  schedule: recordWith(
    { kind: oneOf("schedule"), at: isText },
    { due: isText, every_minutes: isPositive, anchor: isText },
  ),
  predicate: record({ kind: oneOf("predicate"), at: isText, criterion: isName }),
  commitment: record({ kind: oneOf("commitment"), at: isText, commitment_id: isName }),
  external: recordWith(
    { kind: oneOf("external"), at: isText, integration: isText, operation_id: isText },
    { give_up_at: isText },
  ),
});
/** Why work waits; `at` is when it began to, and the clock of every escalation. */
export type Suspension = Shaped<typeof suspension>;

const limit = either(isAmount, oneOf("unlimited"));

const spec = recordWith(
  {
    objective: isText,
    /** The opening reading and engagement, as documents. */
    reading: isRecord,
    engagement: isRecord,
    criteria: listOf(criterion),
    min_satisfaction: oneOf(...requestScales.satisfaction.words),
    economics: recordWith(
      { lifetime_budget_usd: limit, stall_limit: isPositive },
      { expires_at: isText, review_every_hours: isPositive },
    ),
    cwd: isText,
  },
  { thread_id: isName, supersedes: isName, bound_issue: isName },
);
export type CommitmentSpec = Shaped<typeof spec>;

const nothing = record({});

/** The body of each kind of event. */
export const commitmentBodies = {
  opened: record({ spec }),
  reread: record({ changes: listOf(isText), reading: isRecord }),
  "episode-started": recordWith({ episode_id: isName, session_id: isName }, { strand_id: isName }),
  "usage-recorded": record({ episode_id: isName, spend_usd: isAmount }),
  "episode-ended": record({ episode_id: isName, advancement, spend_usd: isAmount }),
  suspended: record({ suspension }),
  resumed: record({ reason: isText }),
  blocked: record({ blocker: isText }),
  unblocked: nothing,
  "criterion-evaluated": recordWith(
    { id: isName, result: criterionResult },
    {
      /** Both are written at append, whatever was claimed. */
      evaluator: actor,
      strength: oneOf(...requestScales.achieved.words),
      is_signature_verified: isFlag,
    },
  ),
  "envelope-granted": record({ envelope: isRecord }),
  "envelope-revoked": recordWith({ id: isName }, { by: actor }),
  "envelope-used": record({ id: isName, action_digest: isName }),
  "question-answered": recordWith({ question_id: isName, answer: isText }, { note: isText, by: actor }),
  "assumption-recorded": record({ question_id: isName, assumed: isText }),
  reassigned: record({ to: isName }),
  pinned: nothing,
  unpinned: nothing,
  superseded: record({ by: isName, reason: isText }),
  closed: recordWith(
    { outcome: oneOf(...outcomes), evidence: isText, note: isText },
    { achieved: oneOf(...requestScales.achieved.words) },
  ),
} satisfies Record<string, Shape<unknown>>;

export type CommitmentEventKind = keyof typeof commitmentBodies;
export type CommitmentBody<Kind extends CommitmentEventKind> = Shaped<(typeof commitmentBodies)[Kind]>;

export function isCommitmentKind(kind: string): kind is CommitmentEventKind {
  return Object.hasOwn(commitmentBodies, kind);
}
