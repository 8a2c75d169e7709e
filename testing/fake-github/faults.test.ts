import { describe, expect, it } from "vitest";
import { limitAnswers } from "./faults.ts";
import { shop } from "./fixture.ts";

describe("scripted faults", () => {
  it("meet the next matching request and no other", async () => {
    const { github, ask } = await shop();
    github.fail({ method: "GET", path: "/repos/acme/shop/pulls/12", status: 502, times: 2 });
    expect(await ask.get("/repos/acme/shop")).toMatchObject({ status: 200 });
    expect(await ask.get("/repos/acme/shop/pulls/12/files")).toMatchObject({ status: 200 });
    expect(await ask.get("/repos/acme/shop/pulls/12")).toMatchObject({ status: 502 });
    expect(await ask.get("/repos/acme/shop/pulls/12")).toMatchObject({ status: 502 });
    expect(await ask.get("/repos/acme/shop/pulls/12")).toMatchObject({ status: 200 });
  });

  it("can let some requests through first, so that a later page fails", async () => {
    const { github, ask } = await shop();
    github.fail({ path: /\/files$/, status: 500, after: 1 });
    const statuses = [];
    for (const page of [1, 2, 3]) {
      statuses.push((await ask.get(`/repos/acme/shop/pulls/12/files?per_page=1&page=${page}`)).status);
    }
    expect(statuses).toEqual([200, 500, 200]);
  });

  it("reach a GraphQL query by its name or by a part of its text", async () => {
    const { github, ask } = await shop();
    github.fail({ query: "Tip", status: 503 });
    github.fail({ query: /viewer/, status: 504 });
    expect(await ask.graphql("query Other { rateLimit { cost } }")).toMatchObject({ status: 200 });
    expect(await ask.graphql("query Tip { rateLimit { cost } }")).toMatchObject({ status: 503 });
    expect(await ask.graphql("{ viewer { login } }")).toMatchObject({ status: 504 });
  });

  it("that no request met are told apart", async () => {
    const { github, ask } = await shop();
    github.fail({ path: "/rate_limit", status: 500 });
    github.fail({ path: "/never", status: 500 });
    await ask.get("/rate_limit");
    expect(github.faults.unused()).toMatchObject([{ path: "/never" }]);
    github.faults.clear();
    expect(github.faults.unused()).toEqual([]);
  });

  it.each([
    { name: "primary, 403", answer: limitAnswers.primary(403, "1800000000"), status: 403, remaining: "0", after: null },
    { name: "primary, 429", answer: limitAnswers.primary(429, "1800000000"), status: 429, remaining: "0", after: null },
    { name: "secondary with a time", answer: limitAnswers.secondary(7), status: 403, remaining: null, after: "7" },
    {
      name: "secondary without one",
      answer: limitAnswers.secondary(undefined),
      status: 403,
      remaining: null,
      after: null,
    },
    {
      name: "H7: secondary in words nobody knows (octokit/plugin-throttling.js#438)",
      answer: limitAnswers.secondary(9, "Please slow down.", 429),
      status: 429,
      remaining: null,
      after: "9",
    },
  ])("limits: $name", async ({ answer, status, remaining, after }) => {
    const { github, ask } = await shop();
    github.fail({ path: "/repos/acme/shop", ...answer });
    const met = await ask.get("/repos/acme/shop");
    expect(met.status).toBe(status);
    expect(met.headers.get("x-ratelimit-remaining")).toBe(remaining);
    expect(met.headers.get("retry-after")).toBe(after);
    if (remaining === "0") expect(met.headers.get("x-ratelimit-reset")).toBe("1800000000");
  });

  it("limits of GraphQL come with status 200 and an error of type RATE_LIMITED", async () => {
    const { github, ask } = await shop();
    github.fail({ query: /./, ...limitAnswers.graphql() });
    expect(await ask.graphql("{ viewer { login } }")).toMatchObject({
      status: 200,
      errors: [{ type: "RATE_LIMITED" }],
    });
  });

  it("may be an answer that is not JSON", async () => {
    const { github, ask } = await shop();
    github.fail({ path: "/repos/acme/shop", status: 200, body: '{"full_name": "acme/sh' });
    await expect(ask.get("/repos/acme/shop")).rejects.toThrow(SyntaxError);
    github.fail({ path: "/repos/acme/shop", status: 502, body: "<html>", headers: { "content-type": "text/html" } });
    expect(await ask.get("/repos/acme/shop")).toMatchObject({ status: 502, body: "<html>" });
  });
});

describe("slow and cut answers", () => {
  it("a delay is one the asker can give up on", async () => {
    const { github } = await shop();
    github.fail({ path: "/repos/acme/shop", delayMs: 5000 });
    // Long enough for a busy machine to receive the request, far shorter than the delay.
    const signal = AbortSignal.timeout(1000);
    await expect(fetch(`${github.apiUrl}/repos/acme/shop`, { signal })).rejects.toThrow(/timeout/i);
    await expect.poll(() => github.requests).toMatchObject([{ path: "/repos/acme/shop", status: 0 }]);
  });

  it.each([0, 1, 40])("the connection ends after %i bytes of the body", async (cutAfterBytes) => {
    const { github, ask } = await shop();
    github.fail({ path: "/repos/acme/shop", cutAfterBytes });
    await expect(ask.get("/repos/acme/shop")).rejects.toThrow(TypeError);
    expect(github.log()).toEqual(["GET /repos/acme/shop 0"]);
    expect(await ask.get("/repos/acme/shop")).toMatchObject({ status: 200 });
  });

  it("the answer to a write can be lost after it took effect, by status or by a cut", async () => {
    const { github, ask, change } = await shop();
    const path = "/repos/acme/shop/issues/12/comments";
    github.fail({ method: "POST", path, status: 502, applied: true });
    expect(await ask.send("POST", path, { body: "one" })).toMatchObject({ status: 502 });
    github.fail({ method: "POST", path, cutAfterBytes: 0 });
    await expect(ask.send("POST", path, { body: "two" })).rejects.toThrow(TypeError);
    expect(change.comments.map((comment) => comment.body)).toEqual(["one", "two"]);
    github.fail({ method: "POST", path, status: 502 });
    await ask.send("POST", path, { body: "three" });
    expect(change.comments).toHaveLength(2);
  });

  it("latency is added to every answer", async () => {
    const { github, ask } = await shop({ latencyMs: 60 });
    const started = performance.now();
    await ask.get("/rate_limit");
    // A lower bound only: a busy machine may take longer, never less.
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
    github.latencyMs = 0;
  });
});

describe("state that moves while it is read", () => {
  it("before the answer: the page shows the new state", async () => {
    const { github, ask, work, change } = await shop();
    github.before({ path: /\/files$/ }, () => {
      change.push(work.git("rev-parse", "main"));
    });
    expect((await ask.get("/repos/acme/shop/pulls/12/files")).body).toEqual([]);
  });

  it("after the answer: the first page is of the old state and the second of the new one", async () => {
    const { github, ask, work } = await shop();
    github.after({ path: /\/files$/, times: 1 }, () => {
      work.switch("feature");
      work.commit("Push meanwhile", { "a-first.txt": "new\n" });
    });
    const names = (rows: unknown[]) => rows.map((row) => (row as { filename: string }).filename);
    expect(names(await ask.all("/repos/acme/shop/pulls/12/files?per_page=1"))).toEqual([
      "src/cart.ts",
      "src/cart.ts",
      "src/discount.ts",
    ]);
    expect(names(await ask.all("/repos/acme/shop/pulls/12/files"))).toEqual([
      "a-first.txt",
      "src/cart.ts",
      "src/discount.ts",
    ]);
  });

  it("a push moves the head of the change, and the recorded base stays until it is pushed to", async () => {
    const { ask, work } = await shop();
    const oldBase = work.git("rev-parse", "main");
    work.commit("Meanwhile", { "other.txt": "x\n" });
    const query = `{ repository(owner: "acme", name: "shop") { pullRequest(number: 12) { baseRefOid baseRef { target { oid } } } } }`;
    const { data } = await ask.graphql(query);
    const tip = { target: { oid: work.git("rev-parse", "main") } };
    expect(data).toEqual({ repository: { pullRequest: { baseRefOid: oldBase, baseRef: tip } } });
    expect((await ask.get("/repos/acme/shop/pulls/12")).body).toMatchObject({ base: { sha: oldBase } });
  });
});
