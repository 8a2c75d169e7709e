import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rules } from "../packages/kernel/src/rules.ts";
import { rulesDoc, rulesDocPath } from "./generate-rules-doc.ts";

describe("docs/rules.md", () => {
  it("is what the catalogue says now (run scripts/generate-rules-doc.ts to renew it)", () => {
    expect(readFileSync(rulesDocPath, "utf8")).toBe(rulesDoc());
  });

  it("has a heading for every rule", () => {
    const headings = rulesDoc().match(/^### `.+`$/gm);
    expect(headings).toEqual(rules.map((rule) => `### \`${rule.id}\``));
  });
});
