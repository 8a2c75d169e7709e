/** @module Finds the same row of tokens: case, punctuation and Markdown may differ, gutters are skipped (claim gate, 4.3). */

import { glueBetween, type Token } from "../tokens.ts";
import { isUnit } from "../word-sets.ts";
import { edgeVeto } from "./edges.ts";
import { mostOccurrences } from "./exact.ts";
import { isAcrossCut, type Occurrence } from "./occurrence.ts";
import { findRow, type KeyLine, type Pane } from "./pane.ts";

/** Signs of typography and Markdown: they join nothing. */
function bare(glue: string): string {
  return glue.replace(/["'`*()[\]{}~#\\]/g, "");
}

/** Whether two tokens are joined alike in both texts. */
export function isGluedAlike(left: string | null, right: string | null): boolean {
  if (left === null && right === null) return true;
  if (left !== null && right !== null) return bare(left) === bare(right);
  return /^[-:=|,]*$/.test(bare(left ?? right ?? "")) && (left ?? right) !== "";
}

/** `+` or `-` where a line begins, as in a difference of files. */
export function lineSign(text: string, token: Token): string | null {
  const lineStart = text.lastIndexOf("\n", token.start - 1) + 1;
  if (token.start - lineStart > 2) return null;
  return /^(?<sign>[+-]) ?$/.exec(text.slice(lineStart, token.start))?.groups?.["sign"] ?? null;
}

/** What refuses a row of matched pairs: signs of lines, and what joins neighbours. */
export function pairVeto(
  excerptText: string,
  excerpt: readonly Token[],
  paneText: string,
  matched: readonly Token[],
): "operator_mismatch" | "identifier_mismatch" | null {
  for (const [index, token] of excerpt.entries()) {
    const other = matched[index];
    if (other === undefined) continue;
    const [sign, otherSign] = [lineSign(excerptText, token), lineSign(paneText, other)];
    if (sign !== null && otherSign !== null && sign !== otherSign) return "operator_mismatch";
    const [before, otherBefore] = [excerpt[index - 1], matched[index - 1]];
    if (before === undefined || otherBefore === undefined) continue;
    // A gutter between two matched tokens is invisible.
    const glue = glueBetween(excerptText, before, token);
    // `512MB` is `512 MB`.
    const otherGlue = glueBetween(paneText, otherBefore, other);
    if (before.kind === "num" && isUnit(token.key) && (glue ?? "") === "" && (otherGlue ?? "") === "") continue;
    if (!isGluedAlike(glue, otherGlue)) return "identifier_mismatch";
  }
  return null;
}

/** Places where the excerpt's tokens stand in a row, with what refuses each. */
export function findRepaired(pane: Pane, excerptText: string, excerpt: readonly Token[], line: KeyLine): Occurrence[] {
  if (excerpt.length === 0) return [];
  const { folded, tokens } = pane;
  const keys = excerpt.map(({ key }) => key);
  return findRow(pane, line, keys, mostOccurrences).flatMap((index): Occurrence[] => {
    const matched = line.tokens.slice(index, index + keys.length);
    const [first, last] = [matched[0], matched.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (isAcrossCut(pane.cuts, folded.starts[first.start] ?? 0, folded.ends[last.end - 1] ?? 0)) return [];
    const veto =
      pairVeto(excerptText, excerpt, folded.text, matched) ?? edgeVeto(folded.text, tokens, first.start, last.end);
    return [{ grade: "repaired", start: first.start, end: last.end, veto }];
  });
}
