/** @module One local change with everything that judges it: facts from git, configuration and plans from the base commit. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import type { Configuration } from "@warrant/kernel/configuration";
import { issueKey } from "@warrant/kernel/text/issue-key";
import { GitError } from "@warrant/sources/git/error";
import { openChange } from "@warrant/sources/git/facts";
import type { Command } from "commander";
import { ExitError, exitCodes } from "./exit.ts";
import { type Io, say } from "./io.ts";

/** The options that choose a local change and what judges it, shared by the commands that read one. */
export interface LocalOptions {
  readonly base?: string;
  readonly staged?: boolean;
  readonly worktree?: boolean;
  readonly config?: string;
  readonly factsIssues?: string;
  readonly intent?: string;
  readonly author?: string;
}

export function addLocalOptions(command: Command): Command {
  return command
    .argument(
      "[change]",
      "A..B, A...B, a revision, or a pull request as owner/repo#N or its address (default: the current branch against its base)",
    )
    .option("--base <revision>", "the base to compare with, in place of the one that is found")
    .option("--staged", "judge what is staged")
    .option("--worktree", "judge the working tree, untracked files included")
    .option("--config <file>", "judge by this configuration, in place of the base commit's")
    .option("--facts-issues <file>", "facts of the issues the change names, as a JSON list")
    .option("--intent <key>", "the intent this change belongs to")
    .option("--author <login>", "the account that opens the change, which git does not know");
}

export interface LocalChange {
  readonly facts: ChangeFacts;
  readonly configuration: Configuration;
  readonly origin: string;
  /** False when a shallow clone hides the base's configuration, and with it whether it enforces. */
  readonly isKnown: boolean;
}

/** Issues as a person gives them; each named issue that is among them is known, with the link its text gave it. */
async function withIssues(facts: ChangeFacts, file: string, io: Io): Promise<ChangeFacts> {
  let given: unknown;
  try {
    given = JSON.parse(await readFile(resolve(io.cwd, file), "utf8"));
  } catch (cause) {
    const why =
      cause instanceof SyntaxError ? "it is not JSON" : ((cause as NodeJS.ErrnoException).code ?? String(cause));
    throw new ExitError(
      exitCodes.usage,
      `could not read the issues of ${file} (${why}). Give a JSON list of issues as in warrant.change-facts/v1.`,
      { cause },
    );
  }
  if (!Array.isArray(given))
    throw new ExitError(exitCodes.usage, `${file} must be a JSON list of issues as in warrant.change-facts/v1.`);
  const { readIssueOfFile } = await import("./issues-file.ts");
  const { outside } = await import("@warrant/kernel/render/outside");
  const known = new Map<string, Record<string, unknown>>();
  for (const [index, issue] of given.entries()) {
    const reading = readIssueOfFile(issue);
    if (!reading.ok) throw new ExitError(exitCodes.usage, `${file}: issue ${index + 1} ${outside(reading.message)}.`);
    known.set(issueKey(reading.issue), reading.issue);
  }
  const issues = facts.issues.map((issue) => {
    const found = known.get(issueKey(issue));
    if (found === undefined) return issue;
    const { unreadable: _, ...named } = issue;
    return { ...found, ...named };
  });
  const { readFacts } = await import("@warrant/kernel/change/read-facts");
  const reading = readFacts({ ...facts, issues });
  if (!reading.ok) throw new ExitError(exitCodes.usage, `${file}: ${reading.error.where}: ${reading.error.message}`);
  return reading.facts;
}

/** An empty value is a variable nobody set; a base beside a range would be passed over without a word. */
function refuseContradictions(range: string | undefined, options: LocalOptions): void {
  for (const [name, value] of Object.entries({ "--intent": options.intent, "--author": options.author })) {
    if (value?.trim() === "")
      throw new ExitError(exitCodes.usage, `${name} is empty. Give it a value or leave it out.`);
  }
  if (range !== undefined && options.base !== undefined) {
    throw new ExitError(exitCodes.usage, "a range and --base exclude each other. Give one of them.");
  }
}

/**
 * Collects a local change.
 *
 * What the collector has to say (a clone that is too shallow, renames past git's limit) goes to standard error. Git starts
 * first: modules take about as long to load as git takes to compare, so they are loaded meanwhile.
 *
 * @param loadMore loads what the caller needs only once the facts are there
 * @throws ExitError with the code of design §6 for everything a person has to settle first.
 */
export async function collectLocalChange(
  range: string | undefined,
  options: LocalOptions,
  io: Io,
  loadMore: () => Promise<unknown> = () => Promise.resolve(),
): Promise<LocalChange> {
  refuseContradictions(range, options);
  try {
    const [change, { baseConfiguration, namedConfiguration }] = await Promise.all([
      openChange({
        cwd: io.cwd,
        range,
        base: options.base,
        staged: options.staged,
        worktree: options.worktree,
        environment: io.env,
        signal: io.signal,
      }),
      import("./run-configuration.ts"),
    ]);
    try {
      const [collected, { configuration, origin, isKnown }, { withBasePlans }] = await Promise.all([
        change.collect(),
        options.config === undefined ? baseConfiguration(change.base, io) : namedConfiguration(options.config, io),
        import("@warrant/sources/base-plans"),
        loadMore(),
      ]);
      for (const finding of collected.findings) say(io, `${finding.message} ${finding.next}`);
      let facts = collected.facts;
      if (options.intent !== undefined) {
        facts = { ...facts, explicit_intent: { key: options.intent, source: "argument" } };
      }
      if (options.author !== undefined) {
        facts = { ...facts, author: { login: options.author, kind: "unknown", id: null } };
      }
      facts = await withBasePlans(facts, configuration, change.base);
      if (options.factsIssues !== undefined) {
        facts = await withIssues(facts, options.factsIssues, io);
        const { labelPlans } = await import("@warrant/sources/label-plans");
        const plans = labelPlans(facts.issues, configuration.intent.evidence.plan.labels);
        facts = { ...facts, plans: [...facts.plans, ...plans] };
      }
      return { facts, configuration, origin, isKnown };
    } finally {
      await change.close();
    }
  } catch (error) {
    if (error instanceof GitError) throw new ExitError(error.exitCode, error.message, { cause: error });
    throw error;
  }
}
