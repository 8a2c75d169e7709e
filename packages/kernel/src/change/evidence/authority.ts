/** @module Who speaks for a repository: a known person, not the judged party, with a permission (design, law 4). */

import { isAtLeast, type Permission, permissionScale } from "../../scale.ts";
import type { Actor, Label } from "../facts.ts";
import { type AgentSettings, isBotAccount, isSameAccount, normaliseLogin, readId } from "../identity.ts";

/** The judged party and the configured agents: who cannot authorize a change. */
export interface Parties {
  /** Who opened the change. */
  readonly author: Actor;
  readonly agents: AgentSettings;
}

/** The account a platform shows in place of a deleted one, by login and by number. */
const deletedAccount = { login: "ghost", id: "10137" };

/** Whether an account is known at all; the stand-in for deleted accounts is nobody. */
export function isKnownAccount(actor: Actor): boolean {
  if (actor.login !== null && normaliseLogin(actor.login, actor.kind, actor.id) === deletedAccount.login) return false;
  const { text } = readId(actor.id);
  if (text === null) return actor.login !== null && actor.login.trim() !== "";
  return text !== deletedAccount.id || actor.login !== null;
}

/** Platforms give out logins of visible ASCII only, so any other spelling is made to look like someone's. */
const plainLogin = /^[\x21-\x7e]*$/;

/** Whether an account is known to be a person: kind user, a login as platforms write it, and no known, configured or obvious bot. */
export function isPersonAccount(actor: Actor, agents: AgentSettings): boolean {
  if (actor.login !== null && !plainLogin.test(actor.login.trim())) return false;
  return isKnownAccount(actor) && actor.kind === "user" && !isBotAccount(actor, agents);
}

/** A login as it is written in a message: nothing that hides or moves a cursor, and short. */
export function shownLogin(actor: Actor | { readonly login: string | null }): string {
  if (actor.login === null) return "an unknown account";
  return actor.login
    .slice(0, 100)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\uFFFD")
    .toWellFormed();
}

/**
 * Whether an account speaks with at least a permission for something the author of the change did not say themselves.
 * Who opened the change must be known for that, since an unknown author could be anyone.
 */
export function speaksWithAuthority(
  actor: Actor | undefined,
  permission: unknown,
  least: Permission,
  { author, agents }: Parties,
): boolean {
  if (actor === undefined || !isPersonAccount(actor, agents)) return false;
  if (!isKnownAccount(author) || isSameAccount(actor, author)) return false;
  return isAtLeast(permissionScale, permission, least);
}

/** Whether a label counts as someone's word: put there by a person with triage permission who did not open the change. */
export function isVerifiedLabel(label: Label, parties: Parties): boolean {
  return speaksWithAuthority(label.actor, label.permission, "triage", parties);
}
