/** @module Pairs of quotation marks on one line: whether a stretch of text stands inside one. */

interface Pair {
  readonly open: number;
  readonly close: number;
}

const closerOf: ReadonlyMap<string, string> = new Map([
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
]);

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** Pairs of one kind do not overlap, so for each kind only one can enclose a place. */
function pairsOfLine(text: string, start: number, end: number): Pair[][] {
  const straight: Pair[] = [];
  const single: Pair[] = [];
  const shaped: Pair[] = [];
  let straightOpen = -1;
  let singleOpen = -1;
  let shapedOpen = -1;
  let closer = "";
  for (let at = start; at < end; at += 1) {
    const mark = text.charAt(at);
    if (mark === '"') {
      if (straightOpen < 0) straightOpen = at;
      else {
        straight.push({ open: straightOpen, close: at });
        straightOpen = -1;
      }
    } else if (mark === "'") {
      const before = at > start ? text.charAt(at - 1) : " ";
      const after = at + 1 < end ? text.charAt(at + 1) : " ";
      // An apostrophe stands between letters and is neither.
      if (singleOpen < 0 && !isWord(before) && after.trim() !== "") singleOpen = at;
      else if (singleOpen >= 0 && before.trim() !== "" && !isWord(after)) {
        single.push({ open: singleOpen, close: at });
        singleOpen = -1;
      }
    } else if (shapedOpen >= 0 && mark === closer) {
      shaped.push({ open: shapedOpen, close: at });
      shapedOpen = -1;
    } else if (shapedOpen < 0 && closerOf.has(mark)) {
      shapedOpen = at;
      closer = closerOf.get(mark) ?? "";
    }
  }
  return [straight, single, shaped];
}

/** Answers for one text. Questions must come in the order of the text, which keeps all of them together linear. */
export class QuotationPairs {
  readonly #text: string;
  #lineEnd = -1;
  #pairs: Pair[][] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether `[start, end)` stands inside one pair of quotation marks on one line. */
  encloses(start: number, end: number): boolean {
    if (start > this.#lineEnd) {
      const lineStart = this.#text.lastIndexOf("\n", start - 1) + 1;
      const newline = this.#text.indexOf("\n", start);
      this.#lineEnd = newline < 0 ? this.#text.length : newline;
      // Taken from the end, so that pairs already passed are dropped once.
      this.#pairs = pairsOfLine(this.#text, lineStart, this.#lineEnd).map((pairs) => pairs.reverse());
    }
    return this.#pairs.some((pairs) => {
      for (let last = pairs.at(-1); last !== undefined && last.close < start; last = pairs.at(-1)) pairs.pop();
      const next = pairs.at(-1);
      return next !== undefined && next.open < start && next.close >= end;
    });
  }
}
