/** @module Text of a request without the parts that say nothing about the task: comments, trailers, addresses. */

import { findInvisible } from "../text/hygiene.ts";
import { withoutTrailers } from "../text/trailers.ts";

const fenceLine = /^(?<fence>[ \t]{0,3}(?:```|~~~)[`~]{0,20})[^\n`]*$/gm;
/** Scheme and host go, query and fragment too; what lies between may name the thing that is talked about. */
const address = /\bhttps?:\/\/[^\s/?#<>"'()[\]]*(?<path>[^\s?#<>"'()[\]]*)[^\s<>"'()[\]]*/gi;

/** Removes HTML comments. One that never ends takes everything after it, as it does on the platform. */
function withoutComments(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    if (start === -1) return kept + text.slice(from);
    kept += `${text.slice(from, start)} `;
    const end = text.indexOf("-->", start + 4);
    if (end === -1) return kept;
    from = end + 3;
  }
}

function withoutInvisible(text: string): string {
  let kept = "";
  let from = 0;
  for (const { index, length } of findInvisible(text)) {
    kept += text.slice(from, index);
    from = index + length;
  }
  return kept + text.slice(from);
}

function visibleText(text: string): string {
  return withoutInvisible(withoutComments(text.replaceAll("\r\n", "\n")));
}

function withoutMarks(text: string): string {
  return text.replace(fenceLine, "$<fence>").replace(address, " $<path> ").trim();
}

/** A title as its words are read. It has no trailers: `fix: the total` is no key and value. */
export function cleanRequestTitle(title: string): string {
  return withoutMarks(visibleText(title).replaceAll("\n", " "));
}

/** A body as its words are read: linear, and what is hidden from a person is hidden from the rule. */
export function cleanRequestBody(body: string): string {
  return withoutMarks(withoutTrailers(visibleText(body)));
}
