/**
 * @module Whether a ban rules an effect out, in the broadest view: look-alikes, case and spelling aside, a name as a whole
 * segment or word, everything below it, and whatever holds it.
 */

import { type Effect, effectKinds } from "../effect.ts";
import type { Ban } from "../intent/reading/removal.ts";
import { foldCase, replaceLookalikes } from "../paths/views.ts";
import { fileKinds, isUnlisted, type ScopeFacts, type Subject } from "./resource.ts";

function view(text: string): string {
  return foldCase(replaceLookalikes(text));
}

function segmentsOf(text: string): string[] {
  return view(text)
    .split(/[/\\:]+/)
    .filter((segment) => segment !== "" && segment !== ".");
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (inner.length === 0) return false;
  for (let start = 0; start + inner.length <= outer.length; start += 1) {
    if (inner.every((segment, at) => outer[start + at] === segment)) return true;
  }
  return false;
}

function isPrefix(start: readonly string[], whole: readonly string[]): boolean {
  return start.length <= whole.length && start.every((segment, at) => whole[at] === segment);
}

const word = /^[\p{L}\p{N}]+$/u;

/** Whether a target is, holds as a segment or word, or lies below what was ruled out. */
function isHit(target: string, subject: Subject): boolean {
  const wanted = segmentsOf(target);
  const own = [subject.target, ...subject.names];
  if (own.some((name) => isWithin(wanted, segmentsOf(name)))) return true;
  const text = view(target).trim();
  if (!word.test(text)) return false;
  if (subject.kind !== null && [subject.kind, `${subject.kind}s`, `${subject.kind}es`].includes(text)) return true;
  return own.some((name) =>
    view(name)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(text),
  );
}

const wildcard = /[*?[\]{}]/;

/** Whether an effect on a tree or pattern reaches what was ruled out, because it lies inside. */
function isReached(target: string, effect: Effect, subject: Subject, cwd: string | undefined): boolean {
  const from = effect.target.startsWith("some:") ? effect.target.slice("some:".length) : effect.target;
  const isTree = effect.kind === "delete" || effect.recursive === true || from !== effect.target || wildcard.test(from);
  if (!isTree || !(subject.isPath || from.startsWith("/"))) return false;
  const at = from.search(wildcard);
  const literal = segmentsOf(at < 0 ? from : from.slice(0, from.lastIndexOf("/", at) + 1));
  const whole = target.startsWith("/") ? segmentsOf(target) : [...segmentsOf(cwd ?? ""), ...segmentsOf(target)];
  return isPrefix(literal, whole);
}

/** Where shared targets of a known form are; others may be anywhere. */
const placesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["git-remote", ["remote"]],
  ["gh", ["remote"]],
  ["aws", ["bucket", "server"]],
  ["k8s", ["cluster", "server"]],
  ["job", ["cluster", "server"]],
  ["pkg", ["registry"]],
  ["image", ["registry"]],
  ["host", ["server", "remote"]],
  ["db", ["server"]],
]);

function isAtPlace(place: string, subject: Subject): boolean {
  if (place === "local") return subject.place === "local";
  if (subject.place === "local") return false;
  const places = placesOf.get(subject.target.slice(0, Math.max(0, subject.target.indexOf(":"))));
  return place === "shared" || places === undefined || places.includes(place);
}

/** `hit`: ruled out. `maybe`: nobody can say whether this target is what was ruled out. */
export type BanMatch = "hit" | "maybe" | "none";

/** A path is some kind of file, whatever it is called; of other targets without a kind nobody knows what they are. */
function matchKind(thing: string, subject: Subject): BanMatch {
  if (subject.kind === thing) return "hit";
  const isFile = subject.kind === null ? subject.isPath : fileKinds.has(subject.kind);
  if (isFile && fileKinds.has(thing)) return "hit";
  return subject.kind === null && !subject.isPath ? "maybe" : "none";
}

/** Whether a ban holds for an effect. */
export function matchBan(ban: Ban, effect: Effect, subject: Subject, facts: ScopeFacts): BanMatch {
  // A ban of a kind nobody knows may be of this one.
  const isOther = ban.kind !== effect.kind && effectKinds.some((kind) => kind === ban.kind);
  if (ban.kind !== "any" && isOther) return "none";
  const { target, place, resource_kind: thing } = ban;
  if (target === undefined && place === undefined && thing === undefined) return "hit";
  if (effect.target === "?" || effect.target === "") return "maybe";
  if (place !== undefined && !isAtPlace(place, subject)) return "none";
  if (thing !== undefined) {
    const match = matchKind(thing, subject);
    if (match !== "hit") return match;
  }
  if (target === undefined || isHit(target, subject)) return "hit";
  if (isReached(target, effect, subject, facts.cwd)) return "hit";
  return !subject.isPath && isUnlisted(effect.target, facts) ? "maybe" : "none";
}
