/** @module Where the branch that is checked out is pushed to: the repository and branch a pull request comes from. */

import { GitError } from "./error.ts";
import { readOrigin } from "./origin.ts";
import { runGit } from "./run.ts";

export interface PushTarget {
  /** `owner/name` */
  readonly repository: string;
  readonly host: string;
  /** There; it may have another name here. */
  readonly branch: string;
  /** The pull request it was checked out from, where git was told so. */
  readonly number?: number;
}

interface Looking {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

const purpose = "finding the branch's pull request";

function unknown(came: string): GitError {
  return new GitError({ code: "failed", tried: purpose, came, next: "Name the issue: owner/repo#N" });
}

type Settings = ReadonlyMap<string, string>;

/** The last value of each setting of branches and remotes, by its key; only the middle of a key keeps its case. */
async function settingsOf(looking: Looking): Promise<Settings> {
  const { status, stdout } = await runGit(["config", "-z", "--get-regexp", "^(branch|remote)\\."], {
    ...looking,
    purpose,
  });
  // 1: there are none.
  if (status > 1) throw unknown("git could not read its settings");
  const pairs = stdout
    .toString("utf8")
    .split("\0")
    .map((entry) => {
      const at = entry.indexOf("\n");
      return at < 0 ? ([entry, ""] as const) : ([entry.slice(0, at), entry.slice(at + 1)] as const);
    });
  return new Map(pairs);
}

function remotesIn(settings: Settings): string[] {
  const names = [...settings.keys()].map((key) => /^remote\.(?<name>.+)\.url$/.exec(key)?.groups?.["name"]);
  return names.filter((name) => name !== undefined);
}

/** The name of the remote, or the address that stands in its place. */
function remoteOf(branch: string, settings: Settings): string {
  const named =
    settings.get(`branch.${branch}.pushremote`) ??
    settings.get("remote.pushdefault") ??
    settings.get(`branch.${branch}.remote`);
  if (named !== undefined) return named;
  const remotes = remotesIn(settings);
  const [only] = remotes;
  if (only === undefined) throw unknown("the repository has no remote");
  if (remotes.length === 1) return only;
  if (remotes.includes("origin")) return "origin";
  throw unknown("there are several remotes, and git was not told which the branch is pushed to");
}

/**
 * Where the checked-out branch is pushed, by git's own settings.
 *
 * @throws GitError when no branch is checked out, or its remote is not known or names no repository of a host.
 */
export async function pushTarget(looking: Looking): Promise<PushTarget> {
  const head = await runGit(["symbolic-ref", "--short", "--quiet", "HEAD"], { ...looking, purpose });
  if (head.status > 1) throw unknown(`${looking.cwd} is not a git repository that can be read`);
  const branch = head.stdout.toString("utf8").trim();
  if (branch === "") throw unknown("no branch is checked out");
  const settings = await settingsOf(looking);
  const remote = remoteOf(branch, settings);
  const isAddress = /[:/]/.test(remote);
  const address =
    settings.get(`remote.${remote}.pushurl`) ??
    settings.get(`remote.${remote}.url`) ??
    (isAddress ? remote : undefined);
  if (address === undefined) throw unknown(`the remote ${remote} has no address`);
  const { repository, host } = readOrigin(address, "/");
  if (repository.startsWith("local/")) throw unknown(`the address of ${remote} names no repository of a host`);
  // What it follows tells the name there, when it follows the same remote.
  const follows =
    settings.get(`branch.${branch}.remote`) === remote ? settings.get(`branch.${branch}.merge`) : undefined;
  const there = /^refs\/heads\/(?<branch>.+)$/.exec(follows ?? "")?.groups?.["branch"] ?? branch;
  const number = /^refs\/pull\/(?<number>[1-9]\d{0,9})\/head$/.exec(follows ?? "")?.groups?.["number"];
  return { repository, host, branch: there, ...(number === undefined ? {} : { number: Number(number) }) };
}
