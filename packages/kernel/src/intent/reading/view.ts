/** @module The widest view of a text: compatibility forms folded, invisible and direction-turning characters gone. */

/** Characters that take no room, turn the direction, or are reserved for the marks of this reading. */
const unseen = new RegExp(
  [
    "[\u{AD}\u{61C}\u{115F}\u{1160}\u{17B4}\u{17B5}\u{180E}\u{200B}-\u{200F}\u{202A}-\u{202E}]",
    "[\u{2060}-\u{206F}\u{3164}\u{FEFF}\u{FFA0}\u{E000}-\u{E003}\u{E0000}-\u{E0FFF}]",
    "\u{34F}|[\u{180B}-\u{180D}\u{180F}]|[\u{FE00}-\u{FE0F}]",
  ].join("|"),
  "gu",
);
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
const ascii = /^[\t\n\r -~]*$/;

/** Text over this many UTF-16 units is read at both ends only. */
export const longestText = 4 * 1024 * 1024;

/** What is read of a text that is too long: its first and last half of the limit. */
export function cutText(text: string): string {
  if (text.length <= longestText) return text;
  const half = longestText / 2;
  return `${text.slice(0, half).toWellFormed()}\n${text.slice(-half).toWellFormed()}`;
}

/** The text as it is read for everything that can raise. Case is kept; words are compared in lower case. */
export function widestView(text: string): string {
  const lines = text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
  if (ascii.test(lines)) return lines;
  return lines
    .toWellFormed()
    .normalize("NFKC")
    .replace(unseen, "")
    .replace(controls, " ")
    .replace(/[\u2018\u2019\u201B\u02BC]/g, "'")
    .replace(/[\u2028\u2029\u0085]/g, "\n")
    .replace(/[\u2010-\u2012\u2212]/g, "-");
}
