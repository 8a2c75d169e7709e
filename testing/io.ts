/** @module An `Io` that keeps what a command writes, for tests that run commands in this process. */

import { forTerminal, type Io, type Output } from "../packages/cli/src/io.ts";

export interface TestIo {
  readonly io: Io;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

interface TestIoOptions {
  readonly cwd?: string;
  readonly env?: Io["env"];
  readonly stdin?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether somebody types; as `isTTY` when it is not said. */
  readonly stdinIsTTY?: boolean;
  /** Milliseconds since 1970 of the wall clock. */
  readonly wallClock?: () => number;
  readonly newId?: () => string;
  readonly user?: string;
}

/** Ids as UUIDv7, one for each minute of a day from this time on, so that each begins differently. */
export function testIds(from = "2026-01-02T04:00:00Z"): () => string {
  let count = 0;
  return () => {
    const milliseconds = Date.parse(from) + count * 66_000;
    count += 1;
    const time = milliseconds.toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, "0")}`;
  };
}

function output(isTTY: boolean, columns: number): { output: Output; text: () => string } {
  let written = "";
  return {
    output: {
      write: (text) => {
        written += isTTY ? forTerminal(text) : text;
      },
      drained: () => Promise.resolve(),
      isTTY,
      columns,
    },
    text: () => written,
  };
}

async function* bytesOf(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  if (text.length > 0) yield Buffer.from(text);
}

export function testIo(options: TestIoOptions = {}): TestIo {
  const stdout = output(options.isTTY ?? false, options.columns ?? 80);
  const stderr = output(options.isTTY ?? false, options.columns ?? 80);
  let clock = 0;
  const wallClock = options.wallClock ?? (() => Date.parse("2026-01-02T03:04:05Z"));
  return {
    io: {
      stdout: stdout.output,
      stderr: stderr.output,
      env: options.env ?? {},
      cwd: options.cwd ?? process.cwd(),
      stdin: bytesOf(options.stdin ?? ""),
      stdinIsTTY: options.stdinIsTTY ?? options.isTTY ?? false,
      signal: options.signal ?? new AbortController().signal,
      now: () => {
        clock += 1;
        return clock;
      },
      timestamp: () => new Date(wallClock()).toISOString().replace(/\.\d+Z$/, "Z"),
      wallClock,
      newId: options.newId ?? testIds(),
      user: () => options.user ?? "maria",
    },
    stdout: stdout.text,
    stderr: stderr.text,
  };
}
