/** @module What kind of turn a text is before any part of it is read: a word of consent, of control, or work. */

import { affirmations, controlWords } from "./lexicon/phrases.ts";
import type { Request } from "./request.ts";

/** Vias through which a person's words are always a request. */
const ownVias: ReadonlySet<string> = new Set(["prompt", "command"]);
const standings: ReadonlySet<string> = new Set(["write", "maintain", "admin"]);

/** Who speaks: a person, a person without standing here, or no person at all. Absent and unknown are no person. */
export function speakerOf(origin: Request["origin"]): "human" | "no-standing" | "not-human" {
  if (origin?.kind !== "human") return "not-human";
  if (origin.via === undefined || ownVias.has(origin.via)) return "human";
  return standings.has(origin.permission ?? "") ? "human" : "no-standing";
}

const longestBare = 80;

function bareWords(view: string): string {
  if (view.length > longestBare) return "";
  return view
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'/\s-]+/gu, " ")
    .replace(/[-\s]+/g, " ")
    .trim();
}

/** Whether the whole text only says yes. It keeps the earlier engagement, adds nothing and answers no question. */
export function isAffirmation(view: string): boolean {
  const bare = bareWords(view);
  return (
    bare !== "" &&
    bare.split(" ").length <= 4 &&
    (affirmations.has(bare) || affirmations.has(bare.replace(/^(?:please|pls) | (?:please|pls|thanks)$/g, "")))
  );
}

/** The bare control words and `/` commands. `/goal` carries a request behind it. */
export function isControl(view: string): boolean {
  const trimmed = view.trim();
  if (/^\/goal\s+(?:fix|replace)\s/i.test(trimmed)) return false;
  return controlWords.has(bareWords(trimmed)) || /^\/[a-z][\w-]*(?:\s|$)/i.test(trimmed);
}
