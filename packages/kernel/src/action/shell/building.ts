/** @module A word while it is read: every list of fields it may become. */

import { mostValues, type ShellState } from "./state.ts";
import { filledMark, globMark, unknownMark } from "./text.ts";
import type { WordHost } from "./word-value.ts";

export interface Building {
  drafts: { fields: string[]; isQuoted: boolean }[];
  splits: boolean;
  isExpanded: boolean;
  hosts: string[];
  secrets: string[];
}

export function addText(building: Building, text: string, isQuoted: boolean): void {
  for (const draft of building.drafts) {
    const last = draft.fields.length - 1;
    draft.fields[last] = (draft.fields[last] ?? "") + text;
    if (isQuoted) draft.isQuoted = true;
  }
}

export function addChoices(
  building: Building,
  texts: readonly string[],
  isQuoted: boolean,
  host: WordHost,
  state: ShellState,
): void {
  const count = texts.length * building.drafts.length;
  const kept = count > mostValues || (count > 1 && !host.mayBranch(count)) ? [unknownMark] : texts;
  const drafts: Building["drafts"] = [];
  for (const text of kept) {
    for (const draft of building.drafts) {
      const fields = [...draft.fields];
      const pieces = isQuoted ? [text] : splitFields(text, host, state);
      for (const [index, piece] of pieces.entries()) {
        if (index === 0) fields[fields.length - 1] = `${fields.at(-1) ?? ""}${piece}`;
        else fields.push(piece);
      }
      drafts.push({ fields, isQuoted: draft.isQuoted || isQuoted });
    }
  }
  building.drafts = drafts;
}

/** An unquoted value is split at white space, and its stars are patterns. */
function splitFields(text: string, host: WordHost, state: ShellState): string[] {
  if (/\s/.test(text) && state.hasOwnIfs) host.reading.lose("words are split where this script says");
  return text.split(/[ \t\n]+/).map((field) => field.replace(/[*?[]/g, globMark));
}

export function addUnknownAware(
  building: Building,
  texts: readonly string[],
  isQuoted: boolean,
  state: ShellState,
  host: WordHost,
): void {
  if (!isQuoted && texts.some((text) => text.includes(unknownMark) || text.includes(filledMark)))
    building.splits = true;
  addChoices(building, texts, isQuoted, host, state);
}
