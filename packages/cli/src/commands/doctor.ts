/** @module `warrant doctor`: whether the gate of a repository on GitHub holds, and what gets round it. */

import type { DoctorReport } from "@warrant/github/doctor/doctor";
import { canonicalJson } from "@warrant/kernel/canonical";
import { Command, Option } from "commander";
import { type ExitCode, ExitError, exitCodes } from "../exit.ts";
import { type Io, wantsColour } from "../io.ts";
import { readRepositoryName } from "../repository-name.ts";

interface DoctorOptions {
  readonly branch?: string;
  readonly format: "text" | "json";
  readonly host?: string;
}

/**
 * The code of a report: 2 for a configuration that is not valid, as of every command; otherwise 0 where the repository only
 * reports; 3 when the gate does not hold, 4 when what decides that could not be read (decision 0155).
 */
export function exitCodeOfReport({ mode, gate, configuration_valid: isValid }: DoctorReport): ExitCode {
  if (!isValid) return exitCodes.usage;
  if (mode === "report" || gate === "holds") return exitCodes.allowed;
  return gate === "fails" ? exitCodes.denied : exitCodes.incomplete;
}

function refuse(message: string): never {
  throw new ExitError(exitCodes.usage, message);
}

async function doctor(named: string, options: DoctorOptions, io: Io): Promise<void> {
  const { repository, host: addressHost } = readRepositoryName(named);
  if (options.branch?.trim() === "") refuse("--branch is empty. Name a branch or leave it out.");
  const { openPlatform, withPlatform } = await import("../platform-client.ts");
  const { examineRepository, NoBranch } = await import("@warrant/github/doctor/doctor");
  const client = openPlatform({ host: options.host, addressHost }, io);
  const report = await withPlatform(async () => {
    try {
      return await examineRepository(client, { repository, branch: options.branch });
    } catch (error) {
      if (error instanceof NoBranch) refuse(`${error.message}. Check --branch.`);
      throw error;
    }
  });
  io.signal.throwIfAborted();
  if (options.format === "json") io.stdout.write(canonicalJson(report));
  else {
    const { renderDoctorText } = await import("../render/doctor-text.ts");
    const { columns } = io.stdout;
    io.stdout.write(renderDoctorText(report, { colour: wantsColour(io.stdout, io.env), width: columns }));
  }
  await io.stdout.drained();
  const code = exitCodeOfReport(report);
  if (code !== exitCodes.allowed) throw new ExitError(code);
}

/** The command `doctor`. */
export function doctorCommand(io: Io): Command {
  return new Command("doctor")
    .description("say whether the gate of a repository on GitHub holds, and what gets round it")
    .argument("<repository>", "owner/repo, or its address")
    .option("--branch <name>", "another branch than the default one")
    .addOption(new Option("--format <format>", "how to print it").choices(["text", "json"]).default("text"))
    .option("--host <host>", "the GitHub server, when it is not github.com")
    .addHelpText(
      "after",
      "\nExit codes: 0 the gate holds, or only reports; 1 the platform's failure or ours; 2 usage or configuration;\n3 the gate does not hold; 4 what decides that could not be read.",
    )
    .action((repository: string, options: DoctorOptions) => doctor(repository, options, io));
}
