import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answered, card, floorOf, verifierAnswer, writerAnswer } from "../../../../testing/card.ts";
import { hostileTexts } from "../../../../testing/hostile-texts.ts";
import { parsed, platformMagic, seen } from "../../../../testing/markdown-harm.ts";
import { findInvisible } from "../text/hygiene.ts";
import { cleanWords } from "./answer-reader.ts";
import { cardCheck, cardMarkdown } from "./markdown.ts";
import { cardJson, cardText } from "./text.ts";

const [goal, change] = verifierAnswer.claims;

describe("the section of the comment", () => {
  it("says what a change does, that it was checked, and what the risk is", () => {
    expect(cardMarkdown(card())).toMatchInlineSnapshot(`
      "**What this change does**: Failed uploads are tried again.

      - An upload is tried up to three times.

      **Risk: trivial**

      - rules: trivial, no rule raises it
      - first pass: trivial, one call is wrapped
      - writer: trivial, one call is wrapped
      - verifier: trivial, nothing else moves"
    `);
  });

  it("strikes through what does not hold, and warns first", () => {
    const made = card({
      verifier: answered({
        ...verifierAnswer,
        claims: [goal, { ...change, outcome: "contradicted", why: "it is tried once" }] as typeof verifierAnswer.claims,
        missed: [{ text: "the timeout drops to 20 s", paths: ["src/upload.ts"], quote: "" }],
        out_of_scope: [{ path: "src/upload.ts", why: "" }],
      }),
    });
    const text = cardMarkdown(made);
    expect(text).toContain("> ⚠ **The check disagrees.**");
    expect(text).toContain(
      "> - Contradicted: “An upload is tried up to three times.” — it is tried once (`src/upload.ts`)",
    );
    expect(text).toContain("> - Not mentioned: the timeout drops to 20 s (`src/upload.ts`)");
    expect(text).toContain("- ~~An upload is tried up to three times.~~ *contradicted*");
    expect(text).toContain("**Outside the goal**\n\n- `src/upload.ts` (verifier)");
    expect(text.indexOf("disagrees")).toBeLessThan(text.indexOf("~~"));
  });

  it("says that nobody checked it, without striking anything", () => {
    const text = cardMarkdown(card({ verifier: { ok: false, failure: { code: "timeout" } } }));
    expect(text).toMatch(/^> ⚠ \*\*Not verified\.\*\* The model did not answer in time\./);
    expect(text).not.toContain("~~");
  });

  it("is never empty: without a card it gives the reason, the next step and the floor", () => {
    const made = card({
      floor: floorOf("sensitive", "floor.dependency"),
      firstPass: null,
      writer: null,
      verifier: null,
      notAsked: { code: "no_key" },
    });
    expect(cardMarkdown(made)).toMatch(/^\*\*No card\.\*\* No key for a model is set\. Set `ANTHROPIC_API_KEY`/);
    expect(cardMarkdown(made)).toContain("**Risk: sensitive**");
    expect(cardText(made)).toMatch(/^No card\n {2}! No key for a model is set\./);
  });

  it("asks for a vote only where there is something to vote on", () => {
    expect(cardMarkdown(card(), { takesReactions: true })).toContain("👍");
    const without = card({ writer: null, notAsked: { code: "disabled" } });
    expect(cardMarkdown(without, { takesReactions: true })).not.toContain("👍");
  });
});

describe("the check run", () => {
  it.each([
    ["trivial, verified", {}, 2],
    [
      "logic, verification disagrees",
      { verifier: answered({ ...verifierAnswer, missed: [{ text: "x", paths: [], quote: "" }] }) },
      2,
    ],
    ["logic, not verified", { verifier: { ok: false, failure: { code: "refused" } } as const }, 2],
    ["logic, no card", { writer: { ok: false, failure: { code: "overloaded" } } as const }, 0],
  ])("%s: neutral, with the card's id, and buttons where there is a card", (title, parts, buttons) => {
    const made = card(parts);
    const check = cardCheck(made);
    expect(check).toMatchObject({ name: "warrant/card", conclusion: "neutral", title, external_id: made.card_id });
    expect(check.actions).toHaveLength(buttons);
    for (const { label, description, identifier } of check.actions) {
      expect(label.length).toBeLessThanOrEqual(20);
      expect(description.length).toBeLessThanOrEqual(40);
      expect(identifier.length).toBeLessThanOrEqual(20);
    }
  });
});

describe("the four faces", () => {
  /** A card whose every word from outside is this text. */
  function hostile(text: string) {
    const words = cleanWords(text, 200) || "x";
    return card({
      writer: answered({
        ...writerAnswer,
        goal: words,
        why: words,
        behavior_changes: [{ text: words, paths: [text.slice(0, 300)] }],
        out_of_scope: [{ path: text.slice(0, 300), why: words }],
      }),
      verifier: answered({
        ...verifierAnswer,
        claims: [goal, { ...change, outcome: "unsupported", why: words }] as typeof verifierAnswer.claims,
        missed: [{ text: words, paths: [text.slice(0, 300)], quote: text.slice(0, 300) }],
      }),
    });
  }

  /** What a platform or a terminal would make of the faces beside plain words. */
  function harmOf(text: string): string[] {
    const made = hostile(text);
    const markdown = cardMarkdown(made);
    const { types, text: outsideCode } = seen(parsed(markdown));
    const terminal = cardText(made);
    const bad = ["link", "image", "definition", "footnoteReference", "table", "heading", "code", "html"];
    const harm = bad.filter((type) => types.has(type));
    if (platformMagic.test(outsideCode) || outsideCode.includes("<!--")) harm.push(outsideCode);
    if (markdown.split("\n").some((line) => line.startsWith("<!--"))) harm.push("a comment");
    if (/[\p{Cc}\p{Surrogate}]/u.test(terminal.replaceAll("\n", ""))) harm.push("a control character");
    if ([...findInvisible(terminal)].length > 0) harm.push("something invisible");
    if ((JSON.parse(cardJson(made)) as { card_id: string }).card_id !== made.card_id) harm.push("the JSON");
    if (cardCheck(made).summary !== markdown) harm.push("the summary");
    return harm;
  }

  it.each(hostileTexts)("26 show %s as plain words", (_, text) => {
    expect(harmOf(text)).toEqual([]);
  });

  it("show any text as plain words", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...hostileTexts.map(([, text]) => text.slice(0, 60)), "`", "~~", " "), {
          maxLength: 5,
        }),
        (texts) => {
          expect(harmOf(texts.join(""))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("show the same: whatever the comment names, the terminal names", () => {
    const made = hostile("plain words");
    for (const face of [cardMarkdown(made), cardText(made)]) {
      for (const word of ["plain words", "unsupported", "Not mentioned", "writer", "logic"])
        expect(face).toContain(word);
    }
  });
});
