/** @module The stream of a session's binding: which issue it works on, and what that permits (section 7.2). */

import type { Binding } from "../policy/ceiling-entries.ts";
import { isRecord } from "../policy/ceiling-read.ts";
import { readActor } from "../policy/envelope.ts";
import type { ExecutionPolicy } from "../verdict.ts";
import { isName, isText, record, type Shape } from "./shape.ts";
import { type Admission, idOf, refuse, type StreamEvent, type StreamRules } from "./stream.ts";

/** What a session is bound to. The policy is that of the time it was bound; binding it again looks anew. */
export interface SessionBinding {
  readonly id: string;
  /** As `owner/repo#N`. */
  readonly issue: string;
  readonly binding: Binding;
  readonly bound_at: string;
  readonly bound_by: string;
}

const bodies = {
  "session-bound": record({ issue: isName, binding: isRecord, title: isText }),
  "session-unbound": record({}),
} satisfies Record<string, Shape<unknown>>;
type Kind = keyof typeof bodies;

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(bodies, kind);
}

/** A binding from anything at all. What cannot be read is bound and unreadable, which has the safest policy. */
export function readBinding(value: unknown): Binding {
  if (!isRecord(value)) return { state: "unreadable" };
  const { state, policy } = value;
  if (state === "unbound" || state === "ambiguous" || state === "unlinked") return { state };
  if (state !== "bound" || !(policy === null || isRecord(policy))) return { state: "unreadable" };
  // Its fields are read one by one where they limit something, each with its own safe end.
  return { state, policy: policy as ExecutionPolicy | null };
}

function admit(session: SessionBinding | null, { kind, body, actor }: StreamEvent): Admission {
  const by = readActor(actor);
  if (by === null || !isKind(kind) || !bodies[kind](body)) return refuse("refused", "The event cannot be read.");
  if (kind === "session-unbound" && session === null) return refuse("not-found", "The session is not bound.");
  // An agent may be the first to say what it works on; leaving a policy it is held to takes a person.
  if (session !== null && by.kind !== "person")
    return refuse("refused", "Only a person can bind a bound session anew.", { rule: "authority.not-human" });
  return { body };
}

function apply(session: SessionBinding | null, event: StreamEvent): SessionBinding | null {
  const { kind, body, at, stream } = event;
  const by = readActor(event.actor);
  if ("refusal" in admit(session, event) || by === null) return session;
  if (kind !== "session-bound" || !bodies[kind](body)) return null;
  return { id: idOf(stream), issue: body.issue, binding: readBinding(body.binding), bound_at: at, bound_by: by.id };
}

export const bindingRules: StreamRules<SessionBinding | null> = {
  version: "binding/1",
  start: null,
  fits: ({ kind, body, actor }) => isKind(kind) && bodies[kind](body) && readActor(actor) !== null,
  admit,
  apply,
  // Which issue it was is no longer known for sure, and neither is what that permits.
  spoil: (session) => (session === null ? null : { ...session, binding: { state: "unreadable" } }),
};
