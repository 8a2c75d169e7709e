/** @module Where the gate keeps what is its own on this machine, and what of it nobody may write but the gate. */

import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, sep } from "node:path";
import { compiledFolder, type Environment, rememberedFolder, socketPath } from "@warrant/hosts/client/socket-place";
import type { InstallRecord } from "@warrant/hosts/install/record";

export interface GatePlaces {
  /** The ledger, compiled policies and the record of installations. */
  readonly state: string;
  readonly policies: string;
  readonly installRecord: string;
  /** A person's own configuration, whether it is there or not. */
  readonly personal: string;
  /** Null where no system takes its path. */
  readonly socket: string | null;
  /** What Node has compiled of the gate's code. */
  readonly compiled: string;
  /** The folder of the program hosts start. */
  readonly program: string;
  readonly home: string | null;
}

function absolute(environment: Environment, name: string): string | null {
  const value = environment[name] ?? "";
  return isAbsolute(value) ? value : null;
}

/** The places of an account; null without a home or a folder of its own, where nothing can be remembered. */
export function gatePlaces(environment: Environment): GatePlaces | null {
  const state = rememberedFolder(environment);
  const home = absolute(environment, "HOME");
  const below = (name: string, ...usual: string[]): string | null =>
    absolute(environment, name) ?? (home === null ? null : join(home, ...usual));
  const [configuration, data] = [below("XDG_CONFIG_HOME", ".config"), below("XDG_DATA_HOME", ".local", "share")];
  const compiled = compiledFolder(environment);
  if (state === null || configuration === null || data === null || compiled === null) return null;
  return {
    state,
    policies: join(state, "policy"),
    installRecord: join(state, "install.json"),
    personal: join(configuration, "warrant", "config.yaml"),
    socket: socketPath(environment),
    compiled,
    program: join(data, "warrant"),
    home,
  };
}

/** Where a path really is; itself where it is not there. */
function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The folder of what the gate loads from beside itself, wherever the installation has put it. */
function loadedFolders(code: string): string[] {
  try {
    const found = createRequire(join(code, "main.js")).resolve("better-sqlite3");
    const name = `${sep}better-sqlite3${sep}`;
    return [found.slice(0, found.lastIndexOf(name) + name.length - 1)];
  } catch {
    return [];
  }
}

/**
 * What an agent may not write, delete or configure (actions, section 8.4): the gate's folders, its code, and every file of a
 * host that holds its entry, each as it is written and where links lead.
 *
 * @param code the folder the gate runs from.
 */
export function controlPaths(places: GatePlaces, code: string, record: InstallRecord | null): string[] {
  const named = [
    places.state,
    dirname(places.personal),
    places.program,
    places.compiled,
    code,
    join(code, "../bin"),
    ...loadedFolders(code),
    ...(places.socket === null ? [] : [dirname(places.socket)]),
    ...(record === null ? [] : [...record.entries.map(({ file }) => file), record.program]),
  ].filter(isAbsolute);
  return [...new Set(named.flatMap((path) => [path, real(path)]))];
}
