/** @module Signatures: lines of a description or commit message that a harness leaves, outside code, quotes and comments (4.2). */

import { agentWords, beginsWith, recogniseTool } from "./identity-person.ts";
import { automationLine, identityTable, type KnownIdentity } from "./identity-table.ts";

/** A signature stands at the start of its line, so only this many characters of one are read. */
const maximumLineLength = 500;

export interface Signature {
  readonly row: KnownIdentity;
  readonly line: string;
}

interface Phrase {
  readonly line: string;
  readonly clause: boolean;
  readonly row: KnownIdentity;
}
const phrases: Phrase[] = [];
const links: { readonly link: string; readonly row: KnownIdentity }[] = [];
const keys = new Map<string, { readonly value: string | undefined; readonly row: KnownIdentity }>();
for (const row of identityTable) {
  for (const rule of row.signatures ?? []) {
    if ("link" in rule) links.push({ link: rule.link, row });
    else phrases.push({ line: rule.line, clause: rule.clause === true, row });
  }
  for (const { key, value } of row.trailers ?? []) keys.set(key, { value, row });
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

/** The words of a phrase with anything that is markup or space between them. */
function wordsInOrder(phrase: string): string {
  const words = phrase.split(/[^a-z0-9]+/).filter((word) => word !== "");
  return words.map(escapeText).join(String.raw`[\W_]{1,8}`);
}

/** Every signature holds one of these, so a text or line without any is not looked at further, and most have none. */
const hint = new RegExp(
  [
    String.raw`(?:generated|created|made)[\W_]{1,8}(?:with|by)`,
    "(?:^|[^a-z-])authored-by",
    "\u{1F916}|:robot",
    ...new Set(phrases.map(({ line }) => wordsInOrder(line))),
    ...new Set(links.map(({ link }) => escapeText(link.slice(0, link.indexOf("/"))))),
    ...[...keys.keys()].map(escapeText),
  ].join("|"),
);

/** Whether a lower-case text may hold a signature at all. A case-blind expression over every text is far slower. */
function mayHoldSignature(lowerCase: string): boolean {
  return hint.test(lowerCase);
}

/** The identity a harness trailer belongs to: by its key, and by its value where others use the key too. */
export function recogniseHarnessTrailer(key: string, value: string): KnownIdentity | null {
  const rule = keys.get(key.toLowerCase());
  if (rule === undefined) return null;
  const text = value.slice(0, maximumLineLength).trim().toLowerCase();
  return rule.value === undefined || beginsWith(text, rule.value, true) ? rule.row : null;
}

/** A line without emoji, emphasis, code ticks, HTML tags, brackets and link targets, folded. */
function bareText(line: string): string {
  return (
    line
      .replaceAll(/\]\([^()\s]*\)/g, "]")
      .replaceAll(/<\/?[a-z][^<>]*>/gi, "")
      .replaceAll(/&(?:nbsp|ensp|emsp|thinsp);/gi, " ")
      .replaceAll(/[\p{Extended_Pictographic}\p{Emoji_Modifier}*_~`[\]]|\p{Cf}|\uFE0F/gu, "")
      .replace(/^\s*(?::[a-z0-9_+-]{1,40}:\s*)+/, "")
      // What begins a list item, a heading, a table row or an aside; quotation marks stay, since they quote.
      .replace(/^\s*(?:[-+#|(\\–—•]{1,6}|\d{1,3}[.)])\s*/, "")
      .trim()
      .replaceAll(/\s+/g, " ")
      .toLowerCase()
  );
}

const url = String.raw`https?:\/\/(?:www\.)?(?<address>[^\s<>()"']+)`;
const linkLines = [
  // The address itself, alone or after a short label that ends in a colon.
  new RegExp(String.raw`^(?:[^\s:<>[\]()](?:[^:<>[\]()]{0,60}))?:?\s*<?${url}>?[\s*_.)]*$`, "i"),
  // A Markdown link, also the second half of one whose text was wrapped, with nothing but further links after it.
  new RegExp(String.raw`^\[?[^[\]]{0,80}\]\(${url}\)(?<rest>.*)$`, "i"),
  // An HTML link or the wrapped rest of one.
  new RegExp(String.raw`^(?:<[a-z]{1,10}>\s*){0,4}(?:<a\s+)?href="${url}"`, "i"),
];

/** The address a line consists of, without scheme; null for a line that only mentions one. */
function linkOfLine(line: string): string | null {
  for (const form of linkLines) {
    const groups = form.exec(line)?.groups;
    if (groups?.["address"] === undefined) continue;
    const rest = bareText((groups["rest"] ?? "").replaceAll(/\[[^[\]]*\]\([^()\s]*\)|&[a-z]{1,10};/gi, ""));
    if (!/\p{L}/u.test(rest)) return groups["address"].toLowerCase();
  }
  return null;
}

const madeWith =
  /^(?:(?:this )?(?:pr|pull request|commit|change|patch) (?:(?:was|is|has been) )?)?(?<verb>generated|created|made) (?:with|by) (?<tool>.*)$/;

/** The identity one line is a signature of; null for any other line. */
export function recogniseSignature(rawLine: string): KnownIdentity | null {
  const line = rawLine.slice(0, maximumLineLength).trim();
  if (!mayHoldSignature(line.toLowerCase())) return null;
  const text = bareText(line);
  for (const { line: phrase, clause, row } of phrases) if (beginsWith(text, phrase, clause)) return row;
  const made = madeWith.exec(text)?.groups;
  if (made?.["tool"] !== undefined) {
    const tool = recogniseTool(made["tool"], made["verb"] === "generated");
    if (tool !== null) return tool;
  }
  const colon = line.indexOf(":");
  if (colon > 0) {
    const key = line.slice(0, colon);
    const value = line.slice(colon + 1);
    const harness = recogniseHarnessTrailer(key, value);
    if (harness !== null) return harness;
    if (key.toLowerCase() === "authored-by") {
      const tool = recogniseTool(value.trim().toLowerCase(), false);
      if (tool !== null) return tool;
    }
  }
  const link = linkOfLine(line);
  const linked = link === null ? undefined : links.find((rule) => link.startsWith(rule.link));
  if (linked !== undefined) return linked.row;
  return isAutomationLine(line, text) ? automationLine : null;
}

/** A line that begins with a robot and names no agent: release and update automation signs so. */
function isAutomationLine(line: string, text: string): boolean {
  if (!/^(?:🤖|:robot(?:_face)?:)/u.test(line)) return false;
  return text.split(/[^\p{L}\p{N}_-]+/u).every((word) => !agentWords.has(word));
}

/** What splits a word for a program and not for an eye. */
const joiners = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/;
const everyJoiner = new RegExp(joiners.source, "g");

const lineEnd = /\r\n|\n|\r/;

interface Fence {
  readonly mark: string;
  readonly length: number;
}

function opensFence(line: string): Fence | null {
  // A fence of back ticks has none behind it; with one the line is inline code.
  const run = /^ {0,3}(?<run>`{3,}(?![^`]*`)|~{3,})/.exec(line)?.groups?.["run"];
  return run === undefined ? null : { mark: run.charAt(0), length: run.length };
}

function closesFence(line: string, fence: Fence): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.mark.repeat(text.length);
}

/**
 * Every signature of a text, in order. Fenced and indented code, block quotes and HTML comments that run over lines are
 * not read; one pass over the lines, each cut at a fixed length.
 */
export function findSignatures(source: string): Signature[] {
  const text = joiners.test(source) ? source.replaceAll(everyJoiner, "") : source;
  const lowerCase = text.toLowerCase();
  if (!mayHoldSignature(lowerCase)) return [];
  const lowerCaseLines = lowerCase.split(lineEnd);
  const found: Signature[] = [];
  let fence: Fence | null = null;
  let inComment = false;
  let codeMayFollow = true;
  for (const [index, line] of text.split(lineEnd).entries()) {
    if (fence !== null) {
      if (closesFence(line, fence)) fence = null;
      continue;
    }
    if (inComment) {
      inComment = !line.includes("-->");
      continue;
    }
    const isIndented = /^(?: {4}|\t)/.test(line);
    const isCode: boolean = isIndented && codeMayFollow;
    codeMayFollow = line.trim() === "" || isCode;
    if (isCode || /^ {0,3}>/.test(line)) continue;
    fence = opensFence(line);
    if (fence !== null) continue;
    const row = mayHoldSignature(lowerCaseLines[index] ?? "") ? recogniseSignature(line) : null;
    if (row !== null) found.push({ row, line: line.trim() });
    const prose = line.includes("`") ? line.replaceAll(/(?<!`)`[^`]+`(?!`)/g, "") : line;
    inComment = prose.lastIndexOf("<!--") > prose.lastIndexOf("-->");
  }
  return found;
}
