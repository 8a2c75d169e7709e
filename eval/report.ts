/** @module The evaluation as text: one table a set, what was not there said. */

import type { AgentsReport } from "./agents.ts";
import type { RealChangesReport, TiersReport } from "./changes.ts";
import type { ClosingReferencesReport } from "./closing-references.ts";
import type { DriftReport, DriftRuleReport } from "./drift.ts";
import { type ReadingReport, renderReadingReport } from "./reading-cases.ts";

export interface EvaluationReport {
  readonly closing_references: ClosingReferencesReport | undefined;
  readonly agents: AgentsReport | undefined;
  readonly tiers: TiersReport | undefined;
  readonly real_changes: RealChangesReport | undefined;
  readonly drift: DriftReport | undefined;
}

function of(passed: number, total: number): string {
  return `${passed} of ${total}${total === 0 ? "" : ` (${((100 * passed) / total).toFixed(1)} %)`}`;
}

function failures(ids: readonly string[]): string {
  return ids.length === 0 ? "" : `   not: ${ids.join(", ")}`;
}

function shares(table: Readonly<Record<string, number>>): string {
  return Object.entries(table)
    .map(([name, share]) => `${name}: ${share} %`)
    .join("   ");
}

function closingReferences(report: ClosingReferencesReport): string[] {
  return [
    `  all            ${of(report.passed, report.total)}   issue-parser ${of(report.issue_parser_passed, report.total)}`,
    ...Object.entries(report.by_basis).map(
      ([basis, score]) =>
        `  ${basis.padEnd(14)} ${of(score.passed, score.total)}   issue-parser ${of(score.issue_parser_passed, score.total)}${failures(score.failed)}`,
    ),
  ];
}

function agents(report: AgentsReport): string[] {
  const rows = Object.entries(report.confusion).map(([label, found]) => {
    const counts = Object.entries(found).map(([kind, count]) => `${kind} ${count}`);
    return `  ${label.padEnd(14)} found as ${counts.join(", ")}`;
  });
  return [
    `  not ambiguous  ${of(report.passed, report.total)}${failures(report.failed)}`,
    `  people called agents: ${report.humans_called_agents.length}`,
    ...rows,
  ];
}

function tiers(report: TiersReport): string[] {
  return [
    `  tier           ${of(report.tier.passed, report.tier.total)}${failures(report.tier.failed)}`,
    `  floor          ${of(report.floor.passed, report.floor.total)}${failures(report.floor.failed)}`,
  ];
}

function realChanges(report: RealChangesReport): string[] {
  return [
    `  tiers          ${shares(report.tier_percent)}`,
    `  floors         ${shares(report.floor_percent)}`,
    `  markers        ${report.injection_percent} % of ${report.total} changes`,
    `  agents         ${of(report.agent.found, report.agent.labelled)} found, ${of(report.agent.same_name, report.agent.labelled)} by the same name`,
  ];
}

function driftRule(name: string, rule: DriftRuleReport): string[] {
  const row = (label: string, figures: DriftRuleReport["all"]) =>
    `  ${label.padEnd(24)} ${[figures.precision, figures.recall, figures.f1, figures.detected, figures.false_alarms].map((share) => share.toFixed(3)).join("  ")}`;
  return [
    `  ${name.padEnd(24)} P      R      F1     found  false alarms`,
    row("  all", rule.all),
    ...Object.entries(rule.by_stratum).map(([stratum, figures]) => row(`  ${stratum}`, figures)),
    `    false alarms by files: ${rule.false_alarms_by_size.map(({ files, share }) => `${files}: ${share.toFixed(2)}`).join("  ")}`,
  ];
}

function drift(report: DriftReport): string[] {
  const whole = report.whole_change;
  return [
    ...driftRule("warrant", report.product),
    ...driftRule("plain path-word rule", report.seed),
    `  nothing explained: fires on ${(100 * whole.fires).toFixed(1)} % of foreign changes, ${(100 * whole.false_alarms).toFixed(1)} % of clean ones; both rules ${(100 * whole.false_alarms_together).toFixed(1)} % of clean ones`,
  ];
}

function section<Report>(title: string, report: Report | undefined, lines: (report: Report) => string[]): string {
  return `${title}\n${(report === undefined ? ["  the set is not in this folder"] : lines(report)).join("\n")}\n`;
}

/** The whole evaluation for a terminal, ending in one newline. */
export function renderReport(report: EvaluationReport): string {
  return [
    section("Closing references", report.closing_references, closingReferences),
    section("Agent identity", report.agents, agents),
    section("Tiers and floors, certain labels", report.tiers, tiers),
    section("Real changes, shares", report.real_changes, realChanges),
    section("Drift, file level", report.drift, drift),
  ].join("\n");
}

/** The scores of a folder of cases for a terminal. */
export function renderCases(readings: ReadingReport | undefined): string {
  return section("Requests: how they are read", readings, renderReadingReport);
}
