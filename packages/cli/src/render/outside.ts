/** @module The one place where text from outside becomes a single harmless line for a terminal or a page. */

/** Characters of one piece of text that are shown; the rest is cut with an ellipsis. */
const longestPiece = 1000;

/**
 * Control characters (escape sequences begin with one), line breaks of every kind, bidirectional and invisible
 * characters, lone surrogates and tags. None of them may reach a terminal or a page from a path, a title or a quote.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners of scripts and emoji, and the two that choose between a sign and its picture: harmless, and ordinary in titles. */
const harmless = new Set(["\u200C", "\u200D", "\uFE0E", "\uFE0F"]);

function named(character: string): string {
  if (harmless.has(character)) return character;
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
