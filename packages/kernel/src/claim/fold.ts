/**
 * @module The one folding of texts that are compared, with a map back to the original: the only meaning of *verbatim* in
 * Warrant (claim gate, 3). Linear.
 */

import { isInvisible, isKept, plainSign, spaceKind } from "./fold-signs.ts";

export interface Folded {
  readonly raw: string;
  readonly text: string;
  /** For each unit of `text` where its original begins; one more entry for the end. */
  readonly starts: Uint32Array;
  /** For each unit of `text` where its original ends. */
  readonly ends: Uint32Array;
}

const longestSequence = 4_096;
const mark = /^\p{M}$/u;

/** 0 not looked up, 1 no mark, 2 a mark. */
const marks = new Uint8Array(0x1_0000);

function isMark(code: number): boolean {
  if (code < 0x300) return false;
  if (code > 0xffff) return mark.test(String.fromCodePoint(code));
  if (marks[code] === 0) marks[code] = mark.test(String.fromCodePoint(code)) ? 2 : 1;
  return marks[code] === 2;
}

function isJamo(code: number): boolean {
  return code >= 0x1100 && code <= 0x11ff;
}

/** Where a terminal sequence that begins at `at` ends. */
function endOfSequence(text: string, at: number): number {
  const first = text.charCodeAt(at);
  let next = at + 1;
  const kind = first === 0x1b ? text.charCodeAt(next) : 0x5b;
  if (first === 0x1b && kind === 0x5b) next += 1;
  if (kind === 0x5b) {
    while (next < text.length && text.charCodeAt(next) >= 0x20 && text.charCodeAt(next) < 0x40) next += 1;
    const last = text.charCodeAt(next);
    return last >= 0x40 && last <= 0x7e ? next + 1 : next;
  }
  if (kind === 0x5d || kind === 0x50 || kind === 0x5e || kind === 0x5f || kind === 0x58) {
    const limit = Math.min(text.length, at + longestSequence);
    for (next += 1; next < limit; next += 1) {
      const code = text.charCodeAt(next);
      if (code === 7 || code === 0x9c) return next + 1;
      if (code === 0x1b && text.charCodeAt(next + 1) === 0x5c) return next + 2;
      // Another escape begins something else, as in a terminal; searching on would read the same text over and over.
      if (code === 0x1b) break;
      if (code === 10 || code === 13) break;
    }
    // Without an end it is no sequence; only its two characters go.
    return at + 2;
  }
  while (next < text.length && text.charCodeAt(next) >= 0x20 && text.charCodeAt(next) < 0x30) next += 1;
  const last = text.charCodeAt(next);
  return last >= 0x30 && last <= 0x7e ? next + 1 : next;
}

class Folding {
  units: Uint16Array;
  starts: Uint32Array;
  ends: Uint32Array;
  length = 0;

  constructor(size: number) {
    this.units = new Uint16Array(size);
    this.starts = new Uint32Array(size + 1);
    this.ends = new Uint32Array(size + 1);
  }

  add(unit: number, start: number, end: number): void {
    if (this.length >= this.units.length) this.#grow();
    this.units[this.length] = unit;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
  }

  #grow(): void {
    const size = this.units.length * 2 + 16;
    const [units, starts, ends] = [new Uint16Array(size), new Uint32Array(size + 1), new Uint32Array(size + 1)];
    units.set(this.units);
    starts.set(this.starts);
    ends.set(this.ends);
    [this.units, this.starts, this.ends] = [units, starts, ends];
  }

  text(): string {
    return Buffer.from(this.units.buffer, 0, this.length * 2).toString("utf16le");
  }
}

/** Positions that stand for themselves, shared by every text that folds to itself. */
let identity = new Uint32Array(1_024).map((_, at) => at);

function identityOf(length: number): Uint32Array {
  if (identity.length < length) identity = new Uint32Array(length * 2).map((_, at) => at);
  return identity.subarray(0, length);
}

/** Whether a text is printable ASCII with single spaces and line ends inside, and so folds to itself. */
function foldsToItself(raw: string): boolean {
  let wasSpace = true;
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    const isSpace = code === 0x20 || code === 10;
    if (isSpace ? wasSpace : code < 0x21 || code > 0x7e) return false;
    wasSpace = isSpace;
  }
  return !wasSpace;
}

/** Marks without end are no text; the rest stands for itself. */
const longestCluster = 64;

/** One character beyond plain ASCII, with the marks behind it: what it becomes, and where it ends. */
function foldCluster(raw: string, at: number): { text: string; end: number } {
  const code = raw.codePointAt(at) ?? 0;
  const base = String.fromCodePoint(code);
  const isLetter = isJamo(code);
  let end = at + base.length;
  let hides = false;
  while (end < raw.length && end - at < longestCluster) {
    const next = raw.codePointAt(end) ?? 0;
    if (isInvisible(next)) hides = true;
    else if (!isMark(next) && !(isLetter && isJamo(next))) break;
    end += next > 0xffff ? 2 : 1;
  }
  let text = raw.slice(at, end);
  if (hides) text = withoutInvisible(text);
  if (isKept(code)) return { text: text.normalize("NFC"), end };
  const plain = plainSign(base);
  if (plain !== base && text === base) return { text: plain, end };
  let folded = "";
  for (const sign of text.normalize("NFKC"))
    folded += sign < "\x80" || isMark(sign.codePointAt(0) ?? 0) ? sign : plainSign(sign);
  return { text: folded, end };
}

function withoutInvisible(text: string): string {
  let kept = "";
  for (const sign of text) if (!isInvisible(sign.codePointAt(0) ?? 0)) kept += sign;
  return kept;
}

/** Folds a text. Never throws; half a character stays what it is. */
export function fold(raw: string): Folded {
  if (foldsToItself(raw)) {
    const starts = identityOf(raw.length + 1);
    return { raw, text: raw, starts, ends: identityOf(raw.length + 1).subarray(1) };
  }
  const out = new Folding(raw.length + 8);
  let space = 0;
  let spaceStart = 0;
  let at = 0;
  const flush = () => {
    if (space > 0 && out.length > 0) out.add(space === 2 ? 10 : 0x20, spaceStart, at);
    space = 0;
  };
  while (at < raw.length) {
    const code = raw.charCodeAt(at);
    if (code > 0x20 && code < 0x7f && !(raw.charCodeAt(at + 1) >= 0x300)) {
      flush();
      out.add(code, at, at + 1);
      at += 1;
      continue;
    }
    const kind = spaceKind(code);
    if (kind !== 0) {
      if (space === 0) spaceStart = at;
      if (kind > space) space = kind;
      at += 1;
      continue;
    }
    if (code === 0x1b || code === 0x9b) {
      at = endOfSequence(raw, at);
      continue;
    }
    const point = raw.codePointAt(at) ?? code;
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || isInvisible(point)) {
      at += point > 0xffff ? 2 : 1;
      continue;
    }
    const { text, end } = foldCluster(raw, at);
    const isBlank = text.trim() === "";
    if (isBlank) {
      if (space === 0) spaceStart = at;
      space = Math.max(space, 1);
    } else {
      flush();
      for (let unit = 0; unit < text.length; unit += 1) out.add(text.charCodeAt(unit), at, end);
    }
    at = end;
  }
  const { length } = out;
  out.starts[length] = raw.length;
  return { raw, text: out.text(), starts: out.starts.subarray(0, length + 1), ends: out.ends.subarray(0, length) };
}
