import { readRequest } from "@warrant/kernel/intent/reading/read";
import { requestScales } from "@warrant/kernel/scale";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Behaviour } from "../../../testing/fake-model/script.ts";
import { type FakeModel, startFakeModel } from "../../../testing/fake-model/server.ts";
import { providerNames, senderFor } from "../../../testing/models.ts";
import { type Classifying, classifyRequest } from "./classify-request.ts";

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterEach(() => fake.check());
afterAll(() => fake.close());

function read(text: string) {
  return readRequest({ text, surface: "cli", origin: { kind: "human" } });
}
// No word of it is in the rules' lists.
const doubtful = read("blorp the quux frobnicator");

function how(parts: Partial<Classifying> = {}): Classifying {
  const sender = senderFor(fake, "anthropic");
  const prices = { "large-model": { input: 3, output: 15 } };
  return { escalate: "cloud", sender, model: "large-model", prices, maxUsd: 0.05, timeoutMs: 5000, ...parts };
}
const answer = [
  { act: "operate", stakes: "irreversible", evidence: "verified", horizon: "session", confidence: 0.9, bans: [] },
];

describe.each(providerNames)("a model asked about a request, through %s", (provider) => {
  it("is given the lines as data, and its caution is added", async () => {
    fake.play({ answer: { do: "answer", value: answer } });
    const after = await classifyRequest(doubtful, how({ sender: senderFor(fake, provider) }));
    expect(after.provenance).toMatchObject({ tier: "cloud-model", model_id: "large-model", reproducible: false });
    expect(after.reading).toMatchObject({ stakes: "irreversible" });
    expect(fake.requests[0]?.body).toContain(String.raw`1. \"blorp the quux frobnicator\"`);
    expect(fake.requests[0]?.body).not.toContain("json_schema");
  });
});

describe("a model asked about a request", () => {
  it.each<[string, Behaviour, RegExp]>([
    ["no JSON", { do: "answer", text: "I would say it is fine." }, /held no JSON/],
    ["a refusal", { do: "refuse" }, /declined/],
    ["a rejected key", { do: "status", status: 401 }, /did not accept the key/],
    ["an error page", { do: "raw", headers: { "content-type": "text/html" }, body: "<p>" }, /not understood/],
    ["no answer in time", { do: "hang" }, /not answer in time/],
  ])("is asked once; after %s the reading of the rules stands, and says why", async (_, behaviour, why) => {
    fake.play({ answer: behaviour });
    const after = await classifyRequest(doubtful, how({ timeoutMs: 300 }));
    expect(after.provenance.escalation).toMatch(why);
    expect({ ...after, provenance: null }).toEqual({ ...doubtful, provenance: null });
    expect(fake.requests).toHaveLength(1);
  });

  it("is not asked when nothing is doubtful, when that is off, or when it could cost too much", async () => {
    fake.play();
    const clear = read("Fix the bug in src/cart.ts");
    expect(await classifyRequest(clear, how())).toBe(clear);
    expect(await classifyRequest(doubtful, how({ escalate: "none" }))).toBe(doubtful);
    expect((await classifyRequest(doubtful, how({ maxUsd: 0.0001 }))).provenance.escalation).toMatch(/could cost more/);
    expect((await classifyRequest(doubtful, how({ prices: {} }))).provenance.escalation).toMatch(/price of the model/);
    expect(fake.requests).toEqual([]);
  });

  it("lowers no stakes", async () => {
    const words = requestScales.stakes.words;
    fake.play({ answer: { do: "answer", value: [{ ...answer[0], act: "question", stakes: "inert" }] } });
    const after = await classifyRequest(doubtful, how());
    const before = doubtful.reading.stakes;
    expect(words.indexOf(after.reading.stakes)).toBeGreaterThanOrEqual(words.indexOf(before));
  });
});
