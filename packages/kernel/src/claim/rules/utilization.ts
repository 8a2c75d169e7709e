/** @module `claim.evidence_utilization`: every claim uses what it cites, with its words, its numbers and its direction (claim gate, 4.5). */

import { compareText } from "../../compare-text.ts";
import { contentWords, coverageOf, groundingOf, lightStem } from "../content-words.ts";
import { isEnglish } from "../english.ts";
import type { Exhibit } from "../evidence.ts";
import { type ClaimFinding, claimFinding } from "../finding.ts";
import { holdsNumber, numbersOf } from "../numbers.ts";
import type { Claim, ExecutorOutput } from "../output.ts";
import type { Panes } from "../panes.ts";
import { polarityDiffers } from "../polarity.ts";
import type { Invocation } from "../trace.ts";

const rule = "claim.evidence_utilization";
const around = 160;
const mostArguments = 2_000;
export const leastCoverage = 0.5;
const unrelatedBelow = 0.2;

const notKnowing =
  /\b(?:not|no|never|none|nothing|unknown|unclear|unable|unverified|unconfirmed|undetermined|untested|unchecked|missing|without|cannot|lacks?|remains?|open|skipped|still|todo|\w+n't)\b/i;

/** What this check says of one claim. */
export interface Utilization {
  readonly coverage: number | null;
  readonly grounding: number | null;
  readonly hasNumbers: boolean;
  readonly isAlike: boolean;
  readonly isEnglish: boolean;
}

export interface UtilizationSources {
  readonly panes: Panes;
  /** Numbers a receipt of the claim answers for, by claim. */
  readonly answered: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hasReceipt: (claim: Claim) => boolean;
}

/** Arguments as a text; never longer than what is looked at. */
function argumentsText(call: Invocation): string {
  if (call.arguments === null) return "";
  let text = "";
  // In one order, whatever the order they were recorded in.
  for (const key of Object.keys(call.arguments).toSorted(compareText)) {
    if (text.length >= mostArguments) break;
    const value = call.arguments[key];
    text += ` ${key} ${typeof value === "string" ? value.slice(0, mostArguments) : (JSON.stringify(value) ?? "").slice(0, mostArguments)}`;
  }
  return text.slice(0, mostArguments);
}

/** The match with what stands around it. */
function surroundings(exhibit: Exhibit, panes: Panes): string {
  const pane = exhibit.call === null ? undefined : panes.of(exhibit.call).find(([name]) => name === exhibit.pane)?.[1];
  const first = exhibit.spans[0]?.[0];
  const last = exhibit.spans.at(-1)?.[1];
  if (pane === undefined || first === undefined || last === undefined) return exhibit.item.excerpt;
  return `${pane.raw.slice(Math.max(0, first - around), last + around)} ${exhibit.item.excerpt}`;
}

function contextOf(exhibit: Exhibit, panes: Panes): string {
  const { call } = exhibit;
  if (call === null) return exhibit.item.excerpt;
  return `${surroundings(exhibit, panes)} ${call.tool} ${argumentsText(call)}`;
}

function wholeArguments(call: Invocation): string {
  return call.arguments === null ? "" : JSON.stringify(call.arguments);
}

/** Counts that can be read off a cited result. */
function derivedNumbers(cited: readonly Exhibit[], calls: readonly Invocation[], panes: Panes): Set<string> {
  const found = new Set([String(cited.length)]);
  for (const call of calls) {
    for (const [, pane] of panes.of(call)) {
      if (pane.isLong) continue;
      const lines = pane.raw.split("\n").filter((line) => line.trim() !== "");
      found.add(String(lines.length));
      const paths = new Set(
        lines.flatMap(
          (line) => /^\s*(?:[ MADRCU?!]{1,2} )?(?<path>[^\s:]*[/.][^\s:]*)/.exec(line)?.groups?.["path"] ?? [],
        ),
      );
      if (paths.size > 0) found.add(String(paths.size));
    }
  }
  return found;
}

function unsupportedNumbers(
  claim: Claim,
  task: string,
  cited: readonly Exhibit[],
  sources: UtilizationSources,
): { value: string }[] {
  const calls = [...new Set(cited.flatMap(({ call }) => call ?? []))];
  const answered = sources.answered.get(claim.id);
  let derived: Set<string> | null = null;
  return numbersOf(claim.text).filter(({ value }) => {
    if (answered?.has(value) === true || holdsNumber(task, value)) return false;
    const isHeld = calls.some(
      (call) =>
        sources.panes.of(call).some(([, pane]) => holdsNumber(pane.raw, value)) ||
        holdsNumber(wholeArguments(call), value) ||
        String(call.exit_code) === value,
    );
    if (isHeld) return false;
    derived ??= derivedNumbers(cited, calls, sources.panes);
    return !derived.has(value);
  });
}

/** Whether the record of what is cited is whole, so that what is missing from it is missing. */
function isRecorded({ call }: Exhibit): boolean {
  return call !== null && call.result !== null && call.result.truncated !== true;
}

function judgeWords(
  claim: Claim,
  cited: readonly Exhibit[],
  lost: readonly { value: string }[],
  sources: UtilizationSources,
  findings: ClaimFinding[],
): { coverage: number; grounding: number; isAlike: boolean } {
  const words = contentWords(claim.text);
  const source = cited.flatMap((exhibit) => contentWords(contextOf(exhibit, sources.panes)));
  const held = new Set(source);
  // A number counts by the check of numbers alone.
  const stated = new Set(numbersOf(claim.text).map(({ value }) => value));
  const missed = new Set(lost.map(({ value }) => value));
  for (const value of stated) if (!missed.has(value)) held.add(value);
  for (const value of missed) held.delete(value);
  const coverage = coverageOf(words, held);
  const distinct = new Set(words);
  const result = { coverage, grounding: groundingOf(words, source), isAlike: true };
  if (sources.hasReceipt(claim)) return result;
  const where = { claim: claim.id };
  if (distinct.size >= 4 && coverage < unrelatedBelow && cited.every(isRecorded)) {
    const message = `What ${claim.id} cites shares almost none of its words.`;
    findings.push(
      claimFinding(
        rule,
        "unrelated_evidence",
        "block",
        message,
        where,
        "Cite what shows it, or state a gap.",
        claim.text,
      ),
    );
  } else if (coverage < leastCoverage) {
    const message = `What ${claim.id} cites covers ${coverage.toFixed(2)} of its words (floor ${leastCoverage}).`;
    findings.push(
      claimFinding(rule, "weak_support", "warn", message, where, "Quote more of what shows it.", claim.text),
    );
  }
  const quoted = cited.map(({ item }) => item.excerpt).join("\n");
  const telling = new Set([...distinct, ...words.map(lightStem)]);
  const differs = polarityDiffers(claim.text, quoted, (stem) => telling.has(stem));
  if (differs === null) return result;
  const message = `${claim.id} and what it cites say opposite things of "${differs}".`;
  findings.push(
    claimFinding(rule, "polarity_differs", "warn", message, where, "Check the claim against the quote.", claim.text),
  );
  return { ...result, isAlike: false };
}

function judgeGap(claim: Claim, findings: ClaimFinding[]): void {
  if (notKnowing.test(claim.text)) return;
  const next = "Say what is not known, or state it as an observation with evidence.";
  const message = `${claim.id} is a gap that asserts something.`;
  findings.push(claimFinding(rule, "gap_asserts", "warn", message, { claim: claim.id }, next, claim.text));
}

function judgeClaim(
  claim: Claim,
  task: string,
  cited: readonly Exhibit[],
  sources: UtilizationSources,
  findings: ClaimFinding[],
): Utilization {
  const english = isEnglish(claim.text);
  const unknown = { coverage: null, grounding: null, hasNumbers: true, isAlike: true, isEnglish: english };
  if (claim.kind === "gap") {
    if (english) judgeGap(claim, findings);
    return unknown;
  }
  const where = { claim: claim.id };
  if (claim.evidence_ids.length === 0) {
    const message = `${claim.id} cites nothing.`;
    findings.push(
      claimFinding(rule, "uncited_claim", "block", message, where, "Cite evidence, or state a gap.", claim.text),
    );
    return unknown;
  }
  const known = cited.filter(({ call }) => call !== null);
  if (known.length === 0) return unknown;
  const lost = cited.every(isRecorded) ? unsupportedNumbers(claim, task, known, sources) : [];
  if (lost.length > 0) {
    const severity = claim.kind === "observation" || claim.kind === "result" ? "block" : "warn";
    const message = `${lost.map(({ value }) => value).join(", ")} is in nothing that ${claim.id} cites.`;
    const next = "State the number as it stands, or cite where it comes from.";
    findings.push(claimFinding(rule, "unsupported_number", severity, message, where, next, claim.text));
  }
  if (!english) return { ...unknown, hasNumbers: lost.length === 0 };
  return { ...judgeWords(claim, known, lost, sources, findings), hasNumbers: lost.length === 0, isEnglish: true };
}

/** Checks how every claim uses its evidence. */
export function checkUtilization(
  output: ExecutorOutput,
  exhibits: ReadonlyMap<string, Exhibit>,
  sources: UtilizationSources,
): { findings: ClaimFinding[]; claims: Map<string, Utilization> } {
  const findings: ClaimFinding[] = [];
  const claims = new Map<string, Utilization>();
  const used = new Set<string>();
  for (const claim of output.claims) {
    const cited = claim.evidence_ids.flatMap((id) => exhibits.get(id) ?? []);
    for (const { item } of cited) used.add(item.id);
    claims.set(claim.id, judgeClaim(claim, output.task, cited, sources, findings));
  }
  for (const { id } of output.evidence) {
    if (used.has(id)) continue;
    const message = `No claim cites ${id}.`;
    findings.push(
      claimFinding(rule, "unused_evidence", "warn", message, { evidence: id }, "Leave it out, or cite it."),
    );
  }
  return { findings, claims };
}
