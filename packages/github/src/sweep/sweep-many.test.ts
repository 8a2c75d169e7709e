/** A sweep of a thousand open changes of which nothing changed: what it asks, counted. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { clientFor, SkippingTiming } from "../../../../testing/github-change.ts";
import { openSweepShop, type SweepShop } from "../../../../testing/sweep-shop.ts";
import { keptForAll } from "../../../../testing/sweep-state.ts";
import { type SweepResult, sweepRepository } from "./sweep.ts";

describe.each([
  [10, 5],
  [100, 8],
  [1000, 60],
])("%i open changes", (count, most) => {
  const folder = join(temporaryFolder("file"), "out");
  let shop: SweepShop;
  let requests: string[];
  let result: SweepResult;
  let points = 0;

  beforeAll(async () => {
    shop = await openSweepShop({ changes: count, heads: 3, lasting: "file" });
    const client = clientFor(shop.github, shop.token, { timing: new SkippingTiming() });
    mkdirSync(folder);
    writeFileSync(join(folder, "warrant-state.json"), await keptForAll(client, "acme/shop"));
    shop.github.requests.length = 0;
    const rate = shop.github.tokens.rateOf(shop.token);
    rate.used = 0;
    // A client of its own: nothing that was read before is remembered.
    const fresh = clientFor(shop.github, shop.token, { timing: new SkippingTiming() });
    result = await sweepRepository(fresh, {
      repository: "acme/shop",
      mode: "report",
      env: {},
      folder,
      signal: new AbortController().signal,
    });
    points = rate.used;
    requests = shop.github.requests.map(({ operation, path }) => operation ?? path);
  });
  afterAll(async () => await shop.github.close());

  it(`of which nothing changed take at most ${most} requests`, () => {
    expect(result.changes.filter(({ how }) => how !== "unchanged")).toEqual([]);
    expect(result.changes).toHaveLength(count);
    expect(requests.length).toBeLessThanOrEqual(most);
    expect(new Set(requests)).toEqual(new Set(["SweepList", "Lookups", "SweepLook"]));
  });

  it("take a request for each hundred of them, one for each forty, and a few for all", () => {
    const of = (name: string): number => requests.filter((one) => one === name).length;
    expect(of("SweepList")).toBe(Math.ceil(count / 100));
    expect(of("SweepLook")).toBe(Math.ceil(count / 40));
    expect(of("Lookups")).toBe(3);
  });

  it("cost few points, so that a workflow may look at them every quarter of an hour", () => {
    // The fake counts as the platform documents it; a workflow token has a thousand an hour.
    expect(points).toBeLessThan(count / 5 + 20);
  });
});
