/** A group is one change's only by what its files become, whatever its commits say of themselves. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FakePullRequest } from "../../../../testing/fake-github/pull-request.ts";
import { emptyQueue, groupOf, openQueueShop, type QueueShop, workflowClient } from "../../../../testing/queue-shop.ts";
import type { MergeGroup } from "./group.ts";
import { bringsOnly } from "./own-content.ts";
import { tracedMembers } from "./traced-members.ts";

let shop: QueueShop;
let denied: FakePullRequest;
let asked: FakePullRequest;
const same = { date: "2026-01-01T00:00:00Z" };
const shared = { "src/shared.ts": "export const shared = 1;\n" };

function branch(name: string, commits: readonly Readonly<Record<string, string>>[]): string {
  const { work } = shop;
  work.branch(name, "main");
  // Authors, times and messages of both branches are alike.
  for (const [index, files] of commits.entries()) work.commit(`Step ${index}`, files, same);
  work.switch("main");
  return name;
}

beforeAll(async () => {
  shop = await openQueueShop();
  const { repository } = shop;
  const hidden = branch("hidden", [{ ...shared, "src/evil.ts": "export const evil = 1;\n" }]);
  const open = branch("open", [shared, { "src/more.ts": "export const more = 1;\n" }]);
  denied = repository.pullRequest({ number: 31, title: "Help", head: hidden, author: "Copilot", body: "" });
  asked = repository.pullRequest({
    number: 32,
    title: "More",
    head: open,
    author: "sam",
    body: "Fixes #7",
    closes: [7],
  });
});
beforeEach(() => emptyQueue(shop));
afterAll(async () => await shop.github.close());

/** The group of commits picked onto the base, named after a change. */
function picked(change: FakePullRequest, commits: readonly string[], base = "main"): MergeGroup {
  const { work } = shop;
  work.git("switch", "-q", "--detach", base);
  for (const commit of commits) work.gitBytes(["cherry-pick", "--keep-redundant-commits", commit]);
  const [headSha, baseSha] = [work.git("rev-parse", "HEAD"), work.git("rev-parse", base)];
  work.switch("main");
  const headRef = `refs/heads/gh-readonly-queue/main/pr-${change.number}-${baseSha}`;
  shop.work.git("update-ref", headRef, headSha);
  return { headSha, headRef, baseSha, baseRef: "refs/heads/main" };
}

async function members(group: MergeGroup) {
  return await tracedMembers(workflowClient(shop).client, "acme/shop", group);
}

async function isOnly(group: MergeGroup, change: FakePullRequest): Promise<boolean> {
  return await bringsOnly(workflowClient(shop).client, "acme/shop", group, change.number);
}

describe("a group of two rebased changes", () => {
  it("is not the last one's because its commits have the same authors, times and messages (F4: palantir/policy-bot#800)", async () => {
    // The first commit of #32 became empty on top of #31's, and the queue drops such commits.
    expect(await members(picked(asked, ["hidden", "open"]))).toMatchObject({ why: expect.any(String) });
    expect(await members(picked(asked, ["open~1", "open"]))).toMatchObject({ members: [{ number: 32 }] });
  });

  it("is not the last one's because it has a single commit", async () => {
    expect(await members(picked(asked, ["hidden"]))).toMatchObject({ why: expect.any(String) });
    expect(await members(picked(denied, ["hidden"]))).toMatchObject({ members: [{ number: 31 }] });
  });
});

describe("what a group brings", () => {
  it.each([
    ["a file more", ["open~1", "open", "hidden"], false],
    ["a file less", ["open"], false],
    ["the change's files", ["open~1", "open"], true],
  ] as const)("with %s (%j) is the change's own: %s", async (_, commits, is) => {
    const group = picked(asked, commits.slice(0, 2), commits.length > 2 ? picked(denied, ["hidden"]).headSha : "main");
    const whole = commits.length > 2 ? { ...group, baseSha: shop.work.git("rev-parse", "main") } : group;
    expect(await isOnly(whole, asked)).toBe(is);
  });

  it.each([
    ["elsewhere in its file", "// first\n", "", true],
    ["and the file has another line of the same change", "", "// evil\n", false],
  ])("is compared by lines where the base moved %s", async (_, before, after, is) => {
    const { work, repository } = shop;
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
    work.branch(`old-${is}`, "main");
    work.commit("Text", { "text.ts": text });
    work.branch(`edit-${is}`);
    work.commit("Edit", { "text.ts": `${text}// last\n` });
    work.switch(`old-${is}`);
    work.commit("Move", { "text.ts": before + text });
    const moved = work.git("rev-parse", "HEAD");
    const head = work.commit("Merged", { "text.ts": `${before}${text}${after}// last\n` });
    work.switch("main");
    const change = repository.pullRequest({
      number: is ? 33 : 34,
      head: `edit-${is}`,
      base: `old-${is}`,
      author: "sam",
    });
    const group = { headSha: head, headRef: "", baseSha: moved, baseRef: `refs/heads/old-${is}` };
    expect(await isOnly(group, change)).toBe(is);
  });

  it.each([
    [299, true],
    [300, false],
  ])("of %i files is known: %s, since a list as long as the platform's can have been cut", async (count, is) => {
    const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/${index}.ts`, "1\n"]));
    const many = shop.repository.pullRequest({
      number: count,
      head: branch(`many-${count}`, [files]),
      author: "sam",
    });
    expect(await isOnly(groupOf(shop, [many], { method: "squash" }), many)).toBe(is);
  });

  it("is not known where it does not stand on its base", async () => {
    const group = picked(asked, ["open~1", "open"]);
    expect(await isOnly({ ...group, baseSha: shop.work.git("rev-parse", "discount") }, asked)).toBe(false);
  });
});
