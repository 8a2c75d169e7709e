import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant, writeInstant } from "./instant.ts";

describe("a point in time", () => {
  it.each([
    ["1970-01-01T00:00:00Z", 0],
    ["2026-11-30T06:12:00.5Z", Date.UTC(2026, 10, 30, 6, 12, 0, 500)],
    ["2026-11-30T06:12:00+02:00", Date.UTC(2026, 10, 30, 4, 12)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ])("%s is read", (text, milliseconds) => {
    expect(parseInstant(text)).toBe(milliseconds);
  });

  it.each([
    null,
    undefined,
    0,
    Number.NaN,
    "",
    "tomorrow",
    "2026-11-30",
    "2026-11-30T06:12Z",
    "2026-11-30T06:12:00",
    "2026-13-01T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-11-30T25:00:00Z",
    " 2026-11-30T06:12:00Z",
    "2026-11-30T06:12:00Z\n",
    "9999999999999",
  ])("%j is none", (value) => {
    expect(parseInstant(value)).toBeNull();
  });

  it("is what was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (milliseconds) => {
        expect(parseInstant(writeInstant(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});
