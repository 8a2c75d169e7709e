/** @module What the object of a ban names: things as typed, places, kinds, or the effect as a whole. */

import type { ClauseWords } from "./clauses.ts";
import { kindNouns } from "./lexicon/nouns.ts";
import { mainLines, prepositions, trailingWords } from "./lexicon/words.ts";
import { isNamedBy, isNameLike, objectPhrase } from "./noun-phrase.ts";
import type { Ban } from "./removal.ts";
import { excluding } from "./selection-words.ts";

/** A place everything at which is meant. */
export const placeWords: Readonly<Record<string, string>> = {
  remote: "remote",
  origin: "remote",
  upstream: "remote",
  github: "remote",
  bucket: "bucket",
  s3: "bucket",
  registry: "registry",
  server: "server",
  servers: "server",
  cluster: "cluster",
  shared: "shared",
};
const wholeEffect: ReadonlySet<string> = new Set([
  "anything",
  "nothing",
  "any",
  "anyone",
  "anybody",
  "everything",
  "it",
  "this",
  "that",
  "them",
  "these",
  "those",
  "all",
]);

/** Words that take in everything unless something is said of it. */
const indefinite: ReadonlySet<string> = new Set(["anything", "nothing", "anyone", "anybody", "everything"]);

/** Kinds that are named by the plain word beside them: `the migrations folder`, `the table orders`. */
const namedKinds: ReadonlySet<string> = new Set([
  "folder",
  "directory",
  "dir",
  "file",
  "branch",
  "table",
  "bucket",
  "module",
  "database",
]);

export type Target = Pick<Ban, "target" | "place" | "resource_kind">;

/** What the object of a ban names: names, places and kinds; `undefined` when it cannot be told. */
export function targetsOf(clause: ClauseWords, from: number, end: number): Target[] | undefined {
  const { words, texts } = clause;
  // "anything except feature/x": what is ruled out is all but that, which no list can say.
  if (words.slice(from, end).some((word) => excluding.has(word))) return undefined;
  const object = objectPhrase(words.slice(0, end), from);
  const span = words.slice(from, end);
  const places = span.flatMap((word) => (Object.hasOwn(placeWords, word) ? [placeWords[word] ?? ""] : []));
  const names = namesBetween(clause, from, end);
  if (names.length > 0) return names.map((target) => ({ target }));
  if (places.length > 0) return [...new Set(places)].map((place) => ({ place }));
  if (object.words.length === 0 && !object.isBulk)
    return span.every((word) => wholeEffect.has(word) || prepositions.has(word)) ? [{}] : undefined;
  if (span.some((word, at) => indefinite.has(word) && isQualified(span[at + 1]))) return undefined;
  if (span.some((word) => wholeEffect.has(word))) return [{}];
  const [first, last] = object.words.slice(-2);
  const [named, kind] = namedKinds.has(first ?? "") ? [last, first] : [first, last];
  if (kind !== undefined && named !== undefined && namedKinds.has(kind)) {
    const at = words.indexOf(named, from);
    return [{ target: texts[at] ?? named }];
  }
  const [head] = object.heads;
  if (object.words.length === 1 && head !== undefined && Object.hasOwn(kindNouns, head))
    return [{ resource_kind: kindNouns[head] ?? head }];
  return undefined;
}

/** `anything important`, `anything else`: some of it, and nobody can tell which. */
function isQualified(next: string | undefined): boolean {
  return next !== undefined && /^\p{L}/u.test(next) && !prepositions.has(next) && !trailingWords.has(next);
}

/** Names as typed between two places: paths, identifiers, numbers, and a joined spelling after a kind of thing. */
export function namesBetween({ words, texts, joined }: ClauseWords, from: number, end: number): string[] {
  const names: string[] = [];
  for (let at = from; at < end; at += 1) {
    const word = words[at] ?? "";
    const whole = joined[at];
    if (whole !== undefined && at + whole.length <= end && isNamedBy(words, at, at + whole.length)) {
      names.push(whole.text);
      at += whole.length - 1;
    } else if ((isNameLike(word) && !/^[.,:;!?()[\]{}]$/.test(word)) || mainLines.has(word))
      names.push(texts[at] ?? word);
  }
  return names.filter((name) => name !== "" && !name.startsWith("-"));
}
