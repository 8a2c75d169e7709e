/** @module One session of an agent as the gate writes it down, for the examples of the documentation and tests. */

import { recordSession, type SessionDraft } from "@warrant/ledger/session-log";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";

function judged(call: string, tool: string, more: object): SessionDraft {
  const body = {
    call_id: call,
    host: "claude-code",
    agent: null,
    tool,
    applied: true,
    authority: null,
    inbox_id: null,
  };
  return { kind: "action-judged", body: { ...body, effects: [], ...more } };
}

function effect(kind: string, target: string, reversibility = "reversible"): object {
  return { kind, target, reversibility, certain: true };
}

const events: readonly SessionDraft[] = [
  { kind: "session-started", body: { host: "claude-code", cwd: "/home/maria/shop" } },
  {
    kind: "request-recorded",
    body: {
      request_id: "r-1",
      origin: "human",
      reading: { act: "modify", stakes: "reversible" },
      named: [{ text: "src/cart.ts", kind: "write", target: "/home/maria/shop/src/cart.ts" }],
      note: "",
    },
  },
  judged("t-1", "Edit", {
    decision: "allow",
    rule: "action.within-bounds",
    effects: [effect("write", "/home/maria/shop/src/cart.ts")],
  }),
  { kind: "trace-appended", body: { call_id: "t-1", status: "ok", exit_code: null } },
  judged("t-2", "Bash", {
    decision: "allow",
    rule: "action.within-bounds",
    effects: [effect("execute", "project:npm/test")],
  }),
  {
    kind: "trace-appended",
    body: {
      call_id: "t-2",
      status: "error",
      exit_code: 1,
      input: { command: "npm test" },
      output_excerpt: "1 failed, 11 passed",
    },
  },
  judged("t-3", "Bash", {
    decision: "deny",
    rule: "action.critical-path",
    effects: [effect("delete", "/home/maria", "irreversible")],
  }),
  judged("t-4", "Bash", {
    decision: "park",
    rule: "action.irreversible",
    inbox_id: "019b7cf1",
    effects: [effect("publish", "pkg:npm", "irreversible")],
  }),
  { kind: "session-ended", body: {} },
];

/** The id of the session. */
export const exampleSessionId = "5b1f-shop";

/** Writes the session down. */
export async function recordExampleSession(ledger: WarrantLedger): Promise<void> {
  await recordSession(ledger, exampleSessionId, events);
}
