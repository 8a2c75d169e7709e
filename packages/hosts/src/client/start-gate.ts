/** @module Starts the resident gate in the background, unless it keeps crashing (hosts, section 12). */

import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "./socket-place.ts";

/** So many starts within so many milliseconds are a crash that a further start does not mend. */
const mostStarts = 3;
const window = 60_000;
/** One byte more than that is a file nobody has written for long; it is begun anew. */
const longestRecord = 4096;

/** Beside the socket: a line for each start, milliseconds since 1970. */
export function startsFile(socket: string): string {
  return join(dirname(socket), "starts");
}

/** How often it was started lately. */
export function recentStarts(socket: string, now: number): number {
  try {
    return readFileSync(startsFile(socket), "utf8")
      .split("\n")
      .filter((line) => line !== "" && now - Number(line) < window).length;
  } catch {
    return 0;
  }
}

/** What the gate needs of the environment. Nothing that steers Node or the loader reaches it from an agent's session. */
const handedOn = [
  "HOME",
  "USER",
  "LOGNAME",
  "PATH",
  "SHELL",
  "LANG",
  "TMPDIR",
  "XDG_RUNTIME_DIR",
  "XDG_STATE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "WARRANT_HOME",
  "WARRANT_DAEMON_AS_ROOT",
];

/** Whether it may run here at all: never as root, unless the environment says so, as in a container of one account. */
export function mayRun(environment: Environment, account: number | undefined = process.getuid?.()): boolean {
  return account !== 0 || environment["WARRANT_DAEMON_AS_ROOT"] === "1";
}

/** The environment the gate is started with. */
export function gateEnvironment(environment: Environment): Record<string, string> {
  const entries = handedOn.map((name) => [name, environment[name] ?? ""] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/**
 * Starts it and does not wait. Never throws: without it each call is judged in its own process.
 *
 * @param program what Node runs, with its arguments.
 * @returns whether it was started.
 */
export function startGate(socket: string, program: readonly string[], environment: Environment, now: number): boolean {
  if (!mayRun(environment) || recentStarts(socket, now) >= mostStarts) return false;
  try {
    const file = startsFile(socket);
    mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > longestRecord) rmSync(file, { force: true });
    appendFileSync(file, `${now}\n`, { mode: 0o600 });
    // Loaded only here: most calls start nothing.
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(process.execPath, [...program], {
      cwd: "/",
      detached: true,
      stdio: "ignore",
      env: gateEnvironment(environment),
    });
    child.on("error", () => undefined);
    child.unref();
    return true;
  } catch {
    return false;
  }
}
