/** Publishing by the real client on a real HTTP server: what a memory cannot show of bytes, tokens and connections. */

import { judgeChange } from "@warrant/kernel/change/judge";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { afterEach, describe, expect, it } from "vitest";
import type { Permissions } from "../../../../testing/fake-github/accounts.ts";
import type { SeenRequest } from "../../../../testing/fake-github/requests.ts";
import { clientFor, openShop, type Shop, type ShopOptions, SkippingTiming } from "../../../../testing/github-change.ts";
import type { GitHubClient } from "../client.ts";
import { collectPullRequest } from "../collect.ts";
import { parseComment, renderComment } from "./comment.ts";
import { type JudgedAndPublished, type JudgedState, judgeAndPublish } from "./judge-and-publish.ts";
import { WritePace } from "./pace.ts";
import { type PublishRequest, targetOf } from "./publish.ts";
import { appPublisher, workflowPublisher } from "./publisher.ts";
import { uploadSarif } from "./sarif-upload.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

/** An agent's change that nobody asked for, so that there is something to say. */
const unasked: ShopOptions = {
  head: { ".github/workflows/release.yml": "on: push\n", "src/discount.ts": "export const a = 1;\n" },
  change: { author: "Copilot", body: "No issue.", closes: [] },
  before: (repository) => void repository.world.bot("Copilot"),
};

const workflow: Permissions = {
  contents: "read",
  pull_requests: "write",
  issues: "read",
  checks: "write",
  security_events: "write",
};

interface Run {
  readonly client: GitHubClient;
  readonly timing: SkippingTiming;
}

function start(token: string): Run {
  const timing = new SkippingTiming();
  return { client: clientFor(shop.github, token, { timing }), timing };
}

function workflowRun(permissions = workflow): Run {
  return start(shop.github.tokens.workflow(shop.repository, permissions));
}

async function judge(client: GitHubClient, signal?: AbortSignal): Promise<JudgedState> {
  const { facts } = await collectPullRequest(client, { repository: "acme/shop", number: 12, signal });
  const verdict = judgeChange(facts, defaultConfiguration, {});
  const target = targetOf(verdict);
  if (target === null) throw new Error("The change has no number.");
  return { target, judged: { verdict }, labels: facts.labels };
}

async function publishWith(
  { client, timing }: Run,
  parts: Partial<PublishRequest> = {},
  signal = new AbortController().signal,
  judging: (client: GitHubClient, ended: AbortSignal) => Promise<JudgedState> = judge,
): Promise<JudgedAndPublished> {
  const scope = client.within({ repository: "acme/shop", number: 12 }, { signal });
  return await judgeAndPublish(scope, {
    repository: "acme/shop",
    number: 12,
    mode: "enforce",
    publisher: workflowPublisher,
    // Waits are skipped, so only a real clock may say that a second has passed.
    pace: new WritePace(timing, signal),
    judge: (ended) => judging(scope, ended),
    timing: {
      now: () => 0,
      sleep: (_ms, over) =>
        new Promise((_, reject) => over.addEventListener("abort", () => reject(over.reason as Error))),
    },
    signal,
    ...parts,
  });
}

function head(): string {
  return shop.repository.git.resolveNow("feature");
}

function writes(): SeenRequest[] {
  return shop.github.seen({ when: (request) => request.method !== "GET" && request.document === undefined });
}

function comments() {
  return shop.change.comments;
}

describe.each(["plain", "enterprise"] as const)("a published verdict on a %s server (H9)", (base) => {
  it("is one check run and one comment, and nothing is written again", async () => {
    shop = await openShop({ ...unasked, server: { base } });
    const first = await publishWith(workflowRun(), { detailsUrl: "https://github.com/acme/shop/actions/runs/1" });
    expect(first.publication).toMatchObject({
      published: "all",
      check: { state: "created" },
      comment: { state: "created" },
    });
    expect(shop.repository.checkRuns).toMatchObject([
      { name: "warrant/change", headSha: head(), status: "completed", conclusion: "action_required" },
    ]);
    expect(comments()).toHaveLength(1);
    expect(parseComment(comments()[0]?.body ?? "")?.verdict).toContain("### ❌ Denied");
    expect(writes()).toHaveLength(2);
    const again = await publishWith(workflowRun(), { detailsUrl: "https://github.com/acme/shop/actions/runs/1" });
    expect(again.publication).toMatchObject({
      published: "all",
      check: { state: "unchanged" },
      comment: { state: "unchanged" },
    });
    expect(writes()).toHaveLength(2);
  });
});

describe("who publishes", () => {
  it("an App knows its own check runs and comments by its id (H2)", async () => {
    shop = await openShop(unasked);
    const { github, repository } = shop;
    const app = github.app({ id: 9, slug: "warrant-app" });
    const installation = github.tokens.installation({
      id: 1,
      app,
      repositories: [repository],
      permissions: { contents: "read", pull_requests: "write", issues: "read", checks: "write" },
    });
    const run = () => start(github.tokens.ofInstallation(installation).token);
    await publishWith(workflowRun());
    expect((await publishWith(run(), { publisher: appPublisher(9) })).publication).toMatchObject({
      published: "all",
      foreign: [{ app: "github-actions", conclusion: "action_required" }],
    });
    await publishWith(run(), { publisher: appPublisher(9) });
    await publishWith(workflowRun());
    expect(comments()).toHaveLength(2);
    expect(repository.checkRuns.map((one) => one.app.id).sort((a, b) => a - b)).toEqual([9, 15_368]);
  });

  it("a person's token writes the comment and no check", async () => {
    shop = await openShop(unasked);
    const { id } = shop.github.accounts.get("maria");
    const publisher = { appId: -1, comments: { accountId: id } };
    const run = start(shop.github.tokens.personal("maria"));
    for (let round = 0; round < 2; round += 1) {
      const { publication } = await publishWith(run, { publisher, parts: { check: false, comment: true } });
      expect(publication).toMatchObject({ published: "all" });
    }
    expect(comments()).toMatchObject([{ author: { login: "maria" } }]);
  });

  it.each<[string, Permissions]>([
    [
      "of a fork, where every permission is read",
      { contents: "read", pull_requests: "read", issues: "read", checks: "read" },
    ],
    ["without the permission for checks", { contents: "read", pull_requests: "write", issues: "read" }],
  ])(
    "a token %s leads to the summary after one refused write (F12: danger/danger-js#1031, reviewdog/reviewdog#411)",
    async (_name, permissions) => {
      shop = await openShop(unasked);
      const { publication, state } = await publishWith(workflowRun(permissions));
      expect(publication).toMatchObject({
        published: "refused",
        check: { state: "refused" },
        comment: { state: "skipped" },
      });
      expect(state?.judged).toHaveProperty("verdict");
      expect(writes()).toHaveLength(1);
    },
  );
});

describe("a stranger", () => {
  it("who forges the comment and the check has neither taken for ours (H2: anthropics/claude-code-action#1123; F10)", async () => {
    shop = await openShop(unasked);
    const forged = renderComment({ verdict: "### ✅ Allowed" });
    shop.change.comment({ author: "sam", body: forged });
    shop.repository.checkRun({
      headSha: head(),
      name: "warrant/change",
      app: shop.github.app({ id: 3, slug: "evil" }),
      conclusion: "success",
    });
    const { publication } = await publishWith(workflowRun());
    expect(publication).toMatchObject({ published: "all", foreign: [{ app: "evil", conclusion: "success" }] });
    expect(comments().map((comment) => comment.body === forged)).toEqual([true, false]);
    expect(shop.repository.checkRuns.at(-1)).toMatchObject({ conclusion: "action_required", app: { id: 15_368 } });
  });
});

describe("two changes of one head commit (F8: screwdriver-cd/screwdriver#224)", () => {
  it.each([
    ["nobody judges the other", undefined, "failure"],
    ["the other is judged", "judge", "action_required"],
  ])("when %s", async (_name, how, conclusion) => {
    shop = await openShop(unasked);
    shop.work.git("branch", "release", "main");
    shop.repository.pullRequest({ number: 13, head: "feature", base: "release", author: "sam" });
    const run = workflowRun();
    const judgeSibling = async (number: number) => {
      const { facts } = await collectPullRequest(run.client, { repository: "acme/shop", number });
      return { judged: { verdict: judgeChange(facts, defaultConfiguration, {}) }, mode: "enforce" as const };
    };
    const { publication } = await publishWith(run, how === undefined ? {} : { judgeSibling });
    expect(publication?.outcome?.conclusion).toBe(conclusion);
    expect(shop.repository.checkRuns).toHaveLength(1);
  });
});

describe("SARIF", () => {
  it("is taken by the server", async () => {
    shop = await openShop(unasked);
    const { client, timing } = workflowRun();
    const { judged } = await judge(client);
    if ("failure" in judged) throw new Error(judged.failure);
    const pace = new WritePace(timing, client.signal);
    expect(await uploadSarif(client, judged.verdict, { version: "0.1.0", pace })).toEqual({
      state: "uploaded",
      notice: null,
    });
    expect(shop.repository.sarifUploads).toMatchObject([{ commitSha: head() }]);
  });
});

/** What must hold at any moment. */
function expectSane(): void {
  expect(comments().length).toBeLessThanOrEqual(1);
  expect(shop.repository.checkRuns.every((run) => run.headSha === head())).toBe(true);
}

describe("a process that ends", () => {
  it.each(["before", "after"] as const)(
    "%s any request is carried out leaves never two comments and no check elsewhere, and the next run puts all right",
    async (moment) => {
      shop = await openShop(unasked);
      const state = await judge(workflowRun().client);
      const judged = () => Promise.resolve(state);
      let boundaries = 0;
      for (let count = 1; count < 60; count += 1) {
        comments().splice(0);
        shop.repository.checkRuns.splice(0);
        const end = new AbortController();
        let seen = 0;
        let wasEnded = false;
        const act = (): void => {
          seen += 1;
          if (seen !== count) return;
          wasEnded = true;
          end.abort();
        };
        shop.github[moment]({ times: Number.POSITIVE_INFINITY }, act);
        const run = workflowRun();
        await publishWith(run, {}, end.signal, judged);
        shop.github.faults.clear();
        expectSane();
        if (!wasEnded) break;
        boundaries = count;
        expect((await publishWith(workflowRun(), {}, undefined, judged)).publication).toMatchObject({
          published: "all",
        });
        expectSane();
        expect(comments()).toHaveLength(1);
        const before = writes().length;
        await publishWith(workflowRun(), {}, undefined, judged);
        expect(writes()).toHaveLength(before);
      }
      // What stands there, by two; three reads and the check; two lists, the head and the comment; a list and the head.
      expect(boundaries).toBe(12);
    },
  );

  it("loses the answer to a write that took effect: no second comment (H1, H8)", async () => {
    shop = await openShop(unasked);
    shop.github.fail({ method: "POST", path: /comments$/, cutAfterBytes: 0 });
    shop.github.fail({ method: "POST", path: /check-runs$/, cutAfterBytes: 0 });
    expect((await publishWith(workflowRun())).publication).toMatchObject({ check: { state: "failed" } });
    expect((await publishWith(workflowRun())).publication).toMatchObject({ published: "all" });
    expect(comments()).toHaveLength(1);
    expect(shop.repository.checkRuns).toHaveLength(1);
  });
});

describe("ten first runs at once (H1: warpdotdev/oz-for-oss#210, youtube/cobalt#12496)", () => {
  it("leave one comment", async () => {
    shop = await openShop({ ...unasked, server: { latencyMs: 5 } });
    const state = await judge(workflowRun().client);
    const one = () => publishWith(workflowRun(), {}, undefined, () => Promise.resolve(state));
    const all = await Promise.all(Array.from({ length: 10 }, one));
    expect(all.map(({ publication }) => publication?.published)).toEqual(Array.from({ length: 10 }, () => "all"));
    expect(comments()).toHaveLength(1);
    expect(shop.repository.checkRuns.every((run) => run.headSha === head() && run.status === "completed")).toBe(true);
  });
});

describe("a head that moves", () => {
  it.each([1, 2, 3])(
    "at write %i: the check and the comment end at the new head (E6: vuphongle/oss-pr-reviewer#21)",
    async (count) => {
      shop = await openShop(unasked);
      const old = head();
      let seen = 0;
      shop.github.after(
        { times: Number.POSITIVE_INFINITY, when: ({ method, document }) => method !== "GET" && document === undefined },
        () => {
          seen += 1;
          if (seen !== count) return;
          shop.work.switch("feature");
          shop.work.commit("More", { "src/more.ts": "export {};\n" });
          shop.change.push("feature");
        },
      );
      const { publication, rounds } = await publishWith(workflowRun());
      expect(publication).toMatchObject({ published: "all", moved: null });
      expect(rounds).toBe(count <= 2 ? 2 : 1);
      expect(comments()).toHaveLength(1);
      const moved = count <= 2;
      expect(comments()[0]?.body.includes(`<!-- judged commit ${moved ? head() : old} -->`)).toBe(true);
      expect(shop.repository.checkRuns.map((run) => run.headSha)).toEqual(moved ? [old, head()] : [old]);
    },
  );
});

describe("the requests of a publication", () => {
  it("are two while it is judged, three reads at once and a write until the check is there", async () => {
    for (const mode of ["report", "enforce"] as const) {
      shop = await openShop(unasked);
      const run = workflowRun();
      const state = await judge(run.client);
      const from = shop.github.requests.length;
      await publishWith(run, { mode }, undefined, () => Promise.resolve(state));
      const asked = shop.github.requests
        .slice(from)
        .map(({ method, operation, path }) => operation ?? `${method} ${path.replace(/[0-9a-f]{40}/, "SHA")}`);
      const checks = "GET /repos/acme/shop/commits/SHA/check-runs";
      expect(asked.slice(0, 2)).toEqual(["WarrantHead", checks]);
      expect(asked.slice(2, 5).sort()).toEqual([checks, "WarrantHead", "WarrantSiblings"]);
      const comments = "GET /repos/acme/shop/issues/12/comments";
      expect(asked.slice(5)).toEqual([
        "POST /repos/acme/shop/check-runs",
        comments,
        comments,
        "WarrantHead",
        "POST /repos/acme/shop/issues/12/comments",
        comments,
        "WarrantHead",
      ]);
      if (mode === "report") await shop.github.close();
    }
  });
});
