/** @module The short way to read a part of a Markdown text whose prose can be told without parsing it; null when it cannot. */

import { emphasisMark, type Link, linkMark, nodeMark, type Prose } from "./markdown-prose.ts";

// HTML, escapes, entities, tables, indented code, fences, definitions: these need the parser.
const structure = /[<\\&|\t]| {4}|`{3}|~[^]*~|\]:/;
// Marks that could be emphasis. A `*` that only begins a list item and a `_` inside a word are none.
const emphasis = /(?<!^|\n)\*|\*(?! )|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/;
const simpleLink = /(?<image>!?)\[(?<text>[^[\]\n]{0,300})\]\((?<url>[^\s()[\]<>]{1,500})\)/g;
const shownReference = /^(?:[A-Za-z0-9-]{1,39}\/[\w.-]{1,100})?#\d{1,10}$/;
const strong =
  /(?<=^|[\s(])\*\*(?=[A-Za-z0-9\uFFFC])(?<text>[^*\n]{1,300})(?<=[A-Za-z0-9:.!?)\uFFFC])\*\*(?=[\s.,:;!?)]|$)/g;

/** Code spans of one line replaced by a mark; null when a run of backticks has no partner on its line. */
function withoutCode(part: string): string | null {
  let out = "";
  let at = 0;
  for (const run of part.matchAll(/`{1,2}/g)) {
    if (run.index < at) continue;
    const end = part.indexOf(run[0], run.index + run[0].length);
    const isPartner =
      end >= 0 && part.charAt(end + run[0].length) !== "`" && !part.slice(run.index, end).includes("\n");
    if (!isPartner) return null;
    out += part.slice(at, run.index) + nodeMark;
    at = end + run[0].length;
  }
  return out + part.slice(at);
}

/** How a link whose text differs from its target stands in the prose. */
export function linkProse(text: string, url: string, links: Link[]): string | null {
  if (!shownReference.test(text)) return null;
  links.push({ text, url });
  return linkMark;
}

/** The prose of a part that holds no HTML and, apart from code spans, plain links and bold words of one line, no inline marks. */
export function readSimply(part: string): Prose | null {
  if (structure.test(part)) return null;
  let text: string | null = part.includes("`") ? withoutCode(part) : part;
  if (text === null) return null;
  const links: Link[] = [];
  if (text.includes("](")) {
    text = text.replace(simpleLink, (_whole, image: string, shown: string, url: string) => {
      if (image !== "") return nodeMark;
      return linkProse(shown, url, links) ?? (shown === url ? shown : nodeMark + shown + nodeMark);
    });
    if (text.includes("](")) return null;
  }
  if (emphasis.test(text)) {
    text = text.replace(strong, (_whole, shown: string) => emphasisMark + shown + emphasisMark);
    if (emphasis.test(text)) return null;
  }
  return { text, links };
}
