import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhooks } from "@octokit/webhooks";
import { afterEach, describe, expect, it } from "vitest";
import { shop } from "./fixture.ts";
import type { FakeGithub } from "./server.ts";
import { issueCommentPayload, issuesPayload, mergeGroupPayload, pullRequestPayload } from "./webhook-payloads.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Received {
  readonly event: string;
  readonly guid: string;
  readonly signature: string;
  readonly body: string;
}

/** Something that listens for webhooks and keeps what came. */
async function receiver(status = 202) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const header = (name: string): string => String(request.headers[name] ?? "");
      const body = Buffer.concat(parts).toString("utf8");
      received.push({
        event: header("x-github-event"),
        guid: header("x-github-delivery"),
        signature: header("x-hub-signature-256"),
        body,
      });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/github`, received };
}

/** By GitHub's own library. */
async function verify(github: FakeGithub, body = "", signature = ""): Promise<boolean> {
  return await new Webhooks({ secret: github.webhooks.secret }).verify(body, signature);
}

describe("deliveries", () => {
  it("are signed so that GitHub's own library accepts them", async () => {
    const { github, change } = await shop();
    const { url, received } = await receiver();
    const payload = await pullRequestPayload("opened", change, { installation: 5 });
    expect(await github.webhooks.deliver(url, "pull_request", payload)).toMatchObject({
      status: "OK",
      status_code: 202,
      action: "opened",
      installation_id: 5,
    });
    const [got] = received;
    expect(got?.event).toBe("pull_request");
    expect(await verify(github, got?.body, got?.signature)).toBe(true);
    expect(JSON.parse(got?.body ?? "")).toMatchObject({
      number: 12,
      pull_request: { changed_files: 2 },
      repository: { full_name: "acme/shop" },
    });
  });

  it("H4: altered after signing, signed by another, or not at all, they are refused by it (LF-Decentralized-Trust-labs/gitmesh#412)", async () => {
    const { github } = await shop();
    const { url, received } = await receiver();
    await github.webhooks.deliver(url, "ping", { zen: "x" }, { alter: (body) => body.replace("x", "y") });
    await github.webhooks.deliver(url, "ping", { zen: "x" }, { secret: "another" });
    await github.webhooks.deliver(url, "ping", { zen: "x" }, { signature: `sha256=${"0".repeat(64)}` });
    for (const { body, signature } of received) expect(await verify(github, body, signature)).toBe(false);
    await github.webhooks.deliver(url, "ping", { zen: "x" }, { signature: null });
    expect(received.map((one) => one.signature.length)).toEqual([71, 71, 71, 0]);
  });

  it("come again byte for byte under the same id", async () => {
    const { github } = await shop();
    const { url, received } = await receiver();
    const first = await github.webhooks.deliver(url, "ping", { zen: "x" });
    expect(await github.webhooks.redeliver(first)).toMatchObject({ redelivery: true, guid: first.guid });
    expect(received[1]).toEqual(received[0]);
  });

  it("come in any order, doubled and with losses", async () => {
    const { github } = await shop();
    const { url, received } = await receiver();
    const sendings = [0, 1, 2, 3].map((number) => ({ event: "ping", payload: { number } }));
    await github.webhooks.deliverAll(url, sendings, [3, 0, 0, 2]);
    expect(received.map(({ body }) => JSON.parse(body).number)).toEqual([3, 0, 0, 2]);
    expect(received[1]?.guid).toBe(received[2]?.guid);
    expect(new Set(received.map((one) => one.guid)).size).toBe(3);
  });

  it("H3: two apps may be sent one id (github/docs#32822)", async () => {
    const { github } = await shop();
    const { url, received } = await receiver();
    for (const hookId of [1, 2]) await github.webhooks.deliver(url, "ping", {}, { guid: "same", hookId });
    expect(received.map((one) => one.guid)).toEqual(["same", "same"]);
  });

  it("H5: that failed are listed for the app, newest first, and not tried again (rust-lang/bors#502, Mergifyio/mergify#5113)", async () => {
    const { github } = await shop();
    const refusing = await receiver(503);
    await github.webhooks.deliver(refusing.url, "pull_request", { action: "opened" });
    await github.webhooks.deliver("http://127.0.0.1:9/none", "ping", {});
    expect(refusing.received).toHaveLength(1);
    expect(github.webhooks.deliveries).toMatchObject([
      { event: "pull_request", status: "Invalid HTTP Response", status_code: 503 },
      { event: "ping", status: "failed to connect to host", status_code: 0 },
    ]);
  });
});

describe("payloads", () => {
  it("a comment on a change says that the issue is one", async () => {
    const { change } = await shop();
    const payload = issueCommentPayload(change, change.comment({ body: "/warrant recheck" }));
    expect(payload).toMatchObject({
      action: "created",
      issue: { number: 12, pull_request: {} },
      comment: { body: "/warrant recheck" },
      sender: { login: "maria" },
    });
  });

  it("what was edited comes with its old value", async () => {
    const { change, repository } = await shop();
    const changes = { title: { from: "Discounts" } };
    const issue = repository.issue({ number: 8, title: "Discounts for all" });
    const sender = repository.user("maria");
    expect(issuesPayload("edited", issue, { changes, sender })).toMatchObject({
      action: "edited",
      changes,
      issue: { number: 8 },
      sender: { login: "maria" },
    });
    expect(await pullRequestPayload("edited", change, { changes, sender })).toMatchObject({
      changes,
      pull_request: { user: { login: "sam" } },
      sender: { login: "maria" },
    });
  });

  it("a merge group names commits and no pull request", async () => {
    const { repository } = await shop();
    const payload = mergeGroupPayload(repository, { headSha: "a".repeat(40), baseSha: "b".repeat(40), number: 12 });
    expect(payload).toMatchObject({
      action: "checks_requested",
      merge_group: {
        head_ref: `refs/heads/gh-readonly-queue/main/pr-12-${"b".repeat(40)}`,
        base_ref: "refs/heads/main",
      },
    });
    expect(payload).not.toHaveProperty("pull_request");
  });
});
