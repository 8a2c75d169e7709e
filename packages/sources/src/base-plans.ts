/** @module What the base commit plans: beads and plan files, and the issues and intent they bring to a change. */

import type { ChangeFacts, Issue, Plan } from "@warrant/kernel/change/facts";
import type { Configuration } from "@warrant/kernel/configuration";
import { compilePatternList } from "@warrant/kernel/paths/pattern";
import { issueKey } from "@warrant/kernel/text/issue-key";
import type { BeadLines } from "./beads.ts";
import type { BaseFiles } from "./git/facts.ts";

/** Plan files that are read; past them the plans are incomplete. */
const maximumPlanFiles = 1000;

interface Found {
  readonly issues: Issue[];
  readonly plans: Plan[];
  readonly intents: { readonly key: string; readonly plan: string }[];
  readonly incomplete: ChangeFacts["incomplete"];
}

/** The folder all matches of a pattern lie in: its segments before the first wildcard. */
function folderOf(pattern: string): string {
  const segments = pattern.replace(/^\//, "").split("/");
  const wild = segments.findIndex((segment) => segment.includes("*"));
  return segments.slice(0, wild === -1 ? -1 : wild).join("/");
}

/** The folders that hold every file the patterns can match. */
export function foldersOf(patterns: readonly string[]): Set<string> {
  return new Set(patterns.filter((pattern) => !pattern.startsWith("!")).map(folderOf));
}

/** Every file is read before any plan is looked for: a bead of one may name the issue another plans for. */
async function readBeadFiles(
  facts: ChangeFacts,
  base: BaseFiles,
  paths: readonly string[],
  found: Found,
): Promise<void> {
  const at = { repository: facts.repository };
  const files: { path: string; lines: BeadLines }[] = [];
  for (const path of new Set(paths)) {
    const bytes = await base.read(path);
    if (bytes === null) continue;
    const { issuesNamedByBeads, readBeadLines } = await import("./beads.ts");
    const file = readBeadLines(bytes.toString("utf8"));
    files.push({ path, lines: file });
    for (const { issue } of issuesNamedByBeads(`${facts.title}\n${facts.body ?? ""}`, file.beads, at)) {
      const isKnown = found.issues.some((known) => issueKey(known) === issueKey(issue));
      if (!isKnown) found.issues.push({ ...issue, link: "reference", unreadable: "not_looked_up" });
    }
  }
  if (files.length === 0) return;
  const { plansOfBeads } = await import("./beads.ts");
  for (const { path, lines } of files) {
    const { plans, incomplete } = plansOfBeads(lines, { ...at, issues: found.issues, path });
    found.plans.push(...plans);
    found.incomplete.push(...incomplete);
  }
}

async function readPlanFiles(
  facts: ChangeFacts,
  base: BaseFiles,
  patterns: readonly string[],
  found: Found,
): Promise<void> {
  const list = compilePatternList(patterns);
  const paths = new Set<string>();
  for (const folder of foldersOf(patterns)) {
    for (const entry of await base.list(folder)) if (list.matches(entry.path)) paths.add(entry.path);
  }
  const sorted = [...paths].sort();
  base.prepare?.({ files: sorted.slice(0, maximumPlanFiles) });
  if (sorted.length > maximumPlanFiles) {
    found.incomplete.push({
      what: "plans",
      why: `only ${maximumPlanFiles} plan files are read`,
      listed: maximumPlanFiles,
      total: sorted.length,
    });
  }
  if (sorted.length === 0) return;
  const { readPlanFile } = await import("./plans.ts");
  const wanted = new Set(found.issues.map(issueKey));
  for (const path of sorted.slice(0, maximumPlanFiles)) {
    const bytes = await base.read(path);
    if (bytes === null) continue;
    const { plans, intent } = readPlanFile(path, bytes, base.sha, { repository: facts.repository });
    const own = plans.filter(
      ({ issue, status }) => status === "unreadable" || (issue !== null && wanted.has(issueKey(issue))),
    );
    found.plans.push(...own);
    if (intent !== null && own.length > 0) found.intents.push({ key: intent, plan: path });
  }
}

/**
 * The facts with what the base commit plans for them: issues that named beads stand for, plans for the change's issues, and
 * the explicit intent of a plan file, when all of them name one key. A change that names no issue has no plan.
 */
export async function withBasePlans(
  facts: ChangeFacts,
  configuration: Configuration,
  base: BaseFiles,
): Promise<ChangeFacts> {
  const { beads, paths } = configuration.intent.evidence.plan;
  if (!base.isPresent) {
    return {
      ...facts,
      incomplete: [...facts.incomplete, { what: "plans", why: "the base commit is not in this clone" }],
    };
  }
  base.prepare?.({ files: beads, folders: [...foldersOf(paths)] });
  const found: Found = { issues: [...facts.issues], plans: [], intents: [], incomplete: [] };
  await readBeadFiles(facts, base, beads, found);
  if (found.issues.length > 0) await readPlanFiles(facts, base, paths, found);
  const [intent, ...others] = found.intents;
  const isOne = intent !== undefined && others.every((other) => other.key === intent.key);
  return {
    ...facts,
    issues: found.issues,
    plans: found.plans,
    ...(isOne && facts.explicit_intent === undefined
      ? { explicit_intent: { key: intent.key, source: "plan" as const, plan: intent.plan } }
      : {}),
    incomplete: [...facts.incomplete, ...found.incomplete],
  };
}
