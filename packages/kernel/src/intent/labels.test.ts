import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareText } from "../compare-text.ts";
import { Configuration } from "../configuration.ts";
import { foldName, type PolicyConfiguration, readLabels, uniqueLabels } from "./labels.ts";

type Labels = PolicyConfiguration["labels"];
type Scoring = PolicyConfiguration["scoring"];

function policyOf(labels: Labels, scoring?: Scoring): PolicyConfiguration {
  const { policy } = Configuration.parse({ policy: { labels, ...(scoring === undefined ? {} : { scoring }) } });
  if (policy === undefined) throw new Error("a policy was given");
  return policy;
}

const domain = (value: string, weight?: number) => ({
  dimension: "domain" as const,
  value,
  ...(weight === undefined ? {} : { weight }),
});
const priority = (value: string, weight?: number) => ({
  dimension: "priority" as const,
  value,
  ...(weight === undefined ? {} : { weight }),
});
const risk = (value: "low" | "medium" | "high") => ({ dimension: "risk" as const, value });

describe("names", () => {
  it.each([
    [" Bug ", "bug"],
    ["STRASSE", "straße"],
    ["ſet", "set"],
  ])("%j and %j are one name", (left, right) => {
    expect(foldName(left)).toBe(foldName(right));
  });

  it.each([
    ["a", "b", -1],
    ["b", "a", 1],
    ["a", "a", 0],
    ["Z", "a", -1],
    ["ä", "z", 1],
  ])("%s compared with %s is %i, by unit and not by a locale", (left, right, expected) => {
    expect(compareText(left, right)).toBe(expected);
  });
});

describe("uniqueLabels", () => {
  it.each([
    ["trims", [" bug "], ["bug"]],
    ["keeps one of two spellings, whichever stands first", ["bug", "Bug"], ["Bug"]],
    ["keeps the same one in the other order", ["Bug", "bug"], ["Bug"]],
    ["sorts by the folded name", ["b", "C", "a"], ["a", "b", "C"]],
    ["drops names of white space only", ["", "  "], []],
  ])("%s", (_, names, expected) => {
    expect(uniqueLabels(names)).toEqual(expected);
  });
});

describe("readLabels: dimensions", () => {
  const policy = policyOf({
    "area/docs": domain("documentation"),
    "area/api": domain("api"),
    p0: priority("critical"),
    p1: priority("high"),
    "also-p1": priority("high"),
    "risk/low": risk("low"),
    "risk/high": risk("high"),
    q3: { dimension: "initiative", value: "checkout" },
    q4: { dimension: "initiative", value: "search" },
  });

  it.each([
    ["no label says nothing", [], false, null, [], null],
    ["an unconfigured label says nothing", ["bug"], false, null, [], null],
    ["a configured one maps", ["p0"], true, "critical", [], null],
    ["names compare trimmed and folded", ["  P0 "], true, "critical", [], null],
    ["domains are collected and sorted", ["area/docs", "area/api"], true, null, ["api", "documentation"], null],
    ["two labels of one value agree", ["p1", "also-p1"], true, "high", [], null],
    ["two priorities cancel each other", ["p0", "p1"], true, null, [], null],
    ["two initiatives cancel each other", ["q3", "q4"], true, null, [], null],
    ["one initiative stands", ["q3"], true, null, [], "checkout"],
  ])("%s", (_, names, isMapped, wantedPriority, domains, initiative) => {
    const reading = readLabels(names, policy);
    expect(reading.isMapped).toBe(isMapped);
    expect(reading.dimensions).toMatchObject({ priority: wantedPriority, domains, initiative });
  });

  it("names a conflict with its values and labels", () => {
    expect(readLabels(["p1", "p0", "q3"], policy).conflicts).toEqual([
      { dimension: "priority", values: ["critical", "high"], labels: ["p0", "p1"] },
    ]);
  });

  it("lists conflicts of several dimensions in one order", () => {
    const { conflicts } = readLabels(["risk/low", "risk/high", "q3", "q4", "p0", "p1"], policy);
    expect(conflicts.map(({ dimension }) => dimension)).toEqual(["initiative", "priority", "risk"]);
  });

  it("sorts values by themselves, not by the labels that name them", () => {
    const turned = policyOf({ a: domain("web"), b: domain("api"), c: priority("low"), d: priority("high") });
    const { dimensions, conflicts } = readLabels(["a", "b", "c", "d"], turned);
    expect(dimensions.domains).toEqual(["api", "web"]);
    expect(conflicts[0]?.values).toEqual(["high", "low"]);
  });

  it("two domains are no conflict", () => {
    expect(readLabels(["area/docs", "area/api"], policy).conflicts).toEqual([]);
  });

  it("reads two spellings of one configured name as both meanings", () => {
    const twice = policyOf({ Bug: risk("low"), bug: risk("high") });
    expect(readLabels(["BUG"], twice).dimensions.risk).toBe("high");
    expect(readLabels(["BUG"], twice).conflicts).toHaveLength(1);
  });

  it("without a policy nothing maps", () => {
    expect(readLabels(["p0"], undefined)).toEqual({
      labels: ["p0"],
      isMapped: false,
      dimensions: { priority: null, domains: [], initiative: null, risk: "unknown" },
      weight: null,
      conflicts: [],
    });
  });

  it("does not take a label called like an object's own property for a configured one", () => {
    for (const name of ["constructor", "__proto__", "toString"])
      expect(readLabels([name], policy).isMapped).toBe(false);
  });
});

describe("readLabels: risk", () => {
  const policy = policyOf({
    security: domain("security"),
    production: domain("production"),
    infra: domain("infrastructure"),
    deps: domain("dependency"),
    docs: domain("documentation"),
    api: domain("api"),
    Prod: domain("Production"),
    p0: priority("critical"),
    p3: priority("low"),
    "risk/low": risk("low"),
    "risk/medium": risk("medium"),
    "risk/high": risk("high"),
  });

  it.each([
    [[], "unknown"],
    [["api"], "unknown"],
    [["security"], "unknown"],
    [["security", "p3"], "unknown"],
    [["security", "p0"], "high"],
    [["p0"], "unknown"],
    [["production"], "high"],
    [["Prod"], "high"],
    [["infra"], "medium"],
    [["deps"], "medium"],
    [["docs"], "low"],
    [["docs", "deps"], "medium"],
    [["docs", "infra", "production"], "high"],
    [["risk/low"], "low"],
    [["risk/low", "production"], "high"],
    [["risk/high", "docs"], "high"],
    [["risk/medium", "docs"], "medium"],
    [["risk/low", "risk/high"], "high"],
    [["risk/low", "risk/medium"], "medium"],
    [["risk/low", "api"], "low"],
  ])("%j gives %s", (names, expected) => {
    expect(readLabels(names, policy).dimensions.risk).toBe(expected);
  });

  it("a contradiction of priorities does not lower the risk of security", () => {
    const reading = readLabels(["security", "p0", "p3"], policy);
    expect(reading.dimensions).toMatchObject({ priority: null, risk: "high" });
  });
});

describe("readLabels: weight", () => {
  const labels: Labels = {
    a: priority("p0", 5),
    b: priority("p1", 3),
    c: priority("p2"),
    zero: priority("p3", 0),
    heavy: priority("p4", 9),
    other: domain("api", 100),
  };
  it.each([
    ["max takes the largest", "max", ["b", "a"], 5],
    ["sum adds", "sum", ["a", "b"], 8],
    ["first takes the first by name", "first", ["b", "a"], 5],
    ["first is by name, not by weight", "first", ["b", "zero"], 3],
    ["first is by name where a later one weighs more", "first", ["heavy", "b"], 3],
    ["a label without a weight does not take part", "sum", ["a", "c"], 5],
    ["none has one: null", "max", ["c"], null],
    ["no label at all: null", "sum", [], null],
    ["a configured zero is zero, not null", "max", ["zero"], 0],
    ["only labels of the scored dimension count", "max", ["other"], null],
    ["a repeated label counts once", "sum", ["a", "A", "a"], 5],
  ] as const)("%s", (_, strategy, names, expected) => {
    expect(readLabels(names, policyOf(labels, { dimension: "priority", strategy })).weight).toBe(expected);
  });

  it("without scoring there is no weight", () => {
    expect(readLabels(["a"], policyOf(labels)).weight).toBeNull();
  });

  it("negative weights are weights", () => {
    const policy = policyOf({ a: priority("x", -2), b: priority("y", -1) }, { dimension: "priority", strategy: "max" });
    expect(readLabels(["a"], policy).weight).toBe(-2);
    expect(readLabels(["a", "b"], policy).weight).toBe(-1);
  });

  it("a weight that is no number is no weight", () => {
    const policy = policyOf({ a: priority("x", 1) }, { dimension: "priority", strategy: "sum" });
    const meaning = policy.labels["a"];
    if (meaning !== undefined) meaning.weight = Number.NaN;
    expect(readLabels(["a"], policy).weight).toBeNull();
  });

  it("a sum beyond every number is none", () => {
    const policy = policyOf({ a: priority("x"), b: priority("x") }, { dimension: "priority", strategy: "sum" });
    for (const meaning of Object.values(policy.labels)) meaning.weight = Number.MAX_VALUE;
    expect(readLabels(["a", "b"], policy).weight).toBeNull();
  });
});

describe("readLabels: laws", () => {
  const policy = policyOf(
    { a: priority("x", 1), b: priority("y", 2), c: domain("docs"), d: risk("low"), e: risk("high") },
    { dimension: "priority", strategy: "first" },
  );
  const names = fc.array(fc.constantFrom("a", "A", " b", "c", "d", "e", "f", ""));

  it("order and repetition never matter", () => {
    fc.assert(
      fc.property(names, fc.array(fc.nat()), (list, picks) => {
        const repeated = [
          ...list.toReversed(),
          ...picks.flatMap((pick) => list[pick % Math.max(1, list.length)] ?? []),
        ];
        expect(readLabels(repeated, policy)).toEqual(readLabels(list, policy));
      }),
    );
  });

  it("a further label never lowers a known risk", () => {
    const rank = { unknown: 0, low: 1, medium: 2, high: 3 };
    fc.assert(
      fc.property(names, fc.constantFrom("a", "b", "c", "d", "e"), (list, more) => {
        const before = readLabels(list, policy).dimensions.risk ?? "unknown";
        const after = readLabels([...list, more], policy).dimensions.risk ?? "unknown";
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
      }),
    );
  });

  it("reads 100,000 labels", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `label-${index}`);
    expect(readLabels([...many, "e"], policy)).toMatchObject({ isMapped: true, dimensions: { risk: "high" } });
  });
});
