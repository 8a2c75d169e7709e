/** What a terminal publishes over an answer of the Action that holds a change: it never lets it pass. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runInside } from "../../../../testing/action-run.ts";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { openSweepShop, type SweepShop } from "../../../../testing/sweep-shop.ts";
import { run } from "../main.ts";

let shop: SweepShop;
beforeEach(async () => {
  // #101 names no issue and is denied, #102 closes one and is allowed.
  shop = await openSweepShop({ changes: 2 });
  const [first] = shop.changes;
  first?.edit({ body: "" });
});
afterEach(async () => await shop.github.close());

async function action(mode: "enforce" | "report"): Promise<void> {
  const { github, token } = shop;
  const event = { event: "schedule", payload: { schedule: "*/15 * * * *" }, inputs: { mode } };
  await runInside({ github, token, ...event });
}

async function warrant(...args: string[]) {
  const { github, token } = shop;
  const { io, stdout, stderr } = testIo({
    cwd: temporaryFolder(),
    env: { GITHUB_API_URL: github.apiUrl, GITHUB_GRAPHQL_URL: github.graphqlUrl, GITHUB_TOKEN: token },
  });
  const code = await run(args, io);
  return { code, out: stdout(), err: stderr() };
}

/** What the newest run of each change's head says, in the order of the changes; two are written at the same time. */
function conclusions(): (string | null)[] {
  const newest = new Map(shop.repository.checkRuns.map((one) => [one.headSha, one.conclusion]));
  return shop.changes.flatMap((change) => newest.get(shop.repository.git.resolveNow(change.head)) ?? []);
}

function comments(): string {
  return shop.changes.flatMap((change) => change.comments.map(({ body }) => body)).join("\n");
}

describe("a terminal without --enforce, after the Action enforced", () => {
  it("sweeps and checks as enforced, says so, and leaves it to the Action to go back to report", async () => {
    await action("enforce");
    expect(conclusions()).toEqual(["action_required", "success"]);

    const unchanged = await warrant("sweep", "acme/shop", "--publish");
    expect(conclusions()).toEqual(["action_required", "success"]);
    expect(unchanged.out).toContain("2 unchanged, 0 judged.");

    shop.changes[0]?.edit({ body: "Please." });
    const swept = await warrant("sweep", "acme/shop", "--publish", "--format", "json");
    expect(conclusions()).toEqual(["action_required", "success"]);
    expect(swept.err).toContain("2 changes are published as enforced, as the checks on their commits were.");
    expect(JSON.parse(swept.out)).toMatchObject({ enforced: true, verdicts: [{ enforced: true }, { enforced: true }] });

    const checked = await warrant("check", "acme/shop#101", "--publish");
    expect(conclusions()).toEqual(["action_required", "success"]);
    expect([checked.code, checked.err]).toEqual([
      3,
      expect.stringContaining("published as enforced, as the check on this commit was."),
    ]);
    expect(checked.out).toContain("Denied");
    expect(checked.out + comments()).not.toMatch(/[Ww]ould be|Report-only/);

    await action("report");
    expect(conclusions()).toEqual(["neutral", "neutral"]);
    await warrant("check", "acme/shop#101", "--publish");
    expect(conclusions()).toEqual(["neutral", "neutral"]);
  });

  it("takes a failure of ours for no answer that enforces", async () => {
    shop.github.fail({ query: "PullRequest", status: 500, times: 99 });
    await warrant("check", "acme/shop#101", "--publish");
    expect(conclusions()).toEqual(["failure"]);
    shop.github.faults.clear();
    expect((await warrant("check", "acme/shop#101", "--publish")).code).toBe(0);
    expect(conclusions()).toEqual(["neutral"]);
  });

  it("holds a change that was held before a failure of ours", async () => {
    await action("enforce");
    const before = conclusions();
    shop.github.fail({ query: "PullRequest", status: 500, times: 99 });
    await warrant("check", "acme/shop#101", "--publish");
    expect(conclusions()).toEqual(["failure", before[1]]);
    shop.github.faults.clear();
    const { code, err } = await warrant("check", "acme/shop#101", "--publish");
    expect([code, conclusions()]).toEqual([3, before]);
    expect(err).toContain("published as enforced, as the check on this commit was.");
  });

  it("looks at whatever app's run there is where a person's token writes the comment alone", async () => {
    await action("enforce");
    const { github } = shop;
    shop.repository.user("joe", { permission: "write" });
    const { io } = testIo({
      cwd: temporaryFolder(),
      env: {
        GITHUB_API_URL: github.apiUrl,
        GITHUB_GRAPHQL_URL: github.graphqlUrl,
        GITHUB_TOKEN: github.tokens.personal("joe"),
      },
    });
    expect(await run(["check", "acme/shop#101", "--publish"], io)).toBe(3);
    expect(comments()).not.toContain("Would be");
  });
});
