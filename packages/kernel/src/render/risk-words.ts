/** @module Tier and floor of a change, in words with their numbers. */

import { ruleOf } from "../rules.ts";
import { floorScale } from "../scale.ts";
import type { ChangeVerdict } from "../verdict.ts";
import { continued, counted, detail, grouped, type Line, line, listed, type Part, type Phrase } from "./phrase.ts";

const tierNeeds = {
  0: "needs nothing",
  1: "needs a linked issue",
  2: "needs an approved plan or a human approval",
  3: "needs a human approval",
} as const satisfies Record<ChangeVerdict["tier"]["value"], string>;

/** Contributors, paths and files that a short outline names before it counts the rest. */
const shortList = 3;
const pathsInLine = 2;

function codes(paths: readonly string[]): Phrase[] {
  return paths.map((path) => [{ code: path }]);
}

export function tierLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { value, reason, paths, rule } = verdict.tier;
  const unnamed = paths.filter((path) => !reason.includes(path));
  const lines = [
    line(
      "none",
      { strong: String(value) },
      `, ${tierNeeds[value]}. ${reason.endsWith(".") ? reason.slice(0, -1) : reason}`,
    ),
  ];
  if (unnamed.length > 0 && value !== 0) lines.push(detail(...listed(codes(unnamed), verbose ? 20 : pathsInLine)));
  if (verbose) lines.push(detail({ faint: rule }));
  return lines;
}

type Contributor = ChangeVerdict["floor"]["contributors"][number];

interface ContributorGroup {
  readonly rule: string;
  readonly class: Contributor["class"];
  readonly paths: string[];
  readonly value: number | undefined;
  readonly limit: number | undefined;
  /** Paths there are in all, where not all are listed. */
  total: number;
}

/** Contributors of one rule and class together, the highest class first. */
function grouping(contributors: readonly Contributor[]): ContributorGroup[] {
  const groups = new Map<string, ContributorGroup>();
  for (const contributor of contributors) {
    const key = `${contributor.rule} ${contributor.class}`;
    const group = groups.get(key) ?? {
      rule: contributor.rule,
      class: contributor.class,
      paths: [],
      value: contributor.value,
      limit: contributor.limit,
      total: 0,
    };
    if (contributor.path === undefined) group.total = Math.max(group.total, contributor.value ?? 0);
    else if (!group.paths.includes(contributor.path)) group.paths.push(contributor.path);
    groups.set(key, group);
  }
  const height = (group: ContributorGroup) => floorScale.words.indexOf(group.class);
  return [...groups.values()].sort((left, right) => height(right) - height(left));
}

const amounts: Readonly<Record<string, string>> = { "floor.lines": "changed line", "floor.files": "changed file" };

function contributorWords(group: ContributorGroup, verbose: boolean): Part[] {
  const { rule, paths, value, limit } = group;
  const bound = limit === undefined ? "" : `limit ${grouped(limit)}`;
  const amount = amounts[rule];
  if (amount !== undefined && value !== undefined)
    return [`${counted(value, amount)}${bound === "" ? "" : `, ${bound}`}`];
  const title = continued(ruleOf(rule)?.title ?? rule);
  if (paths.length === 0) {
    const number = value === undefined ? "" : ` (${[grouped(value), bound].filter((part) => part !== "").join(", ")})`;
    return [title + number];
  }
  const most = verbose ? paths.length : 1;
  const shown = paths.slice(0, most);
  const rest = Math.max(group.total, paths.length) - shown.length;
  return [`${title}: `, ...listed(codes(shown), most), ...(rest > 0 ? [` and ${grouped(rest)} more`] : [])];
}

/** The class with what it rests on: worst first, with the measured numbers and their limits. */
export function floorLines(verdict: ChangeVerdict, verbose: boolean): Line[] {
  const { floor } = verdict;
  const size = `${counted(floor.lines, "line")} in ${counted(floor.files, "file")}`;
  const groups = grouping(floor.contributors);
  const most = verbose ? groups.length : shortList;
  const lines = [line("none", { strong: floor.class }, `, ${size}`)];
  for (const group of groups.slice(0, most)) {
    const kind = group.class === floor.class ? "" : `${group.class}: `;
    lines.push(detail(kind, ...contributorWords(group, verbose), ...(verbose ? [{ faint: ` ${group.rule}` }] : [])));
  }
  if (groups.length > most) lines.push(detail({ faint: `and ${counted(groups.length - most, "more reason")}` }));
  if (verbose) {
    const by = Object.entries(floor.lines_by).filter(([, count]) => count > 0);
    if (by.length > 0) lines.push(detail(by.map(([kind, count]) => `${kind} ${grouped(count)}`).join(" · ")));
  }
  return lines;
}
