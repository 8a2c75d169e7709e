/** Sweeps that publish: what our check runs are believed to say, and what becomes of them when anything cuts in. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntentVerdicts, MergeEligible } from "@warrant/sources/relay-files";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { clientFor, SkippingTiming } from "../../../../testing/github-change.ts";
import { openSweepShop, type SweepShop, type SweepShopOptions } from "../../../../testing/sweep-shop.ts";
import { findPublishing, workflowPublisher } from "../publish/publisher.ts";
import { seenIn } from "../publish/stored-verdict.ts";
import { readState } from "./state.ts";
import { type SweepOptions, type SweepResult, sweepRepository } from "./sweep.ts";
import type { SweptChange } from "./swept.ts";

const running: SweepShop[] = [];

afterEach(async () => {
  for (const shop of running.splice(0)) await shop.github.close();
});

async function open(options: SweepShopOptions): Promise<SweepShop> {
  const shop = await openSweepShop(options);
  running.push(shop);
  return shop;
}

/** A clock whose waits are over at once, but for those that end work: a deadline, and the second after which work has begun. */
class PacingTiming extends SkippingTiming {
  override async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds !== 1000 && milliseconds < 40_000) return await super.sleep(milliseconds, signal);
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("over"))));
  }
}

const publishing = { publisher: workflowPublisher, parts: { check: true, comment: true } };

async function sweep(shop: SweepShop, options: Partial<SweepOptions> = {}, token = shop.token): Promise<SweepResult> {
  return await sweepRepository(clientFor(shop.github, token, { timing: new PacingTiming() }), {
    repository: "acme/shop",
    publishing,
    mode: "report",
    env: {},
    signal: new AbortController().signal,
    timestamp: () => "2026-01-02T03:04:05Z",
    ...options,
  });
}

function numbers(result: SweepResult, how: SweptChange["how"]): number[] {
  return result.changes.filter((change) => change.how === how).map(({ number }) => number);
}

/** Our completed runs as `head conclusion`, by when they were made. */
function checks({ repository }: SweepShop): string[] {
  return repository.checkRuns.map((run) => `${run.headSha} ${run.status} ${run.conclusion}`);
}

function writes({ github }: SweepShop): number {
  return github.requests.filter(({ method, path }) => method !== "GET" && path !== "/graphql").length;
}

describe("a sweep that publishes", () => {
  it("F7 judges a change that the workflow token opened, which started no workflow (peter-evans/create-pull-request#48)", async () => {
    const shop = await open({ changes: 0 });
    shop.work.branch("bump");
    const head = shop.work.commit("Bump", { "src/discounts/bump.ts": "export const bump = 1;\n" });
    shop.work.switch("main");
    const change = shop.repository.pullRequest({
      number: 5,
      head: "bump",
      author: "github-actions[bot]",
      title: "Bump",
    });
    expect(numbers(await sweep(shop), "judged")).toEqual([5]);
    expect(checks(shop)).toEqual([`${head} completed neutral`]);
    expect(change.comments.length).toBeLessThanOrEqual(1);
  });

  it("H6 believes what its check run says it saw, without any state and under another token (github/docs#34689)", async () => {
    const shop = await open({ changes: 2 });
    expect(numbers(await sweep(shop), "judged")).toEqual([101, 102]);
    const before = writes(shop);
    const other = shop.github.tokens.workflow(shop.repository, {
      contents: "read",
      checks: "write",
      pull_requests: "write",
    });
    const second = await sweep(shop, {}, other);
    expect(numbers(second, "unchanged")).toEqual([101, 102]);
    expect(second.changes.map(({ stored }) => stored?.decision)).toEqual(["allow", "allow"]);
    expect(writes(shop)).toBe(before);
    shop.changes[0]?.label("P1");
    expect(numbers(await sweep(shop), "judged")).toEqual([101]);
  });

  it("judges a change again whose check run does not say what was seen, and then believes it", async () => {
    const shop = await open({ changes: 1 });
    await sweep(shop);
    const [run] = shop.repository.checkRuns;
    const seen = seenIn(run?.text ?? "", 101);
    if (run !== undefined) run.text = run.text?.replace(/`warrant\.seen[^\n]*\n/, "") ?? null;
    expect(numbers(await sweep(shop), "judged")).toEqual([101]);
    expect(seenIn(run?.text ?? "", 101)).toBe(seen);
    expect(numbers(await sweep(shop), "unchanged")).toEqual([101]);
  });

  const untrue: readonly (readonly [string, (shop: SweepShop) => void])[] = [
    ["is gone", ({ repository }) => void repository.checkRuns.splice(0)],
    [
      "concludes otherwise",
      ({ repository: { checkRuns } }) => void Object.assign(checkRuns[0] ?? {}, { conclusion: "success" }),
    ],
    [
      "is not completed",
      ({ repository: { checkRuns } }) =>
        void Object.assign(checkRuns[0] ?? {}, { status: "in_progress", conclusion: null }),
    ],
    [
      "holds another verdict",
      ({ repository: { checkRuns } }) => {
        const [run] = checkRuns;
        if (run !== undefined)
          run.text = run.text?.replace("decision=allow kind=none", "decision=deny kind=policy") ?? null;
      },
    ],
    [
      "is no run of ours but a job of a workflow that copied its text",
      ({ repository: { checkRuns } }) => void Object.assign(checkRuns[0] ?? {}, { externalId: "job 1" }),
    ],
    [
      "F10 is hidden by a newer one of another app",
      ({ repository, github }) => {
        const app = github.app({ id: 5, slug: "evil" });
        repository.checkRun({ headSha: "change-0", name: "warrant/change", app, conclusion: "success" });
      },
    ],
  ];
  it.each(untrue)("publishes anew what the state holds when the check run %s", async (_, spoil) => {
    const shop = await open({ changes: 1 });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    expect(numbers(await sweep(shop, { folder }), "unchanged")).toEqual([101]);
    spoil(shop);
    expect(numbers(await sweep(shop, { folder }), "judged")).toEqual([101]);
    const last = shop.repository.checkRuns.findLast(({ app }) => app.slug === "github-actions");
    expect(last).toMatchObject({ status: "completed", conclusion: "neutral" });
    expect(numbers(await sweep(shop, { folder }), "unchanged")).toEqual([101]);
  });

  it("concludes anew when the mode is another, by the same verdicts", async () => {
    const shop = await open({ changes: 1 });
    const folder = temporaryFolder();
    const report = await sweep(shop, { folder });
    const enforce = await sweep(shop, { folder, mode: "enforce" });
    expect(numbers(enforce, "judged")).toEqual([101]);
    expect(enforce.changes[0]?.kept?.verdict).toBe(report.changes[0]?.kept?.verdict);
    expect(shop.repository.checkRuns).toMatchObject([{ conclusion: "success" }]);
    expect(numbers(await sweep(shop, { folder, mode: "enforce" }), "unchanged")).toEqual([101]);
  });

  it("E6 publishes for the head of that moment when it moves while a change is judged (vuphongle/oss-pr-reviewer#21)", async () => {
    const shop = await open({ changes: 1 });
    const [change] = shop.changes;
    let head = "";
    shop.github.faults.hook("before", { path: /check-runs$/, method: "GET" }, () => {
      shop.work.switch("change-0");
      head = shop.work.commit("More", { "src/discounts/more.ts": "export const more = 1;\n" });
      shop.work.switch("main");
      change?.touch();
    });
    expect(numbers(await sweep(shop), "judged")).toEqual([101]);
    expect(checks(shop).at(-1)).toBe(`${head} completed neutral`);
    // It was judged in another state than the one it was looked at in.
    expect(seenIn(shop.repository.checkRuns.at(-1)?.text ?? "", 101)).toBeNull();
    expect(numbers(await sweep(shop), "judged")).toEqual([101]);
    expect(numbers(await sweep(shop), "unchanged")).toEqual([101]);
  });

  it("F8 gives two changes of one commit the worse conclusion, and leaves them so (screwdriver-cd/screwdriver#224)", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    const [, second] = shop.changes;
    second?.edit({ body: "" }).retarget("release");
    if (second !== undefined) second.closes = [];
    const folder = temporaryFolder();
    const first = await sweep(shop, { folder, mode: "enforce" });
    expect(first.changes.map(({ kept }) => kept?.decision)).toEqual(["allow", "deny"]);
    expect(shop.repository.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
    const again = await sweep(shop, { folder, mode: "enforce" });
    expect(numbers(again, "unchanged")).toEqual([101, 102]);
    const stateless = await sweep(shop, { mode: "enforce" });
    expect(numbers(stateless, "unchanged")).toEqual([101, 102]);
  });

  it("F12 tries each write that is refused once, and calls no change judged that is not published (danger-js#1031)", async () => {
    const shop = await open({ changes: 4, heads: 1 });
    const token = shop.github.tokens.workflow(shop.repository, { contents: "read", pull_requests: "read" });
    const result = await sweep(shop, {}, token);
    // A comment and a check run of the first change.
    expect(writes(shop)).toBe(2);
    expect(numbers(result, "failed")).toEqual([101, 102, 103, 104]);
    expect(result.changes.map(({ kept }) => kept?.decision)).toEqual(["allow", "allow", "allow", "allow"]);
    expect(result.refusal).toContain("may not write checks");
    expect(result.notices).toEqual([result.refusal]);
  });

  it("of a person's token writes comments, and believes its state for them", async () => {
    const shop = await open({ changes: 1 });
    const token = shop.github.tokens.personal("maria");
    const person = await findPublishing(clientFor(shop.github, token));
    const folder = temporaryFolder();
    expect(numbers(await sweep(shop, { folder, publishing: person }, token), "judged")).toEqual([101]);
    expect(shop.changes[0]?.comments).toHaveLength(1);
    expect(shop.repository.checkRuns).toEqual([]);
    expect(numbers(await sweep(shop, { folder, publishing: person }, token), "unchanged")).toEqual([101]);
  });
});

/** Before it a sweep only reads, list and look: a kill there is like one at it. */
const firstBoundary = 4;

describe("a sweep that is killed", () => {
  it("at any request loses nothing and leaves whole files, and the next one completes what it began", async () => {
    const shop = await open({ changes: 2 });
    const { github, repository, changes } = shop;
    const [first] = changes;
    const folder = join(temporaryFolder(), "out");
    const place = { host: "github.com", repository: "acme/shop" };
    const read = (name: string): string => readFileSync(join(folder, name), "utf8");
    await sweep(shop, { folder });
    let boundaries = firstBoundary;
    for (let isKilled = true; isKilled; boundaries += 1) {
      isKilled = false;
      // One change is to be judged and published anew; the other stays as it is.
      first?.label("again").unlabel("again");
      github.tokens.rateOf(shop.token).used = 0;
      const controller = new AbortController();
      const last = github.requests.length + boundaries;
      github.faults.hook("after", { times: Number.POSITIVE_INFINITY }, () => {
        if (github.requests.length <= last) return;
        isKilled = true;
        controller.abort(new Error("killed"));
      });
      await sweep(shop, { folder, signal: controller.signal }).catch(() => undefined);
      github.faults.clear();

      const reading = readState(read("warrant-state.json"), place);
      expect(reading.ok && [...reading.changes.keys()]).toEqual([101, 102]);
      expect(IntentVerdicts.parse(JSON.parse(read("intent-verdicts.json"))).verdicts).toHaveLength(2);
      // A sweep that was ended leaves no permission of the one before it.
      const isThere = readdirSync(folder).includes("merge-eligible.json");
      expect(isThere || isKilled).toBe(true);
      if (isThere) expect(MergeEligible.parse(JSON.parse(read("merge-eligible.json"))).eligible).toHaveLength(2);
      const next = await sweep(shop, { folder });
      expect(next.changes[0]?.failure).toBeNull();
      expect(next.changes[1]?.how).toBe("unchanged");
      expect(changes.map(({ comments }) => comments.length)).toEqual([1, 1]);
      expect(repository.checkRuns.map(({ status }) => status)).toEqual(["completed", "completed"]);
      const run = repository.checkRuns.find(({ headSha }) => headSha === next.changes[0]?.headSha);
      expect(seenIn(run?.text ?? "", 101)).toBe(next.changes[0]?.kept?.seen);
    }
    expect(boundaries).toBeGreaterThan(10);
  }, 60_000);

  it("at any request of a first publication is completed by the next one, without any state", async () => {
    const shop = await open({ changes: 1 });
    const { github, repository, changes } = shop;
    const comments = changes[0]?.comments ?? [];
    let boundaries = firstBoundary;
    for (let isKilled = true; isKilled; boundaries += 1) {
      isKilled = false;
      repository.checkRuns.splice(0);
      comments.splice(0);
      github.tokens.rateOf(shop.token).used = 0;
      const controller = new AbortController();
      const last = github.requests.length + boundaries;
      github.faults.hook("after", { times: Number.POSITIVE_INFINITY }, () => {
        if (github.requests.length <= last) return;
        isKilled = true;
        controller.abort(new Error("killed"));
      });
      await sweep(shop, { signal: controller.signal }).catch(() => undefined);
      github.faults.clear();
      await sweep(shop);
      expect(comments).toHaveLength(1);
      expect(repository.checkRuns.map(({ status }) => status)).toEqual(["completed"]);
      expect(seenIn(repository.checkRuns[0]?.text ?? "", 101)).not.toBeNull();
    }
    expect(boundaries).toBeGreaterThan(10);
  }, 60_000);

  it("before its first judging ended leaves nothing, or a state and no permission", async () => {
    const shop = await open({ changes: 1 });
    const folder = join(temporaryFolder(), "out");
    const controller = new AbortController();
    shop.github.faults.hook("before", { path: /check-runs$/, method: "POST" }, () =>
      controller.abort(new Error("killed")),
    );
    await expect(sweep(shop, { folder, signal: controller.signal })).rejects.toThrow("killed");
    expect(readdirSync(folder)).toEqual(["warrant-state.json"]);
  });
});
