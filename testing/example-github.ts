/** @module The platform that the documentation's examples ask: the shop of the examples with its people, issue and pull requests. */

import type { Permissions } from "./fake-github/accounts.ts";
import { type FakeGithub, startFakeGithub } from "./fake-github/server.ts";
import type { TestRepository } from "./git-repository.ts";

/** Permissions of the workflow token in the documented workflows. */
const workflowPermissions: Permissions = {
  contents: "read",
  pull_requests: "write",
  issues: "read",
  checks: "write",
  statuses: "read",
};

export interface ExampleGithub {
  readonly github: FakeGithub;
  /** Variables that lead a command to it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * `acme/shop` on the platform: pull request 47 does what issue 12 asks, 48 does more than that, and 49 is a person's.
 *
 * @param shop what `exampleRepository` made
 */
export async function exampleGithub(shop: TestRepository): Promise<ExampleGithub> {
  const github = await startFakeGithub();
  const repository = github.repository("acme/shop", shop.folder);
  repository.user("maria", { permission: "maintain", email: "maria@example.org" });
  repository.user("nadia", { permission: "read" });
  github.bot("Copilot");
  const issue = repository.issue({
    number: 12,
    title: "The total of an empty cart is wrong",
    author: "nadia",
    body: "An empty cart shows the price of the last line. The total of no lines should be zero.",
  });
  for (const name of ["bug", "accepted", "P1"]) issue.label(name, { by: "maria" });
  issue.assign("Copilot", { by: "maria" });
  const title = "fix: an empty cart has the total zero";
  const agents = { title, author: "Copilot", closes: [12] };
  repository.pullRequest({
    ...agents,
    number: 47,
    head: "copilot/fix-empty-cart",
    body: "The sum began with the price of the first line.\n\nFixes #12",
  });
  repository.pullRequest({
    ...agents,
    number: 48,
    head: "copilot/fix-and-more",
    body: "Also retries charges and speeds up the build.\n\nFixes #12",
  });
  return {
    github,
    env: {
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_TOKEN: github.tokens.workflow(repository, workflowPermissions),
    },
  };
}
