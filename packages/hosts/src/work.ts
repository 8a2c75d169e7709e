/** @module Work that outlives its session: opened by a person's request, ended when the agent stops. Where that cannot be written, the turn runs without. */

import type { Intent } from "@warrant/kernel/policy/intent";
import { maskText } from "@warrant/kernel/text/mask";
import type { PromptEvent, SessionEvent, StopEvent } from "./event.ts";
import type { Turn } from "./turn.ts";

const longestText = 2000;

/** Opens, or goes on with, the work a request asks for beyond its turn. */
export async function serveWork(
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

/** Ends the work of a session with the last words of its agent. */
export async function endWork(
  { port, event, pace }: Turn<StopEvent> | Turn<SessionEvent>,
  message: string | null,
): Promise<void> {
  if (port.endWork === undefined) return;
  pace();
  const text = maskText((message ?? "").slice(0, longestText))
    .trim()
    .toWellFormed();
  try {
    await port.endWork(event.session, { ending: text === "" ? "silent" : "finished", text });
  } catch {
    // It ends as interrupted when the next one begins.
  }
}
