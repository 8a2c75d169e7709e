import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { readConfiguration } from "@warrant/sources/configuration";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { renderConfiguration } from "../packages/cli/src/commands/init-template.ts";
import { changeFacts, issue, review } from "../testing/facts.ts";
import { generateSchemas, schemaFolder } from "./generate-schema.ts";

function validator(name: string) {
  const schema: unknown = JSON.parse(readFileSync(join(schemaFolder, `${name}.schema.json`), "utf8"));
  return new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema as object);
}

describe("the committed JSON Schemas", () => {
  it.each([...generateSchemas()])(
    "%s is what the schemas in code give (run scripts/generate-schema.ts)",
    (name, text) => {
      expect(readFileSync(join(schemaFolder, name), "utf8")).toBe(text);
    },
  );

  it("are all there, and nothing else is", () => {
    expect(readdirSync(schemaFolder).sort()).toEqual([...generateSchemas().keys()].sort());
  });
});

describe("warrant.schema.json agrees with the reader", () => {
  const validate = validator("warrant");
  it.each([
    ["a new file", renderConfiguration({}), true],
    ["every key of it", renderConfiguration({}).replaceAll(/^(\s*)#(?! |$)/gm, "$1"), true],
    ["an empty section", "intent:\n  agents:\n", true],
    ["an unknown key", "intent: {enforced: true}", false],
    ["an unknown word", "intent: {gate: agent}", false],
    ["no approval", "intent: {evidence: {approval: {count: 0}}}", false],
    ["triage", "intent: {evidence: {approval: {min_permission: triage}}}", false],
    ["an empty policy", "policy:", false],
    [
      "a rule for ambiguous changes",
      "policy: {rules: [{id: a, scope: intent, when: {status: ambiguous}, set: {}}]}",
      false,
    ],
    ["a rule without a set", "policy: {rules: [{id: a, scope: intent}]}", false],
    ["a label's risk", "policy: {labels: {a: {dimension: risk, value: huge}}}", false],
  ])("about %s", (_, text, valid) => {
    expect(readConfiguration(text, "warrant.yaml").ok).toBe(valid);
    expect(validate(parse(text))).toBe(valid);
  });
});

describe("change-facts.schema.json", () => {
  const validate = validator("change-facts");
  it("accepts complete facts, as the reader does", () => {
    const facts = changeFacts({
      issues: [issue(12), { repository: "acme/shop", number: 3, link: "reference", unreadable: "not_found" }],
      reviews: [review("nadia")],
      plans: [{ id: "a", source: "file", title: "", notes: "", status: "approved", issue: null, children: [] }],
      incomplete: [{ what: "labels", why: "not available without a platform" }],
    });
    const document: unknown = JSON.parse(JSON.stringify(facts));
    expect(readFacts(document).ok).toBe(true);
    expect(validate(document)).toBe(true);
  });
  it.each([
    ["another schema name", { schema: "warrant.change-facts/v2" }],
    ["a title that is a list", { title: [] }],
    ["files that are no list", { files: {} }],
  ])("refuses %s, as the reader does", (_, part) => {
    const document = { ...changeFacts(), ...part };
    expect(readFacts(document).ok).toBe(false);
    expect(validate(document)).toBe(false);
  });
});

const attribution = {
  status: "unlinked",
  source: "none",
  rule: "no_supported_intent_source",
  root: null,
  roots: [],
  key: null,
  labels: [],
  dimensions: { priority: null, domains: [], initiative: null, risk: null },
  weight: null,
  config_digest: "sha256:0",
  resolver: "attribution/v1",
};
const decision = {
  schema: "warrant.policy-decision/v1",
  intent: attribution,
  policy: {
    autonomy: "propose_only",
    write_scope: "none",
    human_approval_required: true,
    auto_merge_allowed: false,
    max_attempts: 1,
    allowed_tools: null,
    denied_tools: [],
    required_checks: [],
    rule_ids: [],
  },
  applied_rules: [],
  not_applied: [],
  overrides: [],
  config_digest: "sha256:0",
  compiler: "policy/v1",
};
const verdict = {
  schema: "warrant.verdict/v1",
  gate: "change",
  subject: { repository: "acme/shop", number: null, base_ref: "main", base_sha: "b", head_sha: "a" },
  decision: "deny",
  deny_kind: "unauthorized",
  reason: "No issue is named [auth.issue-missing]",
  gated: true,
  gated_because: "agent",
  agent: { kind: "agent", name: "claude", confidence: "certain", evidence: [] },
  tier: { value: 1, rule: "tier.default", reason: "x", paths: [] },
  authorized: false,
  evidence: {
    linked_issue: { present: false, issues: [] },
    approved_plan: { present: false, source: null, plans: [] },
    human_approval: { present: false, needed: 1, approvals: [], vetoes: [] },
  },
  references: [],
  attribution,
  execution: decision,
  auto_merge: { allowed: false, because: [] },
  floor: {
    class: "trivial",
    contributors: [],
    files: 1,
    lines: 3,
    lines_by: { code: 3, test: 0, docs: 0, generated: 0, lockfile: 0, other: 0 },
  },
  alignment: {
    status: "unclear",
    rationale: "x",
    text: { words: 0, issues: [], plans: [], digest: "sha256:0" },
    deterministic_findings: [],
    files: [],
    model: null,
    model_error: null,
  },
  incomplete: [],
  findings: [{ rule: "auth.issue-missing", severity: "block", message: "x", where: {}, next: "y" }],
  digests: { facts: "sha256:0", config: "sha256:0", intent: "sha256:0", advice: null },
  rules_version: 1,
};

describe.each([
  ["verdict", verdict],
  ["policy-decision", decision],
])("%s.schema.json", (name, sample) => {
  const validate = validator(name);
  it("accepts a sample", () => {
    expect(validate(sample)).toBe(true);
  });
  it.each(Object.keys(sample))("refuses one without %s", (key) => {
    const { [key]: _, ...rest } = sample as Record<string, unknown>;
    expect(validate(rest)).toBe(false);
  });
  it("refuses a key that is not of it", () => {
    expect(validate({ ...sample, mode: "report" })).toBe(false);
  });
});
