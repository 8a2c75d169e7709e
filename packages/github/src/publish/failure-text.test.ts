import { describe, expect, it } from "vitest";
import { failureText } from "./failure-text.ts";

describe("a failure as Markdown", () => {
  it.each([
    ["GitHub did not answer.", "GitHub did not answer."],
    ["", ""],
    ["It is not valid:\nthis is wrong\n\n  that too", "It is not valid:\n\n- this is wrong\n- that too"],
    ["@maria <b>\n# x", "`@maria <b>`\n\n- `#` x"],
    ["a\r\n::error::b", "a\n\n- `::error::b`"],
  ])("%j is %j", (failure, text) => {
    expect(failureText(failure)).toBe(text);
  });

  it("lists thirty problems and counts the others", () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, at) => `\nproblem ${at}`).join("");
    expect(
      failureText(`All:${lines(30)}`)
        .split("\n")
        .at(-1),
    ).toBe("- problem 29");
    expect(
      failureText(`All:${lines(32)}`)
        .split("\n")
        .slice(-2),
    ).toEqual(["- problem 29", "- 2 more"]);
  });
});
