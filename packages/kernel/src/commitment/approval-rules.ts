/** @module The stream of an approval: asked, decided by a person, spent or expired. */

import type { Approval } from "../policy/approval.ts";
import { isOver, refuseAnswer, usedApproval } from "../policy/approval.ts";
import { isRecord } from "../policy/ceiling-read.ts";
import { type Actor, readActor } from "../policy/envelope.ts";
import { either, isFlag, isName, isText, listOf, oneOf, record, recordWith, type Shape, type Shaped } from "./shape.ts";
import { type Admission, idOf, refuse, type StreamEvent, type StreamRules } from "./stream.ts";
import { streamKey } from "./stream-key.ts";

function isNull(value: unknown): value is null {
  return value === null;
}

const nullable = <Value>(shape: Shape<Value>): Shape<Value | null> => either(shape, isNull);

const request = recordWith(
  {
    digest: isName,
    effects_digest: nullable(isName),
    tool: isName,
    input: isRecord,
    cwd: isText,
    session: isName,
    agent: nullable(isName),
    policy_digest: isName,
    gates: listOf(isText),
    request_id: isName,
    asked: oneOf("live", "inbox"),
    expires_at: isText,
  },
  { principal: isName, second_person: isFlag },
);
/** What is asked for when an action waits for a person. */
export type ApprovalRequest = Shaped<typeof request>;

const bodies = {
  "approval-requested": record({ request }),
  "approval-decided": recordWith(
    { decision: oneOf("approved", "denied"), scope: oneOf("once", "effects"), expires_at: isText },
    /** The session the answer was given from. */
    { note: isText, session: isName },
  ),
  "approval-used": record({}),
  "approval-expired": record({}),
  "approval-withdrawn": record({}),
} satisfies Record<string, Shape<unknown>>;
type Kind = keyof typeof bodies;

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(bodies, kind);
}

function admitDecision(
  approval: Approval,
  body: Shaped<(typeof bodies)["approval-decided"]>,
  event: StreamEvent,
  actor: Actor,
): Admission {
  // Saying no authorizes nothing, so upkeep may do it when a question was escalated.
  if (body.decision === "denied" && actor.kind === "runtime" && approval.state === "pending") return { body };
  const by = { actor, session: body.session ?? null };
  // What another ledger decided is history; it makes nothing live here.
  const imported = approval.imported && !event.imported;
  const refusal = refuseAnswer({ ...approval, imported }, by, event.at, approval.second_person);
  if (refusal === null) return { body };
  const code = refusal === "decided" || refusal === "expired" ? "conflict" : "refused";
  return refuse(code, `Not answered: ${refusal}.`, { rule: refusal });
}

function admit(approval: Approval | null, event: StreamEvent): Admission {
  const { kind, body } = event;
  const actor = readActor(event.actor);
  if (actor === null || !isKind(kind) || !bodies[kind](body)) return refuse("refused", "The event cannot be read.");
  if (approval === null) {
    return kind === "approval-requested" ? { body } : refuse("not-found", "There is no such approval.");
  }
  switch (kind) {
    case "approval-requested":
      return refuse("conflict", "There is such an approval.");
    case "approval-decided":
      return bodies[kind](body)
        ? admitDecision(approval, body, event, actor)
        : refuse("refused", "The event cannot be read.");
    case "approval-used": {
      const isSpent = approval.scope === "once" && approval.uses > 0;
      const isLive = !approval.imported || event.imported;
      const isFit = approval.state === "approved" && isLive && !isSpent && !isOver(approval, event.at);
      return isFit ? { body } : refuse("conflict", "The approval cannot be spent.");
    }
    case "approval-expired":
    case "approval-withdrawn":
      return approval.state === "pending" || approval.state === "approved"
        ? { body }
        : refuse("conflict", "The approval is over.");
  }
  return refuse("refused", "The event cannot be read.");
}

function requested(
  { request: asked }: Shaped<(typeof bodies)["approval-requested"]>,
  event: StreamEvent,
  actor: Actor,
): Approval {
  const { second_person: isSecond, ...fields } = asked;
  return {
    ...fields,
    second_person: isSecond === true,
    id: idOf(event.stream),
    requester: actor,
    state: "pending",
    // Authority does not travel between ledgers.
    imported: event.imported,
    scope: "once",
    requested_at: event.at,
    uses: 0,
  };
}

function apply(approval: Approval | null, event: StreamEvent): Approval | null {
  const { body } = event;
  const actor = readActor(event.actor);
  if ("refusal" in admit(approval, event) || actor === null) return approval;
  if (approval === null) return bodies["approval-requested"](body) ? requested(body, event, actor) : null;
  return move(event.imported ? { ...approval, imported: true } : approval, event, actor);
}

/** The approval after an event that may follow. */
function move(approval: Approval, event: StreamEvent, actor: Actor): Approval {
  const { kind, body } = event;
  if (kind === "approval-decided" && bodies[kind](body)) {
    const { decision, scope, expires_at: expires, note } = body;
    const said = note === undefined ? {} : { note };
    return { ...approval, state: decision, scope, expires_at: expires, approver: actor, decided_at: event.at, ...said };
  }
  if (kind === "approval-used") return usedApproval(approval, event.at);
  return { ...approval, state: kind === "approval-expired" ? "expired" : "withdrawn" };
}

export const approvalRules: StreamRules<Approval | null> = {
  version: "approval/1",
  start: null,
  fits: ({ kind, body, actor }) => isKind(kind) && bodies[kind](body) && readActor(actor) !== null,
  admit,
  apply,
  keysOf: ({ kind, body }) =>
    kind === "approval-requested" && bodies[kind](body)
      ? [streamKey("request", body.request.request_id), streamKey("session", body.request.session)]
      : [],
  spoil: (approval) => (approval?.state === "approved" ? { ...approval, state: "withdrawn" } : approval),
};
