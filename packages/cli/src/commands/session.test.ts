import { realpathSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";
import type { FakeRepository } from "../../../../testing/fake-github/repository.ts";
import { type FakeGithub, startFakeGithub } from "../../../../testing/fake-github/server.ts";
import { createRepository, type TestRepository } from "../../../../testing/git-repository.ts";
import { workTreeId as idOf } from "../authority/work-tree-id.ts";

const rules = `policy:
  labels:
    bug: { dimension: domain, value: correctness }
  rules:
    - { id: bugs, scope: repository, when: { domain: correctness }, set: { autonomy: supervised, write_scope: feature_branch, max_attempts: 3, denied_tools: [WebFetch] } }
`;

let github: FakeGithub;
let example: ExampleLedger;
let shop: TestRepository;
let env: Record<string, string>;

function repositoryOf(name: string, folder: string): FakeRepository {
  const repository = github.repository(name, folder);
  repository.user("maria", { permission: "maintain" });
  repository.user("sam", { permission: "read" });
  return repository;
}

beforeAll(async () => {
  github = await startFakeGithub();
  example = exampleLedger();
  shop = createRepository({ lasting: "file" });
  shop.commit("Begin", { "warrant.yaml": rules });
  shop.branch("feature");
  const repository = repositoryOf("acme/shop", shop.folder);
  repository
    .issue({ number: 7, title: "Totals \u001B[31m", author: "maria", body: "Wrong." })
    .label("bug", { by: "maria" });
  repository.issue({ number: 8, title: "Claimed", author: "sam", body: "Mine." }).label("bug", { by: "sam" });
  shop.switch("feature");
  shop.commit("Fix", { "a.ts": "export const a = 1;\n", "warrant.yaml": rules.replace("supervised", "bounded") });
  shop.switch("main");
  repository.pullRequest({ number: 12, title: "Fix", head: "feature", author: "sam", body: "Fixes #7", closes: [7] });
  const head = shop.git("rev-parse", "feature").trim();
  const fork = github.repository("sam/shop", shop.folder, { parent: repository });
  const other = github.repository("eve/shop", shop.folder, { parent: repository });
  const from = (number: number, headRepository: FakeRepository, headRef: string) =>
    repository.pullRequest({
      number,
      title: `No ${number} \u001B[2J`,
      head,
      headRef,
      headRepository,
      author: "sam",
      body: "Fixes #7",
      closes: [7],
    });
  from(13, fork, "theirs");
  from(14, other, "feature");
  from(15, fork, "twice");
  from(16, fork, "twice");
  const plain = createRepository({ lasting: "file" });
  plain.commit("Begin", { "README.md": "# Plain\n" });
  repositoryOf("acme/plain", plain.folder).issue({ number: 1, title: "Any", author: "maria", body: "" });
  const broken = createRepository({ lasting: "file" });
  broken.commit("Begin", { "warrant.yaml": "policy: [" });
  repositoryOf("acme/broken", broken.folder).issue({ number: 1, title: "Any", author: "maria", body: "" });
  env = {
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_TOKEN: github.tokens.personal("maria"),
  };
});
afterAll(async () => {
  await github.close();
  await example[Symbol.asyncDispose]();
});

function session(args: readonly string[], options: Parameters<ExampleLedger["warrant"]>[1] = {}) {
  return example.warrant(["session", ...args], { cwd: shop.folder, ...options, env: { ...env, ...options.env } });
}

function workTreeId(folder: string): string {
  return idOf(realpathSync(folder));
}

async function stored(id: string) {
  const ledger = await example.open();
  try {
    return (await ledger.read(`binding/${id}`)).state;
  } finally {
    await ledger.close();
  }
}

describe("warrant session bind", () => {
  it("binds every session of the work tree to the policy of an issue, and prints its entry", async () => {
    const { code, stdout, stderr } = await session(["bind", "acme/shop#7"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        'this work tree is bound to acme/shop#7 "Totals <U+001B>[31m"',
        "  autonomy  at most assisted",
        "  tools     no WebFetch",
        "  branches  any-branch → feature-branch",
        "  attempts  at most 3",
        "  merging   may not merge",
        "",
      ].join("\n"),
    );
    expect(await stored(workTreeId(shop.folder))).toMatchObject({
      issue: "acme/shop#7",
      bound_by: "maria",
      binding: { state: "bound", policy: { max_attempts: 3, rule_ids: ["bugs"] } },
    });
  });

  it("says which request a pull request belongs to", async () => {
    const { stdout } = await session(["bind", "acme/shop#12", "--session", "s1"]);
    expect(stdout).toMatch(/^session s1 is bound to acme\/shop#12 "Fix", which works on acme\/shop#7\n/);
  });

  it("binds by a pull request to the request it belongs to, under the rules of its base", async () => {
    const { stdout } = await session(["bind", "acme/shop#12", "--session", "s1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: "warrant.session-binding/v1",
      session: "s1",
      issue: "acme/shop#12",
      binding: { state: "bound", policy: { autonomy: "supervised" } },
      decision: { intent: { rule: "single_closing_issue" } },
      limits: { entry: { source: "policy", attempts: 3 }, autonomy: "assisted" },
    });
    expect((await stored("s1"))?.issue).toBe("acme/shop#12");
  });

  it.each([
    ["acme/shop#8", "no label that counts says what the issue is, so the safest policy holds"],
    ["acme/shop#999", "the issue or its rules cannot be read, so the safest policy holds"],
    ["acme/broken#1", "the issue or its rules cannot be read, so the safest policy holds"],
  ])("to %s: %s", async (issue, why) => {
    const { code, stdout } = await session(["bind", issue, "--session", "s2"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`  ${why}\n`);
    expect(stdout).toContain("permission  any → read-only\n");
  });

  it("to an issue of a repository without a policy narrows nothing", async () => {
    const { stdout } = await session(["bind", "acme/plain#1", "--session", "s3"]);
    expect(stdout).toBe(
      'session s3 is bound to acme/plain#1 "Any"\n  the repository has no policy, so nothing is narrowed\n',
    );
  });

  it.each<[string[], object, number, RegExp]>([
    [["bind", "acme/shop#7"], { env: { CLAUDECODE: "1" } }, 3, /authority\.not-human/],
    [["bind", "acme/shop#7"], { stdinIsTTY: false }, 3, /authority\.not-human/],
    [["unbind"], { env: { CLAUDECODE: "1" } }, 3, /authority\.not-human/],
    [["bind", "seven"], {}, 2, /names no issue/],
    [["bind", "acme/shop#7", "--session", "../x"], {}, 2, /no id of a session/],
    [["bind", "acme/shop#7"], { env: { GITHUB_TOKEN: "" } }, 2, /no token/],
    [["bind", "acme/none#1"], {}, 1, /the repository acme\/none/],
  ])("%j with %j ends with %i and changes nothing", async (args, options, expected, message) => {
    const before = await stored(workTreeId(shop.folder));
    const { code, stdout, stderr } = await session(args, options);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(message);
    expect(await stored(workTreeId(shop.folder))).toEqual(before);
  });
});

describe("warrant session bind without an issue", () => {
  /** A clone whose branch is pushed there. */
  function clone(branch: string, address: string): string {
    const tree = shop.clone();
    tree.git("checkout", "--quiet", "-B", branch);
    tree.git("remote", "set-url", "origin", address);
    return tree.folder;
  }

  it.each([
    ["the branch's own repository, whatever others call theirs", "feature", "acme", "acme/shop#12"],
    ["the repository a fork comes from", "theirs", "sam", "acme/shop#13"],
  ])("binds to the open pull request in %s", async (_where, branch, owner, issue) => {
    const cwd = clone(branch, `${github.serverUrl}/${owner}/shop.git`);
    const { code, stdout, stderr } = await session(["bind", "--json"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      issue,
      binding: { state: "bound", policy: { autonomy: "supervised" } },
      decision: { intent: { rule: "single_closing_issue", root: { number: 7 } } },
    });
    expect((await stored(workTreeId(cwd)))?.issue).toBe(issue);
  });

  it("binds to the pull request that was checked out", async () => {
    const cwd = clone("pr-13", `${github.serverUrl}/acme/shop.git`);
    shop.git("-C", cwd, "config", "branch.pr-13.remote", "origin");
    shop.git("-C", cwd, "config", "branch.pr-13.merge", "refs/pull/13/head");
    expect(JSON.parse((await session(["bind", "--json"], { cwd })).stdout)).toMatchObject({ issue: "acme/shop#13" });
  });

  it.each<[string, string, string, number, RegExp]>([
    ["a branch without one", "main", "acme", 2, /the branch main of acme\/shop has no open pull request\. Push it/],
    [
      "a branch with two",
      "twice",
      "sam",
      2,
      /several open pull requests\. Name one of them:\n {2}acme\/shop#15 {2}No 15 <U\+001B>\[2J\n {2}acme/,
    ],
    ["a repository that is not there", "main", "none", 1, /the repository is not there, or the token may not see it/],
  ])("says what to do for %s, and binds nothing", async (_what, branch, owner, expected, message) => {
    const cwd = clone(branch, `${github.serverUrl}/${owner}/shop.git`);
    const { code, stdout, stderr } = await session(["bind"], { cwd });
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(message);
    expect(await stored(workTreeId(cwd))).toBeNull();
  });

  it("asks no other server than the one the token is for, and no repository where there is none", async () => {
    const requests = github.requests.length;
    const cwd = clone("feature", "git@git.acme.example:acme/shop.git");
    expect((await session(["bind"], { cwd })).stderr).toMatch(/the address is on git\.acme\.example/);
    expect((await session(["bind"], { cwd: clone("x", "/srv/x") })).stderr).toMatch(/Name the issue: owner\/repo#N/);
    expect(github.requests).toHaveLength(requests);
  });
});

describe("warrant session unbind", () => {
  it("takes a binding back, once", async () => {
    await session(["bind", "acme/shop#7", "--session", "s4"]);
    expect((await session(["unbind", "--session", "s4"])).stdout).toBe("session s4 is no longer bound\n");
    expect((await session(["unbind", "--session", "s4"])).stdout).toBe("session s4 is not bound\n");
    expect(await stored("s4")).toBeNull();
  });
});
