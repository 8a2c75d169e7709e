/**
 * @module Whether a removal grant covers a thing (requests and authority, section 7.3): exact names by the letter, ranges
 * by every selector and the owner, and a copy that others share only where the words said so.
 */

import { stateWords } from "../intent/reading/lexicon/removal-words.ts";
import { dualKinds, throwAwayKinds } from "../intent/reading/lexicon/words.ts";
import type { RemovalEntry } from "../intent/reading/removal.ts";
import { readOn, requestScales } from "../scale.ts";
import { fileKinds, type ScopeFacts, type Subject } from "./resource.ts";

/** Why a grant does not cover a thing, from the farthest miss to the nearest. */
export const misses = ["not-named", "unknown-owner", "other-owner", "shared-copy"] as const;
export type Miss = (typeof misses)[number];

function isKindMet(grant: RemovalEntry, subject: Subject): boolean {
  if (grant.kind === "any") return grant.binding === "exact";
  if (subject.kind !== null && grant.kind === subject.kind) return true;
  // A named path is that path, whatever the words called it; but a branch is no file of the same name.
  const isFile = subject.kind === null ? subject.isPath : fileKinds.has(subject.kind);
  return grant.binding === "exact" && isFile && fileKinds.has(grant.kind);
}

const remotePrefix = /^(?:refs\/remotes\/|remotes\/)/;

function plainName(name: string): string {
  return name
    .replace(/^refs\/heads\//, "")
    .replace(remotePrefix, "")
    .replace(/^\.\//, "");
}

/** Things lie below a folder or an address; of a branch a name that ends in `/` is no more than how others begin. */
function isFolder(name: string, { kind }: Subject): boolean {
  return name.endsWith("/") && (kind === null || fileKinds.has(kind) || name.includes("://"));
}

function hasStep(path: string): boolean {
  return path.split("/").includes("..");
}

/** Whether one of the names is a thing's own, or that of a folder or an address ending in `/` it lies below. Letter by letter: no case, no prefix. */
function isNamed(grant: RemovalEntry, subject: Subject): boolean {
  return grant.names.some((written) => {
    const plain = plainName(written);
    const name = grant.kind === "folder" && plain !== "" && !plain.endsWith("/") ? `${plain}/` : plain;
    if (name === "" || name === "/" || hasStep(name)) return false;
    return subject.names.some((own) => {
      if (hasStep(own)) return false;
      if (own === name || plainName(own) === name) return true;
      return isFolder(name, subject) && (own.startsWith(name) || `${own}/` === name);
    });
  });
}

/** Whether two known things share the name, the kind and the place: then the name says neither. */
function isAmbiguous(grant: RemovalEntry, subject: Subject, facts: ScopeFacts): boolean {
  const twins = facts.resources?.filter(
    (resource) =>
      resource.target !== subject.target &&
      resource.kind === subject.kind &&
      resource.place === subject.place &&
      subject.names.includes(resource.name) &&
      grant.names.some((name) => plainName(name) === resource.name),
  );
  return twins !== undefined && twins.length > 0;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function hasToken(name: string, token: string): boolean {
  const text = name.toLowerCase();
  const wanted = token.toLowerCase();
  if (wanted === "") return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + wanted.length);
    if (!letterOrDigit.test(before) && !letterOrDigit.test(after)) return true;
  }
  return false;
}

/** Longer numbers are no tickets, and not exact as numbers. */
const longestNumber = 15;

function isInRange(name: string, range: NonNullable<RemovalEntry["range"]>): boolean {
  return name.split(/[^\p{L}\p{N}]+/u).some((token) => {
    if (!/^[0-9]+$/.test(token) || token.length > longestNumber) return false;
    const number = Number(token);
    return token.length === range.digits && number >= range.from && number <= range.to;
  });
}

function beginsSo(name: string, prefix: string): boolean {
  return prefix !== "" && (name.startsWith(prefix) || name.split("/").some((segment) => segment.startsWith(prefix)));
}

/** Whether every selector that is there holds. The name the facts give comes first; other spellings hold the same words. */
function isSelected(grant: RemovalEntry, subject: Subject): boolean {
  const [name = ""] = subject.names;
  const { ticket, range, prefix, older_than_days: days } = grant;
  if (ticket !== undefined && !hasToken(name, ticket)) return false;
  if (range !== undefined && !isInRange(name, range)) return false;
  if (prefix !== undefined && !beginsSo(name, prefix)) return false;
  if (days !== undefined && !(subject.ageDays !== null && subject.ageDays > days)) return false;
  const held = new Set(subject.states.map((state) => state.toLowerCase()));
  // Words that state nothing by themselves (`my login branches`) may stand in the name.
  return grant.states.every(
    (state) => held.has(state.toLowerCase()) || (!stateWords.has(state.toLowerCase()) && hasToken(name, state)),
  );
}

function hasSelector({ ticket, range, prefix, older_than_days: days, states }: RemovalEntry): boolean {
  return ticket !== undefined || range !== undefined || prefix !== undefined || days !== undefined || states.length > 0;
}

function handle(text: string): string {
  return text.replace(/^@/, "").toLowerCase();
}

function ownerMiss(grant: RemovalEntry, subject: Subject, me: string | undefined): Miss | null {
  if (subject.owner === null) return "unknown-owner";
  const owners = grant.owners.length === 0 ? ["me"] : grant.owners;
  const isOwner = owners.some((owner) => {
    const wanted = owner === "me" ? me : owner;
    return wanted !== undefined && subject.owner !== null && handle(wanted) === handle(subject.owner);
  });
  return isOwner ? null : "other-owner";
}

function placeMiss(grant: RemovalEntry, subject: Subject): Miss | null {
  if (subject.place === "local" || grant.place === "shared") return null;
  // Of a shared thing of a kind nobody knows there may be a local copy that was meant.
  return subject.kind === null || dualKinds.has(subject.kind) ? "shared-copy" : null;
}

/** Why a grant does not cover a thing; null when it does. */
export function missOf(grant: RemovalEntry, subject: Subject, facts: ScopeFacts): Miss | null {
  if (!isKindMet(grant, subject) || !isSelected(grant, subject)) return "not-named";
  const binding = readOn(requestScales.binding, grant.binding);
  if (binding === "exact") {
    if (!isNamed(grant, subject)) return "not-named";
    // Naming is the authority, so the owner does not matter; an address that was named is its own place.
    if (grant.names.includes(subject.names[0] ?? "") && /^[a-z0-9]+:\/\//.test(subject.names[0] ?? "")) return null;
    return isAmbiguous(grant, subject, facts) ? "not-named" : placeMiss(grant, subject);
  }
  if (binding === "unbound" || (binding === "open-range" && !hasSelector(grant))) return "not-named";
  return ownerMiss(grant, subject, facts.me) ?? placeMiss(grant, subject);
}

/** Whether a pattern lies below a folder or address that a grant names exactly, so that everything it can match was named. */
export function isBelowNamed(grant: RemovalEntry, subject: Subject): boolean {
  if (grant.binding !== "exact" || (grant.kind !== "any" && !fileKinds.has(grant.kind))) return false;
  return subject.names.some((own) => {
    const literal = own.slice(0, own.search(/[*?[\]{}]/));
    const folder = literal.slice(0, literal.lastIndexOf("/") + 1);
    if (folder === "" || folder === "/" || hasStep(own)) return false;
    return grant.names.some(
      (name) => name !== "" && name !== "/" && folder.startsWith(name.endsWith("/") ? name : `${name}/`),
    );
  });
}

/**
 * Whether a covered deletion counts as named for the action gate's table: worded explicitly or indirectly, exact or bound
 * by owner and one key, a throw-away thing, and only here. Every other irreversible deletion still asks there.
 */
export function countsAsNamed(grant: RemovalEntry, subject: Subject): boolean {
  return (
    (grant.wording === "explicit" || grant.wording === "indirect") &&
    (grant.binding === "exact" || grant.binding === "owned-scoped") &&
    subject.kind !== null &&
    throwAwayKinds.has(subject.kind) &&
    subject.place === "local"
  );
}
