/**
 * @module The environment of a hook's process, looked up by its id: the shell script that hosts start cannot take a digest of
 * its own environment without starting further programs. Linux only.
 */

import { readFileSync } from "node:fs";
import { type CallEnvironment, describeEnvironment, unknownEnvironment } from "@warrant/hosts/client/call-environment";

/** Whether a process is one of ours: another process of the same number, in another container, is not asked. */
const ours = /(?:^|\/)(?:hook|hook-client\.cjs)\0/;

/** The field of `/proc/PID/stat` that holds the terminal, counted behind the name, which may hold anything. */
const terminalField = 4;

function hasTerminal(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[terminalField]) > 0;
}

/** What is known of the environment a process was started with. Nothing, when it cannot be seen. */
export function environmentOfProcess(pid: string): CallEnvironment {
  if (!/^[1-9][0-9]{0,9}$/.test(pid)) return unknownEnvironment;
  try {
    if (!ours.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return unknownEnvironment;
    const entries = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .flatMap((entry): [string, string][] => {
        const at = entry.indexOf("=");
        return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)]] : [];
      });
    return describeEnvironment(Object.fromEntries(entries), hasTerminal(pid));
  } catch {
    return unknownEnvironment;
  }
}
