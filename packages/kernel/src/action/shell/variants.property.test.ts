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
      { numRuns: 150 },
    );
  });

  it("a command that was not understood is never let through", () => {
    fc.assert(
      fc.property(seed, (start) => {
        const verdict = judgeAction(shellFacts(brokenCommand(chanceOf(start))));
        expect(verdict.understood || verdict.decision !== "allow").toBe(true);
      }),
      { numRuns: 500 },
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
      { numRuns: 500 },
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
  it.each([
    ["a text of 10 000 characters", `echo ${"a".repeat(9_995)}`, true],
    ["a longer one", `echo ${"a".repeat(9_996)}`, false],
    ["300 substitutions in each other", `echo ${"$(".repeat(300)}ls${")".repeat(300)}`, false],
    ["2 000 substitutions in each other", "$(".repeat(2_000), false],
    ["300 groups in each other", `${"{ ".repeat(300)}ls; ${"}; ".repeat(300)}`, false],
    ["arithmetic in 400 brackets", `echo $((${"(".repeat(400)}1${")".repeat(400)}))`, false],
    ["64 words of braces", "echo {1..64}", true],
    ["65 words of braces", "echo {1..65}", false],
    ["braces that multiply", "echo {1..9}{1..9}{1..9}{1..9}", false],
    ["5 000 commands", "ls;".repeat(3_000), false],
    ["five shells in each other", 'bash -c "bash -c \'bash -c \\"bash -c \\\\\\"bash -c ls\\\\\\"\\"\'"', false],
  ])("%s: understood %j", (_name, text, isUnderstood) => {
    expect(judgeAction(shellFacts(text)).understood).toBe(isUnderstood);
  });

  it("the part that is read of a longer text still counts against it", () => {
    expect(decide(`rm -rf / #${"a".repeat(20_000)}`)).toBe("deny");
  });
});
