/** @module References in one flattened text: the forms, the keywords before them and what they amount to. */

import type { VerdictReference } from "../verdict.ts";
import { emphasisMark, linkMark, type Prose } from "./markdown-prose.ts";
import { QuotationPairs } from "./quotation.ts";

export type ReferenceKind = VerdictReference["kind"];
export type ReferenceForm = "number" | "repository" | "url" | "gh" | "link" | "text" | "emphasis";
/** Why a reference may not do what its writer meant; a finding says so. */
export type ReferenceHint = "repeat-keyword" | "word-between" | "title";

/** One issue a text names. `keyword` is lower case. */
export interface Reference {
  readonly repository: string;
  readonly number: number;
  readonly kind: ReferenceKind;
  readonly keyword: string | null;
  readonly form: string;
  readonly quoted: boolean;
  readonly anchor?: string;
  readonly hint?: ReferenceHint;
}

export interface ReferenceContext {
  /** `owner/name` that a bare `#N` belongs to. */
  readonly repository: string;
  /** The web host whose URLs count, without `www.`. */
  readonly host: string;
  readonly as: "description" | "commit" | "title";
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly repository: string;
  readonly number: number;
  readonly form: ReferenceForm;
  readonly anchor?: string;
}

const candidates =
  /#(?<number>[1-9]\d{0,9})(?![\p{L}\p{N}_])|\/(?:issues|pull)\/(?<page>[1-9]\d{0,9})(?![\p{L}\p{N}_/%])(?:\?[^\s#<>()"'\u0001\u0002\uFFFC]*)?(?<anchor>#[\w.-]*)?|(?<![\p{L}\p{N}_-])[Gg][Hh]-(?<gh>[1-9]\d{0,9})(?![\p{L}\p{N}_])|\u0002/gu;
const ownerAndName = /(?<![\p{L}\p{N}_./-])[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?\/[A-Za-z0-9_.-]{1,100}$/u;
const page =
  /^https?:\/\/(?:www\.)?(?<host>[^\s/]{1,260})\/(?<repository>[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?\/[A-Za-z0-9_.-]{1,100})$/i;
const issueUrl = /^(?<page>[^?#\s]{1,420})\/(?:issues|pull)\/(?<number>[1-9]\d{0,9})(?:\?[^#\s]*)?(?<anchor>#\S*)?$/;
// Matched against lower-cased text: with `i` and `u` together, letters such as the long s would count as ASCII.
const closingKeyword = /(?<![\p{L}\p{N}_-])(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?)$/u;
const referenceKeyword = /(?<![\p{L}\p{N}_-])(?:refs?|references?|part[ \t]of|related[ \t]to|relates[ \t]to)$/u;
const wordBetween =
  /(?<![\p{L}\p{N}_-])(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?):?[ \t]+(?:(?:the|github|gh)[ \t]+)?(?:issues?|bugs?|tickets?|tasks?|problems?|requests?|items?|number|no\.?|[-–—])[ \t]*:?[ \t]*$/u;
const listSeparator = /^[ \t]*(?:[,;&+/-]|and|or|,[ \t]*and|,[ \t]*or)[ \t]*$/i;

interface Keyword {
  readonly word: string;
  readonly start: number;
  readonly isClosing: boolean;
  /** Emphasis begins or ends between the keyword and the reference. */
  readonly isSplit: boolean;
}

/** The reference before, for a list that gives its keyword only once. */
interface Previous {
  readonly end: number;
  readonly isClosing: boolean;
}

function sameRepository(written: string, context: ReferenceContext): string {
  return written.toLowerCase() === context.repository.toLowerCase() ? context.repository : written;
}

/** The repository of an issue page's address on the host that counts, or null. */
function repositoryOfPage(address: string, context: ReferenceContext): string | null {
  const groups = page.exec(address)?.groups;
  if (groups === undefined || groups["host"]?.toLowerCase() !== context.host.toLowerCase()) return null;
  return sameRepository(groups["repository"] ?? "", context);
}

function anchorOf(anchor: string | undefined): { anchor?: string } {
  return anchor === undefined || anchor.length < 2 ? {} : { anchor: anchor.slice(1, 101) };
}

function findNumber(text: string, match: RegExpExecArray, context: ReferenceContext): Found | null {
  const number = Number(match.groups?.["number"]);
  const end = match.index + match[0].length;
  // One character more than owner and name can take, so that a longer name is seen to be longer.
  const before = text.slice(Math.max(0, match.index - 142), match.index);
  const named = before.includes("/") ? ownerAndName.exec(before)?.[0] : undefined;
  if (named !== undefined) {
    const repository = sameRepository(named, context);
    return { start: match.index - named.length, end, repository, number, form: "repository" };
  }
  if (/[\p{L}\p{N}_#&/]$/u.test(text.slice(Math.max(0, match.index - 2), match.index))) return null;
  return { start: match.index, end, repository: context.repository, number, form: "number" };
}

function findPage(text: string, match: RegExpExecArray, context: ReferenceContext): Found | null {
  const before = text.slice(Math.max(0, match.index - 420), match.index);
  const scheme = before.lastIndexOf("://");
  const letters = /https?$/i.exec(before.slice(0, Math.max(0, scheme)).slice(-5))?.[0];
  if (letters === undefined) return null;
  const address = before.slice(scheme - letters.length);
  const repository = repositoryOfPage(address, context);
  if (repository === null) return null;
  return {
    start: match.index - address.length,
    end: match.index + match[0].length,
    repository,
    number: Number(match.groups?.["page"]),
    form: "url",
    ...anchorOf(match.groups?.["anchor"]),
  };
}

function findLink(block: Prose, index: number, at: number, context: ReferenceContext): Found | null {
  const link = block.links[index];
  if (link === undefined) return null;
  const shown = Number(link.text.slice(link.text.indexOf("#") + 1));
  const groups = issueUrl.exec(link.url)?.groups;
  const isLocal = link.text.startsWith("#");
  if (groups === undefined) {
    const repository = isLocal
      ? context.repository
      : sameRepository(link.text.slice(0, link.text.indexOf("#")), context);
    return { start: at, end: at + 1, repository, number: shown, form: "text" };
  }
  const repository = repositoryOfPage(groups["page"] ?? "", context);
  // A text that shows another number than its target is no reference to either.
  if (repository === null || Number(groups["number"]) !== shown) return null;
  return { start: at, end: at + 1, repository, number: shown, form: "link", ...anchorOf(groups["anchor"]) };
}

/** The keyword that stands before a reference with nothing but a separator between, or null. */
function keywordBefore(text: string, start: number, mayBreakLine: boolean): Keyword | null {
  let at = start;
  let spaces = 0;
  let breaks = 0;
  let isSplit = false;
  for (; at > 0; at -= 1) {
    const before = text.charAt(at - 1);
    if (before === " " || before === "\t") spaces += 1;
    else if (before === emphasisMark) isSplit = true;
    else if (before === "\n" && mayBreakLine && breaks === 0) breaks = 1;
    else break;
  }
  const hasColon = text.charAt(at - 1) === ":";
  if (hasColon) {
    at -= 1;
    for (; text.charAt(at - 1) === emphasisMark; at -= 1) isSplit = true;
  } else if (spaces + breaks === 0) return null;
  const window = text.slice(Math.max(0, at - 16), at).toLowerCase();
  const closing = closingKeyword.exec(window)?.[0];
  const word = closing ?? referenceKeyword.exec(window)?.[0];
  return word === undefined ? null : { word, start: at - word.length, isClosing: closing !== undefined, isSplit };
}

function kindOf(found: Found, keyword: Keyword | null, context: ReferenceContext): ReferenceKind {
  if (keyword === null) return "mention";
  if (!keyword.isClosing) return "reference";
  if (context.as === "title") return "mention";
  return keyword.isSplit || found.form === "gh" || found.form === "link" ? "reference" : "closing";
}

function hintOf(
  text: string,
  found: Found,
  keyword: Keyword | null,
  context: ReferenceContext,
  previous: Previous | null,
): ReferenceHint | undefined {
  if (keyword !== null) return keyword.isClosing && context.as === "title" ? "title" : undefined;
  if (previous?.isClosing === true && found.start - previous.end <= 24) {
    if (listSeparator.test(text.slice(previous.end, found.start))) return "repeat-keyword";
  }
  const window = text.slice(Math.max(0, found.start - 48), found.start).toLowerCase();
  return wordBetween.test(window) ? "word-between" : undefined;
}

/** Every reference of one block in the order of the text. Linear in the text. */
export function* referencesOf(block: Prose, context: ReferenceContext): Generator<Reference> {
  const { text } = block;
  const quotations = new QuotationPairs(text);
  let links = 0;
  let previous: Previous | null = null;
  for (const match of text.matchAll(candidates)) {
    const isLink = match[0] === linkMark;
    let found: Found | null;
    if (isLink) {
      found = findLink(block, links, match.index, context);
      links += 1;
    } else if (match.groups?.["number"] !== undefined) found = findNumber(text, match, context);
    else if (match.groups?.["page"] !== undefined) found = findPage(text, match, context);
    else {
      const number = Number(match.groups?.["gh"]);
      found = {
        start: match.index,
        end: match.index + match[0].length,
        repository: context.repository,
        number,
        form: "gh",
      };
    }
    if (found === null) continue;
    const keyword = found.form === "text" ? null : keywordBefore(text, found.start, isLink);
    if (found.form === "gh" && keyword === null) continue;
    const hint = hintOf(text, found, keyword, context, previous);
    previous = { end: found.end, isClosing: keyword?.isClosing === true || hint === "repeat-keyword" };
    yield {
      repository: found.repository,
      number: found.number,
      kind: kindOf(found, keyword, context),
      keyword: keyword?.word ?? null,
      form: keyword?.isSplit === true && found.form !== "link" ? "emphasis" : found.form,
      quoted: keyword !== null && quotations.encloses(keyword.start, found.end),
      ...(found.anchor === undefined ? {} : { anchor: found.anchor }),
      ...(hint === undefined ? {} : { hint }),
    };
  }
}
