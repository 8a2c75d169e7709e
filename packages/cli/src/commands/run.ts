/** @module `warrant run`: a person starts an agent that has no terminal, and what they typed is their request. */

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { outside } from "@warrant/kernel/render/outside";
import { Command } from "commander";
import { requirePerson } from "../authority/person.ts";
import { ExitError, exitCodes, ProgramEnded } from "../exit.ts";
import type { Io } from "../io.ts";
import { readPullRequestName } from "../pull-request-name.ts";

interface RunOptions {
  readonly for?: string;
  readonly host?: string;
}

/** More words than a person types. */
const mostWords = 1000;

/** Runs the program in this one's place: its streams, its folder, and its exit code; 128 and the signal's number when one ended it. */
function started(program: string, args: readonly string[], env: Io["env"], io: Io): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: io.cwd, env: { ...env }, stdio: "inherit" });
    const stop = (): void => void child.kill("SIGTERM");
    io.signal.addEventListener("abort", stop, { once: true });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      io.signal.removeEventListener("abort", stop);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

function startFailure(program: string, error: NodeJS.ErrnoException): ExitError {
  const why = error.code === "ENOENT" ? "there is no such program" : (error.code ?? error.message);
  return new ExitError(exitCodes.usage, `could not start ${outside(program, 200)}: ${why}. Nothing was run.`);
}

async function runAgent(command: readonly string[], options: RunOptions, io: Io): Promise<void> {
  const person = requirePerson("start an agent as their own", io);
  const [program, ...args] = command;
  if (program === undefined) throw new ExitError(exitCodes.usage, "say what to run: warrant run -- COMMAND…");
  if (command.length > mostWords) throw new ExitError(exitCodes.usage, `the command has over ${mostWords} words.`);
  const name = options.for === undefined ? null : readPullRequestName(options.for);
  if (options.for !== undefined && name === null)
    throw new ExitError(exitCodes.usage, `${outside(options.for, 100)} names no issue. Write owner/repo#N.`);
  const { sessionVariable, writeTicket } = await import("../run-ticket.ts");
  const ticket = await writeTicket(command, name === null ? null : { name, host: options.host }, person, io);
  let code: number = exitCodes.failed;
  try {
    code = await started(program, args, { ...io.env, [sessionVariable]: ticket.id }, io);
  } catch (error) {
    throw startFailure(program, error as NodeJS.ErrnoException);
  } finally {
    await ticket.end(code);
  }
  if (code !== exitCodes.allowed) throw new ProgramEnded(code);
}

/** The command `run`. */
export function runCommand(io: Io): Command {
  return new Command("run")
    .description("start an agent without a terminal; what you typed is then your request")
    .argument("<command...>", "the agent and its arguments, after --")
    .option("--for <issue>", "owner/repo#N: what it is to work on, whose policy then holds")
    .option("--host <host>", "the GitHub server of --for, when it is not github.com")
    .passThroughOptions()
    .addHelpText(
      "after",
      "\nOnly from a terminal, and never from inside an agent's session: without this command a prompt that comes without a terminal is nobody's, and the gate asks or refuses accordingly.\nExit codes: those of the command it runs; 2 it could not be started; 3 only a person may.",
    )
    .action((command: string[], options: RunOptions) => runAgent(command, options, io));
}
