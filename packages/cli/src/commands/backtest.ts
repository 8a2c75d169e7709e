/** @module `warrant backtest`: judges the changes a branch already has, to see what enforcing would have meant. */

import { canonicalJson } from "@warrant/kernel/canonical";
import { judgeChange } from "@warrant/kernel/change/judge";
import { GitError } from "@warrant/sources/git/error";
import { openHistory } from "@warrant/sources/git/history";
import { Command, InvalidArgumentError, Option } from "commander";
import { type BacktestReport, createBacktestReport } from "../backtest-report.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type Io, say, wantsColour } from "../io.ts";
import { startProgress } from "../progress.ts";
import { namedConfiguration, workingTreeConfiguration } from "../run-configuration.ts";
import { keepMemorySteady } from "../steady-memory.ts";

interface BacktestOptions {
  readonly count: number;
  readonly since?: string;
  readonly branch?: string;
  readonly config?: string;
  readonly format: "text" | "json" | "html";
}

const maximumCount = 1_000_000;

function readCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > maximumCount) {
    throw new InvalidArgumentError(`must be a whole number from 1 to ${maximumCount}.`);
  }
  return count;
}

const sinceForms = '"2026-03-05", "2026-03-05T12:00:00Z" or "3 months ago" (days, weeks, months, years)';
const yearsOf: Readonly<Record<string, number>> = { day: 1 / 365, week: 7 / 365, month: 1 / 12, year: 1 };
/** Git answers dates it cannot hold, those before 1970 and after 2099, with others. */
const firstDate = "1970-01-02T00:00:00Z";
const lastDate = "2099-12-31T00:00:00Z";

/**
 * A date git reads as what it says. Git itself reads any text as some date, so what is not one of these forms is refused;
 * a day begins at midnight UTC, where git would take the time of now.
 */
function readSince(text: string): string {
  const ago = /^(?<amount>[1-9][0-9]{0,4}) (?<unit>day|week|month|year)s? ago$/.exec(text)?.groups;
  if (ago !== undefined) {
    const years = Number(ago["amount"]) * (yearsOf[ago["unit"] ?? ""] ?? 1);
    return years > 50 ? firstDate : text;
  }
  const form =
    /^(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:[Zz]|[+-][0-9]{2}:[0-9]{2}))?$/;
  const day = form.exec(text)?.groups?.["day"];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // JavaScript reads 30 February as 2 March.
  const isDay = Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(`${day}T`);
  const time = Date.parse(text.toUpperCase());
  if (!isDay || !Number.isFinite(time)) throw new InvalidArgumentError(`must be a date such as ${sinceForms}.`);
  const date = `${new Date(time).toISOString().slice(0, 19)}Z`;
  return time < Date.parse(firstDate) ? firstDate : time > Date.parse(lastDate) ? lastDate : date;
}

/** What a backtest takes for granted: the past's issues are not looked up, and its descriptions stand in for requests. */
const assumed = [
  "named issues count",
  "a change's own words are what was asked for, which never denies it",
  "an approval or a plan may have been there, since git shows neither",
];
const withoutPolicy = "the policy is left out, since git does not know the labels it maps";

async function judgeHistory(options: BacktestOptions, io: Io): Promise<BacktestReport> {
  const { configuration: given, origin } =
    options.config === undefined ? await workingTreeConfiguration(io) : await namedConfiguration(options.config, io);
  // Without labels every change would be unlinked, and a policy would answer that with its safest end.
  const { policy, ...configuration } = given;
  const history = await openHistory({
    cwd: io.cwd,
    branch: options.branch,
    count: options.count,
    since: options.since,
    signal: io.signal,
  });
  const report = createBacktestReport();
  const progress = startProgress("changes", history.total, io);
  try {
    for await (const { facts, date, findings } of history) {
      io.signal.throwIfAborted();
      for (const finding of findings) say(io, `${finding.message} ${finding.next}`);
      const start = io.now();
      const verdict = judgeChange(facts, configuration, {}, { assumeNamedIssues: true, assumeRequest: true });
      const milliseconds = io.now() - start;
      report.add(verdict, { sha: facts.head.sha, title: facts.title, date, milliseconds });
      progress.step();
    }
  } finally {
    progress.end();
  }
  return report.finish({
    repository: history.repository,
    branch: history.branch,
    configuration_origin: origin,
    assumed: policy === undefined ? assumed : [...assumed, withoutPolicy],
    since: options.since ?? null,
  });
}

async function render(report: BacktestReport, format: BacktestOptions["format"], io: Io): Promise<string> {
  switch (format) {
    case "json":
      return canonicalJson(report);
    case "html":
      return (await import("../render/backtest-html.ts")).renderBacktestHtml(report);
    case "text": {
      const { renderBacktestText } = await import("../render/backtest-text.ts");
      return renderBacktestText(report, { colour: wantsColour(io.stdout, io.env), width: io.stdout.columns });
    }
    default:
      return format satisfies never;
  }
}

async function backtest(options: BacktestOptions, more: readonly string[], io: Io): Promise<void> {
  if (more.length > 0) {
    throw new ExitError(
      exitCodes.usage,
      "too many arguments: backtest judges every change of one branch. Name it as --branch BRANCH, and how far back with --count or --since; one range is judged by warrant check A..B.",
    );
  }
  keepMemorySteady();
  try {
    io.stdout.write(await render(await judgeHistory(options, io), options.format, io));
    await io.stdout.drained();
  } catch (error) {
    if (error instanceof GitError) throw new ExitError(error.exitCode, error.message, { cause: error });
    throw error;
  }
}

/** The command `backtest`. */
export function backtestCommand(io: Io): Command {
  return new Command("backtest")
    .description("judge the changes a branch already has, to see what enforcing would have meant")
    .option("--count <number>", "judge the newest so many changes", readCount, 200)
    .option("--since <date>", `only changes after a date: ${sinceForms}`, readSince)
    .option("--branch <revision>", "the branch (default: the one that is checked out)")
    .option("--config <file>", "judge by this configuration (default: the working tree's warrant.yaml)")
    .addOption(
      new Option("--format <format>", "how to print the report").choices(["text", "json", "html"]).default("text"),
    )
    .addHelpText("after", "\nExit codes: 0 whatever the verdicts are, 1 our failure, 2 usage or configuration.")
    .allowExcessArguments()
    .action((options: BacktestOptions, command: Command) => backtest(options, command.args, io));
}
