/** @module The one place where text from outside becomes a single harmless line for a terminal or a page. */

import { cleanText } from "../text/clean.ts";

/** Characters of one piece of text that are shown; the rest is cut with an ellipsis. */
const longestPiece = 1000;

/**
 * One line in which every control, bidirectional and invisible character is written as `<U+XXXX>`, of at most `longest`
 * characters of the original. A line break is written too (a path or a name has none), or is a space in a sentence.
 */
export function outside(text: string, longest = longestPiece, lineBreaks: "write" | "space" = "write"): string {
  if (text.length <= longest) return cleanText(text, { lineBreaks });
  // Never cut inside a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${cleanText(text.slice(0, end), { lineBreaks })}…`;
}

/** The same for a sentence, whose line breaks are only spaces. */
export function sentence(text: string): string {
  return outside(text, longestPiece, "space");
}
