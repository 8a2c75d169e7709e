/** @module Finds and reads the configuration file of the working tree. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type ConfigurationFile, configurationFileNames } from "@warrant/sources/configuration-file";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";
import { repositoryRoot } from "../repository-root.ts";

/** A path as the person at this folder would write it. */
export function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near === "" || near.startsWith("..") ? path : near;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  ENOTDIR: "a part of the path is not a folder",
};

/** @throws ExitError with the usage code when the file cannot be read. */
export async function readNamedFile(path: string, io: Io): Promise<ConfigurationFile> {
  if (path === "-") {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of io.stdin) {
      size += part.byteLength;
      parts.push(part);
      // The reader refuses anything near this size; there is no need to hold more of it.
      if (size > 4 * 1024 * 1024) break;
    }
    return { name: "<stdin>", bytes: Buffer.concat(parts) };
  }
  const whole = resolve(io.cwd, path);
  try {
    return { name: shownPath(whole, io.cwd), bytes: await readFile(whole) };
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
    throw new ExitError(exitCodes.usage, `cannot read ${path}: ${reason}`, { cause });
  }
}

/** The configuration files of the working tree: none, one, or both names. */
export async function findConfigurationFiles(io: Io): Promise<ConfigurationFile[]> {
  const root = repositoryRoot(io.cwd);
  const present = configurationFileNames.map((name) => join(root, name)).filter((path) => existsSync(path));
  const files: ConfigurationFile[] = [];
  for (const path of present) files.push(await readNamedFile(path, io));
  return files;
}
