import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ownCopy } from "./own-copy.ts";

it("is the same text, whatever is in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(ownCopy(text)).toBe(text);
    }),
  );
  expect(ownCopy('a\uD800b\0"\\\u2028')).toBe('a\uD800b\0"\\\u2028');
});
