/** @module What a model is given to judge alignment: bounded, valid UTF-8, untrusted text only as text (section 12.6). */

import { cleanText } from "../text/clean.ts";
import type { ChangedFile, ChangeFacts } from "./facts.ts";

export interface AlignmentContext {
  readonly authorized_intent: string;
  readonly title: string;
  readonly body: string;
  /** One line a file: `path +additions -deletions status`. */
  readonly diff_summary: string;
  readonly files: readonly string[];
  /** Files that are not listed. */
  readonly truncated_files?: number;
  /** Bytes of the texts that are not given. */
  readonly truncated_bytes?: number;
}

export const maximumContextBytes = 24_000;
export const maximumContextFiles = 100;
const maximumIntentBytes = 12_000;
const maximumBodyBytes = 6_000;
const maximumTitleBytes = 1_000;
/** The keys, braces and the two counts. */
const frameBytes = 200;

/** UTF-8 bytes of a text inside a JSON string, where quotes and control characters take more. */
function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

interface Cut {
  readonly text: string;
  readonly lost: number;
}

/** The beginning of a text that fits, cleaned as everything that is shown is (report G6), never half a character. */
function cut(text: string, limit: number): Cut {
  // A character takes a byte at least: what stands further behind is never given and need not be cleaned.
  const near = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");
  const clean = cleanText(near, { lineBreaks: "keep" });
  let end = 0;
  let used = 0;
  for (const character of clean) {
    used += jsonBytes(character);
    if (used > limit) break;
    end += character.length;
  }
  const lost = Buffer.byteLength(clean.slice(end)) + Buffer.byteLength(text.slice(near.length));
  return { text: clean.slice(0, end), lost };
}

/** A path as it is given to a model; its answer names it so. */
export function pathForModel(path: string): string {
  return cleanText(path.slice(0, maximumContextBytes), { lineBreaks: "write" });
}

function summaryLine(path: string, { additions, deletions, status }: ChangedFile): string {
  return `${path} +${additions ?? "?"} -${deletions ?? "?"} ${status}`;
}

/**
 * The context for a model: at most 24,000 bytes of JSON and 100 files, the rest counted.
 *
 * @param authorizedIntent the authorized text (section 12.1)
 */
export function alignmentContext(facts: ChangeFacts, authorizedIntent: string): AlignmentContext {
  const intent = cut(authorizedIntent, maximumIntentBytes);
  const title = cut(facts.title, maximumTitleBytes);
  const body = cut(facts.body ?? "", maximumBodyBytes);
  let room = maximumContextBytes - frameBytes - jsonBytes(intent.text) - jsonBytes(title.text) - jsonBytes(body.text);
  const files: string[] = [];
  const lines: string[] = [];
  for (const file of facts.files.slice(0, maximumContextFiles)) {
    const path = pathForModel(file.path);
    const line = summaryLine(path, file);
    // Quotes and comma of the list, and the line break of the summary.
    room -= jsonBytes(path) + jsonBytes(line) + 5;
    if (room < 0) break;
    files.push(path);
    lines.push(line);
  }
  const lost = intent.lost + title.lost + body.lost;
  const left = facts.files.length - files.length;
  return {
    authorized_intent: intent.text,
    title: title.text,
    body: body.text,
    diff_summary: lines.join("\n"),
    files,
    ...(left === 0 ? {} : { truncated_files: left }),
    ...(lost === 0 ? {} : { truncated_bytes: lost }),
  };
}
