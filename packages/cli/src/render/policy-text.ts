/** @module A policy decision and the results of policy tests as text for people. */

import type { ScenarioResult } from "@warrant/kernel/policy/scenario";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { Attribution, ExecutionPolicy, PolicyDecision } from "@warrant/kernel/verdict";

type Formatter = (text: string) => string;

/** The colours a text uses; each may be plain. */
export interface PolicyColours {
  readonly bold: Formatter;
  readonly dim: Formatter;
  readonly green: Formatter;
  readonly red: Formatter;
}

type Row = readonly [label: string, text: string];

function list(values: readonly string[], none: string): string {
  return values.length === 0 ? none : values.map((value) => outside(value, 200)).join(", ");
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

function intentRows(intent: Attribution): Row[] {
  const { priority, domains, initiative, risk } = intent.dimensions;
  const roots = intent.roots.map(({ repository, number }) =>
    number === null ? repository : `${repository}#${number}`,
  );
  return [
    ["status", `${intent.status} (${intent.rule})`],
    ["source", words(intent.source)],
    ["roots", list(roots, "none")],
    ...(intent.key === null ? [] : [["key", outside(intent.key, 200)] as const]),
    ["labels", list(intent.labels, "none")],
    ["priority", outside(priority ?? "not known")],
    ["domain", list(domains, "not known")],
    ["risk", risk ?? "not known"],
    ["initiative", outside(initiative ?? "not known")],
    ...(intent.weight === null ? [] : [["weight", String(intent.weight)] as const]),
  ];
}

function policyRows(policy: ExecutionPolicy): Row[] {
  const tools = policy.allowed_tools === null ? "every tool that is not denied" : list(policy.allowed_tools, "no tool");
  return [
    ["autonomy", words(policy.autonomy)],
    ["write scope", words(policy.write_scope)],
    ["human approval", policy.human_approval_required ? "required" : "not required"],
    ["auto-merge", policy.auto_merge_allowed ? "allowed" : "not allowed"],
    ["attempts", `at most ${policy.max_attempts}`],
    ["tools", tools],
    ["denied tools", list(policy.denied_tools, "none")],
    ["required checks", list(policy.required_checks, "none")],
  ];
}

function section(title: string, rows: readonly Row[], colours: PolicyColours): string[] {
  const width = rows.reduce((widest, [label]) => Math.max(widest, label.length), 0);
  return [colours.bold(title), ...rows.map(([label, text]) => `  ${colours.dim(label.padEnd(width))}  ${text}`)];
}

function shown(value: unknown): string {
  return outside(typeof value === "string" ? value : JSON.stringify(value), 200);
}

/** What a change or a described intent is permitted, and which rule said so (change gate, section 6.4). */
export function policyDecisionText(decision: PolicyDecision, title: string, colours: PolicyColours): string {
  const rules = (items: PolicyDecision["applied_rules"]): Row[] =>
    items.map(({ id, reason }) => [outside(id, 100), outside(reason)]);
  const overrides = decision.overrides.map(({ field, rule, requested, effective, by, reason }): string[] => [
    `  ${outside(rule, 100)} asks for ${words(field)} ${shown(requested)}; ${shown(effective)} holds, by ${outside(by, 100)}`,
    `    ${colours.dim(outside(reason))}`,
  ]);
  const noRule = [`  ${colours.dim("no rule applies, so the safest policy holds")}`];
  const parts = [
    section(`Intent of ${outside(title, 200)}`, intentRows(decision.intent), colours),
    section("Execution policy", policyRows(decision.policy), colours),
    [
      ...section("Rules that apply", rules(decision.applied_rules), colours),
      ...(decision.applied_rules.length === 0 ? noRule : []),
    ],
    ...(decision.not_applied.length === 0 ? [] : [section("Rules that do not", rules(decision.not_applied), colours)]),
    ...(overrides.length === 0 ? [] : [[colours.bold("Where a rule asked for more"), ...overrides.flat()]]),
  ];
  return withoutCommands(`${parts.map((part) => part.join("\n")).join("\n\n")}\n`);
}

/** The results of one test file: each scenario, and for one that fails every place where it differs. */
export function policyTestText(name: string, results: readonly ScenarioResult[], colours: PolicyColours): string {
  const lines = results.flatMap((result) => [
    `  ${result.passed ? colours.green("pass") : colours.red("FAIL")}  ${outside(result.name, 200)}`,
    ...result.differences.flatMap(({ path, expected, actual }) => [
      `        ${outside(path, 200)}`,
      `          expected  ${shown(expected)}`,
      `          actual    ${shown(actual)}`,
    ]),
  ]);
  return `${[colours.bold(outside(name)), ...lines].join("\n")}\n`;
}
