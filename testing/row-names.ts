/** @module Whether a test names a row of the specification and one of the public reports that taught it. */

import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** A text in quotation marks; a name stands on one line. */
const literal = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Every text of one line in the tests: the names of tests are among them, also where they are rows of a table. */
export function textsOfTests(): string[] {
  const folders = ["packages/*/src", "testing", "docs", "scripts", "eval", "bench"];
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }));
  return files
    .filter((file) => !/^testing\/[a-z]+-rows\.test\.ts$/.test(file))
    .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n"))
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => line.match(literal) ?? []);
}

/** Whether one of the texts has a row's number and one of its reports; a row without reports needs the number alone. */
export function isRowNamed(texts: readonly string[], row: string, reports: readonly string[]): boolean {
  const number = new RegExp(`\\b${row}\\b`);
  return texts.some(
    (text) => number.test(text) && (reports.length === 0 || reports.some((report) => text.includes(report))),
  );
}
