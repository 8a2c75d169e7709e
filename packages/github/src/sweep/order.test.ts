import { describe, expect, it } from "vitest";
import { inOrder } from "./order.ts";

function ordered(changes: readonly (readonly [number, string, string?])[]): number[][] {
  const kept = new Map(changes.flatMap(([number, , at]) => (at === undefined ? [] : [[number, { judged_at: at }]])));
  const listed = changes.map(([number, headSha]) => ({ number, headSha }));
  return inOrder(listed, kept).map((group) => group.map(({ number }) => number));
}

describe("changes to judge", () => {
  it.each([
    [
      "come with the oldest verdict first",
      [
        [1, "a", "2026-01-03T00:00:00Z"],
        [2, "b", "2026-01-01T00:00:00Z"],
        [3, "c", "2026-01-02T00:00:00Z"],
      ],
      [[2], [3], [1]],
    ],
    [
      "come before those when they have none, by number",
      [
        [9, "a"],
        [1, "b", "2026-01-01T00:00:00Z"],
        [10, "c"],
        [2, "d"],
      ],
      [[2], [9], [10], [1]],
    ],
    [
      "come together when they share a commit, at the place of the oldest",
      [
        [1, "a", "2026-01-01T00:00:00Z"],
        [2, "b", "2026-01-02T00:00:00Z"],
        [3, "a", "2026-01-03T00:00:00Z"],
      ],
      [[1, 3], [2]],
    ],
    ["are none where there are none", [], []],
  ] as const)("%s", (_, changes, order) => {
    expect(ordered(changes)).toEqual(order);
  });
});
