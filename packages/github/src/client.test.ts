import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { SkippingTiming } from "../../../testing/github-change.ts";
import { Anything, type ClientOptions, GitHubClient, type RequestLogEntry } from "./client.ts";
import { PlatformError } from "./errors.ts";
import { tokenOfEnvironment } from "./tokens.ts";

type Answerer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server that answers as a test says, and a client whose waits are over at once. */
async function serve(answer: Answerer, base = "", options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rest = `${origin}${base}`;
  const graphql = base === "/api/v3" ? `${origin}/api/graphql` : `${origin}/graphql`;
  const timing = new SkippingTiming();
  const log: RequestLogEntry[] = [];
  const client = new GitHubClient({
    urls: { host: "github.com", rest, graphql },
    token: () => Promise.resolve("ghp_secret"),
    version: "0.1.0",
    timing,
    log: (entry) => void log.push(entry),
    ...options,
  });
  return { client, requests, timing, log, origin };
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function failureOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

const ask = (client: GitHubClient) => client.rest("GET /repos/{owner}/{repo}", { owner: "a", repo: "b" }, Anything);

describe("every request", () => {
  it.each(["", "/api/v3"])(
    "goes to the configured base %j with fixed headers (H9: danger/danger-js#153, #1374)",
    async (base) => {
      const { client, requests } = await serve((_, response) => json(response, 200, { data: {} }), base);
      await ask(client);
      await client.graphql("a query", "query { x }", {}, Anything);
      expect(requests.map((request) => request.url)).toEqual([
        `${base}/repos/a/b`,
        base === "" ? "/graphql" : "/api/graphql",
      ]);
      for (const { headers } of requests) {
        expect(headers).toMatchObject({
          accept: "application/vnd.github+json",
          "x-github-api-version": "2022-11-28",
          "user-agent": "warrant/0.1.0",
          authorization: "Bearer ghp_secret",
        });
      }
    },
  );

  it("cannot leave the path of its resource, whatever names it is given", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}));
    await client.rest("GET /repos/{owner}/{repo}", { owner: "../../admin", repo: "b?x=1#y" }, Anything);
    expect(requests[0]?.url).toBe("/repos/..%2F..%2Fadmin/b%3Fx%3D1%23y");
  });

  it("follows a redirect on its server, as for a repository that was renamed", async () => {
    const { client, requests } = await serve((request, response) =>
      request.url === "/repos/a/b"
        ? json(response, 301, {}, { location: `http://${request.headers.host}/repositories/5` })
        : json(response, 200, { id: 5 }),
    );
    expect((await ask(client)).data).toEqual({ id: 5 });
    expect(client.requests).toBe(requests.length);
  });

  it.each([
    ["another host", "https://attacker.example/repos/a/b"],
    ["a path outside of the base", "/other"],
  ])("never follows a redirect to %s with the token", async (_, location) => {
    const { client, requests } = await serve((_request, response) => json(response, 302, {}, { location }), "/api/v3");
    expect((await failureOf(ask(client))).code).toBe("platform-shape");
    expect(requests).toHaveLength(1);
  });

  it("ends a redirect that leads in a circle", async () => {
    const { client, requests } = await serve((request, response) =>
      json(response, 301, {}, { location: request.url ?? "" }),
    );
    expect((await failureOf(ask(client))).code).toBe("platform-failed");
    expect(requests).toHaveLength(4);
  });

  it("is logged with fixed fields, without query, body or token", async () => {
    const { client, log } = await serve((_, response) => json(response, 200, { secret: "body" }));
    const work = client.within({ repository: "acme/shop", number: 12, deliveryId: "d-1" }).within({ headSha: "abc" });
    await work.rest("GET /repos/{owner}/{repo}/issues", { owner: "a", repo: "b", labels: "hidden" }, Anything);
    expect(log).toEqual([
      {
        method: "GET",
        path: "/repos/a/b/issues",
        status: 200,
        duration_ms: expect.any(Number),
        delivery_id: "d-1",
        repository: "acme/shop",
        number: 12,
        head_sha: "abc",
        requests_used: 1,
      },
    ]);
  });
});

describe("one failure", () => {
  it.each([502, 503, 504])("costs three requests at most when it is %i (H8: rust-lang/bors#502)", async (status) => {
    const { client, requests } = await serve((_, response) => json(response, status, {}));
    const error = await failureOf(ask(client));
    expect(error).toMatchObject({ code: "platform-failed", status, requests: 3 });
    expect(requests).toHaveLength(3);
    expect(client.requests).toBe(3);
  });

  it.each([
    [400, "platform-failed"],
    [401, "platform-auth"],
    [403, "platform-auth"],
    [404, "platform-missing"],
    [406, "platform-failed"],
    [410, "platform-missing"],
    [422, "platform-failed"],
    [451, "platform-failed"],
    [500, "platform-failed"],
    [501, "platform-failed"],
  ])("is an answer at once when it is %i: %s (H8)", async (status, code) => {
    const { client, requests } = await serve((_, response) => json(response, status, { message: "rate limit" }));
    expect(await failureOf(ask(client))).toMatchObject({ code, status });
    expect(requests).toHaveLength(1);
  });

  it("passes when the second request succeeds", async () => {
    const { client } = await serve((_, response, count) => json(response, count === 1 ? 502 : 200, { count }));
    expect((await ask(client)).data).toEqual({ count: 2 });
  });

  it.each([
    ["before any header", (response: ServerResponse) => response.destroy()],
    [
      "inside the body",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"a":');
        setTimeout(() => response.destroy(), 5);
      },
    ],
    [
      "where the end cannot be seen",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end('[{"filename": "a');
      },
    ],
  ])("is a connection cut %s, never an empty answer (H8)", async (_, cut) => {
    const { client, requests } = await serve((_request, response) => cut(response));
    expect((await failureOf(ask(client))).code).toMatch(/^platform-(?:failed|shape)$/);
    expect(requests).toHaveLength(3);
  });

  it("is an answer that does not come within its time", async () => {
    const { client, requests } = await serve(() => undefined, "", { requestTimeoutMs: 30 });
    const error = await failureOf(ask(client));
    expect(error.message).toContain("no whole answer came within 0.03 s, 3 times");
    expect(requests).toHaveLength(3);
  });

  it("is not repeated for a write that may have taken effect, but after a limit", async () => {
    const write = (client: GitHubClient) =>
      client.rest("POST /repos/{owner}/{repo}/x", { owner: "a", repo: "b" }, Anything);
    const failing = await serve((_, response) => json(response, 502, {}));
    await failureOf(write(failing.client));
    expect(failing.requests).toHaveLength(1);
    const limited = await serve((_, response, count) => json(response, count === 1 ? 429 : 201, {}));
    await write(limited.client);
    expect(limited.requests).toHaveLength(2);
  });

  it("stops at once when whoever asked no longer waits", async () => {
    const stop = new AbortController();
    const { client, requests } = await serve(() => stop.abort());
    const work = client.within({}, { signal: stop.signal });
    expect((await failureOf(ask(work))).message).toContain("stopped");
    expect(requests).toHaveLength(1);
  });

  it("ends with its work's deadline", async () => {
    const { client } = await serve(() => undefined);
    const work = client.within({}, { deadlineMs: 30 });
    expect((await failureOf(ask(work))).code).toBe("platform-failed");
  });
});

describe("a limit", () => {
  it.each([
    [
      "a secondary limit of a wording nobody knows (H7: octokit/plugin-throttling.js#438)",
      403,
      { "retry-after": "7" },
      [7000, 7000],
    ],
    ["a 429 without a header: a minute, doubled", 429, {}, [60_000, 120_000]],
    [
      "a 429 with a date",
      429,
      { date: "Mon, 01 Jan 2024 00:00:00 GMT", "retry-after": "Mon, 01 Jan 2024 00:00:05 GMT" },
      [5000, 5000],
    ],
    [
      "a primary limit, by the clock of the server",
      403,
      { date: "Mon, 01 Jan 2024 00:00:00 GMT", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1704067210" },
      [11_000, 11_000],
    ],
  ])("is waited for: %s", async (_, status, headers, waits) => {
    const { client, requests, timing } = await serve(
      (_request, response) => json(response, status, { message: "Please slow down." }, headers),
      "",
      { waitBudgetMs: 1_000_000 },
    );
    expect((await failureOf(ask(client))).code).toBe("platform-limit");
    expect(timing.waits).toEqual(waits);
    expect(requests).toHaveLength(3);
  });

  it("past the budget of waiting is an error at once that says how long", async () => {
    const { client, requests, timing } = await serve((_, response) =>
      json(response, 429, {}, { "retry-after": "600" }),
    );
    const error = await failureOf(ask(client));
    expect(error).toMatchObject({ code: "platform-limit", retryAfterMs: 600_000 });
    expect(error.message).toContain("for 10 minutes");
    expect([requests.length, timing.waits]).toEqual([1, []]);
  });

  it("takes 90 s of waiting of one piece of work, together", async () => {
    const { client, timing } = await serve((_, response) => json(response, 429, {}, { "retry-after": "40" }));
    const work = client.within({ repository: "a/b" });
    await failureOf(ask(work));
    await failureOf(ask(work.within({ headSha: "x" })));
    expect(timing.waits).toEqual([40_000, 40_000]);
    await failureOf(ask(client.within({ repository: "a/b" })));
    expect(timing.waits).toHaveLength(4);
  });

  it.each([
    [false, [40_000, 40_000, 40_000, 40_000]],
    [true, [40_000, 40_000]],
  ])("of works of their own inside another is %s to be one budget", async (hasOneBudget, waits) => {
    const answer: Answerer = (_, response) => json(response, 429, {}, { "retry-after": "40" });
    const { client, timing } = await serve(answer, "", { hasOneBudget });
    const job = client.within({ repository: "a/b" });
    for (const number of [1, 2]) await failureOf(ask(job.within({ number }, { isWork: true })));
    expect(timing.waits).toEqual(waits);
  });

  it("past the deadline of the work is not waited for", async () => {
    const { client, timing } = await serve((_, response) => json(response, 429, {}, { "retry-after": "20" }));
    expect((await failureOf(ask(client.within({}, { deadlineMs: 10_000 })))).code).toBe("platform-limit");
    expect(timing.waits).toEqual([]);
  });

  it.each([
    ["by the platform's word", { errors: [{ type: "RATE_LIMITED", message: "x" }] }, {}],
    ["by its headers", { data: null, errors: [{ message: "x" }] }, { "retry-after": "60" }],
  ])("of GraphQL is told %s, with status 200", async (_, body, headers) => {
    const { client, requests } = await serve((_request, response) => json(response, 200, body, headers), "", {
      waitBudgetMs: 1e9,
    });
    expect((await failureOf(client.graphql("a query", "query { x }", {}, Anything))).code).toBe("platform-limit");
    expect(requests).toHaveLength(3);
  });

  it("that was the last request within it is an answer", async () => {
    const { client } = await serve((_, response) => json(response, 200, { ok: 1 }, { "x-ratelimit-remaining": "0" }));
    expect((await ask(client)).data).toEqual({ ok: 1 });
  });
});

describe("GraphQL", () => {
  const Schema = z.object({ a: z.nullable(z.int()) });
  const query = async (body: unknown) => {
    const { client } = await serve((_, response) => json(response, 200, body));
    return client.graphql("a query", "query { a }", {}, Schema);
  };

  it("gives data and what is wrong with which part", async () => {
    expect(await query({ data: { a: null }, errors: [{ type: "FORBIDDEN", path: ["a"], message: "m" }] })).toEqual({
      data: { a: null },
      faults: [{ type: "FORBIDDEN", path: ["a"] }],
    });
  });

  it.each([
    [{ data: null, errors: [{ type: "NOT_FOUND" }] }, "platform-missing"],
    [{ data: null, errors: [{ type: "FORBIDDEN" }] }, "platform-auth"],
    [{ errors: [{ message: "Something went wrong" }] }, "platform-failed"],
    [{ data: null }, "platform-shape"],
    [{}, "platform-shape"],
    [[], "platform-shape"],
    [{ data: { a: "1" } }, "platform-shape"],
    [{ data: {} }, "platform-shape"],
  ])("without data is an error: %j", async (body, code) => {
    expect((await failureOf(query(body))).code).toBe(code);
  });
});

describe("pages", () => {
  const Rows = z.array(z.int());
  const link = (address: string) => ({ link: `<${address}>; rel="next", <http://x/>; rel="last"` });
  const read = async (answer: Answerer) => {
    const { client } = await serve(answer);
    const rows: number[] = [];
    for await (const page of client.pages("GET /x", {}, Rows)) rows.push(...page);
    return rows;
  };

  it("are read to the last one", async () => {
    const rows = await read((request, response, count) => {
      const next = `http://${request.headers.host}/x?page=${count + 1}`;
      json(response, 200, [count], count < 3 ? link(next) : {});
    });
    expect(rows).toEqual([1, 2, 3]);
  });

  it.each([
    ["on another server", () => "https://attacker.example/x?page=2"],
    ["that was read already", (request: IncomingMessage) => `http://${request.headers.host}/x`],
  ])("never go on %s", async (_, next) => {
    const reading = read((request, response) => json(response, 200, [1], link(next(request))));
    expect((await failureOf(reading)).code).toMatch(/platform-(?:shape|failed)/);
  });

  it("of 409 are a failure, not an empty list", async () => {
    expect((await failureOf(read((_, response) => json(response, 409, {})))).status).toBe(409);
  });
});

describe("writes", () => {
  it("to one repository leave one after another, a second apart, and those to another do not wait", async () => {
    const { client, timing } = await serve((_, response) => json(response, 201, {}));
    const write = (repository: string) => client.within({ repository }).rest("POST /x", {}, Anything);
    await Promise.all([write("a/b"), write("A/B"), write("c/d")]);
    expect(timing.waits).toHaveLength(1);
    expect(timing.waits[0]).toBeGreaterThan(500);
    expect(timing.waits[0]).toBeLessThanOrEqual(1000);
  });

  it("go on after one that failed", async () => {
    const { client } = await serve((_, response, count) => json(response, count === 1 ? 422 : 201, { count }));
    const results = await Promise.allSettled([
      client.rest("POST /x", {}, Anything),
      client.rest("POST /x", {}, Anything),
    ]);
    expect(results.map((result) => result.status)).toEqual(["rejected", "fulfilled"]);
  });
});

describe("the token", () => {
  it("is in no error and no log, whatever the server answers (property)", async () => {
    let body: unknown;
    let status = 200;
    let headers: Record<string, string> = {};
    const { client, log } = await serve((_, response) => json(response, status, body, headers));
    const echo = fc.constantFrom("ghp_secret", "Bearer ghp_secret", "x ghp_secret y");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(200, 400, 401, 403, 404, 422, 429, 500, 502), echo, async (code, text) => {
        status = code;
        body = { message: text, documentation_url: text, errors: [{ message: text, type: text, path: [text] }] };
        headers = {
          "x-accepted-github-permissions": text,
          location: `https://${encodeURIComponent(text)}/`,
          "retry-after": "1",
        };
        for (const asking of [
          () => client.rest("GET /x", {}, z.object({ a: z.int() })),
          () => client.graphql("a query", "query { a }", {}, z.object({ a: z.int() })),
        ]) {
          const error = await failureOf(asking());
          for (let each: unknown = error; each instanceof Error; each = each.cause) {
            expect(`${each.message} ${each.stack ?? ""} ${JSON.stringify(each)}`).not.toContain("ghp_secret");
          }
        }
      }),
      { numRuns: 40 },
    );
    expect(JSON.stringify(log)).not.toContain("ghp_secret");
  });

  it.each([
    [{ GITHUB_TOKEN: "a", GH_TOKEN: "b" }, "a"],
    [{ GITHUB_TOKEN: " ", GH_TOKEN: "b\n" }, "b"],
    [{ GITHUB_PAT: "c" }, undefined],
  ])("comes from the environment: %j", (env, token) => {
    expect(tokenOfEnvironment(env)).toBe(token);
  });
});
