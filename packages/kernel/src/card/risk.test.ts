import { describe, expect, it } from "vitest";
import { type Floor, floorScale } from "../scale.ts";
import { finalRisk, type Opinion, type RiskInput } from "./risk.ts";

const classes = floorScale.words;
const opinions: readonly Opinion[] = [null, ...classes.map((each) => ({ class: each, why: "said so" }))];
const flags = [false, true] as const;

function* combinations(): Generator<RiskInput> {
  for (const floor of classes)
    for (const firstPass of opinions)
      for (const writer of opinions)
        for (const verifier of opinions)
          for (const isUnavailable of flags)
            for (const isUnverified of flags)
              for (const disagrees of flags)
                for (const hasInjection of flags)
                  for (const hidesLines of flags)
                    yield {
                      floor,
                      floorWhy: "rules",
                      firstPass,
                      writer,
                      verifier,
                      isUnavailable,
                      isUnverified,
                      disagrees,
                      hasInjection,
                      hidesLines,
                    };
}

function rank(each: Floor): number {
  return classes.indexOf(each);
}

/** The formula, said another way: the greatest rank. */
function expected(input: RiskInput): number {
  const { isUnavailable, isUnverified, disagrees, hasInjection, hidesLines } = input;
  const said = [input.firstPass, input.writer, input.verifier].map((one) => (one === null ? 0 : rank(one.class)));
  const caution = isUnavailable || isUnverified || disagrees || hasInjection || hidesLines ? 1 : 0;
  return Math.max(rank(input.floor), caution, ...said);
}

describe("the final risk", () => {
  it("equals the formula and is never below the floor, for each of 6,144 combinations", () => {
    let count = 0;
    for (const input of combinations()) {
      count += 1;
      const { class: result, contributors } = finalRisk(input);
      if (rank(result) !== expected(input) || rank(result) < rank(input.floor))
        expect.fail(`${JSON.stringify(input)} gave ${result}`);
      // What decided is named first, and the floor is always named.
      if (contributors[0]?.class !== result || !contributors.some(({ source }) => source === "floor"))
        expect.fail(`${JSON.stringify(contributors)} do not explain ${result}`);
    }
    expect(count).toBe(6144);
  });

  it.each(["none", "TRIVIAL ", "", null, 0, Number.NaN])("takes a floor of %j for sensitive (law 3)", (floor) => {
    const quiet = { firstPass: null, writer: null, verifier: null, floorWhy: "" };
    const flags = {
      isUnavailable: false,
      isUnverified: false,
      disagrees: false,
      hasInjection: false,
      hidesLines: false,
    };
    expect(finalRisk({ ...quiet, ...flags, floor: floor as Floor }).class).toBe("sensitive");
    const writer = { class: floor as Floor, why: "" };
    expect(finalRisk({ ...quiet, ...flags, writer, floor: "trivial" }).class).toBe("sensitive");
  });
});
