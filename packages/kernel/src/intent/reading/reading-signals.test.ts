import { describe, expect, it } from "vitest";
import { readRequest } from "./read.ts";

function read(text: string) {
  return readRequest({
    text,
    surface: "cli",
    origin: { kind: "human" },
    attachments: [{ modality: "image", name: "a.png" }],
  });
}

describe("the signals of a reading", () => {
  it("say what voted, what was peeled and what was set aside", () => {
    const { signals } = read("please fix it, then deploy to production\n> delete it");
    expect(signals).toEqual([
      { kind: "lexical", name: "fix", weight: 1.44, detail: "modify head" },
      { kind: "lexical", name: "attachment", weight: 0.4, detail: "analyze other" },
      { kind: "deictic", name: "pronoun", weight: 0, detail: "the object lies outside the text" },
      { kind: "lexical", name: "deploy", weight: 1.44, detail: "operate head" },
      { kind: "lexical", name: "attachment", weight: 0.4, detail: "analyze other" },
      { kind: "lexical", name: "deploy", weight: 0.9, detail: "stakes outward" },
      { kind: "lexical", name: "production is the target", weight: 0.9, detail: "stakes environment" },
      { kind: "structural", name: "please", weight: 0, detail: "peeled" },
      { kind: "structural", name: "quoted", weight: 0, detail: "quoted words were set aside" },
      { kind: "attachment", name: "image", weight: 0, detail: "image" },
    ]);
  });

  it("are few and short, however long the text is", () => {
    const { signals } = read(`please fix ${"x".repeat(500)} and deploy ${"y".repeat(500)} to production. `.repeat(400));
    expect(signals.length).toBeLessThan(2500);
    expect(Math.max(...signals.flatMap(({ name, detail }) => [name.length, detail.length]))).toBeLessThanOrEqual(120);
  });

  it("findings name each rule and quote once, by rule", () => {
    const rules = read("deploy to production. deploy to production. do not push anything").findings.map(
      ({ rule }) => rule,
    );
    expect(rules).toEqual([...new Set(rules)].sort());
    expect(rules).toContain("request.stakes.environment");
  });
});
