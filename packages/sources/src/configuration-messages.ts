/** @module What a value that does not fit the configuration schema is told: what was expected, what was found, the nearest word. */

import { Configuration } from "@warrant/kernel/configuration";
import type * as z from "zod/mini";
import { nearestWord } from "./configuration-nearest.ts";
import { keyPaths, keysAt } from "./configuration-schema.ts";
import { cleanText, describeValue } from "./yaml-quote.ts";

export type Path = readonly (string | number)[];
type Issue = z.core.$ZodIssue;

/** A problem by its path; `of: "key"` places it at the key, otherwise it stands at the value. */
export interface Finding {
  readonly path: Path;
  readonly of: "key" | "value";
  readonly message: string;
}

/** A path as people write it: `policy.rules[2].set.autonomy`. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else {
      const name = /^[\w-]+$/.test(step) ? step : `"${cleanText(step)}"`;
      text += text === "" ? name : `.${name}`;
    }
  }
  return text;
}

const expectations: Readonly<Record<string, string>> = {
  array: "a list",
  object: "a set of keys",
  record: "a set of keys",
  string: "a text",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
};

/** Values under these keys are never repeated: a list of sensitive paths may itself be confidential (section 11.3). */
function isConfidential(path: Path): boolean {
  return path.includes("sensitive_paths");
}

function found(path: Path, value: unknown): string {
  if (!isConfidential(path)) return describeValue(value);
  return typeof value === "string" ? "a text" : typeof value === "number" ? "a number" : describeValue(value);
}

function listWords(words: readonly unknown[]): string {
  return words.map((word) => String(word)).join(", ");
}

const everyKeyPath = keyPaths(Configuration);

/** Where else a key would be valid, by its whole path. */
function rightPlace(key: string): string | undefined {
  return everyKeyPath.find((path) => path.endsWith(`.${key}`) && !/[[*]/.test(path));
}

function unknownKey(path: Path, key: string): string {
  const valid = keysAt(Configuration, path);
  const where = path.length === 0 ? "at the top of the file" : `under ${formatPath(path)}`;
  const near = nearestWord(key, valid);
  const elsewhere = near === undefined ? rightPlace(key) : undefined;
  const hint =
    near !== undefined ? `; did you mean "${near}"?` : elsewhere !== undefined ? `; it belongs in ${elsewhere}` : "";
  return `unknown key "${cleanText(key)}" ${where}${hint} (valid keys: ${listWords(valid)})`;
}

/** Words that are refused for a reason worth saying. */
function explainWord(path: Path, value: unknown): string | undefined {
  const keys = path.filter((step) => typeof step === "string");
  const key = keys.at(-1);
  if (key === "min_permission" && (value === "triage" || value === "read" || value === "none")) {
    return `an approval by someone with only ${value} permission would let accounts approve that may not merge`;
  }
  if (key === "status" && keys.at(-2) === "when" && (value === "ambiguous" || value === "unlinked")) {
    return `no rule can reach a change whose intent is ${value}: it always gets the safest policy`;
  }
  return undefined;
}

function wrongWord(path: Path, value: unknown, words: readonly unknown[]): string {
  const near = typeof value === "string" ? nearestWord(value, words.map(String)) : undefined;
  const reason = explainWord(path, value);
  const hint = reason !== undefined ? `; ${reason}` : near !== undefined ? `; did you mean "${near}"?` : "";
  return `must be one of ${listWords(words)}, not ${found(path, value)}${hint}`;
}

const likeTrue = new Set(["yes", "on", "y"]);
const likeFalse = new Set(["no", "off", "n"]);

function wrongType(path: Path, value: unknown, expected: string): string {
  if (value === undefined) return "is missing";
  const what = expectations[expected] ?? expected;
  if (value === null) return `has no value; give ${what} or remove the key`;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  const hint =
    expected === "boolean" && likeTrue.has(word)
      ? "; write true"
      : expected === "boolean" && likeFalse.has(word)
        ? "; write false"
        : expected === "array" && typeof value === "string"
          ? "; write it as a list, each entry after a dash"
          : expected === "string" && (typeof value === "number" || typeof value === "boolean")
            ? "; put it in quotes"
            : "";
  return `must be ${what}, not ${found(path, value)}${hint}`;
}

/** The branch of a union that is nearest to what was written: a list is told what is wrong in the list. */
function unionBranch(issue: z.core.$ZodIssueInvalidUnion, value: unknown): readonly Issue[] {
  const isRefusedWhole = (inner: Issue) =>
    inner.path.length === 0 && (inner.code === "invalid_type" || inner.code === "invalid_value");
  const forList = Array.isArray(value) ? issue.errors.find((branch) => !branch.some(isRefusedWhole)) : undefined;
  return forList ?? issue.errors[0] ?? [];
}

/** The value at a path of a document that was not checked yet; undefined where there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

function stepsOf(path: readonly PropertyKey[]): Path {
  return path.map((step) => (typeof step === "symbol" ? String(step) : step));
}

/** Everything one schema issue says about the document `root`, in words. */
export function explainIssue(root: unknown, issue: Issue, prefix: Path = []): Finding[] {
  const path = [...prefix, ...stepsOf(issue.path)];
  const value = valueAt(root, path);
  const at = (message: string): Finding[] => {
    const of = value === undefined ? "key" : "value";
    return [{ path, of, message: path.length === 0 ? `the file ${message}` : `${formatPath(path)} ${message}` }];
  };
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], of: "key", message: unknownKey(path, key) }));
    case "invalid_type":
      return at(wrongType(path, value, issue.expected));
    case "invalid_value":
      return value === undefined
        ? at(`is missing; it is one of ${listWords(issue.values)}`)
        : at(wrongWord(path, value, issue.values));
    case "too_small":
      if (issue.origin === "string") return at("must not be empty");
      if (issue.origin === "array") return at("must list at least one entry; remove the key to match anything");
      return at(
        `must be ${issue.inclusive === false ? `more than ${issue.minimum}` : `${issue.minimum} or more`}, not ${found(path, value)}`,
      );
    case "too_big":
      return at(`must be ${issue.maximum} or less, not ${found(path, value)}`);
    case "invalid_union": {
      const options = "options" in issue && Array.isArray(issue.options) ? issue.options : undefined;
      if (options !== undefined && issue.errors.length === 0) {
        return value === undefined
          ? at(`is missing; it is one of ${listWords(options)}`)
          : at(wrongWord(path, value, options));
      }
      return unionBranch(issue, value).flatMap((inner) => explainIssue(root, inner, path));
    }
    case "invalid_key":
      return [{ path, of: "key", message: `${formatPath(path.slice(0, -1))} has an empty name` }];
    case "invalid_format":
    case "invalid_element":
    case "not_multiple_of":
    case "custom":
      break;
  }
  return at("cannot be read");
}
