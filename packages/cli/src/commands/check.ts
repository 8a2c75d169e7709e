/** @module `warrant check`: judges one change from git, or facts documents in bulk, and says why. */

import { resolve } from "node:path";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import type { Advice } from "@warrant/kernel/change/judge";
import type { Configuration } from "@warrant/kernel/configuration";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import type { DriftAdvice } from "@warrant/sources/drift-beads";
import type { RelayEntry } from "@warrant/sources/relay-files";
import { Command, Option } from "commander";
import { addChangeOptions, collectChange } from "../change.ts";
import type { ChangeOptions } from "../change-options.ts";
import { checkOutput, type Format, formats } from "../check-output.ts";
import { type Decided, ExitError, exitCodeOf, exitCodes } from "../exit.ts";
import type { FactsEntry } from "../facts-input.ts";
import { type Io, say } from "../io.ts";
import type { PublishedChange } from "../published-change.ts";
import { readPullRequestName } from "../pull-request-name.ts";

interface CheckOptions extends ChangeOptions {
  readonly facts?: string;
  readonly format: Format;
  readonly out?: string;
  readonly beads?: string;
  readonly enforce?: boolean;
  readonly evidence: "require" | "assume";
  readonly publish?: boolean;
  readonly verbose?: boolean;
}

/** Changes to judge, with the one configuration that judges them. */
interface Changes {
  readonly configuration: Configuration;
  readonly origin: string;
  /** Whether the configuration that judges could be read; one that could not may enforce (law 3). */
  readonly isKnown: boolean;
  readonly entries: AsyncIterable<FactsEntry>;
  /** The verdict that was published of the one change; undefined: it is still to be judged. */
  readonly published?: Pick<PublishedChange, "verdict" | "isPublished" | "isEnforced">;
}

async function* one(facts: ChangeFacts): AsyncGenerator<FactsEntry> {
  yield { line: 1, facts };
}

/** The options that choose one change; a facts file brings its own. */
const localOnly = ["base", "staged", "worktree", "factsIssues", "author", "host", "requestedBy"] as const;

function loadJudge() {
  return import("@warrant/kernel/change/judge");
}

function loadAdvice() {
  return import("@warrant/kernel/claim/change-claims");
}

/** Judges and publishes the named pull request. */
async function publishedChange(target: string | undefined, options: CheckOptions, io: Io): Promise<Changes> {
  const name = target === undefined ? null : readPullRequestName(target);
  if (name === null || options.facts !== undefined) {
    throw new ExitError(
      exitCodes.usage,
      "--publish is for a pull request: name one as owner/repo#N or by its address.",
    );
  }
  if (options.evidence === "assume") {
    throw new ExitError(exitCodes.usage, "--evidence assume is for looking: what is published assumes nothing.");
  }
  const { publishNamedPullRequest } = await import("../published-change.ts");
  const { facts, ...published } = await publishNamedPullRequest(name, options, io);
  return { ...published, published, entries: one(facts) };
}

async function changesToJudge(range: string | undefined, options: CheckOptions, io: Io): Promise<Changes> {
  if (options.publish === true) return await publishedChange(range, options, io);
  if (options.facts === undefined) {
    // The usual form is loaded early too; the others cost little beside what they print.
    const loadMore = () => Promise.all([loadJudge(), options.format === "text" ? import("../render/text.ts") : null]);
    const { facts, ...judging } = await collectChange(range, options, io, loadMore);
    return { ...judging, entries: one(facts) };
  }
  if (range !== undefined || localOnly.some((name) => options[name] !== undefined)) {
    throw new ExitError(
      exitCodes.usage,
      "--facts brings the whole change: leave out the range and the options that choose one.",
    );
  }
  if (options.intent?.trim() === "")
    throw new ExitError(exitCodes.usage, "--intent is empty. Give it a value or leave it out.");
  const { readFactsInput } = await import("../facts-input.ts");
  const { namedConfiguration } = await import("../run-configuration.ts");
  const judging = await namedConfiguration(options.config, io);
  const isLines = options.format === "jsonl" || options.facts.endsWith(".jsonl");
  return { ...judging, entries: readFactsInput(options.facts, isLines, io) };
}

/** What was taken for granted, in words, from the findings that say so. */
function assumedIn(verdict: ChangeVerdict): string[] {
  return verdict.findings
    .filter((finding) => finding.rule === "issue.assumed")
    .map((finding) => `${finding.where.issue ?? "an issue"} is open`);
}

/** Whether the printed form itself says which configuration judged; a verdict does not, and a table has no room. */
function saysOrigin(format: Format, verdicts: number): boolean {
  return format !== "json" && format !== "jsonl" && verdicts === 1;
}

/** A local change has the title of its first commit; what is not committed yet has none. */
function titleOf({ title, number, commits, head }: ChangeFacts, { staged }: CheckOptions): string {
  if (number !== null) return title;
  if (/^0+$/.test(head.sha) && title === "") return staged === true ? "staged changes" : "working tree";
  return commits.length > 1 ? `${title} (first of ${commits.length} commits)` : title;
}

function withIntent(facts: ChangeFacts, key: string | undefined): ChangeFacts {
  return key === undefined ? facts : { ...facts, explicit_intent: { key, source: "argument" } };
}

/** Only a description that speaks of something a record could show loads what looks for it. */
async function adviceOf(facts: ChangeFacts, configuration: Configuration, io: Io): Promise<Advice> {
  const { configuredAdvice } = await loadAdvice();
  if (facts.number !== null) return configuredAdvice(facts, configuration);
  if ((facts.body ?? "").trim() === "") return {};
  const { localClaimAdvice } = await import("../receipts/claim-advice.ts");
  const claims = await localClaimAdvice(facts, configuration, io);
  return claims === undefined ? {} : { claims };
}

async function check(range: string | undefined, options: CheckOptions, io: Io): Promise<void> {
  if (options.out?.trim() === "")
    throw new ExitError(exitCodes.usage, "--out is empty. Name a folder or leave it out.");
  const { configuration, origin, isKnown, entries, published } = await changesToJudge(range, options, io);
  const enforced =
    options.enforce === true || configuration.intent.enforce || !isKnown || published?.isEnforced === true;
  const output = checkOutput(options.format, io, { enforced, verbose: options.verbose === true });
  const relay = options.out === undefined ? undefined : await import("@warrant/sources/relay-files");
  const advice = options.beads === undefined ? undefined : await import("@warrant/sources/drift-beads");
  const relayed: RelayEntry[] = [];
  const advised: DriftAdvice[] = [];
  const decided: Decided[] = [];
  const [{ judgeChange }, { configuredAdvice }] = await Promise.all([loadJudge(), loadAdvice()]);
  // Facts of a file and pull requests are judged as where they are published: without a work tree.
  const isLocal = options.facts === undefined && published === undefined;
  let invalid = 0;
  for await (const entry of entries) {
    io.signal.throwIfAborted();
    if ("invalid" in entry) {
      invalid += 1;
      await output.addError(entry.invalid);
      continue;
    }
    const facts = withIntent(entry.facts, options.intent);
    const given = isLocal ? await adviceOf(facts, configuration, io) : configuredAdvice(facts, configuration);
    const assumed = { assumeNamedIssues: options.evidence === "assume" };
    const verdict = published?.verdict ?? judgeChange(facts, configuration, given, assumed);
    decided.push({ decision: verdict.decision, deny_kind: verdict.deny_kind });
    if (relay !== undefined) relayed.push(relay.relayEntry(verdict, facts, configuration.intent.hold_labels));
    const item = advice?.adviseDrift(verdict, facts.head.ref);
    if (item !== undefined && item !== null) advised.push(item);
    await output.add(verdict, {
      enforced,
      configuration_origin: origin,
      title: titleOf(facts, options),
      author: facts.author.login,
      assumed: assumedIn(verdict),
    });
  }
  io.signal.throwIfAborted();
  await output.finish();
  if (options.config !== undefined && !saysOrigin(options.format, decided.length)) {
    say(io, `the configuration is ${origin}.`);
  }
  const at = io.timestamp();
  if (relay !== undefined && options.out !== undefined) {
    await relay.writeRelayFiles(resolve(io.cwd, options.out), relayed, { enforced, generatedAt: at });
  }
  if (advice !== undefined && options.beads !== undefined) {
    await advice.writeBeads(resolve(io.cwd, options.beads), advised, at);
  }
  if (invalid > 0) throw new ExitError(exitCodes.usage);
  if (decided.length === 0) {
    // What failed before us in a pipe must not look like a change that may pass.
    throw new ExitError(exitCodes.usage, "there was no facts document to judge. Check what was to give one.");
  }
  const code = exitCodeOf(decided, enforced);
  if (code !== exitCodes.allowed) throw new ExitError(code);
  if (published?.isPublished === false) throw new ExitError(exitCodes.failed);
}

/** The command `check`. */
export function checkCommand(io: Io): Command {
  return addChangeOptions(new Command("check"))
    .description("judge a change: a range, the index, the working tree, a pull request or facts documents")
    .option("--facts <file>", "judge facts documents: JSON, or one a line; - is standard input")
    .addOption(new Option("--format <format>", "how to print verdicts").choices(formats).default("text"))
    .option("--out <folder>", "also write intent-verdicts.json and merge-eligible.json there")
    .option("--beads <file>", "also record misaligned changes in this beads file")
    .option("--enforce", "refuse what the verdict denies; the configuration can ask for it too")
    .addOption(
      new Option("--evidence <how>", "what to do about issues that could not be looked up")
        .choices(["require", "assume"])
        .default("require"),
    )
    .option("--publish", "write the verdict to the pull request: its check run and its comment")
    .option("--verbose", "show everything the verdict holds")
    .addHelpText(
      "after",
      "\nExit codes: 0 allowed or report-only, 1 our failure, 2 usage or configuration, 3 denied, 4 denied because evidence is incomplete.",
    )
    .action((range: string | undefined, options: CheckOptions) => check(range, options, io));
}
