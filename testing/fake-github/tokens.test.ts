import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Asker } from "./ask.ts";
import { shop } from "./fixture.ts";

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const otherKeys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});

const now = (): number => Math.floor(Date.now() / 1000);

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function appToken(claims: object = {}, key = keys.privateKey, alg = "RS256"): string {
  const text = `${part({ alg, typ: "JWT" })}.${part({ iat: now() - 30, exp: now() + 300, iss: 77, ...claims })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

async function installed(permissions: Record<string, "read" | "write"> = { contents: "read", pull_requests: "write" }) {
  const basis = await shop();
  const { github, repository } = basis;
  const hidden = github.repository("acme/hidden", basis.work.folder, { private: true });
  const app = github.app({ id: 77, slug: "warrant", publicKey: keys.publicKey, permissions });
  github.tokens.installation({ id: 5, app, repositories: [repository, hidden] });
  return { ...basis, app, hidden, asApp: new Asker(github, appToken()) };
}

describe("who is asking", () => {
  it("nobody is answered 401", async () => {
    const { github } = await shop();
    const answer = await fetch(`${github.apiUrl}/repos/acme/shop`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Requires authentication" });
  });

  it.each(["token", "Bearer", "bearer"])("'%s TOKEN' is understood", async (word) => {
    const { github } = await shop();
    const authorization = `${word} ${github.tokens.personal("maria")}`;
    const answer = await fetch(`${github.apiUrl}/user`, { headers: { authorization } });
    expect(await answer.json()).toMatchObject({ login: "maria" });
  });

  it("an unknown, a revoked and an expired token are bad credentials, for REST and GraphQL", async () => {
    const { github } = await shop();
    const revoked = github.tokens.personal("maria");
    github.tokens.revoke(revoked);
    const expired = github.tokens.personal("maria");
    github.tokens.expire(expired);
    for (const token of ["ghp_unknown", revoked, expired]) {
      const ask = new Asker(github, token);
      expect(await ask.get("/user")).toMatchObject({ status: 401, body: { message: "Bad credentials" } });
      expect(await ask.graphql("{ viewer { login } }")).toMatchObject({ status: 401 });
    }
  });

  it("a workflow token may not read /user, and is github-actions[bot] when it writes", async () => {
    const { github, repository, change } = await shop();
    const ask = new Asker(github, github.tokens.workflow(repository, { pull_requests: "write" }));
    expect(await ask.get("/user")).toMatchObject({
      status: 403,
      body: { message: "Resource not accessible by integration" },
    });
    const answer = await ask.send("POST", "/repos/acme/shop/issues/12/comments", { body: "From a workflow" });
    expect(answer.body).toMatchObject({
      user: { login: "github-actions[bot]", id: 41898282, type: "Bot" },
      performed_via_github_app: { id: 15368, slug: "github-actions" },
    });
    expect(change.comments).toHaveLength(1);
  });

  it("F12: a read-only token of a fork is refused every write, and reads on", async () => {
    const { github, repository } = await shop();
    const all = {
      contents: "read",
      pull_requests: "read",
      issues: "read",
      checks: "read",
      security_events: "read",
    } as const;
    const ask = new Asker(github, github.tokens.workflow(repository, all));
    expect(await ask.get("/repos/acme/shop/pulls/12")).toMatchObject({ status: 200 });
    const head = repository.git.resolveNow("feature");
    for (const [path, body, needs] of [
      ["/repos/acme/shop/issues/12/comments", { body: "x" }, "issues=write; pull_requests=write"],
      ["/repos/acme/shop/check-runs", { name: "x", head_sha: head }, "checks=write"],
      [
        "/repos/acme/shop/code-scanning/sarifs",
        { commit_sha: head, ref: "refs/heads/feature", sarif: "" },
        "security_events=write",
      ],
    ] as const) {
      const refused = await ask.send("POST", path, body);
      expect({ path, ...refused }).toMatchObject({
        path,
        status: 403,
        body: { message: "Resource not accessible by integration" },
      });
      expect(refused.headers.get("x-accepted-github-permissions")).toBe(needs);
    }
  });

  it("a private repository is not there for those who may not see it", async () => {
    const { github, hidden } = await installed();
    hidden.user("eve", { permission: "read" });
    const eve = new Asker(github, github.tokens.personal("eve"));
    const sam = new Asker(github, github.tokens.personal("sam"));
    expect(await eve.get("/repos/acme/hidden")).toMatchObject({ status: 200, body: { private: true } });
    expect(await sam.get("/repos/acme/hidden")).toMatchObject({ status: 404 });
    expect(await sam.graphql(`{ repository(owner: "acme", name: "hidden") { id } }`)).toMatchObject({
      data: { repository: null },
      errors: [{ type: "NOT_FOUND", path: ["repository"] }],
    });
  });
});

describe("apps", () => {
  it("are known by a token signed with their key", async () => {
    const { asApp } = await installed();
    expect(await asApp.get("/app")).toMatchObject({ status: 200, body: { id: 77, slug: "warrant" } });
    expect(await asApp.get("/app/installations")).toMatchObject({ body: [{ id: 5, app_id: 77 }] });
    expect(await asApp.get("/repos/acme/shop/installation")).toMatchObject({ body: { id: 5 } });
    expect(await asApp.get("/repos/acme/shop")).toMatchObject({ status: 404 });
  });

  it.each([
    ["another's key", () => appToken({}, otherKeys.privateKey), /could not be decoded/],
    ["no signature", () => `${appToken().split(".").slice(0, 2).join(".")}.`, /could not be decoded/],
    ["alg none", () => appToken({}, keys.privateKey, "none"), /could not be decoded/],
    [
      "the public key used as a shared secret",
      () => {
        const text = `${part({ alg: "HS256" })}.${part({ iat: now(), exp: now() + 60, iss: 77 })}`;
        return `${text}.${createHmac("sha256", keys.publicKey).update(text).digest("base64url")}`;
      },
      /could not be decoded/,
    ],
    ["an unknown app", () => appToken({ iss: 78 }), /could not be decoded/],
    ["words instead of JSON", () => "a.b.c", /could not be decoded/],
    ["a time that is past", () => appToken({ exp: now() - 1 }), /'exp'/],
    ["eleven minutes and more", () => appToken({ exp: now() + 670 }), /too far in the future/],
    ["an issue time in the future", () => appToken({ iat: now() + 120 }), /'iat'/],
    ["no expiry", () => appToken({ exp: undefined }), /'exp'/],
  ])("are refused with %s", async (_what, token, message) => {
    const { github } = await installed();
    const answer = await new Asker(github, token()).get("/app");
    expect(answer).toMatchObject({ status: 401, body: { message: expect.stringMatching(message) } });
  });

  it("get an hour's token for an installation, with all it has", async () => {
    const { github, asApp } = await installed();
    const answer = await asApp.send("POST", "/app/installations/5/access_tokens");
    const given = answer.body as { token: string; expires_at: string };
    expect(answer).toMatchObject({ status: 201, body: { permissions: { metadata: "read", pull_requests: "write" } } });
    expect(Date.parse(given.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    const ask = new Asker(github, given.token);
    expect(await ask.get("/installation/repositories")).toMatchObject({
      body: { total_count: 2, repositories: [{ full_name: "acme/shop" }, { full_name: "acme/hidden" }] },
    });
    expect(await ask.send("POST", "/repos/acme/shop/issues/12/comments", { body: "x" })).toMatchObject({
      body: { user: { login: "warrant[bot]" }, performed_via_github_app: { id: 77 } },
    });
  });

  it("get less when they ask for less, and nothing more", async () => {
    const { github, asApp } = await installed();
    const path = "/app/installations/5/access_tokens";
    const reduced = await asApp.send("POST", path, { repositories: ["shop"], permissions: { contents: "read" } });
    const ask = new Asker(github, (reduced.body as { token: string }).token);
    expect(await ask.get("/repos/acme/hidden")).toMatchObject({ status: 404 });
    expect(await ask.send("POST", "/repos/acme/shop/issues/12/comments", { body: "x" })).toMatchObject({ status: 403 });
    for (const tooMuch of [
      { permissions: { contents: "write" } },
      { permissions: { checks: "read" } },
      { repositories: ["other"] },
    ]) {
      expect(await asApp.send("POST", path, tooMuch)).toMatchObject({ status: 422 });
    }
    expect(await asApp.send("POST", "/app/installations/6/access_tokens")).toMatchObject({ status: 404 });
  });

  it("lose a token when its hour is over", async () => {
    const { github, asApp } = await installed();
    const { token } = (await asApp.send("POST", "/app/installations/5/access_tokens")).body as { token: string };
    github.tokens.expire(token);
    expect(await new Asker(github, token).get("/repos/acme/shop")).toMatchObject({ status: 401 });
  });

  it("may not read settings or the merge queue without being given it, even where all is public", async () => {
    const { github, asApp } = await installed();
    const { token } = (await asApp.send("POST", "/app/installations/5/access_tokens")).body as { token: string };
    const ask = new Asker(github, token);
    expect(await ask.get("/repos/acme/shop/branches/main/protection")).toMatchObject({ status: 403 });
    expect(
      await ask.graphql(`{ repository(owner: "acme", name: "shop") { mergeQueue(branch: "main") { id } } }`),
    ).toMatchObject({
      data: { repository: { mergeQueue: null } },
      errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }],
    });
  });
});
