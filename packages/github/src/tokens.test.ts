import { generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { openShop, type Shop, SkippingTiming, urlsOf } from "../../../testing/github-change.ts";
import { GitHubClient } from "./client.ts";
import { collectPullRequest } from "./collect.ts";
import { PlatformError } from "./errors.ts";
import { installationTokens } from "./tokens.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

async function openApp(base: "plain" | "enterprise") {
  shop = await openShop({ server: { base } });
  const { github, repository } = shop;
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const app = github.app({
    id: 77,
    slug: "warrant",
    publicKey,
    permissions: { contents: "read", pull_requests: "read", issues: "read", checks: "write" },
  });
  github.tokens.installation({ id: 5, app, repositories: [repository] });
  const timing = new SkippingTiming();
  const options = { urls: urlsOf(github), version: "0.1.0", timing };
  const token = installationTokens({ appId: 77, privateKey, installationId: 5, repositories: ["shop"] }, options);
  return { token, timing, client: new GitHubClient({ ...options, token }), options };
}

describe.each(["plain", "enterprise"] as const)("tokens of an installation on a %s server", (base) => {
  it("are asked for at the same base, once for all who wait, and collect a change (H9: docker/scout-action#20)", async () => {
    const { client, token, timing } = await openApp(base);
    const [first, second] = await Promise.all([token(), token()]);
    expect(first).toBe(second);
    const { facts } = await collectPullRequest(client, { repository: "acme/shop", number: 12 });
    expect(facts.incomplete).toEqual([]);
    const asked = () => shop.github.seen({ path: /access_tokens$/ });
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.body).toEqual({ repositories: ["shop"] });
    await timing.sleep(54 * 60_000, new AbortController().signal);
    expect(await token()).toBe(first);
    await timing.sleep(2 * 60_000, new AbortController().signal);
    expect(await token(), "five minutes before it lapses").not.toBe(first);
  });
});

it("a token that could not be had is asked for again, and its failure names no secret", async () => {
  const { token } = await openApp("plain");
  shop.github.fail({ path: /access_tokens$/, status: 500 });
  const error = await token().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PlatformError);
  expect(String(error)).not.toMatch(/BEGIN|eyJ/);
  await expect(token()).resolves.toMatch(/^ghs_/);
});
