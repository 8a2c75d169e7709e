import { expect, it } from "vitest";
import { isFrom } from "./version.ts";

it.each([
  ["2.1.101", true],
  ["2.1.100", false],
  ["2.1.1010", true],
  ["2.2", true],
  ["2.1", false],
  ["3", true],
  ["v2.1.101", true],
  ["2.1.101-beta.1", true],
  ["10.0.0", true],
  ["", false],
  ["next", false],
  [null, false],
])("takes %s for 2.1.101 or later: %s", (version, isLater) => {
  expect(isFrom(version, "2.1.101")).toBe(isLater);
});
