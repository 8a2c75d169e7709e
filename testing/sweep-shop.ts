/** @module A repository of the fake platform with many open changes, cheap to make and cheap to ask: their commits are few. */

import type { Permissions } from "./fake-github/accounts.ts";
import type { FakePullRequest } from "./fake-github/pull-request.ts";
import type { FakeRepository } from "./fake-github/repository.ts";
import { type FakeGithub, startFakeGithub } from "./fake-github/server.ts";
import { type Content, createRepository, type TestRepository } from "./git-repository.ts";

/** What a sweep that publishes may do. */
export const sweepPermissions: Permissions = {
  contents: "read",
  pull_requests: "write",
  issues: "read",
  checks: "write",
  statuses: "read",
};

export interface SweepShop {
  readonly github: FakeGithub;
  readonly work: TestRepository;
  readonly repository: FakeRepository;
  readonly changes: readonly FakePullRequest[];
  /** The token of a workflow, which may publish. */
  readonly token: string;
}

export interface SweepShopOptions {
  /** Open changes, numbered from 101. */
  readonly changes: number;
  /** Distinct head commits they share in turn; as many as changes when left out. */
  readonly heads?: number;
  /** Files of `main` and `release` beside the readme. */
  readonly base?: Readonly<Record<string, Content>>;
  readonly lasting?: "test" | "file";
}

/**
 * `acme/shop`: branches `main` and `release`, issue 7 that maria wrote and labelled, and changes that Copilot opened to
 * `main`; the even ones close issue 7, the odd ones name it.
 */
export async function openSweepShop(options: SweepShopOptions): Promise<SweepShop> {
  const { heads = options.changes, lasting = "test" } = options;
  const github = await startFakeGithub();
  const work = createRepository({ lasting });
  work.commit("Begin", { "README.md": "# Shop\n", ...options.base });
  work.git("branch", "release");
  for (let index = 0; index < heads; index += 1) {
    work.branch(`change-${index}`);
    work.commit(`Add part ${index}`, { [`src/discounts/part${index}.ts`]: `export const discount = ${index};\n` });
    work.switch("main");
  }
  const repository = github.repository("acme/shop", work.folder);
  repository.user("maria", { permission: "maintain", email: "maria@example.org" });
  github.bot("Copilot");
  repository.issue({ number: 7, title: "Discounts", author: "maria", body: "We want discounts for many parts." });
  const changes = Array.from({ length: options.changes }, (_, index) => {
    const number = 101 + index;
    const closes = number % 2 === 0;
    return repository.pullRequest({
      number,
      title: `fix: discount ${number}`,
      head: `change-${index % heads}`,
      author: "Copilot",
      body: closes ? "Fixes #7" : "Part of #7",
      closes: closes ? [7] : [],
    });
  });
  return { github, work, repository, changes, token: github.tokens.workflow(repository, sweepPermissions) };
}
