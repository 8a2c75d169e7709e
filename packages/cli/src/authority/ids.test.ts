import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pickId, shortIds } from "./ids.ts";

const candidates = [
  { id: "0197a2f1-aaaa", title: "keep the docs current" },
  { id: "0197a2f1-bbbb", title: "nightly review" },
  { id: "0197b4c0-cccc", title: "\u001B[31mred" },
];

describe("ids as people type them", () => {
  it.each([
    ["0197b4c0-cccc", "0197b4c0-cccc"],
    ["0197b", "0197b4c0-cccc"],
    ["0197a2f1-a", "0197a2f1-aaaa"],
  ])("%s is %s", (text, id) => {
    expect(pickId(text, candidates, "commitment")).toBe(id);
  });

  it("that begin several list them all", () => {
    expect(() => pickId("0197a2f1", candidates, "commitment")).toThrow(
      "0197a2f1 is the beginning of several:\n  0197a2f1-aaaa  keep the docs current\n  0197a2f1-bbbb  nightly review",
    );
  });

  it.each([
    ["9999", /^there is no commitment 9999\. See warrant commitments list --all\.$/],
    ["019", /at least four characters/],
    ["\u001B[31m", /<U\+001B>/],
  ])("that begin none are unknown: %j", (text, message) => {
    expect(() => pickId(text, candidates, "commitment")).toThrow(message);
  });

  it("of nothing say that there is nothing yet", () => {
    expect(() => pickId("0197a2f1", [], "session")).toThrow(
      /^there is no session 0197a2f1\. There is none at all yet\.$/,
    );
  });

  it("shows no title that steers a terminal", () => {
    expect(() => pickId("0197", candidates, "commitment")).toThrow(/<U\+001B>\[31mred/);
  });

  it("are shown so that each can be typed again", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid({ version: 7 }), { minLength: 1, maxLength: 30 }), (ids) => {
        const shorten = shortIds(ids);
        for (const id of ids) {
          expect(shorten(id).length).toBeGreaterThanOrEqual(8);
          expect(
            pickId(
              shorten(id),
              ids.map((each) => ({ id: each, title: "" })),
              "thing",
            ),
          ).toBe(id);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("of one minute are shown as long as it takes", () => {
    const shorten = shortIds(["0197a2f1-1111-7000", "0197a2f1-1112-7000", "0197b000-0000-7000"]);
    expect([shorten("0197a2f1-1111-7000"), shorten("0197b000-0000-7000")]).toEqual(["0197a2f1-1111", "0197b000"]);
  });
});
