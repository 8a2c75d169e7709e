/**
 * @module Plans and issue links from a beads file (`.beads/issues.jsonl`, change gate section 9.2).
 *
 * Pure: the caller reads the file **at the base commit**; a beads file of the change itself would let it approve itself.
 */

import type { Incomplete, IssueAddress, Plan } from "@warrant/kernel/change/facts";
import { issueKey } from "@warrant/kernel/text/issue-key";
import { type Bead, readBeadLine } from "./bead-line.ts";
import { readIssueAddress } from "./issue-address.ts";

export const beadLimits = {
  /** UTF-16 units of a file; what is past them is not read. */
  length: 32 * 1024 * 1024,
  lineLength: 1024 * 1024,
  lines: 100_000,
  /** Steps from a bead to the ancestor that is approved. */
  steps: 10,
  /** Ancestors looked at for one bead; past them it counts as not approved. */
  ancestors: 1000,
  plans: 1000,
  children: 100,
  notes: 16_384,
  childNotes: 1024,
  /** UTF-16 units of title and notes of all plans together. */
  text: 4 * 1024 * 1024,
} as const;

export interface BeadsReading {
  /** One row for each bead that names an issue, in the order of their ids. */
  readonly plans: Plan[];
  /** Every bead by its id. */
  readonly beads: ReadonlyMap<string, Bead>;
  /** Why the plans may not be all there are; empty when every line was read. */
  readonly incomplete: Incomplete[];
}

function isApproved(status: string): boolean {
  return status.trim().toLowerCase() === "approved";
}

/** Lines of a text without building them all at once. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start);
    yield text.slice(start, end === -1 ? text.length : end);
    start = end === -1 ? text.length : end + 1;
  }
}

/** The beads of a file, before any plan is looked for. */
export interface BeadLines {
  readonly beads: ReadonlyMap<string, Bead>;
  /** What could not be read, as clauses. */
  readonly why: readonly string[];
}

/** Reads the lines of a beads file once, for callers that learn from the beads which issues they want plans for. */
export function readBeadLines(text: string): BeadLines {
  const beads = new Map<string, Bead>();
  const bad: number[] = [];
  const why: string[] = [];
  let number = 0;
  const kept = text.startsWith("\uFEFF") ? text.slice(1, beadLimits.length) : text.slice(0, beadLimits.length);
  if (text.length > beadLimits.length) why.push(`only the first ${beadLimits.length} characters are read`);
  for (const line of linesOf(kept)) {
    number += 1;
    if (number > beadLimits.lines) {
      why.push(`only the first ${beadLimits.lines} lines are read`);
      break;
    }
    const trimmed = line.trim();
    if (trimmed === "") continue;
    const read = trimmed.length > beadLimits.lineLength ? "malformed" : readBeadLine(trimmed);
    if (read === "malformed") bad.push(number);
    // Beads itself imports line by line, so a later line of an id replaces the earlier one, and a deletion removes it.
    else if (read === "other") continue;
    else if (read.isDeleted) beads.delete(read.id);
    else beads.set(read.id, read);
  }
  if (bad.length > 0) {
    const named = bad.slice(0, 5).join(", ");
    why.push(
      `${bad.length === 1 ? "1 line" : `${bad.length} lines`} could not be read (line ${named}${bad.length > 5 ? ", …" : ""})`,
    );
  }
  return { beads, why };
}

/** The bead itself or its nearest ancestor that is approved, at most ten steps up; each bead is looked at once. */
function approvedOf(bead: Bead, beads: ReadonlyMap<string, Bead>): Bead | undefined {
  const seen = new Set([bead.id]);
  let generation = [bead];
  for (let step = 0; step <= beadLimits.steps && generation.length > 0; step += 1) {
    const approved = generation.find((each) => isApproved(each.planStatus));
    if (approved !== undefined) return approved;
    const parents = generation.flatMap((each) => each.parents);
    generation = [];
    for (const id of parents.toSorted()) {
      const parent = beads.get(id);
      if (parent === undefined || seen.has(id) || seen.size > beadLimits.ancestors) continue;
      seen.add(id);
      generation.push(parent);
    }
  }
  return undefined;
}

function childrenByParent(beads: ReadonlyMap<string, Bead>): Map<string, Bead[]> {
  const children = new Map<string, Bead[]>();
  for (const bead of beads.values()) {
    for (const parent of new Set(bead.parents)) {
      const list = children.get(parent);
      if (list === undefined) children.set(parent, [bead]);
      else list.push(bead);
    }
  }
  return children;
}

/** The first descendants of a bead, nearest first and by id, at most ten steps down. */
function descendantsOf(bead: Bead, children: ReadonlyMap<string, readonly Bead[]>): { list: Bead[]; isWhole: boolean } {
  const seen = new Set([bead.id]);
  const list: Bead[] = [];
  let generation = [bead];
  for (let step = 0; step < beadLimits.steps && generation.length > 0; step += 1) {
    const next = generation.flatMap((each) => children.get(each.id) ?? []).filter((each) => !seen.has(each.id));
    generation = [...new Set(next)].toSorted((left, right) => (left.id < right.id ? -1 : 1));
    for (const each of generation) {
      if (list.length === beadLimits.children) return { list, isWhole: false };
      seen.add(each.id);
      list.push(each);
    }
  }
  return { list, isWhole: true };
}

/** The one plan text of an approved bead, shared by every row that stands on it. */
interface PlanText {
  readonly title: string;
  readonly notes: string;
  readonly children: Plan["children"];
  readonly length: number;
  readonly isWhole: boolean;
}

function planText(bead: Bead, children: ReadonlyMap<string, readonly Bead[]>): PlanText {
  const { list, isWhole } = descendantsOf(bead, children);
  const rows = list.map(({ id, title, notes }) => ({ id, title, notes: notes.slice(0, beadLimits.childNotes) }));
  const notes = bead.notes.slice(0, beadLimits.notes);
  const length = rows.reduce((sum, row) => sum + row.title.length + row.notes.length, bead.title.length + notes.length);
  return { title: bead.title, notes, children: rows, length, isWhole };
}

/**
 * Reads a beads file. A bead that names an issue gives one plan row; when it or an ancestor is approved, the row is the
 * approved bead's: its id, title, notes and descendants. Lines that cannot be read are skipped and said.
 *
 * @param text The file's text at the base commit.
 * @param options.repository `owner/name` of the repository a bare `#N` belongs to.
 * @param options.issues Only plans for these issues; every plan when left out.
 */
export function readBeads(text: string, options: PlanOptions): BeadsReading {
  return plansOfBeads(readBeadLines(text), options);
}

interface PlanOptions {
  readonly repository: string;
  readonly issues?: readonly IssueAddress[];
  /** The name of the file in what is said about it. */
  readonly path?: string;
}

/** The plans of beads that were read; see `readBeads`. */
export function plansOfBeads({ beads, why: said }: BeadLines, options: PlanOptions): BeadsReading {
  const why = [...said];
  const wanted = options.issues === undefined ? null : new Set(options.issues.map(issueKey));
  const children = childrenByParent(beads);
  const texts = new Map<string, PlanText>();
  const plans: Plan[] = [];
  let length = 0;
  let cut = false;
  for (const bead of [...beads.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1))) {
    const issue = readIssueAddress(bead.externalRef, options.repository);
    if (issue === null || !(wanted?.has(issueKey(issue)) ?? true)) continue;
    const approved = approvedOf(bead, beads);
    const from = approved ?? bead;
    const shown = texts.get(from.id) ?? planText(from, approved === undefined ? new Map() : children);
    texts.set(from.id, shown);
    length += shown.length;
    if (plans.length === beadLimits.plans || length > beadLimits.text) {
      why.push(`only the first ${plans.length} plans are kept`);
      break;
    }
    cut ||= !shown.isWhole;
    const status = approved === undefined ? bead.planStatus : "approved";
    plans.push({
      id: from.id,
      source: "beads",
      title: shown.title,
      notes: shown.notes,
      status,
      issue,
      children: shown.children,
    });
  }
  if (cut) why.push(`only the first ${beadLimits.children} beads below an approved one are kept`);
  return {
    plans: withoutRepeats(plans),
    beads,
    incomplete: why.map((each) => ({ what: "plans", why: `${options.path ?? "beads"}: ${each}` })),
  };
}

/** A child of an approved bead that names the same issue adds nothing. */
function withoutRepeats(plans: readonly Plan[]): Plan[] {
  const seen = new Set<string>();
  return plans.filter((plan) => {
    const key = JSON.stringify([plan.id, plan.issue?.repository.toLowerCase(), plan.issue?.number]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Text without HTML comments; an unterminated one hides everything after it. */
function withoutComments(text: string): string {
  const shown: string[] = [];
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf("<!--", from);
    if (open === -1) break;
    shown.push(text.slice(from, open));
    const close = text.indexOf("-->", open + 4);
    from = close === -1 ? text.length : close + 3;
  }
  shown.push(text.slice(from));
  return shown.join(" ");
}

/**
 * The issues of the beads whose ids stand in a text as whole words, in order of appearance, each once. They are
 * `reference` links of the change (issue link kinds, section 5.1). HTML comments do not count.
 */
export function issuesNamedByBeads(
  text: string,
  beads: ReadonlyMap<string, Bead>,
  options: { readonly repository: string },
): { readonly bead: string; readonly issue: IssueAddress }[] {
  if (beads.size === 0) return [];
  const named = new Map<string, { bead: string; issue: IssueAddress }>();
  for (const [word] of withoutComments(text).matchAll(/[\p{L}\p{N}\p{M}_.-]+/gu)) {
    // A full stop ends a sentence; inside an id it separates a bead from its child (`app-1.2`).
    const id = word.replace(/^[.-]+/, "");
    const bead = beads.get(id) ?? beads.get(trimEnd(id));
    const issue = bead === undefined ? null : readIssueAddress(bead.externalRef, options.repository);
    if (bead === undefined || issue === null) continue;
    const key = issueKey(issue);
    if (!named.has(key)) named.set(key, { bead: bead.id, issue });
  }
  return [...named.values()];
}

/** Without the full stops at the end; a loop, because a pattern anchored at the end alone is quadratic. */
function trimEnd(word: string): string {
  let end = word.length;
  while (end > 0 && word[end - 1] === ".") end -= 1;
  return word.slice(0, end);
}
