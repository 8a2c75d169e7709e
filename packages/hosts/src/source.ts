/** @module Where an event came from, in the field names that Claude Code began with and Codex, Copilot and Gemini took over. */

import { type Fields, textOf } from "./adapter.ts";
import type { HostName, PromptEvent, SessionEvent, Source, StopEvent } from "./event.ts";

/** The fields every event has. What is missing or of another kind is null. */
export function sourceOf(host: HostName, event: string, payload: Fields): Source {
  return {
    host,
    event,
    session: textOf(payload["session_id"]) ?? "",
    cwd: textOf(payload["cwd"]),
    folders: [],
    mode: textOf(payload["permission_mode"]),
    agent: { id: textOf(payload["agent_id"]), type: textOf(payload["agent_type"]) },
    transcript: textOf(payload["transcript_path"]),
  };
}

/** A prompt of this payload; null where it has no text. */
export function promptOf(source: Source, payload: Fields): PromptEvent | null {
  const text = textOf(payload["prompt"]);
  if (text === null) return null;
  const prompt = textOf(payload["prompt_id"]) ?? textOf(payload["turn_id"]);
  const attached = payload["attachments"];
  return { ...source, kind: "prompt", text, prompt, has_attachments: Array.isArray(attached) && attached.length > 0 };
}

/** The end of a turn, of the agent or of a subagent. */
export function stopOf(source: Source, payload: Fields, isSubagent: boolean, message: unknown): StopEvent {
  return {
    ...source,
    kind: "stop",
    message: textOf(message),
    is_active: payload["stop_hook_active"] === true,
    is_subagent: isSubagent,
  };
}

export function sessionOf(source: Source, change: SessionEvent["change"]): SessionEvent {
  return { ...source, kind: "session", change };
}
