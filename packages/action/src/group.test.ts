import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ActionOptions, runInside, workflowPermissions } from "../../../testing/action-run.ts";
import { mergeGroupPayload } from "../../../testing/fake-github/webhook-payloads.ts";
import { emptyQueue, groupOf, openQueueShop, type QueueShop } from "../../../testing/queue-shop.ts";

let shop: QueueShop;
beforeAll(async () => {
  shop = await openQueueShop();
});
beforeEach(() => emptyQueue(shop));
afterAll(async () => await shop.github.close());

async function answer(which: "twelve" | "thirteen", more: Partial<ActionOptions> = {}) {
  const { github, repository } = shop;
  const change = shop[which];
  const group = groupOf(shop, [change]);
  const token = github.tokens.workflow(repository, workflowPermissions);
  const payload = mergeGroupPayload(repository, { ...group, number: change.number });
  const result = await runInside({ github, token, event: "merge_group", payload, ...more });
  return { ...result, runs: repository.checkRuns.map((run) => [run.headSha === group.headSha, run.conclusion]) };
}

describe("a merge group", () => {
  it.each([
    ["twelve", {}, 0, "neutral"],
    ["thirteen", {}, 0, "neutral"],
    ["twelve", { mode: "enforce" }, 0, "success"],
    ["thirteen", { mode: "enforce" }, 3, "failure"],
    ["twelve", { sweep: "true" }, 0, "neutral"],
  ] as const)(
    "F3 with change %s and the inputs %j ends with %i, and its head says %s (policy-bot#548, rocicorp/logger#39)",
    async (which, inputs, code, conclusion) => {
      const result = await answer(which, { inputs });
      expect([result.code, result.runs, result.outputs]).toEqual([code, [[true, conclusion]], {}]);
      expect(result.summary).not.toBe("");
    },
  );

  it("F3 is answered also when nobody knows whom the token acts for (odigos-io/odigos#5505)", async () => {
    shop.github.fail({ query: "WarrantViewer", status: 500, times: 9 });
    expect(await answer("twelve", { inputs: { mode: "enforce" } })).toMatchObject({
      code: 0,
      runs: [[true, "success"]],
    });
  });

  it("F6 is answered within 10 s also when that question hangs (Mergifyio/mergify#5177)", async () => {
    // Without an end of its own it would be asked three times for ten seconds each, and the test would be over.
    shop.github.fail({ query: "WarrantViewer", delayMs: 60_000, times: 9 });
    const { code, runs } = await answer("twelve", { inputs: { mode: "enforce" } });
    expect({ code, runs }).toEqual({ code: 0, runs: [[true, "success"]] });
  });

  it.each([
    ["twelve", 0],
    ["thirteen", 3],
  ] as const)(
    "F12 with a token that may not write has its answer for %s in the summary and the exit code %i (MeilCli/danger-action#390)",
    async (which, code) => {
      const { github, repository } = shop;
      const token = github.tokens.workflow(repository, { contents: "read", pull_requests: "read" });
      const result = await answer(which, { token, inputs: { mode: "enforce" } });
      expect([result.code, result.runs]).toEqual([code, []]);
      expect(result.log.match(/^::notice /gm)).toHaveLength(1);
      expect(result.summary).toContain("may not write checks");
    },
  );

  it("ends with 1 when the check run cannot be written for another reason, and with 0 under report", async () => {
    const fault = { method: "POST", path: /check-runs$/, status: 422, times: 9 };
    shop.github.fail(fault);
    expect((await answer("twelve", { inputs: { mode: "enforce" } })).code).toBe(1);
    expect((await answer("twelve")).code).toBe(0);
    expect((await answer("twelve", { inputs: { "fail-on-error": "true" } })).code).toBe(1);
  });

  it("that is gone is nothing to answer", async () => {
    const result = await answer("twelve", { payload: { action: "destroyed", merge_group: { head_sha: "a" } } });
    expect([result.code, result.runs]).toEqual([0, []]);
  });
});
