/** @module One place where an excerpt, or a fragment of one, stands in a pane, with what refuses it there. */

/** Offsets of the folded text of a pane. */
export interface Occurrence {
  readonly grade: "exact" | "repaired";
  readonly start: number;
  readonly end: number;
  readonly veto: string | null;
}

/** No place where an excerpt stands may lie across a place where the record was cut. */
export function isAcrossCut(cuts: readonly number[], start: number, end: number): boolean {
  return cuts.some((cut) => cut > start && cut < end);
}
