import { ChangeFacts } from "@warrant/kernel/change/facts";
import { ChangeVerdict } from "@warrant/kernel/verdict";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { testIo } from "../../../testing/io.ts";
import { run } from "./main.ts";
import { readPullRequestName } from "./pull-request-name.ts";

describe("a name of a pull request", () => {
  it.each([
    ["acme/shop#12", { repository: "acme/shop", number: 12 }],
    ["https://github.com/acme/shop/pull/12", { repository: "acme/shop", number: 12, host: "github.com" }],
    [
      "https://www.github.com/acme/shop/pull/12/files?w=1#diff",
      { repository: "acme/shop", number: 12, host: "github.com" },
    ],
    [
      "https://ghe.example.org:8443/a/b.c_d-e/pull/1/",
      { repository: "a/b.c_d-e", number: 1, host: "ghe.example.org:8443" },
    ],
  ])("is %s", (text, name) => {
    expect(readPullRequestName(text)).toEqual(name);
  });

  it.each([
    "main..HEAD",
    "acme/shop",
    "acme/shop#0",
    "acme/shop#012",
    "acme/shop#12x",
    "a/b/c#1",
    "-x/y#1",
    "https://github.com/acme/shop/issues/12",
    "https://github.com/acme/shop/pull/12/../../13",
    "https://token@github.com/acme/shop/pull/12",
    "ftp://github.com/acme/shop/pull/12",
    "#12",
    "",
  ])("is not %j", (text) => {
    expect(readPullRequestName(text)).toBeNull();
  });
});

let shop: Shop | undefined;
afterEach(async () => {
  await shop?.github.close();
  shop = undefined;
});

async function open(options: ShopOptions = {}): Promise<Shop> {
  shop = await openShop(options);
  return shop;
}

async function warrant(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { io, stdout, stderr } = testIo({
    cwd: temporaryFolder(),
    env: {
      ...(shop === undefined
        ? {}
        : { GITHUB_API_URL: shop.github.apiUrl, GITHUB_GRAPHQL_URL: shop.github.graphqlUrl, GITHUB_TOKEN: shop.token }),
      ...env,
    },
  });
  const code = await run(args, io);
  return { code, out: stdout(), err: stderr() };
}

describe.each(["plain", "enterprise"] as const)("warrant check owner/repo#N on a %s server", (base) => {
  it("judges the pull request by the base's configuration, from outside any repository", async () => {
    await open({ server: { base }, base: { "warrant.yaml": "intent:\n  gate: everyone\n  enforce: true\n" } });
    const { code, out, err } = await warrant(["check", "acme/shop#12", "--format", "json"]);
    expect(err).toBe("");
    const verdict = ChangeVerdict.parse(JSON.parse(out));
    expect(verdict.subject).toMatchObject({ repository: "acme/shop", number: 12, base_ref: "main" });
    expect(verdict.gated_because).toBe("everyone");
    expect(verdict.evidence.linked_issue.present).toBe(true);
    expect(code).toBe(verdict.decision === "allow" ? 0 : 3);
  });
});

describe("a pull request on the command line", () => {
  it("is shown with where its configuration comes from", async () => {
    const { work } = await open({ base: { "warrant.yaml": "intent: {}\n" } });
    const { code, out } = await warrant(["check", "acme/shop#12"]);
    expect(code).toBe(0);
    expect(out).toContain(`warrant.yaml at ${work.git("rev-parse", "--short=7", "main")}`);
  });

  it("gives its facts, which give the same verdict", async () => {
    await open();
    const facts = await warrant(["facts", "acme/shop#12"]);
    const document = ChangeFacts.parse(JSON.parse(facts.out));
    expect(document).toMatchObject({ source: "github", number: 12, requested_by: [] });
    const direct = await warrant(["check", "acme/shop#12", "--format", "json"]);
    const { io, stdout } = testIo({ stdin: facts.out });
    await run(["check", "--facts", "-", "--format", "json"], io);
    expect(JSON.parse(stdout())).toEqual(JSON.parse(direct.out));
  });

  it("takes who asked for it and its intent by hand", async () => {
    await open();
    const { out } = await warrant(["facts", "acme/shop#12", "--requested-by", "rita", "--intent", "checkout"]);
    expect(JSON.parse(out)).toMatchObject({
      requested_by: [{ login: "rita", via: "argument" }],
      explicit_intent: { key: "checkout", source: "argument" },
    });
  });

  it("ends with 2 for a configuration that is not valid, naming file, line and commit", async () => {
    await open({ base: { "warrant.yaml": "intent:\n  enforced: true\n" } });
    const { code, err } = await warrant(["check", "acme/shop#12"]);
    expect(code).toBe(2);
    expect(err).toMatch(/warrant\.yaml at [0-9a-f]{7}\):\nwarrant\.yaml:2:3/);
  });

  it.each([
    ["a number nobody has", ["acme/shop#99"], 1, "acme/shop has no pull request with this number"],
    ["an issue", ["acme/shop#7"], 1, "7 is an issue"],
    ["a repository nobody has", ["acme/shopp#12"], 1, "the repository acme/shopp is not there"],
    [
      "an address on another server: the token does not go there",
      ["https://evil.example/acme/shop/pull/12"],
      2,
      "the address is on evil.example, and the token is for 127.0.0.1",
    ],
    ["an option of local changes", ["acme/shop#12", "--base", "main"], 2, "--base"],
    ["an empty requester", ["acme/shop#12", "--requested-by", " "], 2, "--requested-by"],
    ["a server that is none", ["acme/shop#12", "--host", "http://example.org"], 2, "https"],
  ])("ends for %s", async (_, args, code, words) => {
    await open();
    const ending = await warrant(["check", ...args]);
    expect([ending.code, ending.out]).toEqual([code, ""]);
    expect(ending.err).toContain(words);
  });

  it("ends with 2 without a token, and asks nothing", async () => {
    const { github } = await open();
    const { code, err } = await warrant(["check", "acme/shop#12"], { GITHUB_TOKEN: "" });
    expect([code, github.requests.length]).toEqual([2, 0]);
    expect(err).toContain("GITHUB_TOKEN");
  });

  it("ends with 1 and the platform's failure, and the token is nowhere", async () => {
    const { github, token } = await open();
    github.fail({ status: 500, times: 100 });
    const ending = await warrant(["check", "acme/shop#12", "--verbose"], { WARRANT_DEBUG: "1" });
    expect(ending.code).toBe(1);
    expect(ending.err).toContain("it answered 500");
    expect(ending.err).toContain('"path":"/graphql"');
    expect(ending.err + ending.out).not.toContain(token);
  });

  it("that cannot be read whole is denied as incomplete, enforced where the configuration is unknown", async () => {
    const { github } = await open({ base: { "warrant.yaml": "intent:\n  gate: everyone\n" } });
    github.fail({ query: "Lookups", status: 500, times: 100 });
    const { code, out } = await warrant(["check", "acme/shop#12", "--enforce", "--format", "json"]);
    expect(code).toBe(4);
    expect(JSON.parse(out)).toMatchObject({ decision: "deny", deny_kind: "incomplete" });
  });

  it.each(["--host", "--requested-by"])("%s without one is a wrong call", async (option) => {
    const { code, err } = await warrant(["check", option, "x"]);
    expect(code).toBe(2);
    expect(err).toContain("owner/repo#N");
  });
});
