/** @module What a person's own file and the base's `warrant.yaml` say of what they run: of sessions, met, and both as written. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { Configuration } from "@warrant/kernel/configuration";
import { autonomyOf } from "@warrant/kernel/policy/autonomy";
import { type SettledRuntime, settleRuntime } from "@warrant/kernel/runtime-settings";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";
import { repositoryRoot } from "./repository-root.ts";

export interface Runtime extends SettledRuntime {
  /** The files they come from, in words; empty where every one is a default. */
  readonly origins: readonly string[];
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where a person's own file is, or undefined for somebody without a home. */
export function personalFile(env: Io["env"]): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  const home = env["HOME"] ?? "";
  if (!isAbsolute(xdg) && !isAbsolute(home)) return undefined;
  return join(isAbsolute(xdg) ? xdg : join(home, ".config"), "warrant", "config.yaml");
}

function invalid(problems: readonly string[]): ExitError {
  return new ExitError(exitCodes.usage, `the configuration is not valid:\n${problems.join("\n")}`);
}

/** A configuration somebody wrote, and where, in words. */
export interface Written {
  readonly configuration: Configuration;
  readonly origin: string;
}

/** A project's file, which may only narrow what a person's own allows. */
export interface WrittenByProject extends Written {
  readonly file: File;
}

/**
 * A person's own file.
 *
 * @throws ExitError `usage` when it cannot be read or is not valid.
 */
export async function readPersonal(io: Io): Promise<Written | undefined> {
  const path = personalFile(io.env);
  if (path === undefined || !existsSync(path)) return undefined;
  const { readPersonalConfiguration } = await import("@warrant/sources/personal-configuration");
  const { formatProblem } = await import("@warrant/sources/configuration-file");
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new ExitError(exitCodes.usage, `cannot read ${path}: ${cause.code ?? cause.message}`, { cause });
  });
  const reading = readPersonalConfiguration(bytes, path);
  if (!reading.ok) throw invalid(reading.errors.map(formatProblem));
  return { configuration: reading.configuration, origin: path };
}

/**
 * The base's files, since an agent may write the ones of the work tree. Where no base is found they are all there is, and
 * they only narrow.
 */
async function projectFiles(io: Io): Promise<{ files: File[]; at: string }> {
  const [{ openChange }, { GitError }, { configurationFileNames }] = await Promise.all([
    import("@warrant/sources/git/facts"),
    import("@warrant/sources/git/error"),
    import("@warrant/sources/configuration-file"),
  ]);
  try {
    const change = await openChange({ cwd: io.cwd, environment: io.env, signal: io.signal });
    try {
      if (change.base.isPresent) {
        const read = configurationFileNames.map(async (name) => ({ name, bytes: await change.base.read(name) }));
        const files = (await Promise.all(read)).flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
        return { files, at: ` at ${change.base.sha.slice(0, 7)}` };
      }
    } finally {
      await change.close();
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  const { findConfigurationFiles } = await import("./commands/config-file.ts");
  const found = await findConfigurationFiles(io);
  return { files: found.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })), at: " of the working tree" };
}

/**
 * The project's file of the base.
 *
 * @throws ExitError `usage` when it cannot be read or is not valid.
 */
export async function readProject(io: Io): Promise<WrittenByProject | undefined> {
  if (!existsSync(join(repositoryRoot(io.cwd), ".git"))) return undefined;
  const { files, at } = await projectFiles(io);
  const [file] = files;
  if (file === undefined) return undefined;
  const { loadConfiguration, formatProblem } = await import("@warrant/sources/configuration-file");
  const reading = await loadConfiguration(files);
  if (!reading.ok) throw invalid(reading.errors.map(formatProblem));
  return { configuration: reading.configuration, file, origin: `${file.name}${at}` };
}

/** Says which keys of a project's file are left out, by their path in it. */
export async function sayDropped(
  project: WrittenByProject | undefined,
  keys: readonly string[],
  io: Io,
): Promise<void> {
  if (project === undefined || keys.length === 0) return;
  const { placesOfKeys } = await import("@warrant/sources/personal-configuration");
  for (const place of placesOfKeys(project.file.bytes, project.file.name, keys)) {
    say(io, `${place} is left out: a project's file may only narrow what your own allows [config.untrusted]`);
  }
}

/**
 * The runtime settings of this folder. What a project's file may not set is dropped and said.
 *
 * @throws ExitError `usage` when a file cannot be read or is not valid.
 */
export async function loadRuntime(io: Io): Promise<Runtime> {
  const [personal, project] = await Promise.all([readPersonal(io), readProject(io)]);
  const settled = settleRuntime(personal?.configuration.runtime, project?.configuration.runtime);
  await sayDropped(project, settled.dropped, io);
  // A project's file that says nothing of sessions is none of their origins.
  const speaking = [personal, project?.configuration.runtime === undefined ? undefined : project];
  return { ...settled, origins: speaking.flatMap((one) => (one === undefined ? [] : [one.origin])) };
}

/** The same with another autonomy in the place of the configured one. A word nobody knows is the careful end. */
export function withAutonomy<Settled extends SettledRuntime>(runtime: Settled, autonomy: string): Settled {
  const word = autonomyOf(autonomy);
  return { ...runtime, settings: { ...runtime.settings, autonomy: word }, autonomy_grants: [word] };
}
