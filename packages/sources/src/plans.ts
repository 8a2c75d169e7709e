/**
 * @module Plans from plan files with front matter (change gate section 9.2).
 *
 * Pure: the caller reads the files **at the base commit**; the change's own copy would let it approve itself.
 */

import type { IssueAddress, Plan } from "@warrant/kernel/change/facts";
import { checkPatternList } from "@warrant/kernel/paths/pattern";
import { isSameIssue, readIssueAddress } from "./issue-address.ts";
import { readYaml } from "./yaml.ts";

export const planLimits = {
  /** UTF-16 units of a file; a longer one is not read. */
  length: 1024 * 1024,
  frontMatter: 64 * 1024,
  notes: 65_536,
  issues: 100,
  paths: 200,
} as const;

export interface PlanFileReading {
  /** One row for each issue the plan names, all with the file's path as their id; empty when the file is no plan. */
  readonly plans: Plan[];
  /** The intent key the plan names for its changes (`intent: KEY`). */
  readonly intent: string | null;
}

type Keys = Readonly<Record<string, unknown>>;

/** The text between the `---` lines and what follows; null when the file does not begin with one, undefined when it never ends. */
function splitFrontMatter(text: string): { front: string; body: string } | null | undefined {
  const start = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (start === null) return null;
  const from = start[0].length;
  const end = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
  const rest = text.slice(from);
  const found = end.exec(rest.slice(0, planLimits.frontMatter));
  if (found === null) return undefined;
  return { front: rest.slice(0, found.index), body: rest.slice(found.index + found[0].length) };
}

function readIssues(value: unknown, repository: string): IssueAddress[] | null {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > planLimits.issues) return null;
  const issues: IssueAddress[] = [];
  for (const item of items) {
    const issue = readIssueAddress(item, repository);
    if (issue === null) return null;
    if (!issues.some((known) => isSameIssue(known, issue))) issues.push(issue);
  }
  return issues;
}

/** A text of the front matter: absent gives null, another type undefined. */
function textOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The patterns a plan covers: absent gives null; a wrong type, a bad pattern or too many give undefined. */
function pathsOf(value: unknown): string[] | null | undefined {
  if (value === undefined || value === null) return null;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const paths = list.filter((entry) => typeof entry === "string");
  if (paths.length !== list.length || paths.length > planLimits.paths) return undefined;
  return checkPatternList(paths).length === 0 ? paths : undefined;
}

function titleOf(body: string, path: string): string {
  const heading = /^# +(?<title>\S[^\n]*)$/m.exec(body)?.groups?.["title"];
  return (heading ?? path.slice(path.lastIndexOf("/") + 1)).trim().slice(0, 1000);
}

/** The rows of a front matter that was parsed; null when a key of it cannot be read. */
function rowsOf(
  keys: Keys,
  body: string,
  head: Pick<Plan, "id" | "origin">,
  repository: string,
): PlanFileReading | null {
  const { status: statusKey, issue: issueKey, title: titleKey, intent: intentKey, paths: pathsKey } = keys;
  const status = textOf(statusKey);
  const title = textOf(titleKey);
  const intent = textOf(intentKey);
  const paths = pathsOf(pathsKey);
  const none = issueKey === undefined || issueKey === null;
  if (none && status === null) return { plans: [], intent: null };
  const issues = none ? [] : readIssues(issueKey, repository);
  if (status === undefined || title === undefined || intent === undefined || paths === undefined || issues === null) {
    return null;
  }
  const row = {
    ...head,
    source: "file" as const,
    title: title ?? titleOf(body, head.id),
    notes: body.trim().slice(0, planLimits.notes),
    status: status ?? "",
    children: [],
    ...(paths === null ? {} : { paths }),
  };
  const rows: (IssueAddress | null)[] = issues.length === 0 ? [null] : issues;
  return { plans: rows.map((issue) => ({ ...row, issue })), intent };
}

/**
 * Reads one plan file. A file without front matter, or with one that names neither a status nor an issue, is no plan.
 * Front matter that cannot be read gives one row with `status: unreadable`, which never counts. Never throws.
 *
 * @param path The file's path from the repository root; it is the plan's id.
 * @param content The file at the base commit.
 * @param sha The commit it was read at.
 * @param options.repository `owner/name` of the repository a bare issue number belongs to.
 */
export function readPlanFile(
  path: string,
  content: Uint8Array | string,
  sha: string,
  options: { readonly repository: string },
): PlanFileReading {
  const head = { id: path, origin: { path, sha } };
  const unreadable: PlanFileReading = {
    plans: [
      { ...head, source: "file", title: titleOf("", path), notes: "", status: "unreadable", issue: null, children: [] },
    ],
    intent: null,
  };
  const text = decode(content);
  if (text === null || text.length > planLimits.length) return unreadable;
  const parts = splitFrontMatter(text);
  if (parts === null) return { plans: [], intent: null };
  if (parts === undefined) return unreadable;
  const reading = readYaml(parts.front);
  if (!reading.ok) return unreadable;
  const { value } = reading.document;
  if (value === null) return { plans: [], intent: null };
  if (typeof value !== "object" || Array.isArray(value)) return unreadable;
  return rowsOf(value as Keys, parts.body, head, options.repository) ?? unreadable;
}

function decode(content: Uint8Array | string): string | null {
  if (typeof content === "string") return content.toWellFormed();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return null;
  }
}
