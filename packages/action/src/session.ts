/** @module What a run works with: the workflow's wishes, the platform, who publishes, and where things are said. */

import { type BaseUrls, baseUrls } from "@warrant/github/base-urls";
import { GitHubClient } from "@warrant/github/client";
import { WritePace } from "@warrant/github/publish/pace";
import { findPublishing, type Publishing } from "@warrant/github/publish/publisher";
import { appendStepSummary } from "@warrant/github/publish/summary";
import type { Timing } from "@warrant/github/timing";
import { type ExitCode, exitCodes } from "@warrant/kernel/render/exit-code";
import { removeMergeEligible } from "@warrant/sources/relay-files";
import { InputError, type Inputs } from "./inputs.ts";
import type { Log } from "./log.ts";
import { openOutputFolder } from "./output-folder.ts";
import { type Outputs, setOutputs } from "./outputs.ts";
import { type Results, writeResults } from "./results.ts";
import { version } from "./version.ts";

/** What the Action may touch of the process it runs in. */
export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
  /** The wall clock as RFC 3339 UTC. */
  readonly timestamp: () => string;
  /** The clock of the client; a test need not wait. */
  readonly timing?: Timing;
}

/** Milliseconds that are left for saying that a run was cancelled; the runner waits 7.5 s before it insists. */
const farewellMs = 6000;
const repositoryName = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;
const wholeNumber = /^[1-9]\d{0,19}$/;

/** The page of the workflow run. */
function runPage(env: Runner["env"], repository: string): string | undefined {
  const { GITHUB_SERVER_URL: server = "", GITHUB_RUN_ID: run = "" } = env;
  return URL.canParse(server) && wholeNumber.test(run)
    ? new URL(`/${repository}/actions/runs/${run}`, server).href
    : undefined;
}

export class Session {
  readonly inputs: Inputs;
  readonly log: Log;
  readonly runner: Runner;
  /** `owner/name` of the repository the workflow and its token belong to. */
  readonly repository: string;
  readonly detailsUrl: string | undefined;
  /** Every request of the run goes through it, and all waiting together has one budget of 90 s. */
  readonly client: GitHubClient;
  readonly pace: WritePace;
  /** Where results are written; null: nowhere. */
  readonly folder: string | null;
  readonly #ending = new AbortController();

  private constructor(runner: Runner, log: Log, inputs: Inputs, urls: BaseUrls, folder: string | null) {
    const { env, signal } = runner;
    const repository = env["GITHUB_REPOSITORY"] ?? "";
    if (!repositoryName.test(repository)) {
      throw new InputError("GITHUB_REPOSITORY names no repository. Run Warrant in GitHub Actions.");
    }
    const ending = this.#ending;
    signal.addEventListener("abort", () => void setTimeout(() => ending.abort(), farewellMs).unref(), { once: true });
    const client = new GitHubClient({
      urls,
      token: () => Promise.resolve(inputs.token),
      version,
      timing: runner.timing,
      hasOneBudget: true,
      ...(env["RUNNER_DEBUG"] === "1" ? { log: (entry) => log.debug(JSON.stringify(entry)) } : {}),
    }).within({ repository }, { signal: ending.signal });
    this.runner = runner;
    this.log = log;
    this.inputs = inputs;
    this.repository = repository;
    this.detailsUrl = runPage(env, repository);
    this.client = client;
    this.pace = new WritePace(client.timing, ending.signal);
    this.folder = folder;
  }

  /** @throws InputError, BaseUrlError for what the workflow has to correct. */
  static async open(runner: Runner, log: Log, inputs: Inputs): Promise<Session> {
    const { outputDir } = inputs;
    const folder = outputDir === undefined ? null : await openOutputFolder(outputDir, runner.env);
    return new Session(runner, log, inputs, baseUrls({ env: runner.env }), folder);
  }

  /** Ends whatever is still asked for, so that the process ends when its work is done. */
  close(): void {
    this.#ending.abort();
  }

  /**
   * Whom the token acts for.
   *
   * @throws PlatformError when the platform does not say.
   */
  async publishing(): Promise<Publishing> {
    const publishing = await findPublishing(this.client);
    if (!publishing.parts.check) {
      this.log.warning(
        "The token is a person's, which may not write check runs: only the comment is published. Leave github-token out.",
      );
    }
    return publishing;
  }

  /** Adds to the page of the run. What cannot be written there is not worth failing for. */
  async summarize(text: string): Promise<void> {
    const file = this.runner.env["GITHUB_STEP_SUMMARY"];
    if (file === undefined || file === "") return;
    try {
      await appendStepSummary(file, text);
    } catch {
      this.log.warning("The step summary could not be written.");
    }
  }

  /** @throws WriteError when the file of the step cannot be written. */
  async output(outputs: Outputs): Promise<void> {
    const file = this.runner.env["GITHUB_OUTPUT"];
    if (file !== undefined && file !== "") await setOutputs(file, outputs);
  }

  /**
   * Takes away what an earlier run said may be merged.
   *
   * @throws WriteError when it stays.
   */
  async forget(): Promise<void> {
    if (this.folder !== null) await removeMergeEligible(this.folder);
  }

  /**
   * Writes the files where `output-dir` asks for them. Returns the path of the verdict.
   *
   * @throws WriteError when a file cannot be written.
   */
  async results(results: Omit<Results, "generatedAt">): Promise<string | null> {
    if (this.folder === null) return null;
    return await writeResults(this.folder, { ...results, generatedAt: this.runner.timestamp() });
  }

  /** The code for a failure of ours or the platform's: under report the job fails only when the workflow asks for it. */
  failed(isEnforced: boolean): ExitCode {
    return isEnforced || this.inputs.failOnError ? exitCodes.failed : exitCodes.allowed;
  }
}
