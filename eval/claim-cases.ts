/** @module Cases of `claims.jsonl`: an output, its trace, and what the claim gate has to say of them, beside constant gates. */

import { claimFactsSchema } from "@warrant/kernel/claim/facts";
import { gate } from "@warrant/kernel/claim/judge";
import type { GatekeeperResult, GateStatus } from "@warrant/kernel/claim/result";

/** The file of the set, in a folder of cases. */
export const claimSet = "claims.jsonl";

/** One line of the case file. Long strings stand as `{"$before"?, "$repeat": [text, times], "$after"?}`. */
export interface ClaimCase {
  readonly id: string;
  readonly family: string;
  readonly agent?: string;
  readonly output: unknown;
  readonly trace: unknown;
  readonly expect: {
    readonly status: GateStatus;
    readonly rules: readonly { readonly rule: string; readonly status: string; readonly codes: readonly string[] }[];
    readonly claims: readonly { readonly id: string; readonly outcome: string }[];
    readonly evidence?: readonly { readonly id: string; readonly grade: string; readonly veto: string | null }[];
    readonly warn?: readonly string[];
  };
}

/** Puts the long strings of a case together. */
export function expandRepeats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expandRepeats);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const repeat = fields["$repeat"];
  if (Array.isArray(repeat)) {
    const [text, times] = repeat as [string, number];
    const [before = "", after = ""] = [fields["$before"], fields["$after"]] as (string | undefined)[];
    return `${before}${text.repeat(times)}${after}`;
  }
  return Object.fromEntries(Object.entries(fields).map(([key, entry]) => [key, expandRepeats(entry)]));
}

/** What the gate says of a case. */
export function judgeClaimCase(one: ClaimCase): GatekeeperResult {
  return gate({
    schema: claimFactsSchema,
    mode: "output",
    output: expandRepeats(one.output),
    trace: expandRepeats(one.trace),
    ...(one.agent === undefined ? {} : { agent: one.agent }),
  });
}

function refusals(checks: readonly { rule: string; status: string; codes: readonly string[] }[]): string {
  return checks
    .map(({ rule, status, codes }) => `${rule} ${status} ${codes.toSorted((a, b) => (a < b ? -1 : 1)).join("+")}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(", ");
}

/** In what a result differs from what the case expects; empty when in nothing. */
export function differences(one: ClaimCase, result: GatekeeperResult): string[] {
  const { expect } = one;
  const wrong: string[] = [];
  if (result.status !== expect.status) wrong.push(`status ${result.status}`);
  const refused = result.checks
    .filter(({ status }) => status === "fail" || status === "error")
    .map(({ rule, status, findings }) => ({
      rule,
      status,
      codes: [...new Set(findings.filter(({ severity }) => severity === "block").map(({ code }) => code))],
    }));
  if (refusals(refused) !== refusals(expect.rules)) wrong.push(`checks ${refusals(refused) || "none"}`);
  for (const { id, outcome } of expect.claims) {
    const given = result.claims.find((claim) => claim.id === id)?.outcome;
    if (given !== outcome) wrong.push(`${id} ${given ?? "not judged"}`);
  }
  for (const { id, grade, veto } of expect.evidence ?? []) {
    const given = result.evidence.find((item) => item.id === id);
    if (given?.grade !== grade || given.veto !== veto) wrong.push(`${id} ${given?.grade ?? "-"} ${given?.veto ?? "-"}`);
  }
  const warned = new Set(
    result.checks.flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === "warn").map(({ rule, code }) => `${rule}:${code}`),
    ),
  );
  for (const warning of expect.warn ?? []) if (!warned.has(warning)) wrong.push(`no ${warning}`);
  return wrong;
}

/** Shares of a gate: outputs let through although they must not pass, and valid ones kept back. */
interface Shares {
  readonly let_through: number;
  readonly kept_back: number;
}

export interface ClaimFigures extends Shares {
  readonly set: string;
  readonly total: number;
  readonly passed: number;
  /** Of all claims, those with the outcome the case expects. */
  readonly outcomes: { readonly total: number; readonly right: number };
  readonly failed: Readonly<Record<string, readonly string[]>>;
  readonly families: Readonly<Record<string, { readonly total: number; readonly passed: number }>>;
  readonly always_pass: Shares;
  readonly always_fail: Shares;
}

interface Scored {
  readonly one: ClaimCase;
  readonly status: GateStatus;
  readonly wrong: readonly string[];
  readonly right: number;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function sharesOf(scores: readonly Scored[], decide: (score: Scored) => GateStatus): Shares {
  const bad = scores.filter(({ one }) => one.expect.status !== "pass");
  const good = scores.filter(({ one }) => one.expect.status === "pass");
  return {
    let_through: share(bad.filter((score) => decide(score) === "pass").length, bad.length),
    kept_back: share(good.filter((score) => decide(score) !== "pass").length, good.length),
  };
}

/** Scores the cases of the set. */
export function scoreClaimCases(cases: readonly ClaimCase[]): ClaimFigures {
  const scores = cases.map((one): Scored => {
    const result = judgeClaimCase(one);
    const outcomes = new Map(result.claims.map(({ id, outcome }) => [id, outcome as string]));
    const right = one.expect.claims.filter(({ id, outcome }) => outcomes.get(id) === outcome).length;
    return { one, status: result.status, wrong: differences(one, result), right };
  });
  const passed = (some: readonly Scored[]) => some.filter(({ wrong }) => wrong.length === 0).length;
  const families = Object.entries(Object.groupBy(scores, ({ one }) => one.family));
  return {
    set: "claims",
    total: scores.length,
    passed: passed(scores),
    ...sharesOf(scores, ({ status }) => status),
    outcomes: {
      total: scores.reduce((sum, { one }) => sum + one.expect.claims.length, 0),
      right: scores.reduce((sum, { right }) => sum + right, 0),
    },
    failed: Object.fromEntries(scores.filter(({ wrong }) => wrong.length > 0).map(({ one, wrong }) => [one.id, wrong])),
    families: Object.fromEntries(
      families.map(([name, some = []]) => [name, { total: some.length, passed: passed(some) }]),
    ),
    always_pass: sharesOf(scores, () => "pass"),
    always_fail: sharesOf(scores, () => "fail"),
  };
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** The figures as lines for a terminal. */
export function renderClaimFigures(figures: ClaimFigures): string[] {
  const shares = ({ let_through: through, kept_back: kept }: Shares) =>
    `let through ${percent(through)}   kept back ${percent(kept)}`;
  const { outcomes } = figures;
  return [
    `  all                ${figures.passed} of ${figures.total}   ${shares(figures)}`,
    `  outcomes of claims ${outcomes.right} of ${outcomes.total}`,
    `  always pass        ${shares(figures.always_pass)}`,
    `  always fail        ${shares(figures.always_fail)}`,
    ...Object.entries(figures.families).map(
      ([name, family]) => `  ${name.padEnd(18)} ${family.passed} of ${family.total}`,
    ),
    ...Object.entries(figures.failed).map(([id, wrong]) => `  not ${id}: ${wrong.join("; ")}`),
  ];
}
