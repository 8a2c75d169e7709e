/** @module `warrant act`: what a command would do, and what the gate would say to it; or verdicts for facts in bulk. */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { explainAction } from "@warrant/kernel/action/explain";
import { canonicalJson } from "@warrant/kernel/canonical";
import { Command, Option } from "commander";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";

interface ActOptions {
  readonly request?: string;
  readonly facts?: string;
  readonly format: "text" | "json" | "jsonl";
  readonly json?: boolean;
}

function refuse(message: string): never {
  throw new ExitError(exitCodes.usage, message);
}

async function actOne(command: string, options: ActOptions, io: Io): Promise<void> {
  const { previewAction } = await import("../preview-action.ts");
  const verdict = await previewAction(command, options.request, io);
  const isJson = options.json === true || options.format === "json";
  io.stdout.write(isJson ? canonicalJson(verdict) : explainAction(verdict));
  await io.stdout.drained();
}

async function actOnFacts(file: string, io: Io): Promise<void> {
  const [{ splitLines }, { judgeLine, longestFacts }] = await Promise.all([
    import("../facts-input.ts"),
    import("../action-lines.ts"),
  ]);
  const source = file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file), { signal: io.signal });
  let bad = 0;
  try {
    for await (const { number, bytes } of splitLines(source, longestFacts)) {
      const line = judgeLine(number, bytes);
      if ("error" in line) bad += 1;
      io.stdout.write(canonicalJson(line));
      await io.stdout.drained();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (io.signal.aborted || code === undefined) throw error;
    throw new ExitError(exitCodes.usage, `could not read ${file} (${code}). Check its path and permissions.`, {
      cause: error,
    });
  }
  if (bad > 0) refuse(`${bad} ${bad === 1 ? "line" : "lines"} could not be read.`);
}

async function act(command: string | undefined, options: ActOptions, io: Io): Promise<void> {
  if (options.facts !== undefined) {
    if (command !== undefined || options.request !== undefined) refuse("give a command or --facts FILE, not both.");
    if (options.format !== "jsonl") refuse("--facts prints one verdict a line: add --format jsonl.");
    return actOnFacts(options.facts, io);
  }
  if (command === undefined) refuse('say what to look at: warrant act "COMMAND", or --facts FILE --format jsonl.');
  if (options.format === "jsonl") refuse("--format jsonl is for --facts FILE.");
  return actOne(command, options, io);
}

/** The command `act`. */
export function actCommand(io: Io): Command {
  return new Command("act")
    .description("say what a command would read, write, delete, run and send, and what the gate would say to it")
    .argument("[command]", "a shell command, as an agent would run it in this folder")
    .option("--request <text>", "as if a person had asked for this")
    .option("--facts <file>", "facts of calls in bulk, one JSON object a line; - for standard input")
    .addOption(new Option("--format <format>", "how to print it").choices(["text", "json", "jsonl"]).default("text"))
    .option("--json", "the same as --format json")
    .addHelpText(
      "after",
      "\nNothing is run and nothing is stored. Envelopes and approvals are not looked at.\nExit codes: 0 said; 2 the call or the configuration is wrong, or a line of --facts could not be read.",
    )
    .action((command: string | undefined, options: ActOptions) => act(command, options, io));
}
