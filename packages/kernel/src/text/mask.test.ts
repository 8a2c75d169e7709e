import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenShapes } from "../../../../testing/token-shapes.ts";
import { masked, maskFor, maskText, maskValue } from "./mask.ts";

describe("a secret in a text", () => {
  it.each<[string, string, string]>([
    ["a token behind a word", "use ghp_0123456789abcdefghijklmnopqrstuvwxyz now", "use [secret] now"],
    ["a key of a cloud", "AKIAIOSFODNN7EXAMPLE", masked],
    ["a key of a payment service", ["sk", "live", "0123456789abcdefghij"].join("_"), masked],
    ["a key of a model service", ["sk", "ant", "api03", "a1B2".repeat(6)].join("-"), masked],
    ["a token of a chat", ["xoxb", "123456789012", "abcdef"].join("-"), masked],
    ["a header", "Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345", "Authorization: [secret]"],
    ["a header without a scheme", "-H 'Authorization: abcdefghijk'", "-H 'Authorization: [secret]'"],
    ["a scheme alone", "send Bearer abcdefghijklmnop0 on", "send [secret] on"],
    ["a name and password in one", "Basic dXNlcjpwYXNzd29yZA==", "[secret]"],
    ["a password in an address", "postgres://app:hunter2@db.example/x", "postgres://[secret]@db.example/x"],
    ["a value under a telling name", "DB_PASSWORD=hunter2hunter2 npm test", "DB_PASSWORD=[secret] npm test"],
    ["a value in quotes", '{"api_key": "a b c d e f"}', '{"api_key": [secret]}'],
    ["a key in armour, cut off", "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\ndef", masked],
  ])("is masked: %s", (_says, text, expected) => {
    expect(maskText(text)).toBe(expected);
  });

  it.each([
    "git push origin feature/login",
    "3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "the token was refreshed",
    "https://example.com:8080/a@b",
    "12 passed, 0 failed",
    "secrets: []",
    "Fix the token src/auth/token-refresh-handler.ts",
    "a basic implementation_of_the_login with bearer authentication-middleware",
    "input_tokens: 1234567",
    "Authorization is checked before the request",
  ])("is none in `%s`", (text) => {
    expect(maskText(text)).toBe(text);
  });

  const shaped = Object.entries(tokenShapes).filter(([name]) => name !== "classic");
  it.each(shaped)("is masked in every text, by the shape of the %s token", (_name, token) => {
    fc.assert(
      fc.property(token, fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (secret, before, after) => {
        const kept = maskText(`${before} ${secret} ${after}`);
        for (const line of secret.split("\n").filter((one) => one.length > 20 && !one.startsWith("-")))
          expect(kept).not.toContain(line);
      }),
      { numRuns: 60 },
    );
  });

  it("is masked once: what is masked already stays as it is", () => {
    const piece = fc.constantFrom(
      "token=",
      "[secret]",
      "password: ",
      "https://u:p@x",
      "abcdefgh",
      " ",
      '"',
      "Bearer abcdefghijklmnopqrst",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = maskText(pieces.join(""));
        expect(maskText(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it("is known again where it was cut into pieces", () => {
    const key = [
      "-----BEGIN RSA PRIVATE KEY-----",
      "a1B2".repeat(16),
      "c3D4".repeat(16),
      "-----END RSA PRIVATE KEY-----",
    ].join("\n");
    const mask = maskFor({ input: [`T=${key}`] });
    expect(mask(`execute program:${"c3D4".repeat(16)}`)).toBe("execute program:[secret]");
    expect(mask(`execute program:${"c3D4".repeat(5)}…`)).toBe("execute program:[secret]…");
    expect(mask("npm test")).toBe("npm test");
    expect(maskFor({ input: "npm test" })("c3D4".repeat(16))).toBe("c3D4".repeat(16));
  });

  it("is looked for in time, in a text made to be slow", () => {
    const slow = [
      "a://".repeat(16_000),
      "eyJ-".repeat(16_000),
      "password".repeat(8000),
      "-----BEGIN A PRIVATE KEY-----".repeat(2000),
      `token ${" ".repeat(60_000)}`,
    ];
    for (const text of slow) expect(maskText(text).length).toBeGreaterThan(0);
  });
});

describe("a secret in a value", () => {
  it("is masked in texts, in names, and under a telling name", () => {
    const value = {
      url: "https://u:p@x.example",
      password: "hunter2",
      nested: [{ ghp_0123456789abcdefghijklmnopqrstuvwxyz: 1 }, Number.NaN, "\uD800", true, null],
      token: "",
    };
    expect(maskValue(value)).toEqual({
      url: "https://[secret]@x.example",
      password: masked,
      nested: [{ [masked]: 1 }, null, "\uFFFD", true, null],
      token: "",
    });
  });

  it("is no reason to keep what is too deep or too wide", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 30; depth += 1) deep = [deep];
    expect(JSON.stringify(maskValue(deep))).toContain("deeper than is kept");
    expect(maskValue(Array.from({ length: 1001 }, () => 1))).toHaveLength(1000);
    expect(maskValue(Array.from({ length: 1000 }, () => 1))).toHaveLength(1000);
  });
});
