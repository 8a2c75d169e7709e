import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../canonical.ts";
import type { PolicyRule } from "../configuration.ts";
import { autonomyScale, writeScopeScale } from "../scale.ts";
import { type Attribution, ExecutionPolicy, PolicyDecision } from "../verdict.ts";
import { compilePolicy, safestPolicy } from "./compile.ts";

const digest = "sha256:configuration";
const subject = { owner: "acme", repository: "acme/shop" };

const tools = fc.uniqueArray(fc.constantFrom("Read", "Write", "Bash", "Grep"));
const settings = {
  autonomy: fc.constantFrom("propose_only", "supervised", "bounded"),
  write_scope: fc.constantFrom("none", "feature_branch", "any_branch"),
  human_approval_required: fc.boolean(),
  auto_merge_allowed: fc.boolean(),
  max_attempts: fc.integer({ min: 1, max: 5 }),
  allowed_tools: fc.option(tools),
  denied_tools: tools,
  required_checks: fc.uniqueArray(fc.constantFrom("tests", "lint", "types")),
};
const set = fc.record(settings, { requiredKeys: [] });
const completeSet = fc.record(settings);
const oneOrMore = (word: fc.Arbitrary<string>) => fc.oneof(word, fc.uniqueArray(word, { minLength: 1 }));
const when = fc.record(
  {
    status: oneOrMore(fc.constantFrom("mapped", "unmapped", "suggested")),
    domain: oneOrMore(fc.constantFrom("api", "docs", "security")),
    priority: oneOrMore(fc.constantFrom("critical", "low")),
    risk: oneOrMore(fc.constantFrom("low", "medium", "high", "unknown")),
    initiative: oneOrMore(fc.constantFrom("checkout", "search")),
    owner: oneOrMore(fc.constantFrom("acme", "other")),
    repository: oneOrMore(fc.constantFrom("shop", "acme/shop", "site")),
  },
  { requiredKeys: [] },
);
const scope = fc.constantFrom("organization", "repository", "intent", "workflow");
let serial = 0;
const named = (conditions: fc.Arbitrary<object>) =>
  fc.record({ scope, when: conditions, set }).map((parts) => {
    serial += 1;
    const asked: PolicyRule = { id: `rule-${serial}`, ...parts };
    return asked;
  });
const rule = named(when);
/** Conditions every record meets whose status may have rules at all. */
const wildcard = named(fc.constant({ status: ["mapped", "unmapped", "suggested"] }));
const rules = fc.array(fc.oneof(rule, wildcard), { maxLength: 6 });
const recordOf = (status: fc.Arbitrary<Attribution["status"]>): fc.Arbitrary<Attribution> =>
  fc.record({
    status,
    source: fc.constantFrom("explicit_metadata", "closing_issue", "artifact_labels", "none"),
    rule: fc.constant("single_closing_issue"),
    root: fc.constant(null),
    roots: fc.constant([]),
    key: fc.constant(null),
    labels: fc.constant([]),
    dimensions: fc.record({
      priority: fc.option(fc.constantFrom("critical", "low")),
      domains: fc.uniqueArray(fc.constantFrom("api", "docs", "security")),
      initiative: fc.option(fc.constantFrom("checkout", "search")),
      risk: fc.option(fc.constantFrom("low", "medium", "high", "unknown")),
    }),
    weight: fc.constant(null),
    config_digest: fc.constant(digest),
    resolver: fc.constant("attribution/v1"),
  });
const reachable = recordOf(fc.constantFrom("mapped", "unmapped", "suggested"));
const unreachable = recordOf(fc.constantFrom("ambiguous", "unlinked"));

function compile(attribution: Attribution, list: readonly PolicyRule[]) {
  return compilePolicy(attribution, list, digest, subject);
}

function isSubset(left: readonly string[], right: readonly string[]): boolean {
  return left.every((item) => right.includes(item));
}

/** The fields of the left policy that permit more than those of the right one. */
function widerFields(left: ExecutionPolicy, right: ExecutionPolicy): string[] {
  const isNotWider: Record<Exclude<keyof ExecutionPolicy, "rule_ids">, boolean> = {
    autonomy: autonomyScale.words.indexOf(left.autonomy) <= autonomyScale.words.indexOf(right.autonomy),
    write_scope: writeScopeScale.words.indexOf(left.write_scope) <= writeScopeScale.words.indexOf(right.write_scope),
    human_approval_required: left.human_approval_required || !right.human_approval_required,
    auto_merge_allowed: !left.auto_merge_allowed || right.auto_merge_allowed,
    max_attempts: left.max_attempts <= right.max_attempts,
    allowed_tools: right.allowed_tools === null || isSubset(left.allowed_tools ?? ["every tool"], right.allowed_tools),
    denied_tools: isSubset(right.denied_tools, left.denied_tools),
    required_checks: isSubset(right.required_checks, left.required_checks),
  };
  return Object.entries(isNotWider).flatMap(([field, holds]) => (holds ? [] : [field]));
}

function withoutIds(policy: ExecutionPolicy) {
  const { rule_ids: _, ...fields } = policy;
  return fields;
}

/** A policy with the widest value in each field that none of its rules set: such a field was filled, not decided. */
function asDecided(policy: ExecutionPolicy, list: readonly PolicyRule[]): ExecutionPolicy {
  const applied = list.filter(({ id }) => policy.rule_ids.includes(id));
  const isSet = (field: keyof PolicyRule["set"]) => applied.some(({ set: asked }) => asked[field] !== undefined);
  return {
    ...policy,
    autonomy: isSet("autonomy") ? policy.autonomy : "bounded",
    write_scope: isSet("write_scope") ? policy.write_scope : "any_branch",
    human_approval_required: isSet("human_approval_required") && policy.human_approval_required,
    auto_merge_allowed: !isSet("auto_merge_allowed") || policy.auto_merge_allowed,
    max_attempts: isSet("max_attempts") ? policy.max_attempts : Number.POSITIVE_INFINITY,
  };
}

describe("F4, F5 and F8", () => {
  it("F4, F8: ambiguous or unlinked gets exactly the safest policy, for every rule set, and no rule is named", () => {
    fc.assert(
      fc.property(unreachable, rules, wildcard, (attribution, list, more) => {
        const decision = compile(attribution, [...list, more]);
        expect(decision.policy).toEqual(safestPolicy());
        expect(decision.policy.rule_ids).toEqual([]);
        expect(decision.applied_rules).toEqual([]);
      }),
    );
  });

  it("F5: some rule set gives a mapped record more than the safest, and no rules give it the safest", () => {
    fc.assert(
      fc.property(recordOf(fc.constant("mapped")), (attribution) => {
        expect(compile(attribution, []).policy).toEqual(safestPolicy());
        const wide = {
          id: "wide",
          scope: "repository",
          when: {},
          set: { autonomy: "bounded", max_attempts: 2 },
        } as const;
        expect(compile(attribution, [wide]).policy).toMatchObject({ autonomy: "bounded", max_attempts: 2 });
      }),
    );
  });
});

describe("F6 and the order of rules", () => {
  it("F6: the same record and rules give the same bytes", () => {
    fc.assert(
      fc.property(reachable, rules, (attribution, list) => {
        const again = compile(structuredClone(attribution), structuredClone(list));
        expect(canonicalJson(again)).toBe(canonicalJson(compile(attribution, list)));
      }),
    );
  });

  it("permuting rules gives the same policy and the same set of rules", () => {
    const shuffled = rules.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    fc.assert(
      fc.property(reachable, shuffled, (attribution, [list, other]) => {
        const left = compile(attribution, list).policy;
        const right = compile(attribution, other).policy;
        expect(withoutIds(right)).toEqual(withoutIds(left));
        expect([...right.rule_ids].sort()).toEqual([...left.rule_ids].sort());
      }),
    );
  });

  it("duplicating a rule changes nothing but that it is named twice", () => {
    fc.assert(
      fc.property(reachable, rules, fc.nat(), (attribution, list, pick) => {
        const again = list[pick % Math.max(1, list.length)];
        fc.pre(again !== undefined);
        const left = compile(attribution, list).policy;
        const right = compile(attribution, again === undefined ? list : [...list, again]).policy;
        expect(withoutIds(right)).toEqual(withoutIds(left));
      }),
    );
  });

  it("keys of a rule in another order change no byte", () => {
    const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed());
    fc.assert(
      fc.property(reachable, rules, (attribution, list) => {
        const other = list.map((each) => turned({ ...each, when: turned(each.when), set: turned(each.set) }));
        const decision = compile(attribution, other as unknown as PolicyRule[]);
        expect(canonicalJson(decision)).toBe(canonicalJson(compile(attribution, list)));
      }),
    );
  });
});

describe("section 16, item 8", () => {
  it("adding a matching rule to a match never widens a field that a matching rule sets", () => {
    fc.assert(
      fc.property(reachable, rules, fc.oneof(rule, wildcard), fc.nat(), (attribution, list, more, at) => {
        const before = compile(attribution, list).policy;
        fc.pre(before.rule_ids.length > 0);
        const after = compile(attribution, list.toSpliced(at % (list.length + 1), 0, more)).policy;
        expect(widerFields(after, asDecided(before, list))).toEqual([]);
      }),
    );
  });

  it("adding a matching rule to rules that set every field never widens any", () => {
    const full = fc.tuple(wildcard, completeSet).map(([each, asked]) => ({ ...each, set: asked }));
    fc.assert(
      fc.property(reachable, fc.array(full, { minLength: 1, maxLength: 3 }), wildcard, (attribution, list, more) => {
        expect(widerFields(compile(attribution, [...list, more]).policy, compile(attribution, list).policy)).toEqual(
          [],
        );
      }),
    );
  });

  it("moving a rule to another scope changes no field", () => {
    fc.assert(
      fc.property(reachable, rules, scope, (attribution, list, other) => {
        const moved = list.map((each) => ({ ...each, scope: other }));
        expect(withoutIds(compile(attribution, moved).policy)).toEqual(withoutIds(compile(attribution, list).policy));
      }),
    );
  });

  it("max_attempts is never below 1, and a decision is always a whole document", () => {
    const loose = fc.record({ id: fc.anything(), scope: fc.anything(), when: fc.anything(), set: fc.anything() });
    const anyRule = fc.oneof(rule, wildcard, loose, fc.anything());
    fc.assert(
      fc.property(fc.oneof(reachable, unreachable), fc.array(anyRule, { maxLength: 4 }), (attribution, list) => {
        const decision = compile(attribution, list as PolicyRule[]);
        expect(decision.policy.max_attempts).toBeGreaterThanOrEqual(1);
        expect(ExecutionPolicy.safeParse(decision.policy).success).toBe(true);
        expect(PolicyDecision.safeParse(decision).success).toBe(true);
        expect(() => canonicalJson(decision)).not.toThrow();
      }),
    );
  });

  it("no unreadable value of a field gives more than any value that can be read (item 13)", () => {
    const fields = [
      "autonomy",
      "write_scope",
      "human_approval_required",
      "auto_merge_allowed",
      "max_attempts",
    ] as const;
    const readable = {
      autonomy: autonomyScale.words,
      write_scope: writeScopeScale.words,
      human_approval_required: [true, false],
      auto_merge_allowed: [true, false],
      max_attempts: [1, 2, 3],
    };
    const strange = fc
      .oneof(fc.string(), fc.double(), fc.integer({ max: 0 }), fc.constant(null), fc.array(fc.anything()), fc.object())
      .filter((value) => !(typeof value === "number" && Number.isSafeInteger(value) && value >= 1));
    fc.assert(
      fc.property(reachable, rules, fc.constantFrom(...fields), strange, (attribution, list, field, value) => {
        const known: readonly unknown[] = readable[field];
        fc.pre(!known.includes(value));
        const withField = (asked: unknown) =>
          compile(attribution, [
            ...list,
            {
              id: "x",
              scope: "intent",
              when: { status: ["mapped", "unmapped", "suggested"] },
              set: { [field]: asked },
            },
          ] as unknown as PolicyRule[]).policy;
        for (const each of known) expect(widerFields(withField(value), withField(each))).toEqual([]);
      }),
    );
  });

  it("a rule that cannot be read never gives more than leaving it out of a match", () => {
    const broken = fc.oneof(
      fc.constant(null),
      fc.record({ id: fc.string(), set: fc.constant({ unknown_field: true }) }),
      fc.record({ id: fc.string(), set, when: fc.constant({ unknown_condition: "x" }) }),
    );
    fc.assert(
      fc.property(reachable, rules, broken, (attribution, list, more) => {
        const before = compile(attribution, list).policy;
        const after = compile(attribution, [...list, more as unknown as PolicyRule]).policy;
        expect(widerFields(after, before)).toEqual([]);
      }),
    );
  });
});

describe("the explanation", () => {
  it("names every rule once, as applied or not", () => {
    fc.assert(
      fc.property(fc.oneof(reachable, unreachable), rules, (attribution, list) => {
        const decision = compile(attribution, list);
        const ids = [...decision.applied_rules, ...decision.not_applied].map(({ id }) => id);
        expect(ids.sort()).toEqual(list.map(({ id }) => id).sort());
        expect(decision.policy.rule_ids).toEqual(decision.applied_rules.map(({ id }) => id));
      }),
    );
  });

  it("has an override exactly where a matching rule alone would have been given more", () => {
    fc.assert(
      fc.property(reachable, rules, (attribution, list) => {
        const decision = compile(attribution, list);
        const applied = list.filter(({ id }) => decision.policy.rule_ids.includes(id));
        const expected = applied.flatMap(({ id, set: asked }) => {
          const fields: string[] = [];
          const { policy } = decision;
          for (const field of [
            "autonomy",
            "write_scope",
            "human_approval_required",
            "auto_merge_allowed",
            "max_attempts",
          ] as const) {
            if (asked[field] !== undefined && asked[field] !== policy[field]) fields.push(`${id} ${field}`);
          }
          const list = asked.allowed_tools ?? [];
          if (!isSubset(list, policy.allowed_tools ?? list)) fields.push(`${id} allowed_tools`);
          return fields;
        });
        expect(decision.overrides.map(({ rule: id, field }) => `${id} ${field}`).sort()).toEqual(expected.sort());
        for (const { by, rule: id } of decision.overrides) {
          expect(by).not.toBe(id);
          expect(decision.policy.rule_ids).toContain(by);
        }
      }),
    );
  });
});
