/** @module Words into lines of a given width, measured in terminal columns. */

import { outside, sentence } from "@warrant/kernel/render/outside";
import type { Phrase } from "@warrant/kernel/render/phrase";

export type Role = "plain" | "code" | "strong" | "faint";

export interface Word {
  readonly text: string;
  readonly role: Role;
  /** Whether a space stands before it. */
  readonly spaced: boolean;
}

/** Ranges that take two columns: Hangul, CJK, full-width forms and emoji. Close enough for wrapping. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const combining = /[\p{Mn}\p{Me}\u200C\u200D]/u;

/** Most text is this, and then a character is a column. */
const oneColumnEach = /^[ -~]*$/;

/** Columns a text takes in a terminal. */
export function columns(text: string): number {
  if (oneColumnEach.test(text)) return text.length;
  let sum = 0;
  for (const character of text) {
    if (combining.test(character)) continue;
    sum += wide.test(character) ? 2 : 1;
  }
  return sum;
}

/** The first columns of a text, and what is left of it. */
function splitAt(text: string, width: number): [string, string] {
  if (oneColumnEach.test(text)) {
    const at = Math.max(1, width);
    return [text.slice(0, at), text.slice(at)];
  }
  let used = 0;
  let end = 0;
  for (const character of text) {
    const next = columns(character);
    if (used + next > width && end > 0) break;
    used += next;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** At most `width` columns of a text; what is left out in the middle becomes an ellipsis, so that both ends can be read. */
export function shortened(text: string, width: number): string {
  if (columns(text) <= width) return text;
  if (width <= 1) return "…";
  const headRoom = Math.floor((width - 1) / 3);
  const [first] = splitAt(text, headRoom);
  const head = columns(first) <= headRoom ? first : "";
  const room = width - 1 - columns(head);
  let start = text.length;
  let used = 0;
  for (const character of Array.from(text.slice(head.length)).toReversed()) {
    used += columns(character);
    if (used > room) break;
    start -= character.length;
  }
  return `${head}…${text.slice(start)}`;
}

/** At most `width` columns of a sentence, from its start. */
export function cutAfter(text: string, width: number): string {
  return columns(text) <= width ? text : `${splitAt(text, Math.max(0, width - 1))[0].trimEnd()}…`;
}

function roleOf(part: Exclude<Phrase[number], string>): [Role, string] {
  if ("code" in part) return ["code", part.code];
  if ("strong" in part) return ["strong", part.strong];
  return ["faint", part.faint];
}

/** The words of a phrase, cleaned. A path or quote that holds spaces is put in quotation marks. */
export function wordsOfPhrase(phrase: Phrase): Word[] {
  const words: Word[] = [];
  let pendingSpace = false;
  for (const part of phrase) {
    const [role, raw] = typeof part === "string" ? (["plain", part] as const) : roleOf(part);
    const clean = role === "code" ? outside(raw) : sentence(raw);
    const text = role === "code" && clean.includes(" ") ? `“${clean}”` : clean;
    for (const [index, piece] of text.split(" ").entries()) {
      if (index > 0) pendingSpace = true;
      if (piece === "") continue;
      words.push({ text: piece, role, spaced: pendingSpace });
      pendingSpace = false;
    }
  }
  return words;
}

/** Words that must stay together on a line, because no space stands between them. */
function clusters(words: readonly Word[]): Word[][] {
  const out: Word[][] = [];
  for (const word of words) {
    const last = out.at(-1);
    if (last === undefined || word.spaced) out.push([word]);
    else last.push(word);
  }
  return out;
}

function widthOf(cluster: readonly Word[]): number {
  return cluster.reduce((sum, word) => sum + columns(word.text), 0);
}

/** Lines of at most `width` columns. A word that is wider than a line is broken where the line ends. */
export function wrapped(phrase: Phrase, width: number): Word[][] {
  const room = Math.max(8, width);
  const lines: Word[][] = [];
  let current: Word[] = [];
  let used = 0;
  function close(): void {
    if (current.length > 0) lines.push(current);
    current = [];
    used = 0;
  }
  for (const cluster of clusters(wordsOfPhrase(phrase))) {
    const need = widthOf(cluster);
    const space = current.length === 0 ? 0 : 1;
    if (used + space + need > room && need <= room) close();
    for (const [index, word] of cluster.entries()) {
      let spaced = index === 0 && current.length > 0;
      let rest = word.text;
      while (rest !== "") {
        if (used + (spaced ? 1 : 0) >= room) {
          close();
          spaced = false;
        }
        const free = room - used - (spaced ? 1 : 0);
        const [head, tail] = splitAt(rest, free);
        if (columns(head) > free) {
          // Not even a wide character is left room for.
          close();
          spaced = false;
          continue;
        }
        current.push({ text: head, role: word.role, spaced });
        used += columns(head) + (spaced ? 1 : 0);
        rest = tail;
        spaced = false;
        if (rest !== "") close();
      }
    }
  }
  close();
  return lines;
}
