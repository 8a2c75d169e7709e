/**
 * @module The views a path is read in (change gate, section 7.2): what guards a path is tried on every form it could be
 * mistaken for, what relaxes a rule only on the raw and spotless one.
 */

import { confusables } from "./confusables.ts";

const beyondAscii = /[^\x00-\x7f]/;
/** Format characters, joiners, variation selectors and line separators: nothing a person can see. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const everyInvisible = new RegExp(`[${invisible.source.slice(1, -1)}\\p{Cc}]`, "gu");
const control = /\p{Cc}/u;
/** A lone surrogate or U+FFFD stands for bytes that could not be read. */
const unreadable = /[\ufffd\p{Cs}]/u;
const trailing = /[. ](?:\/|$)/;

/** Full case fold: upper then lower, so `STRASSE` = `straße`; the two small sigmas are one letter. */
export function foldCase(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}

function replaceLikes(text: string): string {
  let result = "";
  for (const character of text) result += confusables.get(character) ?? character;
  return result;
}

/**
 * The text with everything a person would misread put right: look-alike letters become Latin, compatibility forms
 * (full-width, mathematical) their plain ones, invisible characters go. Case is kept.
 */
export function replaceLookalikes(text: string): string {
  if (!beyondAscii.test(text)) return control.test(text) ? text.replaceAll(/\p{Cc}/gu, "") : text;
  // Before and after NFKC: it turns some look-alikes into plain Greek letters, and some compatibility forms into look-alikes.
  return replaceLikes(replaceLikes(text.replace(everyInvisible, "")).normalize("NFKC")).replaceAll("\u0307", "");
}

/**
 * The path as Windows opens it: `\\` divides folders, and trailing dots and spaces of a segment and `:stream` are not there.
 * Leading spaces go with them: nobody sees those either.
 */
export function windowsForm(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    const colon = segment.indexOf(":");
    const name = (colon === -1 ? segment : segment.slice(0, colon)).trimStart();
    let end = name.length;
    while (end > 0 && (name.charCodeAt(end - 1) === 0x2e || name.charCodeAt(end - 1) === 0x20)) end -= 1;
    if (end > 0) segments.push(name.slice(0, end));
  }
  return segments.join("/");
}

/** Whether all views of a path but its case are the path itself: visible ASCII, and nothing Windows would drop. */
export function isPlain(path: string): boolean {
  return !/[^\x20-\x7e]|[:\\~]|\/\/|(?:^|\/) |^\/|\/$/.test(path) && !trailing.test(path);
}

/** What is odd about a path's characters. */
export interface PathHygiene {
  readonly control: boolean;
  readonly invisible: boolean;
  /** Bytes that are no text. */
  readonly unreadable: boolean;
  readonly notNormalized: boolean;
  /** Letters of two scripts, or letters that imitate Latin ones, in one part of a segment. */
  readonly mixedScripts: boolean;
  readonly trailingDotOrSpace: boolean;
  /** A segment that begins with a space, holds `\\`, or is a short name (`AGENTS~1.MD`), which Windows opens as another file. */
  readonly otherOnWindows: boolean;
}

const eastAsian = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Hangul}";
const scripts = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Georgian",
  "Cherokee",
  "Devanagari",
  "Thai",
];
const groups = [...scripts.map((script) => `\\p{Script=${script}}`), eastAsian];
const letterOfGroup = groups.map((group) => new RegExp(`(?=\\p{L})[${group}]`, "u"));
const letterOfOther = new RegExp(`(?=\\p{L})[^\\p{Script=Common}\\p{Script=Inherited}${groups.join("")}]`, "u");

/** Whether a text holds letters of more than one script. Chinese, Japanese and Korean writing counts as one. */
export function mixesScripts(text: string): boolean {
  if (!beyondAscii.test(text)) return false;
  let found = letterOfOther.test(text) ? 1 : 0;
  for (const letter of letterOfGroup) if (letter.test(text)) found += 1;
  return found > 1;
}

/** Whether some letters of a text turn Latin by the look-alike fold while all its other letters are Latin. */
export function imitatesLatin(text: string): boolean {
  if (!beyondAscii.test(text)) return false;
  let imitates = false;
  for (const character of text) {
    if (!beyondAscii.test(character)) continue;
    const read = replaceLookalikes(character);
    // A sign that reads as `/` or `.` makes a name look like a folder or an ending it does not have.
    if (/^(?:[A-Za-z0-9]+|[/.])$/.test(read)) imitates = true;
    else if (/(?!\p{Script=Latin})\p{L}/u.test(character)) return false;
  }
  return imitates;
}

function isDisguised(path: string): boolean {
  // The dot-separated parts of a name are looked at one by one: `руководство.md` is an honest name with a Latin ending.
  return path.split(/[/.]/).some((part) => mixesScripts(part) || imitatesLatin(part));
}

/** Reads the characters of a path. Linear in its length. */
export function hygieneOfPath(path: string): PathHygiene {
  const isAscii = !beyondAscii.test(path);
  return {
    control: control.test(path),
    invisible: !isAscii && invisible.test(path),
    unreadable: !isAscii && unreadable.test(path),
    notNormalized: !isAscii && path.normalize("NFC") !== path,
    mixedScripts: !isAscii && isDisguised(path.normalize("NFC")),
    trailingDotOrSpace: trailing.test(path),
    otherOnWindows: /(?:^|\/) |\\|~\d{1,6}(?:[./]|$)/.test(path),
  };
}

/** Whether lowering matches may look at a path: nothing in it is hidden, unreadable, decomposed or of two scripts. */
export function isSpotless(hygiene: PathHygiene): boolean {
  return (
    !hygiene.control &&
    !hygiene.invisible &&
    !hygiene.unreadable &&
    !hygiene.notNormalized &&
    !hygiene.mixedScripts &&
    !hygiene.trailingDotOrSpace &&
    !hygiene.otherOnWindows
  );
}

/** Whether a path is not what it looks like (`floor.path-hygiene`, section 11.1). */
export function isMisleading(hygiene: PathHygiene): boolean {
  return (
    hygiene.control ||
    hygiene.invisible ||
    hygiene.unreadable ||
    hygiene.mixedScripts ||
    hygiene.trailingDotOrSpace ||
    hygiene.otherOnWindows
  );
}
