import { describe, expect, it } from "vitest";
import { Asker } from "./ask.ts";
import { inShop, ofChange, shop } from "./fixture.ts";

describe("files of commits", () => {
  it("have git's mode as a number, a type, and text unless binary", async () => {
    const { ask, work } = await shop();
    work.commit("Kinds", {
      "run.sh": { executable: "echo\n" },
      link: { symlink: "README.md" },
      "a.png": Buffer.from([0, 1]),
      "big.txt": "x".repeat(600_000),
    });
    work.submodule("vendor", work.git("rev-parse", "HEAD"));
    work.commitStaged("Submodule");
    const entry =
      "{ mode type object { ... on Blob { text isBinary isTruncated byteSize } ... on Tree { entries { name } } } }";
    const paths = ["README.md", "run.sh", "link", "a.png", "vendor", "src", "none", "/README.md", "src/"];
    const fields = paths.map((path, index) => `f${index}: file(path: "${path}") ${entry}`).join(" ");
    const answer = await ask.graphql(inShop(`object(expression: "main") { ... on Commit { ${fields} } }`));
    const blob = (text: string | null, byteSize: number) => ({
      text,
      isBinary: text === null,
      isTruncated: false,
      byteSize,
    });
    expect(answer.data).toEqual({
      repository: {
        object: {
          f0: { mode: 0o100644, type: "blob", object: blob("# Shop\n", 7) },
          f1: { mode: 0o100755, type: "blob", object: blob("echo\n", 5) },
          f2: { mode: 0o120000, type: "blob", object: blob("README.md", 9) },
          f3: { mode: 0o100644, type: "blob", object: blob(null, 2) },
          f4: { mode: 0o160000, type: "commit", object: null },
          f5: { mode: 0o040000, type: "tree", object: { entries: [{ name: "cart.ts" }] } },
          f6: null,
          f7: null,
          f8: null,
        },
      },
    });
    const big = await ask.graphql(
      inShop(`object(expression: "main:big.txt") { ... on Blob { isTruncated byteSize } }`),
    );
    expect(big.data).toEqual({ repository: { object: { isTruncated: true, byteSize: 600_000 } } });
  });
});

describe("checks", () => {
  it("suites are chosen by app or by a run's name, and show the newest run of each name unless all are asked for", async () => {
    const { ask, repository, github } = await shop();
    const app = github.app({ id: 9, slug: "other" });
    for (const conclusion of ["failure", "success"] as const) {
      repository.checkRun({ headSha: "feature", name: "warrant/change", conclusion });
    }
    repository.checkRun({ headSha: "feature", name: "build", conclusion: "success" });
    repository.checkRun({ headSha: "feature", name: "lint", app, conclusion: "success" });
    const suites = async (filter: string, runs: string) => {
      const part = `checkSuites(first: 9${filter}) { nodes { app { slug } checkRuns(first: 9${runs}) { nodes { name conclusion } } } }`;
      const { data } = await ask.graphql(inShop(`object(expression: "feature") { ... on Commit { ${part} } }`));
      return (data as { repository: { object: { checkSuites: { nodes: unknown[] } } } }).repository.object.checkSuites
        .nodes;
    };
    const failed = { name: "warrant/change", conclusion: "FAILURE" };
    const passed = { name: "warrant/change", conclusion: "SUCCESS" };
    const build = { name: "build", conclusion: "SUCCESS" };
    const actions = (...nodes: object[]) => ({ app: { slug: "github-actions" }, checkRuns: { nodes } });
    const other = { app: { slug: "other" }, checkRuns: { nodes: [{ name: "lint", conclusion: "SUCCESS" }] } };
    expect(await suites("", "")).toEqual([actions(build, passed), other]);
    expect(await suites(", filterBy: {appId: 9}", "")).toEqual([other]);
    const named = ', filterBy: {checkName: "warrant/change"';
    expect(await suites(`${named}}`, `${named}}`)).toEqual([actions(passed)]);
    expect(await suites(`${named}}`, `${named}, checkType: ALL}`)).toEqual([actions(failed, passed)]);
    expect(await suites(', filterBy: {checkName: "none"}', "")).toEqual([]);
  });

  it("the rollup holds check runs and statuses, and is null where nothing was said", async () => {
    const { ask, repository } = await shop();
    const rollup =
      "statusCheckRollup { state contexts(first: 9) { totalCount nodes { __typename ... on CheckRun { name conclusion checkSuite { app { slug databaseId } } } ... on StatusContext { context state creator { login } } } } }";
    const query = ofChange(`commits(last: 1) { nodes { commit { ${rollup} } } }`);
    const answered = async () => {
      const { data } = await ask.graphql(query);
      return (
        data as { repository: { pullRequest: { commits: { nodes: [{ commit: { statusCheckRollup: unknown } }] } } } }
      ).repository.pullRequest.commits.nodes[0].commit.statusCheckRollup;
    };
    expect(await answered()).toBeNull();
    repository.checkRun({ headSha: "feature", name: "build", conclusion: "success" });
    repository.status({ sha: "feature", context: "ci", state: "pending" });
    expect(await answered()).toEqual({
      state: "PENDING",
      contexts: {
        totalCount: 2,
        nodes: [
          {
            __typename: "CheckRun",
            name: "build",
            conclusion: "SUCCESS",
            checkSuite: { app: { slug: "github-actions", databaseId: 15368 } },
          },
          { __typename: "StatusContext", context: "ci", state: "PENDING", creator: { login: "maria" } },
        ],
      },
    });
  });
});

describe("sweeps and queues", () => {
  it("a batch asks for many changes at once by alias", async () => {
    const { github, ask, repository } = await shop();
    for (let number = 100; number < 150; number += 1) repository.pullRequest({ number, head: "feature" });
    const aliases = Array.from(
      { length: 50 },
      (_, index) => `p${index}: pullRequest(number: ${100 + index}) { number headRefOid updatedAt }`,
    );
    const { data, errors } = await ask.graphql(inShop(aliases.join(" ")));
    expect(errors).toBeUndefined();
    expect(Object.keys((data as { repository: object }).repository)).toHaveLength(50);
    expect(github.requests).toHaveLength(1);
  });

  it("REST finds open changes by head and by base", async () => {
    const { ask, work, repository } = await shop();
    work.git("branch", "release", "main");
    repository.pullRequest({ number: 100, head: "feature", base: "release" });
    const fork = await ask.get("/repos/acme/shop/pulls?head=sam%3Afeature");
    expect(fork.body).toEqual([]);
    expect((await ask.get("/repos/acme/shop/pulls?head=acme%3Afeature")).body).toMatchObject([
      { number: 100 },
      { number: 12 },
    ]);
    expect((await ask.get("/repos/acme/shop/pulls?base=release")).body).toMatchObject([{ number: 100 }]);
  });

  it("open changes come in pages by GraphQL as by REST", async () => {
    const { ask, repository } = await shop();
    for (let number = 100; number < 104; number += 1) repository.pullRequest({ number, head: "feature" });
    repository.findPullRequest(101)?.close();
    repository.findPullRequest(102)?.merge();
    const rest = await ask.all("/repos/acme/shop/pulls?per_page=2");
    expect(rest).toMatchObject([{ number: 103 }, { number: 100 }, { number: 12 }]);
    const open = await ask.graphql(
      inShop("pullRequests(first: 2, states: OPEN) { totalCount pageInfo { hasNextPage endCursor } nodes { number } }"),
    );
    expect(open.data).toMatchObject({
      repository: {
        pullRequests: { totalCount: 3, pageInfo: { hasNextPage: true }, nodes: [{ number: 12 }, { number: 100 }] },
      },
    });
  });

  it("the merge queue lists its entries in order, to tokens that may see it", async () => {
    const { github, ask, repository, change, work } = await shop();
    const head = work.git("rev-parse", "feature");
    const base = work.git("rev-parse", "main");
    const query = inShop(
      `mergeQueue(branch: "main") { entries(first: 9) { nodes { position state headCommit { oid } baseCommit { oid } pullRequest { number } } } }`,
    );
    expect((await ask.graphql(query)).data).toEqual({ repository: { mergeQueue: null } });
    repository.enqueue(change, { headSha: head, baseSha: base });
    const nodes = [
      {
        position: 1,
        state: "AWAITING_CHECKS",
        headCommit: { oid: head },
        baseCommit: { oid: base },
        pullRequest: { number: 12 },
      },
    ];
    expect((await ask.graphql(query)).data).toEqual({ repository: { mergeQueue: { entries: { nodes } } } });
    const workflow = new Asker(
      github,
      github.tokens.workflow(repository, { contents: "read", pull_requests: "write" }),
    );
    expect((await workflow.graphql(query)).errors).toMatchObject([{ type: "FORBIDDEN" }]);
  });

  it("a query costs a point for every hundred lists it reads", async () => {
    const { ask } = await shop();
    const answer = await ask.graphql(
      `{ rateLimit { cost nodeCount remaining } repository(owner: "acme", name: "shop") { pullRequests(first: 100) { nodes { commits(first: 50) { totalCount } reviews(first: 10) { totalCount } } } } }`,
    );
    expect(answer.data).toMatchObject({ rateLimit: { cost: 2, nodeCount: 6100, remaining: 4998 } });
    expect(answer.headers.get("x-ratelimit-used")).toBe("2");
    expect(answer.headers.get("x-ratelimit-resource")).toBe("graphql");
  });
});
