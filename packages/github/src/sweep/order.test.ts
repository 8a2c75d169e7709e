import { digestText } from "@warrant/kernel/canonical";
import { describe, expect, it } from "vitest";
import { changeVerdict } from "../../../../testing/verdicts.ts";
import { annotationsLine, digestLine, seenLines } from "../publish/stored-verdict.ts";
import type { LookedRun } from "./look.ts";
import { inOrder, type Waiting } from "./order.ts";

const seen = digestText("seen");
const appId = 15368;

function waiting(number: number, headSha: string, more: Partial<Waiting> = {}): Waiting {
  return { number, headSha, seen, runs: null, ...more };
}

function run(number: number, completedAt: string | null, names = true): LookedRun {
  const verdict = changeVerdict();
  const told = names ? seenLines(new Map([[number, seen]])) : "";
  const stored = digestLine({
    ...verdict,
    subject: { ...verdict.subject, number },
    digests: { ...verdict.digests, config: seen, intent: seen, facts: seen },
  });
  return {
    id: number,
    name: "warrant/change",
    headSha: "a".repeat(40),
    status: "completed",
    conclusion: "success",
    externalId: seen,
    detailsUrl: null,
    appId,
    appSlug: null,
    title: null,
    summary: null,
    text: `Verdict.\n\n${told}${annotationsLine([])}\n${stored}`,
    annotations: 0,
    completedAt,
  };
}

type Listed = readonly (readonly [number, string, string?])[];

function ordered(changes: readonly Waiting[], kept: ReadonlyMap<number, { judged_at: string; seen: string | null }>) {
  const groups = inOrder(changes, { kept, appId, turn: "now" });
  return groups.map((group) => group.map(({ number }) => number));
}

describe("changes to judge", () => {
  it.each<[string, Listed, number[][]]>([
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
  ])("%s, by the state or by our check runs", (_, changes, order) => {
    const kept = new Map(
      changes.flatMap(([number, , at]) => (at === undefined ? [] : [[number, { judged_at: at, seen }] as const])),
    );
    const plain = changes.map(([number, head]) => waiting(number, head));
    expect(ordered(plain, kept)).toEqual(order);
    const checked = changes.map(([number, head, at]) =>
      waiting(number, head, { runs: at === undefined ? [] : [run(number, at)] }),
    );
    expect(ordered(checked, new Map())).toEqual(order);
  });

  it("take turns with those that are judged every time, so that neither wait for the others (F7: peter-evans/create-pull-request#48)", () => {
    const unseen = [1, 2, 3, 4].map((number) => waiting(number, `u${number}`, { seen: null }));
    const untold = [5, 6].map((number) => waiting(number, `t${number}`, { runs: [run(number, "2026-01-01", false)] }));
    const told = [7, 8].map((number) => waiting(number, `k${number}`, { runs: [run(number, `2026-01-0${number}`)] }));
    const order = ordered([...unseen, ...untold, ...told], new Map()).flat();
    expect([order[0], order[2]]).toEqual([7, 8]);
    expect(order.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("that are judged every time are so in another order each time", () => {
    const unseen = [1, 2, 3, 4, 5, 6, 7].map((number) => waiting(number, `u${number}`, { seen: null }));
    const first = (turn: string) => inOrder(unseen, { kept: new Map(), appId, turn })[0]?.[0]?.number;
    const turns = Array.from({ length: 60 }, (_, turn) => first(`2026-01-01T00:00:${turn}Z`));
    expect(new Set(turns).size).toBe(7);
  });

  it("are ordered by no other app's run", () => {
    const other = { ...run(2, "2026-01-01"), appId: 1 };
    const changes = [waiting(1, "a", { runs: [run(1, "2026-01-02")] }), waiting(2, "b", { runs: [other] })];
    expect(ordered(changes, new Map())).toEqual([[2], [1]]);
  });
});
