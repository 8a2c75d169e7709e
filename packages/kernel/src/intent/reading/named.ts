/** @module What the words name outright for one effect: granted deletions, a branch to push, where to deploy, files to edit. */

import type { ClauseReading } from "./clause-reading.ts";
import type { Head } from "./heads.ts";
import { lowerEnvironments, mainLines, productionWords } from "./lexicon/words.ts";
import { isNamedBy } from "./noun-phrase.ts";
import type { ReadPart } from "./part-reading.ts";
import type { NamedTarget } from "./removal.ts";
import type { Resource } from "./request.ts";
import { excluding, turning } from "./selection-words.ts";

const longestList = 64;
const pathCharacters = /^[\w@.*/-]+$/;
const fileName = /^[\w-]+\.[a-z][a-z0-9]{0,5}$/i;

/** A relative or absolute path, or the name of a file with its ending. */
function isPath(text: string): boolean {
  if (!text.includes("/")) return fileName.test(text);
  return pathCharacters.test(text) && !text.includes("//") && /\w/.test(text);
}

/** The target of a name: that of the one resource called so, the name itself where the facts know none, nothing where they know two. */
function targetOf(name: string, resources: readonly Resource[]): string | undefined {
  const known = resources.filter((resource) => resource.name === name);
  if (known.length > 1) return undefined;
  return known[0]?.target ?? name;
}

interface Said {
  readonly text: string;
  readonly word: string;
  /** A joined spelling that is the name of the kind before it. */
  readonly isCalled: boolean;
}

/** What stands between a head and the next one, a name of several words as one. */
function saidOf({ words, texts, joined, heads }: ClauseReading, head: Head): Said[] {
  const end = heads.find(({ at }) => at > head.at)?.at ?? words.length;
  const said: Said[] = [];
  for (let at = head.after; at < end; at += 1) {
    // `staging, not production`, `src/a.ts rather than src/b.ts`: what comes then is what is not meant.
    if (turning.has(words[at] ?? "") || excluding.has(words[at] ?? "")) break;
    const whole = joined[at];
    const isCalled = whole !== undefined && at + whole.length <= end && isNamedBy(words, at, at + whole.length);
    said.push({ text: (isCalled ? whole.text : texts[at]) ?? "", word: words[at] ?? "", isCalled });
    if (isCalled) at += whole.length - 1;
  }
  return said;
}

function publishNames(reading: ClauseReading, head: Head): string[] {
  const region = saidOf(reading, head);
  if (head.verb.class === "staged")
    return region
      .filter(({ word }) => lowerEnvironments.has(word) || productionWords.has(word))
      .map(({ text }) => text);
  if (head.verb.name === "push")
    return region
      .filter(
        ({ text, word, isCalled }) =>
          text !== "" && (/[\d/]/.test(text) || mainLines.has(word) || isCalled) && !text.startsWith("-"),
      )
      .map(({ text }) => text);
  return [];
}

/** Everything named. Words that are asked about, ruled out or only reported name nothing. */
export function namedTargets(
  clauses: readonly ClauseReading[],
  parts: readonly ReadPart[],
  resources: readonly Resource[],
  isTyped: (word: string) => boolean,
): NamedTarget[] {
  const found: NamedTarget[] = [];
  const add = (text: string, kind: NamedTarget["kind"]): void => {
    const target = targetOf(text, resources);
    const isNew = !found.some((other) => other.text === text && other.kind === kind);
    if (target !== undefined && isNew && isTyped(text) && found.length < longestList)
      found.push({ text, kind, target });
  };
  for (const part of parts) {
    for (const grant of part.grants) if (grant.binding === "exact") for (const name of grant.names) add(name, "delete");
  }
  for (const clause of clauses) {
    for (const head of clause.heads) {
      for (const name of publishNames(clause, head)) add(name, "publish");
      const isEdit = (head.verb.act === "modify" || head.verb.act === "author") && head.verb.removal === undefined;
      if (isEdit) for (const { text } of saidOf(clause, head)) if (isPath(text)) add(text, "write");
    }
  }
  return found;
}
