/** @module `warrant init`: writes a commented `warrant.yaml`, also from a Hive configuration. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { cleanText } from "@warrant/kernel/text/clean";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { configurationFileNames, formatProblem, loadConfiguration } from "@warrant/sources/configuration-file";
import { Command } from "commander";
import { ExitError, exitCodes } from "../exit.ts";
import { type Io, say } from "../io.ts";
import { repositoryRoot } from "../repository-root.ts";
import { readNamedFile, shownPath } from "./config-file.ts";
import { type InitSettings, renderConfiguration } from "./init-template.ts";

interface InitOptions {
  readonly from?: string;
  readonly force?: true;
  readonly dryRun?: true;
}

/** Where the file goes. An existing file under either name is kept unless `--force` is given. */
function targetPath(options: InitOptions, io: Io): string {
  const root = repositoryRoot(io.cwd);
  const present = configurationFileNames.map((name) => join(root, name)).filter((path) => existsSync(path));
  const [first = join(root, configurationFileNames[0]), second] = present;
  if (options.dryRun === true) return first;
  if (second !== undefined) {
    throw new ExitError(exitCodes.usage, `${configurationFileNames.join(" and ")} are both present; delete one first`);
  }
  if (present.length > 0 && options.force !== true) {
    throw new ExitError(
      exitCodes.usage,
      `${shownPath(first, io.cwd)} is already there; nothing was changed. Use --force to replace it, or --dry-run to see what would be written`,
    );
  }
  return first;
}

async function settingsFrom(file: string, io: Io): Promise<InitSettings> {
  const { importHive } = await import("@warrant/sources/hive");
  const { name, bytes } = await readNamedFile(file, io);
  const result = importHive(bytes);
  if (!result.ok) {
    const lines = result.problems.map((problem) => formatProblem({ ...problem, file: name, path: "" }));
    throw new ExitError(exitCodes.usage, `${name} cannot be imported; nothing was written\n${lines.join("\n")}`);
  }
  const report = [
    `Imported from ${name}:`,
    ...(result.imported.length > 0 ? result.imported : ["nothing"]).map((line) => `  ${line}`),
    ...(result.notImported.length > 0 ? ["Not imported:", ...result.notImported.map((line) => `  ${line}`)] : []),
  ];
  io.stderr.write(`${cleanText(report.join("\n"), { lineBreaks: "keep" })}\n`);
  return result.settings;
}

async function chooseSettings(options: InitOptions, io: Io): Promise<InitSettings | undefined> {
  if (options.from !== undefined) return settingsFrom(options.from, io);
  const isBare = options.force !== true && options.dryRun !== true;
  if (!isBare || !io.stdinIsTTY || !io.stdout.isTTY) return {};
  const { askSettings } = await import("./init-questions.ts");
  return askSettings();
}

async function init(options: InitOptions, io: Io): Promise<void> {
  const path = targetPath(options, io);
  const settings = await chooseSettings(options, io);
  if (settings === undefined) throw new ExitError(exitCodes.usage);
  const text = renderConfiguration(settings);
  // What we write must pass our own check; if it does not, the defect is ours and nothing is written.
  const reading = await loadConfiguration([{ name: shownPath(path, io.cwd), bytes: text }]);
  if (!reading.ok) {
    const lines = reading.errors.map((error) => formatProblem(error)).join("\n");
    throw new Error(`the file to write is not valid\n${lines}`);
  }
  for (const warning of reading.warnings) say(io, warning);
  if (options.dryRun === true) {
    io.stdout.write(text);
    return io.stdout.drained();
  }
  await writeFileAtomically(path, text);
  const name = shownPath(path, io.cwd);
  io.stdout.write(
    `Wrote ${name}. Next: warrant config check, then warrant check --config ${name} (without it the base branch's file judges), then commit it to the base branch.\n`,
  );
  return io.stdout.drained();
}

/** The command `init`. */
export function initCommand(io: Io): Command {
  return new Command("init")
    .description("write a warrant.yaml in which every key and its default is explained")
    .option("--from <file>", "import the intent: block of a KubeStellar Hive configuration (hive.yaml)")
    .option("--force", "replace a warrant.yaml that is already there")
    .option("--dry-run", "print the file instead of writing it")
    .addHelpText("after", "\nExit codes: 0 written, 1 could not be written, 2 already there or not importable.")
    .action((options: InitOptions) => init(options, io));
}
