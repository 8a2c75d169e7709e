import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DriftFile, readChangeWords } from "./file-words.ts";
import { type Links, linkFiles, spread } from "./links.ts";

const request = { titles: "Cart", text: "Cart" };

function link(files: readonly (readonly [string, readonly string[]])[]): Links {
  const words = readChangeWords(
    request,
    files.map(([path, identifiers]): DriftFile => ({ path, identifiers, isTest: false, isCi: false })),
  );
  return linkFiles(words, words.files);
}

describe("linkFiles", () => {
  it("gives nothing to files that share nothing", () => {
    const links = link([
      ["a/cart.ts", ["orderLines"]],
      ["b/mail.ts", ["smtpRelay"]],
    ]);
    for (const matrix of [links.strength, links.plain, links.words, links.identifiers, links.compounds, links.path]) {
      expect([...matrix]).toEqual([0, 0, 0, 0]);
    }
  });

  it.each([
    ["x/y/a.ts", "x/y/b.ts", 1],
    ["x/y/a.ts", "x/z/b.ts", 0.5],
    ["x/y/a.ts", "x/b.ts", 0.5],
    ["x/y/z/a.ts", "x/b.ts", 1 / 3],
    ["a.ts", "b.ts", 1],
    ["a.ts", "x/b.ts", 0],
  ])("compares the folders of %s and %s", (left, right, path) => {
    expect(
      link([
        [left, []],
        [right, []],
      ]).path[1],
    ).toBeCloseTo(path);
  });

  it("counts shared identifiers of two words or more", () => {
    const { compounds } = link([
      ["a/a.ts", ["cartTotal", "empty_cart", "single", "one"]],
      ["b/b.ts", ["cartTotal", "empty_cart", "single", "two"]],
    ]);
    expect(compounds[1]).toBe(2);
  });

  it("weighs identifiers by their words", () => {
    const one = link([
      ["a/a.ts", ["single", "alpha"]],
      ["b/b.ts", ["single", "gamma"]],
    ]);
    const three = link([
      ["a/a.ts", ["cartTotalRow", "alpha"]],
      ["b/b.ts", ["cartTotalRow", "gamma"]],
    ]);
    expect(one.identifiers[1]).toBeCloseTo(0.5);
    expect(three.identifiers[1]).toBeCloseTo(3 ** 1.5 / (3 ** 1.5 + 1));
  });

  it("weighs what few files share more than what all share", () => {
    const links = link([
      ["a/a.ts", ["rareName", "common"]],
      ["b/b.ts", ["rareName", "common"]],
      ["c/c.ts", ["common", "otherName"]],
      ["d/d.ts", ["common", "thirdName"]],
    ]);
    expect(links.strength[1]).toBeGreaterThan(3 * (links.strength[2] ?? 0));
  });

  it.each([
    ["the same base name", ["a/cart.ts", []], ["b/cart.go", []], 0.5],
    ["a file and its test", ["a/cart.ts", []], ["b/cart.test.ts", []], 0.5],
    ["a mention", ["a/cart.ts", []], ["b/mail.ts", ["Cart"]], 0.3],
    ["a mention the other way", ["a/mail.ts", ["CART"]], ["b/cart.ts", []], 0.3],
    ["a name that is too short to mention", ["a/tax.ts", []], ["b/mail.ts", ["tax"]], 0],
    ["files without a name", ["a/.env", []], ["b/1.2", []], 0],
  ] as const)("links by %s", (_, left, right, words) => {
    expect(link([left, right]).words[1]).toBeCloseTo(words);
  });

  it("is symmetric, finite and empty on the diagonal for any files", () => {
    const name = fc.stringMatching(/^[a-c_A-C]{1,6}$/);
    const file = fc.tuple(fc.stringMatching(/^[a-c/.]{1,9}$/), fc.array(name, { maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(file, { maxLength: 7 }), (files) => {
        const links = link(files);
        const { size } = links;
        for (const matrix of [links.strength, links.plain, links.words, links.identifiers, links.path]) {
          for (let i = 0; i < size; i += 1) {
            expect(matrix[i * size + i]).toBe(0);
            for (let j = 0; j < size; j += 1) {
              expect(Number.isFinite(matrix[i * size + j])).toBe(true);
              expect(matrix[i * size + j]).toBe(matrix[j * size + i]);
            }
          }
        }
      }),
    );
  });
});

describe("spread", () => {
  const pair = Float64Array.of(0, 1, 1, 0);

  it("moves a number along a full link by the part that is said", () => {
    expect(spread([1, 0], pair, 1, 0.5)).toEqual([0.5, 0.5]);
    expect(spread([1, 0], pair, 1, 0.25)).toEqual([0.75, 0.25]);
  });

  it("keeps the own number of a file without links, and everything for no rounds", () => {
    expect(spread([3, 1, 5], Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0), 4, 0.8)).toEqual([3, 1, 5]);
    expect(spread([3, 1], pair, 0, 0.8)).toEqual([3, 1]);
  });

  it("moves less along a weak link", () => {
    expect(spread([1, 0], Float64Array.of(0, 0.5, 0.5, 0), 1, 0.5)).toEqual([0.75, 0.25]);
  });

  it("stays between the lowest and the highest number", () => {
    const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 });
    const weights = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(values, weights, (own, [a = 0, b = 0, c = 0]) => {
        for (const value of spread(own, Float64Array.of(0, a, b, a, 0, c, b, c, 0), 5, 0.875)) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...own) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...own) + 1e-9);
        }
      }),
    );
  });
});
