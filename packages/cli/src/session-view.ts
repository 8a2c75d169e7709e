/**
 * @module A session as people look at it: what was asked, what was read of it, each call with its verdict and its result, and
 * what was claimed at the end. Built from the events of its log alone.
 */

import type { ResultState } from "@warrant/hosts/event";
import type { SessionLogEvent } from "@warrant/ledger/session-log";

type Fields = Readonly<Record<string, unknown>>;

export interface SeenRequest {
  readonly kind: "request";
  readonly at: string;
  readonly request_id: string;
  readonly origin: string;
  /** What it asks for, as it was read; null where nothing was read. */
  readonly act: string | null;
  readonly stakes: string | null;
  readonly named: readonly string[];
  /** The sentence the agent was given; empty for none. */
  readonly note: string;
}

export interface SeenEffect {
  readonly kind: string;
  readonly target: string;
  readonly reversibility: string;
}

export interface SeenAction {
  readonly kind: "call";
  readonly at: string;
  readonly call_id: string;
  readonly host: string;
  /** Null for the main agent. */
  readonly agent: string | null;
  readonly tool: string;
  /** The gate's answer; null for a call whose verdict is not in the log. */
  readonly decision: string | null;
  readonly rule: string | null;
  /** False under report mode: nothing followed from the verdict. */
  readonly applied: boolean;
  readonly authority: string | null;
  readonly inbox_id: string | null;
  readonly effects: readonly SeenEffect[];
  /** What came back; null when nothing did. */
  readonly status: ResultState | null;
  readonly exit_code: number | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** The arguments as they were kept: cut and masked. */
  readonly input: unknown;
  readonly output: string;
}

type ClaimOutcome = "supported" | "contradicted" | "unverified";

export interface SeenClaims {
  readonly kind: "claims";
  readonly at: string;
  readonly decision: string;
  readonly rule: string;
  /** Whether the agent was sent back. */
  readonly applied: boolean;
  /** How many claims came to what; null where that was not kept. */
  readonly outcomes: Readonly<Record<ClaimOutcome, number>> | null;
}

/** Anything else that happened, in words. */
export interface SeenOther {
  readonly kind: "other";
  readonly at: string;
  readonly what: string;
}

export type SessionStep = SeenRequest | SeenAction | SeenClaims | SeenOther;

export interface SessionView {
  readonly schema: "warrant.session/v1";
  readonly session: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly steps: readonly SessionStep[];
  /** Events before the first one shown. */
  readonly earlier: number;
  /** Rows of the log that could not be believed. */
  readonly unreadable: number;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function texts(value: unknown, key: string): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((one) => {
    const said = typeof one === "string" ? one : text(fields(one)[key]);
    return said === null ? [] : [said];
  });
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function requestStep({ at, body }: SessionLogEvent): SeenRequest {
  const reading = fields(body["reading"]);
  return {
    kind: "request",
    at,
    request_id: text(body["request_id"]) ?? "",
    origin: text(body["origin"]) ?? "unknown",
    act: text(body["act"]) ?? text(reading["act"]),
    stakes: text(body["stakes"]) ?? text(reading["stakes"]),
    named: texts(body["named"], "target"),
    note: text(body["note"]) ?? "",
  };
}

function effectsOf(value: unknown): SeenEffect[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map(fields).map((effect) => ({
    kind: text(effect["kind"]) ?? "?",
    target: text(effect["target"]) ?? "?",
    reversibility: text(effect["reversibility"]) ?? "irreversible",
  }));
}

function actionStep({ at, body }: SessionLogEvent): SeenAction {
  return {
    kind: "call",
    at,
    call_id: text(body["call_id"]) ?? "",
    host: text(body["host"]) ?? "",
    agent: text(body["agent"]),
    tool: text(body["tool"]) ?? "?",
    decision: text(body["decision"]),
    rule: text(body["rule"]),
    applied: body["applied"] !== false,
    authority: text(body["authority"]),
    inbox_id: text(body["inbox_id"]),
    effects: effectsOf(body["effects"]),
    status: null,
    exit_code: null,
    started_at: null,
    ended_at: null,
    input: null,
    output: "",
  };
}

const states: readonly ResultState[] = ["ok", "error", "denied", "interrupted", "unknown"];

/** A call with what came back from it. A later report of the same call is the better one. */
function withResult(call: SeenAction, body: Fields): SeenAction {
  return {
    ...call,
    status: states.find((state) => state === body["status"]) ?? "unknown",
    exit_code: typeof body["exit_code"] === "number" ? body["exit_code"] : call.exit_code,
    started_at: text(body["started_at"]) ?? call.started_at,
    ended_at: text(body["ended_at"]) ?? call.ended_at,
    input: body["input"] ?? call.input,
    output: text(body["output_excerpt"]) ?? call.output,
  };
}

const otherWords: Readonly<Record<string, string>> = {
  "session-started": "the session began",
  "session-ended": "the session ended",
  "agent-started": "a subagent was started",
  "place-changed": "the work moved to another folder",
  "config-changed": "the host's settings were changed",
  "gate-off": "the gate was off",
};

function outcomesOf(result: unknown): SeenClaims["outcomes"] {
  const claims: unknown = fields(result)["claims"];
  if (!Array.isArray(claims)) return null;
  const count = (outcome: ClaimOutcome): number =>
    claims.filter((claim: unknown) => fields(claim)["outcome"] === outcome).length;
  return { supported: count("supported"), contradicted: count("contradicted"), unverified: count("unverified") };
}

function claimStep({ at, body }: SessionLogEvent): SeenClaims {
  return {
    kind: "claims",
    at,
    decision: text(body["decision"]) ?? "unknown",
    rule: text(body["rule"]) ?? "claim.not-checked",
    applied: body["applied"] === true,
    outcomes: outcomesOf(body["result"]),
  };
}

/**
 * The session as it went.
 *
 * @param events the end of its log, the oldest first.
 */
export function viewSession(session: string, events: readonly SessionLogEvent[], unreadable: number): SessionView {
  const steps: SessionStep[] = [];
  const calls = new Map<string, number>();
  for (const event of events) {
    const id = text(event.body["call_id"]) ?? "";
    if (event.kind === "action-judged") {
      if (id !== "") calls.set(id, steps.length);
      steps.push(actionStep(event));
    } else if (event.kind === "trace-appended") {
      const known = calls.get(id);
      const call = known === undefined ? undefined : steps[known];
      if (known !== undefined && call?.kind === "call") steps[known] = withResult(call, event.body);
      else {
        if (id !== "") calls.set(id, steps.length);
        steps.push(withResult(actionStep(event), event.body));
      }
    } else if (event.kind === "request-recorded") steps.push(requestStep(event));
    else if (event.kind === "claim-judged") steps.push(claimStep(event));
    else steps.push({ kind: "other", at: event.at, what: otherWords[event.kind] ?? event.kind });
  }
  const [first] = events;
  const start = events.find(({ kind }) => kind === "session-started");
  const end = events.findLast(({ kind }) => kind === "session-ended");
  return {
    schema: "warrant.session/v1",
    session,
    started_at: start?.at ?? first?.at ?? null,
    ended_at: end?.at ?? null,
    steps,
    earlier: first === undefined ? 0 : first.place - 1,
    unreadable,
  };
}
