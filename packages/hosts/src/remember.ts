/**
 * @module What a session remembers, folded from the events of its stream. Pure, so that every process that reads the same
 * events knows the same; bounded, and what does not fit or cannot be read is the careful end.
 */

import type { NamedThing } from "@warrant/kernel/action/facts";
import { parseInstant } from "@warrant/kernel/instant";
import type { Act } from "@warrant/kernel/intent/reading/reading";
import { acts } from "@warrant/kernel/intent/reading/reading";
import type { OpenThread, Resource } from "@warrant/kernel/intent/reading/request";
import { readCeiling } from "@warrant/kernel/policy/ceiling";
import { type CeilingEntry, readEntry } from "@warrant/kernel/policy/ceiling-entries";
import { isRecord, isTexts, readField } from "@warrant/kernel/policy/ceiling-read";
import type { Engagement, Posture } from "@warrant/kernel/policy/engagement";
import type { HeldBan } from "@warrant/kernel/policy/held-bans";
import { generalPosture } from "@warrant/kernel/policy/posture";
import { readOn, requestScales } from "@warrant/kernel/scale";
import { fieldsOf, textOf } from "./adapter.ts";
import type { RecordedRequest, SeenCall, SessionEvent, SessionMemory } from "./memory.ts";

type Body = SessionEvent["body"];

/** Agents of a session. One beyond them has no known parent, so that it may do nothing. */
export const mostAgents = 500;
const mostFolders = 64;
const mostRecent = 64;
const mostUnanswered = 500;
const mostThreads = 12;
const mostListed = 500;

/** A session of which nothing is known. */
export function freshMemory(session: string): SessionMemory {
  return {
    session,
    request: null,
    carried: null,
    bans: [],
    threads: [],
    turns: 0,
    agents: new Map([["", { parent: null, entries: [] }]]),
    added: [],
    paused: false,
    recent: [],
    unanswered: [],
    traced: 0,
    sent_back: new Map(),
    principal: null,
    is_gate_off_said: false,
    waiting_note: null,
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, mostListed) : [];
}

/** An engagement as it was recorded. A ceiling that cannot be read allows nothing. */
function readEngagement(value: unknown): Engagement | null {
  if (!isRecord(value)) return null;
  const posture = fieldsOf(value["posture"]);
  return {
    ceiling: readCeiling(value["ceiling"]),
    posture: {
      ...generalPosture,
      ...(posture as Partial<Posture>),
      fallback: readOn(requestScales.fallback, posture["fallback"]),
      note: isTexts(posture["note"]) ? posture["note"] : [],
    },
  };
}

function readBans(value: unknown): HeldBan[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return readField.bans(value).map((ban) => ({ ban, thread_ids: [] }));
  return value.flatMap((one) => {
    const { ban, thread_ids: threads } = fieldsOf(one);
    return readField.bans([ban]).map((read) => ({ ban: read, thread_ids: isTexts(threads) ? threads : [] }));
  });
}

function readNamed(value: unknown): NamedThing[] {
  return list(value).flatMap((one) => {
    const { text, kind, target } = fieldsOf(one);
    const isWhole = typeof text === "string" && typeof kind === "string" && typeof target === "string";
    return isWhole ? [{ text, kind, target }] : [];
  });
}

function readResource(value: unknown): Resource[] {
  const { target, kind, name, place, owner, states, age_days: age } = fieldsOf(value);
  if (typeof target !== "string" || typeof kind !== "string" || typeof name !== "string") return [];
  return [
    {
      target,
      kind,
      name,
      place: place === "local" ? "local" : "shared",
      ...(typeof owner === "string" ? { owner } : {}),
      ...(isTexts(states) ? { states } : {}),
      ...(typeof age === "number" ? { age_days: age } : {}),
    },
  ];
}

function isAct(value: unknown): value is Act {
  return acts.some((act) => act === value);
}

function readThreads(value: unknown): OpenThread[] {
  return list(value).flatMap((one) => {
    const { thread_id: id, act, keywords } = fieldsOf(one);
    return typeof id === "string" && isAct(act) && isTexts(keywords) ? [{ thread_id: id, act, keywords }] : [];
  });
}

/** What a turn leaves to those after it. */
function carriedAfter(memory: SessionMemory, body: Body, engagement: Engagement | null): Engagement | null {
  if (body["carries"] === "this") return engagement;
  return body["carries"] === "as-before" ? memory.carried : null;
}

function afterRequest(memory: SessionMemory, body: Body, at: number): SessionMemory {
  const engagement = readEngagement(body["engagement"]);
  const request: RecordedRequest = {
    request_id: textOf(body["request_id"]) ?? "",
    prompt_id: textOf(body["prompt_id"]),
    origin: textOf(body["origin"]) ?? "unknown",
    engagement,
    named: readNamed(body["named"]),
    resources: list(body["resources"]).flatMap(readResource),
    asks_irreversible: body["asks_irreversible"] !== false,
    act: textOf(body["act"]),
    principal: textOf(body["principal"]),
    text_digest: textOf(body["text_digest"]),
    via: textOf(body["via"]),
    at,
  };
  const continued = new Set(readThreads(body["threads"]).map(({ thread_id: id }) => id));
  const older = memory.threads.filter(({ thread_id: id }) => !continued.has(id));
  return {
    ...memory,
    request,
    carried: carriedAfter(memory, body, engagement),
    // What was ruled out stays where the request could not be read.
    bans: body["bans"] === undefined ? memory.bans : readBans(body["bans"]),
    threads: [...older, ...readThreads(body["threads"])].slice(-mostThreads),
    turns: memory.turns + 1,
    paused: body["paused"] === undefined ? memory.paused : body["paused"] === true,
    principal: request.principal,
    sent_back: request.request_id === memory.request?.request_id ? memory.sent_back : new Map(),
    waiting_note: textOf(body["waiting_note"]),
  };
}

function afterAgent(memory: SessionMemory, body: Body): SessionMemory {
  const id = textOf(body["agent_id"]);
  const parent = textOf(body["parent"]);
  // The first that was said of an agent stays: what comes later may not give it another parent.
  if (id === null || parent === null || memory.agents.has(id) || memory.agents.size >= mostAgents) return memory;
  const entries: CeilingEntry[] = list(body["entries"]).map(readEntry);
  return { ...memory, agents: new Map([...memory.agents, [id, { parent, entries }]]) };
}

function afterCall(memory: SessionMemory, body: Body, at: number): SessionMemory {
  const decision = textOf(body["decision"]) ?? "deny";
  const mayRun =
    decision === "allow" || body["applied"] !== true || (decision === "ask" && body["channel"] === "prompt");
  const seen: SeenCall = {
    call_id: textOf(body["call_id"]) ?? "",
    action: textOf(body["action_digest"]),
    via: textOf(body["via"]),
    at,
    event: textOf(body["event"]) ?? "",
    decision,
    rule: textOf(body["rule"]) ?? "",
    authority: textOf(body["authority"]),
    verdict: textOf(body["verdict_id"]) ?? "",
    is_refused: !mayRun,
  };
  const isNew = seen.call_id !== "" && !memory.unanswered.some(({ call_id: id }) => id === seen.call_id);
  const call = {
    call_id: seen.call_id,
    tool: textOf(body["tool"]) ?? "",
    agent: textOf(body["agent"]),
    verdict: seen.verdict,
  };
  return {
    ...memory,
    recent: [...memory.recent, seen].slice(-mostRecent),
    unanswered: mayRun && isNew ? [...memory.unanswered, call].slice(-mostUnanswered) : memory.unanswered,
  };
}

function afterTrace(memory: SessionMemory, body: Body): SessionMemory {
  return {
    ...memory,
    traced: memory.traced + 1,
    unanswered: memory.unanswered.filter(({ call_id: id }) => id !== body["call_id"]),
    waiting_note: body["is_note_said"] === true ? null : memory.waiting_note,
  };
}

function afterClaims(memory: SessionMemory, body: Body): SessionMemory {
  if (body["is_sent_back"] !== true) return memory;
  const agent = textOf(body["agent"]) ?? "";
  const count = (memory.sent_back.get(agent)?.count ?? 0) + 1;
  const sent = { count, last_refuted: textOf(body["refuted"]) };
  return { ...memory, sent_back: new Map([...memory.sent_back, [agent, sent]]) };
}

function afterPlace(memory: SessionMemory, body: Body): SessionMemory {
  const added = isTexts(body["added"]) ? body["added"] : [];
  return { ...memory, added: [...new Set([...memory.added, ...added])].slice(0, mostFolders) };
}

/** The memory after one more event. */
export function remember(memory: SessionMemory, event: SessionEvent): SessionMemory {
  const { kind, body } = event;
  const at = parseInstant(event.at) ?? 0;
  switch (kind) {
    case "session-started":
      return { ...memory, principal: textOf(body["principal"]) ?? memory.principal };
    case "session-ended":
      return { ...memory, unanswered: [] };
    case "request-recorded":
      return afterRequest(memory, body, at);
    case "agent-started":
      return afterAgent(memory, body);
    case "place-changed":
      return afterPlace(memory, body);
    case "action-judged":
      return afterCall(memory, body, at);
    case "trace-appended":
      return afterTrace(memory, body);
    case "claim-judged":
      return afterClaims(memory, body);
    case "gate-off":
      return { ...memory, is_gate_off_said: true };
    case "config-changed":
      return memory;
    default:
      return kind satisfies never;
  }
}

/** What a session remembers after all of its events, oldest first. */
export function rememberAll(session: string, events: Iterable<SessionEvent>): SessionMemory {
  let memory = freshMemory(session);
  for (const event of events) memory = remember(memory, event);
  return memory;
}
