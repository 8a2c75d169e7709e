/** @module `warrant hook`: one event of an agent host, read from standard input and judged in this process. */

import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hostNames } from "@warrant/hosts/event";
import { longestInput } from "@warrant/hosts/hook";
import { Argument, Command } from "commander";
import { ExitError, exitCodes } from "../exit.ts";
import { hookInProcess } from "../gate/in-process.ts";
import type { Io } from "../io.ts";

interface HookOptions {
  readonly via?: string;
  readonly record?: string;
}

/** No more is kept than one byte beyond what is read, so that what is longer is seen to be. */
async function readInput(io: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of io.stdin) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > longestInput) break;
  }
  return Buffer.concat(chunks).subarray(0, longestInput + 1);
}

/** Keeps what the host sent and what it was answered, for a payload suite. The texts in it are as they were. */
async function keep(folder: string, host: string, bytes: Uint8Array, output: object, io: Io): Promise<void> {
  const at = resolve(io.cwd, folder);
  await mkdir(at, { recursive: true, mode: 0o700 });
  const name = `${io.timestamp().replaceAll(":", "")}-${io.newId()}.${host}.json`;
  const stdin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  await writeFile(join(at, name), `${JSON.stringify({ host, stdin, ...output }, null, 2)}\n`, { mode: 0o600 });
}

/** The host's own codes, which are not those of other commands: this one blocks. */
const blocking = exitCodes.usage;

async function hook(host: string, options: HookOptions, io: Io): Promise<void> {
  try {
    await answer(host, options, io);
  } catch (error) {
    if (error instanceof ExitError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ExitError(blocking, `the event could not be judged: ${why} [action.failed]`, { cause: error });
  }
}

async function answer(host: string, options: HookOptions, io: Io): Promise<void> {
  const bytes = await readInput(io);
  const output = await hookInProcess(host, options.via ?? null, bytes, io.env, import.meta.dirname);
  if (options.record !== undefined) {
    // What cannot be kept changes no answer.
    await keep(options.record, host, bytes, output, io).catch(() => undefined);
  }
  io.stderr.write(output.stderr);
  io.stdout.write(output.stdout);
  await io.stdout.drained();
  if (output.exit !== 0) throw new ExitError(blocking);
}

/** The command `hook`. */
export function hookCommand(io: Io): Command {
  return new Command("hook")
    .description("judge one event of an agent host, given on standard input, in this process")
    .addArgument(new Argument("<host>", "the agent host").choices(hostNames))
    .option("--via <source>", "which of the host's settings starts it, such as user")
    .option("--record <folder>", "keep what came and what was answered, for tests")
    .addHelpText(
      "after",
      "\nHosts start the program that `warrant hooks install` writes, which asks the resident gate first. The output and the exit code are the host's own: 2 blocks.",
    )
    .action((host: string, options: HookOptions) => hook(host, options, io));
}
