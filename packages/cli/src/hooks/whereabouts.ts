/** @module Where hosts keep their settings on this machine, where our program is, and the record of what was installed. */

import { readFileSync } from "node:fs";
import { homedir, platform } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Whereabouts } from "@warrant/hosts/install/entries";
import { type InstallRecord, noInstallation, readInstallRecord } from "@warrant/hosts/install/record";
import { stateFolder } from "@warrant/ledger/location";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";
import { repositoryRoot } from "../repository-root.ts";

/** The person's home folder. */
export function homeOf(env: Io["env"]): string {
  const home = env["HOME"] ?? "";
  return isAbsolute(home) ? home : homedir();
}

/** The folder of the program that hosts start. It is the same for every version, since hosts trust a command by its text. */
export function programFolder(env: Io["env"]): string {
  const data = env["XDG_DATA_HOME"] ?? "";
  return join(isAbsolute(data) ? data : join(homeOf(env), ".local", "share"), "warrant");
}

export function whereaboutsOf(io: Pick<Io, "env" | "cwd">): Whereabouts {
  const os = platform();
  return {
    home: homeOf(io.env),
    project: repositoryRoot(io.cwd),
    program: join(programFolder(io.env), os === "win32" ? "hook.cmd" : "hook"),
    os,
    environment: io.env,
  };
}

/** The file of the record. */
export function recordFile(env: Io["env"]): string {
  return join(stateFolder(env, homeOf(env)), "install.json");
}

/**
 * The record of what was installed.
 *
 * @throws ExitError `failed` for a record nobody can read: what it says is guarded may not be forgotten.
 */
export function readRecord(env: Io["env"]): InstallRecord {
  const file = recordFile(env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return noInstallation;
    throw new ExitError(exitCodes.failed, `cannot read ${file} (${code}). Check its permissions.`, { cause: error });
  }
  const record = readInstallRecord(text);
  if (record !== null) return record;
  throw new ExitError(
    exitCodes.failed,
    `${file} is damaged. Remove it and run \`warrant hooks install\` again for each host.`,
  );
}
