import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCeiling, fieldValues, unreadableValues } from "../../../../testing/arbitrary-ceiling.ts";
import { bottomCeiling, isAtMost, meetCeilings, readCeiling, topCeiling } from "./ceiling.ts";
import { differences } from "./ceiling-differences.ts";
import { type CeilingField, ceilingFields } from "./ceiling-read.ts";
import { Ceiling as CeilingSchema } from "./engagement.schema.ts";
import type { Ceiling } from "./engagement.ts";

const runs = { numRuns: 300 };

describe("the meet of ceilings", () => {
  it("is commutative (property 4)", () => {
    fc.assert(
      fc.property(arbitraryCeiling, arbitraryCeiling, (left, right) => {
        expect(meetCeilings(left, right)).toEqual(meetCeilings(right, left));
      }),
      runs,
    );
  });

  it("is associative (property 5)", () => {
    fc.assert(
      fc.property(arbitraryCeiling, arbitraryCeiling, arbitraryCeiling, (one, two, three) => {
        const left = meetCeilings(meetCeilings(one, two), three);
        expect(left).toEqual(meetCeilings(one, meetCeilings(two, three)));
        expect(left).toEqual(meetCeilings(one, two, three));
      }),
      runs,
    );
  });

  it("is idempotent (property 6)", () => {
    fc.assert(
      fc.property(arbitraryCeiling, (ceiling) => {
        expect(meetCeilings(ceiling, ceiling)).toEqual(ceiling);
      }),
      runs,
    );
  });

  it("is below both operands (property 7)", () => {
    fc.assert(
      fc.property(arbitraryCeiling, arbitraryCeiling, (left, right) => {
        const met = meetCeilings(left, right);
        expect(isAtMost(met, left) && isAtMost(met, right)).toBe(true);
      }),
      runs,
    );
  });

  it("with top changes nothing, and every ceiling is at most top and at least bottom (property 8)", () => {
    fc.assert(
      fc.property(arbitraryCeiling, (ceiling) => {
        expect(meetCeilings(ceiling, topCeiling)).toEqual(ceiling);
        expect(isAtMost(ceiling, topCeiling)).toBe(true);
        expect(isAtMost(ceiling, ceiling)).toBe(true);
        // What is demanded or ruled out has no bottom of its own: more can always be added.
        const { removal: _, bans: __, paths: ___, hosts: ____, tools: _____, ...others } = ceiling;
        expect(isAtMost(bottomCeiling, others)).toBe(true);
      }),
      runs,
    );
  });

  it("of nothing is top, and of one the same", () => {
    expect(meetCeilings()).toEqual({});
    expect(meetCeilings({ spend_usd: 3 })).toEqual({ spend_usd: 3 });
  });
});

/** One step wider in each field, from a value that has room. */
const widenings: readonly (readonly [CeilingField, unknown, unknown])[] = [
  ["permission", "read-only", "workspace-write"],
  ["permission", "read-only", undefined],
  ["approval", "ask", "approve-safe"],
  ["approval", "approve-safe", undefined],
  ["kinds", ["read"], ["read", "write"]],
  ["kinds", [], "all"],
  ["kinds", ["read"], undefined],
  ["removal", [{ otherwise: "never", grants: [], wording: "none" }], []],
  ["removal", [{ otherwise: "never", grants: [], wording: "none" }], undefined],
  [
    "removal",
    [{ otherwise: "never", grants: [], wording: "none" }],
    [{ otherwise: "confirm", grants: [], wording: "none" }],
  ],
  ["bans", [{ kind: "delete", text: "x", standing: false, strength: "deny" }], []],
  ["bans", [{ kind: "delete", text: "x", standing: false, strength: "deny" }], undefined],
  [
    "bans",
    [{ kind: "delete", text: "x", standing: false, strength: "deny" }],
    [{ kind: "delete", text: "x", standing: false, strength: "ask" }],
  ],
  ["deletion", "none", "named"],
  ["deletion", "named", undefined],
  ["tools", { allowed: ["Edit"], denied: [] }, { allowed: ["Edit", "Bash"], denied: [] }],
  ["tools", { allowed: ["Edit"], denied: ["Bash"] }, { allowed: ["Edit"], denied: [] }],
  ["tools", { allowed: ["Edit"], denied: [] }, { allowed: "all", denied: [] }],
  ["tools", { allowed: "all", denied: ["Bash"] }, undefined],
  ["paths", [["src/**"], ["docs/**"]], [["src/**"]]],
  ["paths", [["src/**"]], [["src/**", "docs/**"]]],
  ["hosts", [[]], [["example.org"]]],
  ["hosts", [[]], undefined],
  ["branches", "none", "feature-branch"],
  ["branches", "feature-branch", undefined],
  ["attempts", 1, 2],
  ["attempts", 3, undefined],
  ["spend_usd", 0, 0.01],
  ["spend_usd", 25, undefined],
  ["domains", ["web"], ["web", "vcs"]],
  ["domains", [], "all"],
  ["domains", [], undefined],
  ["modalities", ["image", "audio"], ["image"]],
  ["modalities", ["image"], undefined],
  ["satisfaction", "attested", "observed"],
  ["satisfaction", "cited", undefined],
];

describe("widening a single field is detected (property 9)", () => {
  it("in every field", () => {
    expect(new Set(widenings.map(([field]) => field))).toEqual(new Set(ceilingFields));
  });

  it.each(widenings)("%s from %j to %j", (field, from, to) => {
    const others = { permission: "read-only", spend_usd: 1, approval: "ask" };
    const narrower = readCeiling({ ...others, [field]: from });
    const wider = readCeiling({ ...others, [field]: to });
    expect(isAtMost(wider, narrower)).toBe(false);
    expect(meetCeilings(narrower, wider)).not.toEqual(wider);
  });
});

describe("domains and kinds", () => {
  it("that are disjoint meet in none, and an empty list is none, never all (property 10)", () => {
    expect(meetCeilings({ domains: ["web"] }, { domains: ["vcs"] }).domains).toEqual([]);
    expect(meetCeilings({ domains: [] }, { domains: "all" }).domains).toEqual([]);
    expect(readCeiling({ domains: [] }).domains).toEqual([]);
    expect(isAtMost({ domains: "all" }, { domains: [] })).toBe(false);
    expect(meetCeilings({ kinds: ["read"] }, { kinds: ["write"] }).kinds).toEqual([]);
  });

  it("that name a word twice, or in another order, are the same", () => {
    expect(readCeiling({ domains: ["vcs", "web", "vcs"] })).toEqual({ domains: ["web", "vcs"] });
    expect(readCeiling({ kinds: ["write", "read"] })).toEqual({ kinds: ["read", "write"] });
  });
});

describe("differences between ceilings (property 11)", () => {
  it("name every field that narrowed, and are none for equal ceilings", () => {
    fc.assert(
      fc.property(arbitraryCeiling, arbitraryCeiling, (from, other) => {
        const to = meetCeilings(from, other);
        const named = differences(from, to).map((difference) => difference.field);
        const changed = ceilingFields.filter((field) => !isAtMost({ [field]: from[field] }, { [field]: to[field] }));
        expect(named).toEqual(changed);
        expect(differences(from, from)).toEqual([]);
        expect(named.length === 0).toBe(isAtMost(from, to));
      }),
      runs,
    );
  });

  it.each<[Ceiling, Ceiling, string]>([
    [{ approval: "auto-approve" }, { approval: "ask" }, "approval: auto-approve → ask"],
    [
      {},
      { kinds: ["read", "write", "delete", "execute", "network", "publish", "configure", "delegate"] },
      "kinds: no pay, no elevate",
    ],
    [{}, { kinds: ["read"] }, "kinds: only read"],
    [{}, { kinds: [] }, "kinds: none"],
    [
      {},
      { removal: [{ otherwise: "reversible", grants: [], wording: "none" }] },
      "removal: what can be undone; anything else asks",
    ],
    [{}, { removal: [{ otherwise: "confirm", grants: [], wording: "none" }] }, "removal: anything else asks"],
    [{}, { removal: [{ otherwise: "never", grants: [], wording: "none" }] }, "removal: nothing"],
    [{}, { tools: { allowed: ["Edit"], denied: ["Bash"] } }, "tools: only Edit; no Bash"],
    [{}, { tools: { allowed: "all", denied: ["Bash"] } }, "tools: no Bash"],
    [{}, { paths: [["docs/**"], []] }, "paths: docs/**; and nothing"],
    [{}, { attempts: 0 }, "attempts: none"],
    [{ spend_usd: 10 }, { spend_usd: 2.5 }, "spend_usd: at most 2.5 USD"],
    [
      {},
      { bans: [{ kind: "delete", text: "do not delete\u001b[2J", standing: false, strength: "deny" }] },
      "bans: not: do not delete<U+001B>[2J",
    ],
    [{}, { satisfaction: "observed" }, "satisfaction: asserted → observed"],
    [{}, { branches: "none" }, "branches: any-branch → none"],
  ])("%j to %j: %s", (from, to, line) => {
    expect(differences(from, to).map(({ field, text }) => `${field}: ${text}`)).toEqual([line]);
  });
});

describe("a field that cannot be read is its bottom (property 12)", () => {
  it.each(ceilingFields)("%s", (field) => {
    for (const value of unreadableValues) {
      const read = readCeiling({ [field]: value });
      // A list of scopes or bans keeps what is readable; the rest of it allows nothing.
      expect({ value, isBottom: isAtMost(read, { [field]: bottomCeiling[field] }) }).toEqual({ value, isBottom: true });
      expect(readCeiling(JSON.parse(JSON.stringify({ [field]: value })))).toEqual(readCeiling({ [field]: value }));
    }
  });

  it.each([
    ["attempts", 1.5],
    ["attempts", 2 ** 60],
    ["spend_usd", "5"],
    ["spend_usd", null],
    ["spend_usd", Number.NaN],
    ["spend_usd", Infinity],
    ["spend_usd", -0.01],
  ] as const)("%s %j allows 0, never everything", (field, value) => {
    expect(readCeiling({ [field]: value })).toEqual({ [field]: 0 });
  });

  it.each([null, undefined, "top", 4, [], true])("a ceiling that is %j is bottom", (value) => {
    expect(readCeiling(value)).toBe(bottomCeiling);
  });

  it("a field nobody knows may have been a limit, so the ceiling is bottom", () => {
    expect(readCeiling({ approval: "ask", regions: ["eu"] })).toBe(bottomCeiling);
  });

  it("an absent field narrows nothing, and schema and source are no fields", () => {
    expect(readCeiling({ schema: "warrant.ceiling/v1", source: "policy", approval: undefined })).toEqual({});
  });

  it("bottom is the bottom of every field", () => {
    expect(bottomCeiling).toEqual({
      permission: "read-only",
      approval: "ask",
      kinds: [],
      removal: [{ otherwise: "never", grants: [], wording: "none" }],
      bans: [{ kind: "any", text: "", standing: true, strength: "deny" }],
      deletion: "none",
      tools: { allowed: [], denied: [] },
      paths: [[]],
      hosts: [[]],
      branches: "none",
      attempts: 0,
      spend_usd: 0,
      domains: [],
      modalities: ["text", "data", "image", "audio", "video", "screen", "stream"],
      satisfaction: "attested",
    });
  });
});

it("reading a ceiling twice, or its JSON, changes nothing, and the schema takes what was read", () => {
  fc.assert(
    fc.property(arbitraryCeiling, (ceiling) => {
      expect(readCeiling(ceiling)).toEqual(ceiling);
      expect(readCeiling(JSON.parse(JSON.stringify(ceiling)))).toEqual(ceiling);
      expect(CeilingSchema.safeParse(ceiling).success).toBe(true);
    }),
    runs,
  );
});

it("any value at all is read without throwing, and at most top", () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record({ [ceilingFields[0] ?? ""]: fc.anything(), removal: fc.anything(), tools: fc.anything() }),
  );
  fc.assert(
    fc.property(anything, (value) => {
      expect(isAtMost(readCeiling(value), topCeiling)).toBe(true);
    }),
    runs,
  );
  expect(Object.keys(fieldValues).sort()).toEqual([...ceilingFields].sort());
});
