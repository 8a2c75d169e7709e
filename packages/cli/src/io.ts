/** @module What a command may touch of the process it runs in: its streams, its environment, its folder. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { cleanText } from "@warrant/kernel/text/clean";

/** One output stream. Who writes much waits for `drained`, so that a slow reader slows the command and not memory. */
export interface Output {
  write(text: string): void;
  /** Resolves when everything written so far was taken by the reader. */
  drained(): Promise<void>;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Standard input as a stream of bytes. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinIsTTY: boolean;
  /** Aborted by SIGINT or SIGTERM; long work passes it on and stops. */
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock, for progress and reported durations only. */
  now(): number;
  /** The wall clock as RFC 3339 UTC, for the documents that say when they were written. */
  timestamp(): string;
}

/** Whether to use colour: only on a terminal, never with `NO_COLOR`, and always with `FORCE_COLOR` (design §6). */
export function wantsColour(output: Output, env: Io["env"]): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0") return true;
  return output.isTTY && env["TERM"] !== "dumb";
}

/**
 * Tells the person something on standard error. What paths, git or option values bring along cannot reach the terminal as
 * more than text: every character that could steer it is written as `<U+001B>`.
 */
export function say(io: Io, message: string): void {
  io.stderr.write(withoutCommands(`warrant: ${cleanText(message, { lineBreaks: "keep" })}\n`));
}
