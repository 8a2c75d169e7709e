/** @module The inbox: questions and news for people. Reading an entry marks it and resumes nothing. */

import type { Approval } from "../policy/approval.ts";
import { readActor } from "../policy/envelope.ts";
import { isName, isText, listOf, oneOf, record, recordWith, type Shape, type Shaped } from "./shape.ts";
import { type Admission, idOf, refuse, type StreamEvent, type StreamRules } from "./stream.ts";
import { streamKey } from "./stream-key.ts";

export const inboxKinds = [
  "approval-pending",
  "question-pending",
  "approval-denied",
  "approval-expired",
  "commitment-blocked",
  "commitment-closed",
  "envelope-ending",
  "budget-alert",
  "digest",
  "gate-failed",
] as const;

const opening = recordWith(
  { kind: oneOf(...inboxKinds), title: isText, body: isText },
  {
    session_id: isName,
    commitment_id: isName,
    question_id: isName,
    approval_id: isName,
    action_digest: isName,
    expires_at: isText,
    dedupe_key: isName,
    choices: listOf(isText),
  },
);
export type InboxOpening = Shaped<typeof opening>;

/** One entry; `read_at` is when a person first saw it. */
export interface InboxEntry extends InboxOpening {
  readonly id: string;
  readonly at: string;
  readonly state: "open" | "answered" | "expired" | "withdrawn";
  readonly read_at?: string;
}

const bodies = {
  "inbox-opened": record({ entry: opening }),
  "inbox-answered": record({ state: oneOf("answered", "expired", "withdrawn") }),
  "inbox-read": record({}),
} satisfies Record<string, Shape<unknown>>;
type Kind = keyof typeof bodies;

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(bodies, kind);
}

function admit(entry: InboxEntry | null, { kind, body, actor }: StreamEvent): Admission {
  if (readActor(actor) === null || !isKind(kind) || !bodies[kind](body))
    return refuse("refused", "The event cannot be read.");
  if (entry === null) return kind === "inbox-opened" ? { body } : refuse("not-found", "There is no such entry.");
  if (kind === "inbox-opened") return refuse("conflict", "There is such an entry.");
  if (kind === "inbox-answered" && entry.state !== "open") return refuse("conflict", `The entry is ${entry.state}.`);
  return { body };
}

function apply(entry: InboxEntry | null, event: StreamEvent): InboxEntry | null {
  const { kind, body, at } = event;
  if ("refusal" in admit(entry, event)) return entry;
  if (entry === null) {
    return bodies["inbox-opened"](body) ? { ...body.entry, id: idOf(event.stream), at, state: "open" } : null;
  }
  const seen = { read_at: entry.read_at ?? at };
  if (kind === "inbox-answered" && bodies[kind](body)) {
    // An answer was read by whoever gave it; what only ran out was not.
    return { ...entry, state: body.state, ...(body.state === "answered" ? seen : {}) };
  }
  return { ...entry, ...seen };
}

export const inboxRules: StreamRules<InboxEntry | null> = {
  version: "inbox/1",
  start: null,
  fits: ({ kind, body, actor }) => isKind(kind) && bodies[kind](body) && readActor(actor) !== null,
  admit,
  apply,
  keysOf({ kind, body }) {
    if (kind !== "inbox-opened" || !bodies[kind](body)) return [];
    const { dedupe_key: waiting } = body.entry;
    return waiting === undefined ? [] : [streamKey("waiting", waiting)];
  },
  spoil: (entry) => entry,
};

/** What a retry of the same action in the same session would be known by. */
export function dedupeKey(approval: Pick<Approval, "digest" | "session">): string {
  return `${approval.digest} ${approval.session}`;
}

/** The shortest prefix of an id that is taken for one. */
const shortestPrefix = 4;

export type IdMatch =
  | { readonly kind: "found"; readonly id: string }
  | { readonly kind: "ambiguous"; readonly candidates: readonly string[] }
  | { readonly kind: "unknown" };

/** The one id that is this text or begins with it; several are listed, in their order. */
export function matchId(text: string, ids: readonly string[]): IdMatch {
  if (ids.includes(text)) return { kind: "found", id: text };
  const candidates = text.length < shortestPrefix ? [] : [...new Set(ids)].filter((id) => id.startsWith(text));
  const [id, ...others] = candidates;
  if (id === undefined) return { kind: "unknown" };
  return others.length === 0 ? { kind: "found", id } : { kind: "ambiguous", candidates };
}
