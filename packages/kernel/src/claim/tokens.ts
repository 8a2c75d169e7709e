/** @module The tokens of a folded text: words, numbers and the few signs that carry meaning; all else is decoration (claim gate, 3). Linear. */

import type { Folded } from "./fold.ts";
import { isKept } from "./fold-signs.ts";

export type TokenKind = "word" | "num" | "op";

export interface Token {
  /** What two texts are compared by. */
  readonly key: string;
  readonly kind: TokenKind;
  /** In the folded text. */
  readonly start: number;
  readonly end: number;
  /** Stands for the key among the tokens of one text. */
  readonly number: number;
  /** A line number or a path a tool printed before the line. */
  isGutter: boolean;
}

const wordSign = /^[\p{L}\p{M}_]$/u;
const numberSign = /^\p{N}$/u;
const digit = /^\p{Nd}$/u;
const ownToken = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

const none = 0;
const letter = 1;
const digits = 2;
const otherNumber = 3;
const single = 4;

function classOf(code: number): number {
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95) return letter;
    return code >= 48 && code <= 57 ? digits : none;
  }
  if (code > 0xffff) return classOfSign(code);
  const known = classes[code] ?? 0;
  if (known > 0) return known - 1;
  const found = classOfSign(code);
  classes[code] = found + 1;
  return found;
}

/** Classes that were looked up, one more than each, so that nothing is looked up twice. */
const classes = new Uint8Array(0x1_0000);

function classOfSign(code: number): number {
  const sign = String.fromCodePoint(code);
  if (ownToken.test(sign)) return single;
  if (wordSign.test(sign)) return letter;
  if (digit.test(sign)) return digits;
  return numberSign.test(sign) ? otherNumber : none;
}

/** What two spellings of one word share. */
export function wordKey(word: string): string {
  let key = word.toLowerCase();
  // Lower, upper, lower is the full case fold; a plain word needs none.
  if (/[^\x00-\x7f]/.test(word)) key = key.toUpperCase().toLowerCase().replaceAll("\u0307", "");
  if (key.startsWith("_") || key.endsWith("_")) key = key.replace(/^_+|_+$/g, "");
  return key;
}

function numberKey(text: string): string {
  return /^-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/.test(text) ? text.replaceAll(",", "") : text;
}

const beforeSign = new Set(" \n([=,:<>\"'");

/** A key with its number; written forms of one word share it. */
interface Numbered {
  readonly key: string;
  readonly number: number;
}

class Tokenizer {
  readonly tokens: Token[] = [];
  readonly numbers = new Map<string, number>();
  readonly #written = new Map<string, Numbered>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const code = text.codePointAt(at) ?? 0;
      const kind = classOf(code);
      if (kind === letter) at = this.#word(at);
      else if (kind === single) at = this.#push("word", at, at + (code > 0xffff ? 2 : 1));
      else if (kind === digits) at = this.#number(at);
      else if (kind === otherNumber && isKept(code)) at = this.#push("op", at, at + (code > 0xffff ? 2 : 1));
      else if (kind === otherNumber) at = this.#word(at);
      else at = this.#sign(at, code);
    }
  }

  #push(kind: TokenKind, start: number, end: number): number {
    const { key, number } = this.#keyOf(this.#text.slice(start, end), kind);
    if (key !== "") this.tokens.push({ key, kind, start, end, number, isGutter: false });
    return end;
  }

  /** Most words of a long text stand in it again, so each written form is looked at once. */
  #keyOf(written: string, kind: TokenKind): Numbered {
    const known = this.#written.get(written);
    if (known !== undefined) return known;
    const key = kind === "word" ? wordKey(written) : kind === "num" ? numberKey(written) : written;
    const number = this.numbers.get(key) ?? this.numbers.size;
    this.numbers.set(key, number);
    const found = { key, number };
    this.#written.set(written, found);
    return found;
  }

  #word(start: number): number {
    const text = this.#text;
    let at = start;
    while (at < text.length) {
      const code = text.codePointAt(at) ?? 0;
      const kind = classOf(code);
      if (kind === letter || kind === digits || kind === otherNumber) at += code > 0xffff ? 2 : 1;
      else if (code === 0x27 && at > start && classOf(text.codePointAt(at + 1) ?? 0) === letter) at += 1;
      else break;
    }
    return this.#push("word", start, at);
  }

  #number(start: number): number {
    const text = this.#text;
    let at = start;
    while (at < text.length) {
      const code = text.codePointAt(at) ?? 0;
      if (classOf(code) === digits) at += code > 0xffff ? 2 : 1;
      else if ((code === 0x2e || code === 0x2c) && classOf(text.codePointAt(at + 1) ?? 0) === digits) at += 1;
      else break;
    }
    const isSigned =
      text[start - 1] === "-" && (start < 2 || beforeSign.has(text[start - 2] ?? "")) && !this.#endsAt(start);
    return this.#push("num", isSigned ? start - 1 : start, at);
  }

  #endsAt(at: number): boolean {
    return this.tokens.at(-1)?.end === at;
  }

  #sign(at: number, code: number): number {
    const text = this.#text;
    const next = text[at + 1] ?? "";
    switch (code) {
      case 0x21: {
        if (next === "=") return this.#push("op", at, at + (text[at + 2] === "=" ? 3 : 2));
        let end = at;
        while (text[end] === "!") end += 1;
        const behind = text.codePointAt(end) ?? 0;
        const isNot = (end - at) % 2 === 1 && (behind === 0x28 || classOf(behind) === letter);
        if (isNot) this.#push("op", end - 1, end);
        return end;
      }
      case 0x3d:
        if (next !== "=") return at + 1;
        return this.#push("op", at, at + (text[at + 2] === "=" ? 3 : 2));
      case 0x3c:
      case 0x3e: {
        if (next === "=") return this.#push("op", at, at + 2);
        const isBetween = isBlank(text[at - 1]) && isBlank(next);
        const isBeforeNumber = classOf(text.codePointAt(at + 1) ?? 0) === digits;
        return isBetween || isBeforeNumber ? this.#push("op", at, at + 1) : at + 1;
      }
      case 0x26:
      case 0x7c:
        return next === text[at] ? this.#push("op", at, at + 2) : at + 1;
      case 0x25:
        return this.tokens.at(-1)?.kind === "num" && this.#endsAt(at) ? this.#push("op", at, at + 1) : at + 1;
      case 0x24:
      case 0x20ac:
      case 0xa3:
      case 0xa5: {
        const isBefore = classOf(text.codePointAt(at + 1) ?? 0) === digits || (next === "-" && isDigitAt(text, at + 2));
        const isBehind = this.tokens.at(-1)?.kind === "num" && this.#endsAt(at);
        return isBefore || isBehind ? this.#push("op", at, at + 1) : at + 1;
      }
      default: {
        const width = code > 0xffff ? 2 : 1;
        return isKept(code) ? this.#push("op", at, at + width) : at + width;
      }
    }
  }
}

function isBlank(sign: string | undefined): boolean {
  return sign === undefined || sign === "" || sign === " " || sign === "\n";
}

function isDigitAt(text: string, at: number): boolean {
  return classOf(text.codePointAt(at) ?? 0) === digits;
}

const pathPrefix = /^[^\s:]{1,400}?\.[A-Za-z0-9]{1,12}(?::[0-9]+:(?:[0-9]+:)?|-[0-9]+-)/;

/** Marks what tools print before a line: `12→`, a tab behind a number, `path.ts:12:`, and numbers that count up. */
function markGutter(tokens: readonly Token[], folded: Folded): void {
  const { text, raw } = folded;
  let token = 0;
  let lineStart = 0;
  let counted: { value: number; token: Token } | null = null;
  while (lineStart <= text.length && token < tokens.length) {
    let lineEnd = text.indexOf("\n", lineStart);
    if (lineEnd < 0) lineEnd = text.length;
    while ((tokens[token]?.start ?? text.length) < lineStart) token += 1;
    const first = tokens[token];
    let isCounting = false;
    if (first !== undefined && first.start < lineEnd) {
      const sign = text[first.end] ?? "";
      const rawSign = raw[folded.ends[first.end - 1] ?? 0] ?? "";
      const isNumber = first.kind === "num" && first.start === lineStart;
      if (isNumber && (sign === "\u2192" || rawSign === "\t")) first.isGutter = true;
      else if (isNumber && (sign === ":" || text.startsWith(" |", first.end))) {
        const value = Number(first.key);
        if (counted !== null && counted.value + 1 === value) {
          counted.token.isGutter = true;
          first.isGutter = true;
        }
        counted = { value, token: first };
        isCounting = true;
      } else {
        const length = pathPrefix.exec(text.slice(lineStart, Math.min(lineEnd, lineStart + 480)))?.[0].length ?? 0;
        for (const inside of tokens.slice(token, length === 0 ? token : token + 200)) {
          if (inside.end > lineStart + length) break;
          inside.isGutter = true;
        }
      }
    }
    if (!isCounting) counted = null;
    lineStart = lineEnd + 1;
  }
}

/** The tokens of a folded text, in order, and the number of each key. */
export function numberedTokens(folded: Folded): {
  readonly tokens: Token[];
  readonly numbers: ReadonlyMap<string, number>;
} {
  const tokenizer = new Tokenizer(folded.text);
  tokenizer.run();
  markGutter(tokenizer.tokens, folded);
  return tokenizer;
}

/** The tokens of a folded text, in order. */
export function tokensOf(folded: Folded): Token[] {
  return numberedTokens(folded).tokens;
}

/** The characters that join a token to the one before it; null when white space lies between. */
export function glueBetween(text: string, left: Token, right: Token): string | null {
  if (right.start - left.end > 16) return null;
  const between = text.slice(left.end, right.start);
  return /\s/.test(between) ? null : between;
}
