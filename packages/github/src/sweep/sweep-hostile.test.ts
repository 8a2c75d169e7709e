/** Sweeps among changes whose authors want another one judged wrongly, late or never. */

import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { clientFor, SkippingTiming } from "../../../../testing/github-change.ts";
import { openSweepShop, type SweepShop, type SweepShopOptions } from "../../../../testing/sweep-shop.ts";
import { workflowPublisher } from "../publish/publisher.ts";
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

/** A clock whose waits are over at once, but for those that end work. */
class PacingTiming extends SkippingTiming {
  override async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds !== 1000 && milliseconds < 40_000) return await super.sleep(milliseconds, signal);
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("over"))));
  }
}

const publishing = { publisher: workflowPublisher, parts: { check: true, comment: false } };

async function sweep(shop: SweepShop, options: Partial<SweepOptions> = {}): Promise<SweepResult> {
  return await sweepRepository(clientFor(shop.github, shop.token, { timing: new PacingTiming() }), {
    repository: "acme/shop",
    publishing,
    mode: "enforce",
    env: {},
    signal: new AbortController().signal,
    timestamp: () => "2026-01-02T03:04:05Z",
    ...options,
  });
}

function numbers(result: SweepResult, how: SweptChange["how"]): number[] {
  return result.changes.filter((change) => change.how === how).map(({ number }) => number);
}

describe("a required check", () => {
  const rules = [
    "policy:",
    "  rules:",
    "    - id: built",
    "      scope: repository",
    "      when: {status: [mapped, unmapped]}",
    "      set: {autonomy: bounded, write_scope: feature_branch, human_approval_required: false, auto_merge_allowed: true, max_attempts: 1, required_checks: [build]}",
    "",
  ].join("\n");

  it.each([
    ["in the state and the check run", true],
    ["in the check run", false],
  ])(
    "that passes only while a change is judged is not what was seen, %s (go-gitea/gitea#38402)",
    async (_, hasFolder) => {
      const shop = await open({ changes: 1, base: { "warrant.yaml": rules } });
      shop.repository.checkRun({ headSha: "change-0", name: "build", conclusion: "failure" });
      const [build] = shop.repository.checkRuns;
      const set = (conclusion: string) => () => void Object.assign(build ?? {}, { conclusion });
      const options = hasFolder ? { folder: temporaryFolder() } : {};
      shop.github.faults.hook("before", { query: "PullRequest", times: 1 }, set("success"));
      shop.github.faults.hook("before", { query: "WarrantHead", times: 1 }, set("failure"));
      expect(numbers(await sweep(shop, options), "judged")).toEqual([101]);
      expect(numbers(await sweep(shop, options), "judged")).toEqual([101]);
      expect(numbers(await sweep(shop, options), "unchanged")).toEqual([101]);
    },
  );
});

describe("a run of our name that refuses to be renewed", () => {
  it("leaves the other changes published: what is refused is one run, not the writing of checks (F12: danger-js#1031)", async () => {
    const shop = await open({ changes: 8 });
    await sweep(shop);
    for (const change of shop.changes) change.edit({ body: "" }).closes.length = 0;
    const before = shop.repository.checkRuns.map((run) => `${run.headSha} ${run.conclusion}`);
    const [job] = shop.repository.checkRuns;
    const path = `/repos/acme/shop/check-runs/${job?.id}`;
    shop.github.fail({ method: "PATCH", path, status: 403, times: 9, body: { message: "Forbidden" } });
    const { refusal, changes } = await sweep(shop);
    expect(refusal).toBeNull();
    expect(changes.filter(({ how }) => how === "judged").length).toBeGreaterThanOrEqual(7);
    const after = new Set(shop.repository.checkRuns.map((run) => `${run.headSha} ${run.conclusion}`));
    expect(before.filter((run) => after.has(run)).length).toBeLessThanOrEqual(1);
  });
});

describe("changes that are judged in every sweep", () => {
  it("do not keep another one waiting that the platform's limit leaves no room for (F7: peter-evans/create-pull-request#48)", async () => {
    const shop = await open({ changes: 10 });
    // A stranger names more issues than are looked at, in changes that are older than the others.
    const naming = Array.from({ length: 60 }, (_, index) => `refs #${1000 + index}`).join("\n");
    for (const change of shop.changes.slice(0, 9)) change.body = naming;
    const { requests } = await sweep(shop);
    const [last] = shop.changes.slice(-1);
    last?.edit({ body: "" });
    const rate = shop.github.tokens.rateOf(shop.token);
    Object.assign(rate, { limit: requests, used: 0 });
    const second = await sweep(shop);
    expect(numbers(second, "remaining").length).toBeGreaterThan(0);
    expect(numbers(second, "judged")).toContain(110);
  });
});
