/** @module The `Io` of the real process: its streams with back pressure, its folder, its signals. */

import { userInfo } from "node:os";
import { addAbortSignal } from "node:stream";
import { isatty } from "node:tty";
import { eventIds } from "@warrant/ledger/event-id";
import { environmentsAbove } from "./authority/ancestors.ts";
import { forTerminal, type Io, type Output } from "./io.ts";

const defaultColumns = 80;

/** Where nobody says how wide the reader is, COLUMNS may. */
function columnsOf(stream: NodeJS.WriteStream): number {
  const named = process.env["COLUMNS"] ?? "";
  return stream.columns ?? (/^[1-9][0-9]{0,3}$/.test(named) ? Number(named) : defaultColumns);
}

/** Resolves at the event or when the process is asked to stop: a stream that failed never drains. */
function eventOf(stream: NodeJS.WriteStream, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    stream.once("drain", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

function processOutput(stream: NodeJS.WriteStream & { readonly fd: number }, signal: AbortSignal): Output {
  // Not the stream's own word, which is missing where no terminal is, and "missing" is not "no" to everyone.
  const isTTY = isatty(stream.fd);
  return {
    write: (text) => {
      // After a failure or an interruption nothing more is said.
      if (!signal.aborted) stream.write(isTTY ? forTerminal(text) : text);
    },
    drained: () => (stream.writableNeedDrain && !signal.aborted ? eventOf(stream, signal) : Promise.resolve()),
    isTTY,
    columns: columnsOf(stream),
  };
}

/** Standard input, opened only when it is read; an interruption ends the wait for more of it. */
async function* standardInput(signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* addAbortSignal(signal, process.stdin);
}

/** A container may run under an account that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}

/** @throws when the current folder is gone. */
export function processIo(signal: AbortSignal): Io {
  return {
    stdout: processOutput(process.stdout, signal),
    stderr: processOutput(process.stderr, signal),
    env: process.env,
    cwd: process.cwd(),
    stdin: standardInput(signal),
    stdinIsTTY: isatty(0),
    signal,
    now: () => performance.now(),
    timestamp: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    wallClock: () => Date.now(),
    newId: eventIds(Date.now),
    environmentsAbove: () => environmentsAbove(process.ppid),
    user: accountName,
  };
}

/** Resolves when everything written to the stream so far was taken, or can no longer be. */
export function flushed(stream: NodeJS.WriteStream, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    stream.write("", () => resolve());
  });
}
