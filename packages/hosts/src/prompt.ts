/**
 * @module A prompt: who wrote it, what it was read as, and what the session holds from then on (hosts, section 14). A prompt
 * is never held up; one that could not be read leaves the session with what an unread text permits.
 */

import { hash } from "node:crypto";
import { canonicalJson } from "@warrant/kernel/canonical";
import { readRequest } from "@warrant/kernel/intent/reading/read";
import type { RequestReading, Turn as TurnKind } from "@warrant/kernel/intent/reading/reading";
import type { Request } from "@warrant/kernel/intent/reading/request";
import { keywordsOf } from "@warrant/kernel/intent/reading/threads";
import type { Authority } from "@warrant/kernel/policy/autonomy";
import { engageTurn, type SessionState } from "@warrant/kernel/policy/engage";
import type { HeldBan } from "@warrant/kernel/policy/held-bans";
import { assembleIntent, type Intent } from "@warrant/kernel/policy/intent";
import type { HostOrigin, PromptEvent } from "./event.ts";
import { attendanceIn } from "./facts.ts";
import { maskText } from "./mask.ts";
import type { SessionEventDraft, SessionMemory } from "./memory.ts";
import { originByForm, withoutAdded } from "./origin.ts";
import type { AuthorityRead, Surroundings } from "./port.ts";
import type { Handled, Turn } from "./turn.ts";

/** How long the same prompt from a second configuration is one prompt, where the host gives prompts no id. */
const twinMilliseconds = 2000;
/** A request that would take more to keep counts as one that could not be read. */
const longestBody = 400_000;
const mostParts = 40;
const longestPart = 300;

/** One prompt as it was read: what follows from it, and the bans in force from then on. */
export interface PromptReading {
  readonly intent: Intent;
  readonly bans: readonly HeldBan[];
}

/** Reads a prompt and derives what it permits. Pure. */
export function readPrompt(
  request: Request,
  options: { readonly accept_confidence: number; readonly provisional_confidence: number },
  authority: Authority,
  state: (reading: RequestReading) => SessionState,
): PromptReading {
  const reading = readRequest(request, {}, options);
  const turn = engageTurn(reading, authority, state(reading));
  return { intent: assembleIntent(reading, turn, authority.posture), bans: turn.bans };
}

function digestOf(text: string): string {
  return hash("sha256", text.trim());
}

/** Who wrote a prompt. Nobody sits before a headless session: its prompt is a person's only where one started it with it. */
async function originOf(turn: Turn<PromptEvent>): Promise<{ origin: HostOrigin; principal: string | null }> {
  const { event, host, port } = turn;
  const byForm = originByForm(event.text);
  if (event.agent.id !== null) return { origin: "agent", principal: null };
  if (byForm !== null && isMoreThanAdded(event.text, byForm)) return { origin: byForm, principal: null };
  if (event.origin !== undefined && event.origin !== "human" && !(host.is_headless && event.origin === "unknown"))
    return { origin: event.origin, principal: null };
  if (!host.is_headless) return { origin: event.origin ?? "human", principal: null };
  const principal = await port.claimRun(event, digestOf(event.text));
  return { origin: principal === null ? "unknown" : "human", principal };
}

/** What a host adds before a person's words makes them nobody else's. */
function isMoreThanAdded(text: string, origin: HostOrigin): boolean {
  if (origin !== "tool") return true;
  const rest = withoutAdded(text);
  return rest.trim() === "" || originByForm(rest) !== null;
}

/** The same prompt, seen before for another configuration. */
function isTwin({ event, memory, via, now }: Turn<PromptEvent>, digest: string): boolean {
  const { request } = memory;
  if (request === null || request.text_digest !== digest || request.via === via) return false;
  return event.prompt === null ? now - request.at <= twinMilliseconds : request.prompt_id === event.prompt;
}

/** What a request is known by: the host's id of its prompt, or its moment and text. */
export function requestId(event: PromptEvent, now: number): string {
  const plain = event.prompt?.slice(0, 200).toWellFormed() ?? "";
  return plain === "" ? `request-${now}-${digestOf(event.text).slice(0, 8)}` : plain;
}

const stopping: ReadonlySet<string> = new Set(["stop", "cancel", "pause"]);

/** Whether the session rests after a text: until it is resumed, or asked for work. */
function isPausedAfter(turn: TurnKind, text: string, before: boolean): boolean {
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

function requestOf(turn: Turn<PromptEvent>, origin: HostOrigin, id: string, surroundings: Surroundings): Request {
  const { event, memory, host } = turn;
  const { git } = surroundings.place;
  const previous = memory.request?.act ?? null;
  return {
    text: withoutAdded(event.text),
    turn_id: id,
    origin: { kind: origin, via: "prompt" },
    surface: "cli",
    attendance: attendanceIn(host),
    ...(event.has_attachments ? { attachments: [{ modality: "data", name: "attachment" }] } : {}),
    workspace: {
      dirty: surroundings.dirty,
      ...(typeof git?.branch === "string" ? { branch: git.branch } : {}),
      ...(typeof git?.default_branch === "string" ? { default_branch: git.default_branch } : {}),
      ...(git?.protected === undefined ? {} : { protected: git.protected }),
    },
    history: {
      turn_index: memory.turns,
      open_threads: memory.threads,
      ...(previous === null ? {} : { previous_act: previous }),
    },
  };
}

function read(
  turn: Turn<PromptEvent>,
  request: Request,
  surroundings: Surroundings,
  given: AuthorityRead,
): PromptReading {
  const { memory, policy, host, event } = turn;
  const { git } = surroundings.place;
  const authority: Authority = {
    autonomy_grants: [policy.autonomy, ...policy.autonomy_grants, ...given.autonomy_grants],
    attendance: attendanceIn(host),
    posture: policy.posture,
  };
  return turn.parts.read(request, policy, authority, (reading) => ({
    carried: memory.carried,
    running: [],
    paused: isPausedAfter(reading.turn, request.text, memory.paused),
    place: { dirty: surroundings.dirty },
    bans: memory.bans,
    facts: {
      ...(event.cwd === null ? {} : { cwd: event.cwd }),
      ...(typeof git?.default_branch === "string" ? { default_branch: git.default_branch } : {}),
      ...(git?.protected === undefined ? {} : { protected: git.protected }),
    },
  }));
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

interface Recorded {
  readonly id: string;
  readonly origin: HostOrigin;
  readonly principal: string | null;
  readonly text: string;
  readonly read: PromptReading;
  readonly waitingNote: string | null;
}

function recordedRequest(turn: Turn<PromptEvent>, recorded: Recorded): SessionEventDraft {
  const { event, memory, via } = turn;
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
    principal: principal ?? before?.principal ?? null,
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
            keywords: keywordsOf(strand.text).map(maskText),
          }))
        : [],
    text_digest: digestOf(event.text),
    has_attachments: event.has_attachments,
    ...(waitingNote === null ? {} : { waiting_note: waitingNote }),
  };
  if (canonicalJson(body).length > longestBody) return unreadRequest(event, via, turn.now, origin);
  return { kind: "request-recorded", body };
}

/** Work beyond this turn is opened where that can be done; the turn runs without it otherwise. */
async function serve(
  { port, event, pace }: Turn<PromptEvent>,
  { strands }: Intent,
  isHuman: boolean,
  principal: string | null,
): Promise<void> {
  if (port.serve === undefined) return;
  pace();
  try {
    await port.serve({ session: event.session, cwd: event.cwd, is_human: isHuman, principal, strands });
  } catch {
    // What could not be opened is opened by nobody.
  }
}

/** Reads one prompt, keeps what it permits, and gives the note for the model. */
export async function handlePrompt(turn: Turn<PromptEvent>): Promise<Handled> {
  const { event, memory, port, policy, adapter } = turn;
  const isReport = policy.mode === "report";
  if (isTwin(turn, digestOf(event.text))) {
    const note = memory.request?.engagement?.posture.note.join("\n") ?? "";
    return { outcome: { kind: "note", text: note === "" || isReport ? null : note }, drafts: [] };
  }
  const { origin, principal } = await originOf(turn);
  const [surroundings, authority] = await Promise.all([
    port.surroundings(event, memory),
    port.authority(event.session, memory),
  ]);
  const id = requestId(event, turn.now);
  const request = requestOf(turn, origin, id, surroundings);
  const reading = read(turn, request, surroundings, authority);
  const { intent } = reading;
  const note = intent.turn === "work" || intent.turn === "bans" ? intent.note : "";
  const waits = adapter.notes === "results" && note !== "" && !isReport;
  const draft = recordedRequest(turn, {
    id,
    origin,
    principal,
    text: request.text,
    read: reading,
    waitingNote: waits ? note : null,
  });
  if (intent.turn === "work") await serve(turn, intent, origin === "human", principal);
  const said = note === "" || waits || isReport ? null : note;
  return { outcome: { kind: "note", text: said }, drafts: [draft] };
}
