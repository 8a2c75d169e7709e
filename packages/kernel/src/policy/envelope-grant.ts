/**
 * @module Granting an envelope and handing on a part of one (requests and authority, sections 10.2 and 10.5): everything is
 * checked before anything is written, and every refusal names its field.
 */

import { hour, parseInstant, writeInstant } from "../instant.ts";
import { isAtLeast, type RequestWord, requestScales, type Scale, wordOn } from "../scale.ts";
import { isAmount, isRecord } from "./ceiling-read.ts";
import {
  type Actor,
  type Envelope,
  isCount,
  isEnvelopeField,
  isLive,
  readEnvelope,
  readEscalation,
  unreadableScope,
} from "./envelope.ts";
import { isPatternInside } from "./scope-pattern.ts";

/** Why something was not granted: the field, and a sentence. */
export interface GrantRefusal {
  readonly field: string;
  readonly message: string;
}

export type GrantResult =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly refusals: readonly GrantRefusal[] };

/** What is known when a person grants. */
export interface GrantContext {
  /** Minted by the caller. */
  readonly id: string;
  readonly now: string;
  readonly by: Actor;
  readonly commitment: {
    readonly id: string;
    readonly is_closed: boolean;
    /** Null when nobody knows. */
    readonly stakes: RequestWord<"stakes"> | null;
    readonly lifetime_budget_usd: number | "unlimited";
  };
  readonly default_hours: number;
  readonly max_hours: number;
}

/** What the caller may not say of itself. */
const stamped = new Set([
  "schema",
  "id",
  "version",
  "commitment",
  "granted_by",
  "granted_at",
  "revoked_at",
  "revoked_by",
]);

/** Fields that are checked as they are written, not as they would be read. */
function checkWords(request: Readonly<Record<string, unknown>>): GrantRefusal[] {
  const refusals: GrantRefusal[] = [];
  for (const name of Object.keys(request)) {
    if (!isEnvelopeField(name)) refusals.push({ field: name, message: "An envelope has no such field." });
    else if (stamped.has(name))
      refusals.push({ field: name, message: "This is written by Warrant, not by the request." });
  }
  const permission = request["permission"];
  if (permission !== undefined && wordOn(requestScales.permission, permission) === undefined) {
    refusals.push({ field: "permission", message: `Say one of: ${requestScales.permission.words.join(", ")}.` });
  }
  const { escalation } = request;
  if (escalation !== undefined) {
    const isWait = isRecord(escalation) && escalation["kind"] === "wait";
    if (!isWait && readEscalation(escalation).kind === "wait") {
      refusals.push({ field: "escalation", message: "Say what happens, and after how many hours (more than 0)." });
    }
  }
  return refusals;
}

function checkScope(request: Readonly<Record<string, unknown>>): GrantRefusal[] {
  const refusals: GrantRefusal[] = [];
  for (const [list, any] of [
    ["tools", "any_tool"],
    ["paths", "any_path"],
  ] as const) {
    const isSaid = [request[list], request[any]].filter((value) => value !== undefined).length === 1;
    if (!isSaid) refusals.push({ field: list, message: `Name ${list}, or say ${any}: exactly one of the two.` });
  }
  return refusals;
}

function spendOf(request: Readonly<Record<string, unknown>>, budget: number | "unlimited"): unknown {
  // A budget without a number is no reason to spend without one: the person says so.
  return request["spend_usd"] === undefined && isAmount(budget) ? budget : request["spend_usd"];
}

function checkNumbers(request: Readonly<Record<string, unknown>>, spend: unknown): GrantRefusal[] {
  const refusals: GrantRefusal[] = [];
  if (spend !== "unlimited" && !isAmount(spend)) {
    refusals.push({ field: "spend_usd", message: "Say an amount in US dollars, or unlimited." });
  }
  const uses = request["max_uses"];
  if (uses !== undefined && uses !== "unlimited" && !isCount(uses)) {
    refusals.push({ field: "max_uses", message: "Say a whole number from 1, or unlimited." });
  }
  return refusals;
}

function checkExpiry(expires: unknown, now: number, maxHours: number): GrantRefusal[] {
  const end = parseInstant(expires);
  if (end === null || !(end > now)) return [{ field: "expires_at", message: "Say a time that is still to come." }];
  if (!(end - now <= maxHours * hour)) {
    return [{ field: "expires_at", message: `An envelope lasts ${maxHours} hours at most.` }];
  }
  return [];
}

function checkContext(context: GrantContext, request: Readonly<Record<string, unknown>>): GrantRefusal[] {
  const refusals: GrantRefusal[] = [];
  if (context.by.kind !== "person") {
    refusals.push({ field: "granted_by", message: "Only a person can grant." });
  }
  if (context.commitment.is_closed) refusals.push({ field: "commitment", message: "The commitment is closed." });
  const isGrave = context.commitment.stakes === null || context.commitment.stakes === "irreversible";
  if (isGrave && readEscalation(request["escalation"]).kind === "assume-conservative") {
    refusals.push({
      field: "escalation",
      message: "Nothing may be assumed where a step cannot be undone, or nobody knows whether it can.",
    });
  }
  return refusals;
}

/**
 * The envelope a person's grant makes, or every reason why it does not. Nothing of the request is repaired: what cannot be
 * read as it stands is refused.
 */
export function grantEnvelope(request: unknown, context: GrantContext): GrantResult {
  if (!isRecord(request)) return { ok: false, refusals: [{ field: "", message: "A grant is a record of fields." }] };
  const now = parseInstant(context.now);
  if (now === null)
    return { ok: false, refusals: [{ field: "granted_at", message: "The time of the grant is not known." }] };
  const spend = spendOf(request, context.commitment.lifetime_budget_usd);
  const expires = request["expires_at"] ?? writeInstant(now + context.default_hours * hour);
  const refusals = [
    ...checkContext(context, request),
    ...checkWords(request),
    ...checkScope(request),
    ...checkNumbers(request, spend),
    ...checkExpiry(expires, now, context.max_hours),
  ];
  if (refusals.length > 0) return { ok: false, refusals };
  const envelope = readEnvelope({
    ...request,
    schema: "warrant.envelope/v1",
    id: context.id,
    version: 1,
    commitment: context.commitment.id,
    granted_by: context.by,
    granted_at: context.now,
    expires_at: expires,
    spend_usd: spend,
  });
  if (envelope !== null) return { ok: true, envelope };
  return {
    ok: false,
    refusals: [{ field: unreadableScope(request), message: "This cannot be read as it is written." }],
  };
}

/** What is left of the envelope that is handed on. */
export interface ParentState {
  readonly envelope: Envelope;
  readonly spent_usd: number;
  readonly uses: number;
}

/** Waiting is the most careful; another answer to silence may only come later than the parent's own. */
function isEscalationInside(child: Envelope["escalation"], parent: Envelope["escalation"]): boolean {
  if (child.kind === "wait") return true;
  if (parent.kind === "wait" || child.kind !== parent.kind) return false;
  if (child.kind === "reassign" && parent.kind === "reassign" && child.to !== parent.to) return false;
  return child.after_hours >= parent.after_hours;
}

function isListInside(
  child: readonly string[] | undefined,
  parent: readonly string[] | undefined,
  isAny: boolean,
): boolean {
  if (isAny) return true;
  return child !== undefined && parent !== undefined && child.every((item) => parent.includes(item));
}

function arePatternsInside(child: readonly string[] | undefined, parent: readonly string[]): boolean {
  return child?.every((pattern) => parent.some((other) => isPatternInside(pattern, other))) === true;
}

function isLimitInside(child: number | "unlimited", left: number | "unlimited"): boolean {
  return left === "unlimited" || (child !== "unlimited" && child <= left);
}

function left(limit: number | "unlimited", used: number): number | "unlimited" {
  if (limit === "unlimited") return limit;
  return isAmount(used) && used < limit ? limit - used : 0;
}

function isLater(child: string, parent: string): boolean {
  const [one, other] = [parseInstant(child), parseInstant(parent)];
  return one === null || other === null || one > other;
}

/** The fields in which a child is wider than what is left of its parent. */
export function widerFields(child: Envelope, parent: ParentState): string[] {
  const { envelope } = parent;
  const permission: Scale<string> = requestScales.permission;
  const inside: readonly (readonly [string, boolean])[] = [
    ["commitment", child.commitment === envelope.commitment],
    ["expires_at", !isLater(child.expires_at, envelope.expires_at)],
    ["spend_usd", isLimitInside(child.spend_usd, left(envelope.spend_usd, parent.spent_usd))],
    ["max_uses", isLimitInside(child.max_uses, left(envelope.max_uses, parent.uses))],
    ["kinds", child.kinds.every((kind) => envelope.kinds.includes(kind))],
    ["tools", isListInside(child.tools, envelope.tools, envelope.any_tool === true)],
    ["paths", envelope.any_path === true || arePatternsInside(child.paths, envelope.paths ?? [])],
    ["hosts", arePatternsInside(child.hosts, envelope.hosts)],
    ["executes", arePatternsInside(child.executes, envelope.executes)],
    ["remotes", arePatternsInside(child.remotes, envelope.remotes)],
    ["permission", isAtLeast(permission, envelope.permission, child.permission)],
    ["escalation", isEscalationInside(child.escalation, envelope.escalation)],
    ["descendants", envelope.descendants || !child.descendants],
  ];
  return inside.filter(([, isInside]) => !isInside).map(([field]) => field);
}

/**
 * A child of an envelope, never wider than what is left of it. A wrong acceptance could not widen anything, since coverage
 * asks every ancestor as well; a refusal names the field.
 */
export function attenuate(parent: ParentState, request: unknown, context: GrantContext): GrantResult {
  if (!isLive(parent.envelope, context.now)) {
    return { ok: false, refusals: [{ field: "parent", message: "The envelope it would come from is not live." }] };
  }
  const inherited =
    isRecord(request) && request["expires_at"] === undefined ? { expires_at: parent.envelope.expires_at } : {};
  const granted = grantEnvelope(
    isRecord(request) ? { ...inherited, ...request, parent: parent.envelope.id } : request,
    context,
  );
  if (!granted.ok) return granted;
  const wider = widerFields(granted.envelope, parent);
  if (wider.length === 0) return granted;
  const refusals = wider.map((field) => ({ field, message: "This is wider than the envelope it would come from." }));
  return { ok: false, refusals };
}

/** The next version of an envelope with its revocation. It cannot be undone; a new grant is a new envelope. */
export function revokeEnvelope(envelope: Envelope, at: string, by: Actor): Envelope {
  return { ...envelope, version: envelope.version + 1, revoked_at: at, revoked_by: by };
}
