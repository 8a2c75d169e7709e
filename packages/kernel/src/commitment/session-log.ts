/**
 * @module The log of a session: what was asked, judged, traced and claimed in it. Each event stands for itself, and none of
 * them gives authority.
 */

import { digestText } from "../canonical.ts";
import { isRecord } from "../policy/ceiling-read.ts";
import { readActor } from "../policy/envelope.ts";
import { either, isName, isText, oneOf, type Shape } from "./shape.ts";
import { refuse, type StreamRules } from "./stream.ts";

type Fields = Readonly<Record<string, Shape<unknown>>>;

function isNull(value: unknown): value is null {
  return value === null;
}

/** What each kind says at least. It may say more: a later version's addition makes no event unreadable. */
const fieldsOf = {
  "session-started": {},
  "session-ended": {},
  "request-recorded": { request_id: isName },
  "agent-started": {},
  "place-changed": {},
  "action-judged": { decision: oneOf("allow", "ask", "park", "deny"), rule: isName },
  "trace-appended": {
    call_id: either(isText, isNull),
    status: oneOf("ok", "error", "denied", "interrupted", "unknown"),
  },
  "claim-judged": {},
  "config-changed": {},
  "gate-off": {},
} satisfies Readonly<Record<string, Fields>>;

export type SessionLogKind = keyof typeof fieldsOf;
export const sessionLogKinds = Object.keys(fieldsOf) as readonly SessionLogKind[];

const kibi = 1024;

/** UTF-16 units of a written body. Whoever records cuts and masks before; what is longer is refused whole. */
export const longestSessionBody: Readonly<Record<SessionLogKind, number>> = {
  "session-started": 32 * kibi,
  "session-ended": 32 * kibi,
  "request-recorded": 512 * kibi,
  "agent-started": 32 * kibi,
  "place-changed": 32 * kibi,
  "action-judged": 128 * kibi,
  "trace-appended": 256 * kibi,
  "claim-judged": 256 * kibi,
  "config-changed": 32 * kibi,
  "gate-off": 32 * kibi,
};

export function isSessionLogKind(kind: string): kind is SessionLogKind {
  return Object.hasOwn(fieldsOf, kind);
}

function hasFields(kind: SessionLogKind, body: unknown): boolean {
  return isRecord(body) && Object.entries(fieldsOf[kind]).every(([name, fits]) => fits(body[name]));
}

export const sessionLogRules: StreamRules<null> = {
  version: "session/2",
  start: null,
  isLog: true,
  longestBody: (kind) => (isSessionLogKind(kind) ? longestSessionBody[kind] : 0),
  fits: ({ kind, body, actor }) => isSessionLogKind(kind) && hasFields(kind, body) && readActor(actor) !== null,
  admit: (_state, event) =>
    sessionLogRules.fits(event) ? { body: event.body } : refuse("refused", "The event cannot be read."),
  apply: () => null,
  spoil: () => null,
};

const plainId = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,199}$/;

/**
 * The id a host gives its session as the ledger keeps it. One that is no plain name is replaced by its digest; `x-` tells
 * them apart, so a plain id that begins like this is replaced as well.
 */
export function sessionKey(session: string): string {
  const isPlain = plainId.test(session) && !session.startsWith("x-");
  return isPlain ? session : `x-${digestText(session).slice(-32)}`;
}
