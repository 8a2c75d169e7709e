/**
 * @module The requests of a session as its log has them. What was read then is shown as it was recorded, never read anew; what
 * of a record cannot be read has its careful meaning.
 */

import { rememberAll } from "@warrant/hosts/remember";
import type { Request } from "@warrant/kernel/intent/reading/request";
import { readCeiling } from "@warrant/kernel/policy/ceiling";
import type { SessionState } from "@warrant/kernel/policy/engage";
import type { Ceiling } from "@warrant/kernel/policy/engagement";
import type { SessionLogEvent } from "@warrant/ledger/session-log";

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export interface RecordedPart {
  readonly act: string;
  readonly stakes: string;
  readonly state: string;
  readonly text: string;
}

/** One request as people look at it. Its texts come from outside. */
export interface RecordedRequest {
  readonly at: string;
  readonly imported: boolean;
  readonly request_id: string;
  readonly origin: string;
  readonly turn: string;
  readonly parts: readonly RecordedPart[];
  /** The axes as they were read; null where nothing was. */
  readonly reading: Readonly<Record<"act" | "horizon" | "stakes" | "evidence" | "clarity", string>> | null;
  /** Null where nothing was read of it. */
  readonly ceiling: Ceiling | null;
  /** What was ruled out from then on, in the words it was said. */
  readonly bans: readonly string[];
  readonly named: readonly string[];
  /** What it leaves to those after it: its own limits, those before it, or none. */
  readonly carries: "this" | "as-before" | "nothing";
  readonly paused: boolean;
}

const unsaid = "unknown";

function partOf(value: unknown): RecordedPart {
  const { act, stakes, state, text: words } = fields(value);
  return {
    act: text(act) ?? unsaid,
    stakes: text(stakes) ?? unsaid,
    state: text(state) ?? "unread",
    text: text(words) ?? "",
  };
}

function readingOf(value: unknown): RecordedRequest["reading"] {
  if (typeof value !== "object" || value === null) return null;
  const axis = (name: string) => text(fields(value)[name]) ?? unsaid;
  return {
    act: axis("act"),
    horizon: axis("horizon"),
    stakes: axis("stakes"),
    evidence: axis("evidence"),
    clarity: axis("clarity"),
  };
}

function banOf(value: unknown): string {
  const ban = fields(fields(value)["ban"]);
  return text(ban["text"]) ?? "something that cannot be read";
}

export function recordedRequest({ at, imported, body }: SessionLogEvent): RecordedRequest {
  const { engagement, carries } = body;
  return {
    at,
    imported,
    request_id: text(body["request_id"]) ?? "",
    origin: text(body["origin"]) ?? unsaid,
    turn: text(body["turn"]) ?? "unread",
    parts: list(body["parts"]).map(partOf),
    reading: readingOf(body["reading"]),
    ceiling:
      engagement === null || engagement === undefined ? null : readCeiling(fields(engagement)["ceiling"] ?? null),
    bans:
      body["bans"] === undefined || Array.isArray(body["bans"])
        ? [...new Set(list(body["bans"]).map(banOf))]
        : [banOf(null)],
    named: list(body["named"]).flatMap((one) => text(fields(one)["text"]) ?? []),
    carries: carries === "this" || carries === "as-before" ? carries : "nothing",
    paused: body["paused"] === true,
  };
}

/** The request whose limits hold after all of these; null when none does. */
export function holding(requests: readonly RecordedRequest[]): number | null {
  let at: number | null = null;
  for (const [index, { carries }] of requests.entries()) {
    if (carries === "this") at = index;
    else if (carries === "nothing") at = null;
  }
  return at;
}

/** What the next words of a session are read with. */
export interface NextTurn {
  readonly history: NonNullable<Request["history"]>;
  readonly state: SessionState;
}

export function nextTurn(session: string, events: readonly SessionLogEvent[]): NextTurn {
  const memory = rememberAll(session, events);
  const act = memory.request?.act ?? null;
  return {
    history: {
      turn_index: memory.turns,
      open_threads: memory.threads,
      ...(act === null ? {} : { previous_act: act }),
    },
    state: {
      carried: memory.carried,
      running: [],
      paused: memory.paused,
      place: { dirty: "unknown" },
      bans: memory.bans,
      facts: {},
    },
  };
}
