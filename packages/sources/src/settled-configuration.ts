/** @module The configuration a run judges by: what was read, with the environment's part, or every reason why not. */

import { readSensitivePaths, sensitivePathsVariable } from "@warrant/kernel/change/sensitive-paths";
import type { Configuration } from "@warrant/kernel/configuration";
import { type ConfigurationReading, formatProblem } from "./configuration-reading.ts";

/** The configuration, or the environment's part of it, cannot be used. The message names each place. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigurationError";
  }
}

export interface SettledConfiguration {
  readonly configuration: Configuration;
  /** To be said to the person who runs the command. */
  readonly warnings: readonly string[];
}

/**
 * A reading as the configuration of a run. Sensitive paths of the environment, for every repository that is checked there,
 * are added to those of the file (change gate, section 11.3).
 *
 * @param origin where the reading came from, in words
 * @throws ConfigurationError when the file or the variable cannot be used; a variable's value is never shown.
 */
export function settleConfiguration(
  reading: ConfigurationReading,
  origin: string,
  env: Readonly<Record<string, string | undefined>>,
): SettledConfiguration {
  if (!reading.ok) {
    const lines = reading.errors.map(formatProblem);
    throw new ConfigurationError(`the configuration is not valid (${origin}):\n${lines.join("\n")}`);
  }
  const { configuration, warnings } = reading;
  const value = env[sensitivePathsVariable];
  if (value === undefined || value.trim() === "") return { configuration, warnings };
  const paths = readSensitivePaths(value, configuration.intent.sensitive_paths);
  if (!paths.ok) {
    const lines = paths.errors.map((error) => `  ${error.message}`);
    throw new ConfigurationError(`the sensitive paths cannot be used:\n${lines.join("\n")}`);
  }
  return {
    configuration: { ...configuration, intent: { ...configuration.intent, sensitive_paths: [...paths.paths] } },
    warnings: [...warnings, ...paths.warnings],
  };
}
