/** @module The tangled set of a corpus folder as drift rules read it: requests, core files and labels. */

import { cleanRequestBody, cleanRequestTitle } from "../packages/kernel/src/change/authorized-text-clean.ts";
import { type DriftFile, type DriftRequest, isCiPath } from "../packages/kernel/src/change/drift/file-words.ts";
import { defaultConfiguration } from "../packages/kernel/src/configuration.ts";
import { compilePathClasses } from "../packages/kernel/src/paths/classes.ts";
import { corpusFolder, readCorpus } from "../testing/corpus.ts";

export const tangledSet = "tangled.jsonl.gz";
export const identifiersSet = "tangled-difftokens.jsonl.gz";
export const strata = ["other-top", "same-top", "same-dir"] as const;
export type Stratum = (typeof strata)[number];

interface TangledFile {
  readonly path: string;
  readonly status: string;
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly binary: boolean;
  readonly label: "in_scope" | "out_of_scope";
}

interface TangledRecord {
  readonly id: string;
  readonly kind: "tangled" | "control";
  readonly stratum: Stratum;
  readonly repo: string;
  readonly a_sha: string;
  readonly b_sha?: string;
  readonly title: string;
  readonly body: string | null;
  readonly files: readonly TangledFile[];
}

interface IdentifierRecord {
  readonly repo: string;
  readonly sha: string;
  readonly path: string;
  readonly ids: readonly string[];
}

export interface LabelledFile {
  readonly file: DriftFile;
  readonly isOutOfScope: boolean;
  /** Neither lockfile nor generated nor companion: only these get a score. */
  readonly isCore: boolean;
  readonly status: string;
  readonly binary: boolean;
  readonly additions: number | null;
  readonly deletions: number | null;
}

/** One record: a change that is clean, or one with the files of another mixed in. */
export interface DriftRecord {
  readonly id: string;
  readonly isTangled: boolean;
  readonly stratum: Stratum;
  readonly repository: string;
  readonly title: string;
  readonly body: string | null;
  readonly request: DriftRequest;
  readonly files: readonly LabelledFile[];
}

/** Reads the set. Identifiers are sorted: the order of the corpus' list tells of other changes, which no rule may know. */
export function readDriftRecords(folder: string = corpusFolder): DriftRecord[] {
  const classes = compilePathClasses(defaultConfiguration.intent);
  const key = (repository: string, sha: string, path: string) => `${repository} ${sha} ${path}`;
  const identifiers = new Map(
    readCorpus<IdentifierRecord>(identifiersSet, folder).map((record) => [
      key(record.repo, record.sha, record.path),
      [...record.ids].sort(),
    ]),
  );
  return readCorpus<TangledRecord>(tangledSet, folder).map((record) => {
    const titles = cleanRequestTitle(record.title);
    return {
      id: record.id,
      isTangled: record.kind === "tangled",
      stratum: record.stratum,
      repository: record.repo,
      title: record.title,
      body: record.body,
      request: { titles, text: `${titles}\n\n${cleanRequestBody(record.body ?? "")}` },
      files: record.files.map((file) => {
        const sha = file.label === "in_scope" ? record.a_sha : (record.b_sha ?? "");
        const { path } = file;
        return {
          file: {
            path,
            identifiers: identifiers.get(key(record.repo, sha, path)) ?? [],
            isTest: classes.isTest(path),
            isCi: isCiPath(path),
          },
          isOutOfScope: file.label === "out_of_scope",
          isCore: !classes.isLockfile(path) && !classes.isGenerated(path) && !classes.isCompanion(path),
          status: file.status,
          binary: file.binary,
          additions: file.additions,
          deletions: file.deletions,
        };
      }),
    };
  });
}
