/** @module Numbers a claim states, and whether a text holds them (claim gate, 4.5). */

import { fold } from "./fold.ts";

/** A number of a claim: its canonical digits, and where it stands in the folded claim. */
export interface StatedNumber {
  readonly value: string;
  readonly index: number;
}

const unit =
  /^(?:ms|s|secs?|m|mins?|h|hrs?|d|b|[kmg]|[kmgt]i?b|px|em|rem|x|th|st|nd|rd|percent|pct)(?![\p{L}\p{N}_])/iu;

/** Digits without thousands separators; a well-placed comma is one, a dot never. */
export function canonicalNumber(text: string): string {
  return /^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/.test(text) ? text.replaceAll(",", "") : text;
}

const pattern = /(?<![\p{L}\p{N}_.,]|[0-9][.,])[0-9]+(?:[.,][0-9]+)*/gu;

/** The numbers of a text outside back-ticks, the sign ignored. Digits inside a name are none, digits before a unit are. */
export function numbersOf(text: string): StatedNumber[] {
  const plain = fold(text).text.replace(/`[^`]*`/g, (quoted) => " ".repeat(quoted.length));
  const found: StatedNumber[] = [];
  for (const match of plain.matchAll(pattern)) {
    const behind = plain.slice(match.index + match[0].length);
    if (/^[\p{L}_]/u.test(behind) && !unit.test(behind)) continue;
    found.push({ value: canonicalNumber(match[0]), index: match.index });
  }
  return found;
}

function withSeparators(value: string): string | null {
  const [whole = "", ...rest] = value.split(".");
  if (!/^[0-9]{4,}$/.test(whole)) return null;
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  return [grouped, ...rest].join(".");
}

function stands(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const behind = text.slice(at + number.length, at + number.length + 2);
    if (!/[0-9]$|[0-9][.,]$/.test(before) && !/^[0-9]|^[.,][0-9]/.test(behind)) return true;
  }
  return false;
}

/** Whether a text holds a number as a whole, with or without thousands separators. */
export function holdsNumber(text: string, value: string): boolean {
  if (stands(text, value)) return true;
  const grouped = withSeparators(value);
  if (grouped !== null && stands(text, grouped)) return true;
  // Digits of other widths and scripts are only read where they occur.
  return /[\uff10-\uff19\u001b]/.test(text.slice(0, 200_000)) && stands(fold(text.slice(0, 200_000)).text, value);
}
