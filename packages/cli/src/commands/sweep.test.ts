import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IntentVerdicts } from "@warrant/sources/relay-files";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { openSweepShop, type SweepShop, type SweepShopOptions } from "../../../../testing/sweep-shop.ts";
import { run } from "../main.ts";

function envOf({ github, token }: SweepShop): Record<string, string> {
  return { GITHUB_API_URL: github.apiUrl, GITHUB_GRAPHQL_URL: github.graphqlUrl, GITHUB_TOKEN: token };
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function sweep(shop: SweepShop, args: readonly string[], more: Parameters<typeof testIo>[0] = {}): Promise<Ran> {
  const { io, stdout, stderr } = testIo({ env: envOf(shop), columns: 100, ...more });
  const code = await run(["sweep", "acme/shop", ...args], io);
  return { code, out: stdout(), err: stderr() };
}

const running: SweepShop[] = [];

afterEach(async () => {
  for (const shop of running.splice(0)) await shop.github.close();
});

async function open(options: SweepShopOptions): Promise<SweepShop> {
  const shop = await openSweepShop(options);
  running.push(shop);
  return shop;
}

describe("warrant sweep of three changes", () => {
  let shop: SweepShop;

  beforeAll(async () => {
    shop = await openSweepShop({ changes: 3, heads: 1, lasting: "file" });
    const [, second] = shop.changes;
    second?.edit({ title: "fix: \u001B[31mred\u001B[0m ::error::x", body: "" });
    if (second !== undefined) second.closes = [];
  });
  afterAll(async () => await shop.github.close());

  it("prints a table with sums, and nothing of a title steers the terminal", async () => {
    const { code, out, err } = await sweep(shop, []);
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^ +change +tier +floor +decided by$/),
      expect.stringMatching(/^✓ allowed +#101 +1 +trivial +auth\.issue +fix: discount 101$/),
      expect.stringMatching(/^✗ denied +#102 +1 +logic +auth\.issue-missing +fix: <U\+001B>\[31mred/),
      expect.stringMatching(/^✓ allowed +#103 /),
      "",
      "3 changes of acme/shop, 1 would be denied: 1 unauthorized",
      "0 unchanged, 3 judged.",
      "",
    ]);
    expect([code, err]).toEqual([0, ""]);
  });

  it("prints the document of intent-verdicts.json, or its rows, also of unchanged ones", async () => {
    const folder = join(temporaryFolder(), "out");
    const first = await sweep(shop, ["--out", folder, "--format", "json"]);
    const document = IntentVerdicts.parse(JSON.parse(first.out));
    expect(document).toEqual(JSON.parse(readFileSync(join(folder, "intent-verdicts.json"), "utf8")));
    expect(readdirSync(folder).sort()).toEqual(["intent-verdicts.json", "merge-eligible.json", "warrant-state.json"]);
    const second = await sweep(shop, ["--out", folder, "--format", "jsonl"]);
    const rows = second.out.trimEnd().split("\n");
    expect(rows.map((row) => JSON.parse(row))).toEqual(document.verdicts);
    expect((await sweep(shop, ["--out", folder])).out).toContain("\n3 unchanged, 0 judged.");
  });

  it("holds changes to their verdicts with --enforce, and still ends with 0: it reports on many", async () => {
    const folder = temporaryFolder();
    const { code, out } = await sweep(shop, ["--enforce", "--out", folder]);
    expect(out).toContain("3 changes of acme/shop, 1 denied: 1 unauthorized");
    expect(code).toBe(0);
    const eligible: unknown = JSON.parse(readFileSync(join(folder, "merge-eligible.json"), "utf8"));
    expect(eligible).toMatchObject({ enforced: true, eligible: [{ number: 101 }, { number: 103 }] });
  });

  it("says when a state cannot be used", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "warrant-state.json"), "{}");
    const { code, err } = await sweep(shop, ["--out", folder]);
    expect(err).toContain("warrant-state.json is not used");
    expect(code).toBe(0);
  });

  it("ends with 1 and names what failed, and the others are there", async () => {
    shop.github.faults.add({ query: "PullRequest", when: ({ variables }) => variables["number"] === 103, status: 500 });
    const { code, out } = await sweep(shop, []);
    expect(code).toBe(1);
    expect(out).toMatch(/^#103: GitHub was asked for acme\/shop#103 \(GraphQL\); /m);
    expect(out).toContain("3 open changes of acme/shop: 0 unchanged, 2 judged, 1 failed.");
  });

  it("ends with 1 and writes nothing when the open changes cannot be listed", async () => {
    shop.github.faults.add({ query: "SweepList", status: 500 });
    const folder = join(temporaryFolder(), "out");
    const { code, err } = await sweep(shop, ["--out", folder]);
    expect([code, existsSync(folder)]).toEqual([1, false]);
    expect(err).toContain("the open pull requests of acme/shop");
  });

  it("ends with 1 when a file cannot be written", async () => {
    const folder = join(temporaryFolder(), "file");
    writeFileSync(folder, "");
    const { code, err } = await sweep(shop, ["--out", folder]);
    expect(code).toBe(1);
    expect(err).toContain("Could not write");
  });

  it.each([
    [["sweep", "shop"], "shop is not the name of a repository"],
    [["sweep", "acme/shop/pull/7"], "is not the name of a repository"],
    [["sweep", "acme/shop#7"], "warrant check acme/shop#7"],
    [["sweep", "https://gitlab.com/acme/shop"], "Warrant reads GitHub and GitHub Enterprise Server"],
    [["sweep", "acme/shop", "--out", " "], "--out is empty"],
    [["sweep", "acme/shop", "--beads", ""], "--beads is empty"],
    [["sweep", "acme/shop", "--interval", "60"], "--interval is for --watch"],
    [["sweep", "acme/shop", "--watch", "--interval", "29"], "from 30 to 86400"],
    [["sweep", "acme/shop", "--watch", "--interval", "86401"], "from 30 to 86400"],
    [["sweep", "acme/shop", "--watch", "--interval", "1e3"], "from 30 to 86400"],
    [["sweep", "acme/shop", "--format", "sarif"], "Allowed choices are text, json, jsonl"],
    [["sweep"], "missing required argument"],
  ])("refuses %j", async (args, message) => {
    const { io, stderr } = testIo({ env: envOf(shop) });
    expect(await run(args, io)).toBe(2);
    expect(stderr()).toContain(message);
  });

  it("refuses to begin without a token", async () => {
    const { io, stderr } = testIo({ env: {} });
    expect(await run(["sweep", "acme/shop"], io)).toBe(2);
    expect(stderr()).toContain("there is no token");
  });
});

describe("warrant sweep --publish", () => {
  it("leaves a check run, which then answers for the change without being shown", async () => {
    const shop = await open({ changes: 1 });
    const first = await sweep(shop, ["--publish"]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain("\n0 unchanged, 1 judged.\nWritten: 1 check run, 1 comment.\n");
    expect(shop.repository.checkRuns).toMatchObject([{ name: "warrant/change", conclusion: "neutral" }]);
    expect((await sweep(shop, ["--publish"])).out).toBe(
      "The check runs of 1 unchanged change hold the verdicts.\n1 open change of acme/shop: 1 unchanged, 0 judged.\n",
    );
  });

  it("counts what it wrote and what was there already", async () => {
    const shop = await open({ changes: 2 });
    await sweep(shop, ["--publish"]);
    for (const change of shop.changes) change.comments.splice(change.number === 101 ? 0 : 1);
    shop.repository.checkRuns.splice(0);
    expect((await sweep(shop, ["--publish"])).out).toContain(
      "\nWritten: 2 check runs, 1 comment (1 left as it was).\n",
    );
  });

  it.each([
    ["text", "out", "\nStopped: less than a tenth of the platform's rate limit is left."],
    ["jsonl", "err", "warrant: stopped: less than a tenth of the platform's rate limit is left."],
  ] as const)("says at the rate limit when to come back, as %s", async (format, where, words) => {
    const shop = await open({ changes: 1 });
    const reset = Math.floor(Date.now() / 1000) + 1800;
    const rate = shop.github.tokens.rateOf(shop.token);
    Object.assign(rate, { used: rate.limit - 50, reset });
    const { code, [where]: said } = await sweep(shop, ["--publish", "--format", format]);
    expect(code).toBe(1);
    const at = new Date(reset * 1000).toISOString().replace(".000Z", "Z");
    expect(said).toContain(`${words} Run it again when the limit begins anew, at ${at}.`);
  });

  it("says that a person's token writes no check runs", async () => {
    const shop = await open({ changes: 0 });
    const env = { ...envOf(shop), GITHUB_TOKEN: shop.github.tokens.personal("maria") };
    const { code, out, err } = await sweep(shop, ["--publish"], { env });
    expect([code, out]).toEqual([0, "0 open changes of acme/shop: 0 unchanged, 0 judged.\n"]);
    expect(err).toContain("only an app's token may write them");
  });
});

describe("warrant sweep --watch", () => {
  const patiently = { timeout: 20_000 };

  it("ends cleanly when it is interrupted between two rounds, with whole files", async () => {
    const shop = await open({ changes: 1 });
    const folder = temporaryFolder();
    const controller = new AbortController();
    const watching = sweep(shop, ["--watch", "--out", folder], { signal: controller.signal });
    await expect.poll(() => existsSync(join(folder, "merge-eligible.json")), patiently).toBe(true);
    controller.abort();
    const { code, out, err } = await watching;
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("\n0 unchanged, 1 judged.");
    expect(readdirSync(folder).sort()).toEqual(["intent-verdicts.json", "merge-eligible.json", "warrant-state.json"]);
  });

  it("waits for a platform that fails, and says how long", async () => {
    const shop = await open({ changes: 1 });
    shop.github.faults.add({ query: "SweepList", status: 500 });
    const controller = new AbortController();
    const { io, stderr } = testIo({ env: envOf(shop), signal: controller.signal });
    const watching = run(["sweep", "acme/shop", "--watch", "--interval", "30"], io);
    await expect.poll(stderr, patiently).toContain("the next round begins in 60 s");
    controller.abort();
    expect(await watching).toBe(0);
    expect(stderr()).toContain("the open pull requests of acme/shop");
  });

  it("does not wait for a repository that is not there", async () => {
    const shop = await open({ changes: 0 });
    const { io, stderr } = testIo({ env: envOf(shop) });
    expect(await run(["sweep", "acme/none", "--watch"], io)).toBe(1);
    expect(stderr()).toContain("acme/none");
  });
});

describe("warrant sweep that cannot do its work", () => {
  it("says a cause that changes share once, on lines of its own", async () => {
    const shop = await open({ changes: 3, heads: 1, base: { "warrant.yaml": "intent:\n  enforced: true\n" } });
    const { code, out } = await sweep(shop, []);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^#101, #102, #103: the configuration is not valid \(warrant\.yaml at [0-9a-f]{7}\):\n {2}warrant\.yaml:2:3: /,
    );
    expect(out.match(/did you mean/g)).toHaveLength(1);
    expect(out).not.toContain("<U+000A>");
  });

  it.each([
    ["below a file", "file/out", "ENOTDIR"],
    ["where nobody may make one", "/proc/warrant/out", "ENOENT"],
  ])("finds a folder %s before it judges anything", async (_, out, cause) => {
    const shop = await open({ changes: 1 });
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "file"), "");
    const { code, err } = await sweep(shop, ["--publish", "--out", out], { cwd });
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^warrant: Could not write .* Choose a folder you can write/),
    ]);
    expect(err).toContain(cause);
    expect(shop.repository.checkRuns).toEqual([]);
  });
});
