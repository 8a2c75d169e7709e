import { canonicalJson } from "@warrant/kernel/canonical";
import { Configuration, configurationDigest, defaultConfiguration } from "@warrant/kernel/configuration";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfiguration } from "./configuration.ts";
import { formatProblem, loadConfiguration } from "./configuration-file.ts";
import { keyPaths } from "./configuration-schema.ts";

function errors(text: string): string[] {
  const reading = readConfiguration(text, "warrant.yaml");
  if (reading.ok) throw new Error("it was read");
  return reading.errors.map((error) => formatProblem(error));
}

function read(text: string) {
  const reading = readConfiguration(text, "warrant.yaml");
  if (!reading.ok) throw new Error(reading.errors.map((error) => formatProblem(error)).join("\n"));
  return reading;
}

const rule = "id: a, scope: repository, set: {}";

describe("a configuration that is read", () => {
  it.each([
    ["an empty file", ""],
    ["only comments", "# later\n"],
    ["an empty section", "intent:\n"],
    ["empty sections inside", "intent:\n  agents:\n  evidence:\n    issue:\n    plan:\n    approval:\n  drift:\n"],
    ["an empty evidence section", "intent:\n  evidence:\n"],
    ["no model", "intent:\n  alignment_model:\n"],
    ["empty lists, which mean the default", "intent: {test_path_patterns: [], sensitive_paths: []}\n"],
  ])("gives the defaults for %s", (_, text) => {
    const reading = read(text);
    expect(reading.configuration).toEqual(defaultConfiguration);
    expect(reading.digest).toBe(configurationDigest(defaultConfiguration));
    expect(reading.warnings).toEqual([]);
  });

  it("report-only is the default, and agents are who is gated", () => {
    expect(defaultConfiguration.intent).toMatchObject({ enforce: false, gate: "agents", bots: "report" });
    expect(defaultConfiguration.policy).toBeUndefined();
  });

  it("keeps what is written and fills in the rest", () => {
    const { configuration } = read(
      "intent:\n  enforce: true\n  evidence:\n    approval: {count: 2, tiers: [1, 2, 3]}\npolicy:\n  labels:\n    docs: {dimension: domain, value: documentation}\n  rules:\n    - {id: a, scope: workflow, when: {domain: documentation, status: [mapped, suggested]}, set: {allowed_tools: null}}\n",
    );
    expect(configuration.intent.enforce).toBe(true);
    expect(configuration.intent.evidence.approval).toMatchObject({
      count: 2,
      tiers: [1, 2, 3],
      min_permission: "write",
    });
    expect(configuration.intent.evidence.issue.require_open).toBe(true);
    expect(configuration.policy?.attribution.trust_labels).toBe("verified");
    expect(configuration.policy?.rules[0]?.set).toEqual({ allowed_tools: null });
  });

  it("counts zero as a weight and keeps it apart from none", () => {
    const { configuration } = read(
      "policy: {labels: {a: {dimension: priority, value: low, weight: 0}, b: {dimension: priority, value: x}}}\n",
    );
    expect(configuration.policy?.labels).toEqual({
      a: { dimension: "priority", value: "low", weight: 0 },
      b: { dimension: "priority", value: "x" },
    });
  });
});

describe("what is wrong is placed and explained", () => {
  it.each([
    [
      "an unknown key near a valid one",
      "intent:\n  enforced: true\n",
      /^warrant\.yaml:2:3: unknown key "enforced" under intent; did you mean "enforce"\? \(valid keys: enforce, gate, /,
    ],
    [
      "another spelling of a key",
      "intent:\n  evidence:\n    approval:\n      minPermission: write\n",
      /^warrant\.yaml:4:7: .*did you mean "min_permission"\?/,
    ],
    [
      "a key of another place",
      "enforce: true\n",
      /^warrant\.yaml:1:1: unknown key "enforce" at the top of the file; it belongs in intent\.enforce \(valid keys: intent, policy, runtime, action, claim\)$/,
    ],
    [
      "a section that is not known yet",
      "card: {}\n",
      /^warrant\.yaml:1:1: unknown key "card" at the top of the file \(valid keys: intent, policy, runtime, action, claim\)$/,
    ],
    [
      "a key every object has",
      "intent: {toString: 1}\n",
      /^warrant\.yaml:1:10: unknown key "toString" under intent \(valid/,
    ],
    [
      "a key that hides itself",
      'intent: {"en\u202eforce": 1}\n',
      /^warrant\.yaml:1:10: unknown key "en<U\+202E>force" under intent/,
    ],
    [
      "an unknown word",
      "intent: {gate: agent}\n",
      /^warrant\.yaml:1:16: intent\.gate must be one of agents, agents_and_unknown, everyone, not the text "agent"; did you mean "agents"\?$/,
    ],
    ["a word in another case", "intent: {gate: Everyone}\n", /did you mean "everyone"\?$/],
    [
      "a number where a word belongs",
      "intent:\n  bots: 3\n",
      /^warrant\.yaml:2:9: intent\.bots must be one of report, gate, not the number 3$/,
    ],
    [
      "yes for true",
      "intent:\n  enforce: yes\n",
      /^warrant\.yaml:2:12: intent\.enforce must be true or false, not the text "yes"; write true$/,
    ],
    ["off for false", "intent: {drift: {decide: Off}}\n", /must be true or false, not the text "Off"; write false$/],
    ["a number for a switch", "intent: {enforce: 1}\n", /intent\.enforce must be true or false, not the number 1$/],
    [
      "a text where a list belongs",
      "intent:\n  hold_labels: hold\n",
      /^warrant\.yaml:2:16: intent\.hold_labels must be a list, not the text "hold"; write it as a list, each entry after a dash$/,
    ],
    [
      "nothing where a list belongs",
      "intent:\n  hold_labels:\n",
      /^warrant\.yaml:2:3: intent\.hold_labels has no value; give a list or remove the key$/,
    ],
    [
      "a number in a list of texts",
      "intent:\n  hold_labels: [hold, 7]\n",
      /^warrant\.yaml:2:23: intent\.hold_labels\[1\] must be a text, not the number 7; put it in quotes$/,
    ],
    [
      "an empty text in a list",
      "intent:\n  hold_labels: ['']\n",
      /^warrant\.yaml:2:17: intent\.hold_labels\[0\] must not be empty$/,
    ],
    ["a list where keys belong", "intent: []\n", /^warrant\.yaml:1:9: intent must be a set of keys, not a list$/],
    ["a list as the file", "- a\n", /^warrant\.yaml:1:1: the file must be a set of keys, not a list$/],
    ["a text as the file", "hello\n", /^warrant\.yaml:1:1: the file must be a set of keys, not the text "hello"$/],
    [
      "no approval needed",
      "intent: {evidence: {approval: {count: 0}}}\n",
      /^warrant\.yaml:1:39: intent\.evidence\.approval\.count must be 1 or more, not the number 0$/,
    ],
    ["a negative count", "intent: {evidence: {approval: {count: -1}}}\n", /must be 1 or more, not the number -1$/],
    [
      "a count that is no whole number",
      "intent: {evidence: {approval: {count: 1.5}}}\n",
      /must be a whole number, not the number 1\.5$/,
    ],
    [
      "a count beyond counting",
      "intent: {evidence: {approval: {count: 1e300}}}\n",
      /must be 9007199254740991 or less, not the number 1e\+300$/,
    ],
    [
      "no number at all",
      "intent: {evidence: {approval: {count: .nan}}}\n",
      /must be a number, not a value that is no number$/,
    ],
    [
      "approvals by triage",
      "intent: {evidence: {approval: {min_permission: triage}}}\n",
      /^warrant\.yaml:1:48: .*must be one of write, maintain, admin, not the text "triage"; an approval by someone with only triage permission would let accounts approve that may not merge$/,
    ],
    ["approvals by read", "intent: {evidence: {approval: {min_permission: read}}}\n", /only read permission/],
    [
      "a tier approvals cannot authorize",
      "intent: {evidence: {approval: {tiers: [0, 2]}}}\n",
      /^warrant\.yaml:1:40: intent\.evidence\.approval\.tiers\[0\] must be one of 1, 2, 3, not the number 0$/,
    ],
    [
      "an empty policy section",
      "policy:\n",
      /^warrant\.yaml:1:1: policy has no value; give a set of keys or remove the key$/,
    ],
    [
      "a duplicate key",
      "intent: {gate: agents}\nintent: {enforce: true}\n",
      /^warrant\.yaml:2:1: the key "intent" stands here twice; the first is on line 1$/,
    ],
    ["an alias that contains itself", "a: &a [*a]\n", /the alias \*a contains itself/],
    [
      "a pattern that leaves the repository",
      "intent: {docs_path_patterns: [ok, ../x]}\n",
      /^warrant\.yaml:1:35: intent\.docs_path_patterns\[1\] leaves the repository with `\.\.`$/,
    ],
    [
      "a pattern of another glob language",
      "intent: {test_path_patterns: ['{a,b}/**']}\n",
      /^warrant\.yaml:1:31: .*only `\*` and `\*\*` are known$/,
    ],
    [
      "a list that adds and replaces",
      "intent: {guardrail_path_patterns: [+a, b]}\n",
      /^warrant\.yaml:1:35: intent\.guardrail_path_patterns mixes entries with and without/,
    ],
    [
      "words that add and replace",
      "intent: {feature_signals: [+a, b]}\n",
      /^warrant\.yaml:1:27: intent\.feature_signals mixes entries/,
    ],
    [
      "a word that is only a plus",
      "intent: {feature_signals: ['+ ']}\n",
      /^warrant\.yaml:1:28: intent\.feature_signals\[0\] is empty$/,
    ],
    [
      "only exceptions",
      "intent: {docs_path_patterns: ['!a']}\n",
      /^warrant\.yaml:1:30: intent\.docs_path_patterns has only exceptions/,
    ],
    [
      "a plan pattern that adds",
      "intent: {evidence: {plan: {paths: [+a]}}}\n",
      /^warrant\.yaml:1:36: intent\.evidence\.plan\.paths\[0\] begins with `\+`/,
    ],
    [
      "a beads file outside",
      "intent: {evidence: {plan: {beads: [../a]}}}\n",
      /^warrant\.yaml:1:36: .*must be a path inside the repository/,
    ],
    [
      "a beads pattern",
      "intent: {evidence: {plan: {beads: ['*.jsonl']}}}\n",
      /is a file name, not a pattern; list each file$/,
    ],
  ])("%s", (_, text, expected) => {
    const found = errors(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  it.each([
    [
      "a label of no dimension",
      "labels: {a: {value: x}}",
      /^warrant\.yaml:1:22: policy\.labels\.a\.dimension is missing; it is one of risk, priority, domain, initiative$/,
    ],
    [
      "an unknown dimension",
      "labels: {a: {dimension: domian, value: x}}",
      /^warrant\.yaml:1:34: .*did you mean "domain"\?$/,
    ],
    [
      "a risk that is none",
      "labels: {a: {dimension: risk, value: huge}}",
      /policy\.labels\.a\.value must be one of low, medium, high, not the text "huge"$/,
    ],
    [
      "a label with a text",
      "labels: {a b: high}",
      /^warrant\.yaml:1:24: policy\.labels\."a b" must be a set of keys, not the text "high"$/,
    ],
    ["a label without a name", "labels: {'': {dimension: domain, value: x}}", /has an empty name$/],
    ["a label of spaces", "labels: {' ': {dimension: domain, value: x}}", /has an empty name$/],
    [
      "one label in two spellings",
      "labels: {Bug: {dimension: domain, value: x}, 'bug ': {dimension: risk, value: low}}",
      /^warrant\.yaml:1:55: policy\.labels\."bug " is the same label as "Bug": case and outer spaces do not count$/,
    ],
    [
      "a weight that is no whole number",
      "labels: {a: {dimension: domain, value: x, weight: 0.5}}",
      /weight must be a whole number, not the number 0\.5$/,
    ],
    [
      "a rule for ambiguous changes",
      "rules: [{id: a, scope: intent, when: {status: ambiguous}, set: {}}]",
      /^warrant\.yaml:1:56: policy\.rules\[0\]\.when\.status must be one of mapped, unmapped, suggested, not the text "ambiguous"; no rule can reach a change whose intent is ambiguous: it always gets the safest policy$/,
    ],
    [
      "a rule for unlinked changes among others",
      "rules: [{id: a, scope: intent, when: {status: [mapped, unlinked]}, set: {}}]",
      /when\.status\[1\] must be one of .*no rule can reach a change whose intent is unlinked/,
    ],
    [
      "an unknown scope",
      "rules: [{id: a, scope: repo, set: {}}]",
      /^warrant\.yaml:1:33: policy\.rules\[0\]\.scope must be one of organization, repository, intent, workflow, not the text "repo"; did you mean "repository"\?$/,
    ],
    [
      "an unknown autonomy",
      `rules: [{id: a, scope: repository, set: {autonomy: full}}]`,
      /must be one of propose_only, supervised, bounded, not the text "full"$/,
    ],
    [
      "an unknown write scope",
      `rules: [{id: a, scope: repository, set: {write_scope: feature}}]`,
      /did you mean "feature_branch"\?$/,
    ],
    [
      "no attempt",
      "rules: [{id: a, scope: repository, set: {max_attempts: 0}}]",
      /policy\.rules\[0\]\.set\.max_attempts must be 1 or more, not the number 0$/,
    ],
    [
      "a condition that lists nothing",
      "rules: [{id: a, scope: repository, when: {domain: []}, set: {}}]",
      /when\.domain must list at least one entry; remove the key to match anything$/,
    ],
    [
      "a condition of the wrong type",
      "rules: [{id: a, scope: repository, when: {domain: 3}, set: {}}]",
      /when\.domain must be a text, not the number 3; put it in quotes$/,
    ],
    [
      "a wrong entry in a condition",
      "rules: [{id: a, scope: repository, when: {domain: [x, 3]}, set: {}}]",
      /when\.domain\[1\] must be a text, not the number 3; put it in quotes$/,
    ],
    [
      "an unknown condition",
      "rules: [{id: a, scope: repository, when: {label: x}, set: {}}]",
      /^warrant\.yaml:1:52: unknown key "label" under policy\.rules\[0\]\.when \(valid keys: status, domain, priority, risk, initiative, owner, repository\)$/,
    ],
    [
      "a rule without an id",
      "rules: [{scope: repository, set: {}}]",
      /^warrant\.yaml:1:18: policy\.rules\[0\]\.id is missing$/,
    ],
    ["an empty id", "rules: [{id: '', scope: repository, set: {}}]", /policy\.rules\[0\]\.id must not be empty$/],
    [
      "one id twice",
      `rules: [{${rule}}, {id: b, scope: intent, set: {}}, {${rule}}]`,
      /^warrant\.yaml:1:93: policy\.rules\[2\]\.id "a" is already the id of policy\.rules\[0\]; ids must be unique$/,
    ],
    ["a rule that is a text", "rules: [a]", /policy\.rules\[0\] must be a set of keys, not the text "a"$/],
    ["an unknown trust", "attribution: {trust_labels: all}", /must be one of verified, any, not the text "all"$/],
  ])("in a policy: %s", (_, text, expected) => {
    const found = errors(`policy: {${text}}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  it("tells everything at once, in the order of the file, schema and contradictions together", () => {
    const found = errors(
      `intent:\n  docs_path_patterns: [+a, b]\n  gat: x\npolicy:\n  labels:\n    A: {dimension: risk, value: low}\n    a: {dimension: risk, value: hi}\n  rules:\n    - {${rule}}\n    - {${rule}, extra: 1}\n    - 7\n`,
    );
    expect(found.map((line) => line.split(": ", 1)[0])).toEqual([
      "warrant.yaml:2:23",
      "warrant.yaml:3:3",
      "warrant.yaml:7:5",
      "warrant.yaml:7:33",
      "warrant.yaml:10:12",
      "warrant.yaml:10:43",
      "warrant.yaml:11:7",
    ]);
  });

  it("stops at twenty problems and says how many more there are", () => {
    const found = errors(`intent:\n${Array.from({ length: 30 }, (_, index) => `  key${index}: 1\n`).join("")}`);
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe("warrant.yaml:21:3: and 10 more problems after this");
  });

  it("answers for thousands of wrong rules", () => {
    const found = errors(`policy:\n  rules:\n${"    - {id: a, x: 1}\n".repeat(3000)}`);
    expect(found.at(-1)).toMatch(/and \d+ more problems after this$/);
  });

  it("refuses more rules than fit the file, with the size", () => {
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `    - {id: r${index}, scope: repository, set: {}}\n`,
    ).join("");
    expect(errors(`policy:\n  rules:\n${many}`)).toEqual(["warrant.yaml:1:1: is 449 KiB; at most 256 KiB are read"]);
  });

  it.each([
    ["absolute", "/srv/x", "is absolute"],
    ["two scripts in one entry", "pаyments/", "mixes letters of two scripts"],
    ["letters that imitate Latin", "рау/", "look like Latin"],
    ["only exceptions", "'!x'", "exceptions only"],
  ])("a sensitive path that is %s", (_, entry, reason) => {
    const found = errors(`intent: {sensitive_paths: [${entry}]}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^warrant\.yaml:1:2[78]: intent\.sensitive_paths/);
    expect(found[0]).toContain(reason);
  });

  it("reads two hundred sensitive paths and refuses one more", () => {
    const list = (count: number) =>
      `intent: {sensitive_paths: [${Array.from({ length: count }, (_, index) => `p${index}/`).join(", ")}]}\n`;
    expect(read(list(200)).configuration.intent.sensitive_paths).toHaveLength(200);
    expect(errors(list(201))).toEqual(["warrant.yaml:1:27: intent.sensitive_paths has more than 200 entries"]);
  });

  it("never repeats a sensitive path, whatever is wrong with it", () => {
    for (const entry of ["../secret", "'sec\\u0072et{}'", "secret?", "/a/../secret", "'secret '"]) {
      const found = errors(`intent: {sensitive_paths: [ok, ${entry}]}\n`);
      expect(found[0]).toMatch(/^warrant\.yaml:1:32: intent\.sensitive_paths\[1\] /);
      expect(found.join()).not.toContain("secret");
    }
    expect(errors("intent: {sensitive_paths: [{secret: 1}, 4711]}\n").join()).not.toMatch(/secret|4711/);
    expect(errors("intent: {sensitive_paths: secret}\n").join()).not.toContain('"secret"');
  });
});

describe("what is allowed but doubtful", () => {
  it.each([
    [
      "documentation that is everything",
      "intent: {docs_path_patterns: ['**']}",
      /^warrant\.yaml:1:31: intent\.docs_path_patterns\[0\] matches every file: every change would count as documentation and be tier 0$/,
    ],
    [
      "tests that are everything",
      "intent: {test_path_patterns: ['+*']}",
      /matches every file: every change that only adds lines would be tier 0$/,
    ],
    ["guardrails that are everything", "intent: {guardrail_path_patterns: ['+**/*']}", /every change would be tier 3$/],
    ["sensitive everything", "intent: {sensitive_paths: ['*']}", /every change would be sensitive$/],
    [
      "guardrails that replace the default",
      "intent: {guardrail_path_patterns: [a]}",
      /replaces the default list, so workflows, owner files and agent instructions are guarded only if it names them/,
    ],
    [
      "sensitive paths beyond ASCII",
      "intent: {sensitive_paths: [größe/, straße/]}",
      /^warrant\.yaml:1:27: intent\.sensitive_paths: Some sensitive paths hold characters beyond ASCII/,
    ],
    [
      "a person who is also an agent",
      "intent: {agents: {logins: [Robo], people: [robo]}}",
      /intent\.agents\.people\[0\] "robo" is also in intent\.agents\.logins, which wins: it counts as an agent$/,
    ],
    [
      "a model",
      "intent: {alignment_model: gpt-5}",
      /^warrant\.yaml:1:27: intent\.alignment_model does nothing in this version: no model is asked/,
    ],
    [
      "a login with a space",
      "intent: {agents: {logins: [my bot]}}",
      /agents\.logins\[0\] is not the name of an account/,
    ],
    [
      "the address of an account",
      "intent: {agents: {people: [maria, 'https://github.com/sam']}}",
      /agents\.people\[1\] is not the name of an account/,
    ],
    [
      "a login with an @ after it",
      "intent: {agents: {dependency_bots: ['renovate@']}}",
      /dependency_bots\[0\] is not the name/,
    ],
    [
      "commits of nobody",
      "intent: {evidence: {approval: {ignore_commits_by: [a/b]}}}",
      /ignore_commits_by\[0\] is not the name of an account/,
    ],
    ["an email without @", "intent: {agents: {emails: [agent.example.com]}}", /emails\[0\] is not an address/],
    ["eleven approvals", "intent: {evidence: {approval: {count: 11}}}", /count asks for 11 people to approve/],
    [
      "plans of a computer",
      "intent: {evidence: {plan: {paths: [/home/maria/plans/*.md]}}}",
      /plan\.paths\[0\] looks like a path outside the repository/,
    ],
    ["guarded files of a home", "intent: {guardrail_path_patterns: [+~/deploy/**]}", /looks like a path outside/],
    [
      "a policy without rules",
      "policy: {}",
      /^warrant\.yaml:1:9: policy has no rules, so every gated change needs a human approval$/,
    ],
    [
      "a rule that sets nothing",
      `policy: {rules: [{${rule}}]}`,
      /policy\.rules\[0\]\.set is empty: alone, the rule gives the safest policy$/,
    ],
    [
      "a condition no label gives",
      "policy: {rules: [{id: a, scope: intent, when: {domain: x}, set: {max_attempts: 2}}]}",
      /when\.domain names "x", which no label of policy\.labels gives; it can never match$/,
    ],
    [
      "a weight of nothing",
      `policy: {scoring: {dimension: priority}, rules: [{id: a, scope: intent, set: {max_attempts: 2}}]}`,
      /policy\.scoring has nothing to weigh: no label of dimension priority has a weight$/,
    ],
  ])("%s", (_, text, expected) => {
    const { warnings } = read(text);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(expected);
  });

  it("is silent about usual accounts, addresses, ten approvals and plans anchored at the root", () => {
    const accounts =
      "logins: ['builder[bot]', a_b, '@robo', app/robo], people: [Maria-1], emails: [a@b.example, '1+a[bot]@users.noreply.github.com']";
    const evidence = "evidence: {approval: {count: 10}, plan: {paths: [/plans/*.md]}}";
    expect(read(`intent: {agents: {${accounts}}, ${evidence}}`).warnings).toEqual([]);
  });

  it("is silent about a list that adds a few patterns", () => {
    expect(
      read(
        "intent: {docs_path_patterns: ['+site/**'], guardrail_path_patterns: [+deploy/**], sensitive_paths: [billing/]}",
      ).warnings,
    ).toEqual([]);
  });
});

describe("the digest", () => {
  it("does not depend on the mode, on order or on how it is written", () => {
    const report = read("intent:\n  gate: everyone\n  hold_labels: [hold, do-not-merge]\n").digest;
    expect(read("intent: {enforce: true, hold_labels: [hold, do-not-merge], gate: everyone}").digest).toBe(report);
    expect(report).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
  it.each(["intent: {gate: everyone}", "intent: {bots: gate}", "policy: {}", "intent: {drift: {decide: false}}"])(
    "changes with what decides: %s",
    (text) => {
      expect(read(text).digest).not.toBe(read("").digest);
    },
  );
});

describe("loadConfiguration", () => {
  it("gives the defaults without a file", async () => {
    expect(await loadConfiguration([])).toEqual({
      ok: true,
      configuration: defaultConfiguration,
      digest: configurationDigest(defaultConfiguration),
      warnings: [],
    });
  });
  it("reads the one file under its own name", async () => {
    const reading = await loadConfiguration([{ name: "warrant.yml", bytes: Buffer.from("intent: 1") }]);
    expect(reading).toMatchObject({ ok: false, errors: [{ file: "warrant.yml", line: 1, column: 9, path: "intent" }] });
  });
  it("refuses two files and names both", async () => {
    const reading = await loadConfiguration([
      { name: "warrant.yaml", bytes: "" },
      { name: "warrant.yml", bytes: "" },
    ]);
    expect(reading).toEqual({
      ok: false,
      errors: [
        {
          file: "warrant.yaml",
          line: 1,
          column: 1,
          path: "",
          message: "warrant.yaml and warrant.yml are both present; keep one and delete the other",
        },
      ],
    });
  });
});

describe("any text", () => {
  const keys = keyPaths(Configuration).map(
    (path) => path.split(/[.[\]]+/).findLast((part) => part !== "" && part !== "*") ?? "",
  );
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        1.5,
        "",
        "agents",
        "write",
        "risk",
        "high",
        "ambiguous",
        "+a",
        "!b",
        "**",
        "../x",
        "__proto__",
      ),
      fc.string(),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie("value"), { maxKeys: 4 }),
    ),
  }))["value"];

  it("gives a configuration or placed errors, never an exception", () => {
    fc.assert(
      fc.property(fc.oneof(value, fc.record({ intent: value, policy: value }, { requiredKeys: [] })), (document) => {
        const text = JSON.stringify(document);
        const reading = readConfiguration(text, "w.yaml");
        // What was read is complete: reading it again changes nothing.
        expect(!reading.ok || canonicalJson(Configuration.parse(reading.configuration))).toEqual(
          !reading.ok || canonicalJson(reading.configuration),
        );
        const found = reading.ok ? [] : reading.errors;
        expect(reading.ok || found.length > 0).toBe(true);
        expect(found.length).toBeLessThanOrEqual(21);
        for (const error of found) {
          expect(error).toMatchObject({ file: "w.yaml", line: 1 });
          expect(error.column).toBeGreaterThanOrEqual(1);
          expect(error.column).toBeLessThanOrEqual(text.length + 1);
          expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]|undefined/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});
