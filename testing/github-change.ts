/** @module A pull request of the fake GitHub with people around it, and a client that asks for it without waiting. */

import { GitHubClient, type RequestLogEntry } from "../packages/github/src/client.ts";
import type { Timing } from "../packages/github/src/timing.ts";
import type { FakePullRequest, PullRequestOptions } from "./fake-github/pull-request.ts";
import type { FakeRepository } from "./fake-github/repository.ts";
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from "./fake-github/server.ts";
import { type Content, createRepository, type TestRepository } from "./git-repository.ts";

/** A clock that stands still unless someone waits; every wait is over at once and noted. */
export class SkippingTiming implements Timing {
  readonly waits: number[] = [];
  #skipped = 0;

  now(): number {
    return performance.now() + this.#skipped;
  }

  wallTime(): number {
    return Date.now() + this.#skipped;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.waits.push(milliseconds);
    this.#skipped += milliseconds;
    return Promise.resolve();
  }
}

export interface Shop {
  readonly github: FakeGithub;
  readonly work: TestRepository;
  readonly repository: FakeRepository;
  readonly change: FakePullRequest;
  readonly token: string;
  readonly timing: SkippingTiming;
  readonly log: RequestLogEntry[];
  readonly client: GitHubClient;
}

export interface ShopOptions {
  readonly server?: FakeGithubOptions;
  /** Whether only those who were let in may read it. */
  readonly isPrivate?: boolean;
  /** `file`: the repository stays for all tests of the file. */
  readonly lasting?: "test" | "file";
  /** Files of the base commit beside the readme. */
  readonly base?: Readonly<Record<string, Content>>;
  /** Files the change writes. */
  readonly head?: Readonly<Record<string, Content>>;
  readonly change?: Partial<PullRequestOptions>;
  /** Things that must be there before the change is opened. */
  readonly before?: (repository: FakeRepository, work: TestRepository) => void;
}

/** Addresses of a fake as `baseUrls` gives them for a real server. */
export function urlsOf(github: FakeGithub) {
  return { host: "github.com", rest: github.apiUrl, graphql: github.graphqlUrl };
}

export function clientFor(
  github: FakeGithub,
  token: string,
  more: { readonly timing?: Timing; readonly log?: RequestLogEntry[]; readonly requestTimeoutMs?: number } = {},
): GitHubClient {
  const { log, ...options } = more;
  return new GitHubClient({
    urls: urlsOf(github),
    token: () => Promise.resolve(token),
    version: "0.1.0",
    ...options,
    ...(log === undefined ? {} : { log: (entry: RequestLogEntry) => void log.push(entry) }),
  });
}

const made = new Map<string, TestRepository>();

/** A base commit and a branch beside it, made once for each content: starting git often is what makes tests slow. */
function shopFiles({ base, head }: ShopOptions): TestRepository {
  const key = JSON.stringify([base, head]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const work = createRepository({ lasting: "file" });
  work.commit("Begin", { "README.md": "# Shop\n", ...base });
  work.branch("feature");
  work.commit("Add discount", head ?? { "src/discount.ts": "export const a = 1;\n" });
  work.switch("main");
  made.set(key, work);
  return work;
}

/** `acme/shop`: maria maintains it, rita may write, sam may read; issue 7 is maria's, pull request 12 is sam's and fixes it. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const github = await startFakeGithub(options.server);
  const work = shopFiles(options).copy(options.lasting);
  const repository = github.repository("acme/shop", work.folder, { private: options.isPrivate === true });
  repository.user("maria", { permission: "maintain", email: "maria@example.org" });
  repository.user("rita", { permission: "write" });
  repository.user("sam", { permission: "read" });
  repository.issue({ number: 7, title: "Discounts", author: "maria", body: "We want discounts." });
  options.before?.(repository, work);
  const change = repository.pullRequest({
    number: 12,
    title: "Add a discount",
    head: "feature",
    author: "sam",
    body: "Fixes #7",
    closes: [7],
    ...options.change,
  });
  const token = github.tokens.personal("maria");
  const timing = new SkippingTiming();
  const log: RequestLogEntry[] = [];
  return { github, work, repository, change, token, timing, log, client: clientFor(github, token, { timing, log }) };
}
