/** @module The command `warrant`: finds the asked command, loads it alone, and turns its ending into an exit code. */

import { constants } from "node:os";
import { cleanText } from "@warrant/kernel/text/clean";
import { FileError } from "@warrant/sources/file-error";
import { Command, CommanderError } from "commander";
import { ExitError, exitCodes, ProgramEnded } from "./exit.ts";
import { type Io, say } from "./io.ts";
import { flushed, processIo } from "./process-io.ts";
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
    summary: "judge a change: a range, the index, the working tree, a pull request or a facts file",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "facts",
    summary: "print the facts document of a change",
    load: async () => (await import("./commands/facts.ts")).factsCommand,
  },
  {
    name: "sweep",
    summary: "judge every open pull request of a repository that changed since it was judged",
    load: async () => (await import("./commands/sweep.ts")).sweepCommand,
  },
  {
    name: "backtest",
    summary: "judge the changes a branch already has",
    load: async () => (await import("./commands/backtest.ts")).backtestCommand,
  },
  {
    name: "doctor",
    summary: "say whether the gate of a repository on GitHub holds",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
  {
    name: "explain",
    summary: "say what a request would be read as, and what it would permit",
    load: async () => (await import("./commands/explain.ts")).explainCommand,
  },
  {
    name: "intent",
    summary: "show the settings that requests are read under",
    load: async () => (await import("./commands/intent.ts")).intentCommand,
  },
  {
    name: "grant",
    summary: "let an agent do something for one commitment without asking, until a time",
    load: async () => (await import("./commands/grant.ts")).grantCommand,
  },
  {
    name: "revoke",
    summary: "end an envelope, or every envelope of a commitment",
    load: async () => (await import("./commands/revoke.ts")).revokeCommand,
  },
  {
    name: "commitments",
    summary: "look at the work that outlives sessions, and close it",
    load: async () => (await import("./commands/commitments.ts")).commitmentsCommand,
  },
  {
    name: "inbox",
    summary: "look at what waits for a person",
    load: async () => (await import("./commands/inbox.ts")).inboxCommand,
  },
  {
    name: "answer",
    summary: "answer a question that waits in the inbox",
    load: async () => (await import("./commands/answer.ts")).answerCommand,
  },
  {
    name: "session",
    summary: "bind sessions to the issue they work on, whose policy then holds",
    load: async () => (await import("./commands/session.ts")).sessionCommand,
  },
  {
    name: "tick",
    summary: "do what is due: wake, expire, escalate",
    load: async () => (await import("./commands/tick.ts")).tickCommand,
  },
  {
    name: "ledger",
    summary: "write out, take in and check what Warrant remembers",
    load: async () => (await import("./commands/ledger.ts")).ledgerCommand,
  },
  {
    name: "act",
    summary: "say what a command would do, and what the gate would say to it",
    load: async () => (await import("./commands/act.ts")).actCommand,
  },
  {
    name: "hooks",
    summary: "connect agent hosts to the gate, so that each tool call is judged before it runs",
    load: async () => (await import("./commands/hooks.ts")).hooksCommand,
  },
  {
    name: "run",
    summary: "start an agent without a terminal, with its prompt as your request",
    load: async () => (await import("./commands/run.ts")).runCommand,
  },
  {
    name: "trace",
    summary: "show what was asked, judged and done in a session",
    load: async () => (await import("./commands/trace.ts")).traceCommand,
  },
  {
    name: "verify",
    summary: "compare what an agent reports with the recorded calls of its session",
    load: async () => (await import("./commands/verify.ts")).verifyCommand,
  },
  {
    name: "hook",
    summary: "judge one event of an agent host, given on standard input",
    load: async () => (await import("./commands/hook.ts")).hookCommand,
  },
  {
    name: "daemon",
    summary: "the resident gate that answers agent hosts' hooks",
    load: async () => (await import("./commands/daemon.ts")).daemonCommand,
  },
  {
    name: "mcp",
    summary: "what hosts ask over the Model Context Protocol",
    load: async () => (await import("./commands/mcp.ts")).mcpCommand,
  },
  {
    name: "receipt",
    summary: "bind a commit to the session that made it, and say what such a receipt proves",
    load: async () => (await import("./commands/receipt.ts")).receiptCommand,
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

/** Output goes through `io`, and commander reports its endings to us instead of leaving the process. */
function prepare(command: Command, io: Io): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => io.stdout.write(text),
    // What it says quotes the arguments.
    writeErr: (text) => io.stderr.write(cleanText(text, { lineBreaks: "keep" })),
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
  const name = args[0] === "help" ? args[1] : args[0];
  const asked = commands.find((entry) => entry.name === name);
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
      if (error.message !== "") say(io, error.message);
      return error.code;
    }
    if (error instanceof ProgramEnded) return error.code;
    if (error instanceof FileError) {
      say(io, error.message);
      return exitCodes.failed;
    }
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.allowed : exitCodes.usage;
    }
    say(io, `this is a defect of ours: ${error instanceof Error ? error.message : String(error)}`);
    if (io.env["WARRANT_DEBUG"] === "1" && error instanceof Error) say(io, error.stack ?? "");
    return exitCodes.failed;
  }
}

/** Milliseconds after an interruption before the process ends without waiting: opening a pipe nobody writes to never ends. */
const patience = 2000;

const outputFailures: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EIO: "the device failed",
};

/** The process entry: signals, a reader that goes away, and the exit code. */
export async function main(): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let interrupted: NodeJS.Signals | undefined;
  let failure: NodeJS.ErrnoException | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => {
      interrupted = name;
      controller.abort();
    });
  }
  // A reader such as `head` that closes the pipe has what it wants: end quietly, as if the signal had done it.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") interrupted ??= "SIGPIPE";
      else failure ??= error;
      controller.abort(error);
    });
  }
  const ending = (code: number): number => {
    if (failure !== undefined) return exitCodes.failed;
    return interrupted === undefined ? code : 128 + constants.signals[interrupted];
  };
  signal.addEventListener("abort", () => {
    setTimeout(() => {
      // Leaving the usual way would wait for that read. The handler is gone by now, so the signal itself ends the process.
      if (interrupted === "SIGINT" || interrupted === "SIGTERM") process.kill(process.pid, interrupted);
      else process.exit(ending(exitCodes.failed));
    }, patience).unref();
  });
  let io: Io;
  try {
    io = processIo(signal);
  } catch {
    process.stderr.write("warrant: the current folder cannot be entered. Change to a folder that exists.\n");
    process.exitCode = exitCodes.usage;
    return;
  }
  const code = await run(process.argv.slice(2), io);
  await flushed(process.stdout, signal);
  await flushed(process.stderr, signal);
  if (failure !== undefined) {
    const why = outputFailures[failure.code ?? ""] ?? failure.message;
    process.stderr.write(`warrant: could not write the output: ${why}. What was printed is not complete.\n`);
  }
  process.exitCode = ending(code);
}
