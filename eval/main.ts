/**
 * @module `npm run eval -- --corpus DIR [--json]`: scores every set of a corpus folder, beside two baselines: the plain
 * path-word rule for drift and the npm package `issue-parser` for closing references. `npm run eval -- --cases DIR
 * [--json]` scores the case sets of a folder, one JSON object a set.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { corpusFolder, hasCorpus, readCorpus } from "../testing/corpus.ts";
import { evaluateAgents } from "./agents.ts";
import { evaluateRealChanges, evaluateTiers } from "./changes.ts";
import { type ClaimCase, claimSet, renderClaimFigures, scoreClaimCases } from "./claim-cases.ts";
import { evaluateClosingReferences } from "./closing-references.ts";
import { evaluateDrift } from "./drift.ts";
import { identifiersSet, tangledSet } from "./drift-records.ts";
import { renderGateFigures } from "./gate-figures.ts";
import { type HookCase, hookSet, scoreHookCases } from "./hook-cases.ts";
import { runInstallCase } from "./install-cases.ts";
import { type PathCase, pathSet, scorePathCases } from "./path-cases.ts";
import { type ReadingCase, requestSet, scoreReadingCases } from "./reading-cases.ts";
import { renderCases, renderReport } from "./report.ts";
import { renderScopeReport, type ScopeCase, scoreScopeCases } from "./scope-cases.ts";
import { type ShellCase, scoreShellCases, shellSet } from "./shell-cases.ts";

const { values } = parseArgs({
  options: { corpus: { type: "string" }, cases: { type: "string" }, json: { type: "boolean" } },
});
const folder = resolve(values.cases ?? values.corpus ?? corpusFolder);
const isJson = values.json === true;
if (!existsSync(folder)) {
  process.stderr.write(
    `eval: there is no folder ${folder}. Name one with --${values.cases === undefined ? "corpus" : "cases"} DIR.\n`,
  );
  process.exitCode = 2;
} else if (values.cases !== undefined) {
  const cases = readCorpus<ReadingCase>(requestSet, folder).filter(({ kind }) => kind === "reading");
  const readings = hasCorpus(requestSet, folder) ? scoreReadingCases(cases) : undefined;
  if (!isJson) process.stdout.write(renderCases(readings));
  else if (readings !== undefined) process.stdout.write(`${JSON.stringify(readings)}\n`);
  if (hasCorpus(requestSet, folder)) {
    const scopes = scoreScopeCases(readCorpus<ScopeCase>(requestSet, folder).filter(({ kind }) => kind === "scope"));
    process.stdout.write(isJson ? `${JSON.stringify(scopes)}\n` : `\n${renderScopeReport(scopes).join("\n")}\n`);
  }
  if (hasCorpus(claimSet, folder)) {
    const claims = scoreClaimCases(readCorpus<ClaimCase>(claimSet, folder));
    process.stdout.write(
      isJson ? `${JSON.stringify(claims)}\n` : `\nClaims\n${renderClaimFigures(claims).join("\n")}\n`,
    );
  }
  const paths = hasCorpus(pathSet, folder) ? scorePathCases(readCorpus<PathCase>(pathSet, folder)) : undefined;
  const commands = hasCorpus(shellSet, folder) ? scoreShellCases(readCorpus<ShellCase>(shellSet, folder)) : undefined;
  const hooks = hasCorpus(hookSet, folder)
    ? await scoreHookCases(readCorpus<HookCase>(hookSet, folder), runInstallCase)
    : undefined;
  for (const figures of [commands, paths, hooks].filter((set) => set !== undefined)) {
    process.stdout.write(
      isJson ? `${JSON.stringify(figures)}\n` : `\nActions: ${figures.set}\n${renderGateFigures(figures).join("\n")}\n`,
    );
  }
} else {
  const report = {
    closing_references: evaluateClosingReferences(folder),
    agents: evaluateAgents(folder),
    tiers: evaluateTiers(folder),
    real_changes: evaluateRealChanges(folder),
    drift: [tangledSet, identifiersSet].every((set) => hasCorpus(set, folder)) ? evaluateDrift(folder) : undefined,
  };
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : renderReport(report));
}
