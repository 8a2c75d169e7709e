import { describe, expect, it } from "vitest";
import { inShop, shop } from "./fixture.ts";
import { type MergeMethod, queueChanges } from "./merge-queue.ts";
import { mergeGroupPayload } from "./webhook-payloads.ts";

async function queued(method: MergeMethod) {
  const { github, ask, repository, change, work } = await shop();
  work.branch("second", "main");
  work.commit("Add a cart", { "cart.txt": "1\n" });
  work.commit("Add a total", { "total.txt": "1\n" });
  work.switch("main");
  const second = repository.pullRequest({ number: 13, title: "Carts", head: "second", author: "maria" });
  const groups = queueChanges(repository, [change, second], { method });
  const [first, last] = groups;
  if (first === undefined || last === undefined) throw new Error("Two were queued.");
  return { github, ask, repository, work, first, last };
}

describe("a merge queue", () => {
  it("builds each group on the one before, on a branch the platform names", async () => {
    const { work, first, last } = await queued("merge");
    expect(first.baseSha).toBe(work.git("rev-parse", "main"));
    expect(last.baseSha).toBe(first.headSha);
    expect(last.headRef).toBe(`refs/heads/gh-readonly-queue/main/pr-13-${first.headSha}`);
    expect(work.git("rev-parse", last.headRef)).toBe(last.headSha);
    expect(work.git("rev-list", "--parents", "-1", last.headSha).split(" ").slice(1)).toEqual([
      first.headSha,
      work.git("rev-parse", "second"),
    ]);
    expect(work.git("ls-tree", "--name-only", last.headSha).split("\n")).toEqual([
      "README.md",
      "cart.txt",
      "src",
      "total.txt",
    ]);
  });

  it.each([
    ["merge", ["Merge pull request #12 from acme/feature", "Merge pull request #13 from acme/second"]],
    ["squash", ["Add a discount (#12)", "Carts (#13)"]],
    ["rebase", ["Add a discount", "Add a cart", "Add a total"]],
  ] as const)("writes the messages the platform writes for %s", async (method, titles) => {
    const { work, last } = await queued(method);
    const line = work.git("log", "--reverse", "--first-parent", "--format=%s", `main..${last.headSha}`);
    expect(line.split("\n")).toEqual(titles);
  });

  it("lists its entries with the commits they are built on", async () => {
    const { ask, first, last } = await queued("squash");
    const selection = `mergeQueue(branch: "main") { entries(first: 1, after: null) { totalCount pageInfo { hasNextPage endCursor } nodes { position headCommit { oid } baseCommit { oid } pullRequest { number headRefOid } } } }`;
    expect((await ask.graphql(inShop(selection))).data).toMatchObject({
      repository: {
        mergeQueue: {
          entries: {
            totalCount: 2,
            pageInfo: { hasNextPage: true },
            nodes: [
              {
                position: 1,
                headCommit: { oid: first.headSha },
                baseCommit: { oid: first.baseSha },
                pullRequest: { number: 12 },
              },
            ],
          },
        },
      },
    });
    expect(last.baseSha).toBe(first.headSha);
  });

  it("asks for checks by an event that names commits", async () => {
    const { repository, last } = await queued("merge");
    expect(mergeGroupPayload(repository, { ...last, number: last.change.number })).toMatchObject({
      merge_group: {
        head_sha: last.headSha,
        head_ref: last.headRef,
        base_sha: last.baseSha,
        base_ref: last.baseRef,
      },
    });
  });
});

describe("the commits of a group", () => {
  it("are listed from its head in pages, the newest first", async () => {
    const { ask, last, work } = await queued("merge");
    const shas: string[] = [];
    for (const number of [1, 2]) {
      const { body } = await ask.get(`/repos/acme/shop/commits?sha=${last.headSha}&per_page=4&page=${number}`);
      shas.push(...(body as { sha: string }[]).map((commit) => commit.sha));
    }
    expect(shas).toEqual(work.git("rev-list", last.headSha).split("\n"));
    expect((await ask.get(`/repos/acme/shop/commits?sha=${"0".repeat(40)}`)).status).toBe(404);
  });
});

describe("comparing two commits", () => {
  it("lists the commits between them in pages, the oldest first, and the files on the first page", async () => {
    const { ask, last, work } = await queued("merge");
    const path = `/repos/acme/shop/compare/${work.git("rev-parse", "main")}...${last.headSha}`;
    const whole = await ask.get(path);
    expect(whole.body).toMatchObject({ status: "ahead", ahead_by: 5, behind_by: 0, total_commits: 5 });
    expect((whole.body as { commits: object[] }).commits).toHaveLength(5);
    const shas: string[] = [];
    for (const number of [1, 2, 3]) {
      const { body, headers } = await ask.get(`${path}?per_page=2&page=${number}`);
      const { commits, files } = body as { commits: { sha: string }[]; files: object[] };
      shas.push(...commits.map((commit) => commit.sha));
      expect(files).toHaveLength(number === 1 ? 4 : 0);
      expect(headers.get("link")?.includes('rel="next"') ?? false).toBe(number < 3);
    }
    expect(shas).toEqual((whole.body as { commits: { sha: string }[] }).commits.map(({ sha }) => sha));
    expect(shas.toSorted()).toEqual(work.git("rev-list", `main..${last.headSha}`).split("\n").sort());
    expect((await ask.get(`/repos/acme/shop/compare/main...${"0".repeat(40)}`)).status).toBe(404);
  });

  it("says which of them is ahead", async () => {
    const { ask } = await queued("merge");
    const ranges = ["main...feature", "feature...main", "main...main", "second...feature"];
    const answers = await Promise.all(ranges.map((range) => ask.get(`/repos/acme/shop/compare/${range}`)));
    const statuses = answers.map(({ body }) => (body as { status: string }).status);
    expect(statuses).toEqual(["ahead", "behind", "identical", "diverged"]);
  });
});
