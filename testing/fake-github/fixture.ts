/** @module One small shop with one change, which the tests of the fake look at from all sides. */

import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach } from "vitest";
import { createRepository, TestRepository, temporaryFolder } from "../git-repository.ts";
import { Asker } from "./ask.ts";
import type { FakePullRequest, PullRequestOptions } from "./pull-request.ts";
import type { FakeRepository } from "./repository.ts";
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from "./server.ts";

export interface Shop {
  readonly github: FakeGithub;
  readonly work: TestRepository;
  readonly repository: FakeRepository;
  readonly change: FakePullRequest;
  /** Asks as maria, who may write. */
  readonly ask: Asker;
}

const running: FakeGithub[] = [];

afterEach(async () => {
  for (const github of running.splice(0)) await github.close();
});

/** Started for one test and closed after it; closing throws when something unknown was asked. */
export async function fakeGithub(options: FakeGithubOptions = {}): Promise<FakeGithub> {
  const github = await startFakeGithub(options);
  running.push(github);
  return github;
}

let built: string | undefined;

/** Built once for a test file and copied for each test, which costs a tenth of building it. */
function ownCopy(): TestRepository {
  built ??= build();
  const folder = join(temporaryFolder(), "repository");
  cpSync(built, folder, { recursive: true });
  return new TestRepository(folder);
}

function build(): string {
  const work = createRepository({ lasting: "file" });
  work.commit("Begin", { "README.md": "# Shop\n", "src/cart.ts": "export const cart = 1;\n" });
  work.branch("feature");
  work.commit("Add a discount", {
    "src/cart.ts": "export const cart = 2;\n",
    "src/discount.ts": "export const discount = 2;\n",
  });
  work.switch("main");
  return work.folder;
}

/** `main` with a readme and a cart; `feature` with a discount; pull request 12, which closes issue 7. */
export async function shop(options: FakeGithubOptions = {}, about: Partial<PullRequestOptions> = {}): Promise<Shop> {
  const github = await fakeGithub(options);
  const work = ownCopy();
  const repository = github.repository("acme/shop", work.folder);
  repository.user("maria", { permission: "write", email: "maria@example.org" });
  repository.issue({ number: 7, title: "Discounts" });
  const change = repository.pullRequest({
    number: 12,
    title: "Add a discount",
    head: "feature",
    author: "sam",
    body: "Fixes #7",
    closes: [7],
    ...about,
  });
  return { github, work, repository, change, ask: new Asker(github, github.tokens.personal("maria")) };
}

/** A query for a part of the shop. */
export function inShop(selection: string): string {
  return `{ repository(owner: "acme", name: "shop") { ${selection} } }`;
}

/** A query for a part of its change. */
export function ofChange(selection: string): string {
  return inShop(`pullRequest(number: 12) { ${selection} }`);
}
