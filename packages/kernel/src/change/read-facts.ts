/**
 * @module The one careful reader of a facts document, `warrant.change-facts/v1`.
 *
 * A wrong *shape* (text where a list belongs, a missing required field) is an error that names its place. An unreadable
 * *word or number* never is: it becomes the careful meaning (law 3), so no spelling of a fact can widen a result.
 */

import * as z from "zod/mini";
import { readDocument } from "../document.ts";
import { readTrailers } from "../text/trailers.ts";
import {
  type ChangedFile,
  ChangeFacts,
  factsSchemaName,
  fileKinds,
  fileStatuses,
  type Incomplete,
  incompleteParts,
  LinesTotal,
  modes,
  ReadableIssue,
  unreadableReasons,
} from "./facts.ts";
import { maximumBodyLength, maximumChangePatchBytes, maximumPatchBytes } from "./limits.ts";

/** Why a document is not a facts document: the place in it, what was expected and, where short, what was found. */
export interface FactsInvalid {
  readonly code: "facts-invalid";
  readonly where: string;
  readonly message: string;
}
export type FactsReading =
  | { readonly ok: true; readonly facts: ChangeFacts }
  | { readonly ok: false; readonly error: FactsInvalid };

type Json = Record<string, unknown>;

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isOneOf(words: readonly string[]): (value: unknown) => boolean {
  return (value) => words.some((word) => word === value);
}

const rowFields: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ["kind", isOneOf(fileKinds)],
  ["mode", isOneOf(modes)],
  ["previous_mode", isOneOf(modes)],
  ["binary", (value) => typeof value === "boolean"],
  ["additions", (value) => value === null || isCount(value)],
  ["deletions", (value) => value === null || isCount(value)],
];

/** The fields of a row that are given and cannot be read: no known value is sure to be as careful as what they may have said. */
function unreadableFields(file: Json): string[] {
  const fields: string[] = [];
  for (const [field, isReadable] of rowFields) {
    const value = file[field];
    if (value !== undefined && !isReadable(value)) fields.push(field);
  }
  // A binary has no line counts, so without both nothing is known of its lines.
  const hasCounts = isCount(file["additions"]) && isCount(file["deletions"]);
  if (file["binary"] === undefined && !hasCounts) fields.push("binary");
  return fields;
}

/** GitHub's own words for a file status, and the paths every row must have for its status. */
function readFile(file: unknown, unclear: Set<string>): unknown {
  if (!isRecord(file)) return file;
  const status =
    file["status"] === "changed" ? "type_changed" : file["status"] === "unchanged" ? "modified" : file["status"];
  if (!fileStatuses.some((known) => known === status)) unclear.add("a file has an unknown status");
  const previous =
    typeof file["previous_path"] === "string" && file["previous_path"] !== "" ? file["previous_path"] : undefined;
  if ((status === "renamed" || status === "copied") && previous === undefined) {
    unclear.add("a renamed or copied file does not say its previous path");
  }
  for (const field of unreadableFields(file)) unclear.add(`the ${field.replace("_", " ")} of a file cannot be read`);
  const { previous_path: _, ...rest } = file;
  return previous === undefined ? { ...rest, status } : { ...rest, status, previous_path: previous };
}

/** A mode says more than a kind that contradicts it. */
function settleKind(file: ChangedFile): ChangedFile {
  const mode = file.status === "removed" ? (file.previous_mode ?? file.mode) : file.mode;
  const kind = mode === "120000" ? "symlink" : mode === "160000" ? "submodule" : file.kind;
  return kind === file.kind ? file : { ...file, kind };
}

/** With `unreadable` nothing else of an issue is believed; an issue that lacks a field is unreadable. */
function readIssue(issue: unknown): unknown {
  if (!isRecord(issue)) return issue;
  const { repository, number, link, quoted } = issue;
  const head = { repository, number, link, quoted: quoted === true ? true : undefined };
  if (issue["unreadable"] !== undefined) {
    return { ...head, unreadable: unreadableReasons.find((reason) => reason === issue["unreadable"]) ?? "error" };
  }
  const { state_reason } = issue;
  const reason = state_reason === undefined ? (issue["state"] === "open" ? null : "not_planned") : state_reason;
  const editor = issue["editor"] === null || isRecord(issue["editor"]) ? issue["editor"] : undefined;
  const readable = ReadableIssue.safeParse({ ...issue, ...head, state_reason: reason, editor });
  return readable.success ? readable.data : { ...head, unreadable: "error" };
}

/** Whether a commit says who wrote it in a way that can be read; otherwise an agent may hide in it. */
function isReadablePerson(person: unknown): boolean {
  if (!isRecord(person)) return false;
  const { name, email, login = null } = person;
  return typeof name === "string" && typeof email === "string" && (login === null || typeof login === "string");
}

function readCommit(commit: unknown, unclear: Set<string>): unknown {
  if (!isRecord(commit)) return commit;
  if (!isReadablePerson(commit["author"]) || !isReadablePerson(commit["committer"])) {
    unclear.add("the author or committer of a commit cannot be read");
  }
  const { trailers, message } = commit;
  if (Array.isArray(trailers) || typeof message !== "string") return commit;
  if (trailers !== undefined) unclear.add("the trailers of a commit cannot be read");
  return { ...commit, trailers: readTrailers(message) };
}

/** An entry whose part nobody knows may have meant any of them: the files, which denies, and the commits, which decides whose change it is. */
function readIncomplete(entry: Json): unknown[] {
  const isKnown = incompleteParts.some((part) => part === entry["what"]);
  return isKnown ? [entry] : [entry, { ...entry, what: "commits" }];
}

function mapList(value: unknown, read: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(read) : value;
}

/** The part of `patches` that fits the caps; the rest is dropped and said. Counts are never dropped. */
function capPatches(files: ChangedFile[], incomplete: Incomplete[]): ChangedFile[] {
  let total = 0;
  let dropped = 0;
  const kept = files.map((file) => {
    if (file.patch === undefined) return file;
    const bytes = Buffer.byteLength(file.patch);
    if (bytes <= maximumPatchBytes && total + bytes <= maximumChangePatchBytes) {
      total += bytes;
      return file;
    }
    dropped += 1;
    const { patch: _, ...rest } = file;
    return rest;
  });
  if (dropped > 0) {
    incomplete.push({
      what: "patches",
      why: `${dropped} patches are over the size that is read`,
      listed: files.length - dropped,
      total: files.length,
    });
  }
  return kept;
}

/**
 * Reads any JSON value as a facts document. Never throws.
 *
 * Keys that are not part of the document are dropped, unknown words and unreadable numbers take their careful meaning,
 * and what had to be cut or could not be trusted is added to `incomplete`.
 */
export function readFacts(input: unknown): FactsReading {
  if (!isRecord(input)) return invalid("", "a facts document must be a JSON object");
  if (input["schema"] !== factsSchemaName) return invalid("schema", `must be "${factsSchemaName}"`);
  const unclear = new Set<string>();
  const unclearCommits = new Set<string>();
  if (!z.safeParse(z.optional(LinesTotal), input["lines_total"]).success) {
    unclear.add("the count of changed lines cannot be read");
  }
  const parsed = readDocument(ChangeFacts, {
    ...input,
    files: mapList(input["files"], (file) => readFile(file, unclear)),
    issues: mapList(input["issues"], readIssue),
    commits: mapList(input["commits"], (commit) => readCommit(commit, unclearCommits)),
    incomplete: Array.isArray(input["incomplete"])
      ? input["incomplete"].flatMap((entry: unknown) => (isRecord(entry) ? readIncomplete(entry) : [entry]))
      : input["incomplete"],
  });
  if (!parsed.ok) {
    const misfit = parsed.misfits[0];
    return invalid(misfit?.path ?? "", misfit?.message ?? "cannot be read");
  }
  const facts = parsed.document;
  const incomplete = [...facts.incomplete];
  for (const why of unclear) incomplete.push({ what: "files", why });
  for (const why of unclearCommits) incomplete.push({ what: "commits", why });
  let body = facts.body;
  if (body !== null && body.length > maximumBodyLength) {
    incomplete.push({
      what: "body",
      why: `only the first ${maximumBodyLength} characters are read`,
      listed: maximumBodyLength,
      total: body.length,
    });
    body = body.slice(0, maximumBodyLength).toWellFormed();
  }
  const files = capPatches(facts.files.map(settleKind), incomplete);
  return { ok: true, facts: { ...facts, body, files, incomplete } };
}

function invalid(where: string, message: string): FactsReading {
  return { ok: false, error: { code: "facts-invalid", where, message } };
}
