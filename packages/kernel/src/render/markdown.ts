/** @module A verdict as GitHub-flavoured Markdown, for a comment or a step summary: safe from whatever its pieces hold. */

import type { Finding, Severity } from "../finding.ts";
import { decidingRule } from "../rules.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { driftSections } from "./alignment-words.ts";
import { codeSpan, prose, tableRow } from "./markdown-text.ts";
import { type FindingGroup, type Mode, type Outline, outlineOf, placeOf, type Section } from "./outline.ts";
import { counted, type Line, type Mark, type Part, type Phrase } from "./phrase.ts";
import type { RunDescription } from "./run-description.ts";

export interface MarkdownOptions {
  readonly mode: Mode;
  readonly verbose?: boolean | undefined;
  readonly run?: RunDescription | undefined;
  /** Characters of the whole text, 65,000 when absent: a platform refuses a comment of more than 65,536. */
  readonly limit?: number | undefined;
  /**
   * On the change's own page, among what others say: how it was decided is folded, the change is not introduced, and files
   * out of scope are left to `renderDrift`.
   */
  readonly isComment?: boolean | undefined;
}

/** Characters a comment may have, with room for a marker around it. */
export const markdownLimit = 65_000;
/** The smallest limit that still holds the decision. */
const smallestLimit = 2000;
/** Characters the sections get in any case: their names at least. */
const smallestShare = 400;

const symbols = { yes: "✅", no: "❌", warn: "⚠️", note: "▫️", none: "" } as const satisfies Record<Mark, string>;
const headings = { block: "Blocking", warn: "Warnings", info: "Notes" } as const satisfies Record<Severity, string>;

function partText(part: Part): string {
  if (typeof part === "string") return prose(part);
  if ("code" in part) return codeSpan(part.code);
  if ("strong" in part) return `**${prose(part.strong).trim()}**`;
  return prose(part.faint);
}

function phraseText(phrase: Phrase): string {
  let text = "";
  for (const part of phrase) {
    const next = partText(part);
    // Two code spans without a space between them would read as one with another fence, and could be broken out of.
    text += text.endsWith("`") && next.startsWith("`") ? ` ${next}` : next;
  }
  return text;
}

/** The sentence that gives the reason, and the rule that decided in a code span of its own. */
function reasonText(reason: string): string {
  const rule = decidingRule(reason);
  if (rule === null) return prose(reason);
  return `${prose(reason.slice(0, reason.length - rule.length - 2).trimEnd())} ${codeSpan(rule)}`;
}

function lineText(line: Line): string {
  const mark = symbols[line.mark];
  return (mark === "" ? "" : `${mark} `) + phraseText(line.phrase);
}

/** One list item; what explains it is a list below it. */
function sectionText(section: Section): string {
  const [first, ...rest] = section.lines;
  if (first === undefined) return "";
  // Several lines of equal rank (two issues) stand below the label; one stands beside it.
  const isFlat = rest.every((line) => line.depth > 0);
  const head = `- **${section.label}** ${isFlat ? lineText(first) : ""}`.trimEnd();
  const below = isFlat ? rest : section.lines;
  return [head, ...below.map((line) => `${"  ".repeat(Math.max(1, line.depth))}- ${lineText(line)}`)].join("\n");
}

function findingText(finding: Finding): string {
  const place = placeOf(finding);
  const where = place.length === 0 ? "" : `${phraseText(place)} · `;
  const lines = [`- **${prose(finding.message).trim()}**`, `  ${where}${codeSpan(finding.rule)}`];
  if (finding.quote !== undefined && finding.quote !== "") lines.push(`  > ${codeSpan(finding.quote)}`, "");
  if (finding.next !== "") lines.push(`  → ${prose(finding.next)}`);
  return lines.join("  \n").replaceAll("  \n  \n", "\n\n");
}

/** Whether the reason is a finding of its own that blocks, told with its step above the others. */
function hasNext(outline: Outline): boolean {
  return outline.next !== null && outline.next !== "";
}

/** As many findings as the room holds, worst first, and how many more there are. A reason above them may block already. */
function groupsText(groups: readonly FindingGroup[], room: number, isReasonFirst: boolean): string {
  const out: string[] = [];
  let used = 0;
  let left = groups.reduce((sum, group) => sum + group.findings.length, 0);
  const reserve = 100;
  for (const group of groups) {
    const title = isReasonFirst && group.severity === "block" ? "Also blocking" : headings[group.severity];
    let heading = `\n#### ${title}\n`;
    for (const finding of group.findings) {
      const text = `${heading}\n${findingText(finding)}`;
      if (used + text.length + reserve > room) {
        out.push(`\n\n${counted(left, "more finding")} not shown: the text would be too long.`);
        return out.join("");
      }
      out.push(text);
      used += text.length;
      left -= 1;
      heading = "";
    }
    out.push("\n");
    used += 1;
  }
  return out.join("");
}

/** Sections as long as there is room; each that does not fit is named, so that nothing is missing silently. */
function sectionsText(sections: readonly Section[], room: number): string {
  const out: string[] = [];
  const skipped: string[] = [];
  let used = 0;
  for (const section of sections) {
    const lines = sectionText(section).split("\n");
    const fitting: string[] = [];
    for (const text of lines) {
      if (used + text.length + 200 > room) break;
      fitting.push(text);
      used += text.length + 1;
    }
    if (fitting.length === 0) {
      skipped.push(section.label);
      continue;
    }
    for (const text of fitting) out.push(text);
    const missing = lines.length - fitting.length;
    if (missing > 0) out.push(`  - ${counted(missing, "more line")} not shown`);
  }
  if (skipped.length > 0) out.push(`- Not shown: ${skipped.join(", ")}`);
  return out.join("\n");
}

/** The decision, its reason with the next step, and the change. A comment stands on the change's own page. */
function headText(outline: Outline, mode: Mode, isComment: boolean): string {
  // Under report a denial refuses nothing, and whoever reads no further must know.
  const note = mode === "report" && outline.mark === "warn" ? " · report-only" : "";
  const parts = [`### ${symbols[outline.mark]} ${outline.decision}${note}`, reasonText(outline.reason)];
  if (hasNext(outline)) parts.push(`→ ${prose(outline.next ?? "")}`);
  if (!isComment) parts.push(phraseText(outline.subject));
  return `${parts.join("\n\n")}\n`;
}

function footText(outline: Outline, verdict: ChangeVerdict, isComment: boolean): string {
  const notes = [
    // Who writes the comment may be the bot of every workflow, so it says whose words these are.
    ...(isComment ? [`Warrant judged commit ${codeSpan(verdict.subject.head_sha.slice(0, 7))}.`] : []),
    ...(outline.groups.length === 0 && outline.hidden === 0 ? ["Nothing else was found."] : []),
    ...(outline.hidden > 0 ? [`${counted(outline.hidden, "note")} left out.`] : []),
    ...outline.footer.map((phrase) => phraseText(phrase)),
  ];
  return `\n<sub>${notes.join(" ")}</sub>\n`;
}

/** What stands around a fold; what it says while it is closed is in our own words: nothing from outside stands in a tag. */
function foldOf({ tier, floor, alignment }: ChangeVerdict): { readonly start: string; readonly end: string } {
  const title = `How this was decided: tier ${tier.value}, floor ${floor.class}, ${alignment.status}`;
  return { start: `<details>\n<summary>${title}</summary>\n\n`, end: "\n</details>\n" };
}

/** The sections of a comment: what is misaligned, and why, stands where it blocks and in the drift section. */
function commentSections(sections: readonly Section[], verdict: ChangeVerdict): readonly Section[] {
  if (verdict.alignment.status !== "misaligned") return sections;
  return sections.map((section) => {
    const [status] = section.label === "Alignment" ? section.lines : [];
    return status === undefined ? section : { ...section, lines: [{ ...status, phrase: status.phrase.slice(0, 1) }] };
  });
}

/**
 * Markdown of at most `limit` characters, ending in one newline: the decision, what blocks and what to do, then how it was
 * decided. Everything that is not our own plain words stands in a code span, where a platform reads neither mentions,
 * references, links nor markup; what does not fit is counted.
 */
export function renderMarkdown(verdict: ChangeVerdict, options: MarkdownOptions): string {
  const limit = Math.max(smallestLimit, options.limit ?? markdownLimit);
  const { mode, verbose = false, isComment = false } = options;
  const outline = outlineOf(verdict, { mode, verbose, run: options.run });
  const head = headText(outline, mode, isComment);
  const foot = footText(outline, verdict, isComment);
  const fold = isComment ? foldOf(verdict) : { start: "", end: "" };
  const shown = isComment ? commentSections(outline.sections, verdict) : outline.sections;
  // Findings come first for room, since they say what to do; the sections get a quarter, but never what a refusal needs.
  const room = limit - head.length - foot.length - fold.start.length - fold.end.length - 10;
  const everySection = sectionsText(shown, limit);
  const blocking = outline.groups.filter((group) => group.severity === "block");
  const refusals = groupsText(blocking, room, hasNext(outline));
  const share = Math.max(smallestShare, Math.min(Math.floor(room / 4), room - refusals.length - 400));
  const findings = groupsText(outline.groups, room - Math.min(everySection.length + 200, share), hasNext(outline));
  const sections = sectionsText(shown, room - findings.length);
  return `${head}${findings}\n${fold.start}${sections}\n${fold.end}${foot}`;
}

/** Characters of a drift section: other sections of a comment need room too. */
const driftLimit = 20_000;

/** The files out of scope with their reasons, rule by rule, for a comment; empty for a change that is not misaligned. */
export function renderDrift(verdict: ChangeVerdict): string {
  if (verdict.alignment.status !== "misaligned") return "";
  return `#### Drift from what was asked\n\n${sectionsText(driftSections(verdict), driftLimit)}\n`;
}

/** Several verdicts as one table, for a step summary; as many rows as fit, the rest counted. */
export function renderMarkdownTable(verdicts: readonly ChangeVerdict[], options: MarkdownOptions): string {
  const limit = Math.max(smallestLimit, options.limit ?? markdownLimit);
  const rows = ["| | Change | Tier | Floor | Reason |", "|---|---|---|---|---|"];
  let used = rows.join("\n").length + 100;
  for (const [index, verdict] of verdicts.entries()) {
    const outline = outlineOf(verdict, { mode: options.mode, verbose: false });
    const subject = phraseText(outline.subject.slice(0, 1));
    const cells = [
      `${symbols[outline.mark]} ${outline.decision}`,
      subject,
      String(verdict.tier.value),
      verdict.floor.class,
      reasonText(outline.reason),
    ];
    const row = tableRow(cells);
    if (used + row.length + 1 > limit) {
      return `${rows.join("\n")}\n\n${counted(verdicts.length - index, "more change")} not shown.\n`;
    }
    rows.push(row);
    used += row.length + 1;
  }
  return `${rows.join("\n")}\n`;
}
