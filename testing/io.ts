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
  return {
    io: {
      stdout: stdout.output,
      stderr: stderr.output,
      env: options.env ?? {},
      cwd: options.cwd ?? process.cwd(),
      stdin: bytesOf(options.stdin ?? ""),
      stdinIsTTY: options.isTTY ?? false,
      signal: options.signal ?? new AbortController().signal,
      now: () => {
        clock += 1;
        return clock;
      },
      timestamp: () => "2026-01-02T03:04:05Z",
    },
    stdout: stdout.text,
    stderr: stderr.text,
  };
}
