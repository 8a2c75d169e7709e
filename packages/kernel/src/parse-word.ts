/**
 * @module Words of requests and authority as people, files and hosts write them: the word of a scale or set, or its safe
 * end with the finding that names what could not be read.
 */

import type { Finding } from "./finding.ts";
import { type RequestScaleName, type RequestWord, requestScales, type Scale, wordOn } from "./scale.ts";
import { cleanQuote } from "./text/clean.ts";

/** A word that was read, and a finding when what was written is not known. */
export interface ParsedWord<Word extends string> {
  readonly word: Word;
  readonly findings: readonly Finding[];
}

/** How what was written is shown: short, and harmless on a terminal. Never throws. */
function shown(value: unknown): string {
  if (typeof value === "string") return cleanQuote(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value).slice(0, 80);
}

/** The finding that a field holds a word nobody knows, and which word it was taken for. */
export function unknownValue(field: string, value: unknown, words: readonly string[], takenFor: string): Finding {
  return {
    rule: "value.unknown",
    severity: "warn",
    message: `The value of \`${field}\` is not known and counts as "${takenFor}".`,
    where: { field },
    quote: shown(value),
    next: `Write one of: ${words.join(", ")}.`,
  };
}

/**
 * A value of a scale of `requestScales`, from anything at all.
 *
 * @param field the name the finding shows; the name of the scale when the field is called like it.
 */
export function parseWord<Name extends RequestScaleName>(
  name: Name,
  value: unknown,
  field: string = name,
): ParsedWord<RequestWord<Name>> {
  // The table gives each name its own words; the compiler cannot follow that through an index.
  const on = requestScales[name] as unknown as Scale<RequestWord<Name>>;
  const word = wordOn(on, value);
  if (word !== undefined) return { word, findings: [] };
  return { word: on.careful, findings: [unknownValue(field, value, on.words, on.careful)] };
}
