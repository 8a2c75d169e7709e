/** @module A verdict as a person sees it in a terminal: the decision first, then what it rests on, then what to do. */

import type { Finding, Severity } from "@warrant/kernel/finding";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { type FindingGroup, type Mode, outlineOf, placeOf, type Section } from "@warrant/kernel/render/outline";
import { counted, type Line, type Mark, type Phrase } from "@warrant/kernel/render/phrase";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import picocolors from "picocolors";
import { type Role, type Word, wrapped } from "./layout.ts";

export interface TextOptions {
  readonly colour: boolean;
  /** Columns of the terminal. Lines are kept between 40 and 100 columns, whatever it is. */
  readonly width: number;
  readonly mode: Mode;
  readonly verbose?: boolean | undefined;
  readonly run?: RunDescription | undefined;
}

export const narrowest = 40;
export const widest = 100;
const labelWidth = 12;
const margin = "  ";
/** Findings of one severity that a short report prints before it counts the rest. */
const mostFindings = 10;
const mostOfRule = 3;

export const symbols = { yes: "✓", no: "✗", warn: "!", note: "·", none: " " } as const satisfies Record<Mark, string>;
const severityMarks = { block: "no", warn: "warn", info: "note" } as const satisfies Record<Severity, Mark>;
const severityHeadings = { block: "Blocking", warn: "Warnings", info: "Notes" } as const satisfies Record<
  Severity,
  string
>;

type Colours = ReturnType<typeof picocolors.createColors>;

const markInks = { yes: "green", no: "red", warn: "yellow", note: "blue", none: "dim" } as const satisfies Record<
  Mark,
  keyof Colours
>;
const roleInks = { code: "cyan", strong: "bold", faint: "dim", plain: null } as const satisfies Record<
  Role,
  keyof Colours | null
>;

export function inkOf(mark: Mark, colours: Colours): (text: string) => string {
  return colours[markInks[mark]];
}

function paintedWord(word: Word, colours: Colours): string {
  const ink = roleInks[word.role];
  return (word.spaced ? " " : "") + (ink === null ? word.text : colours[ink](word.text));
}

function painted(words: readonly Word[], colours: Colours): string {
  return words.map((word) => paintedWord(word, colours)).join("");
}

export interface Page {
  readonly colours: Colours;
  readonly width: number;
  readonly lines: string[];
}

/** Puts a phrase on the page after a prefix; further lines stand under the first word. */
export function put(page: Page, prefix: string, prefixWidth: number, phrase: Phrase, hang = 0): void {
  const indent = " ".repeat(prefixWidth + hang);
  for (const [index, words] of wrapped(phrase, page.width - prefixWidth - hang).entries()) {
    page.lines.push((index === 0 ? prefix : indent) + painted(words, page.colours));
  }
}

export function putSection(page: Page, section: Section): void {
  const hasMarks = section.lines.some((line) => line.mark !== "none");
  const markWidth = hasMarks ? 2 : 0;
  const start = margin.length + labelWidth;
  for (const [index, line] of section.lines.entries()) {
    const label = index === 0 ? page.colours.dim(section.label.padEnd(labelWidth)) : " ".repeat(labelWidth);
    const depth = line.depth * 2;
    const prefix = margin + label + (depth === 0 ? markOf(line, hasMarks, page.colours) : " ".repeat(depth));
    // What a detail says goes on one step further in, so that the next detail can be told apart.
    put(page, prefix, start + (depth === 0 ? markWidth : depth), line.phrase, depth === 0 ? 0 : 2);
  }
}

function markOf(line: Line, hasMarks: boolean, colours: Colours): string {
  if (!hasMarks) return "";
  return `${inkOf(line.mark, colours)(symbols[line.mark])} `;
}

function putFinding(page: Page, finding: Finding, isNextSaidLater: boolean): void {
  const mark = severityMarks[finding.severity];
  const prefix = `${margin}${inkOf(mark, page.colours)(symbols[mark])} `;
  const place = placeOf(finding);
  put(page, prefix, 4, [{ strong: finding.message }]);
  put(page, "    ", 4, [...place, ...(place.length > 0 ? [" "] : []), { faint: `[${finding.rule}]` }]);
  if (finding.quote !== undefined) put(page, `    ${page.colours.dim("│")} `, 6, [finding.quote]);
  if (finding.next !== "" && !isNextSaidLater) put(page, `    ${page.colours.dim("→")} `, 6, [finding.next]);
}

/** The first of each rule, and of all together, that a short report shows. */
function shortened(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, number>();
  const kept = findings.filter((finding) => {
    const before = seen.get(finding.rule) ?? 0;
    seen.set(finding.rule, before + 1);
    return before < mostOfRule;
  });
  return kept.slice(0, mostFindings);
}

export function putGroup(page: Page, group: FindingGroup, verbose: boolean): void {
  const shown = verbose ? group.findings : shortened(group.findings);
  const ink = inkOf(severityMarks[group.severity], page.colours);
  page.lines.push("", margin + ink(severityHeadings[group.severity]));
  for (const [index, finding] of shown.entries()) {
    const after = shown[index + 1];
    // The same step for neighbours of one rule is said once, after the last of them.
    putFinding(page, finding, after?.rule === finding.rule && after.next === finding.next);
  }
  const rest = group.findings.length - shown.length;
  if (rest > 0) page.lines.push(`    ${page.colours.dim(`and ${counted(rest, "more finding")} (--verbose)`)}`);
}

/** The decision and its reason on one line where they fit; further lines stand under the word after the mark. */
export function headline(head: string, paintedHead: string, reason: string, page: Page): string[] {
  const words = wrapped([{ strong: head }, " ", reason], page.width - margin.length);
  return words.map((line, index) => {
    if (index > 0) return margin + painted(line, page.colours);
    const rest = line.slice(head.split(" ").length);
    return paintedHead + painted(rest, page.colours);
  });
}

/**
 * A verdict for a terminal, ending in one newline. Short by default: a clean change takes about twelve lines; `verbose`
 * shows everything. Every piece from outside is cleaned before it is coloured, so no escape sequence but ours gets out.
 */
export function renderText(verdict: ChangeVerdict, options: TextOptions): string {
  const verbose = options.verbose ?? false;
  const outline = outlineOf(verdict, { mode: options.mode, verbose, run: options.run });
  const colours = picocolors.createColors(options.colour);
  const width = Math.min(widest, Math.max(narrowest, Math.trunc(options.width) || 80));
  const page: Page = { colours, width, lines: [] };
  const ink = inkOf(outline.mark, colours);
  const head = `${symbols[outline.mark]} ${outline.decision}:`;
  page.lines.push(...headline(head, ink(colours.bold(head)), outline.reason, page));
  if (outline.next !== null && outline.next !== "") {
    put(page, `${margin}${ink("→")} `, margin.length + 2, [outline.next]);
  }
  put(page, margin, margin.length, outline.subject);
  page.lines.push("");
  for (const section of outline.sections) putSection(page, section);
  for (const group of outline.groups) putGroup(page, group, verbose);
  page.lines.push("");
  if (outline.groups.length === 0 && outline.hidden === 0) page.lines.push(`${margin}Nothing else was found.`);
  if (outline.hidden > 0) {
    const more = counted(outline.hidden, outline.groups.length === 0 ? "note" : "more note");
    page.lines.push(margin + colours.dim(`${more} with --verbose.`));
  }
  for (const phrase of outline.footer) put(page, margin, margin.length, phrase);
  return withoutCommands(`${page.lines.join("\n")}\n`);
}
