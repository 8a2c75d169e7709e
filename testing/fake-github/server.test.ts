import { describe, expect, it } from "vitest";
import { Asker } from "./ask.ts";
import { shop } from "./fixture.ts";

describe("bases", () => {
  it.each([
    { base: "plain", path: "", other: "/api/v3/repos/acme/shop" },
    { base: "enterprise", path: "/api/v3", other: "/repos/acme/shop" },
  ] as const)("$base answers under its own base only", async ({ base, path, other }) => {
    const { github, ask } = await shop({ base });
    expect(github.apiUrl).toBe(`${github.origin}${path}`);
    expect(await ask.get("/repos/acme/shop")).toMatchObject({ status: 200, body: { full_name: "acme/shop" } });
    expect(await ask.get(github.origin + other)).toMatchObject({ status: 404 });
    expect(github.unexpected.splice(0)).toEqual([`GET ${other}`]);
  });

  it("plain has its GraphQL at /graphql, Enterprise at /api/graphql", async () => {
    const plain = await shop();
    expect(plain.github.graphqlUrl).toBe(`${plain.github.origin}/graphql`);
    const enterprise = await shop({ base: "enterprise" });
    expect(enterprise.github.graphqlUrl).toBe(`${enterprise.github.origin}/api/graphql`);
    for (const { ask } of [plain, enterprise]) {
      expect(await ask.graphql("{ rateLimit { limit } }")).toMatchObject({ data: { rateLimit: { limit: 5000 } } });
    }
  });

  it("links to further pages stay under the base", async () => {
    const { github, ask } = await shop({ base: "enterprise" });
    const { headers } = await ask.get("/repos/acme/shop/pulls/12/files?per_page=1");
    expect(headers.get("link")).toBe(
      `<${github.apiUrl}/repos/acme/shop/pulls/12/files?per_page=1&page=2>; rel="next", ` +
        `<${github.apiUrl}/repos/acme/shop/pulls/12/files?per_page=1&page=2>; rel="last"`,
    );
  });
});

describe("what was asked", () => {
  it("is kept in order, with its query and body and without the token", async () => {
    const { github, ask } = await shop();
    await ask.get("/repos/acme/shop/pulls/12/files?per_page=100", { "x-github-api-version": "2022-11-28" });
    await ask.graphql(
      'query Tip($n: Int!) { repository(owner: "acme", name: "shop") { issue(number: $n) { title } } }',
      { n: 7 },
    );
    await ask.send("POST", "/repos/acme/shop/issues/12/comments", { body: "Hello" });
    expect(github.log()).toEqual([
      "GET /repos/acme/shop/pulls/12/files?per_page=100 200",
      "POST Tip 200",
      "POST /repos/acme/shop/issues/12/comments 201",
    ]);
    expect(github.requests[0]).toMatchObject({
      query: { per_page: "100" },
      headers: { "x-github-api-version": "2022-11-28" },
      by: "maria",
    });
    expect(github.requests[1]).toMatchObject({ operation: "Tip", variables: { n: 7 } });
    expect(github.requests[2]?.body).toEqual({ body: "Hello" });
    expect(JSON.stringify(github.requests)).not.toMatch(/ghp_|ghs_/);
    expect(github.seen({ method: "post" })).toHaveLength(2);
    expect(github.seen({ query: "Tip" })).toHaveLength(1);
    expect(github.seen({ query: /issue\(number/ })).toHaveLength(1);
    expect(github.seen({ path: /\/files$/ })).toHaveLength(1);
    expect(github.seen({ path: "/files" })).toHaveLength(0);
  });

  it("fails the test when no route is there for it", async () => {
    const { github, ask } = await shop();
    expect(await ask.get("/repos/acme/shop/stargazers")).toMatchObject({ status: 404, body: { message: "Not Found" } });
    expect(await ask.send("DELETE", "/repos/acme/shop")).toMatchObject({ status: 404 });
    await expect(github.close()).rejects.toThrow("GET /repos/acme/shop/stargazers\nDELETE /repos/acme/shop");
    github.unexpected.length = 0;
  });

  it("does not fail the test when the route is known and the thing is not there", async () => {
    const { ask } = await shop();
    for (const path of [
      "/repos/acme/none",
      "/repos/acme/shop/pulls/99",
      "/repos/acme/shop/pulls/7",
      "/repos/acme/shop/contents/none.md",
    ]) {
      const answer = await ask.get(path);
      expect({ path, ...answer }).toMatchObject({ path, status: 404, body: { message: "Not Found", status: "404" } });
    }
  });

  it("a fault of the fake itself is an unexpected request too", async () => {
    const { github, ask, change } = await shop();
    change.head = "no-such-branch";
    expect(await ask.get("/repos/acme/shop/pulls/12")).toMatchObject({ status: 500 });
    expect(github.unexpected.splice(0)).toEqual([expect.stringContaining('no commit "no-such-branch"')]);
  });
});

describe("ETags", () => {
  it("answer 304 to the same token while nothing changed, and cost nothing then", async () => {
    const { github, ask, repository } = await shop();
    const first = await ask.get("/repos/acme/shop/issues/7");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[0-9a-f]{64}"$/);
    const again = await ask.get("/repos/acme/shop/issues/7", { "if-none-match": etag });
    expect(again).toMatchObject({ status: 304, body: undefined });
    expect(again.headers.get("x-ratelimit-used")).toBe("1");
    repository.issues.get(7)?.edit({ title: "Discounts for all" });
    const changed = await ask.get("/repos/acme/shop/issues/7", { "if-none-match": etag });
    expect(changed).toMatchObject({ status: 200, body: { title: "Discounts for all" } });
    expect(github.log().map((line) => line.slice(-3))).toEqual(["200", "304", "200"]);
  });

  it("H6: differ from token to token for one and the same answer (github/docs#34689)", async () => {
    const { github, ask } = await shop();
    const other = new Asker(github, github.tokens.personal("maria"));
    const [mine, theirs] = await Promise.all([ask.get("/repos/acme/shop"), other.get("/repos/acme/shop")]);
    expect(theirs.body).toEqual(mine.body);
    expect(theirs.headers.get("etag")).not.toBe(mine.headers.get("etag"));
    const miss = await other.get("/repos/acme/shop", { "if-none-match": mine.headers.get("etag") ?? "" });
    expect(miss.status).toBe(200);
  });
});

describe("the rate limit", () => {
  it("is counted per token and shown in every answer", async () => {
    const { github, ask, repository } = await shop();
    const workflow = new Asker(github, github.tokens.workflow(repository));
    const first = await ask.get("/repos/acme/shop");
    const second = await ask.get("/repos/acme/shop/pulls/99");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("4999");
    expect(second.headers.get("x-ratelimit-remaining")).toBe("4998");
    expect(second.headers.get("x-ratelimit-resource")).toBe("core");
    const other = await workflow.get("/repos/acme/shop");
    expect(other.headers.get("x-ratelimit-limit")).toBe("1000");
    expect(await ask.get("/rate_limit")).toMatchObject({ body: { rate: { limit: 5000, remaining: 4998 } } });
  });

  it("ends in 403 with remaining 0, for REST and GraphQL", async () => {
    const { github, ask } = await shop();
    const token = github.tokens.personal("maria");
    github.tokens.rateOf(token).used = 4999;
    const last = new Asker(github, token);
    expect(await last.get("/repos/acme/shop")).toMatchObject({ status: 200 });
    const refused = await last.get("/repos/acme/shop");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(refused.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
    expect(await ask.get("/repos/acme/shop")).toMatchObject({ status: 200 });
  });
});
