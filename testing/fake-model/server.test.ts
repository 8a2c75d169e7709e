import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeModel, startFakeModel } from "./server.ts";

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel();
});
afterAll(() => fake.close());

const diff = `<<<untrusted diff ${"0".repeat(32)}`;
const dialects = [
  ["/v1/messages", { model: "m", max_tokens: 10, messages: [{ role: "user", content: diff }] }],
  ["/v1/chat/completions", { model: "m", messages: [{ role: "user", content: diff }] }],
] as const;

function post(path: string, body: unknown): Promise<Response> {
  return fetch(fake.origin + path, {
    method: "POST",
    headers: { authorization: "Bearer k" },
    body: JSON.stringify(body),
  });
}

describe.each(dialects)("the fake model at %s", (path, body) => {
  it("answers plainly and as a stream that ends", async () => {
    fake.play({ when: { role: "first_pass", model: "m" }, answer: { do: "answer", value: { a: 1 } }, times: 2 });
    const plain = await post(path, body);
    expect(await plain.text()).toContain(String.raw`{\"a\":1}`);
    expect(plain.headers.get("request-id")).toBe("req_1");
    const streamed = await (await post(path, { ...body, stream: true })).text();
    expect(streamed).toMatch(/(?:message_stop|\[DONE\])[^\n]*\n\n$/);
    fake.check();
  });

  it("fails a test for a request nobody foresaw, and for an entry nobody used", async () => {
    fake.play();
    expect((await post(path, body)).status).toBe(599);
    expect(() => fake.check()).toThrow(/No entry of the script was there for first_pass of m/);
    fake.play({ when: { role: "writer" }, answer: { do: "hang" } });
    expect(() => fake.check()).toThrow(/not used.*hang/);
  });

  it("refuses what a provider refuses, and keeps requests with their keys hashed", async () => {
    fake.play();
    expect((await post(path, { ...body, messages: [] })).status).toBe(400);
    const log = await (await fetch(`${fake.origin}/__log`)).text();
    expect(log).toContain("authorization");
    expect(log).not.toContain("Bearer k");
  });
});
