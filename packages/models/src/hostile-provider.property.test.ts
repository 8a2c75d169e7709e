import { Card } from "@warrant/kernel/card/card.schema";
import { cardMarkdown } from "@warrant/kernel/card/markdown";
import { cardText } from "@warrant/kernel/card/text";
import { readDocument } from "@warrant/kernel/document";
import { type Floor, floorScale, isAtLeast } from "@warrant/kernel/scale";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { floorOf, verifierAnswer, writerAnswer } from "../../../testing/card.ts";
import type { Behaviour } from "../../../testing/fake-model/script.ts";
import { type FakeModel, startFakeModel } from "../../../testing/fake-model/server.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { describedChange, modelSettings, providerNames, senderFor, writing } from "../../../testing/models.ts";
import { writeCard } from "./write-card.ts";

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

const words = fc.oneof(
  fc.constantFrom(...hostileTexts.map(([, text]) => text.slice(0, 2000))),
  fc.string({ unit: "binary" }),
);
const classes = fc.oneof(fc.constantFrom("trivial", "logic", "none", "TRIVIAL "), fc.jsonValue());

/** What a provider may send: answers almost right, answers of any JSON, any bytes, any status. */
function behaviours(answer: Readonly<Record<string, unknown>>): fc.Arbitrary<Behaviour> {
  const almost = fc.record({ why: words, risk: classes, goal: words }).map((parts) => ({ ...answer, ...parts }));
  const { goal: _, ...bare } = answer;
  const same = fc.record({ why: words, risk: classes }).map((parts) => ({ ...bare, ...parts }));
  return fc.oneof(
    ("goal" in answer ? almost : same).map((value): Behaviour => ({ do: "answer", value })),
    fc.jsonValue().map((value): Behaviour => ({ do: "answer", value })),
    words.map((text): Behaviour => ({ do: "answer", text })),
    fc.uint8Array({ maxLength: 200 }).map((body): Behaviour => ({ do: "raw", body })),
    fc
      .constantFrom(204, 400, 418, 429, 500, 503, 529)
      .map((status): Behaviour => (status === 204 ? { do: "raw", status, body: "" } : { do: "status", status })),
  );
}

describe.each(providerNames)("whatever %s sends", (provider) => {
  it("a card comes of it, not below the floor, whose faces hold nothing a terminal or a page obeys", async () => {
    const sender = senderFor(fake, provider);
    const settings = modelSettings(provider);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Floor>(...floorScale.words),
        behaviours({ risk: "trivial", why: "" }),
        behaviours({ ...writerAnswer }),
        behaviours({ ...verifierAnswer }),
        async (level, firstPass, writer, verifier) => {
          fake.play(
            { when: { role: "first_pass" }, answer: firstPass, times: "any" },
            { when: { role: "writer" }, answer: writer, times: "any" },
            { when: { role: "verifier" }, answer: verifier, times: "any" },
          );
          const change = describedChange({ floor: floorOf(level) });
          const card = await writeCard(change, writing(sender, { settings }));
          expect(readDocument(Card, JSON.parse(JSON.stringify(card)))).toMatchObject({ ok: true });
          expect(isAtLeast(floorScale, card.risk.class, level)).toBe(true);
          if (card.state !== "checked") expect(card.state_detail).toMatch(/\S/);
          if (card.state !== "checked") expect(isAtLeast(floorScale, card.risk.class, "logic")).toBe(true);
          expect(cardText(card).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Surrogate}]/u);
          // In a code span it is a word; at the start of a line, or ours, it would be more.
          expect(cardMarkdown(card)).not.toMatch(/^<!--|<!--\s*\/?\s*warrant:/m);
          expect(card.calls.every(({ cost_usd, attempts }) => (cost_usd ?? 0) >= 0 && (attempts ?? 0) <= 6)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});
