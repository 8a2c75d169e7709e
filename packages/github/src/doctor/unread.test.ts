import { assert, property, subarray } from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientFor } from "../../../../testing/github-change.ts";
import {
  type ExamineOptions,
  examineGate,
  findingOf,
  type Gate,
  noForcePush,
  openGate,
  requiredCheck,
  rulesOf,
  stateOf,
} from "../../../../testing/github-gate.ts";
import { type DoctorReport, examineRepository, examine as examineSeen } from "./doctor.ts";
import { look } from "./look.ts";
import type { Seen, Unread } from "./seen.ts";

let gate: Gate;
beforeAll(async () => {
  gate = await openGate();
});
beforeEach(() => gate.reset());
afterAll(async () => await gate.github.close());

async function examine(options: ExamineOptions = {}): Promise<DoctorReport> {
  return await examineGate(gate, options);
}

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

  const fromAnyone = {
    ...requiredCheck,
    parameters: { ...requiredCheck.parameters, required_status_checks: [{ context: "warrant/change" }] },
  };

  it("a gate with a hole never holds", async () => {
    gate.repository.rulesets.length = 0;
    gate.repository.ruleset({ rules: [fromAnyone, noForcePush] });
    const seen = await look(clientFor(gate.github, gate.token), { repository: "acme/shop" });
    assert(
      property(subarray(names), (taken) => {
        expect(examineSeen(taken.reduce((rest, name) => parts[name][1](rest), seen)).gate).not.toBe("holds");
      }),
      { numRuns: 200 },
    );
  });
});
