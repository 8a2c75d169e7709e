/** @module Whether the files fit the request, in words: each flagged file with what it shares with the request and what not. */

import { ruleOf } from "../rules.ts";
import type { AlignmentFile, ChangeVerdict } from "../verdict.ts";
import type { Section } from "./outline.ts";
import { continued, counted, detail, type Line, line, type Mark, type Part, subdetail } from "./phrase.ts";

const shortList = 5;

const marks = { aligned: "yes", misaligned: "no", unclear: "note" } as const satisfies Record<
  ChangeVerdict["alignment"]["status"],
  Mark
>;

/** What a file has in common with the request and what it speaks of instead, or nothing when no words are known. */
export function wordsOf(file: AlignmentFile): string {
  const shared = file.words.shared.length === 0 ? "" : `shares ${file.words.shared.join(", ")} with the request`;
  const own = file.words.own.length === 0 ? "" : `speaks of ${file.words.own.join(", ")}`;
  if (shared === "" && own === "") return "";
  if (own === "") return shared;
  return shared === "" ? `shares no word with the request, ${own}` : `${shared}, but ${own}`;
}

/** What the reason does not already say of the words: a reason may hold the first of each, and twice helps nobody. */
export function wordsBeyondReason(file: AlignmentFile): string {
  const first = [...file.words.shared.slice(0, 1), ...file.words.own.slice(0, 1)];
  return first.every((word) => file.reason.includes(word)) ? "" : wordsOf(file);
}

/** The files out of scope, the least explained first; ties stand in the order of the change. */
export function flaggedFiles(verdict: ChangeVerdict): AlignmentFile[] {
  return verdict.alignment.files
    .filter((file) => file.state === "out_of_scope")
    .sort((left, right) => (right.score ?? 0) - (left.score ?? 0));
}

function fileLines(file: AlignmentFile, verbose: boolean): Line[] {
  const declared = file.declared ? " (the description says so, no request does)" : "";
  const follows: Part[] = file.follows === undefined ? [] : [", follows ", { code: file.follows }];
  const score = verbose && file.score !== null ? ` [score ${file.score.toFixed(2)}]` : "";
  const words = verbose ? wordsOf(file) : wordsBeyondReason(file);
  const said: Part[] = [{ code: file.path }, `: ${continued(file.reason)}`, ...follows, declared + score];
  const lines = [detail(...said)];
  if (words !== "") lines.push(subdetail(words));
  if (verbose && file.points.length > 0) {
    const points = file.points.map((point) => `${point.feature} ${point.value} → ${point.points.toFixed(2)}`);
    lines.push(subdetail({ faint: points.join(" · ") }));
  }
  return lines;
}

function countsLine(verdict: ChangeVerdict): string {
  const counts = new Map<AlignmentFile["state"], number>();
  for (const file of verdict.alignment.files) counts.set(file.state, (counts.get(file.state) ?? 0) + 1);
  const words = {
    in_scope: "in scope",
    out_of_scope: "out of scope",
    exempt: "exempt",
    not_scored: "not scored",
  } as const;
  const said = [...counts].map(([state, count]) => `${count} ${words[state]}`);
  return said.length === 0 ? "no files" : said.join(", ");
}

/** The steps of the findings this section explains, each once. */
function nextSteps(verdict: ChangeVerdict): string[] {
  const rules = new Set(verdict.alignment.deterministic_findings.map((found) => found.rule));
  // Where no request is needed nobody has to link one, and the row of an issue that does not count says why.
  const { issues } = verdict.evidence.linked_issue;
  const isRefused = issues.length > 0 && !issues.some((issue) => issue.counts);
  const isNeeded = verdict.tier.value > 0 && verdict.gated && verdict.alignment.files.length > 0;
  if (!isNeeded || isRefused) rules.delete("drift.no-request");
  return [...new Set(verdict.findings.filter((finding) => rules.has(finding.rule)).map((finding) => finding.next))];
}

/** Status with its reason, then the flagged files; with `verbose` every file, every finding and what a model said. */
export function alignmentLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { alignment } = verdict;
  const lines = [line(marks[alignment.status], { strong: alignment.status }, `: ${continued(alignment.rationale)}`)];
  const flagged = flaggedFiles(verdict);
  const files = verbose ? alignment.files : flagged.slice(0, shortList);
  for (const file of files) lines.push(...fileLines(file, verbose));
  if (!verbose && flagged.length > shortList) {
    lines.push(detail({ faint: `and ${counted(flagged.length - shortList, "more file")} out of scope` }));
  }
  if (!verbose) for (const next of nextSteps(verdict)) lines.push(detail(`→ ${next}`));
  if (verbose) {
    lines.push(detail(countsLine(verdict)));
    for (const found of alignment.deterministic_findings) {
      const title = ruleOf(found.rule)?.title ?? found.rule;
      lines.push(detail(`${found.status}: ${continued(title)}. ${found.reason} `, { faint: `[${found.rule}]` }));
    }
  }
  if (alignment.model !== null) {
    const { status, confidence, rationale, model_id } = alignment.model;
    lines.push(detail(`a model (${model_id}) says ${status}, ${Math.round(confidence * 100)} %: ${rationale}`));
  } else if (verbose && alignment.model_error === null) lines.push(detail({ faint: "no model was asked" }));
  if (alignment.model_error !== null) lines.push(detail(`no answer from the model: ${alignment.model_error}`));
  return lines;
}

/** Files of one rule that a drift section explains before it counts the rest. */
const driftList = 20;

/** What says that a change is misaligned: every rule with the files it is about, each with its reason, and a model's words. */
export function driftSections(verdict: ChangeVerdict): Section[] {
  const { alignment } = verdict;
  const flagged = flaggedFiles(verdict);
  const sections = alignment.deterministic_findings.map(({ rule, reason, files }): Section => {
    const named = new Set(files);
    const explained = flagged.filter((file) => named.has(file.path));
    const lines = [line("none", { code: rule })];
    // The files say it at greater length.
    if (explained.length === 0) lines.push(detail(reason));
    for (const file of explained.slice(0, driftList)) lines.push(...fileLines(file, false));
    const rest = explained.length - driftList;
    if (rest > 0) lines.push(detail({ faint: `and ${counted(rest, "more file")}` }));
    return { label: ruleOf(rule)?.title ?? "Another rule", lines };
  });
  const said = alignment.model?.rationale.trim() ?? "";
  return said === "" ? sections : [...sections, { label: "A model says", lines: [line("none", said)] }];
}
