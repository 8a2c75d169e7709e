/** @module Text that is safe inside Markdown: plain words stay words, everything else becomes a code span. */

import { outside, sentence } from "./outside.ts";

/**
 * A word that means nothing to Markdown or to a platform: letters, numbers and the punctuation of a sentence. Everything
 * else (`@`, `#`, `<`, `[`, `_`, `*`, `` ` ``, `\`, `&`, `$`, `~`, `|`, `://`) puts the word into a code span.
 */
const plainWord = /^[\p{L}\p{M}\p{N}.,;:!?()/%'"“”‘’…–—+→·×=-]*$/u;
/**
 * Plain-looking words a platform still makes something of: web addresses, commit ids, GH-12, :emoji:, security ids, and the
 * commands a workflow reads from its log.
 */
const meaningfulWord =
  /:\/\/|^\W*www\.|\b[0-9a-f]{7,}\b|\bgh-\d|:[\p{L}\p{N}+-]+:|^\W*(?:https?|ftp|mailto|xmpp):|\bcve-|\bghsa-|^::/iu;
/** Words that begin a block at the start of a line: list items, headings, rules. */
const blockStart = /^(?:[-+=]+|\d+[.)])$/;

/** A file's path would mean nothing to a platform, and reads better as code. */
function isPath(word: string): boolean {
  return word.includes("/") && /\.\p{L}/u.test(word);
}

function isPlain(word: string, isFirst: boolean): boolean {
  if (!plainWord.test(word) || meaningfulWord.test(word) || isPath(word)) return false;
  return !(isFirst && (blockStart.test(word) || /^[-=+]{3,}/.test(word)));
}

/** A word that is not plain, with the punctuation of the sentence around it taken off. */
function peeled(word: string): { before: string; core: string; after: string } {
  const before = /^[("'“‘]*/u.exec(word)?.[0] ?? "";
  let end = word.length;
  while (end > before.length && ".,;:!?)\"'”’".includes(word.charAt(end - 1))) end -= 1;
  return { before, core: word.slice(before.length, end), after: word.slice(end) };
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const next of text) {
    run = next === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** A code span around cleaned text, with a fence longer than any run of backticks inside it. */
export function codeSpan(text: string): string {
  const clean = outside(text);
  if (clean.trim() === "") return clean === "" ? "` `" : `\`${clean}\``;
  const fence = "`".repeat(longestRun(clean, "`") + 1);
  const pad = clean.startsWith("`") || clean.endsWith("`") || (clean.startsWith(" ") && clean.endsWith(" ")) ? " " : "";
  return fence + pad + clean + pad + fence;
}

/** A row of a table. A cell ends at a bar even inside a code span, unless the bar is escaped. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join(" | ")} |`;
}

/** What a sentence marks as code itself, as a word or words of its own. */
const marked = /(?<=^|[ (])`(?<code>[^`]+)`(?=[ .,;:!?)]|$)/g;

/**
 * A sentence with every word that is not plain in a code span; neighbours share one, up to a comma. What it marks as code
 * itself is one span as it stands. Leading and trailing spaces stay.
 */
export function prose(text: string): string {
  const said = sentence(text);
  let out = "";
  let end = 0;
  function add(piece: string): void {
    // Two code spans without a space between them would read as one with another fence, and could be broken out of.
    out += out.endsWith("`") && piece.startsWith("`") ? ` ${piece}` : piece;
  }
  for (const found of said.matchAll(marked)) {
    add(wordsText(said.slice(end, found.index), end === 0));
    add(codeSpan(found.groups?.["code"] ?? ""));
    end = found.index + found[0].length;
  }
  add(wordsText(said.slice(end), end === 0));
  return out;
}

function wordsText(text: string, isStart: boolean): string {
  const words = text.split(" ");
  const out: string[] = [];
  let code: string[] = [];
  function closeCode(): void {
    if (code.length === 0) return;
    const { before, core, after } = peeled(code.join(" "));
    // Nothing but punctuation that is not plain where it stands: a list mark at the start of a line.
    out.push(
      core.trim() === "" || !isPlain(before + after, false)
        ? codeSpan(code.join(" "))
        : before + codeSpan(core) + after,
    );
    code = [];
  }
  let isFirst = isStart;
  for (const word of words) {
    if (isPlain(word, isFirst)) {
      closeCode();
      out.push(word);
    } else {
      code.push(word);
      if (word.endsWith(",")) closeCode();
    }
    if (word !== "") isFirst = false;
  }
  closeCode();
  return out.join(" ");
}
