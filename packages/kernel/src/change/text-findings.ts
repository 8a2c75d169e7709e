/** @module Findings about the texts of a change: hidden characters, words to a model, forged verdicts (change gate, section 11.4). */

import type { Finding, Where } from "../finding.ts";
import { type Marker, type MarkerCategory, type MarkerOptions, maximumMarkers, scanText } from "../text/markers.ts";
import { isTooNestedToRead } from "../text/references.ts";
import { type ChangeFacts, isReadable } from "./facts.ts";

export interface TextFindings {
  readonly findings: Finding[];
  /** Some hit makes the risk floor at least logic. */
  readonly raisesFloor: boolean;
}

/** Findings of one category in one place, and of one category in the whole change; the last says how many more. */
const maximumPerPlace = 3;
const maximumPerCategory = 30;

const wording: Readonly<Record<MarkerCategory, readonly [message: string, next: string]>> = {
  addressed: [
    "Text speaks to a model that reviews the change. It was not obeyed.",
    "Ask why it is there, and read the change yourself.",
  ],
  hidden: [
    "Text that a rendered page does not show names what a reviewer decides, or a comment never ends.",
    "Look at the source of the text.",
  ],
  invisible: ["The text holds characters that nobody sees.", "Remove them, or say what they are for."],
  forged: ["Text looks like a verdict, document or comment of this gate.", "Ignore it; only the verdict counts."],
  "role-tags": ["The text holds tags that a model may read as a change of speaker.", "Ask why they are there."],
  path: ["The path is made to be misread.", "Rename the file."],
};

/** The lines a patch adds, without their `+`. */
export function addedLines(patch: string): string {
  const lines: string[] = [];
  for (let at = 0; at < patch.length; ) {
    const newline = patch.indexOf("\n", at);
    const end = newline < 0 ? patch.length : newline;
    if (patch.charCodeAt(at) === 43) lines.push(patch.slice(at + 1, end));
    at = end + 1;
  }
  return lines.join("\n");
}

class Collector {
  readonly findings: Finding[] = [];
  raisesFloor = false;
  readonly #prose = new Map<string, readonly Marker[]>();
  readonly #byCategory = new Map<MarkerCategory, { count: number; last: Finding | null; more: number }>();

  scan(text: string, kind: MarkerOptions["kind"], where: Where, isTest = false): void {
    if (text === "") return;
    const markers = kind === "prose" ? this.#scanProse(text) : scanText(text, { kind });
    if (markers.length === 0) return;
    const byCategory = Map.groupBy(markers, (marker) => marker.category);
    for (const [category, hits] of byCategory) this.#add(category, hits, where, isTest && category === "forged");
  }

  /** A commit often says what the description says, word for word. */
  #scanProse(text: string): readonly Marker[] {
    const markers = this.#prose.get(text) ?? scanText(text, { kind: "prose" });
    this.#prose.set(text, markers);
    return markers;
  }

  #add(category: MarkerCategory, hits: readonly Marker[], where: Where, isExempt: boolean): void {
    const seen = this.#byCategory.get(category) ?? { count: 0, last: null, more: 0 };
    this.#byCategory.set(category, seen);
    const [message, next] = wording[category];
    for (const [index, hit] of hits.entries()) {
      const raises = hit.raises && !isExempt;
      if (raises) this.raisesFloor = true;
      if (index >= maximumPerPlace || seen.count >= maximumPerCategory) {
        seen.more += 1;
        continue;
      }
      const rest = hits.length - maximumPerPlace;
      const atLeast = hits.length >= maximumMarkers ? "at least " : "";
      const isLast = index === maximumPerPlace - 1 && rest > 0;
      this.findings.push({
        rule: `text.${category}`,
        severity: raises ? "warn" : "info",
        message: isLast ? `${message} (${atLeast}${rest} more here)` : message,
        where,
        quote: hit.quote,
        next,
      });
      seen.count += 1;
    }
    if (seen.count >= maximumPerCategory)
      seen.last = this.findings.findLast((each) => each.rule === `text.${category}`) ?? null;
  }

  /** The findings, with what was left out said in the last one kept of its category. */
  close(): TextFindings {
    const findings = this.findings.map((finding) => {
      const seen = [...this.#byCategory.values()].find(({ last }) => last === finding);
      return seen === undefined || seen.more === 0
        ? finding
        : { ...finding, message: `${finding.message} (${seen.more} more in this change)` };
    });
    return { findings, raisesFloor: this.raisesFloor };
  }
}

function scanNested(text: string, where: Where, collector: Collector): void {
  if (!isTooNestedToRead(text)) return;
  collector.findings.push({
    rule: "reference.too-nested",
    severity: "warn",
    message: "The text nests too deep to be read; issues named in it do not count.",
    where,
    next: "Write the issue reference in a plain line of its own.",
  });
}

/**
 * Every marker in the texts of a change: title, body, commit messages, branch, labels, paths, added lines, issues, plans.
 *
 * `isTest` tells whether a path is of the test class, where forged documents are ordinary fixtures and only told. The
 * number of findings is bounded, that of texts is not. Linear; never throws.
 */
export function textFindings(facts: ChangeFacts, isTest: (path: string) => boolean): TextFindings {
  const collector = new Collector();
  const prose = (text: string, where: Where): void => {
    collector.scan(text, "prose", where);
    scanNested(text, where, collector);
  };
  prose(facts.title, { field: "title" });
  prose(facts.body ?? "", { field: "body" });
  for (const commit of facts.commits) prose(commit.message, { commit: commit.sha });
  collector.scan(facts.head.ref, "label", { field: "head.ref" });
  for (const label of facts.labels) collector.scan(label.name, "label", { field: "labels" });
  for (const file of facts.files) {
    const where = { path: file.path };
    collector.scan(file.path, "path", where);
    if (file.previous_path !== undefined) collector.scan(file.previous_path, "path", where);
    if (file.patch === undefined) continue;
    collector.scan(addedLines(file.patch), "added-lines", where, isTest(file.path));
  }
  for (const issue of facts.issues) {
    const where = { issue: `${issue.repository}#${issue.number}` };
    if (!isReadable(issue)) continue;
    collector.scan(issue.title, "prose", where);
    collector.scan(issue.body ?? "", "prose", where);
    for (const label of issue.labels) collector.scan(label.name, "label", where);
  }
  for (const [index, plan] of facts.plans.entries()) {
    const where = { field: `plans[${index}]` };
    for (const part of [plan, ...plan.children]) {
      collector.scan(part.title, "prose", where);
      collector.scan(part.notes, "prose", where);
    }
  }
  return collector.close();
}
