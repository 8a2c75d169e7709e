/** @module A preview of a turn: what a request would be read as and permit, asked of no model and stored nowhere. */

import { generalReading, readRequest } from "@warrant/kernel/intent/reading/read";
import type { RequestReading } from "@warrant/kernel/intent/reading/reading";
import type { Declared, Request } from "@warrant/kernel/intent/reading/request";
import { attendanceOf } from "@warrant/kernel/intent/reading/surface";
import { resolverVersion } from "@warrant/kernel/intent/reading/version";
import { engageTurn, freshSession, type SessionState } from "@warrant/kernel/policy/engage";
import { assembleIntent, type Intent } from "@warrant/kernel/policy/intent";
import type { SettledRuntime } from "@warrant/kernel/runtime-settings";

/** With the runtime off no word of a request is looked at. */
function unread(request: Request): RequestReading {
  return {
    turn: "work",
    reading: generalReading(attendanceOf(request.surface, request.attendance)),
    parts: [],
    bans: [],
    named: [],
    provenance: { tier: "general", resolver_version: resolverVersion, reproducible: true },
    signals: [],
    findings: [],
  };
}

/** The intent of a request in a session, by default as its first, whose work tree nobody looked at. */
export function previewRequest(
  request: Request,
  declared: Declared,
  runtime: SettledRuntime,
  state: SessionState = freshSession,
): Intent {
  const { settings, autonomy_grants: grants } = runtime;
  const reading = settings.enabled ? readRequest(request, declared, settings) : unread(request);
  const posture = settings.enabled ? settings.posture : "off";
  const { attendance } = reading.reading;
  // Words that ask for work end a pause.
  const paused = state.paused && reading.turn !== "work";
  const turn = engageTurn(reading, { autonomy_grants: grants, attendance, posture }, { ...state, paused });
  return assembleIntent(reading, turn, posture);
}
