/** @module The one place where text from outside becomes a single harmless line for a terminal or a page. */

/** Characters of one piece of text that are shown; the rest is cut with an ellipsis. */
const longestPiece = 1000;

/**
 * Control characters (escape sequences begin with one), line breaks of every kind, bidirectional and invisible
 * characters, lone surrogates and tags. None of them may reach a terminal or a page from a path, a title or a quote.
 */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

function named(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** One line with every unsafe character written as `<U+XXXX>`, and at most `longest` characters of the original. */
export function outside(text: string, longest = longestPiece): string {
  if (text.length <= longest) return text.replaceAll(unsafe, named);
  // Never cut inside a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, end).replaceAll(unsafe, named)}…`;
}
