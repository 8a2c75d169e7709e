/** @module What a command may touch of the process it runs in: its streams, its environment, its folder. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { cleanText } from "@warrant/kernel/text/clean";
import { findInvisible } from "@warrant/kernel/text/hygiene";

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
  /** The same clock in milliseconds since 1970, for what expires. */
  wallClock(): number;
  /** A new UUIDv7. */
  newId(): string;
  /** The environments of the processes this one was started by, the nearest first, where they can be seen. */
  environmentsAbove?(): Iterable<Readonly<Record<string, string | undefined>>>;
  /** The account of the operating system this runs under. */
  user(): string;
}

/** Whether to use colour: only on a terminal, never with `NO_COLOR`, and always with `FORCE_COLOR` (design §6). */
export function wantsColour(output: Output, env: Io["env"]): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0") return true;
  return output.isTTY && env["TERM"] !== "dumb";
}

/**
 * A text as a terminal may get it. Pages for people hold nothing that steers a terminal but our own colours; a document
 * holds text as it was received, and JSON leaves C1 controls, directions and invisible characters in it as they are. Those
 * are escaped here, which changes no value of the document. A pipe gets the very bytes that digests are of.
 */
export function forTerminal(text: string): string {
  let out = "";
  let from = 0;
  for (const { index, length, code } of findInvisible(text)) {
    // Line ends and the escape sequences of our own colours; JSON itself escapes what is below.
    if (code < 0x7f) continue;
    const units = text.slice(index, index + length).split("");
    const escaped = units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    out += text.slice(from, index) + escaped.join("");
    from = index + length;
  }
  return from === 0 ? text : out + text.slice(from);
}

/**
 * Tells the person something on standard error. What paths, git or option values bring along cannot reach the terminal as
 * more than text: every character that could steer it is written as `<U+001B>`.
 */
export function say(io: Io, message: string): void {
  io.stderr.write(withoutCommands(`warrant: ${cleanText(message, { lineBreaks: "keep" })}\n`));
}
