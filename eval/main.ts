/**
 * @module `npm run eval -- --corpus DIR [--json]`: scores every set of a corpus folder, beside two baselines: the plain
 * path-word rule for drift and the npm package `issue-parser` for closing references.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { corpusFolder, hasCorpus } from "../testing/corpus.ts";
import { evaluateAgents } from "./agents.ts";
import { evaluateRealChanges, evaluateTiers } from "./changes.ts";
import { evaluateClosingReferences } from "./closing-references.ts";
import { evaluateDrift } from "./drift.ts";
import { identifiersSet, tangledSet } from "./drift-records.ts";
import { renderReport } from "./report.ts";

const { values } = parseArgs({ options: { corpus: { type: "string" }, json: { type: "boolean" } } });
const folder = resolve(values.corpus ?? corpusFolder);
if (!existsSync(folder)) {
  process.stderr.write(`eval: there is no folder ${folder}. Name one with --corpus DIR.\n`);
  process.exitCode = 2;
} else {
  const report = {
    closing_references: evaluateClosingReferences(folder),
    agents: evaluateAgents(folder),
    tiers: evaluateTiers(folder),
    real_changes: evaluateRealChanges(folder),
    drift: [tangledSet, identifiersSet].every((set) => hasCorpus(set, folder)) ? evaluateDrift(folder) : undefined,
  };
  process.stdout.write(values.json === true ? `${JSON.stringify(report)}\n` : renderReport(report));
}
