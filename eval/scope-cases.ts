/**
 * @module Cases of kind `scope`: a request, the effects of one call, and whether the request covers them. Missed and false
 * refusals for each family, beside the two constant gates.
 */

import type { Effect } from "@warrant/kernel/effect";
import { readRequest } from "@warrant/kernel/intent/reading/read";
import type { Request, Resource } from "@warrant/kernel/intent/reading/request";
import { autonomyOf } from "@warrant/kernel/policy/autonomy";
import { engageTurn, freshSession } from "@warrant/kernel/policy/engage";
import { judgeScope } from "@warrant/kernel/policy/judge-scope";

type Decision = "allow" | "ask" | "deny";

/** One line of the case file. */
export interface ScopeCase {
  readonly id: string;
  readonly kind: "scope";
  readonly family: string;
  readonly text: string;
  readonly facts?: {
    readonly surface?: string;
    readonly origin?: string;
    readonly autonomy?: string;
    readonly me?: string;
    readonly cwd?: string;
    readonly default_branch?: string;
    readonly protected?: readonly string[];
    readonly resources?: readonly Resource[];
    readonly attachments?: NonNullable<Request["attachments"]>;
    readonly history?: NonNullable<Request["history"]>;
  };
  readonly action: { readonly effects: readonly Effect[] };
  readonly expect: { readonly decision: Decision; readonly reasons?: readonly string[] };
}

/** What judging one case gave. */
export interface ScopeOutcome {
  readonly decision: Decision;
  readonly reasons: readonly string[];
}

/** Judges a case as a turn and the call after it would be, through the kernel alone. */
export function judgeCase({ text, facts = {}, action }: ScopeCase): ScopeOutcome {
  const { me, cwd, resources, default_branch: defaultBranch, protected: names } = facts;
  const optional = {
    ...(me === undefined ? {} : { me }),
    ...(resources === undefined ? {} : { resources }),
  };
  const reading = readRequest({
    text,
    origin: { kind: facts.origin ?? "human", via: "prompt" },
    surface: facts.surface ?? "cli",
    ...optional,
    ...(facts.attachments === undefined ? {} : { attachments: facts.attachments }),
    ...(facts.history === undefined ? {} : { history: facts.history }),
  });
  const authority = {
    autonomy_grants: [autonomyOf(facts.autonomy)],
    attendance: reading.reading.attendance,
    posture: "on",
  } as const;
  const { engagement } = engageTurn(reading, authority, freshSession);
  const { decision, findings } = judgeScope(engagement, action.effects, {
    ...optional,
    ...(cwd === undefined ? {} : { cwd }),
    ...(defaultBranch === undefined ? {} : { default_branch: defaultBranch }),
    ...(names === undefined ? {} : { protected: names }),
  });
  return { decision, reasons: findings.map(({ rule }) => rule) };
}

/** How a gate does on a family: shares are of the cases that should not, or should, pass. */
export interface GateScore {
  /** Should ask or be denied, and passed. */
  readonly missed: number;
  /** Should pass, and did not. */
  readonly false_refusals: number;
}

export interface FamilyScore extends GateScore {
  readonly total: number;
  readonly passed: number;
  readonly failed: readonly string[];
  /** Asked where it should be denied, or the reverse. */
  readonly other_refusals: readonly string[];
  readonly allow_all: GateScore;
  readonly ask_all: GateScore;
}

export interface ScopeReport {
  readonly set: "scope";
  readonly total: number;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly families: Readonly<Record<string, FamilyScore>>;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function scoreGate(cases: readonly ScopeCase[], decide: (one: ScopeCase) => Decision): GateScore {
  const gated = cases.filter(({ expect }) => expect.decision !== "allow");
  const open = cases.filter(({ expect }) => expect.decision === "allow");
  return {
    missed: share(gated.filter((one) => decide(one) === "allow").length, gated.length),
    false_refusals: share(open.filter((one) => decide(one) !== "allow").length, open.length),
  };
}

function scoreFamily(cases: readonly ScopeCase[], judge: (one: ScopeCase) => ScopeOutcome): FamilyScore {
  const outcomes = new Map(cases.map((one) => [one.id, judge(one)]));
  const decide = ({ id }: ScopeCase): Decision => outcomes.get(id)?.decision ?? "deny";
  const isPassed = (one: ScopeCase) => {
    const reasons = outcomes.get(one.id)?.reasons ?? [];
    return (
      decide(one) === one.expect.decision && (one.expect.reasons ?? []).every((reason) => reasons.includes(reason))
    );
  };
  const failed = cases.filter((one) => !isPassed(one)).map(({ id }) => id);
  const refused = cases.filter((one) => decide(one) !== one.expect.decision && decide(one) !== "allow");
  return {
    ...scoreGate(cases, decide),
    total: cases.length,
    passed: cases.length - failed.length,
    failed,
    other_refusals: refused.filter(({ expect }) => expect.decision !== "allow").map(({ id }) => id),
    allow_all: scoreGate(cases, () => "allow"),
    ask_all: scoreGate(cases, () => "ask"),
  };
}

/** Scores the cases of kind `scope` among the lines of a case file. */
export function scoreScopeCases(
  cases: readonly ScopeCase[],
  judge: (one: ScopeCase) => ScopeOutcome = judgeCase,
): ScopeReport {
  const names = [...new Set(cases.map(({ family }) => family))];
  const families = Object.fromEntries(
    names.map((name) => [
      name,
      scoreFamily(
        cases.filter(({ family }) => family === name),
        judge,
      ),
    ]),
  );
  const scores = Object.values(families);
  return {
    set: "scope",
    total: cases.length,
    passed: scores.reduce((sum, { passed }) => sum + passed, 0),
    failed: scores.flatMap(({ failed }) => failed),
    families,
  };
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** The report as lines for a terminal. */
export function renderScopeReport(report: ScopeReport): string[] {
  const rows = Object.entries(report.families).map(([name, family]) => {
    const figures = `missed ${percent(family.missed)}   false refusals ${percent(family.false_refusals)}`;
    const constant = `allow all ${percent(family.allow_all.missed)} / ${percent(family.allow_all.false_refusals)}   ask all ${percent(family.ask_all.missed)} / ${percent(family.ask_all.false_refusals)}`;
    const failed = family.failed.length === 0 ? "" : `   not: ${family.failed.join(", ")}`;
    return `  ${name.padEnd(12)} ${family.passed} of ${family.total}   ${figures}   ${constant}${failed}`;
  });
  return ["Requests: what they cover", `  all          ${report.passed} of ${report.total}`, ...rows];
}
