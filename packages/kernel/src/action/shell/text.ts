/**
 * @module Texts of which a part is not known. What is not known stands in the text as a noncharacter of Unicode, so that
 * options, folders and names of a half-known word are read like those of any other.
 */

/** A glob that matches within one segment. */
export const globMark = "\uFDD0";
/** Any text at all: it may be empty, begin with a dash or hold a step up. */
export const unknownMark = "\uFDD1";
/** Some text without a slash. */
export const segmentMark = "\uFDD2";
/** Any text but an empty one. */
export const filledMark = "\uFDD3";
/** What a process substitution is called. */
export const pipeMark = "\uFDD4";
/** The process id of a job that this script started. */
export const ownJobMark = "\uFDD5";
/** Some integer. */
export const numberMark = "\uFDD6";
/** An unknown choice of things below a folder, which stands between two of these. */
const someMark = "\uFDD7";

const anyMark = /[\uFDD0-\uFDEF]/;
const anyMarks = /[\uFDD0-\uFDEF]/g;
const hiddenMark = /[\uFDD1\uFDD3-\uFDD5\uFDD7]/;

/** Some things below a folder: which, nobody knows. */
export function someOf(folder: string): string {
  return `${someMark}${folder}${someMark}`;
}

/** The folder of a text that is nothing but a choice below it; null for any other text. */
export function folderOfSome(text: string): string | null {
  if (!text.startsWith(someMark) || !text.endsWith(someMark)) return null;
  const folder = text.slice(1, -1);
  return folder === "" || folder.includes(someMark) ? null : folder;
}

/** Whether a choice of things is anywhere in a text. */
export function hasSome(text: string): boolean {
  return text.includes(someMark);
}

/** Whether all of a text is known, letter by letter. */
export function isKnown(text: string): boolean {
  return !anyMark.test(text);
}

/** Whether a text could be anything, anything but empty, or anything below a folder. */
export function isOpen(text: string): boolean {
  return hiddenMark.test(text);
}

/** Text from outside, with what would read as a mark replaced. */
export function withoutMarks(text: string): string {
  if (isKnown(text)) return text;
  return text.replace(anyMarks, "\uFFFD");
}

/** The reading in which everything unset is empty. */
export function emptied(text: string): string {
  return text.replaceAll(unknownMark, "");
}

/** A text as people write it: patterns as stars, what is not known as `?`. */
export function shownText(text: string): string {
  if (isKnown(text)) return text;
  return text.replace(anyMarks, (mark) =>
    mark === globMark || mark === segmentMark || mark === numberMark ? "*" : "?",
  );
}

export function isInteger(text: string): boolean {
  return /^[-+]?[0-9\uFDD6]+$/.test(text);
}
