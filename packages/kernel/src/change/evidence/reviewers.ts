/** @module The standing review of each reviewer: the last one that says something, whoever they sign in as. */

import type { Actor, ChangeFacts, Review } from "../facts.ts";
import { isSameAccount, normaliseLogin } from "../identity.ts";
import { isKnownAccount } from "./authority.ts";

interface Standing {
  author: Actor;
  review: Review;
}

function loginOf(actor: Actor): string | null {
  return actor.login === null ? null : normaliseLogin(actor.login, actor.kind, actor.id);
}

/**
 * The last review with state approved, changes_requested or dismissed of each reviewer, in the order they first spoke.
 * Comments and pending reviews change nothing. A reviewer nobody knows cannot be found again, so each of theirs stands.
 * Array order is the order of events; no clock is read. Linear in the reviews.
 */
export function standingReviews(facts: ChangeFacts): Review[] {
  const standing: Standing[] = [];
  const byId = new Map<string, Standing>();
  const byLogin = new Map<string, Standing>();
  for (const review of facts.reviews) {
    if (review.state === "commented" || review.state === "pending") continue;
    const { author } = review;
    const id = author.id === null ? null : String(author.id);
    const login = loginOf(author);
    const candidates = [id === null ? undefined : byId.get(id), login === null ? undefined : byLogin.get(login)];
    const known = isKnownAccount(author)
      ? candidates.find((entry) => entry !== undefined && isSameAccount(entry.author, author))
      : undefined;
    const entry = known ?? { author, review };
    entry.review = review;
    if (entry.author.id === null) entry.author = author;
    if (known === undefined) standing.push(entry);
    if (!isKnownAccount(author)) continue;
    if (id !== null) byId.set(id, entry);
    if (login !== null) byLogin.set(login, entry);
  }
  return standing.map((entry) => entry.review);
}

type IdForm = "none" | "numeric" | "other";

/** Ids are compared only within one form; a node id and a number say nothing about each other. */
function idForm(id: Actor["id"]): IdForm {
  if (id === null || id === "") return "none";
  return /^\d{1,20}$/.test(String(id)) ? "numeric" : "other";
}

/** A set of accounts that answers in one step whether another account is one of them, by the rule of `isSameAccount`. */
export class AccountSet {
  readonly #ids = new Set<string>();
  readonly #logins = { none: new Set<string>(), numeric: new Set<string>(), other: new Set<string>() };

  add(actor: Actor): void {
    if (!isKnownAccount(actor)) return;
    const form = idForm(actor.id);
    if (form !== "none") this.#ids.add(String(actor.id));
    const login = loginOf(actor);
    if (login !== null && login !== "") this.#logins[form].add(login);
  }

  has(actor: Actor): boolean {
    const form = idForm(actor.id);
    if (form !== "none" && this.#ids.has(String(actor.id))) return true;
    const login = loginOf(actor);
    if (login === null) return false;
    // Two ids of one form were compared above; the login decides where there are no two to compare.
    const forms: readonly IdForm[] = ["none", "numeric", "other"];
    return forms.some((other) => (form === "none" || other !== form) && this.#logins[other].has(login));
  }
}
