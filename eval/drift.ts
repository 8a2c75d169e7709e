/** @module Scores drift rules on the tangled set: the product's rule beside the plain seed rule. */

import { type DriftResult, decideDrift } from "../packages/kernel/src/change/drift/drift.ts";
import { driftModel } from "../packages/kernel/src/change/drift/model.ts";
import type { DriftModel } from "../packages/kernel/src/change/drift/score.ts";
import type { ChangedFile } from "../packages/kernel/src/change/facts.ts";
import { defaultConfiguration } from "../packages/kernel/src/configuration.ts";
import { compilePathClasses } from "../packages/kernel/src/paths/classes.ts";
import { splitWords } from "../packages/kernel/src/text/words.ts";
import { type DriftRecord, type LabelledFile, readDriftRecords, type Stratum } from "./drift-records.ts";

/** Figures of one rule on a set of records. Shares between 0 and 1. */
export interface DriftFigures {
  /** File level, over tangled changes; positive = out of scope. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Tangled changes with at least one foreign file flagged. */
  readonly detected: number;
  /** Clean changes, and files of clean changes, that were flagged all the same. */
  readonly false_alarms: number;
  readonly false_alarm_files: number;
  readonly tangled: number;
  readonly clean: number;
}

export interface DriftRuleReport {
  readonly all: DriftFigures;
  readonly by_stratum: Readonly<Record<Stratum, DriftFigures>>;
  /** Share of clean changes flagged, by number of files. */
  readonly false_alarms_by_size: readonly { readonly files: string; readonly clean: number; readonly share: number }[];
}

/** `drift.nothing-explained` on the added files alone, on clean changes, and both rules together on clean changes. */
export interface WholeChangeReport {
  readonly fires: number;
  readonly false_alarms: number;
  readonly false_alarms_together: number;
}

export interface DriftReport {
  readonly records: number;
  readonly product: DriftRuleReport;
  readonly whole_change: WholeChangeReport;
  /** A file passes when a word of its path stands in title or body. */
  readonly seed: DriftRuleReport;
}

const sizes = [
  { files: "1", most: 1 },
  { files: "2-3", most: 3 },
  { files: "4-8", most: 8 },
  { files: "9-25", most: 25 },
  { files: "over 25", most: Number.POSITIVE_INFINITY },
] as const;

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

interface Judged {
  readonly record: DriftRecord;
  readonly flagged: readonly boolean[];
}

function figures(judged: readonly Judged[]): DriftFigures {
  let [hits, wrong, missed, detected, tangled, clean, alarms, alarmFiles, cleanFiles] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const { record, flagged } of judged) {
    const foreign = record.files.map((file) => file.isOutOfScope);
    if (record.isTangled) {
      tangled += 1;
      if (flagged.some((flag, index) => flag && foreign[index] === true)) detected += 1;
      for (const [index, flag] of flagged.entries()) {
        if (flag && foreign[index] === true) hits += 1;
        else if (flag) wrong += 1;
        else if (foreign[index] === true) missed += 1;
      }
    } else {
      clean += 1;
      cleanFiles += flagged.length;
      const count = flagged.filter(Boolean).length;
      alarmFiles += count;
      if (count > 0) alarms += 1;
    }
  }
  return {
    precision: ratio(hits, hits + wrong),
    recall: ratio(hits, hits + missed),
    f1: ratio(2 * hits, 2 * hits + wrong + missed),
    detected: ratio(detected, tangled),
    false_alarms: ratio(alarms, clean),
    false_alarm_files: ratio(alarmFiles, cleanFiles),
    tangled,
    clean,
  };
}

/** Figures of a rule that says for each record which files it flags. */
export function measureDrift(judged: readonly Judged[]): DriftRuleReport {
  const of = (stratum: Stratum): DriftFigures => figures(judged.filter(({ record }) => record.stratum === stratum));
  const clean = judged.filter(({ record }) => !record.isTangled);
  let least = 0;
  const bySize = sizes.map(({ files, most }) => {
    const within = clean.filter(({ flagged }) => flagged.length > least && flagged.length <= most);
    least = most;
    const alarms = within.filter(({ flagged }) => flagged.some(Boolean)).length;
    return { files, clean: within.length, share: ratio(alarms, within.length) };
  });
  return {
    all: figures(judged),
    by_stratum: { "other-top": of("other-top"), "same-top": of("same-top"), "same-dir": of("same-dir") },
    false_alarms_by_size: bySize,
  };
}

const statusOfLetter: Readonly<Record<string, ChangedFile["status"]>> = { A: "added", D: "removed", R: "renamed" };

function changedFile({ file, status, binary, additions, deletions }: LabelledFile): ChangedFile {
  return {
    path: file.path,
    status: statusOfLetter[status] ?? "modified",
    ...(additions === null ? {} : { additions }),
    ...(deletions === null ? {} : { deletions }),
    binary,
    kind: "file",
    identifiers: [...file.identifiers],
  };
}

const classes = compilePathClasses(defaultConfiguration.intent);

/** The product's rule on one record, with title and body standing in for the issue that is not in the set. */
export function decideRecord(
  record: DriftRecord,
  model: DriftModel = driftModel,
  files: readonly LabelledFile[] = record.files,
): DriftResult {
  return decideDrift({
    request: record.request,
    changeText: "",
    files: files.map(changedFile),
    classes,
    planPaths: [],
    isDocsOnly: false,
    model,
  });
}

/** Requests of fewer words are not compared (`drift.short-request`), of fewer than five never *nothing explained*. */
function isFlagging({ words }: DriftResult): boolean {
  return words >= 3;
}

function isUnexplained(result: DriftResult): boolean {
  return result.words >= 5 && result.core > 0 && result.bestEvidence <= result.model.t_none;
}

/** The product's rule on every record; `modelFor` gives the model a record is judged by. */
export function measureProduct(
  records: readonly DriftRecord[],
  modelFor: (record: DriftRecord) => DriftModel = () => driftModel,
): { files: DriftRuleReport; wholeChange: WholeChangeReport } {
  let [fires, tangled, clean, alarms, together] = [0, 0, 0, 0, 0];
  const judged = records.map((record) => {
    const model = modelFor(record);
    const result = decideRecord(record, model);
    const flagged = result.files.map((file) => isFlagging(result) && file.state === "out_of_scope");
    if (record.isTangled) {
      tangled += 1;
      const foreign = record.files.filter((file) => file.isOutOfScope);
      if (isUnexplained(decideRecord(record, model, foreign))) fires += 1;
    } else {
      clean += 1;
      const unexplained = isUnexplained(result);
      if (unexplained) alarms += 1;
      if (unexplained || flagged.some(Boolean)) together += 1;
    }
    return { record, flagged };
  });
  return {
    files: measureDrift(judged),
    wholeChange: {
      fires: ratio(fires, tangled),
      false_alarms: ratio(alarms, clean),
      false_alarms_together: ratio(together, clean),
    },
  };
}

/** The plain rule this one replaces: any sub-word of the path in title or body puts the file in scope. */
export function seedFlags(record: DriftRecord): boolean[] {
  const said = new Set(splitWords(`${record.title}\n${record.body ?? ""}`));
  return record.files.map(({ file }) => !splitWords(file.path).some((word) => word.length >= 4 && said.has(word)));
}

/** Scores the set of a corpus folder. Pure but for reading the two files of the set. */
export function evaluateDrift(folder?: string): DriftReport {
  const records = readDriftRecords(folder);
  const { files, wholeChange } = measureProduct(records);
  return {
    records: records.length,
    product: files,
    whole_change: wholeChange,
    seed: measureDrift(records.map((record) => ({ record, flagged: seedFlags(record) }))),
  };
}
