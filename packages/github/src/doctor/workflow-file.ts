/** @module A workflow file as far as the doctor judges it: triggers, permissions, jobs and steps, each with its line. */

import { readYaml, type YamlDocument } from "@warrant/sources/yaml";

/** Permissions as they are written; `null`: none are, so the repository's default holds. */
export type Permissions = "read-all" | "write-all" | Readonly<Record<string, string>> | null;

export interface Trigger {
  readonly name: string;
  readonly types: readonly string[] | null;
  /** Filters by their key: `paths`, `branches` … with their patterns. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** A text of the file with its place. */
export interface Text {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  readonly line: number;
}

export interface Step {
  readonly field: string;
  readonly line: number;
  /** The action, or the reusable workflow of a job without steps; null for a script. */
  readonly uses: string | null;
  /** Of the step itself; that of a job without steps stands at the job. */
  readonly condition: string | null;
  readonly inputs: readonly Text[];
  /** Scripts of the step: `run`, and `script` of actions/github-script. */
  readonly scripts: readonly Text[];
}

export interface Concurrency {
  readonly group: string;
  /** Anything but an absent key or `false`. */
  readonly mayCancel: boolean;
}

export interface Job {
  readonly id: string;
  /** As its check is called; null: as its id. */
  readonly name: string | null;
  /** Whether it waits for other jobs, and is skipped where they fail. */
  readonly isWaiting: boolean;
  readonly permissions: Permissions;
  readonly condition: string | null;
  readonly concurrency: Concurrency | null;
  readonly steps: readonly Step[];
  /** Every text of the job and the environment of its workflow. */
  readonly texts: readonly Text[];
}

export interface Workflow {
  readonly triggers: ReadonlyMap<string, Trigger>;
  readonly jobs: readonly Job[];
}

export interface WorkflowFile {
  readonly path: string;
  /** What it says, or why that is not known. */
  readonly reading: { readonly ok: true; readonly workflow: Workflow } | { readonly ok: false; readonly why: string };
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? `${value}`
      : null;
}

/** A text or a list of texts; anything else in it is left out. */
function list(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map(text).filter((item) => item !== null);
}

function triggerOf(name: string, value: unknown): Trigger {
  const { types, ...rest } = fields(value);
  const filters = Object.entries(rest).filter(([key]) => /^(?:paths|branches)(?:-ignore)?$/.test(key));
  return {
    name,
    types: types === undefined ? null : list(types),
    filters: Object.fromEntries(filters.map(([key, patterns]) => [key, list(patterns)])),
  };
}

function triggersOf(value: unknown): ReadonlyMap<string, Trigger> {
  const entries =
    typeof value === "string" || Array.isArray(value)
      ? list(value).map((name) => [name, null] as const)
      : Object.entries(fields(value));
  return new Map(entries.map(([name, about]) => [name, triggerOf(name, about)]));
}

function permissionsOf(value: unknown): Permissions {
  if (value === undefined) return null;
  if (value === "read-all" || value === "write-all") return value;
  // A value nobody knows may be any; what permissions are missing is said, what they allow is not taken for nothing.
  if (typeof value === "string") return "write-all";
  const entries = Object.entries(fields(value)).map(([name, access]) => [name, text(access) ?? "write"] as const);
  return Object.fromEntries(entries);
}

function concurrencyOf(value: unknown): Concurrency | null {
  if (typeof value === "string") return { group: value, mayCancel: false };
  const { group, "cancel-in-progress": cancel } = fields(value);
  return typeof group === "string" ? { group, mayCancel: cancel !== undefined && cancel !== false } : null;
}

function textsBelow(value: unknown, path: readonly PropertyKey[], document: YamlDocument): Text[] {
  const said = value === null ? "" : text(value);
  if (said !== null) return [{ path, text: said, line: document.placeOf(path).line }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsBelow(item, [...path, index], document));
  return Object.entries(fields(value)).flatMap(([key, item]) => textsBelow(item, [...path, key], document));
}

function stepOf(value: unknown, path: readonly PropertyKey[], field: string, document: YamlDocument): Step {
  const step = fields(value);
  const uses = text(step["uses"]);
  const isScript = uses !== null && /^actions\/github-script@/i.test(uses);
  const { script } = fields(step["with"]);
  return {
    field,
    line: document.placeOf(path).line,
    uses,
    condition: text(step["if"]),
    inputs: textsBelow(step["with"], [...path, "with"], document),
    scripts: [
      ...textsBelow(step["run"], [...path, "run"], document),
      ...(isScript ? textsBelow(script, [...path, "with", "script"], document) : []),
    ],
  };
}

function jobOf(id: string, value: unknown, workflow: Fields, document: YamlDocument): Job {
  const job = fields(value);
  const path = ["jobs", id];
  const steps: readonly unknown[] = Array.isArray(job["steps"]) ? job["steps"] : [];
  const isCall = job["uses"] !== undefined;
  const called = isCall ? [{ ...stepOf(job, path, `jobs.${id}`, document), condition: null }] : [];
  return {
    id,
    name: text(job["name"]),
    isWaiting: job["needs"] !== undefined,
    permissions: permissionsOf(job["permissions"] ?? workflow["permissions"]),
    condition: text(job["if"]),
    concurrency: concurrencyOf(job["concurrency"] ?? workflow["concurrency"]),
    steps: [
      ...called,
      ...steps.map((step, index) => stepOf(step, [...path, "steps", index], `jobs.${id}.steps[${index}]`, document)),
    ],
    texts: [...textsBelow(workflow["env"], ["env"], document), ...textsBelow(job, path, document)],
  };
}

/** Reads one workflow. Never throws; what cannot be read as one is said. */
export function readWorkflow(path: string, content: string): WorkflowFile {
  const reading = readYaml(content);
  if (!reading.ok) {
    const [first] = reading.problems;
    return { path, reading: { ok: false, why: `line ${first?.line ?? 1}: ${first?.message ?? "no YAML"}` } };
  }
  const { document } = reading;
  const workflow = fields(document.value);
  const jobs = Object.entries(fields(workflow["jobs"])).map(([id, job]) => jobOf(id, job, workflow, document));
  return { path, reading: { ok: true, workflow: { triggers: triggersOf(workflow["on"]), jobs } } };
}
