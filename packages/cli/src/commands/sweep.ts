/** @module `warrant sweep`: every open pull request of a repository brought up to date. */

import { resolve } from "node:path";
import type { GitHubClient } from "@warrant/github/client";
import type { Publishing } from "@warrant/github/publish/publisher";
import type { SweepResult } from "@warrant/github/sweep/sweep";
import type { SweptChange } from "@warrant/github/sweep/swept";
import { canonicalJson } from "@warrant/kernel/canonical";
import { Command, InvalidArgumentError, Option } from "commander";
import { ExitError, exitCodes } from "../exit.ts";
import { type Io, say, wantsColour } from "../io.ts";
import { type Progress, startProgress } from "../progress.ts";
import { readRepositoryName } from "../repository-name.ts";

const formats = ["text", "json", "jsonl"] as const;

interface SweepOptions {
  readonly host?: string;
  readonly publish?: boolean;
  readonly out?: string;
  readonly beads?: string;
  readonly format: (typeof formats)[number];
  readonly enforce?: boolean;
  readonly watch?: boolean;
  readonly interval?: number;
}

/** Seconds between two rounds; fewer would use up the platform's limit by looking alone. */
const usualInterval = 300;
const shortestInterval = 30;
const longestInterval = 86_400;

function seconds(text: string): number {
  const value = Number(text);
  if (/^\d{1,5}$/.test(text) && value >= shortestInterval && value <= longestInterval) return value;
  throw new InvalidArgumentError(`Give whole seconds from ${shortestInterval} to ${longestInterval}.`);
}

function refuseOptions(options: SweepOptions): void {
  const refuse = (message: string): never => {
    throw new ExitError(exitCodes.usage, message);
  };
  if (options.out?.trim() === "") refuse("--out is empty. Name a folder or leave it out.");
  if (options.beads?.trim() === "") refuse("--beads is empty. Name a file or leave it out.");
  if (options.interval !== undefined && options.watch !== true) refuse("--interval is for --watch.");
}

/** What one command sweeps again and again. */
interface Sweeping {
  readonly client: GitHubClient;
  readonly repository: string;
  readonly options: SweepOptions;
  readonly publishing: Publishing | undefined;
}

async function sweepOnce(
  { client, repository, options, publishing }: Sweeping,
  kept: ReadonlyMap<number, NonNullable<SweptChange["kept"]>>,
  io: Io,
): Promise<SweepResult> {
  const { sweepRepository } = await import("@warrant/github/sweep/sweep");
  const shown: { progress: Progress | null } = { progress: null };
  try {
    return await sweepRepository(client, {
      repository,
      publishing,
      mode: options.enforce === true ? "enforce" : "report",
      staysHeld: true,
      env: io.env,
      folder: options.out === undefined ? undefined : resolve(io.cwd, options.out),
      beads: options.beads === undefined ? undefined : resolve(io.cwd, options.beads),
      everyVerdict: options.format !== "text",
      kept,
      timestamp: () => io.timestamp(),
      signal: io.signal,
      onBegin: ({ toJudge }) => {
        shown.progress = startProgress("changes", toJudge, io);
      },
      onDone: () => shown.progress?.step(),
    });
  } finally {
    shown.progress?.end();
  }
}

async function print(result: SweepResult, shown: readonly SweptChange[], options: SweepOptions, io: Io): Promise<void> {
  const { repository, enforced } = result;
  if (options.format === "text") {
    const { renderSweep } = await import("../render/sweep-text.ts");
    const look = { colour: wantsColour(io.stdout, io.env), width: io.stdout.columns };
    io.stdout.write(renderSweep(result, shown, { ...look, mode: enforced ? "enforce" : "report" }));
  } else {
    const { entryOf } = await import("@warrant/github/sweep/swept");
    const { intentVerdicts } = await import("@warrant/sources/relay-files");
    const entries = shown.map((change) => entryOf(repository, change));
    const document = intentVerdicts(entries, { enforced, generatedAt: io.timestamp() });
    if (options.format === "json") io.stdout.write(canonicalJson(document));
    else for (const row of document.verdicts) io.stdout.write(canonicalJson(row));
  }
  await io.stdout.drained();
  for (const notice of result.notices) say(io, notice);
  if (options.format !== "text" && result.stopped !== null) {
    const { stoppedWords } = await import("../render/sweep-text.ts");
    say(io, `stopped: ${stoppedWords(result)}`);
  }
}

function didAll({ changes, stopped, refusal }: SweepResult): boolean {
  return stopped === null && refusal === null && changes.every(({ how }) => how === "unchanged" || how === "judged");
}

/** Rounds until an interruption. A platform that fails is waited for; one that refuses at once is not. */
async function watch(sweeping: Sweeping, io: Io): Promise<void> {
  const { PlatformError } = await import("@warrant/github/errors");
  const { watchRounds } = await import("../sweep-watch.ts");
  const { client, options } = sweeping;
  const kept = new Map<number, NonNullable<SweptChange["kept"]>>();
  await watchRounds({
    intervalMs: (options.interval ?? usualInterval) * 1000,
    sleep: (milliseconds, signal) => client.timing.sleep(milliseconds, signal),
    signal: io.signal,
    onDelay: (milliseconds) => say(io, `the next round begins in ${Math.round(milliseconds / 1000)} s.`),
    round: async (count) => {
      try {
        const result = await sweepOnce(sweeping, kept, io);
        kept.clear();
        for (const change of result.changes) if (change.kept !== null) kept.set(change.number, change.kept);
        const shown = result.changes.filter(({ how }) => count === 1 || how === "judged" || how === "failed");
        if (shown.length > 0) await print(result, shown, options, io);
        return didAll(result);
      } catch (error) {
        if (!(error instanceof PlatformError) || io.signal.aborted) throw error;
        const isLasting = error.code === "platform-auth" || error.code === "platform-missing";
        if (count === 1 && isLasting) throw new ExitError(exitCodes.failed, error.message, { cause: error });
        say(io, error.message);
        return false;
      }
    },
  });
}

async function sweep(named: string, options: SweepOptions, io: Io): Promise<void> {
  const { repository, host: addressHost } = readRepositoryName(named);
  refuseOptions(options);
  const { openPlatform, withPlatform } = await import("../platform-client.ts");
  const client = openPlatform({ host: options.host, addressHost }, io);
  let publishing: Publishing | undefined;
  if (options.publish === true) {
    const { findPublishing } = await import("@warrant/github/publish/publisher");
    publishing = await withPlatform(() => findPublishing(client));
    if (!publishing.parts.check) say(io, "check runs are not published: only an app's token may write them.");
  }
  const sweeping = { client, repository, options, publishing };
  if (options.watch === true) return await watch(sweeping, io);
  const result = await withPlatform(() => sweepOnce(sweeping, new Map(), io));
  await print(result, result.changes, options, io);
  if (!didAll(result)) throw new ExitError(exitCodes.failed);
}

/** The command `sweep`. */
export function sweepCommand(io: Io): Command {
  return new Command("sweep")
    .description("judge every open pull request of a repository that changed since it was judged")
    .argument("<repository>", "owner/repo, or its address")
    .option("--host <host>", "the GitHub server, when it is not github.com")
    .option("--publish", "put verdicts on the pull requests: a check run and a comment each")
    .option("--out <folder>", "keep intent-verdicts.json, merge-eligible.json and the state there")
    .option("--beads <file>", "also record misaligned changes in this beads file")
    .addOption(new Option("--format <format>", "how to print verdicts").choices(formats).default("text"))
    .option("--enforce", "hold changes to their verdicts; the configuration can ask for it too")
    .option("--watch", "go on in rounds until interrupted")
    .option("--interval <seconds>", `between two rounds (default: ${usualInterval})`, seconds)
    .addHelpText(
      "after",
      "\nExit codes: 0 every change has its verdict, whatever it is; 1 some could not be judged or published, our failure or\nthe platform's; 2 usage.",
    )
    .action((repository: string, options: SweepOptions) => sweep(repository, options, io));
}
