/** @module What the doctor found, as a person sees it in a terminal: whether the gate holds, every answer, what to do. */

import type { DoctorReport } from "@warrant/github/doctor/doctor";
import { type Answer, isUnread, topics } from "@warrant/github/doctor/report";
import { severities } from "@warrant/kernel/finding";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import { line, type Mark, type Phrase } from "@warrant/kernel/render/phrase";
import picocolors from "picocolors";
import { headline, inkOf, narrowest, type Page, put, putGroup, putSection, symbols, widest } from "./text.ts";

export interface DoctorTextOptions {
  readonly colour: boolean;
  /** Columns of the terminal; used as those of a verdict are. */
  readonly width: number;
}

const marks = {
  problem: "no",
  unknown: "warn",
  warning: "warn",
  note: "note",
  good: "yes",
} as const satisfies Record<Answer["state"], Mark>;

const gateMarks = { holds: "yes", fails: "no", unknown: "warn" } as const satisfies Record<DoctorReport["gate"], Mark>;

/** The one sentence a person needs, in the mood of the mode: what reports only would hold. */
function verdictOf({ gate, mode, branch, findings }: DoctorReport): { readonly head: string; readonly reason: string } {
  const would = mode === "report" ? "would " : "";
  const hold = mode === "report" ? "hold" : "holds";
  if (gate === "holds") {
    const hasWarnings = findings.some(({ rule, severity }) => severity === "warn" && rule.startsWith("bypass."));
    const every = `every change to ${outside(branch, 200)} ${would}${mode === "report" ? "wait" : "waits"} for the check`;
    return {
      head: `The gate ${would}${hold}:`,
      reason: `${every}${hasWarnings ? ", save for the warnings below" : ""}.`,
    };
  }
  const blocking = findings.filter((finding) => finding.severity === "block");
  const first = blocking.find((finding) => isUnread(finding) === (gate === "unknown"));
  const reason = first?.message ?? "";
  if (gate === "unknown") return { head: `Not known whether the gate ${would}${hold}:`, reason };
  return { head: mode === "report" ? "The gate would not hold:" : "The gate does not hold:", reason };
}

function footer({ mode, gate }: DoctorReport): Phrase[] {
  if (mode === "report") return [[{ faint: "Report-only: nothing is refused. This is what enforcing would rest on." }]];
  if (mode === "unknown" && gate !== "holds") {
    return [[{ faint: "It is not known whether changes are refused, so it is taken that they are." }]];
  }
  return [];
}

/** A report for a terminal, ending in one newline. */
export function renderDoctorText(report: DoctorReport, options: DoctorTextOptions): string {
  const colours = picocolors.createColors(options.colour);
  const width = Math.min(widest, Math.max(narrowest, Math.trunc(options.width) || 80));
  const page: Page = { colours, width, lines: [] };
  const mark = gateMarks[report.gate];
  const { head, reason } = verdictOf(report);
  const marked = `${symbols[mark]} ${head}`;
  page.lines.push(...headline(marked, inkOf(mark, colours)(colours.bold(marked)), reason, page));
  const at = `${outside(report.branch, 200)} at ${report.commit.slice(0, 7)}`;
  put(page, "  ", 2, [{ code: outside(report.repository, 200) }, ` · ${at} · ${report.host}`]);
  page.lines.push("");
  for (const { topic, state, seen } of report.answers) {
    putSection(page, { label: topics[topic], lines: [line(marks[state], seen)] });
  }
  for (const severity of severities) {
    const findings = report.findings.filter((finding) => finding.severity === severity);
    if (findings.length > 0) putGroup(page, { severity, findings }, true);
  }
  const last = footer(report);
  if (last.length > 0) page.lines.push("");
  for (const phrase of last) put(page, "  ", 2, phrase);
  return withoutCommands(`${page.lines.join("\n")}\n`);
}
