import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bot, changeFacts, issue, person } from "../../../../testing/facts.ts";
import { Configuration } from "../configuration.ts";
import { attributeChange, attributionInput } from "./attribution-input.ts";
import { type Actor, type ChangeFacts, type Issue, type Label } from "./facts.ts";
import { readFacts } from "./read-facts.ts";

const labelConfiguration = {
  labels: {
    docs: { dimension: "domain", value: "documentation" },
    p0: { dimension: "priority", value: "critical" },
  },
};

function configured(policy: object | null = labelConfiguration, intent: object = {}): Configuration {
  return Configuration.parse(policy === null ? { intent } : { intent, policy });
}

const maria = person("maria", 31);

function label(name: string, parts: Partial<Label> = {}): Label {
  return { name, actor: maria, permission: "triage", ...parts };
}

function unset(name: string): Label {
  return { name };
}

function input(parts: Partial<ChangeFacts>, configuration = configured(), countingPlanIds: string[] = []) {
  return attributionInput(changeFacts(parts), configuration, { countingPlanIds: new Set(countingPlanIds) });
}

const unreadable = (number: number, parts: Partial<Issue> = {}): Issue =>
  ({ repository: "acme/shop", number, link: "closing", unreadable: "not_found", ...parts }) as Issue;

describe("labels of the change count only when verified (section 5.2)", () => {
  it.each([
    ["set by a person with triage", label("docs"), true],
    ["with write", label("docs", { permission: "write" }), true],
    ["with admin", label("docs", { permission: "admin" }), true],
    ["with read only", label("docs", { permission: "read" }), false],
    ["with none", label("docs", { permission: "none" }), false],
    ["with a permission nobody could look up", label("docs", { permission: "unknown" }), false],
    ["without a permission", { name: "docs", actor: maria }, false],
    ["without an actor", { name: "docs", permission: "admin" }, false],
    ["by an account without a name", label("docs", { actor: { login: null, kind: "user", id: null } }), false],
    ["by a bot", label("docs", { actor: bot("labeler"), permission: "admin" }), false],
    ["by an organization", label("docs", { actor: { login: "acme", kind: "organization", id: 1 } }), false],
    ["by an account of unknown kind", label("docs", { actor: { login: "x", kind: "unknown", id: 1 } }), false],
    ["by a known agent", label("docs", { actor: person("cursoragent"), permission: "admin" }), false],
    ["by a known agent's id", label("docs", { actor: person("someone", 198982749), permission: "admin" }), false],
    ["by the author of the change", label("docs", { actor: person("otto", 5), permission: "admin" }), false],
    ["by the author, otherwise cased", label("docs", { actor: person("OTTO"), permission: "admin" }), false],
    ["by the author under a new name", label("docs", { actor: person("otto-2", 5), permission: "admin" }), false],
  ] satisfies [string, Label, boolean][])("%s: %s", (_, given, counts) => {
    const { input: result, findings } = input({ author: person("otto", 5), labels: [given] });
    expect(result.labels).toEqual(counts ? ["docs"] : []);
    expect(findings.map(({ rule, where }) => [rule, where])).toEqual(
      counts ? [] : [["label.unverified", { field: "labels" }]],
    );
  });

  it("a configured agent login is an agent", () => {
    const configuration = configured(labelConfiguration, { agents: { logins: ["maria"] } });
    expect(input({ labels: [label("docs")] }, configuration).input.labels).toEqual([]);
  });

  it("when nobody knows who opened the change, nobody is known to be someone else", () => {
    const author: Actor = { login: null, kind: "unknown", id: null };
    const { input: result, findings } = input({ author, labels: [label("docs")] });
    expect(result.labels).toEqual([]);
    expect(findings[0]?.message).toContain("it is not known who opened the change");
  });

  it("says once which labels are claims, and why", () => {
    const { findings } = input({
      labels: [label("ok"), unset("p0"), label("docs", { permission: "read" }), unset("a")],
    });
    expect(findings).toEqual([
      {
        rule: "label.unverified",
        severity: "info",
        message: "3 labels are only claims here: it is not known who set it; it was set without triage permission.",
        where: { field: "labels" },
        quote: "a, docs, p0",
        next: "Have a person with triage permission, not the author of the change, set the label.",
      },
    ]);
  });

  it.each<[string, Label]>([
    ["it is not known who set it", unset("docs")],
    ["it is not known who set it", label("docs", { actor: { login: null, kind: "user", id: null } })],
    ["not a person set it", label("docs", { actor: bot("labeler"), permission: "admin" })],
    ["the author of the change set it", label("docs", { actor: person("otto", 5), permission: "admin" })],
    ["it was set without triage permission", label("docs", { permission: "read" })],
  ])("says that %s", (why, given) => {
    const { findings } = input({ author: person("otto", 5), labels: [given] });
    expect(findings[0]?.message).toBe(`One label is only claims here: ${why}.`);
  });

  it("says the reasons in one order, and quotes twenty names", () => {
    const names = Array.from({ length: 20 }, (_, index) => `l${String(index).padStart(2, "0")}`);
    const { findings } = input({ labels: [label("z", { permission: "read" }), ...names.map(unset)] });
    expect(findings[0]?.message).toContain(": it is not known who set it; it was set without triage permission.");
    expect(findings[0]?.quote).toBe(names.join(", "));
  });

  it("quotes at most 200 characters, without control characters", () => {
    const { findings } = input({ labels: [unset(`a\u001b[2J\u202e${"x".repeat(100_000)}`)] });
    expect(findings[0]?.quote).toHaveLength(200);
    expect(findings[0]?.quote?.startsWith("a<U+001B>[2J<U+202E>xxx")).toBe(true);
  });

  it("trust_labels: any counts all of them and says so", () => {
    const configuration = configured({ ...labelConfiguration, attribution: { trust_labels: "any" } });
    const { input: result, findings } = input({ labels: [unset("docs"), label("p0")] }, configuration);
    expect(result.labels).toEqual(["docs", "p0"]);
    expect(findings[0]?.message).toBe(
      "One label is counted all the same, since `policy.attribution.trust_labels` is `any`: it is not known who set it.",
    );
  });

  it("a list of labels that is not whole counts as absent, even when all are trusted", () => {
    const configuration = configured({ ...labelConfiguration, attribution: { trust_labels: "any" } });
    const incomplete = [{ what: "labels" as const, why: "page 2 failed" }];
    expect(input({ labels: [label("docs")], incomplete }, configuration).input.labels).toEqual([]);
  });
});

describe("labels of an issue need the same", () => {
  const given = [label("docs"), label("p0", { actor: person("otto", 5) })];

  it("counts those that others set", () => {
    const { input: result, findings } = input({ author: person("otto", 5), issues: [issue(12, { labels: given })] });
    expect(result.roots.map(({ labels }) => labels)).toEqual([["docs"]]);
    expect(findings).toMatchObject([{ rule: "label.unverified", where: { issue: "acme/shop#12" }, quote: "p0" }]);
  });

  it.each([
    ["github", []],
    ["file", []],
    ["git", ["docs", "p0"]],
  ] as const)("with the labels of a %s source not whole they are %j", (source, expected) => {
    const incomplete = [{ what: "labels" as const, why: "not available without a platform" }];
    const facts = { source, incomplete, labels: [label("docs")], issues: [issue(12, { labels: given })] };
    const { input: result, findings } = input(facts);
    expect(result).toMatchObject({ labels: [], roots: [{ labels: expected }] });
    expect(findings).toEqual([]);
  });
});

describe("roots (section 5.2)", () => {
  it.each([
    ["closing", true],
    ["explicit", true],
    ["unknown", true],
    ["reference", false],
  ] as const)("an issue linked as %s is a root: %s", (link, isRoot) => {
    const { input: result, findings } = input({ issues: [issue(12, { link })] });
    expect(result.roots.map(({ number }) => number)).toEqual(isRoot ? [12] : []);
    expect(findings).toEqual([]);
  });

  it("the change itself is none, however its repository is cased", () => {
    const { input: result, findings } = input({ number: 7, issues: [issue(7, { repository: "Acme/Shop" })] });
    expect(result.roots).toEqual([]);
    expect(findings).toMatchObject([{ rule: "reference.self", severity: "info", where: { issue: "Acme/Shop#7" } }]);
  });

  it("the same number in another repository is one", () => {
    const { input: result } = input({ number: 7, issues: [issue(7, { repository: "acme/site" })] });
    expect(result.roots).toMatchObject([{ repository: "acme/site", number: 7 }]);
  });

  it("a local range is no issue of its own", () => {
    expect(input({ number: null, issues: [issue(7)] }).input.roots).toHaveLength(1);
  });

  it("a pull request is none (A15)", () => {
    const { input: result, findings } = input({ issues: [issue(12, { is_pull_request: true })] });
    expect(result.roots).toEqual([]);
    expect(findings).toMatchObject([
      { rule: "reference.pull-request", severity: "info", where: { issue: "acme/shop#12" } },
    ]);
  });

  it("an issue that could not be read is one, without labels", () => {
    expect(input({ issues: [unreadable(12)] }).input.roots).toEqual([
      {
        repository: "acme/shop",
        number: 12,
        url: "https://github.com/acme/shop/issues/12",
        isReadable: false,
        isOpen: false,
        labels: [],
      },
    ]);
  });

  it.each([
    ["open", true],
    ["closed", false],
  ] as const)("an issue that is %s is open: %s", (state, isOpen) => {
    expect(input({ issues: [issue(12, { state })] }).input.roots).toMatchObject([{ isReadable: true, isOpen }]);
  });

  it("issues that did not load leave the roots incomplete", () => {
    expect(input({ incomplete: [{ what: "issues", why: "a page failed" }] }).input.areRootsComplete).toBe(false);
    expect(input({ incomplete: [{ what: "reviews", why: "a page failed" }] }).input.areRootsComplete).toBe(true);
  });

  it("addresses are those of the host, and none for a local folder", () => {
    expect(input({ host: "git.acme.org", issues: [issue(12)] }).input).toMatchObject({
      change: { url: "https://git.acme.org/acme/shop/pull/7" },
      roots: [{ url: "https://git.acme.org/acme/shop/issues/12" }],
    });
    expect(
      input({
        source: "git",
        repository: "local/shop",
        number: null,
        issues: [issue(12, { repository: "local/shop" })],
      }).input,
    ).toMatchObject({ change: { number: null, url: null }, roots: [{ url: null }] });
    expect(input({ source: "git", number: null, issues: [issue(12)] }).input).toMatchObject({
      change: { url: null },
      roots: [{ url: "https://github.com/acme/shop/issues/12" }],
    });
    expect(input({ source: "github", repository: "local/shop" }).input.change.url).toBe(
      "https://github.com/local/shop/pull/7",
    );
  });
});

describe("explicit intent counts iff someone who may set it did (section 5.2)", () => {
  const key = "CHECKOUT-1";
  it.each([
    ["an argument", { source: "argument" }, true],
    ["a plan that counts", { source: "plan", plan: "plans/checkout.md" }, true],
    ["a plan that does not", { source: "plan", plan: "plans/other.md" }, false],
    ["no plan named", { source: "plan" }, false],
    [
      "a plan that does not, set by a person with write",
      { source: "plan", plan: "x", actor: maria, permission: "write" },
      false,
    ],
    ["a label by a person with write", { source: "label", actor: maria, permission: "write" }, true],
    ["a label by a person with admin", { source: "label", actor: maria, permission: "admin" }, true],
    ["a label by a person with triage", { source: "label", actor: maria, permission: "triage" }, false],
    ["a label by an unknown account", { source: "label", permission: "write" }, false],
    ["a label by an agent", { source: "label", actor: bot("copilot-swe-agent"), permission: "admin" }, false],
    ["a label by the author", { source: "label", actor: person("otto"), permission: "admin" }, false],
    ["a label without permission", { source: "label", actor: maria }, false],
  ] as const)("%s: %s", (_, parts, counts) => {
    const facts = { author: person("otto"), explicit_intent: { key, ...parts } };
    const { input: result, findings } = input(facts, configured(), ["plans/checkout.md"]);
    expect(result.explicitIntent?.key ?? null).toBe(counts ? key : null);
    expect(findings.map(({ rule, where, quote }) => [rule, where, quote])).toEqual(
      counts ? [] : [["intent.untrusted", { field: "explicit_intent" }, key]],
    );
  });

  it("trust_labels: any does not make an intent label count", () => {
    const configuration = configured({ ...labelConfiguration, attribution: { trust_labels: "any" } });
    const facts = { explicit_intent: { key, source: "label" as const } };
    expect(input(facts, configuration).input.explicitIntent).toBeNull();
  });

  it("keeps what it says and fills what it does not", () => {
    const argument = { key, source: "argument" as const };
    expect(input({ explicit_intent: argument }).input.explicitIntent).toEqual({
      key,
      status: null,
      root: null,
      labels: [],
    });
    const full = { ...argument, status: "suggested", root: { repository: "acme/plans", number: 3 }, labels: ["docs"] };
    expect(input({ explicit_intent: full }).input.explicitIntent).toEqual({
      key,
      status: "suggested",
      root: { repository: "acme/plans", number: 3, url: "https://github.com/acme/plans/issues/3" },
      labels: ["docs"],
    });
  });

  it("says why it does not count and what to do", () => {
    const { findings } = input({ explicit_intent: { key, source: "plan", plan: "x" } });
    expect(findings).toMatchObject([
      {
        severity: "warn",
        message: "The explicit intent is treated as absent: the plan it comes from does not count.",
        next: "Get the plan approved, or ask someone with write permission to set the intent label.",
      },
    ]);
    const label = input({ explicit_intent: { key, source: "label" } });
    expect(label.findings).toMatchObject([
      {
        message: "The explicit intent is treated as absent: it is not known who set it.",
        next: "Ask someone with write permission, not the author of the change, to set the intent label.",
      },
    ]);
  });
});

describe("attributeChange", () => {
  const rules = [
    {
      id: "documentation",
      scope: "intent",
      when: { domain: "documentation", repository: "acme/shop", owner: "Acme" },
      set: { autonomy: "bounded", write_scope: "feature_branch" },
    },
  ];
  const configuration = configured({ ...labelConfiguration, rules });
  function attribute(parts: Partial<ChangeFacts>, by = configuration) {
    return attributeChange(changeFacts(parts), by, { countingPlanIds: new Set() }, "sha256:c");
  }

  it("compiles the policy for what the change is attributed to", () => {
    const result = attribute({ issues: [issue(12, { labels: [label("docs")] })] });
    expect(result.attribution).toMatchObject({ status: "mapped", root: { number: 12 }, config_digest: "sha256:c" });
    expect(result.execution).toMatchObject({
      intent: result.attribution,
      policy: { autonomy: "bounded", rule_ids: ["documentation"] },
      config_digest: "sha256:c",
    });
    expect(result.explicitKey).toBeNull();
  });

  it("without a policy there is a record and no execution (law 8)", () => {
    const result = attribute({ issues: [issue(12, { labels: [label("docs")] })] }, configured(null));
    expect(result.attribution).toMatchObject({ status: "unmapped", rule: "single_closing_issue" });
    expect(result.execution).toBeNull();
  });

  it("gives the key of an intent that counts, and of no other", () => {
    expect(attribute({ explicit_intent: { key: "K", source: "argument" } }).explicitKey).toBe("K");
    expect(attribute({ explicit_intent: { key: "K", source: "label" } }).explicitKey).toBeNull();
  });

  it("hands on the findings of both steps", () => {
    const conflicting = configured({
      labels: { a: { dimension: "priority", value: "x" }, b: { dimension: "priority", value: "y" } },
    });
    const result = attribute({ labels: [label("a"), label("b"), unset("c")] }, conflicting);
    expect(result.findings.map(({ rule }) => rule)).toEqual(["label.unverified", "label.conflict"]);
  });

  it("meets the policies of all roots when the configuration takes them together", () => {
    const all = configured({ ...labelConfiguration, attribution: { multiple_roots: "all" }, rules });
    const both = [issue(12, { labels: [label("docs")] }), issue(13, { labels: [label("docs")] })];
    expect(attribute({ issues: both }, all).execution?.policy.autonomy).toBe("bounded");
    const one = [issue(12, { labels: [label("docs")] }), issue(13, { labels: [label("p0")] })];
    expect(attribute({ issues: one }, all).execution?.policy.autonomy).toBe("propose_only");
    expect(attribute({ issues: both }).attribution.status).toBe("ambiguous");
  });

  it("an issue named by an agent's own label stays unmapped, so the change gets no more than the safest", () => {
    const labels = [label("docs", { actor: bot("copilot-swe-agent", 198982749), permission: "write" })];
    const result = attribute({ issues: [issue(12, { labels })] });
    expect(result.attribution.status).toBe("unmapped");
    expect(result.execution?.policy.autonomy).toBe("propose_only");
  });
});

describe("laws", () => {
  const strange = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(true), fc.object());
  const base = {
    ...changeFacts({ labels: [label("docs")], issues: [issue(12, { labels: [label("docs")] })] }),
  };

  it("an unreadable kind, permission, link, state or readability never maps a change that no readable one maps (item 13)", () => {
    const known: unknown[] = ["user", "triage", "write", "maintain", "admin"];
    fc.assert(
      fc.property(strange, fc.constantFrom("kind", "permission", "unreadable"), (value, field) => {
        fc.pre(!known.includes(value));
        const actor = field === "kind" ? { ...maria, kind: value } : maria;
        const permission = field === "permission" ? value : "triage";
        const labels = [{ name: "docs", actor, permission }];
        const issues = [
          { ...issue(12, { labels: [] }), labels, ...(field === "unreadable" ? { unreadable: value } : {}) },
        ];
        const reading = readFacts({ ...base, labels: [], issues });
        fc.pre(reading.ok);
        const facts = reading.ok ? reading.facts : changeFacts();
        const { attribution } = attributeChange(facts, configured(), { countingPlanIds: new Set() }, "");
        expect(attribution.status).not.toBe("mapped");
      }),
    );
  });

  it("a label maps only with both an actor and a permission that is enough", () => {
    const parts = fc.record(
      { actor: fc.constant(maria), permission: fc.constantFrom("triage" as const, "read" as const) },
      {
        requiredKeys: [],
      },
    );
    fc.assert(
      fc.property(parts, (given) => {
        const mapped = (each: Partial<Label>) =>
          attributeChange(
            changeFacts({ issues: [issue(12, { labels: [{ name: "docs", ...each }] })] }),
            configured(),
            { countingPlanIds: new Set() },
            "",
          ).attribution.status === "mapped";
        const isWhole = given.actor !== undefined && given.permission === "triage";
        expect(mapped(given)).toBe(isWhole);
      }),
    );
  });

  it("order of issues and labels changes nothing", () => {
    const labels = [label("docs"), label("p0"), unset("x")];
    const issues = [issue(12, { labels }), issue(12, { labels: labels.toReversed() }), unreadable(3), issue(9)];
    const left = attributeChange(changeFacts({ issues }), configured(), { countingPlanIds: new Set() }, "");
    const right = attributeChange(
      changeFacts({ issues: issues.toReversed() }),
      configured(),
      { countingPlanIds: new Set() },
      "",
    );
    expect(right.attribution).toEqual(left.attribution);
    expect(right.execution).toEqual(left.execution);
  });

  it("100,000 labels and 10,000 issues are read", () => {
    const labels = Array.from({ length: 100_000 }, (_, index) => label(`label-${index}`));
    const issues = Array.from({ length: 10_000 }, (_, index) => issue(index + 8));
    expect(
      attributeChange(changeFacts({ labels, issues }), configured(), { countingPlanIds: new Set() }, ""),
    ).toMatchObject({ attribution: { status: "ambiguous" } });
  });
});
