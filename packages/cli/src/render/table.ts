/** @module Several verdicts, one line each, with a sum at the end. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { type Mode, subjectName } from "@warrant/kernel/render/outline";
import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import { decidingRule } from "@warrant/kernel/rules";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { denyKinds } from "@warrant/kernel/verdict";
import picocolors from "picocolors";
import { columns, cutAfter, shortened } from "./layout.ts";

export interface TableOptions {
  readonly colour: boolean;
  readonly width: number;
  readonly mode: Mode;
}

const decisionWidth = 12;
const floorWidth = 9;
const tierWidth = 4;
const widestSubject = 32;
const narrowestRule = 18;

function padded(text: string, width: number): string {
  const short = shortened(text, width);
  return short + " ".repeat(Math.max(0, width - columns(short)));
}

/** The parts of a verdict that a line shows; whoever keeps many verdicts keeps these. */
export interface TableVerdict extends Pick<ChangeVerdict, "decision" | "deny_kind" | "gated" | "reason"> {
  readonly subject: Pick<ChangeVerdict["subject"], "repository" | "number" | "head_sha">;
  readonly tier: Pick<ChangeVerdict["tier"], "value">;
  readonly floor: Pick<ChangeVerdict["floor"], "class">;
}

function shortDecision(verdict: TableVerdict): string {
  if (verdict.decision === "allow") return verdict.gated ? "✓ allowed" : "· not gated";
  return verdict.deny_kind === "incomplete" ? "✗ incomplete" : "✗ denied";
}

/** One change of the table; the title is what the collector was told and may be empty. */
export interface TableRow {
  readonly verdict: TableVerdict;
  readonly title: string;
}

/** The deciding rule, then as much of the title as fits; without a title, of the sentence. */
function reasonOf(
  { verdict, title }: TableRow,
  width: number,
  ruleWidth: number,
  dim: (text: string) => string,
): string {
  const rule = outside(decidingRule(verdict.reason) ?? "");
  const sentence = rule === "" ? verdict.reason : verdict.reason.slice(0, -rule.length - 2).trim();
  const said = outside(title.trim() === "" ? sentence : title);
  const room = width - ruleWidth - 2;
  if (room < 12) return shortened(rule === "" ? outside(sentence) : rule, width);
  return `${rule.padEnd(ruleWidth)}  ${dim(cutAfter(said, room))}`;
}

/** `#7` or `@1a2b3c4` where every change is of one repository, which the sum then names. */
function subjectNames(verdicts: readonly TableVerdict[]): string[] {
  const repositories = new Set(verdicts.map((verdict) => verdict.subject.repository));
  const names = verdicts.map(subjectName);
  if (repositories.size > 1) return names.map((name) => outside(name));
  return names.map((name, index) => outside(name.slice(verdicts[index]?.subject.repository.length ?? 0)));
}

function summary(verdicts: readonly TableVerdict[], mode: Mode): string {
  const denied = verdicts.filter((verdict) => verdict.decision === "deny");
  const kinds = denyKinds
    .map((kind) => ({ kind, count: denied.filter((verdict) => verdict.deny_kind === kind).length }))
    .filter((entry) => entry.count > 0)
    .map((entry) => `${entry.count} ${entry.kind}`);
  const word = mode === "report" ? "would be denied" : "denied";
  const [first] = verdicts;
  const isOne =
    first !== undefined && verdicts.every((verdict) => verdict.subject.repository === first.subject.repository);
  const where = isOne ? ` of ${outside(first.subject.repository)}` : "";
  return `${counted(verdicts.length, "change")}${where}, ${denied.length} ${word}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}`;
}

/** One line per change in the order given: decision, subject, tier, floor, rule and title, cut to the width; then the sum. */
export function renderTable(rows: readonly TableRow[], options: TableOptions): string {
  const colours = picocolors.createColors(options.colour);
  const width = Math.max(60, Math.trunc(options.width) || 80);
  const verdicts = rows.map((row) => row.verdict);
  const names = subjectNames(verdicts);
  const longest = names.reduce((most, name) => Math.max(most, columns(name)), 7);
  const subjectWidth = Math.min(widestSubject, Math.floor(width / 4), longest);
  const heading = [
    "".padEnd(decisionWidth),
    padded("change", subjectWidth),
    padded("tier", tierWidth),
    padded("floor", floorWidth),
    "decided by",
  ].join("  ");
  const lines = [colours.dim(heading)];
  const reasonWidth = Math.max(10, width - decisionWidth - subjectWidth - tierWidth - floorWidth - 8);
  const ruleWidth = verdicts.reduce(
    (most, verdict) => Math.max(most, columns(outside(decidingRule(verdict.reason) ?? ""))),
    narrowestRule,
  );
  for (const [index, row] of rows.entries()) {
    const { verdict } = row;
    const isDenied = verdict.decision === "deny";
    const ink = isDenied ? (options.mode === "report" ? colours.yellow : colours.red) : colours.green;
    lines.push(
      [
        ink(padded(shortDecision(verdict), decisionWidth)),
        padded(names[index] ?? "", subjectWidth),
        padded(String(verdict.tier.value), tierWidth),
        padded(verdict.floor.class, floorWidth),
        reasonOf(row, reasonWidth, ruleWidth, colours.dim),
      ].join("  "),
    );
  }
  lines.push("", summary(verdicts, options.mode));
  return withoutCommands(`${lines.join("\n")}\n`);
}
