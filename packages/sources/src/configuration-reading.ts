/** @module What reading a configuration gives: the configuration, or every problem with its place. */

import type { Configuration } from "@warrant/kernel/configuration";

/** One thing that is wrong, placed: lines and columns count from 1, `path` is the key path (`intent.gate`), or empty. */
export interface ConfigurationProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly message: string;
}

export type ConfigurationReading =
  | {
      readonly ok: true;
      readonly configuration: Configuration;
      readonly digest: string;
      /** Sentences, each with its place, about what is allowed but probably not meant. */
      readonly warnings: readonly string[];
    }
  | {
      readonly ok: false;
      readonly errors: readonly ConfigurationProblem[];
      /** How many problems there are when `errors` ends with a line that only counts the rest. */
      readonly total?: number | undefined;
      /** Whether the file could not be read far enough to look at its keys, so there may be more. */
      readonly isUnchecked?: boolean | undefined;
    };

/** `warrant.yaml:12:5: message`, the form editors and terminals turn into a link. */
export function formatProblem(problem: ConfigurationProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`;
}
