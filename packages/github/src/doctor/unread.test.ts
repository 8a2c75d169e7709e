import { assert, property, subarray } from "fast-check";
import { describe, expect, it } from "vitest";
import { clientFor } from "../../../../testing/github-change.ts";
import { findingOf, noForcePush, requiredCheck, requiring, rulesOf, stateOf } from "../../../../testing/github-gate.ts";
import { examine, gate } from "../../../../testing/shared-gate.ts";
import { ClassicAnswer, RulesAnswer, RulesetAnswer } from "./answers.ts";
import { examineRepository, examine as examineSeen } from "./doctor.ts";
import { look } from "./look.ts";
import type { Known, Seen, Unread } from "./seen.ts";

describe("what cannot be read", () => {
  /** Path of a request, the topic that is then not known, and whether that leaves open whether the gate holds. */
  const parts = [
    [/\/rules\/branches\//, "required", "unknown"],
    [/\/rulesets\/\d+$/, "bypass", "unknown"],
    [/\/branches\/main\/protection$/, "bypass", "holds"],
    [/\/actions\/permissions$/, "actions", "holds"],
    [/\/actions\/permissions\/workflow$/, "actions", "holds"],
  ] as const;

  const failures = [
    ...parts.map((part) => [403, ...part] as const),
    [404, ...parts[2]] as const,
    [500, ...parts[0]] as const,
  ];
  it.each(failures)("is never good: %s of %s", async (status, path, topic, state) => {
    if (topic === "bypass" && state === "holds") {
      gate.repository.rulesets.length = 0;
      gate.protect();
    }
    gate.github.fail({ path, status, times: 3, body: { message: "no" } });
    const report = await examine();
    expect([stateOf(report, topic), report.gate]).toEqual(["unknown", state]);
    expect(rulesOf(report)).toContain(`${topic}.unreadable`);
  });

  it.each(["Doctor", "Lookups"])("the query %s fails", async (query) => {
    gate.github.fail({ query, status: 500, times: 100 });
    const report = examine();
    if (query === "Doctor") await expect(report).rejects.toMatchObject({ code: "platform-failed" });
    else {
      const got = await report;
      expect(got).toMatchObject({ mode: "unknown", gate: "unknown", configuration_valid: true });
      expect(rulesOf(got, "block")).toEqual(["configuration.unreadable", "workflows.unreadable"]);
    }
  });

  it("the app behind the check: what it may do is then not known", async () => {
    gate.run(gate.github.app({ id: 81, slug: "warrant-acme" }));
    gate.github.fail({ path: /\/check-runs$/, status: 403, times: 1, body: { message: "no" } });
    const report = await examine();
    expect([stateOf(report, "app"), report.gate]).toEqual(["unknown", "holds"]);
    expect(findingOf(report, "app.unreadable").next).toBe("Run it with a token that has Checks: read.");
  });

  it("is named with the permission it takes, for a token with contents alone", async () => {
    const token = gate.github.tokens.workflow(gate.repository, { contents: "read" });
    const report = await examine({ token });
    const said = report.findings.filter(({ rule }) => rule.endsWith(".unreadable"));
    expect(said.map(({ rule, next }) => `${rule}: ${next}`)).toEqual([
      "bypass.unreadable: Run it with a token that has Administration: write, or an administrator's.",
      "actions.unreadable: Run it with a token that has Administration: read, or an administrator's.",
      "actions.unreadable: Run it with a token that has Administration: read, or an administrator's.",
      "queue.unreadable: Run it with a token that has Merge queues: read.",
    ]);
    expect(report.gate).toBe("unknown");
  });

  it("is more in a private repository, where pull requests and checks need permissions of their own", async () => {
    const vault = gate.github.repository("acme/vault", gate.work.folder, { private: true });
    vault.ruleset({ rules: [requiredCheck, noForcePush] });
    const client = clientFor(gate.github, gate.github.tokens.workflow(vault, { contents: "read" }));
    const report = await examineRepository(client, { repository: "acme/vault" });
    expect(stateOf(report, "check")).toBe("unknown");
    expect(findingOf(report, "check.unreadable").next).toContain("Pull requests: read, Checks: read");
  });

  it("a repository or branch that is not there is no report", async () => {
    const client = clientFor(gate.github, gate.token);
    await expect(examineRepository(client, { repository: "acme/nothing" })).rejects.toMatchObject({
      name: "PlatformError",
    });
    await expect(examine({ branch: "nothing" })).rejects.toMatchObject({ name: "NoBranch" });
  });
});

describe("an answer that is something else", () => {
  it.each([
    [/\/rules\/branches\//, "required"],
    [/\/rulesets\/\d+$/, "bypass"],
    [/\/actions\/permissions$/, "actions"],
    [/\/actions\/permissions\/workflow$/, "actions"],
  ])("of %s is never good", async (path, topic) => {
    for (const body of [7, { total: 1 }, [{ type: 1 }]]) {
      gate.github.fail({ path, status: 200, body });
      expect(stateOf(await examine(), topic)).toBe("unknown");
    }
  });
});

describe("law 3: whatever is taken away from what was seen", () => {
  const unread: Unread = { known: false, what: "it", why: "403", next: "Ask." };
  /** Each part as not known, with its topic. */
  const parts = {
    configuration: [
      "configuration",
      (seen: Seen) => ({ ...seen, configuration: { ...seen.configuration, why: "403" } }),
    ],
    rules: ["required", (seen: Seen) => ({ ...seen, rules: unread })],
    rulesets: ["bypass", (seen: Seen) => ({ ...seen, rulesets: new Map() })],
    workflows: ["workflows", (seen: Seen) => ({ ...seen, workflows: unread })],
    checks: ["check", (seen: Seen) => ({ ...seen, checks: unread })],
    actions: ["actions", (seen: Seen) => ({ ...seen, actions: unread })],
    tokenDefaults: ["actions", (seen: Seen) => ({ ...seen, tokenDefaults: unread })],
    classic: [null, (seen: Seen) => ({ ...seen, classic: unread })],
    summary: [null, (seen: Seen) => ({ ...seen, summary: unread })],
    queue: [null, (seen: Seen) => ({ ...seen, queue: unread })],
  } as const satisfies Record<string, readonly [string | null, (seen: Seen) => Seen]>;
  type Part = keyof typeof parts;
  const names = Object.keys(parts) as Part[];
  const decisive: ReadonlySet<Part> = new Set(["configuration", "rules", "rulesets", "workflows"]);

  it("a gate holds only while everything that decides it is known, and what is not known is never good", async () => {
    const seen = await look(clientFor(gate.github, gate.token), { repository: "acme/shop" });
    assert(
      property(subarray(names), (taken) => {
        const report = examineSeen(taken.reduce((rest, name) => parts[name][1](rest), seen));
        expect(report.gate).toBe(taken.some((name) => decisive.has(name)) ? "unknown" : "holds");
        for (const name of taken) expect(["good", "note"]).not.toContain(stateOf(report, parts[name][0] ?? "-"));
      }),
      { numRuns: 200 },
    );
  });

  it("a gate with a hole never holds", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ rules: [requiring(), noForcePush] });
    const seen = await look(clientFor(gate.github, gate.token), { repository: "acme/shop" });
    assert(
      property(subarray(names), (taken) => {
        expect(examineSeen(taken.reduce((rest, name) => parts[name][1](rest), seen)).gate).not.toBe("holds");
      }),
      { numRuns: 200 },
    );
  });
});

describe("law 3: whatever is unknown among the values of an answer", () => {
  /** What no version of the platform writes, or what an answer leaves out. */
  const strange: readonly unknown[] = [undefined, null, -1, 0, "robot", true, {}, []];

  /** The value with each of its parts replaced by each strange one. */
  function* changed(value: unknown): Generator {
    if (typeof value !== "object" || value === null) return;
    for (const key of Object.keys(value)) {
      const put = (part: unknown): unknown =>
        Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part };
      // An empty list and a switched-on setting are things the platform says; they are no absence of an answer.
      const part = (value as Readonly<Record<string, unknown>>)[key];
      for (const other of strange) {
        if (typeof other === typeof part && (typeof other === "boolean" || Array.isArray(other))) continue;
        yield put(other);
      }
      for (const inner of changed(part)) yield put(inner);
    }
  }

  const unread: Unread = { known: false, what: "it", why: "something else", next: "Ask." };
  function reread<Value>(schema: { safeParse: (value: unknown) => { data?: Value } }, value: unknown): Known<Value> {
    const { data } = schema.safeParse(value);
    return data === undefined ? unread : { known: true, value: data };
  }

  function* worse(seen: Seen): Generator<Seen> {
    if (seen.rules.known)
      for (const rules of changed(seen.rules.value)) yield { ...seen, rules: reread(RulesAnswer, rules) };
    if (seen.classic.known)
      for (const classic of changed(seen.classic.value)) yield { ...seen, classic: reread(ClassicAnswer, classic) };
    for (const [id, ruleset] of seen.rulesets) {
      if (!ruleset.known) continue;
      for (const other of changed(ruleset.value))
        yield { ...seen, rulesets: new Map(seen.rulesets).set(id, reread(RulesetAnswer, other)) };
    }
  }

  const role = (id: number) => ({ actor_type: "RepositoryRole", actor_id: id, bypass_mode: "always" }) as const;
  const app = { actor_type: "Integration", actor_id: 15_368, bypass_mode: "always" } as const;
  const rules = [requiredCheck, noForcePush];
  it.each<[string, string, () => void]>([
    ["everyone may bypass it", "fails", () => void gate.repository.ruleset({ rules, bypass: [role(4)] })],
    ["GitHub Actions may bypass it", "fails", () => void gate.repository.ruleset({ rules, bypass: [app] })],
    ["classic protection takes it from anyone", "fails", () => gate.protect({}, null)],
    [
      "two rulesets are bypassed by everyone",
      "fails",
      () => {
        gate.repository.ruleset({ rules, bypass: [role(4)] });
        gate.repository.ruleset({ rules, bypass: [role(1)] });
      },
    ],
    [
      "classic protection takes it from anyone, and everyone may bypass the ruleset",
      "fails",
      () => {
        gate.protect({}, null);
        gate.repository.ruleset({ rules, bypass: [role(3)] });
      },
    ],
  ])("a gate that fails never holds: %s", async (_, state, take) => {
    gate.repository.rulesets.length = 0;
    take();
    const seen = await look(clientFor(gate.github, gate.token), { repository: "acme/shop" });
    expect(examineSeen(seen).gate).toBe(state);
    const held = [...worse(seen)].filter((each) => examineSeen(each).gate === "holds");
    expect(held.map(({ rules: a, rulesets, classic }) => [a, ...rulesets.values(), classic])).toEqual([]);
  });

  it.each([
    ["off", "fails", "required.none"],
    ["robot", "unknown", "required.unreadable"],
    ["", "unknown", "required.unreadable"],
    ["everyone", "holds", undefined],
    ["non_admins", "holds", undefined],
  ])("a summary whose level is %j, where the details are hidden", async (level, state, rule) => {
    gate.repository.rulesets.length = 0;
    gate.protect();
    const seen = await look(clientFor(gate.github, gate.token), { repository: "acme/shop" });
    if (!seen.summary.known) throw new Error("no summary");
    const summary = { known: true, value: { ...seen.summary.value, level } } as const;
    const report = examineSeen({ ...seen, classic: unread, summary });
    expect([report.gate, rulesOf(report, "block")[0]]).toEqual([state, rule]);
  });

  it("an actor of a bypass list that is not known is never taken for nobody", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ rules, bypass: [role(5)] });
    const seen = await look(clientFor(gate.github, gate.token), { repository: "acme/shop" });
    const gates = [...seen.rulesets].flatMap(([id, ruleset]) => {
      const [actor] = ruleset.known ? (ruleset.value.bypass_actors ?? []) : [];
      const others = strange.flatMap((part) => [
        { ...actor, actor_id: part },
        { ...actor, actor_type: part },
      ]);
      return others.map((other) => {
        const list = reread(RulesetAnswer, { name: "main", bypass_actors: [other] });
        return examineSeen({ ...seen, rulesets: new Map([[id, list]]) }).gate;
      });
    });
    expect(gates).toEqual(Array.from({ length: 2 * strange.length }, () => "unknown"));
  });
});
