/** @module Finds a text literally: raw first, folded only around a hit or after a miss (claim gate, 4.3). */

import { fold } from "../fold.ts";
import { tokensOf } from "../tokens.ts";
import { edgeVeto, isOnTokenEdges } from "./edges.ts";
import { isAcrossCut, type Occurrence } from "./occurrence.ts";
import type { Pane } from "./pane.ts";
import { offsetsOf } from "./search.ts";

export const mostOccurrences = 64;
/** Characters folded on each side of a raw hit: more than the tokens an edge looks at. */
const around = 120;

/** A raw hit with the offsets of the pane as received. */
export interface RawOccurrence {
  readonly start: number;
  readonly end: number;
  readonly veto: string | null;
}

/** Places where the excerpt stands as written. `hasEdges` is false for fragments inside an ellipsis chain. */
export function findRaw(pane: Pane, excerpt: string): RawOccurrence[] {
  const wanted = excerpt.trim();
  if (wanted === "") return [];
  const found: RawOccurrence[] = [];
  let tried = 0;
  for (const at of offsetsOf(pane.raw, wanted)) {
    const hit = readHit(pane, at, wanted);
    if (hit !== null) found.push(hit);
    tried += 1;
    if (tried >= mostOccurrences) break;
  }
  return found;
}

function readHit(pane: Pane, start: number, wanted: string): RawOccurrence | null {
  const end = start + wanted.length;
  if (isAcrossCut(pane.cuts, start, end)) return null;
  const from = Math.max(0, start - around);
  const folded = fold(pane.raw.slice(from, Math.min(pane.raw.length, end + around)));
  const first = firstAt(folded.starts, start - from);
  const last = firstAt(folded.starts, end - from);
  const tokens = tokensOf(folded);
  // A line end behind the hit belongs to what follows.
  if (!isOnTokenEdges(folded.text, tokens, first, last)) return null;
  return { start, end, veto: edgeVeto(folded.text, tokens, first, last) };
}

/** The first folded unit whose original begins at or behind an offset. */
function firstAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Places where the folded excerpt is a substring of the folded pane. */
export function findExact(pane: Pane, wanted: string): Occurrence[] {
  const { folded } = pane;
  // A quote may be wrapped otherwise than the result.
  const line = wanted.replaceAll("\n", " ");
  const found: Occurrence[] = [];
  let tried = 0;
  for (const at of offsetsOf(folded.text.replaceAll("\n", " "), line)) {
    const end = at + line.length;
    const isCut = isAcrossCut(pane.cuts, folded.starts[at] ?? 0, folded.ends[end - 1] ?? 0);
    if (!isCut && isOnTokenEdges(folded.text, pane.tokens, at, end))
      found.push({ grade: "exact", start: at, end, veto: edgeVeto(folded.text, pane.tokens, at, end) });
    tried += 1;
    if (tried >= mostOccurrences) break;
  }
  return found;
}
