/**
 * @module The managed comment as a document: a marker on the first line, then sections between markers, in a fixed order.
 *
 * Whether a comment is ours is decided by its author too (see `publisher.ts`); this file only reads and writes the text.
 */

import { cutMarkdown } from "./cut.ts";

export const commentMarker = "<!-- warrant:comment v1 -->";
/** In the order they stand in, which is also the order in which they are worth keeping. */
export const sectionNames = ["verdict", "card", "evidence", "drift", "feedback"] as const;
export type SectionName = (typeof sectionNames)[number];

/** The texts of the sections that are there. */
export type Sections = Readonly<Partial<Record<SectionName, string>>>;

/** Characters of a comment; the platform refuses more than 65,536. */
export const commentLimit = 60_000;
/** What a section that had to give way is left with. */
const smallestSection = 200;

const openLine = /^<!-- warrant:section (?<name>[a-z]{1,20}) -->$/;
const closeLine = /^<!-- \/warrant:section (?<name>[a-z]{1,20}) -->$/;
/** The start of any marker of ours, however it is written. A comment that begins like one must never stand in a section. */
const markerStart = /<!(?=-{0,4}\s{0,4}\/?\s{0,4}warrant\s{0,4}:)/giu;

function opening(name: SectionName): string {
  return `<!-- warrant:section ${name} -->`;
}

function closing(name: SectionName): string {
  return `<!-- /warrant:section ${name} -->`;
}

function isSectionName(name: string | undefined): name is SectionName {
  return sectionNames.some((known) => known === name);
}

function unixLines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/**
 * A section's text as it is kept: LF only, nothing that could be read as a marker of ours, no blank lines around it.
 * Unchanged when done twice.
 */
export function sectionText(text: string): string {
  return unixLines(text.toWellFormed()).replaceAll(markerStart, "&lt;!").replace(/^\n+/, "").trimEnd();
}

/** Whether a body begins with our marker, alone on its first line. */
export function hasMarker(body: string): boolean {
  const rest = body.startsWith(commentMarker) ? body.slice(commentMarker.length) : null;
  return rest !== null && /^(?:\r?\n|$)/.test(rest);
}

/**
 * The sections of a managed comment; null when its first line is not our marker. A section that is not closed, holds a
 * marker of another or stands there twice is not exactly ours and counts as missing: its writer builds it anew.
 */
export function parseComment(body: string): Sections | null {
  if (!hasMarker(body)) return null;
  const sections = new Map<SectionName, string>();
  const seen = new Set<SectionName>();
  let current: SectionName | null = null;
  let lines: string[] = [];
  for (const line of unixLines(body).split("\n").slice(1)) {
    const opened = openLine.exec(line)?.groups?.["name"];
    const closed = closeLine.exec(line)?.groups?.["name"];
    if (isSectionName(opened)) {
      if (seen.has(opened)) sections.delete(opened);
      // Its first marker was there already: a text between two of one kind may be anybody's.
      current = seen.has(opened) ? null : opened;
      seen.add(opened);
      lines = [];
    } else if (isSectionName(closed)) {
      if (closed === current) sections.set(closed, sectionText(lines.join("\n")));
      current = null;
    } else if (current !== null) lines.push(line);
  }
  return Object.fromEntries(sections);
}

function bodyOf(sections: Sections): string {
  const parts = [commentMarker];
  for (const name of sectionNames) {
    const text = sections[name];
    if (text !== undefined && text !== "") parts.push(opening(name), text, closing(name));
  }
  return `${parts.join("\n")}\n`;
}

/**
 * The comment's body: sections in order, empty ones left out, at most 60,000 characters. Where there is too much the last
 * sections give way first, and the verdict last (its writer has already put what must stay at its start).
 */
export function renderComment(sections: Sections, limit = commentLimit): string {
  const kept: Partial<Record<SectionName, string>> = {};
  for (const name of sectionNames) {
    const text = sections[name];
    if (text !== undefined) kept[name] = sectionText(text);
  }
  for (const name of sectionNames.toReversed()) {
    const over = bodyOf(kept).length - limit;
    if (over <= 0) break;
    const text = kept[name];
    if (text === undefined || text === "") continue;
    const room = Math.max(smallestSection, text.length - over);
    kept[name] = sectionText(cutMarkdown(text, room));
  }
  return bodyOf(kept);
}

/** The sections with some of them replaced; an empty text takes its section away. Other sections stay as they are. */
export function replaceSections(sections: Sections, own: Sections): Sections {
  const out: Partial<Record<SectionName, string>> = {};
  for (const name of sectionNames) {
    const text = own[name] ?? sections[name];
    if (text !== undefined && sectionText(text) !== "") out[name] = text;
  }
  return out;
}
