/** @module Runs the scenarios of a policy test file: what was given, what came out, and where it differs from what was expected. */

import { canonicalJson } from "../canonical.ts";
import type { Finding } from "../finding.ts";
import { type AttributionInput, resolveAttribution } from "../intent/attribution.ts";
import type { PolicyConfiguration } from "../intent/labels.ts";
import type { Attribution, ExecutionPolicy, PolicyDecision } from "../verdict.ts";
import {
  type Authorization,
  authorizeApproval,
  authorizeAttempt,
  authorizeAutoMerge,
  authorizeChecks,
  authorizeTool,
  authorizeWrite,
} from "./authorize.ts";
import { compilePolicy } from "./compile.ts";
import type { AuthorizeCall, PolicyGiven, PolicyScenario, PolicyTestFile } from "./scenario.schema.ts";

/** One place where a result is not what was expected; both sides are JSON values. */
export interface ScenarioDifference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface ScenarioResult {
  readonly name: string;
  readonly passed: boolean;
  readonly differences: readonly ScenarioDifference[];
}

/** The configuration a scenario is about; recorded in the record and never compared with a real one. */
const scenarioDigest = "sha256:policy-test";
const head = "head";

const emptyPolicy: PolicyConfiguration = {
  labels: {},
  attribution: { multiple_roots: "ambiguous", allow_artifact_label_fallback: true, trust_labels: "verified" },
  rules: [],
};

interface Outcome {
  readonly attribution: Attribution;
  /** Null without a policy. */
  readonly decision: PolicyDecision | null;
  readonly findings: readonly Finding[];
}

function givenRecord(given: NonNullable<PolicyGiven["attribution"]>): Attribution {
  const isResolved = given.status !== "ambiguous" && given.status !== "unlinked";
  const { risk = isResolved ? "unknown" : null, ...dimensions } = given.dimensions;
  return {
    status: given.status,
    source: "none",
    rule: "given",
    root: null,
    roots: [],
    key: given.key ?? null,
    labels: given.labels,
    dimensions: { ...dimensions, risk },
    weight: null,
    config_digest: scenarioDigest,
    resolver: "attribution/v1",
  };
}

function givenInput(given: PolicyGiven, repository: string): AttributionInput {
  const address = (issue: { repository?: string | undefined; number: number }) => {
    const where = issue.repository ?? repository;
    return { repository: where, number: issue.number, url: `https://github.com/${where}/issues/${issue.number}` };
  };
  const intent = given.explicit_intent;
  const number = given.change ?? null;
  return {
    change: { repository, number, url: number === null ? null : `https://github.com/${repository}/pull/${number}` },
    explicitIntent:
      intent === undefined
        ? null
        : {
            key: intent.key,
            status: intent.status ?? null,
            root: intent.root === undefined ? null : address(intent.root),
            labels: intent.labels,
          },
    roots: given.roots.map((root) => ({
      ...address(root),
      isReadable: !root.unreadable,
      isOpen: root.state === "open",
      labels: root.labels,
    })),
    labels: given.labels,
    areRootsComplete: given.roots_complete,
  };
}

function outcomeOf(given: PolicyGiven, policy: PolicyConfiguration | undefined, fileRepository: string): Outcome {
  const repository = given.repository ?? fileRepository;
  const { attribution, parts, findings } =
    given.attribution === undefined
      ? resolveAttribution(givenInput(given, repository), policy, scenarioDigest)
      : { attribution: givenRecord(given.attribution), parts: [], findings: [] };
  const [owner = ""] = repository.split("/");
  const decision =
    policy === undefined
      ? null
      : compilePolicy(attribution, policy.rules, scenarioDigest, { owner, repository, parts });
  return { attribution, decision, findings };
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is expected of a part must be there; what is not spoken of may be anything. Lists of words compare as sets do. */
function compare(expected: unknown, actual: unknown, path: string): ScenarioDifference[] {
  if (isRecord(expected) && isRecord(actual)) {
    return Object.keys(expected).flatMap((key) =>
      expected[key] === undefined ? [] : compare(expected[key], actual[key], `${path}.${key}`),
    );
  }
  const [left, right] =
    isStringList(expected) && isStringList(actual) ? [[...expected].sort(), [...actual].sort()] : [expected, actual];
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length && !isStringList(left)) {
    return left.flatMap((item, index) => compare(item, right[index], `${path}[${index}]`));
  }
  return canonicalJson(left) === canonicalJson(right) ? [] : [{ path, expected, actual: actual ?? null }];
}

/** Two documents that must be the same bytes. */
function identical(expected: unknown, actual: unknown, path: string): ScenarioDifference[] {
  if (canonicalJson(expected) === canonicalJson(actual)) return [];
  const places = compare(expected, actual, path);
  return places.length === 0 ? [{ path, expected, actual }] : places;
}

function answer(call: AuthorizeCall, policy: ExecutionPolicy): Authorization<string> {
  if ("tool" in call) return authorizeTool(policy, call.tool);
  if ("write" in call) return authorizeWrite(policy, call.write);
  if ("approval" in call) return authorizeApproval(policy, call.approval);
  if ("attempt" in call) return authorizeAttempt(policy, call.attempt);
  if ("auto_merge" in call) return authorizeAutoMerge(policy);
  const checks = Object.entries(call.checks).map(([name, conclusion]) => ({
    name,
    status: "completed",
    conclusion,
    head_sha: head,
  }));
  return authorizeChecks(policy, checks, head);
}

function authorizeDifferences(scenario: PolicyScenario, decision: PolicyDecision | null): ScenarioDifference[] {
  return scenario.authorize.flatMap((call, index) => {
    const result = decision === null ? null : answer(call, decision.policy);
    const actual = result === null ? null : result.ok ? "ok" : result.error;
    return actual === call.expect ? [] : [{ path: `authorize[${index}]`, expected: call.expect, actual }];
  });
}

/**
 * Runs one scenario.
 *
 * @param policy the policy the scenario is about; its `rules` are replaced by the scenario's own if it has any. Without a
 * policy nothing is compiled, and whatever the scenario expects of one is a difference.
 * @param repository of changes that name none.
 */
export function runScenario(
  scenario: PolicyScenario,
  policy: PolicyConfiguration | undefined,
  repository = "example/project",
): ScenarioResult {
  const used = scenario.rules === undefined ? policy : { ...(policy ?? emptyPolicy), rules: scenario.rules };
  const run = (given: PolicyGiven) => outcomeOf(given, used, repository);
  const { attribution, decision, findings } = run(scenario.given);
  const { expect } = scenario;
  const actual: Record<keyof typeof expect, unknown> = {
    attribution,
    policy: decision?.policy ?? null,
    overrides: decision?.overrides ?? null,
    findings: [...new Set(findings.map(({ rule }) => rule))],
  };
  const differences = (["attribution", "policy", "overrides", "findings"] as const).flatMap((part) =>
    expect[part] === undefined ? [] : compare(expect[part], actual[part], part),
  );
  const compiled = decision?.policy ?? null;
  for (const [index, given] of scenario.same.entries()) {
    const other = run(given);
    differences.push(...identical(attribution, other.attribution, `same[${index}].attribution`));
    differences.push(...identical(compiled, other.decision?.policy ?? null, `same[${index}].policy`));
  }
  for (const [index, given] of scenario.same_policy.entries()) {
    differences.push(...identical(compiled, run(given).decision?.policy ?? null, `same_policy[${index}]`));
  }
  differences.push(...authorizeDifferences(scenario, decision));
  return { name: scenario.name, passed: differences.length === 0, differences };
}

/** Runs every scenario of a file, in order, against the file's own policy or else the configuration's. */
export function runPolicyTest(file: PolicyTestFile, configured: PolicyConfiguration | undefined): ScenarioResult[] {
  return file.scenarios.map((scenario) => runScenario(scenario, file.policy ?? configured, file.repository));
}
