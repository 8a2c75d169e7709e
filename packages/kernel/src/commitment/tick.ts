/**
 * @module Upkeep without a model (requests and authority, section 12.6): what time alone does to one commitment. It never
 * closes work as fulfilled and never approves, and doing it twice at the same time does it once.
 */

import { hour, parseInstant } from "../instant.ts";
import { type Approval, type ApprovalLives, approvalExpiry, isOver } from "../policy/approval.ts";
import { type Commitment, openQuestion, stakesOf } from "./commitment.ts";
import type { CriterionResult, HumanSuspension, Suspension } from "./commitment-shape.ts";
import type { InboxEntry, InboxOpening } from "./inbox.ts";
import { dedupeKey } from "./inbox.ts";
import { closingNews } from "./news.ts";
import { draft } from "./park.ts";
import { isPastEnd } from "./portfolio.ts";
import { type EventDraft, runtimeActor } from "./stream.ts";

/** What is known around one commitment at the moment of upkeep. */
export interface TickFacts {
  readonly now: string;
  /** What the file kinds of its criteria evaluate to, by criterion id; the caller looked at the files. */
  readonly results: Readonly<Record<string, CriterionResult>>;
  /** The work it waits for, by id. */
  readonly dependencies: Readonly<Record<string, Commitment | null>>;
  readonly approval: Approval | null;
  readonly entry: InboxEntry | null;
  /** Unused ids, in case a question has to be asked anew, or news to be told. */
  readonly ids: { readonly approval: string; readonly question: string; readonly inbox: string };
  readonly lives: ApprovalLives;
}

function onCommitment(commitment: Commitment, kind: string, body: object): EventDraft {
  return draft("commitment", commitment.id, kind, runtimeActor, body);
}

/** Whether a point in time has come; one nobody can read has. */
function hasCome(at: string, now: string): boolean {
  const [one, other] = [parseInstant(at), parseInstant(now)];
  return one === null || (other !== null && other >= one);
}

/** The first time of a schedule after it began to wait, or null when the schedule cannot be read: then nothing wakes. */
function dueAt(suspension: Extract<Suspension, { kind: "schedule" }>): number | null {
  const { due, every_minutes: every, anchor, at } = suspension;
  if (due !== undefined) return parseInstant(due);
  const [from, since] = [parseInstant(anchor), parseInstant(at)];
  if (from === null || since === null || every === undefined) return null;
  const step = every * 60_000;
  if (since < from) return from;
  return from + (Math.floor((since - from) / step) + 1) * step;
}

/** What a path of a criterion may be: relative, and nothing that leaves the folder. Links the caller resolves. */
export function isCriterionPath(path: string): boolean {
  if (path === "" || path.startsWith("/") || path.startsWith("~") || /^[A-Za-z]:/.test(path) || path.includes("\0"))
    return false;
  return !path.split(/[/\\]/).includes("..") && !path.startsWith("\\");
}

const fileKinds: ReadonlySet<string> = new Set(["file-exists", "file-contains"]);

function tickPredicate(commitment: Commitment, id: string, facts: TickFacts): EventDraft[] {
  const criterion = commitment.criteria.find((one) => one.id === id);
  if (criterion === undefined || !fileKinds.has(criterion.kind)) return [];
  const result = isCriterionPath(criterion.path ?? "") ? facts.results[id] : undefined;
  if (result?.kind !== "passed") return [];
  return [
    onCommitment(commitment, "criterion-evaluated", { id, result }),
    onCommitment(commitment, "resumed", { reason: `${id} passed` }),
  ];
}

function tickDependency(commitment: Commitment, id: string, facts: TickFacts): EventDraft[] {
  const closure = facts.dependencies[id]?.closure;
  if (closure === undefined || closure === null) return [];
  if (closure.outcome === "fulfilled") return [onCommitment(commitment, "resumed", { reason: `${id} is fulfilled` })];
  return [
    onCommitment(commitment, "resumed", { reason: `${id} is closed` }),
    onCommitment(commitment, "blocked", { blocker: `waited for ${id}, which closed as ${closure.outcome}` }),
  ];
}

function tickExternal(
  commitment: Commitment,
  suspension: Extract<Suspension, { kind: "external" }>,
  facts: TickFacts,
): EventDraft[] {
  const { give_up_at: end, integration, operation_id: operation } = suspension;
  if (end === undefined || !hasCome(end, facts.now)) return [];
  return [
    onCommitment(commitment, "resumed", { reason: "gave up waiting" }),
    onCommitment(commitment, "blocked", { blocker: `${integration} did not finish ${operation} until ${end}` }),
  ];
}

function isSilent(question: HumanSuspension, afterHours: number, now: string): boolean {
  const [at, since] = [parseInstant(now), parseInstant(question.at)];
  return at !== null && since !== null && at - since >= afterHours * hour;
}

/** The pending question of an approval, and its entry, told to be over. */
function expire(facts: TickFacts): EventDraft[] {
  const drafts: EventDraft[] = [];
  const { approval, entry } = facts;
  if (approval?.state === "pending") drafts.push(draft("approval", approval.id, "approval-expired", runtimeActor, {}));
  if (entry?.state === "open")
    drafts.push(draft("inbox", entry.id, "inbox-answered", runtimeActor, { state: "expired" }));
  return drafts;
}

/** The same question under new ids, so that no old answer can meet it. */
function askAnew(commitment: Commitment, question: HumanSuspension, facts: TickFacts): EventDraft[] {
  const { approval, entry, ids, now, lives } = facts;
  const expiresAt = approvalExpiry("inbox", "asked", now, lives);
  if (expiresAt === null) return [];
  const drafts: EventDraft[] = [];
  const { approval_id: _approval, inbox_id: _inbox, ...kept } = question;
  const suspension: HumanSuspension = {
    ...kept,
    at: now,
    question_id: ids.question,
    inbox_id: ids.inbox,
    replaces: question.question_id,
    ...(approval === null ? {} : { approval_id: ids.approval }),
  };
  if (approval !== null)
    drafts.push(
      draft("approval", ids.approval, "approval-requested", approval.requester, {
        request: requestOf(approval, expiresAt),
      }),
    );
  drafts.push(onCommitment(commitment, "suspended", { suspension }));
  const opening: InboxOpening = {
    kind: approval === null ? "question-pending" : "approval-pending",
    title: entry?.title ?? question.question,
    body: entry?.body ?? "",
    commitment_id: commitment.id,
    question_id: ids.question,
    expires_at: expiresAt,
    ...(approval === null
      ? {}
      : {
          approval_id: ids.approval,
          action_digest: approval.digest,
          session_id: approval.session,
          dedupe_key: dedupeKey(approval),
        }),
    ...(entry?.choices === undefined ? {} : { choices: entry.choices }),
  };
  drafts.push(draft("inbox", ids.inbox, "inbox-opened", runtimeActor, { entry: opening }));
  return drafts;
}

function requestOf(approval: Approval, expiresAt: string): object {
  const {
    digest,
    effects_digest,
    tool,
    input,
    cwd,
    session,
    agent,
    policy_digest,
    gates,
    request_id,
    principal,
    second_person,
  } = approval;
  return {
    digest,
    effects_digest,
    tool,
    input,
    cwd,
    session,
    agent,
    policy_digest,
    gates,
    request_id,
    asked: "inbox",
    expires_at: expiresAt,
    second_person,
    ...(principal === undefined ? {} : { principal }),
  };
}

function isQuestionOver(question: HumanSuspension, facts: TickFacts): boolean {
  const { approval, now, lives } = facts;
  if (approval !== null) return approval.state === "expired" || (approval.state === "pending" && isOver(approval, now));
  const end = approvalExpiry("inbox", "asked", question.at, lives);
  return end === null || hasCome(end, now);
}

/** No was assumed: recorded as such, and the work goes on without it. Where a step cannot be undone it goes on waiting. */
function assumeNo(commitment: Commitment, question: HumanSuspension, facts: TickFacts): EventDraft[] {
  const isGrave =
    stakesOf(commitment) === "irreversible" || (question.reversibility ?? "irreversible") === "irreversible";
  if (isGrave) return [];
  const { approval, entry, now } = facts;
  const drafts = [
    onCommitment(commitment, "assumption-recorded", { question_id: question.question_id, assumed: "deny" }),
  ];
  if (approval?.state === "pending") {
    drafts.push(
      draft("approval", approval.id, "approval-decided", runtimeActor, {
        decision: "denied",
        scope: "once",
        expires_at: now,
      }),
    );
  }
  if (entry?.state === "open")
    drafts.push(draft("inbox", entry.id, "inbox-answered", runtimeActor, { state: "answered" }));
  return drafts;
}

function escalate(commitment: Commitment, question: HumanSuspension, facts: TickFacts): EventDraft[] {
  const { escalation } = question;
  if (escalation.kind === "wait" || !isSilent(question, escalation.after_hours, facts.now)) return [];
  if (escalation.kind === "assume-conservative") return assumeNo(commitment, question, facts);
  if (escalation.kind === "abandon") {
    return close(commitment, "abandoned", `nobody answered within ${escalation.after_hours} hours`, facts);
  }
  return question.addressed_to === escalation.to ? [] : [onCommitment(commitment, "reassigned", { to: escalation.to })];
}

/** Work that ends without anybody there: its question is withdrawn, and people are told. */
function close(commitment: Commitment, outcome: "abandoned" | "expired", note: string, facts: TickFacts): EventDraft[] {
  return [
    onCommitment(commitment, "closed", { outcome, evidence: "", note }),
    ...withdraw(facts),
    draft("inbox", facts.ids.inbox, "inbox-opened", runtimeActor, { entry: closingNews(commitment, outcome, note) }),
  ];
}

/** Questions of work that is over. */
function withdraw({ approval, entry }: TickFacts): EventDraft[] {
  const drafts: EventDraft[] = [];
  if (approval?.state === "pending")
    drafts.push(draft("approval", approval.id, "approval-withdrawn", runtimeActor, {}));
  if (entry?.state === "open")
    drafts.push(draft("inbox", entry.id, "inbox-answered", runtimeActor, { state: "withdrawn" }));
  return drafts;
}

function tickQuestion(commitment: Commitment, question: HumanSuspension, facts: TickFacts): EventDraft[] {
  const escalated = escalate(commitment, question, facts);
  if (escalated.length > 0) return escalated;
  if (!isQuestionOver(question, facts)) return [];
  // Another answer to silence has its own clock; asking anew would set it back.
  const isWaiting = question.escalation.kind === "wait";
  return [...expire(facts), ...(isWaiting ? askAnew(commitment, question, facts) : [])];
}

/** What time does to one commitment now: the events to append in one transaction, none when nothing is due. */
export function tick(commitment: Commitment, facts: TickFacts): EventDraft[] {
  if (commitment.closure !== null || parseInstant(facts.now) === null) return [];
  if (isPastEnd(commitment, facts.now)) {
    return close(commitment, "expired", `past its end, ${commitment.spec.economics.expires_at ?? ""}`, facts);
  }
  const question = openQuestion(commitment);
  if (question !== null) return tickQuestion(commitment, question, facts);
  const { suspension } = commitment;
  if (suspension === null || commitment.phase !== "suspended") return [];
  switch (suspension.kind) {
    case "schedule": {
      const due = dueAt(suspension);
      const at = parseInstant(facts.now);
      return due !== null && at !== null && at >= due
        ? [onCommitment(commitment, "resumed", { reason: "its time has come" })]
        : [];
    }
    case "predicate":
      return tickPredicate(commitment, suspension.criterion, facts);
    case "commitment":
      return tickDependency(commitment, suspension.commitment_id, facts);
    case "external":
      return tickExternal(commitment, suspension, facts);
    case "human":
      return [];
  }
  return [];
}
