import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellFacts } from "../../../../../testing/action-facts.ts";
import { brokenCommand, chanceOf, randomCommand, variantsOf } from "../../../../../testing/shell-variants.ts";
import { type ActionDecision, judgeAction } from "../judge.ts";

function decide(text: string): ActionDecision {
  return judgeAction(shellFacts(text)).decision;
}

const seed = fc.nat({ max: 2 ** 31 - 1 });

describe("laws of the shell reader", () => {
  it("no other spelling of a refused command is let through, none that does the same is even asked about", () => {
    fc.assert(
      fc.property(seed, (start) => {
        const text = randomCommand(chanceOf(start));
        const decision = decide(text);
        const weaker = variantsOf(text).filter((variant) => {
          const other = decide(variant.text);
          if (decision === "allow") return false;
          return other === "allow" || (decision === "deny" && variant.isSame && other !== "deny");
        });
        expect(weaker).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("a command that was not understood is never let through", () => {
    fc.assert(
      fc.property(seed, (start) => {
        const verdict = judgeAction(shellFacts(brokenCommand(chanceOf(start))));
        expect(verdict.understood || verdict.decision !== "allow").toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  it("no text makes it fail", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 200 }),
          seed.map((start) => brokenCommand(chanceOf(start))),
        ),
        (text) => {
          expect(judgeAction(shellFacts(text)).rule).not.toBe("action.failed");
        },
      ),
      { numRuns: 250 },
    );
  });

  it("the same facts give the same bytes", () => {
    fc.assert(
      fc.property(seed, (start) => {
        const facts = shellFacts(randomCommand(chanceOf(start)));
        expect(JSON.stringify(judgeAction(facts))).toBe(JSON.stringify(judgeAction(structuredClone(facts))));
      }),
      { numRuns: 50 },
    );
  });
});

describe("limits", () => {
  const texts: Readonly<Record<string, readonly [isUnderstood: boolean, text: string]>> = {
    "a text of 10 000 characters": [true, `echo ${"a".repeat(9_995)}`],
    "a longer one": [false, `echo ${"a".repeat(9_996)}`],
    "300 substitutions in each other": [false, `echo ${"$(".repeat(300)}ls${")".repeat(300)}`],
    "2 000 substitutions in each other": [false, "$(".repeat(2_000)],
    "300 groups in each other": [false, `${"{ ".repeat(300)}ls; ${"}; ".repeat(300)}`],
    "arithmetic in 400 brackets": [false, `echo $((${"(".repeat(400)}1${")".repeat(400)}))`],
    "64 words of braces": [true, "echo {1..64}"],
    "65 words of braces": [false, "echo {1..65}"],
    "braces that multiply": [false, "echo {1..9}{1..9}{1..9}{1..9}"],
    "3 000 commands": [false, "ls;".repeat(3_000)],
    "a value that doubles in each line": [false, `${"A=$A$A;".repeat(1_000)} rm $A`],
    "functions that call themselves": [false, "f() { f; f; rm x; }; f"],
    "loops in each other": [false, `${"for i in a b; do X=$X$i; ".repeat(12)}rm $X; ${"done; ".repeat(12)}`],
    "more than 256 effects": [false, `rm ${Array.from({ length: 300 }, (_, index) => `f${index}`).join(" ")}`],
  };

  it.each(Object.keys(texts))("%s", (name) => {
    const [isUnderstood, text] = texts[name] ?? [true, ""];
    expect(judgeAction(shellFacts(text)).understood).toBe(isUnderstood);
  });

  it.each([
    ["the part that is read of a longer text", `rm -rf / #${"a".repeat(20_000)}`],
    [
      "what stands behind 300 other names",
      `rm -rf ${Array.from({ length: 300 }, (_, index) => `f${index}`).join(" ")} /usr`,
    ],
    ["what stands behind 100 decoys", `frob ${"rm x ".repeat(100)} rm -rf /usr`],
  ])("%s still counts against it", (_name, text) => {
    expect(decide(text)).toBe("deny");
  });
});
