/** @module Which thread a part belongs to, by the words it shares with the open ones. */

import { threadStopWords } from "./lexicon/thread-words.ts";
import type { Act, Lineage } from "./reading.ts";
import type { OpenThread } from "./request.ts";

const shortest = 3;
/** Keywords one thread is known by. */
const longestList = 200;
/** Open threads a session keeps. */
export const openThreads = 12;
/** Shared keywords from which on a further thread is merged. */
const merging = 2;

/** The keywords of a text: lower case, without small words, empty verbs and question words. */
export function keywordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length >= shortest && !threadStopWords.has(word)) words.add(word);
    if (words.size >= longestList) break;
  }
  return [...words];
}

export interface ThreadCandidate {
  readonly thread: OpenThread;
  readonly shared: number;
}

function candidatesOf(
  keywords: readonly string[],
  acts: readonly Act[],
  isDeictic: boolean,
  open: readonly OpenThread[],
): ThreadCandidate[] {
  const own = new Set(keywords);
  return open
    .map((thread, age) => ({
      thread,
      age,
      shared: thread.keywords.filter((word) => own.has(word)).length,
      isMatch: acts.includes(thread.act),
    }))
    .filter(({ isMatch }) => isMatch || isDeictic)
    .sort(
      (left, right) =>
        right.shared - left.shared || Number(right.isMatch) - Number(left.isMatch) || right.age - left.age,
    )
    .map(({ thread, shared }) => ({ thread, shared }));
}

/**
 * The lineage of a part.
 *
 * @param open the open threads, oldest first.
 * @param command `corrects` or `replaces` when a person gave that command.
 */
export function lineageOf(
  part: { readonly text: string; readonly acts: readonly Act[]; readonly isDeictic: boolean },
  open: readonly OpenThread[],
  command?: "corrects" | "replaces",
): Lineage {
  if (open.length === 0) return { kind: "new" };
  const candidates = candidatesOf(keywordsOf(part.text), part.acts, part.isDeictic, open);
  const [first] = candidates;
  if (command !== undefined) {
    const aim = first !== undefined && first.shared > 0 ? first.thread : (open.at(-1) ?? first?.thread);
    return aim === undefined ? { kind: "new" } : { kind: command, thread_id: aim.thread_id };
  }
  if (first === undefined) return { kind: "new" };
  const isTaken = first.shared >= 1 || (part.isDeictic && part.acts.includes(first.thread.act));
  if (!isTaken) return { kind: "new" };
  const merges = candidates
    .slice(1)
    .filter(({ shared }) => shared >= merging)
    .map(({ thread }) => thread.thread_id);
  return { kind: "continues", thread_id: first.thread.thread_id, merges };
}

/** A part of an earlier turn of the session, as the ledger keeps it. */
export interface PastStrand {
  readonly strand_id: string;
  readonly thread_id: string;
  readonly act: Act;
  readonly text: string;
  readonly lineage: Lineage;
}

/**
 * The open threads of a session: the newest strands decide, threads a later strand replaced or whose commitment is closed
 * are gone, at most twelve remain, oldest first.
 *
 * @param strands oldest first.
 */
export function openThreadsOf(strands: readonly PastStrand[], closed: ReadonlySet<string>): OpenThread[] {
  const gone = new Set<string>();
  const found = new Map<string, OpenThread>();
  for (const strand of strands.toReversed()) {
    const { thread_id: thread, act, lineage } = strand;
    if (lineage.kind === "replaces") gone.add(lineage.thread_id);
    if (gone.has(thread) || closed.has(thread) || found.has(thread)) continue;
    if (found.size >= openThreads) break;
    found.set(thread, { thread_id: thread, act, keywords: keywordsOf(strand.text) });
  }
  return [...found.values()].reverse();
}
