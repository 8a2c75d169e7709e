/**
 * @module A prompt: who wrote it, what it was read as, and what the session holds from then on (hosts, section 14). A prompt
 * is never held up; one that could not be read leaves the session with what an unread text permits.
 */

import { readRequest } from "@warrant/kernel/intent/reading/read";
import type { RequestReading } from "@warrant/kernel/intent/reading/reading";
import type { Request } from "@warrant/kernel/intent/reading/request";
import type { Authority } from "@warrant/kernel/policy/autonomy";
import { engageTurn, type SessionState } from "@warrant/kernel/policy/engage";
import { assembleIntent } from "@warrant/kernel/policy/intent";
import type { HostOrigin, PromptEvent } from "./event.ts";
import { attendanceIn } from "./facts.ts";
import { originByForm, withoutAdded } from "./origin.ts";
import type { AuthorityRead, Surroundings } from "./port.ts";
import { digestOf, isPausedAfter, type PromptReading, recordedRequest, requestId } from "./recorded-request.ts";
import type { Handled, Turn } from "./turn.ts";
import { serveWork } from "./work.ts";

/** How long the same prompt from a second configuration is one prompt, where the host gives prompts no id. */
const twinMilliseconds = 2000;

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

/** Reads one prompt, keeps what it permits, and gives the note for the model. */
export async function handlePrompt(turn: Turn<PromptEvent>): Promise<Handled> {
  const { event, memory, port, policy, adapter } = turn;
  const isReport = policy.mode === "report";
  if (isTwin(turn, digestOf(event.text))) {
    const note = memory.request?.engagement?.posture.note.join("\n") ?? "";
    return { outcome: { kind: "note", text: note === "" || isReport ? null : note }, drafts: [] };
  }
  const { origin, principal } = await originOf(turn);
  const surroundings = await port.surroundings(event, memory);
  const authority = await port.authority(event.session, memory);
  const id = requestId(event, turn.now);
  const request = requestOf(turn, origin, id, surroundings);
  const reading = read(turn, request, surroundings, authority);
  const { intent } = reading;
  const note = intent.turn === "work" || intent.turn === "bans" ? intent.note : "";
  const waits = adapter.notes === "results" && note !== "" && !isReport;
  const draft = recordedRequest(event, turn.via, memory, {
    id,
    origin,
    principal,
    text: request.text,
    read: reading,
    waitingNote: waits ? note : null,
    now: turn.now,
  });
  if (intent.turn === "work") await serveWork(turn, intent, origin === "human", principal);
  const said = note === "" || waits || isReport ? null : note;
  return { outcome: { kind: "note", text: said }, drafts: [draft] };
}
