/** @module A card as sections of lines for a terminal, and as JSON (cards, section 12). */

import { canonicalJson } from "../canonical.ts";
import type { Section } from "../render/outline.ts";
import { outside, sentence } from "../render/outside.ts";
import { detail, type Line, line, type Part, type Phrase } from "../render/phrase.ts";
import type { Card } from "./card.schema.ts";
import { type ViewLine, viewOf } from "./view.ts";

function sentenceLine({ text, against }: ViewLine): Line {
  return against === null ? line("none", text) : line("warn", text, ` (${against})`);
}

function section(label: string, lines: readonly Line[]): Section {
  return { label, lines };
}

function lines(phrases: readonly Phrase[], mark: Line["mark"] = "none"): Line[] {
  return phrases.map((phrase) => line(mark, ...phrase));
}

/** What a terminal shows of a card, in the order of every face. */
export function cardSections(card: Card): Section[] {
  const view = viewOf(card);
  const state = { checked: "Card", unchecked: "Not verified", unavailable: "No card" }[view.state];
  const reason = view.reason === null ? [] : [line("warn", view.reason)];
  const goal = view.goal === null ? [] : [sentenceLine(view.goal)];
  return [
    section(state, [...reason, ...goal]),
    section("The check", lines(view.warnings, "warn")),
    section("Changes", view.changes.map(sentenceLine)),
    section("Outside", lines(view.outside)),
    section("Risk", [line("none", { strong: view.risk }), ...view.riskBecause.map((phrase) => detail(...phrase))]),
    section("Not shown", lines(view.hidden)),
    section("Models", lines(view.models)),
  ].filter((each) => each.lines.length > 0);
}

function plain(part: Part): string {
  if (typeof part === "string") return sentence(part);
  if ("code" in part) return outside(part.code);
  return sentence("strong" in part ? part.strong : part.faint);
}

const marks = { yes: "✓ ", no: "✗ ", warn: "! ", note: "- ", none: "" } as const;

/** The card as plain lines: no control character, no colour. */
export function cardText(card: Card): string {
  const out: string[] = [];
  for (const { label, lines: shown } of cardSections(card)) {
    out.push(label);
    for (const { mark, phrase, depth } of shown)
      out.push(`${"  ".repeat(depth + 1)}${marks[mark]}${phrase.map(plain).join("")}`);
  }
  return `${out.join("\n")}\n`;
}

/** The card as its document, in canonical form. */
export function cardJson(card: Card): string {
  return canonicalJson(card);
}
