/** @module What the words name outright for one effect: granted deletions, a branch to push, where to deploy, files to edit. */

import type { ClauseReading } from "./clause-reading.ts";
import type { Head } from "./heads.ts";
import { lowerEnvironments, productionWords } from "./lexicon/words.ts";
import type { ReadPart } from "./part-reading.ts";
import type { NamedTarget } from "./removal.ts";
import type { Resource } from "./request.ts";

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

function regionTexts(reading: ClauseReading, head: Head): { readonly text: string; readonly word: string }[] {
  const next = reading.heads.find(({ at }) => at > head.at);
  const end = next?.at ?? reading.words.length;
  return reading.texts
    .slice(head.after, end)
    .map((text, offset) => ({ text, word: reading.words[head.after + offset] ?? "" }));
}

function publishNames(reading: ClauseReading, head: Head): string[] {
  const region = regionTexts(reading, head);
  if (head.verb.class === "staged")
    return region
      .filter(({ word }) => lowerEnvironments.has(word) || productionWords.has(word))
      .map(({ text }) => text);
  if (head.verb.name === "push")
    return region
      .filter(
        ({ text, word }) =>
          text !== "" && (/[\d/]/.test(text) || word === "main" || word === "master") && !text.startsWith("-"),
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
      if (isEdit) for (const { text } of regionTexts(clause, head)) if (isPath(text)) add(text, "write");
    }
  }
  return found;
}
