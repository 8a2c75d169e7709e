/** @module A card as the `card` section of the managed comment and as the check run `warrant/card` (cards, section 12). */

import { codeSpan, prose } from "../render/markdown-text.ts";
import type { Part, Phrase } from "../render/phrase.ts";
import type { Card } from "./card.schema.ts";
import { type CardView, type ViewLine, viewOf } from "./view.ts";

function partText(part: Part): string {
  if (typeof part === "string") return prose(part);
  if ("code" in part) return codeSpan(part.code);
  if ("strong" in part) return `**${prose(part.strong).trim()}**`;
  return prose(part.faint);
}

function text(phrase: Phrase): string {
  let out = "";
  for (const part of phrase) {
    const next = partText(part);
    // Two code spans without a space between them would read as one with another fence, and could be broken out of.
    out += out.endsWith("`") && next.startsWith("`") ? ` ${next}` : next;
  }
  return out;
}

function struck({ text: words, against }: ViewLine): string {
  return against === null ? prose(words) : `~~${prose(words)}~~ *${against}*`;
}

function list(items: readonly Phrase[]): string {
  return items.map((item) => `- ${text(item)}`).join("\n");
}

function folded(title: string, items: readonly Phrase[]): string {
  return `<details><summary>${title}</summary>\n\n${list(items)}\n\n</details>`;
}

function head(view: CardView): string[] {
  const { goal, reason } = view;
  if (goal === null) return [`**No card.** ${prose(reason ?? "")}`];
  const parts = [];
  if (view.state === "unchecked") parts.push(`> ⚠ **Not verified.** ${prose(reason ?? "")}`);
  parts.push(`**What this change does**: ${struck(goal)}`);
  const title = view.state === "checked" ? "The check disagrees." : "What the check says so far:";
  if (view.warnings.length > 0)
    parts.push([`> ⚠ **${title}**`, ...view.warnings.map((warning) => `> - ${text(warning)}`)].join("\n"));
  if (view.changes.length > 0) parts.push(view.changes.map((change) => `- ${struck(change)}`).join("\n"));
  return parts;
}

export interface CardPlace {
  /** Where the card can be read as JSON; ours, not the change's. */
  readonly jsonUrl?: string;
  /** Whether readers can vote by a reaction to the text. */
  readonly takesReactions?: boolean;
}

/**
 * The section's text, without its markers: what people see of the card. Every word of a model or of the change is plain text
 * or a code span, so none of them can be a heading, link, image, mention or marker.
 */
export function cardMarkdown(card: Card, { jsonUrl, takesReactions = false }: CardPlace = {}): string {
  const view = viewOf(card);
  const parts = head(view);
  if (view.outside.length > 0) parts.push(`**Outside the goal**\n\n${list(view.outside)}`);
  parts.push(`**Risk: ${view.risk}**\n\n${list(view.riskBecause)}`);
  if (view.hidden.length > 0) parts.push(folded("Not shown to the models", view.hidden));
  const notes = [...view.models.map(text), ...(jsonUrl === undefined ? [] : [`[JSON](<${encodeURI(jsonUrl)}>)`])];
  if (notes.length > 0) parts.push(`<sub>${notes.join(" · ")}</sub>`);
  if (takesReactions && view.goal !== null)
    parts.push("<sub>Is this right? React to this comment with 👍 or 👎.</sub>");
  return parts.join("\n\n");
}

/** A button of a check run: label, description and identifier within the platform's 20, 40 and 20 characters. */
export interface CardButton {
  readonly label: string;
  readonly description: string;
  readonly identifier: "card-accurate" | "card-wrong";
}

export interface CardCheck {
  readonly name: "warrant/card";
  readonly external_id: string;
  readonly conclusion: "neutral";
  readonly title: string;
  readonly summary: string;
  readonly actions: readonly CardButton[];
}

function checkWords({ state, agrees }: Card): string {
  if (state === "unavailable") return "no card";
  if (state === "unchecked") return "not verified";
  return agrees === true ? "verified" : "verification disagrees";
}

const buttons: readonly CardButton[] = [
  { label: "Accurate", description: "The card says what the change does", identifier: "card-accurate" },
  { label: "Wrong", description: "The card is wrong or leaves things out", identifier: "card-wrong" },
];

/** The check run of a card: information, always neutral, never what a merge waits for. */
export function cardCheck(card: Card, place: CardPlace = {}): CardCheck {
  return {
    name: "warrant/card",
    external_id: card.card_id,
    conclusion: "neutral",
    title: `${card.risk.class}, ${checkWords(card)}`,
    summary: cardMarkdown(card, place),
    actions: card.state === "unavailable" ? [] : buttons,
  };
}
