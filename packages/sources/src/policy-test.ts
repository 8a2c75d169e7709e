/** @module Reads a policy test file: YAML that people write next to their rules, with a place for everything that is wrong in it. */

import { PolicyTestFile } from "@warrant/kernel/policy/scenario.schema";
import type * as z from "zod/mini";
import type { ConfigurationProblem } from "./configuration-file.ts";
import { explainIssue, type Finding, formatPath, type Path } from "./configuration-messages.ts";
import { nearestWord } from "./configuration-nearest.ts";
import { keysAt } from "./configuration-schema.ts";
import { readYaml } from "./yaml.ts";
import { cleanText } from "./yaml-quote.ts";

const maximumProblems = 20;

export type PolicyTestReading =
  | { readonly ok: true; readonly file: PolicyTestFile }
  | { readonly ok: false; readonly errors: readonly ConfigurationProblem[] };

function stepsOf(path: readonly PropertyKey[]): Path {
  return path.map((step) => (typeof step === "symbol" ? String(step) : step));
}

/** What the configuration's messages do not know: keys of this schema, its questions, and its own sentences. */
function explain(root: unknown, issue: z.core.$ZodIssue): Finding[] {
  const path = stepsOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    const valid = keysAt(PolicyTestFile, path);
    return issue.keys.map((key) => {
      const near = nearestWord(key, valid);
      const hint = near === undefined ? "" : `; did you mean "${near}"?`;
      const where = path.length === 0 ? "at the top of the file" : `under ${formatPath(path)}`;
      const message = `unknown key "${cleanText(key)}" ${where}${hint} (valid keys: ${valid.join(", ")})`;
      return { path: [...path, key], of: "key", message };
    });
  }
  if (issue.code === "invalid_union" && path[2] === "authorize" && path.length === 4) {
    const questions = "tool, write, approval, attempt, checks or auto_merge";
    const message = `${formatPath(path)} must ask one question (${questions}) and may say what to \`expect\`: ok, or the name of an error of that question`;
    return [{ path, of: "value", message }];
  }
  if (issue.code === "custom" || issue.code === "invalid_format") {
    return [{ path, of: "value", message: `${formatPath(path)}: ${issue.message}` }];
  }
  if (issue.code === "too_small" && issue.origin === "array" && path.length === 1) {
    return [{ path, of: "value", message: issue.message }];
  }
  return explainIssue(root, issue);
}

/** Two scenarios of one name could not be told apart in a report. */
function repeatedNames(file: PolicyTestFile): Finding[] {
  const first = new Map<string, number>();
  return file.scenarios.flatMap(({ name }, index) => {
    const before = first.get(name);
    if (before === undefined) {
      first.set(name, index);
      return [];
    }
    const message = `scenarios[${index}].name is already the name of scenarios[${before}]; names must be unique`;
    return [{ path: ["scenarios", index, "name"], of: "value" as const, message }];
  });
}

/**
 * Reads a policy test file. Never throws: what is wrong is returned with file, line and column, at most twenty problems
 * and then how many more.
 *
 * @param fileName the name errors carry.
 */
export function readPolicyTest(input: Uint8Array | string, fileName: string): PolicyTestReading {
  const reading = readYaml(input);
  if (!reading.ok) {
    return { ok: false, errors: reading.problems.map((problem) => ({ file: fileName, path: "", ...problem })) };
  }
  const { document } = reading;
  const parsed = PolicyTestFile.safeParse(document.value);
  const findings = parsed.success
    ? repeatedNames(parsed.data)
    : parsed.error.issues.flatMap((issue) => explain(document.value, issue));
  if (parsed.success && findings.length === 0) return { ok: true, file: parsed.data };
  const errors = findings
    .map(({ path, of, message }) => ({
      file: fileName,
      ...document.placeOf(path, of),
      path: formatPath(path),
      message,
    }))
    .toSorted((left, right) => left.line - right.line || left.column - right.column);
  const kept = errors.slice(0, maximumProblems);
  const last = kept.at(-1);
  if (last !== undefined && errors.length > kept.length) {
    kept.push({ ...last, path: "", message: `and ${errors.length - kept.length} more problems after this` });
  }
  return { ok: false, errors: kept };
}
