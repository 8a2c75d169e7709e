/**
 * @module Compiles the policy of a folder from a person's own file and the base branch's `warrant.yaml`. Loads the readers of
 * YAML and the schemas, so nothing that answers a call imports it.
 */

import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readRule } from "@warrant/kernel/action/operator-rules";
import { settleAction, type WrittenAction } from "@warrant/kernel/action-settings";
import { settleClaim } from "@warrant/kernel/claim/settle";
import type { Configuration } from "@warrant/kernel/configuration";
import { settleRuntime } from "@warrant/kernel/runtime-settings";
import {
  type ConfigurationFile,
  type ConfigurationReading,
  configurationFileNames,
  formatProblem,
  loadConfiguration,
} from "@warrant/sources/configuration-file";
import { openRepository } from "@warrant/sources/git/repository";
import type { WorkTree } from "@warrant/sources/git/work-tree";
import { readPersonalConfiguration } from "@warrant/sources/personal-configuration";
import { compileGatePolicy } from "./gate-policy.ts";
import type { GatePlaces } from "./places.ts";
import { type StoredPolicy, sourcesNow, storePolicy } from "./policy-store.ts";

/** A source that cannot be used: then nobody knows what it would deny. */
class UnusableSource extends Error {}

function usable(reading: ConfigurationReading): Configuration {
  if (reading.ok) return reading.configuration;
  throw new UnusableSource(reading.errors.map(formatProblem).join("\n"));
}

/** More than any configuration that is read. */
const longestFile = 1024 * 1024;

/** A file's bytes. A repository may hold a pipe or a link to a device under that name, whose reading never ends. */
async function bytesOf(file: string): Promise<Uint8Array> {
  const seen = await stat(file);
  if (!seen.isFile()) throw new UnusableSource(`${file} is no plain file`);
  if (seen.size > longestFile) throw new UnusableSource(`${file} is too large`);
  return readFile(file);
}

async function personalPart(file: string): Promise<Configuration | null> {
  if (!existsSync(file)) return null;
  return usable(readPersonalConfiguration(await bytesOf(file), file));
}

/** The section as the gate reads it; a rule the gate cannot read would be one that denies nothing. */
function writtenAction(configuration: Configuration | null): WrittenAction {
  const { rules, ...section } = configuration?.action ?? {};
  const read = rules?.map((rule) => {
    const readable = readRule(rule);
    if (readable === null) throw new UnusableSource(`the gate cannot read the rule ${rule.id}`);
    return readable;
  });
  return { ...section, rules: read };
}

/** The project's file, of the base commit; without one, of the work tree, since it only narrows. */
async function projectFiles(tree: WorkTree, base: string | null): Promise<ConfigurationFile[]> {
  if (base === null) {
    const present = configurationFileNames.filter((name) => existsSync(join(tree.root, name)));
    return await Promise.all(present.map(async (name) => ({ name, bytes: await bytesOf(join(tree.root, name)) })));
  }
  const repository = await openRepository({ cwd: tree.root });
  try {
    const commit = await repository.objects.read(`${base}^{commit}`);
    if (commit === null) throw new UnusableSource(`the commit ${base.slice(0, 12)} is not in this repository`);
    const files: ConfigurationFile[] = [];
    for (const name of configurationFileNames) {
      const object = await repository.objects.read(`${base}:${name}`);
      if (object?.type === "blob" && object.content === null) throw new UnusableSource(`${name} is too large`);
      if (object?.type === "blob" && object.content !== null) files.push({ name, bytes: object.content });
    }
    return files;
  } finally {
    await repository.close();
  }
}

/**
 * The policy of a work tree, or of what holds outside of every one, as it is written now. What cannot be used gives a policy
 * that is null, and its problem.
 */
export async function compilePolicy(places: GatePlaces, tree: WorkTree | null): Promise<StoredPolicy> {
  // The state before reading: what changes meanwhile is seen at the next call.
  const sources = sourcesNow(places, tree);
  try {
    const personal = await personalPart(places.personal);
    const project = tree === null ? null : usable(await loadConfiguration(await projectFiles(tree, sources.base)));
    const runtime = settleRuntime(personal?.runtime, project?.runtime);
    const action = settleAction(writtenAction(personal), writtenAction(project));
    const claim = settleClaim(personal?.claim, project?.claim);
    return { sources, policy: compileGatePolicy(runtime, action, claim), problem: null };
  } catch (error) {
    return { sources, policy: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Compiles a policy and keeps it.
 *
 * @throws WriteError when it cannot be kept.
 */
export async function refreshPolicy(places: GatePlaces, tree: WorkTree | null): Promise<StoredPolicy> {
  const stored = await compilePolicy(places, tree);
  await storePolicy(places, tree?.root ?? null, stored);
  return stored;
}
