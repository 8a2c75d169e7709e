import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listsDoc, listsDocPath } from "./generate-lists-doc.ts";

it("docs/default-lists.md is what the kernel's lists say now (run scripts/generate-lists-doc.ts to renew it)", () => {
  expect(readFileSync(listsDocPath, "utf8")).toBe(listsDoc());
});
