import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { featureNames } from "./features.ts";
import { type DriftFile, type DriftRequest, readChangeWords } from "./file-words.ts";
import { driftModel } from "./model.ts";
import { type FileScore, maximumBlock, pointsFor, scoreFiles, smooth } from "./score.ts";
import { textEvidence } from "./text-evidence.ts";

const request: DriftRequest = {
  titles: "fix(cart): the total of an empty cart",
  text: "fix(cart): the total of an empty cart\n\nAn empty cart shows the total of the last order. See `cartTotal`.",
};

function driftFile(path: string, identifiers: readonly string[] = [], parts: Partial<DriftFile> = {}): DriftFile {
  return { path, identifiers, isTest: false, isCi: false, ...parts };
}

function score(files: readonly DriftFile[], asked = request): FileScore[] {
  const words = readChangeWords(asked, files);
  return scoreFiles(words, textEvidence(words), driftModel);
}

const word = fc.constantFrom("cart", "total", "order", "mail", "socket", "retry", "index", "theme");
const identifier = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("_"));
const anyFile = fc.record({
  path: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => `${words.join("/")}.ts`),
  identifiers: fc.uniqueArray(identifier, { maxLength: 12 }),
  isTest: fc.boolean(),
  isCi: fc.boolean(),
});
const change = fc
  .uniqueArray(anyFile, { maxLength: 12, selector: (file) => file.path })
  .map((files) => files.toSorted((left, right) => (left.path < right.path ? -1 : 1)));

describe("pointsFor", () => {
  const table = { name: "x", edges: [0, 0.5], points: [3, 2, 1] };
  it.each([
    [-0.001, 3],
    [0, 2],
    [0.499, 2],
    [0.5, 1],
    [9, 1],
    [Number.NaN, 3],
  ])("reads the step of %d", (value, points) => {
    expect(pointsFor(table, value)).toBe(points);
  });
});

describe("smooth", () => {
  it("leaves a file without links alone and moves a linked one towards its links", () => {
    const links = Float64Array.of(0, 1, 0, 1, 0, 0, 0, 0, 0);
    expect(smooth([4, 0, 2], links, 0.5)).toEqual([2, 2, 2]);
  });

  it("moves in proportion to a weak link", () => {
    expect(smooth([4, 0], Float64Array.of(0, 0.5, 0.5, 0), 0.5)).toEqual([3, 1]);
  });
});

describe("scoreFiles", () => {
  it("finds nothing against the files that the request is about", () => {
    const scores = score([
      driftFile("src/cart/total.test.ts", ["cartTotal", "emptyCart"], { isTest: true }),
      driftFile("src/cart/total.ts", ["cartTotal", "emptyCart", "orderLines"]),
    ]);
    for (const { score } of scores) expect(score).toBeLessThan(driftModel.t_near);
  });

  it("flags a file that shares nothing with the request or with the files it is about", () => {
    const files = [
      driftFile("deploy/mailer/smtp-relay.ts", ["smtpRelay", "relayHost", "tlsVersion", "socketPool", "dnsCache"]),
      driftFile("src/cart/empty.ts", ["cartTotal", "emptyCart", "lastOrder"]),
      driftFile("src/cart/total.ts", ["cartTotal", "emptyCart", "orderLines"]),
    ];
    const [mailer, ...cart] = score(files);
    expect(mailer?.score).toBeGreaterThan(driftModel.t_flag);
    for (const { score } of cart) expect(score).toBeLessThanOrEqual(driftModel.t_flag);
  });

  it("lists points that add up to the score (property 11)", () => {
    fc.assert(
      fc.property(change, (files) => {
        for (const { score: total, points } of score(files)) {
          const sum = points.reduce((all, entry) => all + entry.points, 0);
          expect(Math.abs(sum - total)).toBeLessThan(1e-9);
          expect(points.map((entry) => entry.feature)).toEqual(["usual", ...featureNames, "links"]);
        }
      }),
    );
  });

  it("gives finite scores for any files and any request", () => {
    fc.assert(
      fc.property(fc.array(anyFile, { maxLength: 8 }), fc.string(), (files, text) => {
        for (const { score: total } of score(files, { titles: text, text })) expect(Number.isFinite(total)).toBe(true);
      }),
    );
  });

  it("reads a change of more than 300 files in parts, and still tells the foreign file from the others", () => {
    const files = Array.from({ length: maximumBlock + 50 }, (_, index) =>
      driftFile(`src/cart/part${String(index).padStart(4, "0")}.ts`, [`cartTotal`, `emptyCart`, `order${index}Line`]),
    );
    files.push(driftFile("zz/mailer/smtp-relay.ts", ["smtpRelay", "relayHost", "tlsVersion", "socketPool"]));
    const scores = score(files);
    expect(scores).toHaveLength(files.length);
    const highest = Math.max(...scores.map((entry) => entry.score));
    expect(scores.at(-1)?.score).toBe(highest);
  });
});

describe("the model", () => {
  it("has one table for each feature, in the order they are counted", () => {
    expect(driftModel.features.map((table) => table.name)).toEqual([...featureNames]);
  });

  it("is numbers only, with ascending edges and one step more than edges", () => {
    for (const { edges, points } of driftModel.features) {
      expect(points).toHaveLength(edges.length + 1);
      expect(edges.toSorted((left, right) => left - right)).toEqual(edges);
      for (const value of [...edges, ...points]) expect(Math.round(value * 1000) / 1000).toBe(value);
    }
  });

  it("orders its limits", () => {
    expect(driftModel.t_near).toBeLessThan(driftModel.t_flag);
  });
});
