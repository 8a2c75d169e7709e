/** @module The managed comment that the product leaves on the example's pull request, through its client and the fake GitHub. */

import { gatePullRequest } from "../packages/github/src/gate-pull-request.ts";
import { WritePace } from "../packages/github/src/publish/pace.ts";
import { appPublisher } from "../packages/github/src/publish/publisher.ts";
import { exampleRepository } from "./example-repository.ts";
import { startFakeGithub } from "./fake-github/server.ts";
import { clientFor, SkippingTiming } from "./github-change.ts";

const repository = "acme/shop";
const number = 48;
const head = "copilot/fix-and-more";
const title = "fix: an empty cart has the total zero";
const configuration = `intent:
  enforce: true
  gate: agents
  sensitive_paths: ["src/payment/**"]
`;

export interface ShownComment {
  readonly author: string;
  readonly body: string;
}

/**
 * Pull request 48 of the shop: maria gave issue 12 to Copilot, whose change does that and more. Warrant, as the Action, collects
 * and judges it by the base's own configuration and publishes; the comment is what the platform then holds.
 */
export async function publishedComment(): Promise<ShownComment> {
  const shop = await exampleRepository();
  shop.commit("Enforce what agents may do", { "warrant.yaml": configuration });
  await using github = await startFakeGithub();
  const served = github.repository(repository, shop.folder);
  served.user("maria", { permission: "maintain" });
  served.user("nadia", { permission: "read" });
  served.world.bot("Copilot");
  const issue = served.issue({
    number: 12,
    title: "The total of an empty cart is wrong",
    body: "An empty cart shows the price of the last line. The total of no lines should be zero.",
    author: "nadia",
  });
  issue.label("accepted", { by: "maria" }).assign("Copilot", { by: "maria" });
  const change = served.pullRequest({ number, title, head, author: "Copilot", body: "Fixes #12", closes: [issue] });
  const app = served.world.actionsApp;
  const permissions = { contents: "read", pull_requests: "write", issues: "read", checks: "write" } as const;
  const installation = github.tokens.installation({ id: 1, app, repositories: [served], permissions });
  const { signal } = new AbortController();
  await gatePullRequest(clientFor(github, github.tokens.ofInstallation(installation).token), {
    repository,
    number,
    mode: "report",
    env: {},
    publishing: { publisher: appPublisher(app.id), parts: { check: true, comment: true } },
    answersComments: true,
    // Only the second between two writes is skipped.
    pace: new WritePace(new SkippingTiming(), signal),
    signal,
  });
  const [comment] = change.comments;
  if (comment === undefined) throw new Error("Nothing was published.");
  return { author: comment.author?.login ?? "ghost", body: comment.body };
}
