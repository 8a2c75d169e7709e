/** @module Several managed comments of one change made into one: the oldest stays, with what each of them knows. */

import { parseComment, type SectionName, type Sections, sectionNames } from "./comment.ts";

export interface CommentText {
  readonly id: number;
  readonly body: string;
}

/** Sections that are written together and speak of one head commit. */
const ofOneCommit: readonly SectionName[] = ["verdict", "drift"];
const stampLine = /^<!-- judged commit (?<sha>[0-9a-f]{40,64}) -->$/;

/** The line that ends a verdict section and names the commit it speaks of. */
export function commitStamp(headSha: string): string {
  return `<!-- judged commit ${headSha} -->`;
}

/** The commit a verdict section speaks of; null when its last line does not say. */
export function stampedCommit(section: string | undefined): string | null {
  const last = section?.slice(section.lastIndexOf("\n") + 1) ?? "";
  return stampLine.exec(last)?.groups?.["sha"] ?? null;
}

/**
 * The sections of all comments together. The verdict and its drift come from the comment that speaks of the head commit,
 * the latest of several; every other section from the oldest comment that has it.
 */
export function mergeComments(comments: readonly CommentText[], headSha: string): Sections {
  const parsed = comments
    .toSorted((left, right) => left.id - right.id)
    .map(({ body }) => parseComment(body) ?? {})
    .filter((sections) => Object.keys(sections).length > 0);
  const current =
    parsed.findLast((sections) => stampedCommit(sections.verdict) === headSha) ??
    parsed.find((sections) => sections.verdict !== undefined);
  const merged: Partial<Record<SectionName, string>> = {};
  for (const name of sectionNames) {
    const text = ofOneCommit.includes(name)
      ? current?.[name]
      : parsed.find((sections) => sections[name] !== undefined)?.[name];
    if (text !== undefined) merged[name] = text;
  }
  return merged;
}
