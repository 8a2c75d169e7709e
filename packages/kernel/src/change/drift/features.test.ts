import { describe, expect, it } from "vitest";
import { blockFeatures, type FeatureName, featureNames } from "./features.ts";
import { type DriftFile, readChangeWords } from "./file-words.ts";
import { textEvidence } from "./text-evidence.ts";

function driftFile(path: string, identifiers: readonly string[] = [], parts: Partial<DriftFile> = {}): DriftFile {
  return { path, identifiers, isTest: false, isCi: false, ...parts };
}

function features(title: string, files: readonly DriftFile[], body = ""): Record<FeatureName, number>[] {
  const words = readChangeWords({ titles: title, text: `${title}\n${body}` }, files);
  const { rows } = blockFeatures(words, words.files, textEvidence(words));
  return rows.map(
    (row) => Object.fromEntries(featureNames.map((name, index) => [name, row[index]])) as Record<FeatureName, number>,
  );
}

const cart = driftFile("src/cart/total.ts", ["cartTotal", "emptyCart"]);
const store = driftFile("src/cart/store.ts", ["cartTotal", "clearStore"]);
const mail = driftFile("src/mail/relay.ts", ["smtpRelay"]);

describe("blockFeatures", () => {
  it("compares with the best explained file, which gets a mark of its own", () => {
    const [best, linked, foreign] = features("Empty cart total", [cart, store, mail]);
    expect(best).toMatchObject({
      explained_of_best: 1,
      words_shared_with_best: 9,
      identifiers_shared_with_best: 9,
      path_shared_with_best: 9,
    });
    expect(linked?.path_shared_with_best).toBe(1);
    expect(linked?.words_shared_with_best).toBeGreaterThan(0);
    expect(foreign).toMatchObject({
      explained: 0,
      explained_of_best: 0,
      explained_in_folder: 0,
      words_shared_with_best: 0,
      identifiers_shared_with_best: 0,
      path_shared_with_best: 0.5,
      compounds_shared: 0,
      identifiers: 1,
      files: 3,
    });
  });

  it("spreads evidence along links only", () => {
    const orders = driftFile("lib/orders.ts", ["clearStore", "orderBook"]);
    const [, , linked, foreign] = features("Empty cart total", [cart, store, orders, mail]);
    expect(linked?.explained).toBe(0);
    expect(linked?.explained_with_links_of_best).toBeGreaterThan(0);
    expect(foreign?.explained_with_links_of_best).toBeLessThan(linked?.explained_with_links_of_best ?? 0);
  });

  it("takes the best evidence of the other files in the folder, not the file's own", () => {
    const [first, second, third] = features("Empty cart total", [cart, store, driftFile("src/cart/x.ts")]);
    expect(first?.explained_in_folder).toBe(second?.explained);
    expect(second?.explained_in_folder).toBe(first?.explained);
    expect(third?.explained_in_folder).toBe(first?.explained);
  });

  it("gives a single file the whole of everything relative", () => {
    const [only] = features("Empty cart total", [cart]);
    expect(only).toMatchObject({
      explained_of_best: 1,
      explained_with_links_of_best: 1,
      explained_with_links_over_weighted_mean: 0,
      answered_with_links_over_mean: 0,
      explained_in_folder: 0,
      link_mean: 0,
      files: 1,
    });
  });

  it("does not let many foreign files become the measure", () => {
    const foreign = Array.from({ length: 9 }, (_, index) => driftFile(`src/mail/relay${index}.ts`, ["smtpRelay"]));
    const few = features("Empty cart total", [cart, mail]).at(-1);
    const many = features("Empty cart total", [cart, ...foreign]).at(-1);
    // A plain mean would bring the nine foreign files to a tenth of that distance.
    expect(many?.explained_with_links_over_weighted_mean).toBeLessThan(
      0.8 * (few?.explained_with_links_over_weighted_mean ?? 0),
    );
    expect(few?.explained_with_links_over_weighted_mean).toBeLessThan(-1);
  });

  it.each([
    ["Add tests for the cart", "", true, 2],
    ["Mend the cart", "with tests", true, 1],
    ["Mend the cart", "", true, -1],
    ["Add tests for the cart", "", false, -2],
    ["Mend the cart", "with tests", false, 0],
    ["Mend the latest cart", "", true, -1],
  ])("reads whether %j %j asks for a test", (title, body, isTest, asked) => {
    expect(features(title, [{ ...cart, isTest }], body)[0]?.tests_asked).toBe(asked);
  });

  it("says which file is of continuous integration", () => {
    const [first, second] = features("Empty cart", [{ ...cart, isCi: true }, mail]);
    expect([first?.ci, second?.ci]).toEqual([1, 0]);
  });

  it("takes no files", () => {
    expect(features("Empty cart", [])).toEqual([]);
  });
});
