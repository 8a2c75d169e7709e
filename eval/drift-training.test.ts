import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { featureNames } from "../packages/kernel/src/change/drift/features.ts";
import { hasCorpus } from "../testing/corpus.ts";
import { exponential, fitTables, stepOf } from "./drift-boosting.ts";
import { type DriftRecord, identifiersSet, readDriftRecords, tangledSet } from "./drift-records.ts";
import {
  chooseThresholds,
  crossModels,
  dealRepositories,
  prepareRecord,
  scorePrepared,
  trainingOptions,
  trainModel,
  writeModel,
} from "./drift-training.ts";

const subjects = ["cart", "mail", "theme", "retry", "search", "login", "export", "chart"];

/** A tangled and a clean change for each pair of subjects, written for this test. */
function syntheticRecords(): DriftRecord[] {
  const file = (subject: string, part: string, isOutOfScope: boolean) => ({
    file: {
      path: `src/${subject}/${part}.ts`,
      identifiers: [`${subject}Total`, `${part}${subject}`, `${subject}_${part}_list`, "shared"],
      isTest: false,
      isCi: false,
    },
    isOutOfScope,
    isCore: true,
    status: "M",
    binary: false,
    additions: 4,
    deletions: 1,
  });
  return subjects.flatMap((own, index) =>
    subjects
      .filter((other) => other !== own)
      .flatMap((other) => {
        const title = `Correct the ${own} total and list`;
        const head = { repository: `acme/r${index}`, title, body: null, stratum: "same-top" as const };
        const request = { titles: title, text: title };
        const files = [file(own, "alpha", false), file(own, "gamma", false)];
        return [
          { ...head, id: `t-${own}-${other}`, isTangled: true, request, files: [...files, file(other, "omega", true)] },
          { ...head, id: `c-${own}-${other}`, isTangled: false, request, files },
        ];
      }),
  );
}

describe("training on a synthetic set", () => {
  const prepared = syntheticRecords().map(prepareRecord);
  const options = { ...trainingOptions, rounds: 40 };

  it("gives the same bytes each time, and for the same records read anew", () => {
    const train = (records = prepared) =>
      writeModel({ ...trainModel(records, options), ...chooseThresholds(records, options) });
    const bytes = train();
    expect(train()).toBe(bytes);
    expect(train(syntheticRecords().map(prepareRecord))).toBe(bytes);
    expect(JSON.parse(bytes)).toMatchObject({ version: 1, smoothing: options.smoothing });
  });

  it("learns to tell the foreign file, also in repositories it has not seen", () => {
    const models = crossModels(prepared, options, { folds: 4, deal: 0 });
    for (const change of prepared.filter(({ record }) => record.isTangled)) {
      const model = models.get(change.record.repository);
      const scores = model === undefined ? [] : scorePrepared(change, model);
      expect(scores.indexOf(Math.max(...scores))).toBe(2);
    }
  });

  it("writes numbers and feature names only", () => {
    const bytes = writeModel({ ...trainModel(prepared, options), t_flag: 0, t_near: -1, t_none: 0.5 });
    const words = new Set(bytes.match(/[a-z_]+/g) ?? []);
    const known = new Set<string>([...featureNames, "version", "bias", "smoothing", "features", "name", "edges"]);
    for (const word of ["points", "t_flag", "t_near", "t_none"]) known.add(word);
    expect([...words].filter((word) => !known.has(word))).toEqual([]);
  });

  it("deals each repository to one fold and every fold some", () => {
    for (const deal of [0, 1, 2]) {
      const dealt = dealRepositories(prepared, 4, deal);
      expect(dealt.size).toBe(subjects.length);
      expect(new Set(dealt.values()).size).toBe(4);
    }
  });
});

describe("the arithmetic of training", () => {
  it.each([-30, -2, -0.5, 0, 1e-9, 0.7, 3, 12, 30])("gives e^%d to five digits", (x) => {
    expect(exponential(x) / Math.exp(x)).toBeCloseTo(1, 5);
  });

  it.each([
    [-1000, Math.exp(-30)],
    [1000, Math.exp(30)],
  ])("bounds e^%d", (x, expected) => {
    expect(exponential(x) / expected).toBeCloseTo(1, 5);
  });

  it("puts the sign of a feature into its table", () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      features: [index, 7],
      label: index >= 100 ? (1 as const) : (0 as const),
      weight: 1,
    }));
    const { edges, points } = fitTables(rows, { steps: 10, rounds: 20, rate: 0.3, ridge: 1 });
    const at = (value: number) => points[0]?.[stepOf(value, edges[0] ?? [])] ?? 0;
    expect(at(150)).toBeGreaterThan(1);
    expect(at(50)).toBeLessThan(-1);
    expect(points[1]).toEqual([0]);
  });
});

const isPresent = hasCorpus(tangledSet) && hasCorpus(identifiersSet);

describe.runIf(isPresent)("training on the corpus", () => {
  it("gives the model that is in the repository, byte for byte", () => {
    const prepared = readDriftRecords().map(prepareRecord);
    const model = { ...trainModel(prepared, trainingOptions), ...chooseThresholds(prepared, trainingOptions) };
    const file = join(import.meta.dirname, "../packages/kernel/src/change/drift/model.json");
    expect(writeModel(model)).toBe(readFileSync(file, "utf8"));
  }, 300_000);
});
