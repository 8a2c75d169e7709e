/** @module How hard a Markdown text is to parse: a bound on the work, so that no text can hold a judge up. */

/** Containers (quotes, list items) that may open on one line; people use two or three. */
const maximumDepth = 60;
/** The work one text may cause, about a quarter of a second on a slow machine; any ordinary body of 65,536 characters fits. */
export const maximumWork = 250_000;

/** Marks that may begin or end something inside a paragraph: `*` `_` `~` `[` `]` `<` `` ` `` `\` `&`. */
const inlineMarks = new Set([42, 95, 126, 91, 93, 60, 96, 92, 38]);
/** Marks that open a quote or list item at the start of a line: `>` `-` `+` `*` `.` `)`. */
const containerMarks = new Set([62, 45, 43, 42, 46, 41]);
// A list item with text, or a heading, ends the paragraph before it wherever that stood.
const newParagraph = /^ {0,3}(?:[-+*] {1,4}[^\s-]|#{1,6} )/;
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/** Containers the line opens at its start; a rule such as `-----` opens none. */
function depthOf(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    const isRepeated = code !== 62 && (line.charCodeAt(at - 1) === code || line.charCodeAt(at + 1) === code);
    if (containerMarks.has(code)) depth += isRepeated ? 0 : 1;
    else if (code !== 32 && code !== 9 && (code < 48 || code > 57)) return depth;
  }
  return depth;
}

/**
 * An upper estimate, in about microseconds, of parsing one part of a text; infinite when it nests too deep.
 *
 * The parser is linear in ordinary text, and quadratic in the marks of one paragraph, in the lines of one part, in its
 * underlined headings and in indentation; the weights were measured. Linear.
 */
export function parsingWork(part: string): number {
  let work = 200 + part.length * 1.5;
  let lines = 0;
  let underlines = 0;
  let marks = 0;
  for (let at = 0; at < part.length; ) {
    const newline = part.indexOf("\n", at);
    const end = newline < 0 ? part.length : newline;
    const line = part.slice(at, end);
    const indent = line.length - line.trimStart().length;
    if (depthOf(line) > maximumDepth) return Number.POSITIVE_INFINITY;
    if (indent === line.length || newParagraph.test(line)) {
      work += marks ** 2 / 20;
      marks = 0;
    }
    for (let index = at; index < end; index += 1) {
      const code = part.charCodeAt(index);
      if (inlineMarks.has(code)) marks += 1;
      else if (code === 124) work += 20;
    }
    if (underline.test(line)) underlines += 1;
    work += indent ** 2 / 20;
    lines += 1;
    at = end + 1;
  }
  return work + marks ** 2 / 20 + lines ** 2 / 60 + underlines ** 2 / 4;
}
