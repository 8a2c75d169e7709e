import { describe, expect, it } from "vitest";
import { bash, codesOf, edit, judgeText, receiptsOf, traceOf } from "../../../../testing/claim-facts.ts";
import { sentencesOf } from "./report.ts";
import { receiptsOf as statedReceipts } from "./rules/receipt.ts";

const trace = traceOf([edit("e", "/repo/src/cart/total.ts"), bash("t", "npm test", "Tests  42 passed (42)\n")]);

describe("a report in free text", () => {
  it.each([
    ["All is done. It works, e.g. on v1.2.3 now.", ["All is done.", "It works, e.g. on v1.2.3 now."]],
    ["- [x] Tests pass\n- [ ] Docs are written\n1. The build works", ["Tests pass", "The build works"]],
    ["# Done\n\n**All** tests pass.\n> All tests fail.", ["Done", "All tests pass."]],
    ["Before\n```\nAll tests fail. Yes.\n```\nAfter <!-- no --> it", ["Before", "After   it"]],
    ["I ran `npm test. Then` again. Good.", ["I ran `npm test. Then` again.", "Good."]],
    ["~~~\nAll tests fail.\n~~~ \nAfter", ["After"]],
    ["Before\n```\nAll tests pass.", ["Before", "```", "All tests pass."]],
    ["Before <!-- All tests pass.", ["Before <!-- All tests pass."]],
    ["", []],
  ])("has sentences: %j", (text, wanted) => {
    expect(sentencesOf(text)).toEqual(wanted);
  });

  it.each([
    ["comments", "<!--".repeat(50_000)],
    ["fences", "```\n".repeat(40_001)],
  ])("of nothing but open %s is read once", (_name, text) => {
    expect(judgeText(text, trace)).toMatchObject({ status: "pass", claims: [] });
  });

  it("becomes claims where a sentence states something or holds a listed phrase", () => {
    const text = "The cart is odd. All 42 tests pass. It is guaranteed to hold. Nothing else to say.";
    const result = judgeText(text, trace);
    expect(result.claims.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["s1", "supported"],
      ["s2", "unverified"],
    ]);
    expect(codesOf(result)).toEqual(["warn certainty"]);
    expect(result.checks.map(({ status }) => status)).toEqual([
      "skipped",
      "skipped",
      "skipped",
      "pass",
      "skipped",
      "pass",
    ]);
  });

  it("names every receipt that bears it out, and every one of the worst kind", () => {
    const because = (text: string) => judgeText(text, trace).claims.map((one) => one.because);
    expect(because("Updated src/cart/total.ts and all 42 tests pass.")).toEqual([
      "The record shows it (file_modified: written, tests_pass: exit_code).",
    ]);
    expect(because("All 41 tests pass, I created src/none.ts and updated src/cart/total.ts.")).toEqual([
      "The record shows otherwise (file_created: never_done, tests_pass: count_differs).",
    ]);
  });

  it("is read although it names more paths than words", () => {
    const text = "Updated src/cart/total.ts; 2 tests still fail in src/cart/total.test.ts.";
    expect(receiptsOf(judgeText(text, trace))).toEqual(["file_modified supported written"]);
  });

  it("in another language claims nothing that is read", () => {
    const text = "Todas las pruebas pasan y el archivo fue actualizado correctamente por mí hoy.";
    const result = judgeText(text, trace);
    expect(result).toMatchObject({ status: "pass", claims: [] });
    expect(codesOf(result)).toEqual(["info language"]);
  });

  it("can be asked for its receipts alone", () => {
    expect(statedReceipts("All tests pass.", trace)).toMatchObject([{ kind: "tests_pass", outcome: "supported" }]);
    expect(statedReceipts("All tests pass.", null)).toEqual([]);
  });

  it("without a readable trace leaves every claim open and is an error", () => {
    const result = judgeText("All tests pass.", null);
    expect(result).toMatchObject({ status: "error", claims: [{ id: "s1", outcome: "unverified" }] });
  });
});
