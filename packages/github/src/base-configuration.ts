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
  /** Why it is not known; null: it is. Then the defaults stand in, and whether the base enforces is unknown. */
  readonly why: string | null;
}

function unknown(why: string): BaseConfiguration {
  return { reading: defaultReading(), file: null, why };
}

type FileName = (typeof configurationFileNames)[number];

/** The two possible files of an answer; null when the answer does not tell, so that they are asked for on their own. */
function answered(change: PullRequest, faults: readonly GraphqlFault[]): Record<FileName, BaseFileAnswer> | null {
  if (faultAt(faults, ["repository", "pullRequest", "configuration"]) !== undefined) return null;
  const { yaml, yml } = change.configuration?.target ?? {};
  return yaml === undefined || yml === undefined ? null : { "warrant.yaml": yaml, "warrant.yml": yml };
}

/**
 * Reads the configuration. Never rejects for the platform: what cannot be read is not known, and said.
 *
 * @param isTip Whether the answer's files are those of the base commit that is judged.
 */
export async function baseConfiguration(
  change: PullRequest,
  faults: readonly GraphqlFault[],
  base: GitHubBaseFiles,
  isTip: boolean,
): Promise<BaseConfiguration> {
  try {
    const files: ConfigurationFile[] = [];
    const told = isTip ? answered(change, faults) : null;
    for (const name of configurationFileNames) {
      const bytes = told === null ? await base.read(name) : await base.contentOf(told[name]);
      if (bytes !== null) files.push({ name, bytes });
    }
    return { reading: await loadConfiguration(files), file: files[0]?.name ?? null, why: null };
  } catch (error) {
    if (error instanceof PlatformError) return unknown(whyFailed(error));
    throw error;
  }
}
