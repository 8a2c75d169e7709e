import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientFor, openShop, type Shop } from "../../../../testing/github-change.ts";
import { PlatformError } from "../errors.ts";
import { findPublishing, workflowPublisher } from "./publisher.ts";

describe("who publishes", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    shop.github.app({ id: 4711, slug: "acme-gate" });
  });
  afterAll(async () => await shop.github.close());

  function installationToken(appId: number): string {
    const app = shop.github.apps.get(appId);
    if (app === undefined) throw new Error("no such app");
    const installation = shop.github.tokens.installation({ id: appId, app, repositories: [shop.repository] });
    return shop.github.tokens.ofInstallation(installation).token;
  }

  const ask = async (token: string) => await findPublishing(clientFor(shop.github, token));

  it("a workflow token publishes as GitHub Actions, by one request that is not /user (H2, anthropics/claude-code-action#1123)", async () => {
    const before = shop.github.requests.length;
    expect(await ask(shop.github.tokens.workflow(shop.repository))).toEqual({
      publisher: workflowPublisher,
      parts: { check: true, comment: true },
    });
    expect(shop.github.log().slice(before)).toEqual(["POST WarrantViewer 200"]);
  });

  it("an app's token publishes as that app, whose id is asked for by its name", async () => {
    const { publisher, parts } = await ask(installationToken(4711));
    expect(publisher).toEqual({ appId: 4711, comments: { accountId: shop.github.accounts.get("acme-gate[bot]").id } });
    expect(parts).toEqual({ check: true, comment: true });
  });

  it("an app that does not tell its id writes comments only", async () => {
    const token = installationToken(4711);
    shop.github.fail({ path: /^\/apps\//, status: 404 });
    expect(await ask(token)).toMatchObject({ publisher: { appId: -1 }, parts: { check: false, comment: true } });
  });

  it("a person's token writes comments only, as that person", async () => {
    const id = shop.github.accounts.get("maria").id;
    expect(await ask(shop.token)).toEqual({
      publisher: { appId: -1, comments: { accountId: id } },
      parts: { check: false, comment: true },
    });
  });

  it("a server that fails is an error", async () => {
    const token = installationToken(4711);
    shop.github.fail({ path: /^\/apps\//, status: 403 });
    await expect(ask(token)).rejects.toBeInstanceOf(PlatformError);
  });
});

it("GitHub Actions of an Enterprise server has ids of its own (H9, danger/danger-js#153)", async () => {
  const shop = await openShop({ server: { base: "enterprise" } });
  shop.github.accounts.add("Bot", "github-actions[bot]", { id: 77 });
  const bot = shop.github.accounts.get("github-actions[bot]");
  const app = shop.github.app({ id: 5, slug: "github-actions", bot });
  const installation = shop.github.tokens.installation({ id: 1, app, repositories: [shop.repository] });
  shop.github.apps.delete(15368);
  const { token } = shop.github.tokens.ofInstallation(installation);
  expect(await findPublishing(clientFor(shop.github, token))).toEqual({
    publisher: { appId: 5, comments: { accountId: 77 } },
    parts: { check: true, comment: true },
  });
  await shop.github.close();
});
