/** @module What stands right outside a quoted text and turns it around: negators, values that deny, units (claim gate, 4.3). */

import type { Token } from "../tokens.ts";
import { denyingPrefix, denyingValue, isDispute, isNegator, isNegatorBehind, isUnit } from "../word-sets.ts";

export type EdgeVeto = "negation_edge" | "unit_edge";

/** A sign that ends a clause, in the characters between two tokens. */
const clauseEnd = /[.;:,!?|()[\]{}"\n]| - |--/;
const joiners = new Set(["and", "but"]);

/** Index of the first token that begins at or behind an offset. */
export function tokenAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isNegatedBefore(text: string, tokens: readonly Token[], first: number, start: number): boolean {
  let right = start;
  for (let index = first - 1; index >= 0 && index >= first - 3; index -= 1) {
    const token = tokens[index];
    if (token === undefined || clauseEnd.test(text.slice(token.end, right))) return false;
    if (joiners.has(token.key)) return false;
    if (isNegator(token.key)) return true;
    right = token.start;
  }
  return false;
}

/** `denied that` and a count of nothing right before a quote, `is false` right behind one. */
function isTakenBack(text: string, tokens: readonly Token[], first: number, start: number, next: number): boolean {
  const [before, other] = [tokens[first - 1], tokens[first - 2]];
  const isNear = (left: Token | undefined, right: number) =>
    left !== undefined && !clauseEnd.test(text.slice(left.end, right));
  if (before?.key === "that" && isDispute(other?.key ?? "") && isNear(before, start) && isNear(other, before.start))
    return true;
  const isNone =
    before?.key === "zero" ||
    (before?.key === "0" && /^$|[\s(]/.test(text.slice(Math.max(0, before.start - 1), before.start)));
  if (isNone && tokens[first]?.kind === "word" && text.slice(before?.end, start) === " ") return true;
  const [last, verb, behind] = [tokens[next - 1], tokens[next], tokens[next + 1]];
  if (verb === undefined || behind === undefined || !/^(?:is|are|was|were)$/.test(verb.key)) return false;
  return isDispute(behind.key) && isNear(last, verb.start) && isNear(verb, behind.start);
}

function isNegatedBehind(text: string, tokens: readonly Token[], next: number, end: number): boolean {
  let left = end;
  for (let index = next; index < tokens.length && index < next + 2; index += 1) {
    const token = tokens[index];
    if (token === undefined || clauseEnd.test(text.slice(left, token.start))) return false;
    if (joiners.has(token.key)) return false;
    if (isNegatorBehind(token.key)) return true;
    left = token.end;
  }
  return false;
}

/** The veto of a quote's edges, or null. `start` and `end` are offsets in the folded text, on token edges. */
export function edgeVeto(text: string, tokens: readonly Token[], start: number, end: number): EdgeVeto | null {
  const first = tokenAt(tokens, start);
  const next = tokenAt(tokens, end);
  const before = text.slice(Math.max(0, start - 8), start);
  const behind = text.slice(end, end + 24);
  if (denyingPrefix.test(before) || denyingValue.test(behind)) return "negation_edge";
  const leading = tokens[first - 1];
  if (leading?.key === "!" && leading.end === start) return "negation_edge";
  if (isNegatedBefore(text, tokens, first, start) || isNegatedBehind(text, tokens, next, end)) return "negation_edge";
  if (isTakenBack(text, tokens, first, start, next)) return "negation_edge";
  const last = tokens[next - 1];
  const follower = tokens[next];
  if (last?.kind === "num" && last.end === end && follower !== undefined && isUnit(follower.key)) {
    const between = text.slice(end, follower.start);
    if (between === "" || between === " ") return "unit_edge";
  }
  const opening = tokens[first];
  const isNumber = opening?.kind === "num" && opening.start === start;
  if (isNumber && leading?.end === start && /^[$€£¥]$/.test(leading.key)) return "unit_edge";
  if (last?.kind === "num" && last.end === end && follower?.start === end && /^[$€£¥]$/.test(follower.key))
    return "unit_edge";
  return null;
}

const wordEdge = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a stretch of folded text begins and ends where tokens do, so that no word or number is cut in two. */
export function isOnTokenEdges(text: string, tokens: readonly Token[], start: number, end: number): boolean {
  const first = tokens[tokenAt(tokens, start) - 1];
  if (first !== undefined && first.start < start && first.end > start) return false;
  const last = tokens[tokenAt(tokens, end) - 1];
  if (last !== undefined && last.start < end && last.end > end) return false;
  if (isJoined(text, start) || isJoined(text, end)) return isSplitByScript(tokens, start, end);
  // A superscript behind a number is part of what it says.
  const follower = tokens[tokenAt(tokens, end)];
  const isRaised = last?.kind === "num" && last.end === end && follower?.kind === "op" && follower.start === end;
  return !(isRaised && !/^[%$€£¥]/.test(follower.key) && wordEdge.test(follower.key));
}

function isJoined(text: string, at: number): boolean {
  return at > 0 && at < text.length && wordEdge.test(text[at - 1] ?? "") && wordEdge.test(text[at] ?? "");
}

/** Scripts without spaces are cut between any two characters. */
function isSplitByScript(tokens: readonly Token[], start: number, end: number): boolean {
  const own = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
  const isOwn = (at: number) => {
    const right = tokens[tokenAt(tokens, at)];
    const left = tokens[tokenAt(tokens, at) - 1];
    if (left === undefined || right === undefined || left.end !== at || right.start !== at) return true;
    return own.test(left.key) || own.test(right.key);
  };
  return isOwn(start) && isOwn(end);
}
