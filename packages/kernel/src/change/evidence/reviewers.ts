/** @module The standing review of each reviewer: the last one that says something, whoever they sign in as. */

import type { Actor, ChangeFacts, Review } from "../facts.ts";
import { isSameAccount, normaliseLogin, readId, saysBot } from "../identity.ts";
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
 * A bot is never the person it is named like: `ada[bot]`, which anyone may register, cannot take back what `ada` said.
 * Array order is the order of events; no clock is read. Linear in the reviews.
 */
export function standingReviews(facts: ChangeFacts): Review[] {
  const standing: Standing[] = [];
  const byId = new Map<string, Standing>();
  const byLogin = new Map<string, Standing>();
  for (const review of facts.reviews) {
    if (review.state === "commented" || review.state === "pending") continue;
    const { author } = review;
    const { text: id } = readId(author.id);
    const folded = loginOf(author);
    const login = folded === null ? null : `${saysBot(author) ? "bot" : "other"} ${folded}`;
    const candidates = [id === null ? undefined : byId.get(id), login === null ? undefined : byLogin.get(login)];
    const known = isKnownAccount(author)
      ? candidates.find((entry) => entry !== undefined && isSameAccount(entry.author, author))
      : undefined;
    const entry = known ?? { author, review };
    entry.review = review;
    if (readId(entry.author.id).text === null) entry.author = author;
    if (known === undefined) standing.push(entry);
    if (!isKnownAccount(author)) continue;
    if (id !== null) byId.set(id, entry);
    if (login !== null) byLogin.set(login, entry);
  }
  return standing.map((entry) => entry.review);
}

/** A set of accounts that answers in one step whether another account is one of them, by the rule of `isSameAccount`. */
export class AccountSet {
  readonly #ids = new Set<string>();
  readonly #logins = new Set<string>();
  /** Logins of accounts that have no number, which another's number says nothing about. */
  readonly #loginsWithoutNumber = new Set<string>();

  add(actor: Actor): void {
    if (!isKnownAccount(actor)) return;
    const { text, form } = readId(actor.id);
    if (text !== null) this.#ids.add(text);
    const login = loginOf(actor);
    if (login === null || login === "") return;
    this.#logins.add(login);
    if (form !== "numeric") this.#loginsWithoutNumber.add(login);
  }

  has(actor: Actor): boolean {
    const { text, form } = readId(actor.id);
    if (text !== null && this.#ids.has(text)) return true;
    const login = loginOf(actor);
    if (login === null) return false;
    return (form === "numeric" ? this.#loginsWithoutNumber : this.#logins).has(login);
  }
}
