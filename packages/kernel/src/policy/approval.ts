/**
 * @module Approvals: one person's yes to exactly one action (requests and authority, section 11). What it is bound to, who
 * may give it, and who may spend it.
 */

import type { Effect } from "../effect.ts";
import { exactDigest } from "../exact-json.ts";
import { hour, parseInstant, writeInstant } from "../instant.ts";
import type { Actor } from "./envelope.ts";

export const approvalStates = ["pending", "approved", "denied", "used", "expired", "withdrawn"] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Everything an action is bound to. Any change of it is another action. */
export interface ActionIdentity {
  readonly tool: string;
  /** The final arguments, after any rewriting. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly session: string;
  /** Null for the main agent. */
  readonly agent: string | null;
  readonly env_digest: string;
  readonly envelope_version: number | null;
  readonly policy_digest: string;
}

/** Arguments that say nothing about what a call does, for each tool by its exact name. A tool that is not here has none. */
const cosmeticFields: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["Bash", new Set(["description", "timeout"])],
  ["Agent", new Set(["description"])],
  ["run_shell_command", new Set(["description"])],
  ["bash", new Set(["description", "timeout"])],
]);

function withoutCosmetics(tool: string, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cosmetic = cosmeticFields.get(tool);
  return Object.fromEntries(Object.entries(input).filter(([name]) => cosmetic?.has(name) !== true));
}

/**
 * The digest of one action.
 *
 * @throws InexactValue when the arguments have no one canonical form; such an action cannot be approved.
 */
export function actionDigest({ input, ...identity }: ActionIdentity): string {
  return exactDigest({ v: 1, ...identity, input: withoutCosmetics(identity.tool, input) });
}

/** The digest of what an action would do in its session, for a yes to the same effects again. */
export function effectsDigest(action: ActionIdentity, effects: readonly Effect[]): string {
  const { input: _input, ...identity } = action;
  const plain = effects.map(({ kind, target, reversibility, certain }) => ({ kind, target, reversibility, certain }));
  return exactDigest({ v: 1, ...identity, effects: plain });
}

export interface Approval {
  readonly id: string;
  readonly digest: string;
  /** Null where no effects were understood: then only the exact action can be approved. */
  readonly effects_digest: string | null;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly session: string;
  readonly agent: string | null;
  readonly policy_digest: string;
  /** Rules that asked; a call that is judged anew may have no other. */
  readonly gates: readonly string[];
  readonly request_id: string;
  readonly requester: Actor;
  /** The person whose request is served. */
  readonly principal?: string;
  /** Whether it takes another person than that one. */
  readonly second_person: boolean;
  /** Asked at a prompt that somebody sees now, or parked for the inbox. */
  readonly asked: "live" | "inbox";
  readonly approver?: Actor;
  readonly state: ApprovalState;
  readonly scope: "once" | "effects";
  readonly requested_at: string;
  readonly expires_at: string;
  readonly decided_at?: string;
  readonly note?: string;
  readonly used_at?: string;
  readonly uses: number;
  /** Came from another ledger: history, and no authority. */
  readonly imported: boolean;
}

/** How long questions and answers live. */
export interface ApprovalLives {
  readonly live_minutes: number;
  readonly parked_hours: number;
  readonly ask_hours: number;
}

/** Until when a question may be answered, and until when a yes to it may be spent. Null at a time nobody can read. */
export function approvalExpiry(
  asked: Approval["asked"],
  step: "asked" | "answered",
  at: string,
  lives: ApprovalLives,
): string | null {
  const from = parseInstant(at);
  if (from === null) return null;
  const parked = step === "asked" ? lives.ask_hours : lives.parked_hours;
  const life = (asked === "live" ? lives.live_minutes / 60 : parked) * hour;
  return Number.isFinite(life) && life > 0 ? writeInstant(from + life) : null;
}

/** Who answers: the actor the transport stamped and, where there is one, the session it speaks from. */
export interface Answerer {
  readonly actor: Actor;
  readonly session: string | null;
}

export type AnswerRefusal =
  | "authority.not-human"
  | "authority.self-approved"
  | "authority.second-person"
  | "imported"
  | "decided"
  | "expired";

/**
 * The one person whose request a turn serves, null where nobody is known to be the only one: a second person who says "go
 * ahead" to what another asked has asked for it too, and neither may be the second person of its approvals.
 *
 * @param said who said the turn: null for a person nobody knows, undefined where no person did.
 * @param before whom the request served that this turn goes on with; undefined where it begins one.
 */
export function personServed(said: string | null | undefined, before: string | null | undefined): string | null {
  if (before === undefined) return said ?? null;
  return said === undefined || said === before ? before : null;
}

/** Why somebody may not decide about an approval now; null when they may. */
export function refuseAnswer(
  approval: Approval,
  by: Answerer,
  now: string,
  isSecondPersonRequired: boolean,
): AnswerRefusal | null {
  const { actor } = by;
  if (actor.kind !== "person") return "authority.not-human";
  if (actor.id === approval.requester.id || by.session === approval.session) return "authority.self-approved";
  // Without a name of the person who asked nobody is known to be another one.
  if (isSecondPersonRequired && (approval.principal === undefined || approval.principal === actor.id)) {
    return "authority.second-person";
  }
  if (approval.imported) return "imported";
  if (approval.state !== "pending") return "decided";
  return isOver(approval, now) ? "expired" : null;
}

/** At the instant it expires it is over; an unreadable time is in the past. */
export function isOver(approval: Pick<Approval, "expires_at">, now: string): boolean {
  const at = parseInstant(now);
  const end = parseInstant(approval.expires_at);
  return at === null || end === null || at >= end;
}

/** What a call brings to be let through by an approval. */
export interface Taking {
  readonly identity: ActionIdentity;
  /** Null when they are not understood. */
  readonly effects: readonly Effect[] | null;
  readonly request_id: string;
  /** Rules that ask now; judged anew from facts gathered anew. */
  readonly gates: readonly string[];
}

/** Compared under the policy of the approval; whether that policy still counts is looked at by itself. */
function isSameAction(approval: Approval, { identity, effects, request_id: request }: Taking): boolean {
  if (approval.request_id !== request || approval.session !== identity.session) return false;
  const then: ActionIdentity = { ...identity, policy_digest: approval.policy_digest };
  if (approval.scope === "once") return approval.digest === actionDigest(then);
  return effects !== null && approval.effects_digest === effectsDigest(then, effects);
}

/** A yes under another policy still holds where the call, judged anew, has no gate that was not answered. */
function isPolicyFit(approval: Approval, { identity, gates }: Taking): boolean {
  return approval.policy_digest === identity.policy_digest || gates.every((gate) => approval.gates.includes(gate));
}

/**
 * The approval that lets a call through, or null. The caller marks it used in the same transaction, so that of two calls
 * one wins. A yes to effects may be spent again until it expires; every use is counted.
 *
 * @throws InexactValue when the call's arguments have no one canonical form.
 */
export function takeApproval(approvals: readonly Approval[], taking: Taking, now: string): Approval | null {
  const fit = approvals.find(
    (approval) =>
      approval.state === "approved" &&
      !approval.imported &&
      approval.approver?.kind === "person" &&
      (approval.scope === "effects" || (approval.uses === 0 && approval.used_at === undefined)) &&
      isSameAction(approval, taking) &&
      isPolicyFit(approval, taking) &&
      !isOver(approval, now),
  );
  return fit ?? null;
}

/** An approval after it let a call through. */
export function usedApproval(approval: Approval, at: string): Approval {
  const state = approval.scope === "once" ? "used" : approval.state;
  return { ...approval, state, used_at: at, uses: approval.uses + 1 };
}
