/**
 * @module Which file is the configuration, and what reading it gives. Imports nothing heavy: the YAML reader is loaded
 * only when there is a file.
 */

import { type Configuration, configurationDigest, defaultConfiguration } from "@warrant/kernel/configuration";

/** Names the configuration may have, at the repository root. */
export const configurationFileNames = ["warrant.yaml", "warrant.yml"] as const;

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
  | { readonly ok: false; readonly errors: readonly ConfigurationProblem[] };

/** A file that was found, by its name from the repository root. */
export interface ConfigurationFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
}

/** `warrant.yaml:12:5: message`, the form editors and terminals turn into a link. */
export function formatProblem(problem: ConfigurationProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}`;
}

/** The configuration of a repository without a file: every default, report-only. */
export function defaultReading(): ConfigurationReading {
  return {
    ok: true,
    configuration: defaultConfiguration,
    digest: configurationDigest(defaultConfiguration),
    warnings: [],
  };
}

/**
 * Reads the configuration from the files found under the names above. None gives the defaults; more than one is an
 * error that names them, because choosing silently would let one hide the other.
 */
export async function loadConfiguration(found: readonly ConfigurationFile[]): Promise<ConfigurationReading> {
  const [file, ...others] = found;
  if (file === undefined) return defaultReading();
  if (others.length > 0) {
    const names = found.map((each) => each.name).join(" and ");
    const message = `${names} are both present; keep one and delete the other`;
    return { ok: false, errors: [{ file: file.name, line: 1, column: 1, path: "", message }] };
  }
  const { readConfiguration } = await import("./configuration.ts");
  return readConfiguration(file.bytes, file.name);
}
