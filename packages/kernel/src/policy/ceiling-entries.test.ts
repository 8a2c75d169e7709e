import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCeiling } from "../../../../testing/arbitrary-ceiling.ts";
import type { ExecutionPolicy } from "../verdict.ts";
import { bottomCeiling, isAtMost } from "./ceiling.ts";
import {
  type AgentLimits,
  bindingLimits,
  ceilingSources,
  effectiveCeiling,
  entriesOfAgent,
  isAttemptWithin,
  policyLimits,
  readEntry,
  whenExceeded,
} from "./ceiling-entries.ts";
import { safestPolicy } from "./rule.ts";

const wide: ExecutionPolicy = {
  ...safestPolicy(),
  autonomy: "bounded",
  write_scope: "any_branch",
  human_approval_required: false,
  auto_merge_allowed: true,
  max_attempts: 3,
};

describe("entries of a ceiling", () => {
  it("ask where a misreading could be the cause, and deny where somebody decided", () => {
    expect(ceilingSources.filter((source) => whenExceeded(source) === "ask")).toEqual(["default", "reading"]);
  });

  it("meet in what is at most each of them (property 63, the function)", () => {
    const entry = fc.tuple(arbitraryCeiling, fc.constantFrom(...ceilingSources));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (pairs) => {
        const entries = pairs.map(([ceiling, source]) => ({ ...ceiling, source }));
        for (const limit of entries) expect(isAtMost(effectiveCeiling(entries), limit)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [
      { source: "host", permission: "read-only" },
      { source: "host", permission: "read-only" },
    ],
    [
      { source: "reading", approval: null },
      { source: "reading", approval: "ask" },
    ],
    [{ approval: "ask" }, { ...bottomCeiling, source: "policy" }],
    [{ source: "friend" }, { ...bottomCeiling, source: "policy" }],
    ["x", { ...bottomCeiling, source: "policy" }],
    [null, { ...bottomCeiling, source: "policy" }],
  ])("%j is read as an entry", (value, entry) => {
    expect(readEntry(value)).toEqual(entry);
  });
});

describe("the entries of a subagent (property 64, the function)", () => {
  const limit = (permission: "read-only" | "workspace-write", source: "agent" | "reading"): AgentLimits["entries"] => [
    { source, permission },
  ];
  const agents = new Map<string, AgentLimits>([
    ["main", { parent: null, entries: limit("workspace-write", "reading") }],
    ["child", { parent: "main", entries: limit("read-only", "agent") }],
    ["grandchild", { parent: "child", entries: [] }],
    ["orphan", { parent: "gone", entries: [] }],
    ["a", { parent: "b", entries: [] }],
    ["b", { parent: "a", entries: [] }],
  ]);

  it("are its own and those of every ancestor", () => {
    expect(entriesOfAgent("child", agents)).toEqual([
      ...limit("read-only", "agent"),
      ...limit("workspace-write", "reading"),
    ]);
    expect(entriesOfAgent("grandchild", agents)).toEqual([
      { source: "parent", permission: "read-only" },
      ...limit("workspace-write", "reading"),
    ]);
  });

  it("are looked up at each call: an ancestor narrowed later narrows at once", () => {
    const later = new Map(agents).set("main", { parent: null, entries: [{ source: "reading", spend_usd: 0 }] });
    expect(effectiveCeiling(entriesOfAgent("grandchild", later)).spend_usd).toBe(0);
  });

  it.each(["orphan", "a", "nobody"])("of %s allow nothing: its line of parents is not known", (id) => {
    expect(entriesOfAgent(id, agents)).toEqual([{ ...bottomCeiling, source: "parent" }]);
  });

  it("allow nothing below the deepest level", () => {
    const chain = new Map<string, AgentLimits>(
      Array.from({ length: 8 }, (_, level) => [
        `${level}`,
        { parent: level === 0 ? null : `${level - 1}`, entries: [] },
      ]),
    );
    expect(entriesOfAgent("5", chain)).toEqual([]);
    expect(entriesOfAgent("6", chain)).toEqual([{ ...bottomCeiling, source: "parent" }]);
    expect(entriesOfAgent("1", chain, 1)).toEqual([]);
    expect(entriesOfAgent("2", chain, 1)).toHaveLength(1);
    for (const depth of [Number.NaN, -1, Infinity, 1.5]) expect(entriesOfAgent("0", chain, depth)).toHaveLength(1);
  });
});

describe("the limits of a bound issue", () => {
  it.each<[string, Partial<ExecutionPolicy>, object]>([
    ["bounded, any branch, three attempts", {}, { entry: { source: "policy", attempts: 3 }, may_merge: true }],
    ["propose only", { autonomy: "propose_only" }, { autonomy: "manual", entry: { permission: "read-only" } }],
    ["supervised", { autonomy: "supervised" }, { autonomy: "assisted" }],
    ["no write scope", { write_scope: "none" }, { entry: { permission: "read-only", branches: "none" } }],
    ["feature branches", { write_scope: "feature_branch" }, { entry: { branches: "feature-branch" } }],
    [
      "listed tools",
      { allowed_tools: ["Edit"], denied_tools: ["Bash"] },
      { entry: { tools: { allowed: ["Edit"], denied: ["Bash"] } } },
    ],
    ["no tools", { allowed_tools: [] }, { entry: { tools: { allowed: [], denied: [] } } }],
    ["merging that needs an approval", { human_approval_required: true }, { may_merge: false }],
    ["no merging", { auto_merge_allowed: false }, { may_merge: false }],
  ])("%s", (_name, change, limits) => {
    expect(policyLimits({ ...wide, ...change }, false)).toMatchObject(limits);
  });

  it("with the approval that is asked for, a session may merge", () => {
    expect(policyLimits({ ...wide, human_approval_required: true }, true).may_merge).toBe(true);
  });

  it("a policy that allows everything narrows nothing but the attempts", () => {
    expect(policyLimits(wide, false)).toEqual({
      entry: { source: "policy", attempts: 3, tools: { allowed: "all", denied: [] } },
      may_merge: true,
    });
  });

  it("a field that cannot be read is its safest", () => {
    const odd = {
      autonomy: "yolo",
      write_scope: 3,
      max_attempts: Number.NaN,
      allowed_tools: undefined,
      denied_tools: null,
    };
    expect(policyLimits({ ...wide, ...odd } as unknown as ExecutionPolicy, false)).toMatchObject({
      autonomy: "manual",
      entry: { permission: "read-only", branches: "none", attempts: 0, tools: { allowed: [], denied: [] } },
    });
  });

  const safest = policyLimits(safestPolicy(), false);

  it.each(["unreadable", "ambiguous", "unlinked"] as const)(
    "an issue that is %s has the safest policy (property 65)",
    (state) => {
      expect(bindingLimits({ state }, false, false)).toEqual(safest);
    },
  );

  it("a repository without policy has no entry, and an unbound session only where a binding is required", () => {
    expect(bindingLimits({ state: "bound", policy: null }, true, false)).toBeNull();
    expect(bindingLimits({ state: "unbound" }, false, false)).toBeNull();
    expect(bindingLimits({ state: "unbound" }, true, false)).toEqual(safest);
    expect(bindingLimits({ state: "bound", policy: wide }, true, false)).toEqual(policyLimits(wide, false));
  });
});

describe("attempts (property 66)", () => {
  it.each([
    [2, 3, true],
    [3, 3, true],
    [4, 3, false],
    [0, 3, false],
    [1, 0, false],
    [null, 3, false],
    ["2", 3, false],
    [1.5, 3, false],
    [Number.NaN, 3, false],
  ])("attempt %j of %j: %j", (attempt, attempts, isWithin) => {
    expect(isAttemptWithin({ attempts }, attempt)).toBe(isWithin);
  });

  it("without a limit, any attempt runs, one nobody counted too", () => {
    expect(isAttemptWithin({}, null)).toBe(true);
  });
});
