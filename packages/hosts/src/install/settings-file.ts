/**
 * @module Our entries in a host's settings file: put in, compared and taken out again as edits of its text, so that every byte
 * somebody else wrote stays as it is (hosts, section 3.2). Pure.
 */

import { createHash } from "node:crypto";
import { canonicalJson } from "@warrant/kernel/canonical";
import { getNodeValue, type JSONPath, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Fields, fieldsOf } from "../adapter.ts";
import { SettingsText } from "./settings-text.ts";

/** One entry: the list it belongs into, by the keys that lead there, and itself. */
export interface HookEntry {
  readonly list: readonly string[];
  readonly value: Fields;
}

/** What has to stand in a file. `top`: keys the host wants beside the entries, such as `version: 1`. */
export interface WantedEntries {
  readonly entries: readonly HookEntry[];
  readonly top: Fields;
}

/** A place in the file, and what is wrong there. Lines and columns from 1. */
export interface SettingsProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type SettingsReading =
  | { readonly ok: true; readonly value: Fields }
  | { readonly ok: false; readonly problem: SettingsProblem };

const byteOrderMark = "\uFEFF";

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - (before.lastIndexOf("\n") + 1) + 1 };
}

function repeatedKey(node: Node): Node | undefined {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    if (node.type === "object") {
      const key = child.children?.[0];
      if (key !== undefined && seen.has(key.value)) return key;
      seen.add(key?.value);
    }
    const inner = repeatedKey(node.type === "object" ? (child.children?.[1] ?? child) : child);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** How deep settings may be nested; a file beyond that is none a person wrote. */
const deepest = 100;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/**
 * Reads a settings file strictly: one JSON object, no comments, no key twice in one object, since hosts take the last of two
 * and editors the first. Nothing is repaired.
 */
export function readSettings(text: string): SettingsReading {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const problem = (offset: number, message: string): SettingsReading => ({
    ok: false,
    problem: { ...placeAt(body, offset), message },
  });
  if (isTooDeep(body)) return problem(0, "it is nested too deeply");
  const errors: ParseError[] = [];
  const tree = parseTree(body, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error !== undefined) return problem(error.offset, `it is not JSON (${words(printParseErrorCode(error.error))})`);
  if (tree === undefined || tree.type !== "object") return problem(0, "it is no JSON object");
  const repeated = repeatedKey(tree);
  if (repeated !== undefined) return problem(repeated.offset, `the key ${JSON.stringify(repeated.value)} stands twice`);
  return { ok: true, value: fieldsOf(getNodeValue(tree)) };
}

function words(code: string): string {
  return code.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

/** Programs that are ours whatever file they were recorded in: any `…/warrant/hook`. */
const ownProgram =
  /^(?:"[^"]*[\\/]warrant[\\/]hook(?:\.cmd)?"|'[^']*[\\/]warrant[\\/]hook(?:\.cmd)?'|[^\s"']*[\\/]warrant[\\/]hook(?:\.cmd)?)(?:\s|$)/;

function isOwnCommand(value: unknown, command: string): boolean {
  if (typeof value !== "string") return false;
  const bare = value.replace(/^["']/, "");
  const next = bare[command.length];
  const isRecorded = command !== "" && bare.startsWith(command) && (next === undefined || /[\s"']/.test(next));
  return isRecorded || ownProgram.test(value);
}

function runsUs(value: Fields, command: string): boolean {
  return ["command", "bash", "powershell"].some((key) => isOwnCommand(value[key], command));
}

function groupHooks(value: Fields): readonly Fields[] {
  return Array.isArray(value["hooks"]) ? value["hooks"].map(fieldsOf) : [];
}

/** Whether a list's element is ours as a whole: it runs us and nothing else. */
function isOwnEntry(value: Fields, command: string): boolean {
  const hooks = groupHooks(value);
  return hooks.length > 0 ? hooks.every((hook) => runsUs(hook, command)) : runsUs(value, command);
}

/** Every list of the file that may hold hooks, by the keys that lead to it. */
function listsOf(value: Fields): JSONPath[] {
  return Object.entries(fieldsOf(value["hooks"])).flatMap(([event, list]) =>
    Array.isArray(list) ? [["hooks", event]] : [],
  );
}

function elementsAt(value: Fields, list: readonly (string | number)[]): readonly unknown[] {
  let at: unknown = value;
  for (const key of list) at = fieldsOf(at)[String(key)];
  return Array.isArray(at) ? at : [];
}

/** Our entries as they stand in a file, whole groups and single hooks in groups of others. */
export function ownEntries(value: Fields, command: string): HookEntry[] {
  return listsOf(value).flatMap((list) =>
    elementsAt(value, list).flatMap((element): HookEntry[] => {
      const one = fieldsOf(element);
      const where = list.map(String);
      if (isOwnEntry(one, command)) return [{ list: where, value: one }];
      return groupHooks(one).flatMap((hook) => (runsUs(hook, command) ? [{ list: where, value: hook }] : []));
    }),
  );
}

/** The digest of entries, by which a later change of them is seen. Their order does not matter. */
export function entriesDigest(entries: readonly HookEntry[]): string {
  const lines = entries.map((entry) => canonicalJson(entry)).sort();
  return `sha256:${createHash("sha256").update(lines.join("\n")).digest("hex")}`;
}

function same(one: unknown, other: unknown): boolean {
  return canonicalJson({ value: one }) === canonicalJson({ value: other });
}

/** Takes our entries out of every list; in `kept` lists the first one that equals what is wanted may stay. */
function dropOwn(file: SettingsText, command: string, isKept: (list: string, value: Fields) => boolean): void {
  for (const list of listsOf(file.value)) {
    const elements = elementsAt(file.value, list);
    let kept = false;
    const doomed: JSONPath[] = [];
    for (const [index, element] of elements.entries()) {
      const one = fieldsOf(element);
      if (isOwnEntry(one, command)) {
        if (!kept && isKept(list.join("/"), one)) kept = true;
        else doomed.push([...list, index]);
        continue;
      }
      for (const [inner, hook] of groupHooks(one).entries())
        if (runsUs(hook, command)) doomed.push([...list, index, "hooks", inner]);
    }
    for (const path of doomed.reverse()) file.drop(path);
  }
}

export type SettingsChange =
  | { readonly ok: true; readonly text: string; readonly created: readonly string[] }
  | { readonly ok: false; readonly problem: SettingsProblem };

/** Why an entry cannot be put where the host looks for it. */
function obstacle(value: Fields, list: readonly string[]): string | undefined {
  let at: unknown = value;
  for (const [depth, key] of list.entries()) {
    at = fieldsOf(at)[key];
    if (at === undefined) return undefined;
    const isLast = depth === list.length - 1;
    if (isLast ? !Array.isArray(at) : typeof at !== "object" || at === null || Array.isArray(at))
      return `${list.slice(0, depth + 1).join(".")} is no ${isLast ? "list" : "object"}`;
  }
  return undefined;
}

/**
 * The text with our entries in it, after the ones of others. Entries of ours that are there already and as they should be
 * stay where they are, so that doing it twice changes no byte; older ones are replaced in their place.
 *
 * @param command the program we are started by.
 */
export function putEntries(text: string, wanted: WantedEntries, command: string): SettingsChange {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const body = text.slice(mark.length);
  const source = body.trim() === "" ? "{}\n" : body;
  const reading = readSettings(source);
  if (!reading.ok) return reading;
  for (const { list } of wanted.entries) {
    const message = obstacle(reading.value, list);
    if (message !== undefined) return { ok: false, problem: { line: 1, column: 1, message } };
  }
  const file = new SettingsText(source);
  for (const [key, value] of Object.entries(wanted.top)) {
    if (file.has([key])) continue;
    file.add([], key, value);
    file.created.push(key);
  }
  const values = new Map(wanted.entries.map(({ list, value }) => [list.join("/"), value]));
  replaceInPlace(file, command, values);
  dropOwn(file, command, (list, value) => same(values.get(list), value));
  for (const { list, value } of wanted.entries) {
    const elements = elementsAt(file.value, list);
    if (elements.some((element) => same(element, value))) continue;
    for (const [depth, key] of list.entries()) {
      const path = list.slice(0, depth + 1);
      if (file.has(path)) continue;
      file.add(list.slice(0, depth), key, depth === list.length - 1 ? [] : {});
      file.created.push(path.join("/"));
    }
    file.append([...list], value);
  }
  return { ok: true, text: mark + file.text, created: file.created };
}

/** Where an older entry of ours stands in a list, the wanted one takes its place. */
function replaceInPlace(file: SettingsText, command: string, values: ReadonlyMap<string, Fields>): void {
  for (const list of listsOf(file.value)) {
    const value = values.get(list.join("/"));
    const elements = elementsAt(file.value, list).map(fieldsOf);
    if (value === undefined || elements.some((element) => same(element, value))) continue;
    const old = elements.findIndex((element) => isOwnEntry(element, command));
    if (old >= 0) file.replace([...list, old], value);
  }
}

/**
 * The text without our entries. Lists, objects and keys that we created and that are empty now, or still as we wrote them, go
 * too; everything else stays.
 *
 * @param created what `putEntries` said it had created.
 */
export function takeEntries(
  text: string,
  wanted: WantedEntries,
  command: string,
  created: readonly string[],
): SettingsChange {
  const reading = readSettings(text);
  if (!reading.ok) return reading;
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const file = new SettingsText(text.slice(mark.length));
  dropOwn(file, command, () => false);
  // Innermost first: an object is empty only once the lists in it are gone.
  const paths = created.map((path) => path.split("/")).sort((one, other) => other.length - one.length);
  for (const path of paths) {
    let at: unknown = file.value;
    for (const part of path) at = fieldsOf(at)[part];
    if (typeof at === "object" && at !== null && Object.keys(at).length === 0) file.drop(path);
  }
  // What the host wants beside entries says nothing where none are left.
  const isOurs = ([key, value]: [string, unknown]): boolean => created.includes(key) && same(value, wanted.top[key]);
  const rest = Object.entries(file.value);
  if (rest.every(isOurs)) for (const [key] of rest) file.drop([key]);
  return { ok: true, text: mark + file.text, created: [] };
}
