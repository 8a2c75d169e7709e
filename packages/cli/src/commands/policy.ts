/** @module `warrant policy`: what the rules permit for an intent, and tests of the rules. */

import { canonicalJson } from "@warrant/kernel/canonical";
import { compilePolicy } from "@warrant/kernel/policy/compile";
import { runPolicyTest, type ScenarioResult } from "@warrant/kernel/policy/scenario";
import { type Attribution, attributionStatuses, type PolicyDecision, riskDimension } from "@warrant/kernel/verdict";
import { type ConfigurationReading, formatProblem, loadConfiguration } from "@warrant/sources/configuration-file";
import { Command, Option } from "commander";
import pc from "picocolors";
import { ExitError, exitCodes } from "../exit.ts";
import { readFactsInput } from "../facts-input.ts";
import { type Io, say, wantsColour } from "../io.ts";
import { policyDecisionText, policyTestText } from "../render/policy-text.ts";
import { findConfigurationFiles, readNamedFile } from "./config-file.ts";

interface ConfigOptions {
  readonly config?: string;
  readonly format: "text" | "json";
}

interface ExplainOptions extends ConfigOptions {
  readonly facts?: string;
  readonly status?: Attribution["status"];
  readonly domain?: readonly string[];
  readonly priority?: string;
  readonly risk?: NonNullable<Attribution["dimensions"]["risk"]>;
  readonly initiative?: string;
  readonly owner?: string;
  readonly repository?: string;
}

type Read = Extract<ConfigurationReading, { ok: true }>;

async function readRules(options: ConfigOptions, io: Io): Promise<Read> {
  const files =
    options.config === undefined ? await findConfigurationFiles(io) : [await readNamedFile(options.config, io)];
  const reading = await loadConfiguration(files);
  if (!reading.ok) {
    const lines = reading.errors.map((error) => formatProblem(error));
    throw new ExitError(exitCodes.usage, `the configuration is not valid:\n${lines.join("\n")}`);
  }
  for (const warning of reading.warnings) say(io, warning);
  return reading;
}

const described = ["status", "domain", "priority", "risk", "initiative", "owner", "repository"] as const;

/** The decision for an intent that is described on the command line, as if it had been resolved to that. */
function decideDescribed(options: ExplainOptions, { configuration, digest }: Read): PolicyDecision | null {
  if (configuration.policy === undefined) return null;
  const status = options.status ?? "mapped";
  const isResolved = status !== "ambiguous" && status !== "unlinked";
  const attribution: Attribution = {
    status,
    source: "none",
    rule: "given",
    root: null,
    roots: [],
    key: null,
    labels: [],
    dimensions: {
      priority: options.priority ?? null,
      domains: [...(options.domain ?? [])].sort(),
      initiative: options.initiative ?? null,
      risk: options.risk ?? (isResolved ? "unknown" : null),
    },
    weight: null,
    config_digest: digest,
    resolver: "attribution/v1",
  };
  const repository = options.repository ?? "";
  const owner = options.owner ?? (repository.includes("/") ? repository.slice(0, repository.indexOf("/")) : "");
  return compilePolicy(attribution, configuration.policy.rules, digest, { owner, repository });
}

const withoutPolicy =
  "The configuration has no `policy` section: tiers decide alone, and nothing is compiled.\nAdd `policy.rules` to warrant.yaml to say by intent what agents may do; for merging, a policy only narrows what the tiers allow.\n";

function explanation(decision: PolicyDecision | null, title: string, options: ExplainOptions, io: Io): string {
  if (options.format === "json") return canonicalJson(decision);
  if (decision === null) return withoutPolicy;
  return policyDecisionText(decision, title, pc.createColors(wantsColour(io.stdout, io.env)));
}

async function explainFacts(file: string, options: ExplainOptions, read: Read, io: Io): Promise<void> {
  const { executionOf } = await import("../policy-of-facts.ts");
  let bad = 0;
  let count = 0;
  for await (const entry of readFactsInput(file, false, io)) {
    io.signal.throwIfAborted();
    count += 1;
    if ("invalid" in entry) {
      bad += 1;
      const { where, message } = entry.invalid.error;
      say(io, `${file}:${entry.line}: ${where === "" ? "" : `${where}: `}${message}`);
      continue;
    }
    const { repository, number, head } = entry.facts;
    const at = /^0+$/.test(head.sha) ? "what is not committed" : head.sha.slice(0, 7);
    const title = number === null ? `${repository} at ${at}` : `${repository}#${number}`;
    const separator = count > 1 && options.format === "text" ? "\n" : "";
    io.stdout.write(separator + explanation(executionOf(entry.facts, read), title, options, io));
    await io.stdout.drained();
  }
  if (count === 0) throw new ExitError(exitCodes.usage, `${file} holds no facts document.`);
  if (bad > 0) throw new ExitError(exitCodes.usage);
}

async function explain(options: ExplainOptions, more: readonly string[], io: Io): Promise<void> {
  if (more.length > 0) {
    throw new ExitError(
      exitCodes.usage,
      "too many arguments: policy explain reads a change from its facts. Give warrant facts CHANGE | warrant policy explain --facts -.",
    );
  }
  const given = described.filter((name) => options[name] !== undefined);
  if (options.facts === undefined && given.length === 0) {
    throw new ExitError(
      exitCodes.usage,
      "say what to explain: --facts FILE, or an intent (--status, --domain, --priority, --risk, --initiative).",
    );
  }
  if (options.facts !== undefined && given.length > 0) {
    throw new ExitError(exitCodes.usage, `--facts says what the intent is; leave out --${given.join(", --")}.`);
  }
  const read = await readRules(options, io);
  if (options.facts !== undefined) {
    await explainFacts(options.facts, options, read, io);
    return;
  }
  const title = options.repository ?? "what was described";
  io.stdout.write(explanation(decideDescribed(options, read), title, options, io));
  await io.stdout.drained();
}

interface TestedFile {
  readonly file: string;
  readonly results: readonly ScenarioResult[];
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

async function test(files: readonly string[], options: ConfigOptions, io: Io): Promise<void> {
  const { readPolicyTest } = await import("@warrant/sources/policy-test");
  const colours = pc.createColors(wantsColour(io.stdout, io.env));
  const problems: string[] = [];
  const read: { name: string; file: Parameters<typeof runPolicyTest>[0] }[] = [];
  for (const path of files) {
    const { name, bytes } = await readNamedFile(path, io);
    const reading = readPolicyTest(bytes, name);
    if (reading.ok) read.push({ name, file: reading.file });
    else problems.push(...reading.errors.map((error) => formatProblem(error)));
  }
  // Nothing is run when a file cannot be read: a report over half of the tests could be taken for all of them.
  if (problems.length > 0) throw new ExitError(exitCodes.usage, `a test file cannot be read:\n${problems.join("\n")}`);
  const isConfigured = options.config !== undefined || read.some(({ file }) => file.policy === undefined);
  const configured = isConfigured ? (await readRules(options, io)).configuration.policy : undefined;
  const tested: TestedFile[] = read.map(({ name, file }) => ({ file: name, results: runPolicyTest(file, configured) }));
  const results = tested.flatMap((each) => each.results);
  const failed = results.filter(({ passed }) => !passed).length;
  if (options.format === "json") {
    io.stdout.write(
      canonicalJson({
        schema: "warrant.policy-test-results/v1",
        files: tested,
        failed,
        passed: results.length - failed,
      }),
    );
  } else {
    for (const { file, results: some } of tested) io.stdout.write(`${policyTestText(file, some, colours)}\n`);
    const total = `${countOf(results.length, "scenario")} in ${countOf(tested.length, "file")}: ${results.length - failed} passed, ${failed} failed`;
    io.stdout.write(`${failed === 0 ? colours.green(total) : colours.red(total)}\n`);
  }
  await io.stdout.drained();
  if (failed > 0) throw new ExitError(exitCodes.denied);
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

function withConfiguration(command: Command): Command {
  return command
    .option("--config <file>", "the configuration (default: warrant.yaml of the working tree)")
    .addOption(new Option("--format <format>", "how to print it").choices(["text", "json"]).default("text"));
}

/** The command `policy` with its subcommands. */
export function policyCommand(io: Io): Command {
  const policy = new Command("policy").description("say what the policy permits for an intent, and test its rules");
  withConfiguration(policy.command("explain"))
    .description("show the execution policy for a change or an intent, and which rule said what")
    .option("--facts <file>", "facts documents of changes, or - for standard input")
    .addOption(new Option("--status <status>", "status of the intent (default: mapped)").choices(attributionStatuses))
    .option("--domain <domain>", "a domain of the intent; may be given more than once", collect)
    .option("--priority <priority>", "its priority")
    .addOption(new Option("--risk <risk>", "its risk (default: unknown)").choices(riskDimension))
    .option("--initiative <initiative>", "its initiative")
    .option("--owner <owner>", "owner of the repository (default: that of --repository)")
    .option("--repository <name>", "the repository, as name or owner/name")
    .addHelpText("after", "\nExit codes: 0 explained, 2 the call, the configuration or the facts are wrong.")
    .allowExcessArguments()
    .action((options: ExplainOptions, command: Command) => explain(options, command.args, io));
  withConfiguration(policy.command("test"))
    .description("run policy test files: scenarios with the attribution and policy each must give")
    .argument("<file...>", "YAML files of scenarios")
    .addHelpText(
      "after",
      "\nA file without `policy` tests the rules of the configuration.\nExit codes: 0 all pass, 2 a file or the configuration cannot be read, 3 a scenario fails.",
    )
    .action((files: string[], options: ConfigOptions) => test(files, options, io));
  return policy;
}
