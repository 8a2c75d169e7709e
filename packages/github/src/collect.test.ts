import { canonicalJson } from "@warrant/kernel/canonical";
import { readFacts } from "@warrant/kernel/change/facts";
import { afterEach, describe, expect, it } from "vitest";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.github.close();
  shop = undefined;
});

async function collect(options: ShopOptions = {}, act?: (shop: Shop) => void) {
  shop = await openShop(options);
  act?.(shop);
  return await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
}

describe("a pull request", () => {
  it("gives facts", async () => {
    const { facts, requests } = await collect();
    console.log(JSON.stringify(facts, null, 1), requests, shop?.github.log(), shop?.log);
    const reading = readFacts(facts);
    expect(reading.ok && canonicalJson(reading.facts)).toBe(canonicalJson(facts));
  });
});
