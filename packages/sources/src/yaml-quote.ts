/** @module Values of a file as they may be shown in a message: on one line, short, nothing invisible. */

/** A character by its code point: `U+0000`. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A text on one line with every control, format and separator character written out, cut at a length. */
export function cleanText(text: string, maximum = 60): string {
  // Cut first: a value may be as long as the file.
  const cut = text.length > maximum ? `${text.slice(0, maximum)}…` : text;
  return cut.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (found) => `<${nameCharacter(found)}>`);
}

/** A value in words for "not …" in a message: `the text "yes"`, `the number 0`, `a list`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string") return value === "" ? "an empty text" : `the text "${cleanText(value)}"`;
  if (Number.isNaN(value)) return "a value that is no number";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  return Array.isArray(value) ? "a list" : "a set of keys";
}
