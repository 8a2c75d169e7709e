/**
 * @module What the tip of a base branch says about every change to it: its configuration, its beads and its plan files. Read
 * once for each branch, as files of one commit.
 */

import { digest, digestText } from "@warrant/kernel/canonical";
import type { IssueAddress } from "@warrant/kernel/change/facts";
import { type Configuration, configurationDigest } from "@warrant/kernel/configuration";
import { compilePatternList } from "@warrant/kernel/paths/pattern";
import { foldersOf } from "@warrant/sources/base-plans";
import { issuesNamedByBeads, readBeadLines } from "@warrant/sources/beads";
import { configurationFileNames } from "@warrant/sources/configuration-file";
import { ConfigurationError, settleConfiguration } from "@warrant/sources/settled-configuration";
import { configurationAt } from "../base-configuration.ts";
import { GitHubBaseFiles } from "../base-files.ts";
import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { Lookups } from "../lookups.ts";
import type { OpenChange } from "./open-changes.ts";

export interface BaseEvidence {
  /** Digest of the configuration and of every plan the base has. */
  readonly digest: string;
  /** Digest of the configuration alone. */
  readonly config: string;
  readonly enforces: boolean;
  /** Names of the checks the policy can require; the others decide nothing. */
  readonly requiredChecks: ReadonlySet<string>;
  /** Issues of beads that a text names. */
  readonly issuesNamedIn: (text: string) => readonly IssueAddress[];
}

function requiredChecksOf({ policy }: Configuration): Set<string> {
  return new Set((policy?.rules ?? []).flatMap((rule) => rule.set.required_checks ?? []));
}

type BeadFiles = readonly { readonly path: string; readonly text: string }[];

async function readBeadFiles(base: GitHubBaseFiles, paths: readonly string[]): Promise<BeadFiles> {
  const files: { path: string; text: string }[] = [];
  for (const path of new Set(paths)) {
    const bytes = await base.read(path);
    if (bytes !== null) files.push({ path, text: bytes.toString("utf8") });
  }
  return files;
}

async function planFiles(base: GitHubBaseFiles, patterns: readonly string[]): Promise<string[]> {
  const list = compilePatternList(patterns);
  const found = new Set<string>();
  for (const folder of foldersOf(patterns)) {
    for (const { path, mode, id } of await base.list(folder)) {
      if (list.matches(path)) found.add(JSON.stringify([path, mode, id]));
    }
  }
  return [...found].sort();
}

async function readOne(
  base: GitHubBaseFiles,
  repository: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BaseEvidence | null> {
  base.prepare({ files: configurationFileNames });
  const { reading, why } = await configurationAt(base);
  if (why !== null) return null;
  const { configuration } = settleConfiguration(reading, "the base", env);
  const { beads, paths } = configuration.intent.evidence.plan;
  base.prepare({ files: beads, folders: [...foldersOf(paths)] });
  const [beadFiles, plans] = await Promise.all([readBeadFiles(base, beads), planFiles(base, paths)]);
  const config = configurationDigest(configuration);
  const known = beadFiles.map(({ text }) => readBeadLines(text).beads);
  return {
    digest: digest({ config, beads: beadFiles.map(({ path, text }) => [path, digestText(text)]), plans }),
    config,
    enforces: configuration.intent.enforce,
    requiredChecks: requiredChecksOf(configuration),
    issuesNamedIn: (text) =>
      known.flatMap((each) => issuesNamedByBeads(text, each, { repository }).map(({ issue }) => issue)),
  };
}

/** The name of a base as it is at this moment. */
export function baseKey({ baseRef, baseSha }: Pick<OpenChange, "baseRef" | "baseSha">): string {
  return `${baseSha} ${baseRef}`;
}

/**
 * The evidence of each distinct base, by `baseKey`; null where it cannot be known or is not valid, so that its changes are
 * judged afresh. What the bases are asked goes into common requests.
 */
export async function readBases(
  client: GitHubClient,
  repository: string,
  changes: readonly OpenChange[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Map<string, BaseEvidence | null>> {
  const bases = new Map(changes.map((change) => [baseKey(change), change]));
  const lookups = new Lookups(client, repository);
  const read = await Promise.all(
    [...bases].map(async ([key, { baseSha }]) => {
      const base = new GitHubBaseFiles(client, lookups, repository, baseSha);
      try {
        return [key, await readOne(base, repository, env)] as const;
      } catch (error) {
        // Judging the changes says what is wrong; here it only means that nothing is believed.
        if (error instanceof PlatformError || error instanceof ConfigurationError) return [key, null] as const;
        throw error;
      }
    }),
  );
  return new Map(read);
}
