import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bareName, type DriftFile, isCiPath, readChangeWords } from "./file-words.ts";
import { noEvidence, type TextEvidence, textEvidence } from "./text-evidence.ts";

function evidence(title: string, path: string, identifiers: readonly string[] = [], body = ""): TextEvidence {
  const file: DriftFile = { path, identifiers, isTest: false, isCi: false };
  const words = readChangeWords({ titles: title, text: body === "" ? title : `${title}\n\n${body}` }, [file]);
  return textEvidence(words)[0] ?? noEvidence;
}

describe("textEvidence", () => {
  it("is nothing for a file that shares nothing", () => {
    expect(evidence("Empty cart", "deploy/relay.go", ["smtpRelay"])).toEqual(noEvidence);
  });

  it("counts each share on its own side", () => {
    const found = evidence("Empty cart total", "shop/cart.go", ["emptyOrder", "mail"], "The cart, again the cart.");
    expect(found).toMatchObject({
      // empty and cart of (empty, cart, total, again) and of (empty, order, mail, shop, cart).
      overlap: 2 / Math.sqrt(4 * 5),
      identifierShare: 1 / 3,
      titleShare: 2 / 3,
      // empty once, cart three times, of six words in all.
      requestShare: 4 / 6,
      pathShare: 1 / 2,
      baseShare: 1,
    });
  });

  it.each([
    ["the file name", "See cart-total.ts here", "src/cart-total.ts", 1],
    ["the file name at the end of a sentence", "Look at cart-total.ts.", "src/cart-total.ts", 1],
    ["the path", "See src/cart-total.ts", "src/cart-total.ts", 1],
    ["the name in another case", "See CART-TOTAL.TS", "src/cart-total.ts", 1],
    ["its words", "The cart total is off", "src/cart-total.ts", 0.5],
    ["its words as an identifier", "The cartTotal is off", "src/cart_total.go", 0.5],
    ["a part of a longer word only", "The cartotals", "src/carto.ts", 0],
    ["words of a short name", "The tax", "src/tax.ts", 0],
    ["another file of that ending", "See total.ts", "src/cart-total.ts", 0],
    ["five words in a row", "one two three four five", "src/one-two-three-four-five.ts", 0],
  ])("sees %s", (_, title, path, named) => {
    expect(evidence(title, path).named).toBe(named);
  });

  it.each([
    ["in the path", "fix(cart): wrong sum", "src/cart/sum.ts", [], 2],
    ["in the lines", "fix(cart): wrong sum", "src/sum.ts", ["cartSum"], 1],
    ["nowhere", "fix(cart): wrong sum", "src/sum.ts", [], -1],
    ["not there", "fix: wrong sum", "src/cart/sum.ts", [], 0],
    ["of stop words only", "fix(src): wrong sum", "src/sum.ts", [], 0],
  ])("finds the scope %s", (_, title, path, identifiers, scope) => {
    expect(evidence(title, path, identifiers).scope).toBe(scope);
  });

  it.each([
    ["`emptyCart` and emptyCart", ["emptyCart"], 1],
    ["empty_cart, cartTotal", ["empty_cart", "cartTotal", "mail"], 2],
    ["mail", ["mail"], 0],
    ["emptycart", ["emptyCart"], 0],
  ])("counts the whole compound identifiers quoted in %j", (title, identifiers, quoted) => {
    expect(evidence(title, "src/x.ts", identifiers).quoted).toBe(quoted);
  });

  it("never falls when an identifier is replaced by one the request says", () => {
    const word = fc.constantFrom("cart", "total", "mail", "relay", "theme");
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), (words) => {
        const before = evidence("Empty cart", "src/x.ts", [...words, "unknown"]);
        const after = evidence("Empty cart", "src/x.ts", [...words, "empty"]);
        expect(after.explained).toBeGreaterThanOrEqual(before.explained);
        expect(after.answered).toBeGreaterThanOrEqual(before.answered);
      }),
    );
  });

  it("keeps shares between 0 and 1 for any text", () => {
    const anything = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(anything, anything, fc.array(anything, { maxLength: 5 }), (title, path, identifiers) => {
        const found = evidence(title, path, identifiers);
        for (const name of [
          "overlap",
          "identifierShare",
          "titleShare",
          "requestShare",
          "pathShare",
          "named",
        ] as const) {
          expect(found[name]).toBeGreaterThanOrEqual(0);
          expect(found[name]).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  it("takes a request of a million characters", () => {
    for (const unit of ["cart.", "a.b", "(", "cart ", "fix(x", "Ab", "...."]) {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(Number.isFinite(evidence(text, "src/cart.ts", ["cartTotal"]).explained)).toBe(true);
    }
  });
});

describe("bareName", () => {
  it.each([
    ["cart-total.ts", "carttotal"],
    ["cart_total.test.ts", "carttotal"],
    ["test_cart_total.py", "carttotal"],
    ["CartTotalTests.cs", "carttotal"],
    ["user.pb.go", "user"],
    [".eslintrc.json", "eslintrc"],
    ["index.d.ts", "index"],
    ["tests.py", ""],
    ["", ""],
  ])("of %j is %j", (base, bare) => {
    expect(bareName(base)).toBe(bare);
  });
});

describe("isCiPath", () => {
  it.each([
    [".github/workflows/ci.yml", true],
    ["a/.gitlab-ci.yml", true],
    ["azure-pipelines.yml", true],
    ["docker/Dockerfile.dev", true],
    ["Makefile", true],
    ["eng/build.ps1", true],
    ["src/eng/build.ts", false],
    ["docs/Makefile.md", false],
  ])("says of %s: %s", (path, expected) => {
    expect(isCiPath(path)).toBe(expected);
  });
});
