/** @module What the object of a ban names: things as typed, places, kinds, or the effect as a whole. */

import { kindNouns } from "./lexicon/nouns.ts";
import { prepositions } from "./lexicon/words.ts";
import { isNameLike, objectPhrase } from "./noun-phrase.ts";
import type { Ban } from "./removal.ts";

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
export function targetsOf(
  words: readonly string[],
  texts: readonly string[],
  from: number,
  end: number,
): Target[] | undefined {
  const object = objectPhrase(words.slice(0, end), from);
  const span = words.slice(from, end);
  const places = span.flatMap((word) => (Object.hasOwn(placeWords, word) ? [placeWords[word] ?? ""] : []));
  const names = namesBetween(words, texts, from, end);
  if (names.length > 0) return names.map((target) => ({ target }));
  if (places.length > 0) return [...new Set(places)].map((place) => ({ place }));
  if (object.words.length === 0 && !object.isBulk)
    return span.every((word) => wholeEffect.has(word) || prepositions.has(word)) ? [{}] : undefined;
  if (span.some((word) => wholeEffect.has(word)) && !span.includes("important")) return [{}];
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

/** Names as typed between two places: paths, identifiers, numbers. */
export function namesBetween(words: readonly string[], texts: readonly string[], from: number, end: number): string[] {
  const names: string[] = [];
  for (let at = from; at < end; at += 1) {
    const word = words[at] ?? "";
    const isBranchName = word === "main" || word === "master" || word === "trunk";
    if ((isNameLike(word) && !/^[.,:;!?()[\]{}]$/.test(word)) || isBranchName) names.push(texts[at] ?? word);
  }
  return names.filter((name) => name !== "" && !name.startsWith("-"));
}
