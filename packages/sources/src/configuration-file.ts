/**
 * @module Which file is the configuration, and what reading it gives. Imports nothing heavy: the YAML reader is loaded
 * only when there is a file.
 */

import { configurationDigest, defaultConfiguration } from "@warrant/kernel/configuration";
import type { ConfigurationReading } from "./configuration-reading.ts";

export { type ConfigurationProblem, type ConfigurationReading, formatProblem } from "./configuration-reading.ts";

/** Names the configuration may have, at the repository root. */
export const configurationFileNames = ["warrant.yaml", "warrant.yml"] as const;

/** A file that was found, by its name from the repository root. */
export interface ConfigurationFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
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
