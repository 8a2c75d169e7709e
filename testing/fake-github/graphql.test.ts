import { describe, expect, it } from "vitest";
import { maria } from "../git-repository.ts";
import { Asker } from "./ask.ts";
import { shop } from "./fixture.ts";

const inShop = (selection: string): string => `{ repository(owner: "acme", name: "shop") { ${selection} } }`;
const ofChange = (selection: string): string => inShop(`pullRequest(number: 12) { ${selection} }`);
const shown = (pullRequest: unknown) => ({ repository: { pullRequest } });

describe("queries GitHub would refuse", () => {
  it.each([
    ["an unknown field", ofChange("diff"), "Field 'diff' doesn't exist on type 'PullRequest'"],
    ["REST's spelling", ofChange("changed_files"), "Field 'changed_files' doesn't exist on type 'PullRequest'"],
    [
      "an id of an actor without its type",
      ofChange("author { databaseId }"),
      "Field 'databaseId' doesn't exist on type 'Actor'",
    ],
    ["an unknown argument", ofChange("title(first: 1)"), 'Unknown argument "first" on field "PullRequest.title".'],
    ["a missing argument", inShop("pullRequest { title }"), /argument "number" of type "Int!" is required/],
    ["an unknown event type", ofChange("timelineItems(first: 1, itemTypes: [LABELLED]) { totalCount }"), /LABELLED/],
    ["an object without a selection", ofChange("author"), /must have a selection of subfields/],
    [
      "a list without an end",
      ofChange("reviews { totalCount }"),
      /You must provide a `first` or `last` value .* `reviews` connection/,
    ],
    ["text that is no query", "{ repository(", /Syntax Error/],
    [
      "more than 500,000 nodes",
      inShop(
        "pullRequests(first: 100) { nodes { commits(first: 100) { nodes { commit { authors(first: 51) { totalCount } } } } } }",
      ),
      "This query requests up to 520,100 possible nodes which exceeds the maximum limit of 500,000.",
    ],
  ])("%s", async (_what, query, message) => {
    const { github, ask } = await shop();
    const answer = await ask.graphql(query);
    expect(answer).toMatchObject({ status: 200, data: undefined });
    const words = typeof message === "string" ? message : expect.stringMatching(message);
    expect(answer.errors?.map((error) => error.message)).toContainEqual(words);
    await expect(github.close()).rejects.toThrow("GraphQL:");
    github.unexpected.length = 0;
  });

  it("more than 100 rows of a list, told when it runs", async () => {
    const { ask } = await shop();
    const answer = await ask.graphql(ofChange("reviews(first: 101) { totalCount }"));
    expect(answer.errors).toMatchObject([{ type: "EXCESSIVE_PAGINATION" }]);
  });

  it("500,000 nodes are allowed", async () => {
    const { ask } = await shop();
    const query =
      "pullRequests(first: 100) { nodes { commits(first: 100) { nodes { commit { authors(first: 48) { totalCount } } } } } }";
    expect((await ask.graphql(inShop(query))).errors).toBeUndefined();
  });
});

describe("what is not there or not allowed", () => {
  it.each([
    ["repository", `{ repository(owner: "acme", name: "none") { id } }`, "NOT_FOUND", ["repository"]],
    ["pull request", inShop("pullRequest(number: 99) { title }"), "NOT_FOUND", ["repository", "pullRequest"]],
    ["issue that is a pull request", inShop("issue(number: 12) { title }"), "NOT_FOUND", ["repository", "issue"]],
    [
      "number",
      inShop("issueOrPullRequest(number: 99) { __typename }"),
      "NOT_FOUND",
      ["repository", "issueOrPullRequest"],
    ],
    [
      "issue the token may not read",
      inShop("issueOrPullRequest(number: 7) { __typename }"),
      "FORBIDDEN",
      ["repository", "issueOrPullRequest"],
    ],
  ])("a %s is null with an error of a type", async (_what, query, type, path) => {
    const { ask, repository } = await shop();
    Object.assign(repository.issues.get(7) ?? {}, { forbidden: true });
    const answer = await ask.graphql(query);
    expect(answer.status).toBe(200);
    expect(answer.errors).toMatchObject([{ type, path }]);
  });

  it("one missing part leaves the others of a batch standing", async () => {
    const { ask } = await shop();
    const answer = await ask.graphql(
      inShop(
        "a: issueOrPullRequest(number: 7) { __typename } b: issueOrPullRequest(number: 99) { __typename } c: issueOrPullRequest(number: 12) { __typename }",
      ),
    );
    expect(answer.data).toEqual({
      repository: { a: { __typename: "Issue" }, b: null, c: { __typename: "PullRequest" } },
    });
    expect(answer.errors).toMatchObject([{ type: "NOT_FOUND", path: ["repository", "b"] }]);
  });
});

describe("people", () => {
  it("D3: bots are spelled without [bot], Copilot by its other name, and the deleted are null", async () => {
    const { ask, repository } = await shop();
    const author = "author { __typename login ... on User { databaseId } ... on Bot { databaseId } }";
    const expected: unknown[] = [];
    for (const [index, [login, node]] of (
      [
        ["dependabot[bot]", { __typename: "Bot", login: "dependabot", databaseId: 49699333 }],
        ["Copilot", { __typename: "Bot", login: "copilot-swe-agent", databaseId: 198982749 }],
        [null, null],
      ] as const
    ).entries()) {
      repository.pullRequest({ number: 20 + index, head: "feature", author: login });
      expected.push({ author: node });
    }
    const answer = await ask.graphql(inShop(`pullRequests(first: 9) { nodes { ${author} } }`));
    const { nodes } = (answer.data as { repository: { pullRequests: { nodes: unknown[] } } }).repository.pullRequests;
    expect(nodes.slice(1)).toEqual(expected);
    const rest = (await ask.get("/repos/acme/shop/pulls?direction=asc&sort=created")).body as {
      user: { login: string };
    }[];
    expect(rest.slice(1).map((change) => change.user.login)).toEqual(["dependabot[bot]", "Copilot", "ghost"]);
  });

  it("authors of a commit are its author and its co-authors, with accounts where the address is known", async () => {
    const { ask, work, github } = await shop();
    const bot = github.bot("helper[bot]");
    work.switch("feature");
    work.commitStaged(
      `More\n\nCo-authored-by: helper[bot] <${bot.id}+helper[bot]@users.noreply.github.com>\nCo-Authored-By: Nobody <n@example.org>`,
    );
    const answer = await ask.graphql(
      ofChange(
        "commits(last: 1) { nodes { commit { authors(first: 9) { totalCount nodes { name email user { login databaseId } } } } } }",
      ),
    );
    const authors = {
      totalCount: 3,
      nodes: [
        { name: maria.name, email: maria.email, user: { login: "maria", databaseId: expect.any(Number) } },
        {
          name: "helper[bot]",
          email: expect.stringContaining("noreply"),
          user: { login: "helper[bot]", databaseId: bot.id },
        },
        { name: "Nobody", email: "n@example.org", user: null },
      ],
    };
    expect(answer.data).toEqual(shown({ commits: { nodes: [{ commit: { authors } }] } }));
  });
});

describe("what happened", () => {
  const labelEvents =
    "__typename ... on LabeledEvent { label { name } actor { login } } ... on UnlabeledEvent { label { name } }";

  it("labels come with the events that put them on and off, filtered by type", async () => {
    const { ask, change } = await shop();
    change.label("agent", { by: "maria" }).unlabel("agent", { by: "sam" }).label("agent", { by: null });
    change.assign("sam", { by: "Copilot" });
    const answer = await ask.graphql(
      ofChange(
        `labels(first: 9) { nodes { name } } timelineItems(first: 9, itemTypes: [LABELED_EVENT, UNLABELED_EVENT]) { totalCount nodes { ${labelEvents} } }`,
      ),
    );
    const label = { name: "agent" };
    const nodes = [
      { __typename: "LabeledEvent", label, actor: { login: "maria" } },
      { __typename: "UnlabeledEvent", label },
      { __typename: "LabeledEvent", label, actor: null },
    ];
    expect(answer.data).toEqual(shown({ labels: { nodes: [label] }, timelineItems: { totalCount: 3, nodes } }));
  });

  it("REST's timeline tells the same, with comments and reviews between", async () => {
    const { ask, change } = await shop();
    change.label("agent", { by: "maria" });
    change.comment({ body: "Hello" });
    change.review({ author: "maria", state: "APPROVED" });
    change.retarget("release").assign("sam").edit({ title: "Another" });
    expect(await ask.all("/repos/acme/shop/issues/12/timeline?per_page=2")).toMatchObject([
      { event: "labeled", label: { name: "agent" }, actor: { login: "maria" } },
      { event: "commented", body: "Hello" },
      { event: "reviewed", state: "APPROVED" },
      { event: "base_ref_changed" },
      { event: "assigned", assignee: { login: "sam" } },
      { event: "renamed", rename: { from: "Add a discount", to: "Another" } },
    ]);
  });

  it("pages backwards from the newest", async () => {
    const { ask, change } = await shop();
    for (const name of ["a", "b", "c", "d", "e"]) change.label(name);
    const names: string[] = [];
    let before = "";
    for (let pages = 0; pages < 9; pages += 1) {
      const answer = await ask.graphql(
        ofChange(
          `timelineItems(last: 2 ${before}, itemTypes: [LABELED_EVENT]) { pageInfo { hasPreviousPage startCursor } nodes { ... on LabeledEvent { label { name } } } }`,
        ),
      );
      const { timelineItems } = (answer.data as { repository: { pullRequest: Record<string, Timeline> } }).repository
        .pullRequest;
      names.unshift(...(timelineItems?.nodes ?? []).map((node) => node.label.name));
      if (timelineItems?.pageInfo.hasPreviousPage !== true) break;
      before = `before: "${timelineItems.pageInfo.startCursor}"`;
    }
    expect(names).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("a review keeps its commit when the head moves, and its state when dismissed; pending ones are hidden", async () => {
    const { ask, change, work } = await shop();
    const head = work.git("rev-parse", "feature");
    const review = change.review({ author: "maria", state: "APPROVED" });
    change.review({ author: "sam", state: "PENDING" });
    change.dismiss(review);
    work.switch("feature");
    work.commitStaged("Push");
    const answer = await ask.graphql(
      ofChange("reviews(first: 9) { totalCount nodes { state author { login } commit { oid } } }"),
    );
    const nodes = [{ state: "DISMISSED", author: { login: "maria" }, commit: { oid: head } }];
    expect(answer.data).toEqual(shown({ reviews: { totalCount: 1, nodes } }));
    expect((await ask.get("/repos/acme/shop/pulls/12/reviews")).body).toMatchObject([
      { state: "DISMISSED", commit_id: head },
    ]);
  });
});

interface Timeline {
  readonly nodes: readonly { readonly label: { readonly name: string } }[];
  readonly pageInfo: { readonly hasPreviousPage: boolean; readonly startCursor: string };
}

describe("forks", () => {
  const fields =
    "isCrossRepository headRefName headRepository { nameWithOwner isFork parent { nameWithOwner } } headRepositoryOwner { login } headRef { name }";

  it("a change from a fork names it, and its commits are read in the base repository", async () => {
    const { github, ask, work, repository } = await shop();
    const folder = work.clone("--bare").folder;
    const fork = github.repository("sam/shop", folder, { parent: repository });
    repository.pullRequest({ number: 13, head: "feature", headRepository: fork, author: "sam" });
    const answer = await ask.graphql(inShop(`pullRequest(number: 13) { ${fields} changedFiles }`));
    const headRepository = { nameWithOwner: "sam/shop", isFork: true, parent: { nameWithOwner: "acme/shop" } };
    expect(answer.data).toEqual(
      shown({
        isCrossRepository: true,
        headRefName: "feature",
        headRepository,
        headRepositoryOwner: { login: "sam" },
        headRef: { name: "feature" },
        changedFiles: 2,
      }),
    );
    expect((await ask.get("/repos/acme/shop/pulls/13")).body).toMatchObject({
      head: { label: "sam:feature", repo: { full_name: "sam/shop", fork: true } },
      base: { label: "acme:main", repo: { full_name: "acme/shop", fork: false } },
    });
  });

  it("a fork that was deleted is null, and the change stays", async () => {
    const { ask, repository } = await shop();
    repository.pullRequest({ number: 13, head: "feature", headRepository: null, author: null });
    const answer = await ask.graphql(inShop(`pullRequest(number: 13) { ${fields} author { login } }`));
    expect(answer.data).toEqual(
      shown({
        isCrossRepository: true,
        headRefName: "feature",
        headRepository: null,
        headRepositoryOwner: null,
        headRef: null,
        author: null,
      }),
    );
    expect((await ask.get("/repos/acme/shop/pulls/13")).body).toMatchObject({
      head: { repo: null },
      user: { login: "ghost" },
    });
  });
});

describe("links", () => {
  it("the closing list is the platform's own, of any repository, and by hand is a part of it", async () => {
    const { github, ask, change, work, repository } = await shop();
    const other = github
      .repository("acme/plans", work.folder)
      .issue({ number: 3, state: "closed", stateReason: "not_planned" });
    repository.issue({ number: 8 });
    change.closes.push(other, 8);
    change.linkedByHand.push(8);
    const fields = "nodes { number state stateReason repository { nameWithOwner } }";
    const answer = await ask.graphql(
      ofChange(
        `closing: closingIssuesReferences(first: 9) { ${fields} } byHand: closingIssuesReferences(first: 9, userLinkedOnly: true) { totalCount nodes { number } }`,
      ),
    );
    const here = { nameWithOwner: "acme/shop" };
    const closing = [
      { number: 7, state: "OPEN", stateReason: null, repository: here },
      { number: 3, state: "CLOSED", stateReason: "NOT_PLANNED", repository: { nameWithOwner: "acme/plans" } },
      { number: 8, state: "OPEN", stateReason: null, repository: here },
    ];
    expect(answer.data).toEqual(
      shown({ closing: { nodes: closing }, byHand: { totalCount: 1, nodes: [{ number: 8 }] } }),
    );
  });
});

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
