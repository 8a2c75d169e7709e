/** @module `warrant hooks`: connects agent hosts to the gate, takes them off it, and says how they stand. */

import { type InstallableHost, installableHosts, type Layer } from "@warrant/hosts/install/entries";
import type { EntryState } from "@warrant/hosts/install/entry-state";
import { outside } from "@warrant/kernel/render/outside";
import { cleanText } from "@warrant/kernel/text/clean";
import { Argument, Command } from "commander";
import { createTwoFilesPatch } from "diff";
import { agentVariable } from "../authority/person.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { EntryStatus, InstallReport } from "../hooks/install.ts";
import type { Io } from "../io.ts";

interface LayerOptions {
  readonly user?: boolean;
  readonly project?: boolean;
  readonly local?: boolean;
  readonly managed?: boolean;
  readonly dryRun?: boolean;
}

function layerOf(options: LayerOptions): Layer {
  const asked = (["user", "project", "local", "managed"] as const).filter((layer) => options[layer] === true);
  if (asked.length > 1) throw new ExitError(exitCodes.usage, `choose one of --${asked.join(" and --")}.`);
  return asked[0] ?? "user";
}

/** Connecting a host is a person's act: an agent could otherwise take the gate off itself. */
function refuseAgents(what: string, io: Io): void {
  const variable = agentVariable(io);
  if (variable === undefined) return;
  throw new ExitError(
    exitCodes.denied,
    `only a person can ${what} hooks, and ${variable} shows an agent's session. Run it in a terminal of your own. [action.self-authorize]`,
  );
}

function diffOf({ file, before, after }: InstallReport): string {
  return createTwoFilesPatch(file, file, before, after, "now", "then");
}

function reportText(report: InstallReport, done: string, options: LayerOptions): string {
  const { file, changed, advice, host } = report;
  if (options.dryRun === true) {
    return changed ? cleanText(diffOf(report), { lineBreaks: "keep" }) : `${outside(file, 500)} would stay as it is.\n`;
  }
  const lines = [
    changed ? `${done} ${outside(file, 500)}` : `${outside(file, 500)} is already as it should be`,
    ...advice.map((line) => `  ${line}`),
  ];
  if (done === "Put the gate into") lines.push(`  Then see that it is live: warrant hooks doctor ${host}`);
  return `${lines.join("\n")}\n`;
}

async function installHost(host: InstallableHost, options: LayerOptions, io: Io): Promise<void> {
  const layer = layerOf(options);
  const { install, managedFragment } = await import("../hooks/install.ts");
  if (layer === "managed") {
    const { file, text, advice } = managedFragment(host, io);
    io.stdout.write(`# As an administrator, put this into ${file}:\n${text}`);
    for (const line of advice) io.stdout.write(`# ${line}\n`);
    await io.stdout.drained();
    return;
  }
  if (options.dryRun !== true) {
    refuseAgents("install", io);
    const [{ writeProgram }, { compileHere }] = await Promise.all([
      import("../hooks/program.ts"),
      import("../hooks/policy-here.ts"),
    ]);
    await writeProgram(io);
    // The first hook finds what holds: one that judges by itself has no time to compile.
    await compileHere(io);
  }
  const report = await install(host, { layer, isDryRun: options.dryRun === true }, io);
  io.stdout.write(reportText(report, "Put the gate into", options));
  await io.stdout.drained();
}

async function uninstallHost(host: InstallableHost, options: LayerOptions, io: Io): Promise<void> {
  const layer = layerOf(options);
  if (layer === "managed")
    throw new ExitError(exitCodes.usage, "what an administrator put into a managed file is taken out by hand.");
  if (options.dryRun !== true) refuseAgents("uninstall", io);
  const { uninstall } = await import("../hooks/install.ts");
  const report = await uninstall(host, { layer, isDryRun: options.dryRun === true }, io);
  io.stdout.write(reportText(report, "Took the gate out of", options));
  await io.stdout.drained();
}

const states: Readonly<Record<EntryState, string>> = {
  intact: "installed",
  missing: "was taken out",
  changed: "was changed",
  off: "switched off by the host's settings",
  unreadable: "the file cannot be read",
};

const programWords = {
  intact: "",
  changed: "✗ the program they start is not the one this version writes: warrant hooks install HOST\n",
  missing: "✗ the program they start is gone, so every call is blocked: warrant hooks install HOST\n",
} as const;

function statusText(entries: readonly EntryStatus[], program: keyof typeof programWords): string {
  if (entries.length === 0) return "No host is connected. Connect one: warrant hooks install claude-code\n";
  const width = Math.max(...entries.map(({ host }) => host.length));
  const lines = entries.map(
    ({ host, layer, file, state }) =>
      `${state === "intact" ? "✓" : "✗"} ${host.padEnd(width)}  ${layer.padEnd(7)}  ${states[state]}  ${outside(file, 300)}`,
  );
  return `${lines.join("\n")}\n${programWords[program]}`;
}

async function status(host: InstallableHost | undefined, options: FormatOptions, io: Io): Promise<void> {
  const [{ installedEntries }, { programState }] = await Promise.all([
    import("../hooks/install.ts"),
    import("../hooks/program.ts"),
  ]);
  const entries = installedEntries(io).filter((entry) => host === undefined || entry.host === host);
  const program = programState(io);
  const document = { schema: "warrant.hooks-status/v1", entries, program };
  await print(document, () => statusText(entries, program), options, io);
  const isWhole = entries.length > 0 && program === "intact" && entries.every(({ state }) => state === "intact");
  if (!isWhole) throw new ExitError(exitCodes.failed);
}

async function doctor(host: InstallableHost | undefined, options: FormatOptions, io: Io): Promise<void> {
  const [{ examineHosts }, { hooksText }] = await Promise.all([
    import("../hooks/doctor.ts"),
    import("../render/hooks-text.ts"),
  ]);
  const reports = await examineHosts(host, io);
  await print(
    { schema: "warrant.hooks-doctor/v1", hosts: reports },
    (colours) => hooksText(reports, colours),
    options,
    io,
  );
  const isLive = reports.length > 0 && reports.every((report) => report.is_live);
  if (!isLive) throw new ExitError(exitCodes.failed);
}

function withLayers(command: Command): Command {
  return command
    .addArgument(new Argument("<host>", "the agent host").choices(installableHosts))
    .option("--user", "for everything you do on this machine (the default)")
    .option("--project", "in this repository, for everybody who works in it")
    .option("--local", "in this repository, for you alone")
    .option("--managed", "print what an administrator puts into the managed settings")
    .option("--dry-run", "print what would change, and write nothing");
}

/** The command `hooks`. */
export function hooksCommand(io: Io): Command {
  const hooks = new Command("hooks").description("connect agent hosts to the gate");
  withLayers(hooks.command("install"))
    .description("put the gate into a host's settings")
    .addHelpText(
      "after",
      "\nEntries of others stay untouched, a copy of the file is kept beside it, and a second time changes nothing.\nExit codes: 0 installed, or already there; 1 the file cannot be changed; 2 the call is wrong; 3 from inside an agent's session.",
    )
    .action((host: InstallableHost, options: LayerOptions) => installHost(host, options, io));
  withLayers(hooks.command("uninstall"))
    .description("take the gate out of a host's settings again")
    .action((host: InstallableHost, options: LayerOptions) => uninstallHost(host, options, io));
  withFormat(hooks.command("status"))
    .addArgument(new Argument("[host]", "only this host").choices(installableHosts))
    .description("say whether what was installed is still there")
    .addHelpText("after", "\nExit codes: 0 all of it is as it was installed; 1 something is not.")
    .action((host: InstallableHost | undefined, options: FormatOptions) => status(host, options, io));
  withFormat(hooks.command("doctor"))
    .addArgument(new Argument("[host]", "only this host").choices(installableHosts))
    .description("fire a canary through the installed hook, and say whether the gate is live and closed")
    .addHelpText("after", "\nExit codes: 0 live; 1 not live.")
    .action((host: InstallableHost | undefined, options: FormatOptions) => doctor(host, options, io));
  return hooks;
}
