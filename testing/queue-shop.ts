/** @module A repository with a merge queue: two people's changes that are allowed and an agent's that nobody asked for. */

import type { GitHubClient } from "../packages/github/src/client.ts";
import type { Permissions } from "./fake-github/accounts.ts";
import { type QueuedGroup, type QueueOptions, queueChanges } from "./fake-github/merge-queue.ts";
import type { FakePullRequest } from "./fake-github/pull-request.ts";
import type { FakeRepository } from "./fake-github/repository.ts";
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from "./fake-github/server.ts";
import { type Content, createRepository, type TestRepository } from "./git-repository.ts";
import { clientFor, SkippingTiming } from "./github-change.ts";

export interface QueueShop {
  readonly github: FakeGithub;
  readonly work: TestRepository;
  readonly repository: FakeRepository;
  /** sam's, allowed. */
  readonly twelve: FakePullRequest;
  /** Copilot's, without a request: denied. */
  readonly thirteen: FakePullRequest;
  /** rita's two commits, allowed. */
  readonly fourteen: FakePullRequest;
}

/** What a workflow may have: there is no permission to read the queue among them. */
export const workflowPermissions: Permissions = {
  contents: "read",
  pull_requests: "write",
  issues: "read",
  checks: "write",
};

export async function openQueueShop(
  options: { readonly server?: FakeGithubOptions; readonly base?: Readonly<Record<string, Content>> } = {},
): Promise<QueueShop> {
  const github = await startFakeGithub(options.server);
  const work = createRepository({ lasting: "file" });
  work.commit("Begin", { "README.md": "# Shop\n", ...options.base });
  const branches: [string, string[]][] = [
    ["discount", ["src/discount.ts"]],
    ["agent", ["src/agent.ts"]],
    ["cart", ["src/cart.ts", "src/total.ts"]],
  ];
  for (const [name, paths] of branches) {
    work.branch(name, "main");
    for (const path of paths) work.commit(`Add ${path}`, { [path]: "export const a = 1;\n" });
  }
  work.switch("main");
  const repository = github.repository("acme/shop", work.folder);
  repository.user("maria", { permission: "maintain", email: "maria@example.org" });
  repository.user("rita", { permission: "write" });
  repository.user("sam", { permission: "read" });
  github.bot("Copilot");
  repository.issue({ number: 7, title: "Discounts", author: "maria", body: "We want discounts." });
  repository.issue({ number: 8, title: "Carts", author: "maria", body: "We want carts." });
  const twelve = repository.pullRequest({
    number: 12,
    title: "Add a discount",
    head: "discount",
    author: "sam",
    body: "Fixes #7",
    closes: [7],
  });
  const thirteen = repository.pullRequest({ number: 13, title: "Help", head: "agent", author: "Copilot", body: "" });
  const fourteen = repository.pullRequest({ number: 14, title: "Add a cart", head: "cart", author: "rita", body: "" });
  return { github, work, repository, twelve, thirteen, fourteen };
}

/** Takes everything away that groups and answers left behind. */
export function emptyQueue({ github, repository }: QueueShop): void {
  repository.queue.length = 0;
  repository.checkRuns.length = 0;
  github.requests.length = 0;
  github.faults.clear();
}

/** Queues changes and gives the group of the last. */
export function groupOf(
  { repository }: QueueShop,
  changes: readonly FakePullRequest[],
  options: QueueOptions = {},
): QueuedGroup {
  const group = queueChanges(repository, changes, options).at(-1);
  if (group === undefined) throw new Error("A group has at least one change.");
  return group;
}

/** The group of several changes together: from the tip of the base to the head of the last. */
export function jointGroupOf(
  shop: QueueShop,
  changes: readonly FakePullRequest[],
  options: QueueOptions = {},
): QueuedGroup {
  const baseSha = shop.repository.git.resolveNow("main");
  return { ...groupOf(shop, changes, options), baseSha };
}

export interface QueueClient {
  readonly client: GitHubClient;
  readonly timing: SkippingTiming;
}

/** The workflow's own token, which may not read the queue. */
export function workflowClient(shop: QueueShop, permissions = workflowPermissions): QueueClient {
  const timing = new SkippingTiming();
  return {
    client: clientFor(shop.github, shop.github.tokens.workflow(shop.repository, permissions), { timing }),
    timing,
  };
}

/** An App that may read it; its id is 9. */
export function appClient({ github, repository }: QueueShop): QueueClient {
  const app = github.apps.get(9) ?? github.app({ id: 9, slug: "warrant-app" });
  const installation = github.tokens.installation({
    id: github.nextId(),
    app,
    repositories: [repository],
    permissions: { ...workflowPermissions, merge_queues: "read" },
  });
  const timing = new SkippingTiming();
  return { client: clientFor(github, github.tokens.ofInstallation(installation).token, { timing }), timing };
}
