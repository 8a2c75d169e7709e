/** @module Cutting a Markdown text at the blank lines where every list, quote and fence is closed, so parts can be read alone. */

const fenceOpening = /^(?<indent> {0,3})(?:(?<ticks>`{3,})[^`]*|(?<tildes>~{3,}).*)$/;
const listMarker = /^(?:(?<bullet>[-+*])|(?<number>\d{1,9})[.)]) {1,4}(?=\S)/;
const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,})$/;

// HTML blocks that run over blank lines until their own end (CommonMark, HTML block kinds 1 to 5).
const longHtmlStart =
  /^ {0,3}<(?:(?<raw>pre|script|style|textarea)(?=[\s>]|$)|(?<special>!--|\?|!\[CDATA\[|![A-Za-z]))/i;
const rawHtmlEnd = /<\/(?:pre|script|style|textarea)>/i;
const specialHtmlEnds: Readonly<Record<string, string>> = { "!--": "-->", "?": "?>", "![cdata[": "]]>" };
const definitionLike = /(?:^|\n)[ \t>*+\-\d.)]*\[(?:\\.|[^\]\\\n]){0,1000}(?:\]:|\n)/;
const blank = /^[ \t]*$/;

// HTML blocks that run to the next blank line and begin anywhere (CommonMark, kind 6).
const blockTag =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|\/?>|$)/i;

/** LF line ends, and none of the marks that a flattened text uses for itself. Lengths may change only at CR LF. */
export function normalizeLines(text: string): string {
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  // oxlint-disable-next-line no-control-regex
  return /[\0\u0001\u0002]/.test(lines) ? lines.replace(/[\0\u0001\u0002]/g, "\uFFFC") : lines;
}

/** A stretch of a text; HTML holds no Markdown. */
export interface Part {
  readonly text: string;
  readonly isHtml: boolean;
}

/** Whether the text may hold link definitions, which reach from one part into every other. */
export function hasDefinitions(text: string): boolean {
  return text.includes("]:") && definitionLike.test(text);
}

type Open = { readonly fence: string; readonly length: number } | { readonly html: string | RegExp };

function opens(line: string): Open | "indented" | null {
  const fence = fenceOpening.exec(line);
  if (fence?.groups !== undefined) {
    const marks = fence.groups["ticks"] ?? fence.groups["tildes"] ?? "";
    return fence.groups["indent"] === "" || fence.groups["indent"] === undefined
      ? { fence: marks.charAt(0), length: marks.length }
      : "indented";
  }
  const html = longHtmlStart.exec(line);
  if (html?.groups === undefined) return null;
  const special = html.groups["special"]?.toLowerCase();
  const end = special === undefined ? rawHtmlEnd : (specialHtmlEnds[special] ?? ">");
  const rest = line.slice(html[0].length);
  // `<!-->` and `<!--->` are whole comments.
  const isClosed =
    end instanceof RegExp ? end.test(rest) : rest.includes(end) || (special === "!--" && /^-?>/.test(rest));
  if (isClosed) return null;
  return line.startsWith(" ") ? "indented" : { html: end };
}

function closes(open: Open, line: string): boolean {
  if ("html" in open) return typeof open.html === "string" ? line.includes(open.html) : open.html.test(line);
  const marks = /^ {0,3}(?<marks>`+|~+)[ \t]*$/.exec(line)?.groups?.["marks"];
  return marks !== undefined && marks.startsWith(open.fence) && marks.length >= open.length;
}

/**
 * Columns the text of an unindented line's list item begins at, 0 for any other line, and below 0 for ordered items. Only
 * where it is certain: an ordered list that begins in a paragraph must begin with 1.
 */
function itemOf(line: string, previous: number, isFirst: boolean): number {
  const marker = listMarker.exec(line);
  if (marker === null || thematicBreak.test(line)) return 0;
  if (marker.groups?.["bullet"] !== undefined) return marker[0].length;
  return isFirst || previous < 0 || marker.groups?.["number"] === "1" ? -marker[0].length : 0;
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 32) indent += 1;
  return line.charCodeAt(indent) === 9 ? 4 : indent;
}

/**
 * The parts of a text that can be parsed one by one with the result of parsing it whole.
 *
 * A part ends at a blank line before an unindented line, outside fences and long HTML blocks of the document itself.
 * Where that cannot be told cheaply the rest of the text is one part. Only link definitions reach across parts.
 */
export function splitBlocks(text: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let open: Open | null = null;
  let isHtml = false;
  let wasBlank = false;
  let sinceTag = false;
  let item = 0;
  const cut = (at: number, nextIsHtml: boolean): void => {
    if (at > start) parts.push({ text: text.slice(start, at), isHtml });
    start = at;
    isHtml = nextIsHtml;
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if (open !== null) {
      if (closes(open, line)) open = null;
      wasBlank = false;
    } else if (blank.test(line)) {
      if (isHtml) cut(at, false);
      wasBlank = true;
      sinceTag = false;
    } else if (!isHtml) {
      const indent = indentOf(line);
      const isBlockTag = indent === 0 && !sinceTag && blockTag.test(line);
      if (isBlockTag || (wasBlank && indent === 0)) cut(at, isBlockTag);
      wasBlank = false;
      if (indent === 0) item = itemOf(line, item, at === start);
      else if (indent < Math.abs(item)) item = 0;
      const opening = isBlockTag || indent > 3 ? null : opens(line);
      const isInItem = opening === "indented" && item !== 0;
      // What stands in a list item is closed by the next unindented line after a blank one.
      if (opening !== null && !isInItem) {
        if (opening === "indented" || sinceTag) break;
        open = opening;
      }
      if (indent < 4 && line.charCodeAt(indent) === 60) sinceTag = true;
    }
    at = end + 1;
  }
  cut(text.length, false);
  return parts;
}
