/** @module In which order changes are judged. */

import { compareText } from "@warrant/kernel/compare-text";
import type { OpenChange } from "./open-changes.ts";
import type { KeptChange } from "./state.ts";

/**
 * The oldest verdict first, and before it changes that have none, by number. Changes that share a head commit are together,
 * since their check run is one and they are judged after each other.
 */
export function inOrder<Change extends Pick<OpenChange, "number" | "headSha">>(
  changes: readonly Change[],
  kept: ReadonlyMap<number, Pick<KeptChange, "judged_at">>,
): Change[][] {
  const judgedAt = ({ number }: Change): string => kept.get(number)?.judged_at ?? "";
  const sorted = changes.toSorted(
    (left, right) => compareText(judgedAt(left), judgedAt(right)) || left.number - right.number,
  );
  return [...Map.groupBy(sorted, (change) => change.headSha).values()];
}
