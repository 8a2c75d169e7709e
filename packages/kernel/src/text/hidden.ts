/** @module Text that a rendered page does not show: comments, hidden elements, long image texts (change gate, section 11.4). */

import { findAddressed } from "./addressed.ts";
import { readMarkdown } from "./markdown.ts";

const telling = /\b(?:approve|verdict|classify|risk|reviewer)\b/i;
// Characters after which an image text or link title is no label any more.
const longText =
  /!\[(?<alt>[^\]]{201})|\]\([^\s()]{1,500}[ \t\n]+["'(](?<title>[^"')]{201})|\b(?:alt|title)[ \t]*=[ \t]*["'](?<attribute>[^"']{201})/g;
const hidingTag =
  /<[a-z][a-z0-9-]{0,20}(?=[^<>]{0,500}?(?:\shidden\b|display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden|font-size\s{0,5}:\s{0,5}0|opacity\s{0,5}:\s{0,5}0(?![.\d])|(?:max-)?(?:width|height)\s{0,5}[:=]\s{0,5}["']?0(?![.\d])|color\s{0,5}:\s{0,5}(?:transparent|white|#fff)))[^<>]{0,600}>/gi;
const definitionComment = /^ {0,3}\[[^\]\n]{1,100}\]:[ \t]*(?:#|<>|\/\/)[^\S\n]*["'(](?<text>[^\n]{1,2000})/gm;
/** What is read of one hidden stretch, and how many stretches are. */
const maximumStretch = 8000;
const maximumStretches = 200;

function* stretches(text: string): Generator<string> {
  if (text.includes("<")) {
    let at = text.indexOf("<!--");
    while (at >= 0) {
      const end = text.indexOf("-->", at + 2);
      if (end < 0) break;
      yield text.slice(at + 4, end);
      at = text.indexOf("<!--", end + 3);
    }
    for (const tag of text.matchAll(hidingTag)) {
      const start = tag.index + tag[0].length;
      const close = text.indexOf("</", start);
      yield text.slice(start, close < 0 ? start + maximumStretch : close);
    }
  }
  const mayBeLong = text.length > 200 && (text.includes("](") || text.includes("="));
  if (mayBeLong) for (const long of text.matchAll(longText)) yield text.slice(long.index, long.index + 1500);
  if (text.includes("]:")) for (const comment of text.matchAll(definitionComment)) yield comment.groups?.["text"] ?? "";
}

/**
 * Hidden stretches of a description that speak to a model or name what a reviewer decides, and a comment that never ends;
 * at most `limit`. A template's plain comment is none. Linear.
 */
export function findHidden(text: string, limit: number): string[] {
  const hits: string[] = [];
  let seen = 0;
  for (const stretch of stretches(text)) {
    seen += 1;
    if (seen > maximumStretches || hits.length >= limit) break;
    const read = stretch.slice(0, maximumStretch);
    if (telling.test(read) || findAddressed(read, 1).length > 0) hits.push(read);
  }
  const lastOpen = text.lastIndexOf("<!--");
  const mayBeOpen = lastOpen >= 0 && (text.indexOf("-->", lastOpen + 2) < 0 || /[`~\t]| {4}/.test(text));
  if (mayBeOpen && hits.length < limit && readMarkdown(text, () => false).endsInComment)
    hits.push(text.slice(lastOpen));
  return hits;
}
