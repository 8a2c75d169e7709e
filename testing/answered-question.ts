/** @module A person's yes to a question that waits, as the ledger has it. */

import type { PendingAction } from "@warrant/kernel/commitment/park";
import { type Approval, actionDigest } from "@warrant/kernel/policy/approval";
import { gateNow } from "./gate-port.ts";

/** The approval that answers it: for this one call, by another person, for a day. */
export function yesTo({ identity, gates, request_id, requester }: PendingAction): Approval {
  return {
    id: "ap-1",
    digest: actionDigest(identity),
    effects_digest: null,
    tool: identity.tool,
    input: identity.input,
    cwd: identity.cwd,
    session: identity.session,
    agent: identity.agent,
    policy_digest: identity.policy_digest,
    gates,
    request_id,
    requester,
    second_person: false,
    asked: "inbox",
    approver: { kind: "person", id: "ines" },
    state: "approved",
    scope: "once",
    requested_at: gateNow,
    expires_at: "2026-09-02T09:30:00.000Z",
    decided_at: gateNow,
    uses: 0,
    imported: false,
  };
}
