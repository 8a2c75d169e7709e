import { describe, expect, it } from "vitest";
import { maria } from "../git-repository.ts";
import { inShop, ofChange, shop } from "./fixture.ts";

const shown = (pullRequest: unknown) => ({ repository: { pullRequest } });

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

describe("what is hidden", () => {
  it("a closing link into a private repository is shown to those who may see it only", async () => {
    const { github, ask, change, work } = await shop();
    const hidden = github.repository("acme/hidden", work.folder, { private: true });
    change.closes.push(hidden.issue({ number: 3 }));
    const query = ofChange("closingIssuesReferences(first: 9) { totalCount }");
    expect((await ask.graphql(query)).data).toEqual(shown({ closingIssuesReferences: { totalCount: 1 } }));
    hidden.user("maria", { permission: "read" });
    expect((await ask.graphql(query)).data).toEqual(shown({ closingIssuesReferences: { totalCount: 2 } }));
  });
});

describe("edits", () => {
  it("move the time of the last edit when the body changes, and not for a title or a label", async () => {
    const { ask, change } = await shop();
    const query = ofChange("lastEditedAt editor { login } updatedAt");
    expect((await ask.graphql(query)).data).toMatchObject(shown({ lastEditedAt: null, editor: null }));
    change.edit({ body: "Fixes #8", by: "maria" });
    const edited = change.lastEditedAt;
    change.edit({ title: "Another" }).label("x");
    expect(edited).toMatch(/^2026-/);
    expect(change.updatedAt > String(edited)).toBe(true);
    expect((await ask.graphql(query)).data).toMatchObject(shown({ lastEditedAt: edited, editor: { login: "maria" } }));
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
