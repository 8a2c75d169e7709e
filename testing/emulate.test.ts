/** @module The fake GitHub and the independent emulate give the same answers where both have one. */

import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhooks } from "@octokit/webhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulate } from "./emulate.ts";
import { type FakeGithub, startFakeGithub } from "./fake-github/server.ts";
import { pullRequestPayload } from "./fake-github/webhook-payloads.ts";
import { createRepository } from "./git-repository.ts";

const secret = "a secret of both";

/** What the common tests need to know of a server. */
interface Server {
  readonly url: string;
  readonly appId: number;
  readonly privateKey: string;
  readonly installationId: number;
  readonly number: number;
  readonly headSha: string;
  /** Makes the server send `pull_request` with action opened, if it did not by itself. */
  readonly announce: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const received: Received[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
    response.writeHead(202).end();
  });
});
let webhookUrl = "";

beforeAll(async () => {
  await new Promise<void>((done) => {
    receiver.listen(0, "127.0.0.1", done);
  });
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/github`;
});

afterAll(() => {
  receiver.close();
});

async function emulated(): Promise<Server> {
  const emulate = await startEmulate({ webhookUrl, webhookSecret: secret });
  const opened = await emulate.openPullRequest({ branch: "feature" });
  return { ...emulate, ...opened, announce: async () => {} };
}

async function faked(): Promise<Server> {
  const github: FakeGithub = await startFakeGithub();
  github.webhooks.secret = secret;
  const work = createRepository({ lasting: "file" });
  work.commit("Begin", { "README.md": "# shop\n" });
  work.branch("feature");
  const headSha = work.commit("Add feature", { "src/feature.txt": "feature\n" });
  const repository = github.repository("acme/shop", work.folder);
  repository.user("maria", { permission: "admin" });
  const change = repository.pullRequest({ number: 1, head: "feature" });
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const permissions = { contents: "read", pull_requests: "write", issues: "read", checks: "write" } as const;
  const app = github.app({ id: 77, slug: "warrant", publicKey: keys.publicKey, permissions });
  github.tokens.installation({ id: 5, app, repositories: [repository] });
  return {
    url: github.apiUrl,
    appId: 77,
    privateKey: keys.privateKey,
    installationId: 5,
    number: 1,
    headSha,
    announce: async () => {
      await github.webhooks.deliver(
        webhookUrl,
        "pull_request",
        await pullRequestPayload("opened", change, { installation: 5 }),
      );
    },
    close: async () => await github.close(),
  };
}

function appToken(server: Server, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat: now - 30, exp: now + 300, iss: server.appId, ...claims })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(server.privateKey, "base64url")}`;
}

async function send(server: Server, token: string, method: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

async function installationToken(server: Server): Promise<string> {
  const path = `/app/installations/${server.installationId}/access_tokens`;
  const answer = await send(server, appToken(server), "POST", path, {});
  expect(answer.status).toBe(201);
  return answer.body.token;
}

describe.each([
  { name: "emulate", start: emulated },
  { name: "the fake", start: faked },
])("$name", ({ start }) => {
  let server: Server;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => await server.close());

  it("knows an app by a token signed with its key, and no other", async () => {
    expect(await send(server, appToken(server), "GET", "/app")).toMatchObject({
      status: 200,
      body: { id: 77, slug: "warrant" },
    });
    const refused = { status: 401, body: { message: "A JSON web token could not be decoded" } };
    const [head = "", body = "", signature = ""] = appToken(server).split(".");
    const other = Buffer.from(JSON.stringify({ iss: 78 })).toString("base64url");
    for (const token of [`${head}.${body}.${signature.slice(0, -6)}AAAAAA`, `${head}.${other}.${signature}`, "a.b.c"]) {
      expect(await send(server, token, "GET", "/app")).toMatchObject(refused);
    }
    expect(await send(server, appToken(server, { exp: 1 }), "GET", "/app")).toMatchObject({ status: 401 });
  });

  it("gives an installation a token of an hour with the app's permissions", async () => {
    const answer = await send(server, appToken(server), "POST", "/app/installations/5/access_tokens", {});
    expect(answer).toMatchObject({
      status: 201,
      body: {
        token: expect.stringMatching(/^ghs_/),
        permissions: { checks: "write", contents: "read", metadata: "read" },
      },
    });
    const lifetime = Date.parse(answer.body.expires_at) - Date.now();
    expect(lifetime).toBeGreaterThan(3_500_000);
    expect(lifetime).toBeLessThanOrEqual(3_600_000);
    expect(await send(server, appToken(server), "GET", "/repos/acme/shop/installation")).toMatchObject({
      body: { id: 5, app_id: 77 },
    });
  });

  it("tells an installation what a person may do, and 404 for nobody", async () => {
    const token = await installationToken(server);
    const path = "/repos/acme/shop/collaborators";
    expect(await send(server, token, "GET", `${path}/maria/permission`)).toMatchObject({
      status: 200,
      body: { permission: "admin", role_name: "admin", user: { login: "maria" } },
    });
    expect(await send(server, token, "GET", `${path}/nobody/permission`)).toMatchObject({ status: 404 });
  });

  it("keeps a check run through its life", async () => {
    const token = await installationToken(server);
    const runs = "/repos/acme/shop/check-runs";
    const body = { name: "warrant/change", head_sha: server.headSha, status: "in_progress", external_id: "sha256:1" };
    const created = await send(server, token, "POST", runs, body);
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: "warrant/change",
        head_sha: server.headSha,
        status: "in_progress",
        conclusion: null,
        external_id: "sha256:1",
      },
    });
    const output = { title: "Denied", summary: "Nobody asked for it." };
    const completed = { status: "completed", conclusion: "failure", output };
    expect(await send(server, token, "PATCH", `${runs}/${created.body.id}`, completed)).toMatchObject({
      status: 200,
      body: { id: created.body.id, status: "completed", conclusion: "failure", output },
    });
    const list = `/repos/acme/shop/commits/${server.headSha}/check-runs`;
    const name = encodeURIComponent("warrant/change");
    expect(await send(server, token, "GET", `${list}?check_name=${name}`)).toMatchObject({
      status: 200,
      body: { total_count: 1, check_runs: [{ id: created.body.id, conclusion: "failure" }] },
    });
    expect(await send(server, token, "GET", `${list}?check_name=other`)).toMatchObject({
      body: { total_count: 0, check_runs: [] },
    });
  });

  it("attributes comments to the app's bot, and changes, lists and removes them", async () => {
    const token = await installationToken(server);
    const path = `/repos/acme/shop/issues/${server.number}/comments`;
    const created = await send(server, token, "POST", path, { body: "one" });
    expect(created).toMatchObject({ status: 201, body: { body: "one", user: { login: "warrant[bot]", type: "Bot" } } });
    await send(server, token, "POST", path, { body: "two" });
    const own = `/repos/acme/shop/issues/comments/${created.body.id}`;
    expect(await send(server, token, "PATCH", own, { body: "one again" })).toMatchObject({
      status: 200,
      body: { body: "one again" },
    });
    const page = await send(server, token, "GET", `${path}?per_page=1`);
    expect(page.body).toMatchObject([{ body: "one again" }]);
    expect(page.headers.get("link")).toContain('rel="next"');
    expect(await send(server, token, "DELETE", own)).toMatchObject({ status: 204 });
    expect((await send(server, token, "GET", path)).body).toMatchObject([{ body: "two" }]);
  });

  it("signs its webhooks so that GitHub's own library accepts them", async () => {
    received.length = 0;
    await server.announce();
    const token = await installationToken(server);
    await send(server, token, "POST", `/repos/acme/shop/issues/${server.number}/comments`, { body: "hello" });
    // emulate sends by itself and a moment later.
    await expect.poll(() => received.length, { timeout: 5000 }).toBeGreaterThan(0);
    for (const { headers, body } of received) {
      const signature = String(headers["x-hub-signature-256"]);
      expect(headers["x-github-event"]).toMatch(/^(?:pull_request|issue_comment)$/);
      expect(headers["x-github-delivery"]).toMatch(/./);
      expect(await new Webhooks({ secret }).verify(body, signature)).toBe(true);
      expect(await new Webhooks({ secret }).verify(`${body} `, signature)).toBe(false);
      expect(JSON.parse(body)).toMatchObject({ installation: { id: 5 }, repository: { full_name: "acme/shop" } });
    }
  });
});

describe("emulate alone", () => {
  it("has no answer to these, so suites which need them use the fake", async () => {
    const server = await emulated();
    const token = await installationToken(server);
    const missing = [
      ["POST", "/graphql"],
      ["GET", "/api/v3/repos/acme/shop"],
      ["GET", "/installation/repositories"],
      ["GET", "/repos/acme/shop/rules/branches/main"],
      ["GET", `/repos/acme/shop/commits/${server.headSha}/pulls`],
      ["GET", `/repos/acme/shop/commits/${server.headSha}/status`],
      ["POST", "/repos/acme/shop/code-scanning/sarifs"],
    ] as const;
    for (const [method, path] of missing) {
      const answer = await send(server, token, method, path, method === "POST" ? {} : undefined);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
    expect((await send(server, token, "GET", `/repos/acme/shop/pulls/${server.number}/files`)).body).toEqual([]);
    await server.close();
  });
});
