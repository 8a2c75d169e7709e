import { expect, it } from "vitest";
import { whyIncomplete } from "./files.ts";

it.each([
  [2999, 3000, "fewer files are listed than changed"],
  [3000, 2999, "more files are listed than changed"],
  [3000, 3000, null],
  [3000, 3001, "the platform lists 3000 files at most"],
])("C5 %i rows of %i files: %s (TouchAI-org/TouchAI#264)", (count, total, why) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    filename: `src/${index}.ts`,
    status: "modified",
    additions: 1,
    deletions: 0,
  }));
  expect(whyIncomplete(rows, total)).toBe(why);
});
