/** @module What a model is given to judge alignment: bounded, valid UTF-8, untrusted text only as text (section 12.6). */

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

/** The beginning of a text that fits, never half a character. */
function cut(text: string, limit: number): Cut {
  const whole = text.toWellFormed();
  if (jsonBytes(whole) <= limit) return { text: whole, lost: 0 };
  let end = 0;
  let used = 0;
  for (const character of whole) {
    used += jsonBytes(character);
    if (used > limit) break;
    end += character.length;
  }
  return { text: whole.slice(0, end), lost: Buffer.byteLength(whole.slice(end)) };
}

function summaryLine({ path, additions, deletions, status }: ChangedFile): string {
  const line = `${path} +${additions ?? "?"} -${deletions ?? "?"} ${status}`.toWellFormed();
  return line.replaceAll(/[\r\n]/g, " ");
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
    const path = file.path.toWellFormed();
    const line = summaryLine(file);
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
