import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../canonical.ts";
import { Configuration } from "../configuration.ts";
import { Attribution } from "../verdict.ts";
import {
  type AttributionInput,
  type AttributionRoot,
  type CountedIntent,
  maximumRootsTakenTogether,
  resolveAttribution,
  resolveIssue,
  uniqueRoots,
} from "./attribution.ts";
import type { PolicyConfiguration } from "./labels.ts";

const digest = "sha256:configuration";

function policyOf(attribution: object = {}): PolicyConfiguration {
  const { policy } = Configuration.parse({
    policy: {
      labels: {
        docs: { dimension: "domain", value: "documentation" },
        p0: { dimension: "priority", value: "critical", weight: 8 },
        p1: { dimension: "priority", value: "high", weight: 4 },
        "risk/high": { dimension: "risk", value: "high" },
      },
      scoring: { dimension: "priority", strategy: "max" },
      attribution,
    },
  });
  if (policy === undefined) throw new Error("a policy was given");
  return policy;
}

const policy = policyOf();

function root(number: number, parts: Partial<AttributionRoot> = {}): AttributionRoot {
  const repository = parts.repository ?? "acme/shop";
  const url = `https://github.com/${repository}/issues/${number}`;
  return { repository, number, url, isReadable: true, isOpen: true, labels: [], ...parts };
}

function intent(parts: Partial<CountedIntent> = {}): CountedIntent {
  return { key: "CHECKOUT-1", status: null, root: null, labels: [], ...parts };
}

function input(parts: Partial<AttributionInput> = {}): AttributionInput {
  return {
    change: { repository: "acme/shop", number: 7, url: "https://github.com/acme/shop/pull/7" },
    explicitIntent: null,
    roots: [],
    labels: [],
    areRootsComplete: true,
    ...parts,
  };
}

function resolve(parts: Partial<AttributionInput>, by: PolicyConfiguration | undefined = policy) {
  return resolveAttribution(input(parts), by, digest).attribution;
}

const one = { type: "issue", repository: "acme/shop", number: 1, url: "https://github.com/acme/shop/issues/1" };
const two = { ...one, number: 2, url: "https://github.com/acme/shop/issues/2" };
const change = { type: "change", repository: "acme/shop", number: 7, url: "https://github.com/acme/shop/pull/7" };

describe("the guards of section 5.3, first that holds", () => {
  it.each([
    ["1 explicit intent", { explicitIntent: intent() }, "mapped", "explicit_metadata", "explicit_metadata", null],
    [
      "1 explicit intent with a root",
      { explicitIntent: intent({ root: { repository: "acme/shop", number: 1, url: one.url } }) },
      "mapped",
      "explicit_metadata",
      "explicit_metadata",
      one,
    ],
    [
      "1 before two roots",
      { explicitIntent: intent(), roots: [root(1), root(2)] },
      "mapped",
      "explicit_metadata",
      "explicit_metadata",
      null,
    ],
    [
      "2 one unreadable root",
      { roots: [root(1, { isReadable: false, labels: ["docs"] })] },
      "unlinked",
      "closing_issue",
      "closing_issue_unreadable",
      one,
    ],
    [
      "2 one root of a list that did not load whole",
      { roots: [root(1, { labels: ["docs"] })], areRootsComplete: false },
      "unlinked",
      "closing_issue",
      "closing_issue_unreadable",
      one,
    ],
    [
      "3 one root with a configured label",
      { roots: [root(1, { labels: ["docs"] })] },
      "mapped",
      "closing_issue",
      "single_closing_issue",
      one,
    ],
    [
      "3 one root with another label",
      { roots: [root(1, { labels: ["bug"] })] },
      "unmapped",
      "closing_issue",
      "single_closing_issue",
      one,
    ],
    [
      "3 an unlabelled root is linked, and nothing is configured for it",
      { roots: [root(1)] },
      "unmapped",
      "closing_issue",
      "single_closing_issue",
      one,
    ],
    [
      "3 labels of the change do not speak beside a root",
      { roots: [root(1)], labels: ["docs"] },
      "unmapped",
      "closing_issue",
      "single_closing_issue",
      one,
    ],
    [
      "4 two roots",
      { roots: [root(1, { labels: ["docs"] }), root(2, { labels: ["docs"] })] },
      "ambiguous",
      "closing_issue",
      "multiple_closing_issues",
      null,
    ],
    [
      "4 two roots, one unreadable",
      { roots: [root(1), root(2, { isReadable: false })] },
      "ambiguous",
      "closing_issue",
      "multiple_closing_issues",
      null,
    ],
    [
      "4 one number in two repositories",
      { roots: [root(1), root(1, { repository: "acme/site" })] },
      "ambiguous",
      "closing_issue",
      "multiple_closing_issues",
      null,
    ],
    [
      "5 no root, a configured label of the change",
      { labels: ["docs"] },
      "mapped",
      "artifact_labels",
      "pull_request_label_fallback",
      change,
    ],
    [
      "5 no root, another label of the change",
      { labels: ["bug"] },
      "unmapped",
      "artifact_labels",
      "pull_request_label_fallback",
      change,
    ],
    ["6 nothing", {}, "unlinked", "none", "no_supported_intent_source", null],
    ["6 a label of white space only", { labels: [" "] }, "unlinked", "none", "no_supported_intent_source", null],
    [
      "6 labels, but there may be a root nobody could read",
      { labels: ["docs"], areRootsComplete: false },
      "unlinked",
      "none",
      "no_supported_intent_source",
      null,
    ],
  ] satisfies [string, Partial<AttributionInput>, string, string, string, object | null][])(
    "%s",
    (_, given, status, source, rule, wantedRoot) => {
      const record = resolve(given);
      expect(record).toMatchObject({ status, source, rule, root: wantedRoot });
      expect(Attribution.safeParse(record).success).toBe(true);
    },
  );

  it.each([
    ["unreadable", root(1, { isReadable: false, labels: ["docs"] })],
    ["readable", root(1, { labels: ["docs"] })],
  ])("one %s root is listed, and no parts stand for it", (_, only) => {
    const { attribution, parts } = resolveAttribution(input({ roots: [only] }), policy, digest);
    expect(attribution.roots).toEqual([one]);
    expect(parts).toEqual([]);
  });

  it("two roots without a policy are ambiguous", () => {
    const result = resolveAttribution(input({ roots: [root(1), root(2)] }), undefined, digest);
    expect(result).toMatchObject({ attribution: { status: "ambiguous" }, parts: [], findings: [] });
  });

  it("labels of the change do not count where the fallback is not allowed", () => {
    expect(resolve({ labels: ["docs"] }, policyOf({ allow_artifact_label_fallback: false }))).toMatchObject({
      status: "unlinked",
      rule: "no_supported_intent_source",
    });
  });

  it("without a policy labels of the change are a source that maps to nothing", () => {
    expect(resolveAttribution(input({ labels: ["docs"] }), undefined, digest).attribution).toMatchObject({
      status: "unmapped",
      source: "artifact_labels",
    });
  });

  it("a whole record of one closing issue", () => {
    expect(resolve({ roots: [root(1, { labels: ["p1", "docs", "P0"] })] })).toEqual({
      status: "mapped",
      source: "closing_issue",
      rule: "single_closing_issue",
      root: one,
      roots: [one],
      key: null,
      labels: ["docs", "P0", "p1"],
      dimensions: { priority: null, domains: ["documentation"], initiative: null, risk: "low" },
      weight: 8,
      config_digest: digest,
      resolver: "attribution/v1",
    });
  });

  it("an ambiguous record carries its roots and nothing of their labels", () => {
    expect(resolve({ roots: [root(2, { labels: ["p0"] }), root(1, { labels: ["docs"] })] })).toEqual({
      status: "ambiguous",
      source: "closing_issue",
      rule: "multiple_closing_issues",
      root: null,
      roots: [one, two],
      key: null,
      labels: [],
      dimensions: { priority: null, domains: [], initiative: null, risk: null },
      weight: null,
      config_digest: digest,
      resolver: "attribution/v1",
    });
  });

  it.each([
    ["mapped", "mapped"],
    ["unmapped", "unmapped"],
    ["unlinked", "unlinked"],
    ["ambiguous", "ambiguous"],
    ["suggested", "suggested"],
    [null, "mapped"],
    ["", "unlinked"],
    ["Mapped", "unlinked"],
    ["approved", "unlinked"],
    ["constructor", "unlinked"],
  ])("explicit status %j is %s", (status, expected) => {
    expect(resolve({ explicitIntent: intent({ status }) }).status).toBe(expected);
  });

  it("explicit intent keeps its key and reads its own labels", () => {
    expect(resolve({ explicitIntent: intent({ labels: ["p0"] }), labels: ["docs"] })).toMatchObject({
      key: "CHECKOUT-1",
      labels: ["p0"],
      dimensions: { priority: "critical", domains: [] },
    });
  });
});

describe("one issue, named more than once (A14)", () => {
  it("is one root", () => {
    expect(resolve({ roots: [root(1, { labels: ["docs"] }), root(1, { labels: ["docs"] })] })).toMatchObject({
      status: "mapped",
      rule: "single_closing_issue",
    });
  });

  it("is one root however its repository is cased, in either order", () => {
    const spelled = [root(1, { repository: "Acme/Shop" }), root(1)];
    expect(resolve({ roots: spelled }).rule).toBe("single_closing_issue");
    expect(resolve({ roots: spelled.toReversed() })).toEqual(resolve({ roots: spelled }));
    expect(resolve({ roots: spelled }).root?.repository).toBe("Acme/Shop");
  });

  it("says nothing of rows that disagree but where the issue is", () => {
    const rows = [root(1, { labels: ["docs"] }), root(1, { labels: ["p0"] })];
    expect(uniqueRoots(rows)).toEqual([root(1, { isReadable: false, isOpen: false })]);
  });

  it.each([
    ["readable and not", root(1, { labels: ["docs"] }), root(1, { labels: ["docs"], isReadable: false })],
    ["labelled and not", root(1, { labels: ["docs"] }), root(1)],
    ["labelled one way and another", root(1, { labels: ["docs"] }), root(1, { labels: ["p0"] })],
    ["open and closed", root(1, { labels: ["docs"] }), root(1, { labels: ["docs"], isOpen: false })],
  ])("rows that disagree (%s) are not relied on", (_, left, right) => {
    for (const roots of [
      [left, right],
      [right, left],
      [left, right, left],
      [left, left, right],
    ]) {
      expect(resolve({ roots })).toMatchObject({ status: "unlinked", rule: "closing_issue_unreadable" });
    }
  });

  it("rows whose labels differ only in order and case agree", () => {
    const roots = [root(1, { labels: ["docs", "p0"] }), root(1, { labels: ["P0", "docs"] })];
    expect(resolve({ roots })).toMatchObject({ status: "mapped", labels: ["docs", "P0"] });
    expect(resolve({ roots: roots.toReversed() })).toEqual(resolve({ roots }));
  });

  it("three roots are sorted by repository and number, not by text", () => {
    const roots = [root(10), root(9), root(3, { repository: "acme/Api" })];
    expect(resolve({ roots }).roots.map(({ repository, number }) => `${repository}#${number}`)).toEqual([
      "acme/Api#3",
      "acme/shop#9",
      "acme/shop#10",
    ]);
  });

  it("100,000 rows of one issue are one root", () => {
    const roots = Array.from({ length: 100_000 }, () => root(1, { labels: ["docs", "p0"] }));
    expect(resolve({ roots }).rule).toBe("single_closing_issue");
  });
});

describe("multiple_roots: all", () => {
  const all = policyOf({ multiple_roots: "all" });
  const both = [root(1, { labels: ["docs"] }), root(2, { labels: ["p0"] })];

  it("takes all roots together when each maps on its own", () => {
    const { attribution, parts } = resolveAttribution(input({ roots: both }), all, digest);
    expect(attribution).toMatchObject({
      status: "mapped",
      source: "closing_issue",
      rule: "all_closing_issues",
      root: null,
      roots: [one, two],
      labels: ["docs", "p0"],
      dimensions: { priority: "critical", domains: ["documentation"] },
    });
    expect(parts.map((part) => [part.status, part.root?.number, part.labels])).toEqual([
      ["mapped", 1, ["docs"]],
      ["mapped", 2, ["p0"]],
    ]);
    expect(parts[0]).toMatchObject({ source: "closing_issue", rule: "all_closing_issues", roots: [one] });
  });

  it.each([
    ["one does not map", [root(1, { labels: ["docs"] }), root(2, { labels: ["bug"] })], true],
    ["one has no label", [root(1, { labels: ["docs"] }), root(2)], true],
    ["one is unreadable", [root(1, { labels: ["docs"] }), root(2, { labels: ["p0"], isReadable: false })], true],
    ["one is closed", [root(1, { labels: ["docs"] }), root(2, { labels: ["p0"], isOpen: false })], true],
    ["the list did not load whole", both, false],
  ])("is ambiguous as before when %s", (_, roots, areRootsComplete) => {
    const result = resolveAttribution(input({ roots, areRootsComplete }), all, digest);
    expect(result.attribution).toMatchObject({ status: "ambiguous", rule: "multiple_closing_issues", labels: [] });
    expect(result.parts).toEqual([]);
  });

  it.each([
    [maximumRootsTakenTogether, "mapped"],
    [maximumRootsTakenTogether + 1, "ambiguous"],
  ])("%i roots are %s", (count, status) => {
    const roots = Array.from({ length: count }, (_, index) => root(index + 1, { labels: ["docs"] }));
    expect(resolve({ roots }, all).status).toBe(status);
  });

  it("one root stays one closing issue", () => {
    expect(resolve({ roots: [root(1, { labels: ["docs"] })] }, all).rule).toBe("single_closing_issue");
  });

  it("tells a conflict of each root for itself", () => {
    const roots = [root(1, { labels: ["p0", "p1"] }), root(2, { labels: ["docs"] })];
    const { findings } = resolveAttribution(input({ roots }), all, digest);
    expect(findings.map(({ rule, where }) => [rule, where])).toEqual([["label.conflict", { issue: "acme/shop#1" }]]);
  });
});

describe("label.conflict", () => {
  it("says what was named and what is used", () => {
    const { findings } = resolveAttribution(input({ roots: [root(1, { labels: ["p0", "p1"] })] }), policy, digest);
    expect(findings).toEqual([
      {
        rule: "label.conflict",
        severity: "warn",
        message: "Labels name 2 values of priority (critical, high); neither is used.",
        where: { issue: "acme/shop#1" },
        quote: "p0, p1",
        next: "Remove one of the labels.",
      },
    ]);
  });

  it("names five values and twenty labels of many", () => {
    const names = Array.from({ length: 21 }, (_, index) => `l${String(index).padStart(2, "0")}`);
    const meanings = names.map((name) => [name, { dimension: "priority", value: name }]);
    const many = Configuration.parse({ policy: { labels: Object.fromEntries(meanings) } }).policy;
    const [conflict] = resolveAttribution(input({ labels: names }), many, digest).findings;
    expect(conflict?.message).toContain("name 21 values of priority (l00, l01, l02, l03, l04);");
    expect(conflict?.quote).toBe(names.slice(0, 20).join(", "));
  });

  it("of two risks the higher is used", () => {
    const risks = Configuration.parse({
      policy: { labels: { a: { dimension: "risk", value: "low" }, b: { dimension: "risk", value: "medium" } } },
    }).policy;
    const { attribution, findings } = resolveAttribution(input({ labels: ["a", "b"] }), risks, digest);
    expect(attribution.dimensions.risk).toBe("medium");
    expect(findings[0]).toMatchObject({ where: { field: "labels" } });
    expect(findings[0]?.message).toContain("the higher is used: medium");
  });

  it("is not told of labels that decide nothing", () => {
    expect(
      resolveAttribution(input({ explicitIntent: intent(), labels: ["p0", "p1"] }), policy, digest).findings,
    ).toEqual([]);
  });
});

describe("resolveIssue", () => {
  const issue = (labels: string[]) => ({ repository: "acme/shop", number: 1, url: one.url, labels });
  it.each([
    ["no label", [], "unlinked", "none", "no_supported_intent_source", null],
    ["a label of white space only", [" "], "unlinked", "none", "no_supported_intent_source", null],
    ["a configured label", ["docs"], "mapped", "issue_labels", "issue_label_fallback", one],
    ["another label", ["bug"], "unmapped", "issue_labels", "issue_label_fallback", one],
  ])("%s", (_, labels, status, source, rule, wantedRoot) => {
    const { attribution } = resolveIssue(issue(labels), policy, digest);
    expect(attribution).toMatchObject({ status, source, rule, root: wantedRoot });
  });
});

describe("laws of attribution (sections 5.5 and 16)", () => {
  const labels = fc.array(fc.constantFrom("docs", "p0", "P1", "risk/high", "bug", " "), { maxLength: 4 });
  const roots = fc.array(
    fc.record({
      repository: fc.constantFrom("acme/shop", "Acme/Shop", "acme/site"),
      number: fc.integer({ min: 1, max: 4 }),
      url: fc.constant(null),
      isReadable: fc.boolean(),
      isOpen: fc.boolean(),
      labels,
    }),
    { maxLength: 5 },
  );
  const explicit = fc.record({
    key: fc.string(),
    status: fc.option(fc.constantFrom("mapped", "unmapped", "unlinked", "ambiguous", "suggested", "nonsense")),
    root: fc.option(fc.constant({ repository: "acme/shop", number: 9, url: null })),
    labels,
  });
  const inputs = (explicitIntent: fc.Arbitrary<CountedIntent | null>) =>
    fc.record({
      change: fc.constant(input().change),
      explicitIntent,
      roots,
      labels,
      areRootsComplete: fc.boolean(),
    });
  const anyInput = inputs(fc.option(explicit));
  const noIntent = inputs(fc.constant(null));
  const policies = fc
    .record({
      multiple_roots: fc.constantFrom("ambiguous", "all"),
      allow_artifact_label_fallback: fc.boolean(),
    })
    .map(policyOf);
  const distinct = (list: readonly AttributionRoot[]) =>
    new Set(list.map(({ repository, number }) => `${repository.toLowerCase()}#${number}`)).size;

  it("F1: explicit intent that counts is the source, whatever else is there", () => {
    fc.assert(
      fc.property(inputs(explicit), policies, (given, by) => {
        expect(resolve(given, by).source).toBe("explicit_metadata");
      }),
    );
  });

  it("F2: without it, two or more roots are ambiguous", () => {
    fc.assert(
      fc.property(noIntent, (given) => {
        fc.pre(distinct(given.roots) > 1);
        expect(resolve(given)).toMatchObject({ status: "ambiguous", source: "closing_issue", root: null, labels: [] });
      }),
    );
  });

  it("F3: without it, a root or a counted label, the change is unlinked", () => {
    fc.assert(
      fc.property(policies, fc.boolean(), (by, areRootsComplete) => {
        expect(resolve({ areRootsComplete }, by)).toMatchObject({ status: "unlinked", source: "none" });
      }),
    );
  });

  it("F6: the same input gives the same bytes", () => {
    fc.assert(
      fc.property(anyInput, policies, (given, by) => {
        expect(canonicalJson(resolve(structuredClone(given), by))).toBe(canonicalJson(resolve(given, by)));
      }),
    );
  });

  it("F6: order and repetition of roots and labels do not change a byte", () => {
    fc.assert(
      fc.property(anyInput, policies, (given, by) => {
        const turned = {
          ...given,
          roots: [...given.roots, ...given.roots].toReversed().map((each) => ({
            ...each,
            labels: [...each.labels, ...each.labels].toReversed(),
          })),
          labels: [...given.labels, ...given.labels].toReversed(),
        };
        expect(canonicalJson(resolve(turned, by))).toBe(canonicalJson(resolve(given, by)));
      }),
    );
  });

  it("F7: every record has exactly one source, one of four", () => {
    fc.assert(
      fc.property(anyInput, policies, (given, by) => {
        const record = resolve(given, by);
        expect(["explicit_metadata", "closing_issue", "artifact_labels", "none"]).toContain(record.source);
        expect(Attribution.safeParse(record).success).toBe(true);
      }),
    );
  });

  it("F9: labels and roots that map on their own do not change an explicit record", () => {
    fc.assert(
      fc.property(inputs(explicit), policies, (given, by) => {
        const more = { ...given, roots: [...given.roots, root(3, { labels: ["p0"] })], labels: ["docs", "p0"] };
        expect(canonicalJson(resolve(more, by))).toBe(canonicalJson(resolve(given, by)));
        // The control: without the explicit intent those labels do map.
        const control = resolve({ explicitIntent: null, labels: ["docs", "p0"] });
        expect(control.status).toBe("mapped");
      }),
    );
  });

  it("a further root never makes a change mapped that was not, unless nothing was linked", () => {
    fc.assert(
      fc.property(noIntent, (given) => {
        fc.pre(given.roots.length > 0 && resolve(given).status !== "mapped");
        const more = { ...given, roots: [...given.roots, root(3, { labels: ["p0"] })] };
        expect(resolve(more).status).not.toBe("mapped");
      }),
    );
  });

  it("a list of roots that is not whole never maps, unless the intent is explicit", () => {
    fc.assert(
      fc.property(noIntent, policies, (given, by) => {
        expect(["unlinked", "ambiguous"]).toContain(resolve({ ...given, areRootsComplete: false }, by).status);
      }),
    );
  });
});
