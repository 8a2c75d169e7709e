import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutCommands } from "./ci-commands.ts";

describe("printed text that begins no command", () => {
  it.each([
    ["::error::x", "| ::error::x"],
    ["  ::error::x", " |::error::x"],
    ["##[group]x", "| ##[group]x"],
    ["a\n::stop-commands::x\nb", "a\n| ::stop-commands::x\nb"],
    ["a ::error::x", "a ::error::x"],
    ["std::vector", "std::vector"],
    ["#[x]", "#[x]"],
    ["", ""],
  ])("%j is printed as %j", (text, printed) => {
    expect(withoutCommands(text)).toBe(printed);
  });

  it("for any text no line begins one, and what was printed stays as it is", () => {
    const piece = fc.constantFrom("::", "##[", " ", "\n", "a", "\t", ":", "#");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const printed = withoutCommands(pieces.join(""));
        expect(printed).not.toMatch(/^[^\S\n]*(?:::|##\[)/m);
        expect(withoutCommands(printed)).toBe(printed);
      }),
    );
  });
});
