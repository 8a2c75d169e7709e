/** @module Trains the drift model on labelled records and measures it on repositories it was not trained on. */

import { namedEvidence } from "../packages/kernel/src/change/drift/drift.ts";
import { blockFeatures, featureNames } from "../packages/kernel/src/change/drift/features.ts";
import { readChangeWords } from "../packages/kernel/src/change/drift/file-words.ts";
import { type DriftModel, pointsFor, smooth } from "../packages/kernel/src/change/drift/score.ts";
import { textEvidence } from "../packages/kernel/src/change/drift/text-evidence.ts";
import { type BoostingOptions, fitTables, type TrainingRow } from "./drift-boosting.ts";
import type { DriftRecord } from "./drift-records.ts";

/** One record with everything that does not change from fold to fold. */
export interface PreparedRecord {
  readonly record: DriftRecord;
  readonly labels: readonly (0 | 1)[];
  readonly rows: readonly (readonly number[])[];
  readonly links: Float64Array;
  /** The best text evidence of all core files, and the words of the request (`drift.nothing-explained`). */
  readonly bestEvidence: number;
  readonly words: number;
}

export interface TrainingOptions extends BoostingOptions {
  /** Weight of a clean change's file beside a tangled one's. */
  readonly cleanWeight: number;
  readonly smoothing: number;
}

export function prepareRecord(record: DriftRecord): PreparedRecord {
  const core = record.files.filter((file) => file.isCore);
  const words = readChangeWords(
    record.request,
    core.map((file) => file.file),
  );
  const evidence = textEvidence(words);
  const { rows, links } = blockFeatures(words, words.files, evidence);
  return {
    record,
    labels: core.map((file) => (file.isOutOfScope ? 1 : 0)),
    rows,
    links: links.strength,
    bestEvidence: evidence.reduce((best, file) => Math.max(best, file.named === 1 ? namedEvidence : file.explained), 0),
    words: words.request.occurrences,
  };
}

export function trainModel(records: readonly PreparedRecord[], options: TrainingOptions): Tables {
  const rows: TrainingRow[] = records.flatMap(({ record, labels, rows }) =>
    rows.map((features, index) => ({
      features,
      label: labels[index] ?? 0,
      weight: record.isTangled ? 1 : options.cleanWeight,
    })),
  );
  const { bias, edges, points } = fitTables(rows, options);
  return {
    version: 1,
    features: featureNames.map((name, feature) => ({
      name,
      edges: edges[feature] ?? [],
      points: points[feature] ?? [],
    })),
    bias,
    smoothing: options.smoothing,
  };
}

export function scorePrepared(prepared: PreparedRecord, model: Tables): number[] {
  const own = prepared.rows.map((row) =>
    model.features.reduce((sum, table, feature) => sum + pointsFor(table, row[feature] ?? 0), model.bias),
  );
  return smooth(own, prepared.links, model.smoothing);
}

/** Repositories dealt to folds, the largest first to the emptiest fold; `deal` rotates the order for another split. */
export function dealRepositories(records: readonly PreparedRecord[], folds: number, deal: number): Map<string, number> {
  const files = new Map<string, number>();
  for (const { record, rows } of records) {
    files.set(record.repository, (files.get(record.repository) ?? 0) + rows.length);
  }
  const order = [...files].sort(
    ([leftName, left], [rightName, right]) => right - left || (leftName < rightName ? -1 : 1),
  );
  const sizes = Array.from({ length: folds }, () => 0);
  const dealt = new Map<string, number>();
  for (const [index, [name, size]] of order.entries()) {
    let fold = 0;
    // Among the folds that are not fuller than the emptiest by more than this repository, take turns by `deal`.
    const least = Math.min(...sizes);
    const open = sizes.flatMap((held, candidate) => (held <= least + size ? [candidate] : []));
    fold = open[(index * 7 + deal * 3) % open.length] ?? 0;
    sizes[fold] = (sizes[fold] ?? 0) + size;
    dealt.set(name, fold);
  }
  return dealt;
}

/** What the tables were tuned to by cross-validation; changing one changes the model. */
export const trainingOptions: TrainingOptions = {
  steps: 30,
  rounds: 250,
  rate: 0.2,
  ridge: 5,
  cleanWeight: 4,
  smoothing: 0.4,
};

export type Tables = Pick<DriftModel, "version" | "features" | "bias" | "smoothing">;

/** For each repository the model that was trained without its fold. */
export function crossModels(
  records: readonly PreparedRecord[],
  options: TrainingOptions,
  { folds, deal }: { folds: number; deal: number },
): Map<string, Tables> {
  const dealt = dealRepositories(records, folds, deal);
  const models = Array.from({ length: folds }, (_, fold) =>
    trainModel(
      records.filter(({ record }) => dealt.get(record.repository) !== fold),
      options,
    ),
  );
  return new Map([...dealt].flatMap(([name, fold]) => (models[fold] === undefined ? [] : [[name, models[fold]]])));
}

/** Shares of clean changes that may be flagged, come near, or be called unexplained. Below the bounds asked for, for margin. */
const mostFlagged = 0.094;
const mostNear = 0.16;
const mostUnexplained = 0.028;
const deals = [0, 1, 2, 3];

/** The limit that `share` of the values are above. */
function limitFor(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => right - left);
  return round(sorted[Math.floor(share * sorted.length)] ?? 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Limits from scores of models that never saw the repository they score, over several splits. */
export function chooseThresholds(
  records: readonly PreparedRecord[],
  options: TrainingOptions,
): Pick<DriftModel, "t_flag" | "t_near" | "t_none"> {
  const highest: number[] = [];
  for (const deal of deals) {
    const models = crossModels(records, options, { folds: 5, deal });
    for (const prepared of records) {
      const model = models.get(prepared.record.repository);
      if (prepared.record.isTangled || model === undefined) continue;
      highest.push(scorePrepared(prepared, model).reduce((most, score) => Math.max(most, score), -99));
    }
  }
  const clean = records.filter(({ record }) => !record.isTangled);
  const evidence = clean.map(({ bestEvidence, words }) => (words >= 5 ? -bestEvidence : -namedEvidence));
  return {
    t_flag: limitFor(highest, mostFlagged),
    t_near: limitFor(highest, mostNear),
    t_none: round(-limitFor(evidence, mostUnexplained)),
  };
}

/** The model file: one table a line, so that a new training shows in a diff what moved. */
export function writeModel(model: DriftModel): string {
  const { features, ...rest } = model;
  const tables = features.map((table) => `    ${JSON.stringify(table)}`).join(",\n");
  const fields = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${value}`);
  return `{\n${fields.join(",\n")},\n  "features": [\n${tables}\n  ]\n}\n`;
}
