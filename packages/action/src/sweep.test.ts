import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SweepResult } from "@warrant/github/sweep/sweep";
import type { SweptChange } from "@warrant/github/sweep/swept";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ActionOptions, runInside, workflowPermissions } from "../../../testing/action-run.ts";
import { limitAnswers } from "../../../testing/fake-github/faults.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { harmAndTags } from "../../../testing/markdown-harm.ts";
import { openSweepShop, type SweepShop } from "../../../testing/sweep-shop.ts";
import { sweepSummary } from "./sweep.ts";

let shop: SweepShop;
beforeAll(async () => {
  shop = await openSweepShop({ changes: 3, base: { "warrant.yaml": "intent:\n  enforce: true\n" }, lasting: "file" });
});
beforeEach(() => {
  shop.github.faults.clear();
  shop.repository.checkRuns.length = 0;
});
afterAll(async () => await shop.github.close());

async function sweep(more: Partial<ActionOptions> = {}) {
  const { github, token } = shop;
  return await runInside({ github, token, event: "schedule", payload: { schedule: "*/15 * * * *" }, ...more });
}

describe("a sweep", () => {
  it("judges every open change, ends with 0 although some are denied, and says what it did", async () => {
    const { code, log, summary, outputs } = await sweep();
    expect([code, outputs]).toEqual([0, {}]);
    expect(log).toBe("acme/shop: 3 open changes, 3 judged, 0 unchanged.\n");
    expect(summary).toMatch(/^\| ✅ Allowed \| `#102` \| /m);
    expect(shop.repository.checkRuns).toHaveLength(3);
  });

  it("leaves alone what has not changed since", async () => {
    await sweep();
    const { log, summary } = await sweep();
    expect(log).toBe("acme/shop: 3 open changes, 0 judged, 3 unchanged.\n");
    expect(summary).not.toContain("|");
  });

  it("writes the files for all changes where output-dir asks for them, and no verdict of one", async () => {
    const { job } = await sweep({ inputs: { "output-dir": "out" } });
    const folder = join(job.workspace, "out");
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(["intent-verdicts.json", "merge-eligible.json"]));
    expect(readdirSync(folder)).not.toContain("verdict.json");
    const { verdicts } = JSON.parse(readFileSync(join(folder, "intent-verdicts.json"), "utf8"));
    expect(verdicts.map(({ number }: { number: number }) => number)).toEqual([101, 102, 103]);
  });

  it("goes on when one change fails, names it, and ends with 1", async () => {
    shop.github.fail({ path: /\/pulls\/102\/files$/, status: 500, times: 99 });
    shop.github.fail({
      query: "PullRequest",
      when: ({ variables }) => variables["number"] === 102,
      status: 500,
      times: 99,
    });
    const { code, log } = await sweep();
    expect(code).toBe(1);
    expect(log).toMatch(/^::warning title=Warrant::acme\/shop#102: GitHub was asked for /m);
    expect(log).toContain("3 open changes, 2 judged, 0 unchanged, 1 failed.");
  });

  it("waits at most 90 s for limits in all: what would take longer fails, and the next sweep does it", async () => {
    const write = { method: "POST", path: /check-runs$/, ...limitAnswers.secondary(60) };
    shop.github.fail(write);
    // The first change is tried again after its wait; the second would wait as long.
    shop.github.fail({ ...write, after: 1 });
    const { code, log } = await sweep();
    expect(code).toBe(1);
    expect(log).toContain("3 open changes, 2 judged, 0 unchanged, 1 failed.");
    expect(log).toMatch(/a limit was reached \(403\) for 60 s/);
  });

  it("that ends before it got to a change that is held to its verdict ends with 1, since an older one stands (F7: peter-evans/create-pull-request#48)", async () => {
    const { github, repository } = shop;
    const token = github.tokens.workflow(repository, workflowPermissions);
    Object.assign(github.tokens.rateOf(token), { limit: 1000, used: 950 });
    const { code, log } = await sweep({ token });
    expect(log).toContain("3 open changes, 0 judged, 0 unchanged, 3 remaining.");
    expect(code).toBe(1);
  });

  it("that may not write tries no change twice, says so once, and ends with 1, since its workflow lacks a permission", async () => {
    const { github, repository } = shop;
    const token = github.tokens.workflow(repository, {
      contents: "read",
      pull_requests: "read",
      issues: "read",
      checks: "read",
    });
    github.requests.length = 0;
    const { code, log, summary } = await sweep({ token });
    expect(code).toBe(1);
    const writes = github.seen().filter(({ method, path }) => method !== "GET" && path !== "/graphql");
    expect(writes.length).toBeLessThanOrEqual(3);
    expect(log).toMatch(
      /^::notice .*may not write checks here.*\nacme\/shop: 3 open changes, 0 judged, 0 unchanged, 3 failed\.\n$/,
    );
    expect(summary).toMatch(/^\| ✅ Allowed, not published \| `#102` \| An issue that counts/m);
  });

  it("is what `sweep: true` makes of any event", async () => {
    const { log } = await sweep({ event: "push", payload: {}, inputs: { sweep: "true" } });
    expect(log).toContain("3 open changes");
  });

  it("ends with 1 and says so when its job is cancelled", async () => {
    const cancelled = new AbortController();
    shop.github.after({ path: /\/files$/ }, () => cancelled.abort());
    const { github, token } = shop;
    const result = await runInside({ github, token, event: "schedule", payload: {} }, cancelled.signal);
    expect([result.code, result.log]).toEqual([1, "::error title=Warrant::The run was cancelled.\n"]);
  });
});

function change(number: number, more: Partial<SweptChange> = {}): SweptChange {
  const about = {
    title: "t",
    author: "sam",
    headSha: "a".repeat(40),
    enforced: true,
    stayedHeld: false,
    written: null,
  };
  return { number, ...about, kept: null, stored: null, how: "failed", failure: "It failed.", ...more };
}

function result(changes: readonly SweptChange[], more: Partial<SweepResult> = {}): SweepResult {
  return {
    repository: "acme/shop",
    enforced: true,
    changes,
    stopped: null,
    resumesAt: null,
    notices: [],
    refusal: null,
    requests: 1,
    ...more,
  };
}

describe("the summary of a sweep", () => {
  it("has a row for each change that was not left as it was, and the others are counted", () => {
    const left = change(1, { how: "unchanged", failure: null });
    const waiting = change(3, { how: "remaining", failure: "Not judged in this sweep: x." });
    const text = sweepSummary(result([left, change(2), waiting], { stopped: "less than a tenth is left" }));
    expect(text).toBe(
      [
        "### Sweep of `acme/shop`",
        "",
        "3 open changes, 0 judged, 1 unchanged, 1 failed, 1 remaining.",
        "",
        "| | Change | Reason |",
        "|---|---|---|",
        "| ⚠️ Failed | `#2` | It failed. |",
        "| ▫️ Not judged yet | `#3` | Not judged in this sweep: x. |",
        "",
        "> It ended early: less than a tenth is left.",
        "",
      ].join("\n"),
    );
  });

  it("of no change is one sentence", () => {
    expect(sweepSummary(result([]))).toBe("### Sweep of `acme/shop`\n\n0 open changes, 0 judged, 0 unchanged.\n");
  });

  it("shows three hundred rows and counts the others", () => {
    const text = sweepSummary(result(Array.from({ length: 302 }, (_, index) => change(index + 1))));
    expect(text.match(/^\| ⚠️/gm)).toHaveLength(300);
    expect(text).toContain("\n2 more are not shown.\n");
  });

  it.each(hostileTexts)("%s stays text in a row and in a notice", (_, text) => {
    const summary = sweepSummary(result([change(2, { failure: text })], { notices: [text] }));
    expect(harmAndTags(summary).harm).toEqual(["table"]);
    expect(summary.split("\n").filter((line) => line.startsWith("| ⚠️"))).toHaveLength(1);
  });
});
