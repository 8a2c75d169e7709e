/** No token ever appears in what a command says, writes or publishes, whatever the platform answers, and it goes to no other server. */

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { echoingFaults } from "../../../testing/echoing-faults.ts";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { openShop, type Shop } from "../../../testing/github-change.ts";
import { testIo } from "../../../testing/io.ts";
import { tokenShapes, traces } from "../../../testing/token-shapes.ts";
import { run } from "./main.ts";

let shop: Shop;
let known: string;
/** Another server, which must never be asked. */
let other: Server;
let faults: ReturnType<typeof echoingFaults>;
const askedElsewhere: string[] = [];

beforeAll(async () => {
  shop = await openShop({ lasting: "file" });
  const { github, repository } = shop;
  known = github.tokens.workflow(repository, {
    contents: "read",
    pull_requests: "write",
    issues: "read",
    checks: "write",
  });
  other = createServer((request, response) => {
    askedElsewhere.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end("{}");
  });
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  faults = echoingFaults(github.apiUrl, `http://127.0.0.1:${(other.address() as AddressInfo).port}`);
});
afterAll(async () => {
  other.close();
  shop.github.unexpected.length = 0;
  await shop.github.close();
});

const commands: Readonly<Record<string, readonly string[]>> = {
  check: ["check", "acme/shop#12", "--verbose", "--out", "out", "--beads", "beads.jsonl"],
  json: ["check", "acme/shop#12", "--format", "json"],
  sarif: ["check", "acme/shop#12", "--format", "sarif"],
  publish: ["check", "acme/shop#12", "--publish"],
  facts: ["facts", "acme/shop#12"],
  doctor: ["doctor", "acme/shop"],
  sweep: ["sweep", "acme/shop", "--out", "out", "--beads", "beads.jsonl"],
  "sweep in lines": ["sweep", "acme/shop", "--format", "jsonl"],
};

const anyToken = fc.constantFrom(...Object.keys(tokenShapes)).chain((shape) => tokenShapes[shape] ?? fc.constant(""));

/** Everything a run left behind, by where it stands. */
async function tracesOf(
  token: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const cwd = temporaryFolder("file");
  const { io, stdout, stderr } = testIo({
    cwd,
    env: {
      GITHUB_API_URL: shop.github.apiUrl,
      GITHUB_GRAPHQL_URL: shop.github.graphqlUrl,
      WARRANT_DEBUG: "1",
      ...env,
    },
  });
  await run(args, io);
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  const { repository, change, github } = shop;
  return traces(token, {
    stdout: stdout(),
    stderr: stderr(),
    files: written.join("\n"),
    comments: JSON.stringify(change.comments),
    checks: JSON.stringify(
      repository.checkRuns.map(({ title, summary, text, annotations }) => [title, summary, text, annotations]),
    ),
    bodies: JSON.stringify(github.requests.map(({ body, variables }) => [body, variables])),
    elsewhere: askedElsewhere.join("\n"),
  });
}

describe("a token given by the environment", () => {
  const anyRun = fc.record({
    token: anyToken,
    variable: fc.constantFrom("GITHUB_TOKEN", "GH_TOKEN"),
    command: fc.constantFrom(...Object.keys(commands)),
    fault: fc.constantFrom(...Object.keys(echoingFaults("", ""))),
    after: fc.nat(4),
    repeated: fc.constantFrom(1, 100),
  });

  it("stands in no output, file, request or published text, and goes nowhere else (property)", async () => {
    const { github } = shop;
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ token, variable, command, fault, after, repeated }) => {
        github.tokens.alias(token, known);
        github.tokens.rateOf(known).used = 0;
        github.faults.clear();
        github.requests.length = 0;
        const script = faults[fault]?.(token);
        if (script !== undefined && script.times !== 0) github.fail({ ...script, after, times: repeated });
        expect(await tracesOf(token, commands[command] ?? [], { [variable]: token })).toEqual([]);
        expect(askedElsewhere).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each(["a key\nof lines", "two words", "ключ", "\u0007bell"])(
    "that no header can hold (%j) is a wrong call, and nothing is asked",
    async (text) => {
      shop.github.requests.length = 0;
      const { io, stderr } = testIo({ env: { GITHUB_API_URL: shop.github.apiUrl, GITHUB_TOKEN: text } });
      expect(await run(["facts", "acme/shop#12"], io)).toBe(2);
      expect(stderr()).toContain("GITHUB_TOKEN");
      expect(stderr()).not.toContain(text);
      expect(shop.github.requests).toEqual([]);
    },
  );

  it.each([
    ["in an address", (token: string) => ["check", `https://${token}@github.com/acme/shop/pull/12`]],
    ["before an address", (token: string) => ["check", `https://x:${token}@github.com/acme/shop/pull/12`]],
    ["in a swept address", (token: string) => ["sweep", `https://${token}@github.com/acme/shop`]],
    ["in an examined address", (token: string) => ["doctor", `https://${token}@github.com/acme/shop`]],
    ["in the server", (token: string) => ["facts", "acme/shop#12", "--host", `https://${token}@ghe.example.org`]],
  ])("written %s is refused without being said", async (_, args) => {
    const token = `ghp_${"k7".repeat(18)}`;
    const { io, stdout, stderr } = testIo({ env: { GITHUB_TOKEN: "ghp_x" }, cwd: shop.work.folder });
    expect(await run(args(token), io)).toBe(2);
    expect(traces(token, { stdout: stdout(), stderr: stderr() })).toEqual([]);
  });
});
