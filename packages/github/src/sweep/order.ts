/** @module In which order changes are judged, so that none waits for ever whatever the others' authors do. */

import { digestText } from "@warrant/kernel/canonical";
import { compareText } from "@warrant/kernel/compare-text";
import { isOurs } from "../publish/check-run.ts";
import { seenIn } from "../publish/stored-verdict.ts";
import type { LookedAt } from "./look.ts";
import type { KeptChange } from "./state.ts";

export type Waiting = Pick<LookedAt, "number" | "headSha" | "seen" | "runs">;

export interface Order {
  readonly kept: ReadonlyMap<number, Pick<KeptChange, "judged_at" | "seen">>;
  /** Whose check runs say when a change was judged last; absent: only the state does. */
  readonly appId?: number | undefined;
  /** Another text for each sweep. */
  readonly turn: string;
}

/** When a change was judged last, empty if never; null where that is not told by what is stored of it. */
function judgedAt({ number, seen, runs }: Waiting, { kept, appId }: Order): string | null {
  const before = kept.get(number);
  const run = appId === undefined ? undefined : runs?.findLast((one) => isOurs(one, { appId }));
  if (seen === null) return null;
  if (before !== undefined) return before.judged_at;
  if (run === undefined) return "";
  // A run that says the same again is not written again, so its time is that of the last judging only where it names it.
  return seenIn(run.text ?? "", number) === null ? null : (run.completedAt ?? "");
}

/** One of the first, one of the second, and so on. */
function inTurns<Item>(first: readonly Item[], second: readonly Item[]): Item[] {
  const longest = first.length > second.length ? first : second;
  return longest.flatMap((_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]);
}

/**
 * The oldest verdict first, and before it changes that have none, by number. They take turns with those of which nothing tells
 * when they were judged, in another order in each sweep: among these are changes that are judged every time because not all of
 * them can be seen, and anybody can make such a change. Changes that share a head commit are together, since their check run is
 * one and they are judged after each other.
 */
export function inOrder<Change extends Waiting>(changes: readonly Change[], order: Order): Change[][] {
  const placed = changes.map((change) => ({ change, at: judgedAt(change, order) }));
  const told = placed.flatMap(({ change, at }) => (at === null ? [] : [{ change, key: at }]));
  const untold = placed.flatMap(({ change, at }) =>
    at === null ? [{ change, key: digestText(`${order.turn} ${change.number}`) }] : [],
  );
  const [first, second] = [told, untold].map((some) =>
    some
      .sort((left, right) => compareText(left.key, right.key) || left.change.number - right.change.number)
      .map(({ change }) => change),
  );
  return [...Map.groupBy(inTurns(first ?? [], second ?? []), (change) => change.headSha).values()];
}
