/** @module Reads the text of `warrant.yaml` into a configuration, or into every reason why not, each with its place. */

import { Configuration, configurationDigest } from "@warrant/kernel/configuration";
import { contradictions, doubts } from "./configuration-checks.ts";
import { explainIssue, type Finding, formatPath } from "./configuration-messages.ts";
import { type ConfigurationProblem, type ConfigurationReading, formatProblem } from "./configuration-reading.ts";
import { readYaml, type YamlDocument } from "./yaml.ts";

const maximumProblems = 20;

/** Sections that may be left with nothing under them, as when every key in them is commented out. */
const sections = [
  ["agents"],
  ["evidence"],
  ["evidence", "issue"],
  ["evidence", "plan"],
  ["evidence", "approval"],
  ["drift"],
];

type Keys = Record<string, unknown>;

/** Sections of `runtime` that may be left the same way; they are optional, so a file without them says nothing. */
const runtimeSections = ["subagents", "envelope", "approvals", "commitment", "ledger"];

function isKeys(value: unknown): value is Keys {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fillEmptyRuntime(runtime: unknown): unknown {
  if (runtime === null) return {};
  if (!isKeys(runtime)) return runtime;
  const entries = Object.entries(runtime).map(([key, value]) => {
    return [key, value === null && runtimeSections.includes(key) ? {} : value] as const;
  });
  return Object.fromEntries(entries);
}

/** The document with every empty section as one without keys. Not `policy:`; an empty one would change verdicts. */
function fillEmptySections(document: unknown): unknown {
  if (document === null) return {};
  if (!isKeys(document)) return document;
  const value: Keys = { ...document };
  if ("runtime" in document) value["runtime"] = fillEmptyRuntime(document["runtime"]);
  for (const section of ["action", "claim"]) if (document[section] === null) value[section] = {};
  if (value["intent"] === null) return { ...value, intent: {} };
  if (!isKeys(value["intent"])) return value;
  const intent: Keys = structuredClone(value["intent"]);
  for (const section of sections) {
    let parent: unknown = intent;
    for (const step of section.slice(0, -1)) parent = isKeys(parent) ? parent[step] : undefined;
    const key = section.at(-1) ?? "";
    if (isKeys(parent) && parent[key] === null) parent[key] = {};
  }
  if (intent["alignment_model"] === null) intent["alignment_model"] = "";
  return { ...value, intent };
}

function place(file: string, document: YamlDocument, finding: Finding): ConfigurationProblem {
  const { line, column } = document.placeOf(finding.path, finding.of);
  return { file, line, column, path: formatPath(finding.path), message: finding.message };
}

function refuse(problems: readonly ConfigurationProblem[]): ConfigurationReading {
  const sorted = problems.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const errors = sorted.slice(0, maximumProblems);
  const last = errors.at(-1);
  if (last !== undefined && sorted.length > errors.length) {
    errors.push({ ...last, path: "", message: `and ${sorted.length - errors.length} more problems after this` });
  }
  return { ok: false, errors, total: sorted.length };
}

/**
 * Reads a configuration. Never throws: what is wrong is returned with file, line and column, at most twenty problems
 * and then how many more. An empty file gives every default.
 *
 * @param input The bytes of the file, or its text.
 * @param fileName The name errors carry, from the repository root.
 */
export function readConfiguration(input: Uint8Array | string, fileName: string): ConfigurationReading {
  const reading = readYaml(input);
  if (!reading.ok) {
    const errors = reading.problems.map((problem) => ({ file: fileName, path: "", ...problem }));
    return { ok: false, errors, total: reading.total, isUnchecked: true };
  }
  const { document } = reading;
  const value = fillEmptySections(document.value);
  const parsed = Configuration.safeParse(value);
  const findings = parsed.success ? [] : parsed.error.issues.flatMap((issue) => explainIssue(value, issue));
  findings.push(...contradictions(value));
  if (!parsed.success || findings.length > 0) {
    return refuse(findings.map((finding) => place(fileName, document, finding)));
  }
  return {
    ok: true,
    configuration: parsed.data,
    digest: configurationDigest(parsed.data),
    warnings: doubts(parsed.data)
      .slice(0, maximumProblems)
      .map((finding) => formatProblem(place(fileName, document, finding))),
  };
}
