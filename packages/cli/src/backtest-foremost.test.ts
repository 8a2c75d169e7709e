import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Foremost } from "./backtest-foremost.ts";

const ascending = (left: number, right: number) => left - right;

describe("the foremost entries", () => {
  it("are the first of all that were added, whenever one looks", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (numbers, most) => {
        const foremost = new Foremost(most, ascending);
        for (const [index, number] of numbers.entries()) {
          foremost.add(number);
          const added = numbers.slice(0, index + 1);
          expect(foremost.finish()).toEqual(added.toSorted(ascending).slice(0, most));
        }
      }),
    );
  });

  it("of nothing are none", () => {
    expect(new Foremost(3, ascending).finish()).toEqual([]);
  });
});
