import { afterEach, describe, expect, it } from "vitest";
import type { Newer } from "../../../testing/fake-github/graphql.ts";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";
import { unknownParts, withoutParts } from "./older-servers.ts";
import { pullRequestQuery, selections, stillWithLinksQuery } from "./queries.ts";
import { lookQuery } from "./sweep/look-query.ts";
import { sweepRepository } from "./sweep/sweep.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

const all: readonly Newer[] = ["stateReason", "enableDuplicate", "userLinkedOnly"];

async function collect(lacks: readonly Newer[], options: ShopOptions = {}) {
  shop = await openShop({ ...options, server: { base: "plain", lacks } });
  return (await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 })).facts;
}

describe("an older Enterprise Server", () => {
  it.each<[string, readonly Newer[]]>([
    ["nothing", []],
    ["reasons of issues", ["stateReason"]],
    ["duplicates", ["enableDuplicate"]],
    ["links made by hand", ["userLinkedOnly"]],
    ["any of them", all],
  ])("that lacks %s gives whole facts, at the cost of one request", async (_name, lacks) => {
    const facts = await collect(lacks);
    expect(facts.incomplete).toEqual([]);
    expect(facts.issues).toMatchObject([{ number: 7, link: "closing", state: "open" }]);
    const queries = shop.github.seen({ query: "PullRequest" }).length;
    expect(queries).toBe(lacks.length === 0 ? 1 : 2);
    // What it does not know is asked for once in the life of the client.
    await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
    expect(shop.github.seen({ query: "PullRequest" })).toHaveLength(queries + 1);
  });

  it.each([
    ["has no reasons", ["stateReason"], "not_planned"],
    ["knows no duplicates", ["enableDuplicate"], "completed"],
  ] as const)("that %s tells of a closed issue the careful end", async (_name, lacks, reason) => {
    const facts = await collect(lacks, {
      before: (repository) => void repository.issues.get(7)?.close({ reason: "completed" }),
    });
    expect(facts.issues).toMatchObject([{ state: "closed", state_reason: reason }]);
  });

  it("takes no link for one made by hand where that is not told", async () => {
    const facts = await collect(["userLinkedOnly"], { change: { body: "", closes: [], linkedByHand: [7] } });
    expect(facts.issues).toMatchObject([{ number: 7, link: "closing" }]);
  });

  it("can be swept", async () => {
    shop = await openShop({ server: { lacks: all } });
    const found = await sweepRepository(shop.client, {
      repository: "acme/shop",
      mode: "report",
      env: {},
      signal: new AbortController().signal,
    });
    expect(found.changes).toMatchObject([{ number: 12, how: "judged" }]);
    expect(found.changes[0]?.kept?.seen).not.toBeNull();
  });

  it("that lacks what we cannot go without is asked once, and the failure is the platform's", async () => {
    shop = await openShop();
    const extensions = { code: "undefinedField", typeName: "PullRequest", fieldName: "headRefOid" };
    shop.github.fail({ query: "PullRequest", status: 200, body: { errors: [{ message: "Field", extensions }] } });
    await expect(collectPullRequest(shop.client, { repository: "acme/shop", number: 12 })).rejects.toThrow(
      "was refused",
    );
    expect(shop.github.seen({ query: "PullRequest" })).toHaveLength(1);
  });
});

describe("queries without what a server does not know", () => {
  it.each([
    ["the change", pullRequestQuery],
    ["its end", stillWithLinksQuery],
    ["an issue", selections.issue],
    ["a look", lookQuery(2)],
  ])("hold no word of it: %s", (_name, query) => {
    const rest = withoutParts(query, new Set(all));
    expect(rest).not.toMatch(/stateReason|enableDuplicate|userLinkedOnly|linkedByHand/);
    expect(withoutParts(query, new Set())).toBe(query);
  });

  it.each<[string, unknown]>([
    ["no object", "Field 'stateReason' doesn't exist"],
    ["another code", { extensions: { code: "somethingElse", fieldName: "stateReason" } }],
    ["a field as an argument", { extensions: { code: "argumentNotAccepted", fieldName: "stateReason" } }],
    ["another field", { extensions: { code: "undefinedField", fieldName: "body" } }],
  ])("are not asked for by %s", (_name, error) => {
    expect(unknownParts([error])).toEqual([]);
  });
});
