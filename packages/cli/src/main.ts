/** @module The command `warrant`: finds the asked command, loads it alone, and turns its ending into an exit code. */

import { constants } from "node:os";
import { Command, CommanderError } from "commander";
import { ExitError, exitCodes } from "./exit.ts";
import type { Io, Output } from "./io.ts";
import { version } from "./version.ts";

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<(io: Io) => Command>;
}

/** Every command, with what it is for. A command's module is imported only when it is asked for. */
const commands: readonly CommandEntry[] = [
  {
    name: "check",
    summary: "judge a change: a range, the index, the working tree or a facts file",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "facts",
    summary: "print the facts document of a local change",
    load: async () => (await import("./commands/facts.ts")).factsCommand,
  },
  {
    name: "backtest",
    summary: "judge the changes a branch already has",
    load: async () => (await import("./commands/backtest.ts")).backtestCommand,
  },
  {
    name: "policy",
    summary: "say what the policy permits for an intent, and test its rules",
    load: async () => (await import("./commands/policy.ts")).policyCommand,
  },
  {
    name: "config",
    summary: "check the configuration of this repository",
    load: async () => (await import("./commands/config.ts")).configCommand,
  },
  {
    name: "init",
    summary: "write a commented warrant.yaml",
    load: async () => (await import("./commands/init.ts")).initCommand,
  },
];

function processOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    drained: () =>
      stream.writableNeedDrain ? new Promise((resolve) => stream.once("drain", resolve)) : Promise.resolve(),
    isTTY: stream.isTTY,
    // Where nobody says how wide the reader is, COLUMNS may.
    columns: stream.columns ?? (Number(process.env["COLUMNS"]) || 80),
  };
}

function processIo(signal: AbortSignal): Io {
  return {
    stdout: processOutput(process.stdout),
    stderr: processOutput(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdinIsTTY: process.stdin.isTTY,
    signal,
    now: () => performance.now(),
    timestamp: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  };
}

/** Output goes through `io`, and commander reports its endings to us instead of leaving the process. */
function prepare(command: Command, io: Io): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
    getOutHelpWidth: () => io.stdout.columns,
    getErrHelpWidth: () => io.stderr.columns,
  });
  for (const child of command.commands) prepare(child, io);
}

/** Runs one call of the command and gives its exit code. Never throws for input. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const program = new Command("warrant")
    .description("Checks what AI agents do against what people asked for.")
    .version(version, "-V, --version")
    .showSuggestionAfterError()
    .enablePositionalOptions();
  const asked = commands.find((entry) => entry.name === args[0]);
  for (const entry of commands) {
    program.addCommand(
      entry === asked ? (await entry.load())(io) : new Command(entry.name).description(entry.summary).helpOption(false),
    );
  }
  prepare(program, io);
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCodes.allowed;
  } catch (error) {
    if (io.signal.aborted) return exitCodes.failed;
    if (error instanceof ExitError) {
      if (error.message !== "") io.stderr.write(`warrant: ${error.message}\n`);
      return error.code;
    }
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.allowed : exitCodes.usage;
    }
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`warrant: this is a defect of ours: ${message}\n`);
    if (io.env["WARRANT_DEBUG"] === "1" && error instanceof Error) io.stderr.write(`${error.stack ?? ""}\n`);
    return exitCodes.failed;
  }
}

/** The process entry: signals, a reader that goes away, and the exit code. */
export async function main(): Promise<void> {
  const controller = new AbortController();
  let interrupted: NodeJS.Signals | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      interrupted = signal;
      controller.abort();
    });
  }
  // A reader such as `head` that closes the pipe has what it wants: end quietly, as if the signal had done it.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") {
        interrupted ??= "SIGPIPE";
        controller.abort();
      } else {
        process.exitCode = exitCodes.failed;
        controller.abort(error);
      }
    });
  }
  const code = await run(process.argv.slice(2), processIo(controller.signal));
  process.exitCode = interrupted === undefined ? code : 128 + constants.signals[interrupted];
}
