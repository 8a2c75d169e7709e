/** @module What the checks learn of each evidence item: its call, how its quote stands there, and what refuses it. */

import type { ExcerptGrade } from "./match/grade.ts";
import type { EvidenceItem } from "./output.ts";
import type { Invocation } from "./trace.ts";

/** One evidence item as the checks find it. Filled in the order of the checks. */
export interface Exhibit {
  readonly item: EvidenceItem;
  /** The call of the pool it names, or null. */
  call: Invocation | null;
  /** The code that refuses its reference, or null. */
  reference: string | null;
  /** `text`, or `structured`. */
  pane: "text" | "structured" | null;
  grade: ExcerptGrade | null;
  veto: string | null;
  coverage: number;
  spans: readonly (readonly [number, number])[];
  count: number;
  /** The call a misattributed quote belongs to. */
  owner: string | null;
  isAccepted: boolean;
}

export function exhibitOf(item: EvidenceItem): Exhibit {
  return {
    item,
    call: null,
    reference: null,
    pane: null,
    grade: null,
    veto: null,
    coverage: 0,
    spans: [],
    count: 0,
    owner: null,
    isAccepted: false,
  };
}
