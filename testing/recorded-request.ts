/** @module A request of a session as a host records it in the ledger. */

import { readRequest } from "@warrant/kernel/intent/reading/read";
import { engageTurn, freshSession } from "@warrant/kernel/policy/engage";
import { assembleIntent } from "@warrant/kernel/policy/intent";
import type { SessionDraft } from "@warrant/ledger/session-log";

const options = { accept_confidence: 0.75, provisional_confidence: 0.45 };

/** A request as a host records it. */
export function recorded(id: string, text: string, change: object = {}): SessionDraft {
  const request = { text, turn_id: id, surface: "cli", origin: { kind: "human", via: "prompt" } } as const;
  const reading = readRequest(request, {}, options);
  const authority = { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on" } as const;
  const turn = engageTurn(reading, authority, freshSession);
  const intent = assembleIntent(reading, turn, "on");
  const { act, horizon, stakes, evidence, clarity, confidence } = intent.reading;
  const body = {
    request_id: id,
    host: "claude-code",
    origin: "human",
    turn: intent.turn,
    reading: { act, horizon, stakes, evidence, clarity, confidence },
    parts: intent.strands.map((strand) => ({
      strand_id: strand.strand_id,
      thread_id: strand.thread_id,
      role: strand.role,
      state: strand.state,
      act: strand.reading.act,
      stakes: strand.reading.stakes,
      text: strand.text,
    })),
    engagement: intent.engagement,
    bans: turn.bans,
    named: intent.named,
    carries: "this",
    act,
    paused: false,
    threads: [],
    ...change,
  };
  return { kind: "request-recorded", body: JSON.parse(JSON.stringify(body)) };
}
