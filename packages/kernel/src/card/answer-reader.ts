/** @module Reads what a model answered, by hand and strictly: exactly the fields asked for, cleaned, or why it does not count (cards, 4). */

import { duplicateKeys } from "../claim/duplicate-keys.ts";
import { type Floor, floorScale, readOn } from "../scale.ts";
import { cleanText } from "../text/clean.ts";
import { scanText } from "../text/markers.ts";

/** UTF-8 bytes of an answer. */
export const longestAnswer = 64 * 1024;
const mostErrors = 10;
/** What in an answer says that text of the change speaks through the model. */
const speaking: ReadonlySet<string> = new Set(["addressed", "forged", "role-tags"]);

export type AnswerReading<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer; readonly droppedPaths: number }
  /** What did not fit, in our words; nothing of the answer is repeated. */
  | { readonly kind: "bad"; readonly errors: readonly string[] }
  | { readonly kind: "hostile"; readonly field: string };

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text up to its limit, cut at the last word that fits. */
export function cutWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const room = text.slice(0, most - 1);
  const space = room.lastIndexOf(" ");
  const cut = space > most / 2 ? room.slice(0, space) : room.replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.replace(/[\s\u200C\u200D]+$/u, "")}…`;
}

/** One line of a model's words: cleaned, its white space put together, cut at a word. */
export function cleanWords(text: string, most: number): string {
  // Cleaning makes a text longer at most by a fixed factor; nobody needs more than this to fill a line.
  const near = text.length > most * 8 ? text.slice(0, most * 8) : text;
  return cutWords(cleanText(near.toWellFormed()).replace(/\s+/g, " ").trim(), most);
}

/** Reads one answer. Faults are collected; a text that speaks to a model ends it. */
export class AnswerReader {
  readonly errors: string[] = [];
  readonly #paths: ReadonlyMap<string, string>;
  hostile: string | null = null;
  droppedPaths = 0;

  /** @param paths the changed files, by the form a model saw them in */
  constructor(paths: ReadonlyMap<string, string>) {
    this.#paths = paths;
  }

  fault(what: string): void {
    if (this.errors.length < mostErrors) this.errors.push(what);
  }

  record(value: unknown, at: string, keys: readonly string[]): Fields | null {
    if (!isFields(value)) {
      this.fault(`${at} is not an object`);
      return null;
    }
    const unknown = Object.keys(value).filter((key) => !keys.includes(key)).length;
    if (unknown > 0) this.fault(`${at} has ${unknown} field${unknown === 1 ? "" : "s"} that were not asked for`);
    for (const key of keys) if (!Object.hasOwn(value, key)) this.fault(`${at} lacks "${key}"`);
    return value;
  }

  list(value: unknown, at: string, most: number): readonly unknown[] {
    if (Array.isArray(value) && value.length <= most) return value;
    this.fault(Array.isArray(value) ? `${at} has more than ${most} entries` : `${at} is not a list`);
    return [];
  }

  /** A line of words; empty when it is none, so that the caller can drop it. */
  words(value: unknown, at: string, most: number): string {
    if (typeof value !== "string") {
      this.fault(`${at} is not a text`);
      return "";
    }
    if (scanText(value, { kind: "prose" }).some(({ category }) => speaking.has(category))) this.hostile ??= at;
    return cleanWords(value, most);
  }

  /** A quote is kept as it stands, since it is looked up in the diff. */
  quote(value: unknown, at: string, most: number): string {
    this.words(value, at, most);
    return typeof value === "string" ? value.slice(0, most).toWellFormed() : "";
  }

  /** A class outside the scale is sensitive (law 3); one that is no word at all is a fault. */
  risk(value: unknown, at: string): Floor {
    if (typeof value !== "string") this.fault(`${at} is not a class`);
    return readOn(floorScale, value);
  }

  word<Word extends string>(value: unknown, at: string, known: readonly Word[]): Word | null {
    const found = known.find((each) => each === value);
    if (found === undefined) this.fault(`${at} is none of ${known.join(", ")}`);
    return found ?? null;
  }

  /** A path of the change, or null for one that it does not have, which is counted. */
  path(value: unknown, at: string): string | null {
    if (typeof value !== "string") {
      this.fault(`${at} is not a text`);
      return null;
    }
    const path = this.#paths.get(value);
    if (path === undefined) this.droppedPaths += 1;
    return path ?? null;
  }

  paths(value: unknown, at: string, most: number): string[] {
    const found = this.list(value, at, most).map((each, index) => this.path(each, `${at}[${index}]`));
    return [...new Set(found.filter((each) => each !== null))];
  }

  finish<Answer>(answer: Answer): AnswerReading<Answer> {
    if (this.errors.length > 0) return { kind: "bad", errors: this.errors };
    if (this.hostile !== null) return { kind: "hostile", field: this.hostile };
    return { kind: "answer", answer, droppedPaths: this.droppedPaths };
  }
}

/** The one JSON value a text is, or what is wrong with it. Nothing is looked for inside other text (report G8). */
export function parseAnswer(text: string): { readonly value: unknown } | { readonly error: string } {
  if (text.length > longestAnswer || Buffer.byteLength(text) > longestAnswer)
    return { error: `the answer is longer than ${longestAnswer} bytes` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: "the answer is not one JSON value and nothing else" };
  }
  if (duplicateKeys(text).length > 0) return { error: "the answer holds a key twice" };
  return { value };
}
