/** @module The configuration a run judges by: the base commit's, a named file, or the defaults, with the environment's part. */

import type { Configuration } from "@warrant/kernel/configuration";
import {
  type ConfigurationFile,
  type ConfigurationReading,
  configurationFileNames,
  loadConfiguration,
} from "@warrant/sources/configuration-file";
import type { BaseFiles } from "@warrant/sources/git/facts";
import { ConfigurationError, settleConfiguration } from "@warrant/sources/settled-configuration";
import { findConfigurationFiles, readNamedFile } from "./commands/config-file.ts";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";

export interface RunConfiguration {
  readonly configuration: Configuration;
  /** Where it came from, in words; every output says it. */
  readonly origin: string;
  /** False when a shallow clone hides the base's own file, and with it whether that file enforces. */
  readonly isKnown: boolean;
}

/**
 * A reading as the configuration of a run, with the environment's part; its warnings are said.
 *
 * @throws ExitError `usage` when it is not valid.
 */
export function settledConfiguration(reading: ConfigurationReading, origin: string, io: Io): RunConfiguration {
  try {
    const { configuration, warnings } = settleConfiguration(reading, origin, io.env);
    for (const warning of warnings) say(io, warning);
    return { configuration, origin, isKnown: true };
  } catch (error) {
    if (error instanceof ConfigurationError) throw new ExitError(exitCodes.usage, error.message, { cause: error });
    throw error;
  }
}

async function fromFiles(files: readonly ConfigurationFile[], origin: string, io: Io): Promise<RunConfiguration> {
  return settledConfiguration(await loadConfiguration(files), origin, io);
}

/**
 * The configuration of a file a person named, or the defaults without one.
 *
 * @throws ExitError `usage` when it cannot be read or is not valid.
 */
export async function namedConfiguration(file: string | undefined, io: Io): Promise<RunConfiguration> {
  if (file === undefined) return await fromFiles([], "defaults", io);
  return await fromFiles([await readNamedFile(file, io)], `${file} (not the base's)`, io);
}

/**
 * The configuration that stands in the working tree now, for looking at changes that are merged already.
 *
 * @throws ExitError `usage` when it is not valid.
 */
export async function workingTreeConfiguration(io: Io): Promise<RunConfiguration> {
  const files = await findConfigurationFiles(io);
  return await fromFiles(files, files[0] === undefined ? "defaults" : `${files[0].name} of the working tree`, io);
}

/**
 * The configuration of the base commit (law 4): a change cannot bring the rules it is judged by.
 *
 * @throws ExitError `usage` when it is not valid, or both names are present.
 */
export async function baseConfiguration(base: BaseFiles, io: Io): Promise<RunConfiguration> {
  const read = await Promise.all(configurationFileNames.map(async (name) => ({ name, bytes: await base.read(name) })));
  const files = read.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  const [file] = files;
  const at = base.sha.slice(0, 7);
  if (!base.isPresent) {
    say(
      io,
      `this clone lacks the base commit ${at}, so its warrant.yaml is not known: the defaults judge this change, enforced.`,
    );
  }
  const origin =
    file === undefined
      ? `defaults (${base.isPresent ? "no warrant.yaml at" : "this clone lacks"} ${at})`
      : `${file.name} at ${at}`;
  return { ...(await fromFiles(files, origin, io)), isKnown: base.isPresent };
}
