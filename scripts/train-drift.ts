/**
 * @module Trains the drift model and writes `packages/kernel/src/change/drift/model.json`: the same corpus, the same bytes.
 *
 * `npm run train-drift` trains and writes; with `--check` it only compares; with `--report` it prints how the rule does on
 * repositories it was not trained on. The corpus folder is `WARRANT_CORPUS` or `../shared/corpus`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureProduct } from "../eval/drift.ts";
import { floodRecords, titlesAlone } from "../eval/drift-harder.ts";
import { type DriftRecord, readDriftRecords } from "../eval/drift-records.ts";
import {
  chooseThresholds,
  crossModels,
  prepareRecord,
  trainingOptions,
  trainModel,
  writeModel,
} from "../eval/drift-training.ts";

const modelFile = join(import.meta.dirname, "../packages/kernel/src/change/drift/model.json");

function share(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function main(arguments_: readonly string[]): void {
  const records = readDriftRecords();
  const prepared = records.map(prepareRecord);
  const thresholds = chooseThresholds(prepared, trainingOptions);
  const model = { ...trainModel(prepared, trainingOptions), ...thresholds };
  const text = writeModel(model);
  if (arguments_.includes("--check")) {
    const isSame = readFileSync(modelFile, "utf8") === text;
    process.stdout.write(isSame ? "model.json is what training gives.\n" : "model.json is not what training gives.\n");
    process.exitCode = isSame ? 0 : 1;
  } else {
    writeFileSync(modelFile, text);
    process.stdout.write(`Wrote ${modelFile}: ${model.features.length} tables from ${records.length} changes.\n`);
  }
  if (!arguments_.includes("--report")) return;
  const deals = [0, 1, 2, 3];
  const otherRepositories = (deal: number) => {
    const models = crossModels(prepared, trainingOptions, { folds: 5, deal });
    return ({ repository }: DriftRecord) => ({ ...model, ...(models.get(repository) ?? model) });
  };
  const first = otherRepositories(0);
  const measured = [
    { name: "fit", ...measureProduct(records, () => model) },
    ...deals.map((deal) => ({ name: `split ${deal + 1}`, ...measureProduct(records, otherRepositories(deal)) })),
    { name: "split 1, titles alone", ...measureProduct(titlesAlone(records), first) },
    { name: "split 1, floods", ...measureProduct(floodRecords(records), first) },
  ];
  for (const { name, files, wholeChange } of measured) {
    const { all, by_stratum, false_alarms_by_size } = files;
    process.stdout.write(
      [
        `${name}: F1 ${all.f1.toFixed(3)}, precision ${all.precision.toFixed(3)}, recall ${all.recall.toFixed(3)},`,
        `detected ${share(all.detected)}, false alarms ${share(all.false_alarms)};`,
        ...Object.entries(by_stratum).map(
          ([stratum, own]) => `${stratum} F1 ${own.f1.toFixed(3)} at ${share(own.false_alarms)},`,
        ),
        `by size ${false_alarms_by_size.map((size) => `${size.files}: ${share(size.share)}`).join(", ")};`,
        `nothing explained ${share(wholeChange.fires)} at ${share(wholeChange.false_alarms)},`,
        `together ${share(wholeChange.false_alarms_together)}\n`,
      ].join(" "),
    );
  }
}

main(process.argv.slice(2));
