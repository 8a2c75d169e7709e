/** Which changes a group holds: by the queue, and by the commits where a token may not read it. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { QueuedGroup } from "../../../../testing/fake-github/merge-queue.ts";
import type { FakePullRequest } from "../../../../testing/fake-github/pull-request.ts";
import {
  appClient,
  emptyQueue,
  groupOf,
  jointGroupOf,
  openQueueShop,
  type QueueShop,
  workflowClient,
} from "../../../../testing/queue-shop.ts";
import type { Members } from "./group.ts";
import { queuedMembers } from "./queue.ts";
import { tracedMembers } from "./traced-members.ts";

let shop: QueueShop;
beforeAll(async () => {
  shop = await openQueueShop();
});
beforeEach(() => emptyQueue(shop));
afterAll(async () => await shop.github.close());

function headOf(change: FakePullRequest): string {
  return shop.repository.git.resolveNow(change.head);
}

function memberOf(change: FakePullRequest) {
  return { number: change.number, headSha: headOf(change) };
}

async function byQueue(group: QueuedGroup, client = appClient(shop).client) {
  return await queuedMembers(client, "acme/shop", group);
}

async function byCommits(group: QueuedGroup): Promise<Members> {
  return await tracedMembers(workflowClient(shop).client, "acme/shop", group);
}

describe("by the queue", () => {
  it("a group is the entries from its base to its head (F4: palantir/policy-bot#800)", async () => {
    const { twelve, thirteen, fourteen } = shop;
    const group = jointGroupOf(shop, [twelve, thirteen, fourteen]);
    expect(await byQueue(group)).toEqual([memberOf(twelve), memberOf(thirteen), memberOf(fourteen)]);
  });

  it("a group built on another holds only its own change", async () => {
    const group = groupOf(shop, [shop.twelve, shop.thirteen]);
    expect(await byQueue(group)).toEqual([memberOf(shop.thirteen)]);
  });

  it("entries behind the group are not its own", async () => {
    const group = groupOf(shop, [shop.twelve]);
    groupOf(shop, [shop.thirteen]);
    expect(await byQueue(group)).toEqual([memberOf(shop.twelve)]);
  });

  it("a queue of more than one page is read whole", async () => {
    const { repository, thirteen, fourteen } = shop;
    for (let count = 0; count < 150; count += 1) {
      repository.enqueue(thirteen, { headSha: headOf(thirteen), baseSha: headOf(thirteen) });
    }
    const group = groupOf(shop, [fourteen]);
    const members = await byQueue({ ...group, baseSha: headOf(thirteen) });
    expect(members).toEqual([memberOf(fourteen)]);
    expect(shop.github.requests).toHaveLength(2);
  });

  it("a token that may not read it learns nothing, and so does one where the branch has none", async () => {
    const group = groupOf(shop, [shop.twelve]);
    expect(await byQueue(group, workflowClient(shop).client)).toBeNull();
    expect(await byQueue({ ...group, baseRef: "refs/heads/agent" })).toBeNull();
  });

  it("a group that is not listed any more is not found", async () => {
    const group = groupOf(shop, [shop.twelve], { listed: false });
    groupOf(shop, [shop.thirteen]);
    expect(await byQueue(group)).toBeNull();
  });

  it("an entry that is another change than the branch names is not believed", async () => {
    const group = groupOf(shop, [shop.twelve]);
    expect(await byQueue({ ...group, headRef: group.headRef.replace("pr-12-", "pr-13-") })).toBeNull();
  });

  it("a server that knows no queue, or fails, is asked no further", async () => {
    const group = groupOf(shop, [shop.twelve]);
    const errors = [{ message: "Field 'mergeQueue' doesn't exist on type 'Repository'" }];
    shop.github.fail({ path: "/graphql", status: 200, body: { errors } });
    expect(await byQueue(group)).toBeNull();
    shop.github.fail({ path: "/graphql", status: 401, body: { message: "Bad credentials" } });
    expect(await byQueue(group)).toBeNull();
  });
});

describe("by the commits", () => {
  it.each([
    ["merge", ["twelve", "thirteen", "fourteen"]],
    ["merge", ["fourteen"]],
    ["squash", ["fourteen"]],
    ["rebase", ["twelve"]],
    ["rebase", ["fourteen"]],
  ] as const)("a %s of %j is found", async (method, names) => {
    const changes = names.map((name) => shop[name]);
    expect(await byCommits(jointGroupOf(shop, changes, { method }))).toEqual({ members: changes.map(memberOf) });
  });

  it("a group built on another holds only its own change", async () => {
    const group = groupOf(shop, [shop.twelve, shop.thirteen], { method: "squash" });
    expect(await byCommits(group)).toEqual({ members: [memberOf(shop.thirteen)] });
  });

  it("commits that are squashed together are not believed for what their titles say (F4: palantir/policy-bot#800)", async () => {
    const group = jointGroupOf(shop, [shop.thirteen, shop.twelve], { method: "squash" });
    expect(await byCommits(group)).toEqual({ why: expect.stringContaining("is no pull request's head") });
  });

  it.each(["Merge pull request #12 from sam/discount", "Add a discount (#12)"])(
    "a message that names another change, %j, does not make it that one",
    async (message) => {
      const lie = { message: (change: FakePullRequest) => (change.number === 13 ? message : "Merge") };
      const merged = jointGroupOf(shop, [shop.thirteen, shop.fourteen], { method: "merge", ...lie });
      expect(await byCommits(merged)).toEqual({ members: [memberOf(shop.thirteen), memberOf(shop.fourteen)] });
      const squashed = jointGroupOf(shop, [shop.thirteen, shop.fourteen], { method: "squash", ...lie });
      expect(await byCommits(squashed)).toMatchObject({ why: expect.any(String) });
    },
  );

  it("two single commits are not one change of two commits (F4: palantir/policy-bot#800)", async () => {
    // 14 has two commits, and so has the group; only one of them is its own.
    const group = jointGroupOf(shop, [shop.thirteen, shop.fourteen], { method: "squash" });
    const line = shop.work.git("log", "--format=%s", `main..${group.headSha}`).split("\n");
    expect(line).toHaveLength(2);
    expect(await byCommits(group)).toMatchObject({ why: expect.any(String) });
  });

  it("a long line is followed where it is one change's own, and not looked up commit by commit", async () => {
    const { repository, work } = shop;
    work.branch("long", "main");
    for (let count = 0; count < 31; count += 1) work.commit(`Step ${count}`);
    work.switch("main");
    const long = repository.pullRequest({ number: 131, head: "long", author: "rita" });
    try {
      const group = groupOf(shop, [long], { method: "rebase" });
      expect(await byCommits(group)).toEqual({ members: [memberOf(long)] });
      shop.github.requests.length = 0;
      const other = { ...group, headRef: group.headRef.replace("pr-131-", "pr-12-") };
      expect(await byCommits(other)).toEqual({ why: "the group has more than 30 commits in a row" });
      expect(shop.github.seen({ path: /\/commits\/[0-9a-f]+\/pulls/ })).toEqual([]);
    } finally {
      repository.issues.delete(131);
    }
  });

  it("a squash counts when the platform says that the commit is the change's its title names", async () => {
    const { github, repository, thirteen, twelve } = shop;
    const group = jointGroupOf(shop, [thirteen, twelve], { method: "squash" });
    const say = (sha: string, change: FakePullRequest, times = 1): void => {
      const base = { ref: "main", repo: { full_name: "acme/shop" } };
      const body = [{ number: change.number, state: "open", head: { sha: headOf(change) }, base }];
      github.fail({ path: `/repos/acme/shop/commits/${sha}/pulls`, status: 200, body, times });
    };
    const first = repository.git.resolveNow(`${group.headSha}^`);
    say(first, thirteen);
    say(group.headSha, twelve);
    expect(await byCommits(group)).toEqual({ members: [memberOf(thirteen), memberOf(twelve)] });
    say(first, shop.fourteen);
    expect(await byCommits(group)).toMatchObject({ why: expect.any(String) });
    expect(github.faults.unused()).toEqual([]);
  });

  it("a change whose head became the group's commit is judged with everything in it", async () => {
    const { twelve, thirteen } = shop;
    const group = jointGroupOf(shop, [thirteen, twelve], { method: "squash" });
    const { head } = twelve;
    twelve.head = group.headSha;
    try {
      expect(await byCommits(group)).toEqual({ members: [{ number: 12, headSha: group.headSha }] });
    } finally {
      twelve.head = head;
    }
  });

  it("a merge whose change is not listed with the commit is found by its head", async () => {
    const group = groupOf(shop, [shop.twelve]);
    shop.github.fail({ path: /\/commits\/[0-9a-f]+\/pulls/, status: 200, body: [] });
    expect(await byCommits(group)).toEqual({ members: [memberOf(shop.twelve)] });
    shop.github.fail({ path: /\/commits\/[0-9a-f]+\/pulls/, status: 200, body: [], times: 2 });
    const lie = { message: () => "Merge pull request #14 from rita/cart" };
    expect(await byCommits(groupOf(shop, [shop.twelve], lie))).toMatchObject({ why: expect.any(String) });
    shop.github.faults.clear();
  });

  it("every open change with the merged head counts, since the commit is all of theirs (F8: screwdriver-cd/screwdriver#224)", async () => {
    const { repository, twelve } = shop;
    const twin = repository.pullRequest({ number: 112, head: "discount", author: "rita" });
    try {
      expect(await byCommits(groupOf(shop, [twelve]))).toEqual({ members: [memberOf(twelve), memberOf(twin)] });
      twin.base = "release";
      expect(await byCommits(groupOf(shop, [twelve]))).toEqual({ members: [memberOf(twelve)] });
    } finally {
      repository.issues.delete(112);
    }
  });

  it.each([
    ["an empty name", { headRef: "" }, "holds no pull request's number"],
    ["the branch of another base", { baseRef: "refs/heads/agent" }, "holds no pull request's number"],
    ["an empty base", { baseSha: "" }, "could not be followed"],
    ["an empty head", { headSha: "" }, "could not be followed"],
    ["a base that is the head", "same", "is no pull request's head"],
    ["a base it was not built on", "aside", "could not be followed"],
    ["a number that is none of its commits", "other", "is not among its commits"],
  ] as const)("%s is no group that is known (F5: odigos-io/odigos#5505)", async (_, change, why) => {
    const group = groupOf(shop, [shop.twelve]);
    const wrong =
      change === "same"
        ? { baseSha: headOf(shop.thirteen), headSha: headOf(shop.fourteen) }
        : change === "aside"
          ? { baseSha: headOf(shop.thirteen) }
          : change === "other"
            ? { headRef: group.headRef.replace("pr-12-", "pr-14-") }
            : change;
    const found = await byCommits({ ...group, ...wrong });
    if (change === "same") expect(found).toMatchObject({ why: expect.any(String) });
    else expect(found).toEqual({ why: expect.stringContaining(why) });
  });

  it("a change that was closed unmerged is none of a group", async () => {
    const group = groupOf(shop, [shop.twelve]);
    shop.twelve.state = "closed";
    try {
      expect(await byCommits(group)).toMatchObject({ why: expect.any(String) });
      shop.twelve.merged = true;
    } finally {
      shop.twelve.state = "open";
      shop.twelve.merged = false;
    }
  });
});
