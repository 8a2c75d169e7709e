/**
 * @module The environments of the processes above this one, as they were started. A program an agent runs can empty its own
 * environment and open a terminal of its own; the shell it was started from keeps what the agent's host had set. Linux only.
 */

import { readFileSync } from "node:fs";

/** Processes that are looked at on the way up. */
const mostAbove = 64;

type Read = (path: string) => string;

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

function parentOf(pid: number, read: Read): number {
  const stat = read(`/proc/${pid}/stat`);
  // Behind the name, which may hold anything, stand the state and the parent.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function environmentOf(pid: number, read: Read): Readonly<Record<string, string>> | null {
  try {
    const entries = read(`/proc/${pid}/environ`)
      .split("\0")
      .flatMap((entry): [string, string][] => {
        const at = entry.indexOf("=");
        return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)]] : [];
      });
    return Object.fromEntries(entries);
  } catch {
    return null;
  }
}

/** The environments above, the nearest first. One that cannot be read is left out; so is everything above an unknown parent. */
export function* environmentsAbove(from: number, read: Read = readText): Generator<Readonly<Record<string, string>>> {
  let pid = from;
  for (let seen = 0; seen < mostAbove && pid > 1; seen += 1) {
    const environment = environmentOf(pid, read);
    if (environment !== null) yield environment;
    try {
      pid = parentOf(pid, read);
    } catch {
      return;
    }
  }
}
