// Prints the plain closing line of a test run, read from vitest's JSON report.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(new URL("../reports/tests.json", import.meta.url), "utf8"));
const failedFiles = report.testResults.filter(
  (file) => file.status === "failed" && file.assertionResults.length === 0,
).length;
const failed = report.numFailedTests + failedFiles;
process.stdout.write(`${report.numPassedTests} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
