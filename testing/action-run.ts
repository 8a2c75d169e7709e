/** @module Runs the Action as a runner does: the built bundle as a process of its own, on an event file, against the fake GitHub. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod/mini";
import { run } from "../packages/action/src/run.ts";
import { beginAfterMs, judgingDeadlineMs } from "../packages/github/src/publish/supervise.ts";
import { realTiming } from "../packages/github/src/timing.ts";
import type { FakeGithub } from "./fake-github/server.ts";
import { temporaryFolder } from "./git-repository.ts";
import { SkippingTiming } from "./github-change.ts";

const root = join(import.meta.dirname, "..");
export const actionFolder = join(root, "packages/action");
export const actionBundle = join(actionFolder, "dist/index.js");

const Described = z.object({ description: z.string(), default: z.optional(z.string()) });
const Metadata = z.object({
  inputs: z.record(z.string(), Described),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
  runs: z.object({ using: z.string(), main: z.string() }),
});

/** What action.yml says, as the runner reads it. */
export const actionMetadata = Metadata.parse(parse(readFileSync(join(actionFolder, "action.yml"), "utf8")));

/** Builds the bundle when a source is newer. */
export function buildAction(): void {
  const sources = ["kernel", "sources", "github", "action"].flatMap((name) => {
    const folder = join(root, "packages", name, "src");
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  });
  const own = sources.filter((path) => /(?:\.ts|\.json)$/.test(path) && !path.endsWith(".test.ts"));
  const newest = Math.max(...own.map((path) => statSync(path).mtimeMs));
  if ((statSync(actionBundle, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= newest) return;
  const build = spawnSync(process.execPath, [join(root, "scripts/build.ts"), "action"], {
    cwd: root,
    encoding: "utf8",
  });
  if (build.status !== 0) throw new Error(build.stderr);
}

const workflow = z
  .object({ permissions: z.record(z.string(), z.enum(["read", "write"])) })
  .parse(parse(readFileSync(join(root, "docs/workflows/enforce.yml"), "utf8")));

/** What the documented workflow lets its token do, named as the platform names it. */
export const workflowPermissions = Object.fromEntries(
  Object.entries(workflow.permissions).map(([name, access]) => [name.replaceAll("-", "_"), access]),
);

export interface ActionOptions {
  readonly github: FakeGithub;
  readonly token: string;
  /** Name of the event, as `pull_request_target`. */
  readonly event: string;
  /** What stands in the event file; a text as it is. */
  readonly payload: unknown;
  readonly repository?: string;
  /** What stands in `with:`. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders of the job; made when absent. */
  readonly job?: Job;
}

/** The folders and files the runner gives a job. */
export interface Job {
  readonly workspace: string;
  readonly temporary: string;
  readonly output: string;
  readonly summary: string;
  readonly event: string;
}

export function newJob(): Job {
  const folder = temporaryFolder();
  const job = {
    workspace: join(folder, "workspace"),
    temporary: join(folder, "temporary"),
    output: join(folder, "output"),
    summary: join(folder, "summary"),
    event: join(folder, "event.json"),
  };
  mkdirSync(job.workspace);
  mkdirSync(job.temporary);
  writeFileSync(job.output, "");
  writeFileSync(job.summary, "");
  return job;
}

/** The environment of the step: every default variable of GitHub's that could mislead names something that is not meant. */
export function actionEnvironment(options: ActionOptions, job: Job): Record<string, string> {
  const { github, token, event, repository = "acme/shop", inputs = {}, env = {} } = options;
  const defaults = Object.entries(actionMetadata.inputs).map(([name, described]): [string, string] => [
    name,
    (described.default ?? "").replace(/^\$\{\{ github\.token \}\}$/, token),
  ]);
  const given = Object.entries({ ...Object.fromEntries(defaults), ...inputs });
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: job.temporary,
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTOR: "mallory",
    GITHUB_TRIGGERING_ACTOR: "mallory",
    GITHUB_SHA: "e".repeat(40),
    GITHUB_REF: "refs/heads/main",
    GITHUB_BASE_REF: "nowhere",
    GITHUB_HEAD_REF: "nowhere",
    GITHUB_URL: "http://127.0.0.1:9",
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_REPOSITORY: repository,
    GITHUB_RUN_ID: "4711",
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: job.event,
    GITHUB_OUTPUT: job.output,
    GITHUB_STEP_SUMMARY: job.summary,
    GITHUB_WORKSPACE: job.workspace,
    RUNNER_TEMP: job.temporary,
    ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value])),
    ...env,
  };
}

export interface ActionResult {
  readonly code: number | null;
  /** Everything that was printed, without the lines that mask. */
  readonly log: string;
  readonly masked: readonly string[];
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly job: Job;
}

/** Reads the outputs as the runner does; what it would refuse throws. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  for (let at = 0; at < lines.length && lines[at] !== ""; at += 1) {
    const { name, delimiter } = /^(?<name>[^=<]+)<<(?<delimiter>.+)$/.exec(lines[at] ?? "")?.groups ?? {};
    const end = delimiter === undefined ? -1 : lines.indexOf(delimiter, at + 1);
    if (name === undefined || end < 0) throw new Error(`The runner refuses the outputs:\n${text}`);
    outputs[name] = lines.slice(at + 1, end).join("\n");
    at = end;
  }
  return outputs;
}

/** What a step that has ended left behind. */
export function actionResult(code: number | null, printed: string, job: Job): ActionResult {
  const mask = /^::add-mask::(?<value>.*)\n/gm;
  return {
    code,
    log: printed.replaceAll(mask, ""),
    masked: [...printed.matchAll(mask)].map((match) => match.groups?.["value"] ?? ""),
    summary: readFileSync(job.summary, "utf8"),
    outputs: readOutputs(readFileSync(job.output, "utf8")),
    job,
  };
}

function writeEvent({ payload }: ActionOptions, job: Job): void {
  writeFileSync(job.event, typeof payload === "string" ? payload : JSON.stringify(payload));
}

/** Starts the bundle; `ended` resolves when it has. */
export function startAction(options: ActionOptions): { child: ChildProcess; ended: Promise<ActionResult> } {
  const job = options.job ?? newJob();
  writeEvent(options, job);
  const child = spawn(process.execPath, [actionBundle], {
    cwd: job.workspace,
    env: actionEnvironment(options, job),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = new Promise<ActionResult>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(actionResult(code, printed, job)));
  });
  return { child, ended };
}

/** Milliseconds of an answer about a merge group that may be left for judging. */
const groupDeadlineMs = { least: 4000, most: 7000 };

/** Waits between writes and for limits are over at once; those of the watchdog, which ends slow judging, are true. */
class RunTiming extends SkippingTiming {
  override async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const isOfChange = milliseconds === beginAfterMs || Math.abs(milliseconds - judgingDeadlineMs) < 10_000;
    const isOfGroup = milliseconds >= groupDeadlineMs.least && milliseconds <= groupDeadlineMs.most;
    const isWatchdog = isOfChange || isOfGroup;
    if (isWatchdog) await realTiming.sleep(milliseconds, signal);
    else await super.sleep(milliseconds, signal);
  }
}

/** Runs the Action inside the test, where no wait takes time. */
export async function runInside(options: ActionOptions, signal = new AbortController().signal): Promise<ActionResult> {
  const job = options.job ?? newJob();
  writeEvent(options, job);
  let printed = "";
  const code = await run({
    env: actionEnvironment(options, job),
    write: (text) => {
      printed += text;
    },
    signal,
    timestamp: () => "2026-01-10T12:00:00Z",
    timing: new RunTiming(),
  });
  return actionResult(code, printed, job);
}

/** Runs the bundle to its end. */
export async function runAction(options: ActionOptions): Promise<ActionResult> {
  return await startAction(options).ended;
}
