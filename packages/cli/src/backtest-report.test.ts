import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignmentFile, changeVerdict, deniedVerdict, finding } from "../../../testing/verdicts.ts";
import { outcomeOf, requestKinds, requestOf } from "./backtest-outcome.ts";
import { BacktestReport, createBacktestReport, driftSize, mostDrifts, mostListed } from "./backtest-report.ts";
import { mostPoints, WeekSeries } from "./backtest-series.ts";
import { CappedTally, mostNames, otherName } from "./backtest-tally.ts";
import { Durations } from "./durations.ts";

const run = { repository: "acme/shop", branch: "main", configuration_origin: "defaults", assumed: [] };

function sha(index: number): string {
  return index.toString(16).padStart(40, "0");
}

function change(index: number, parts: { date?: string | null; milliseconds?: number; drift?: number } = {}) {
  return { sha: sha(index), title: `Change ${index}`, date: "2026-03-04T05:06:07Z", milliseconds: 2, ...parts };
}

describe("a backtest report", () => {
  it("of no change is complete and all zero", () => {
    const report = createBacktestReport().finish(run);
    expect(BacktestReport.safeParse(report).error).toBe(undefined);
    expect(report).toMatchObject({ changes: 0, denied: 0, undecided: 0, first_date: null, drifts: [], reasons: [] });
    expect(report.tiers.map((share) => share.name)).toEqual(["0", "1", "2", "3"]);
  });

  it("adds up totals, shares and reasons", () => {
    const builder = createBacktestReport();
    builder.add(changeVerdict(), change(1));
    builder.add(
      changeVerdict({
        gated: false,
        gated_because: "not_agent",
        agent: { kind: "unknown", name: null, confidence: "none", evidence: [] },
      }),
      change(2),
    );
    builder.add(deniedVerdict(), change(3));
    const report = builder.finish(run);
    expect(BacktestReport.safeParse(report).error).toBe(undefined);
    expect(report).toMatchObject({ changes: 3, gated: 2, by_agents: 2, denied: 1, misaligned: 1 });
    expect(report.tiers).toEqual([
      { name: "0", changes: 0, denied: 0, undecided: 0 },
      { name: "1", changes: 2, denied: 0, undecided: 0 },
      { name: "2", changes: 0, denied: 0, undecided: 0 },
      { name: "3", changes: 1, denied: 1, undecided: 0 },
    ]);
    expect(report.agents).toEqual([
      { name: "copilot-swe-agent", changes: 2, denied: 1, undecided: 0 },
      { name: "no trace of an agent", changes: 1, denied: 0, undecided: 0 },
    ]);
    expect(report.deny_kinds).toEqual([{ name: "unauthorized", changes: 1, denied: 1, undecided: 0 }]);
    expect(report.reasons).toEqual([{ name: "auth.approval-missing", changes: 1, denied: 1, undecided: 0 }]);
  });

  it("counts a rule once for a change, however often it found something", () => {
    const [finding] = deniedVerdict().findings;
    const builder = createBacktestReport();
    builder.add(
      deniedVerdict({ findings: finding === undefined ? [] : [finding, { ...finding, where: {} }] }),
      change(1),
    );
    expect(builder.finish(run).rules).toEqual([{ name: "auth.approval-missing", changes: 1, denied: 1, undecided: 0 }]);
  });

  it("keeps the twenty largest drifts of any number, the largest first, and explains their files", () => {
    const builder = createBacktestReport();
    for (let index = 0; index < 500; index += 1)
      builder.add(deniedVerdict(), change(index, { drift: (index * 7) % 500 }));
    const { drifts, misaligned } = builder.finish(run);
    expect(misaligned).toBe(500);
    expect(drifts.map((drift) => drift.size)).toEqual(Array.from({ length: mostDrifts }, (_, index) => 499 - index));
    expect(drifts[0]).toMatchObject({ files: 4, files_out: 2, change: "acme/shop#7" });
    expect(drifts[0]?.explained[0]).toEqual({
      path: "src/billing/invoice-pdf.ts",
      reason: "No word of the request and no link to a file that has one",
      words: "shares no word with the request, speaks of invoice, pdf, render",
    });
  });

  it("does not depend on the order of changes of one week", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), (order) => {
        const build = (indexes: number[]) => {
          const builder = createBacktestReport();
          for (const index of indexes) builder.add(index % 2 === 0 ? deniedVerdict() : changeVerdict(), change(index));
          return builder.finish(run);
        };
        expect(build(order)).toEqual(build([0, 1, 2, 3, 4, 5]));
      }),
    );
  });

  it("may be finished, added to and finished again", () => {
    const builder = createBacktestReport();
    builder.add(deniedVerdict(), change(1));
    expect(builder.finish(run).changes).toBe(1);
    builder.add(deniedVerdict(), change(2));
    expect(builder.finish(run)).toMatchObject({ changes: 2, misaligned: 2 });
  });

  it("stays small for ten thousand changes with names and dates of their own", () => {
    const builder = createBacktestReport();
    for (let index = 0; index < 10_000; index += 1) {
      const verdict = changeVerdict({
        agent: { kind: "agent", name: `agent-${index}`, confidence: "likely", evidence: [] },
      });
      builder.add(verdict, change(index, { date: new Date(index * 86_400_000).toISOString() }));
    }
    const report = builder.finish(run);
    expect(report.agents.length).toBeLessThanOrEqual(mostNames + 1);
    expect(report.series.points.length).toBeLessThanOrEqual(mostPoints);
    expect(report.agents.reduce((sum, share) => sum + share.changes, 0)).toBe(10_000);
    expect(report.series.points.reduce((sum, point) => sum + point.changes, 0)).toBe(10_000);
    expect(JSON.stringify(report).length).toBeLessThan(60_000);
  });
});

const undecidedVerdict = () =>
  deniedVerdict({
    deny_kind: "incomplete",
    reason: "Evidence that was needed could not be read. [auth.evidence-unavailable]",
    findings: [finding("auth.evidence-unavailable"), finding("floor.lines")],
  });

describe("what a change would have come to", () => {
  it.each([
    ["an allowed change", changeVerdict(), "allowed"],
    ["one without the issue it needs", deniedVerdict(), "denied"],
    [
      "one whose files cannot be listed",
      deniedVerdict({ deny_kind: "incomplete", reason: "No list. [auth.files-incomplete]" }),
      "denied",
    ],
    ["one that needs a review git does not know", undecidedVerdict(), "undecided"],
    ["a denial without a rule", deniedVerdict({ deny_kind: null, reason: "Nothing." }), "denied"],
    ["one that was not refused", changeVerdict({ reason: "Fine. [auth.evidence-unavailable]" }), "allowed"],
  ])("of %s", (_name, verdict, outcome) => {
    expect(outcomeOf(verdict)).toBe(outcome);
  });

  it("an undecided change is never among the denied", () => {
    const builder = createBacktestReport();
    builder.add(undecidedVerdict(), change(1));
    builder.add(deniedVerdict(), change(2));
    const report = builder.finish(run);
    expect(BacktestReport.safeParse(report).error).toBe(undefined);
    expect(report).toMatchObject({ changes: 2, denied: 1, undecided: 1 });
    expect(report.tiers[3]).toEqual({ name: "3", changes: 2, denied: 1, undecided: 1 });
    expect(report.reasons).toEqual([{ name: "auth.approval-missing", changes: 1, denied: 1, undecided: 0 }]);
    expect(report.series.points).toEqual([{ from: "2026-03-02", changes: 2, denied: 1, undecided: 1 }]);
    expect(report.denied_changes.map((listed) => listed.sha)).toEqual([sha(2)]);
    expect(report.undecided_changes).toEqual([
      {
        change: "acme/shop#7",
        sha: sha(1),
        number: 7,
        title: "Change 1",
        date: "2026-03-04T05:06:07Z",
        tier: 3,
        tier_rule: "tier.guardrail-path",
        rule: "auth.evidence-unavailable",
      },
    ]);
  });

  it("the newest fifty are listed, the newest first, those without a date last", () => {
    const builder = createBacktestReport();
    builder.add(deniedVerdict(), change(1000, { date: null }));
    for (let index = 0; index < 499; index += 1) {
      const day = (index * 7) % 499;
      builder.add(deniedVerdict(), change(day, { date: new Date(day * 86_400_000).toISOString() }));
    }
    expect(builder.finish(run).denied).toBe(500);
    expect(builder.finish(run).denied_changes.map((listed) => listed.title)).toEqual(
      Array.from({ length: mostListed }, (_, index) => `Change ${498 - index}`),
    );
    const few = createBacktestReport();
    few.add(deniedVerdict(), change(1, { date: null }));
    few.add(deniedVerdict(), change(2));
    expect(few.finish(run).denied_changes.map((listed) => listed.title)).toEqual(["Change 2", "Change 1"]);
  });
});

describe("who asked for a change", () => {
  const named = (...issues: readonly (readonly [repository: string, number: number, because: string])[]) => {
    const { evidence } = changeVerdict();
    const listed = issues.map(([repository, number, because]) => ({
      repository,
      number,
      link: "closing" as const,
      counts: because === "issue.assumed",
      because,
    }));
    return changeVerdict({ evidence: { ...evidence, linked_issue: { present: listed.length > 0, issues: listed } } });
  };
  it.each([
    ["names none", named(), "none"],
    ["names one", named(["acme/shop", 1, "issue.assumed"]), "issue"],
    ["names one twice", named(["acme/shop", 1, "issue.assumed"], ["Acme/Shop", 1, "issue.assumed"]), "issue"],
    ["names two", named(["acme/shop", 1, "issue.assumed"], ["acme/shop", 2, "issue.assumed"]), "several"],
    ["names two of two repositories", named(["acme/a", 1, "issue.assumed"], ["acme/b", 1, "issue.assumed"]), "several"],
    ["names only itself", named(["acme/shop", 7, "reference.self"]), "none"],
  ])("is told from what it says when it %s", (_name, verdict, kind) => {
    expect(requestOf(verdict)).toBe(kind);
    const builder = createBacktestReport();
    builder.add(verdict, change(1));
    const { requests } = builder.finish(run);
    expect(requests.map((share) => share.name)).toEqual([...requestKinds]);
    expect(requests.find((share) => share.changes === 1)?.name).toBe(kind);
  });
});

describe("rules that found something", () => {
  it("are not those that say what was assumed, not gated or not there to read", () => {
    const builder = createBacktestReport();
    const noise = ["issue.assumed", "change.not-gated", "change.nothing-found", "auth.evidence-unavailable"];
    const findings = [...noise, "test.weakened"].map((rule) => finding(rule));
    builder.add(changeVerdict({ findings }), change(1));
    expect(builder.finish(run).rules.map((share) => share.name)).toEqual(["test.weakened"]);
  });
});

describe("the size of a drift", () => {
  it.each([
    ["nothing flagged", [alignmentFile("a")], 0],
    [
      "the scores of flagged files",
      [
        alignmentFile("a", { state: "out_of_scope", score: 1.5 }),
        alignmentFile("b", { state: "out_of_scope", score: 2 }),
      ],
      3.5,
    ],
    ["a flagged file without a score counts as one", [alignmentFile("a", { state: "out_of_scope", score: null })], 1],
    [
      "a flagged file with a low score counts as something",
      [alignmentFile("a", { state: "out_of_scope", score: -3 })],
      0.1,
    ],
  ])("is %s", (_name, files, size) => {
    const verdict = changeVerdict();
    expect(driftSize({ ...verdict, alignment: { ...verdict.alignment, files } })).toBeCloseTo(size);
  });
});

describe("a tally", () => {
  it("counts what comes after its last name together", () => {
    const tally = new CappedTally();
    for (let index = 0; index < mostNames + 50; index += 1)
      tally.add(`name-${index}`, index % 2 === 0 ? "denied" : "undecided");
    const shares = tally.shares("largest");
    expect(shares).toHaveLength(mostNames + 1);
    expect(shares[0]).toEqual({ name: otherName, changes: 50, denied: 25, undecided: 25 });
  });

  it("lists names of equal count alphabetically", () => {
    const tally = new CappedTally();
    for (const name of ["b", "a", "c", "c"]) tally.add(name, "allowed");
    expect(tally.shares("largest").map((share) => share.name)).toEqual(["c", "a", "b"]);
  });
});

describe("the series over time", () => {
  it("begins weeks on Mondays and fills weeks without a change", () => {
    const series = new WeekSeries();
    series.add("2026-03-01T23:59:59Z", "denied");
    series.add("2026-03-02T00:00:00Z", "undecided");
    series.add("2026-03-20T12:00:00+02:00", "allowed");
    expect(series.finish()).toEqual({
      weeks_per_point: 1,
      undated: 0,
      points: [
        { from: "2026-02-23", changes: 1, denied: 1, undecided: 0 },
        { from: "2026-03-02", changes: 1, denied: 0, undecided: 1 },
        { from: "2026-03-09", changes: 0, denied: 0, undecided: 0 },
        { from: "2026-03-16", changes: 1, denied: 0, undecided: 0 },
      ],
    });
    expect(series.span()).toEqual({ first: "2026-03-01", last: "2026-03-20" });
  });

  it.each([[null], ["yesterday"], [""], ["2026-13-45T99:99:99Z"]])("counts %j as undated", (date) => {
    const series = new WeekSeries();
    series.add(date, "denied");
    expect(series.finish()).toEqual({ weeks_per_point: 1, undated: 1, points: [] });
    expect(series.span()).toEqual({ first: null, last: null });
  });

  it("never has more points than a plot shows and loses no change, whatever the dates", () => {
    const anyDate = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    fc.assert(
      fc.property(fc.array(anyDate, { maxLength: 40 }), (dates) => {
        const series = new WeekSeries();
        for (const date of dates) series.add(date, "undecided");
        const { points, undated } = series.finish();
        expect(points.length).toBeLessThanOrEqual(mostPoints);
        expect(points.reduce((sum, point) => sum + point.changes, 0) + undated).toBe(dates.length);
        expect(points.every((point) => point.undecided === point.changes)).toBe(true);
      }),
    );
  });
});

describe("durations", () => {
  it("of nothing are zero", () => {
    expect(new Durations().finish()).toEqual({ median_ms: 0, p95_ms: 0, longest_ms: 0, total_ms: 0 });
  });

  it("give median and 95th percentile within one percent", () => {
    const durations = new Durations();
    for (let value = 1; value <= 1000; value += 1) durations.add(value / 10);
    const { median_ms, p95_ms, longest_ms, total_ms } = durations.finish();
    expect(Math.abs(median_ms - 50) / 50).toBeLessThan(0.01);
    expect(Math.abs(p95_ms - 95) / 95).toBeLessThan(0.01);
    expect([longest_ms, Math.round(total_ms)]).toEqual([100, 50_050]);
  });

  it.each([[Number.NaN], [-1], [Number.POSITIVE_INFINITY]])("count %d as zero", (value) => {
    const durations = new Durations();
    durations.add(value);
    expect(durations.finish()).toEqual({ median_ms: 0, p95_ms: 0, longest_ms: 0, total_ms: 0 });
  });

  it("never give a percentile above the longest", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const durations = new Durations();
        for (const value of values) durations.add(value);
        const { median_ms, p95_ms, longest_ms } = durations.finish();
        expect(median_ms).toBeLessThanOrEqual(p95_ms);
        expect(p95_ms).toBeLessThanOrEqual(longest_ms);
      }),
    );
  });
});
