/** @module Text as a model reads it: nothing invisible, no terminal sequence, no line that looks like a change of speaker (cards, 5). */

import { findInvisible } from "../text/hygiene.ts";

/** Characters of one line; the rest is counted, not shown. */
const longestLine = 2000;

const sequence =
  /\u001B\[[0-?]{0,64}[ -/]{0,8}[@-~]|\u001B\][^\u0007\u001B\n]{0,2000}(?:\u0007|\u001B\\)|\u009B[0-?]{0,64}[ -/]{0,8}[@-~]/g;
const control = /[\0-\u0008\u000B-\u001F\u007F-\u009F]/g;
/** Lines of a diff begin with one of three signs. */
const speaker =
  /^(?!\\)[+\- ]?\s{0,40}(?:<<<\s{0,4}untrusted\b|\S{0,80} {0,4}untrusted>>>|<\|[a-z_]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|user|human|tool_results?|function_results?|tool_use|tool_calls?|function_calls|invoke|system-reminder|system_prompt)\b|(?:system|assistant|human|user)\s{0,4}:)/i;
const wasCut = /^[^\n]{2000}\[… [0-9]{1,15} characters\]$/;

export interface ModelText {
  readonly text: string;
  /** Invisible characters that were taken out. */
  readonly removed: number;
  /** Lines that were too long to be given whole. */
  readonly cutLines: number;
}

function withoutInvisible(text: string): { text: string; removed: number } {
  let out = "";
  let at = 0;
  let removed = 0;
  for (const { index, length } of findInvisible(text)) {
    out += text.slice(at, index);
    at = index + length;
    removed += 1;
  }
  return { text: removed === 0 ? text : out + text.slice(at), removed };
}

function cutLine(line: string): string {
  const end = /[\uD800-\uDBFF]$/.test(line.slice(0, longestLine)) ? longestLine - 1 : longestLine;
  return `${line.slice(0, end)}[… ${line.length - end} characters]`;
}

/** One pass takes out what another may bring together, so it is done until nothing changes; a text gets shorter each time. */
function visible(text: string): { text: string; removed: number } {
  let current = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/^\uFEFF+/, "");
  let removed = 0;
  for (let pass = 0; pass < 8; pass += 1) {
    const next = withoutInvisible(current.replace(sequence, "").replace(control, ""));
    removed += next.removed;
    if (next.text === current) return { text: current, removed };
    current = next.text.replace(/^\uFEFF+/, "");
  }
  // What still changes after so many passes was built to: it keeps nothing but what anybody can see.
  const plain = current.replace(/[^\P{C}\n\t]|[\u115F\u1160\u3164\uFFA0]|\p{Variation_Selector}/gu, "");
  return { text: plain, removed: removed + current.length - plain.length };
}

/** The text as a model may read it. Linear; never throws; unchanged when done twice. */
export function modelText(text: string): ModelText {
  const seen = visible(text);
  let cutLines = 0;
  const lines = seen.text.split("\n").map((line) => {
    const marked = speaker.test(line) ? `\\${line}` : line;
    if (marked.length <= longestLine || wasCut.test(marked)) return marked;
    cutLines += 1;
    return cutLine(marked);
  });
  return { text: lines.join("\n"), removed: seen.removed, cutLines };
}
