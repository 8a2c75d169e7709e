/** @module The configuration at the tip of the base, from the answer about the change or read by itself (law 4). */

import {
  type ConfigurationFile,
  type ConfigurationReading,
  configurationFileNames,
  defaultReading,
  loadConfiguration,
} from "@warrant/sources/configuration-file";
import type { BaseFileAnswer, PullRequest } from "./answers.ts";
import type { GitHubBaseFiles } from "./base-files.ts";
import { PlatformError, whyFailed } from "./errors.ts";
import { faultAt, type GraphqlFault } from "./graphql-answer.ts";

export interface BaseConfiguration {
  readonly reading: ConfigurationReading;
  /** The file it came from; null: the base has none. */
  readonly file: string | null;
  /** Every file there is under one of its names; more than one is an error. */
  readonly files: readonly string[];
  /** Why it is not known; null: it is. Then the defaults stand in, and whether the base enforces is unknown. */
  readonly why: string | null;
}

function unknown(why: string): BaseConfiguration {
  return { reading: defaultReading(), file: null, files: [], why };
}

type FileName = (typeof configurationFileNames)[number];

/** The two possible files of an answer; null when the answer does not tell, so that they are asked for on their own. */
function answered(change: PullRequest, faults: readonly GraphqlFault[]): Record<FileName, BaseFileAnswer> | null {
  if (faultAt(faults, ["repository", "pullRequest", "configuration"]) !== undefined) return null;
  const { yaml, yml } = change.configuration?.target ?? {};
  return yaml === undefined || yml === undefined ? null : { "warrant.yaml": yaml, "warrant.yml": yml };
}

/**
 * Reads the configuration at a commit, or from the files of it that were answered already. Never rejects for the platform:
 * what cannot be read is not known, and said.
 */
export async function configurationAt(
  base: GitHubBaseFiles,
  told: Readonly<Record<FileName, BaseFileAnswer>> | null = null,
): Promise<BaseConfiguration> {
  try {
    const found: ConfigurationFile[] = [];
    for (const name of configurationFileNames) {
      const bytes = told === null ? await base.read(name) : await base.contentOf(told[name]);
      if (bytes !== null) found.push({ name, bytes });
    }
    const files = found.map(({ name }) => name);
    return { reading: await loadConfiguration(found), file: files[0] ?? null, files, why: null };
  } catch (error) {
    if (error instanceof PlatformError) return unknown(whyFailed(error));
    throw error;
  }
}

/**
 * The configuration that judges a change.
 *
 * @param isTip Whether the answer's files are those of the base commit that is judged.
 */
export async function baseConfiguration(
  change: PullRequest,
  faults: readonly GraphqlFault[],
  base: GitHubBaseFiles,
  isTip: boolean,
): Promise<BaseConfiguration> {
  return await configurationAt(base, isTip ? answered(change, faults) : null);
}
