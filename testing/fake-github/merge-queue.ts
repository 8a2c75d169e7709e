/** @module Groups of a merge queue with their real commits: each change on top of the one before, on a branch of the platform's. */

import { execFileSync } from "node:child_process";
import { testGitEnvironment } from "../git-repository.ts";
import type { FakePullRequest } from "./pull-request.ts";
import type { FakeRepository } from "./repository.ts";

export type MergeMethod = "merge" | "squash" | "rebase";

export interface QueuedGroup {
  readonly change: FakePullRequest;
  readonly headSha: string;
  /** `refs/heads/gh-readonly-queue/BASE/pr-N-SHA` */
  readonly headRef: string;
  /** The commit this entry is built on: the tip of the base, or the group before. */
  readonly baseSha: string;
  readonly baseRef: string;
}

export interface QueueOptions {
  readonly method?: MergeMethod;
  /** The message of the group's commit; otherwise the platform's own. */
  readonly message?: (change: FakePullRequest) => string;
  /** False: the commits and branches are there, but the queue does not list them any more. */
  readonly listed?: boolean;
}

/** How the platform writes the titles of these commits. */
function messageOf(change: FakePullRequest, method: MergeMethod): string {
  if (method === "squash") return `${change.title} (#${change.number})`;
  const owner = (change.headRepository ?? change.repository).owner.login;
  return `Merge pull request #${change.number} from ${owner}/${change.headRef}\n\n${change.title}`;
}

class Builder {
  readonly #repository: FakeRepository;

  constructor(repository: FakeRepository) {
    this.#repository = repository;
  }

  git(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    return execFileSync("git", [...args], {
      cwd: this.#repository.git.folder,
      env: testGitEnvironment(env),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  /** The tree of a merge; git refuses where the changes conflict, as the queue does. */
  tree(onto: string, head: string): string {
    return this.git(["merge-tree", "--write-tree", onto, head]);
  }

  commit(tree: string, parents: readonly string[], message: string, author: Readonly<Record<string, string>>): string {
    const now = this.#repository.world.now();
    const committer = {
      GIT_COMMITTER_NAME: "GitHub",
      GIT_COMMITTER_EMAIL: "noreply@github.com",
      GIT_COMMITTER_DATE: now,
    };
    const env = { GIT_AUTHOR_DATE: now, ...author, ...committer };
    return this.git(["commit-tree", tree, ...parents.flatMap((sha) => ["-p", sha]), "-m", message], env);
  }

  /** The change's own commits again, with their authors, times and messages. */
  rebase(onto: string, head: string): string {
    const commits = this.git(["rev-list", "--reverse", "--no-merges", `${onto}..${head}`]).split("\n");
    let tip = onto;
    for (const sha of commits) {
      const [name = "", email = "", date = ""] = this.git(["log", "-1", "--format=%an%n%ae%n%aI", sha]).split("\n");
      const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
      tip = this.commit(this.tree(tip, sha), [tip], this.git(["log", "-1", "--format=%B", sha]), author);
    }
    return tip;
  }

  build(change: FakePullRequest, onto: string, options: QueueOptions): string {
    const { method = "merge" } = options;
    const head = this.#repository.git.resolveNow(change.head);
    if (method === "rebase") return this.rebase(onto, head);
    const message = options.message?.(change) ?? messageOf(change, method);
    const login = change.author?.login ?? "ghost";
    const author = { GIT_AUTHOR_NAME: login, GIT_AUTHOR_EMAIL: `${login}@users.noreply.github.com` };
    const parents = method === "merge" ? [onto, head] : [onto];
    return this.commit(this.tree(onto, head), parents, message, author);
  }
}

/** Queues changes in this order and builds a group for each on top of the one before. All have the same base. */
export function queueChanges(
  repository: FakeRepository,
  changes: readonly FakePullRequest[],
  options: QueueOptions = {},
): QueuedGroup[] {
  const builder = new Builder(repository);
  const groups: QueuedGroup[] = [];
  for (const change of changes) {
    const baseSha = groups.at(-1)?.headSha ?? repository.git.resolveNow(change.base);
    const headSha = builder.build(change, baseSha, options);
    const headRef = `refs/heads/gh-readonly-queue/${change.base}/pr-${change.number}-${baseSha}`;
    builder.git(["update-ref", headRef, headSha]);
    if (options.listed !== false) repository.enqueue(change, { headSha, baseSha });
    groups.push({ change, headSha, headRef, baseSha, baseRef: `refs/heads/${change.base}` });
  }
  return groups;
}
