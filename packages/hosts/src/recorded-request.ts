/** @module What a session keeps of a prompt: what it was read as, what it permits, and what it leaves to the next one. */

import { hash } from "node:crypto";
import { canonicalJson } from "@warrant/kernel/canonical";
import type { Turn as TurnKind } from "@warrant/kernel/intent/reading/reading";
import { keywordsOf } from "@warrant/kernel/intent/reading/threads";
import { personServed } from "@warrant/kernel/policy/approval";
import { everythingBanned } from "@warrant/kernel/policy/ceiling-read";
import type { HeldBan } from "@warrant/kernel/policy/held-bans";
import type { Intent } from "@warrant/kernel/policy/intent";
import { maskText } from "@warrant/kernel/text/mask";
import type { HostOrigin, PromptEvent } from "./event.ts";
import type { SessionEventDraft, SessionMemory } from "./memory.ts";

/** A request that would take more to keep counts as one that could not be read. */
const longestBody = 400_000;
const mostBans = 500;
const mostParts = 40;
const longestPart = 300;

/** One prompt as it was read: what follows from it, and the bans in force from then on. */
export interface PromptReading {
  readonly intent: Intent;
  readonly bans: readonly HeldBan[];
}

/** By what a prompt is known again. */
export function digestOf(text: string): string {
  return hash("sha256", text.trim());
}

/** What a request is known by: the host's id of its prompt, or its moment and text. */
export function requestId(event: PromptEvent, now: number): string {
  const plain = event.prompt?.slice(0, 200).toWellFormed() ?? "";
  return plain === "" ? `request-${now}-${digestOf(event.text).slice(0, 8)}` : plain;
}

const stopping: ReadonlySet<string> = new Set(["stop", "cancel", "pause"]);

/** Whether the session rests after a text: until it is resumed, or asked for work. */
export function isPausedAfter(turn: TurnKind, text: string, before: boolean): boolean {
  if (turn === "work") return false;
  if (turn !== "control") return before;
  const word = text.toLowerCase().replace(/[^\p{L}]+/gu, "");
  return stopping.has(word) || (before && word !== "resume");
}

/** What a turn leaves to the next one that has no authority of its own. */
function carriesOf(turn: TurnKind, isPaused: boolean, memory: SessionMemory): "this" | "as-before" | "nothing" {
  if (turn === "work") return "this";
  if (turn === "empty") return "nothing";
  const isNarrowing = turn === "social" || (turn === "bans" && memory.carried === null);
  return isNarrowing && !isPaused ? "this" : "as-before";
}

/** Turns that go on with what was asked before: what was approved for it stays. */
const continuing: ReadonlySet<TurnKind> = new Set([
  "affirmation",
  "control",
  "social",
  "bans",
  "not-human",
  "no-standing",
]);
/** Of those, the ones of a person who still means the same things. */
const naming: ReadonlySet<TurnKind> = new Set(["affirmation", "control"]);

function isIrreversible(intent: Intent): boolean {
  return intent.strands.some(({ state, reading }) => state === "unread" || reading.stakes === "irreversible");
}

/** A request nobody read: orienting limits, nothing named, nothing carried over. What was ruled out stays. */
export function unreadRequest(
  event: PromptEvent,
  via: string | null,
  now: number,
  origin: HostOrigin = event.origin ?? "unknown",
): SessionEventDraft {
  return {
    kind: "request-recorded",
    body: {
      request_id: requestId(event, now),
      prompt_id: event.prompt,
      host: event.host,
      via,
      origin,
      turn: "unread",
      reading: null,
      engagement: null,
      named: [],
      asks_irreversible: true,
      act: null,
      carries: "nothing",
      text_digest: digestOf(event.text),
      has_attachments: event.has_attachments,
    },
  };
}

export interface Recorded {
  readonly id: string;
  readonly origin: HostOrigin;
  readonly principal: string | null;
  readonly text: string;
  readonly read: PromptReading;
  readonly waitingNote: string | null;
  readonly now: number;
}

/** A request nobody can keep whole: unread, and as what it ruled out may be anything, everything asks. */
function tooLong(event: PromptEvent, via: string | null, { now, origin }: Recorded): SessionEventDraft {
  const { kind, body } = unreadRequest(event, via, now, origin);
  const bans: readonly HeldBan[] = [{ ban: { ...everythingBanned, standing: false, strength: "ask" }, thread_ids: [] }];
  return { kind, body: { ...body, bans } };
}

/** What is kept of a prompt that was read. */
export function recordedRequest(
  event: PromptEvent,
  via: string | null,
  memory: SessionMemory,
  recorded: Recorded,
): SessionEventDraft {
  const { id, origin, principal, text, read: reading, waitingNote } = recorded;
  const { intent, bans } = reading;
  const paused = isPausedAfter(intent.turn, text, memory.paused);
  const before = continuing.has(intent.turn) && memory.carried !== null ? memory.request : null;
  const { act, horizon, stakes, evidence, clarity, confidence } = intent.reading;
  const body = {
    request_id: before?.request_id ?? id,
    prompt_id: event.prompt,
    host: event.host,
    via,
    origin,
    principal: personServed(origin === "human" ? principal : undefined, before?.principal),
    turn: intent.turn,
    reading: intent.turn === "empty" ? null : { act, horizon, stakes, evidence, clarity, confidence },
    parts: intent.strands.slice(0, mostParts).map((strand) => ({
      strand_id: strand.strand_id,
      thread_id: strand.thread_id,
      role: strand.role,
      state: strand.state,
      act: strand.reading.act,
      stakes: strand.reading.stakes,
      text: maskText(strand.text.slice(0, 4 * longestPart))
        .slice(0, longestPart)
        .toWellFormed(),
    })),
    engagement: intent.engagement,
    bans,
    named: naming.has(intent.turn) ? (before?.named ?? []) : origin === "human" ? intent.named : [],
    resources: before?.resources ?? [],
    asks_irreversible: intent.turn === "work" ? isIrreversible(intent) : (memory.request?.asks_irreversible ?? true),
    act: intent.turn === "work" ? act : (memory.request?.act ?? null),
    carries: carriesOf(intent.turn, paused, memory),
    paused,
    threads:
      intent.turn === "work"
        ? intent.strands.map((strand) => ({
            thread_id: strand.thread_id,
            act: strand.reading.act,
            keywords: keywordsOf(maskText(strand.text)),
          }))
        : [],
    text_digest: digestOf(event.text),
    has_attachments: event.has_attachments,
    ...(waitingNote === null ? {} : { waiting_note: waitingNote }),
  };
  if (bans.length > mostBans || canonicalJson(body).length > longestBody) return tooLong(event, via, recorded);
  return { kind: "request-recorded", body };
}
