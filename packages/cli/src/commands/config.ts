/** @module `warrant config check`: whether a configuration is valid, and what it will do. */

import { readSensitivePaths, sensitivePathsVariable } from "@warrant/kernel/change/sensitive-paths";
import { outside } from "@warrant/kernel/render/outside";
import { type ConfigurationReading, formatProblem, loadConfiguration } from "@warrant/sources/configuration-file";
import { Command, Option } from "commander";
import pc from "picocolors";
import { ExitError, exitCodes } from "../exit.ts";
import { type Io, wantsColour } from "../io.ts";
import { findConfigurationFiles, readNamedFile } from "./config-file.ts";
import { effectiveLists } from "./config-lists.ts";
import { summarize } from "./config-summary.ts";

interface CheckOptions {
  readonly format: "text" | "json";
  readonly verbose?: true;
}

function renderText(name: string | null, reading: ConfigurationReading, verbose: boolean, io: Io): string {
  const colours = pc.createColors(wantsColour(io.stdout, io.env));
  if (!reading.ok) {
    const lines = reading.errors.map((error) => formatProblem(error));
    const total = reading.total ?? reading.errors.length;
    const many = total === 1 ? "1 problem" : `${total} problems`;
    const first = reading.isUnchecked === true ? " Fix this first: the keys of the file are checked after it." : "";
    return `${lines.join("\n")}\n\n${colours.red(colours.bold(`${name ?? "warrant.yaml"} is not valid`))}: ${many}. Nothing was applied.${first}\n`;
  }
  const title =
    name === null
      ? `${colours.bold("No warrant.yaml here")}: the defaults apply. ${colours.dim("warrant init writes one.")}`
      : colours.green(colours.bold(`${name} is valid.`));
  const rows = [...summarize(reading.configuration), ["digest", reading.digest] as const];
  const lines = rows.map(([label, text]) => `  ${colours.dim(label.padEnd(10))} ${text}`);
  if (verbose) {
    for (const [list, entries] of Object.entries(effectiveLists(reading.configuration))) {
      lines.push("", `  ${colours.bold(list)}`, ...entries.map((entry) => `    ${outside(entry, 200)}`));
    }
  }
  const warnings = reading.warnings.map((warning) => `${colours.yellow("warning")} ${warning}`);
  return `${[title, "", ...lines, ...(warnings.length > 0 ? ["", ...warnings] : [])].join("\n")}\n`;
}

function renderJson(name: string | null, reading: ConfigurationReading): string {
  const document = reading.ok
    ? {
        file: name,
        valid: true,
        errors: [],
        warnings: reading.warnings,
        digest: reading.digest,
        configuration: reading.configuration,
        lists: effectiveLists(reading.configuration),
      }
    : {
        file: name,
        valid: false,
        errors: reading.errors,
        warnings: [],
        digest: null,
        configuration: null,
        lists: null,
      };
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function check(file: string | undefined, options: CheckOptions, io: Io): Promise<void> {
  const files = file === undefined ? await findConfigurationFiles(io) : [await readNamedFile(file, io)];
  const name = files[0]?.name ?? null;
  const reading = await loadConfiguration(files);
  io.stdout.write(
    options.format === "json" ? renderJson(name, reading) : renderText(name, reading, options.verbose === true, io),
  );
  await io.stdout.drained();
  if (!reading.ok) throw new ExitError(exitCodes.usage);
  checkEnvironment(reading.configuration.intent.sensitive_paths, io);
}

/** The environment adds sensitive paths to the file's; what is wrong there stops a check just as the file would. */
function checkEnvironment(configured: readonly string[], io: Io): void {
  const value = io.env[sensitivePathsVariable];
  if (value === undefined || value.trim() === "") return;
  const sensitive = readSensitivePaths(value, configured);
  if (!sensitive.ok) {
    throw new ExitError(exitCodes.usage, sensitive.errors.map((error) => error.message).join("\n"));
  }
  const added = sensitive.paths.length - new Set(configured).size;
  io.stderr.write(
    `${sensitivePathsVariable} is set and adds ${added} more sensitive ${added === 1 ? "path" : "paths"}.\n`,
  );
}

/** The command `config` with its subcommands. */
export function configCommand(io: Io): Command {
  const config = new Command("config").description("check the configuration of this repository");
  config
    .command("check")
    .description("say whether a warrant.yaml is valid, where it is not, and what it will do")
    .argument("[file]", "the file, or - for standard input (default: warrant.yaml of the working tree)")
    .addOption(new Option("--format <format>", "how to print it").choices(["text", "json"]).default("text"))
    .option("--verbose", "also print every list of paths, words and agents as it applies")
    .addHelpText("after", "\nExit codes: 0 valid (also: no file), 2 not valid or not readable.")
    .action((file: string | undefined, options: CheckOptions) => check(file, options, io));
  return config;
}
