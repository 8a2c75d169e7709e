// Prints the plain closing line of a test run, read from vitest's JSON report.
import { existsSync, readFileSync } from "node:fs";

const written = new URL("../reports/tests.json", import.meta.url);
// A run that ended before its tests has no report: that is one failure.
const nothingRun = { testResults: [], numFailedTests: 1, numPassedTests: 0 };
const report = existsSync(written) ? JSON.parse(readFileSync(written, "utf8")) : nothingRun;
const failedFiles = report.testResults.filter(
  (file) => file.status === "failed" && file.assertionResults.length === 0,
).length;
const failed = report.numFailedTests + failedFiles;
process.stdout.write(`${report.numPassedTests} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
