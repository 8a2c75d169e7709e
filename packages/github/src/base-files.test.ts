/** Files of the base whose kind the platform calls by a word nobody knows: such a file may be there, and is not known. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientFor, openShop, type Shop } from "../../../testing/github-change.ts";
import { GitHubBaseFiles } from "./base-files.ts";
import { Anything } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { judgePullRequest } from "./judge-pull-request.ts";
import { Lookups } from "./lookups.ts";
import { pullRequestQuery } from "./queries.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ base: { "warrant.yaml": "intent:\n  enforce: true\n", "docs/plans/one.md": "# One\n" } });
});
afterEach(async () => await shop.github.close());

function client() {
  return clientFor(shop.github, shop.token, { timing: shop.timing });
}

/** The first answer about the change, in which the configuration is of another kind. */
async function answerWith(type: string): Promise<object> {
  const variables = { owner: "acme", name: "shop", number: 12 };
  const { data } = await client().graphql("the change", pullRequestQuery, variables, Anything);
  const text = JSON.stringify(data);
  const changed = text.replace(/("yaml":\{[^{}]*?"type":)"blob"/, `$1${JSON.stringify(type)}`);
  expect(changed).not.toBe(text);
  return { data: JSON.parse(changed) as unknown };
}

describe("the configuration of the base", () => {
  it.each([
    ["widget", "enforce"],
    ["", "enforce"],
    ["tree", "report"],
    ["commit", "report"],
  ])("of the kind %j makes the change count as %s (Law 3)", async (type, mode) => {
    const body = await answerWith(type);
    shop.github.fail({ query: "PullRequest", status: 200, body });
    const judged = await judgePullRequest(client(), { repository: "acme/shop", number: 12, mode: "report", env: {} });
    expect(judged.mode).toBe(mode);
    expect(judged.configurationUnknown === null).toBe(mode === "report");
  });
});

describe("a folder of the base", () => {
  it.each([
    ["widget", null],
    ["blob", 0],
  ])("of the kind %j has this many files: %s", async (type, count) => {
    const own = client();
    const sha = shop.work.git("rev-parse", "main");
    const base = new GitHubBaseFiles(own, new Lookups(own, "acme/shop"), "acme/shop", sha);
    const file = { oid: "a".repeat(40), type, object: {} };
    shop.github.fail({
      query: "Lookups",
      status: 200,
      body: { data: { home: { commit0: { q0: file } } } },
    });
    const listed = await base.list("docs/plans").catch((error: unknown) => error);
    if (count === null) expect(listed).toBeInstanceOf(PlatformError);
    else expect(listed).toHaveLength(count);
  });
});
