import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { uploadFile, verifierAnswer, writerAnswer } from "../../../testing/card.ts";
import type { Behaviour } from "../../../testing/fake-model/script.ts";
import { type FakeModel, startFakeModel } from "../../../testing/fake-model/server.ts";
import { describedChange, modelSettings, senderFor, writing } from "../../../testing/models.ts";
import { readAccess } from "./access.ts";
import type { ModelSettings } from "./settings.ts";
import { CardPurse, costOf, estimatedTokens, fits } from "./spend.ts";
import { writeCard } from "./write-card.ts";

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterEach(() => fake.check());
afterAll(() => fake.close());

const writer: Behaviour = { do: "answer", value: writerAnswer };
const verifier: Behaviour = { do: "answer", value: verifierAnswer };

function budget(parts: Partial<ModelSettings["budget"]>): ModelSettings {
  const settings = modelSettings("anthropic");
  return { ...settings, budget: { ...settings.budget, ...parts } };
}

describe("nobody is asked, and the card says why", () => {
  it.each<[string, Partial<ModelSettings>, string]>([
    ["when cards are off", { enabled: false }, "disabled"],
    ["without a model", { models: { fast: "small-model", strong: null } }, "no_model"],
    ["with a budget in USD and a price nobody knows", { prices: {} }, "price_unknown"],
    ["with a price for one of two models", { prices: { "large-model": { input: 1, output: 1 } } }, "price_unknown"],
    ["with a budget of zero USD", budget({ cardUsd: 0 }), "budget_card"],
    ["with a budget of zero tokens", budget({ cardTokens: 0 }), "budget_card"],
    ["with a budget that is no number", budget({ cardTokens: Number.NaN }), "budget_card"],
    ["with a budget below zero", budget({ cardUsd: -1 }), "budget_card"],
  ])("%s", async (_, parts, code) => {
    const settings = modelSettings("anthropic", parts);
    const card = await writeCard(describedChange(), writing(senderFor(fake, "anthropic"), { settings }));
    expect(card).toMatchObject({ state: "unavailable", state_reason: code, calls: [], risk: { class: "logic" } });
    expect(fake.requests).toEqual([]);
  });

  it("without a key", async () => {
    const settings = modelSettings("anthropic");
    const access = readAccess(settings, {});
    if (access.ok) expect.fail("there is no key");
    const card = await writeCard(describedChange(), writing({ failure: access.failure }));
    expect(card).toMatchObject({ state: "unavailable", state_reason: "no_key" });
    expect(card.state_detail).toContain("ANTHROPIC_API_KEY");
  });

  it("when the day's budget is spent", async () => {
    const day = { reserve: async () => null };
    const card = await writeCard(describedChange(), writing(senderFor(fake, "anthropic"), { day }));
    expect(card).toMatchObject({ state: "unavailable", state_reason: "budget_day" });
    expect(card.state_detail).toContain("00:00 UTC");
  });
});

describe("the card's budget", () => {
  it("halves the diff, at most twice, before it gives up", async () => {
    const patch = `@@ -1 +1,3000 @@\n${"+const value = 1;\n".repeat(2000)}`;
    const files = Array.from({ length: 6 }, (_, index) => ({ ...uploadFile, path: `src/f${index}.ts`, patch }));
    const change = describedChange({ files: [uploadFile, ...files] });
    const with_ = (cardTokens: number) =>
      writeCard(change, writing(senderFor(fake, "anthropic"), { settings: budget({ cardTokens }) }));
    const answers = [
      { when: { role: "writer" }, answer: writer } as const,
      { when: { role: "verifier" }, answer: verifier } as const,
    ];
    fake.play(...answers);
    const whole = await with_(250_000);
    fake.play(...answers);
    const half = await with_(150_000);
    expect(half.shown.bytes_shown).toBeLessThan(whole.shown.bytes_shown);
    expect(half.shown.bytes_shown).toBeLessThanOrEqual(100_000);
    expect(half.state).toBe("checked");
    fake.play();
    expect(await with_(20_000)).toMatchObject({ state_reason: "budget_card" });
  });

  it("leaves a card unchecked when what came before leaves no room for the check", async () => {
    // The repairs of the writer eat what was meant for the verifier.
    const bad: Behaviour = { do: "answer", text: "no", usage: { input_tokens: 9000, output_tokens: 2000 } };
    fake.play(
      { when: { role: "writer", nth: 1 }, answer: bad },
      { when: { role: "writer", nth: 2 }, answer: { ...writer, usage: { input_tokens: 9000, output_tokens: 2000 } } },
    );
    const settings = budget({ cardTokens: 17_000 });
    const card = await writeCard(describedChange(), writing(senderFor(fake, "anthropic"), { settings }));
    expect(card).toMatchObject({ state: "unchecked", state_reason: "budget_card", goal: writerAnswer.goal });
  });

  it("is what the day is asked for in advance, and what was not used is given back", async () => {
    fake.play({ when: { role: "writer" }, answer: writer }, { when: { role: "verifier" }, answer: verifier });
    const events: string[] = [];
    let reserved = 0;
    let given = 0;
    const day = {
      reserve: async (worst: { tokens: number }) => {
        reserved = worst.tokens;
        return {
          spend: async (part: { tokens: number }, used: { tokens: number }) => {
            given += part.tokens;
            events.push(`spent ${used.tokens}`);
          },
          close: async () => {
            events.push("closed");
          },
        };
      },
    };
    await writeCard(describedChange(), writing(senderFor(fake, "anthropic"), { day }));
    expect(events).toEqual(["spent 1100", "spent 1100", "closed"]);
    // Every call and the repair of the largest were set aside.
    expect(reserved).toBeGreaterThan(given);
  });
});

describe("costs", () => {
  it.each([
    ["tokens of a prompt", estimatedTokens(10), 4],
    ["USD of a call", costOf({ input: 1_000_000, output: 1_000_000 }, "m", { m: { input: 1, output: 5 } }).usd, 6],
    ["USD without a price", costOf({ input: 1, output: 1 }, "m", {}).usd, null],
    ["USD of a name every object has", costOf({ input: 1, output: 1 }, "constructor", {}).usd, null],
  ])("%s", (_, value, expected) => expect(value).toBe(expected));

  it("fit up to the limit and not beyond, and only where USD are unlimited if their number is not known", () => {
    expect(fits({ usd: 1, tokens: 10 }, 1, 10)).toBe(true);
    expect(fits({ usd: 1.01, tokens: 10 }, 1, 10)).toBe(false);
    expect(fits({ usd: 1, tokens: 11 }, 1, 10)).toBe(false);
    expect(fits({ usd: null, tokens: 1 }, 1, "unlimited")).toBe(false);
    expect(fits({ usd: null, tokens: 1 }, "unlimited", "unlimited")).toBe(true);
  });

  it("taken as long as they fit never exceed a purse", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100)), fc.nat(500), (costs, limit) => {
        const purse = new CardPurse({ cardUsd: "unlimited", cardTokens: limit, dayUsd: 0, dayTokens: 0 });
        for (const tokens of costs) if (purse.has({ usd: null, tokens })) purse.take({ usd: null, tokens });
        expect(purse.spent.tokens).toBeLessThanOrEqual(limit);
      }),
    );
  });
});
