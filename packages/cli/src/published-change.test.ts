import { ChangeVerdict } from "@warrant/kernel/verdict";
import { afterEach, describe, expect, it } from "vitest";
import type { Permissions } from "../../../testing/fake-github/accounts.ts";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { testIo } from "../../../testing/io.ts";
import { run } from "./main.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

const enforcing = "intent:\n  enforce: true\n";
const writing: Permissions = { contents: "read", pull_requests: "write", issues: "read", checks: "write" };

/** An agent's change that nobody asked for. */
async function openUnasked(options: ShopOptions = {}): Promise<void> {
  shop = await openShop({
    head: { "src/discount.ts": "export const a = 1;\n" },
    ...options,
    change: { author: "Copilot", body: "No issue.", closes: [], ...options.change },
    before: (repository) => void repository.world.bot("Copilot"),
  });
}

async function publishWith(token: string, ...more: string[]) {
  const { io, stdout, stderr } = testIo({
    cwd: temporaryFolder(),
    env: { GITHUB_API_URL: shop.github.apiUrl, GITHUB_GRAPHQL_URL: shop.github.graphqlUrl, GITHUB_TOKEN: token },
  });
  const code = await run(["check", "acme/shop#12", "--publish", "--format", "json", ...more], io);
  return { code, out: stdout(), err: stderr() };
}

function workflowToken(permissions: Permissions = writing): string {
  return shop.github.tokens.workflow(shop.repository, permissions);
}

function checks() {
  return shop.repository.checkRuns.filter((run) => run.name === "warrant/change");
}

describe("warrant check --publish", () => {
  it("writes check and comment, prints the same verdict, and the second time writes nothing", async () => {
    await openUnasked({ base: { "warrant.yaml": enforcing } });
    const first = await publishWith(workflowToken());
    // On a slow machine the run says for a while that work has begun, and is then completed.
    expect([first.code, first.err]).toEqual([
      3,
      expect.stringMatching(/^warrant: check run (?:created|updated); comment created\.\n$/),
    ]);
    const verdict = ChangeVerdict.parse(JSON.parse(first.out));
    expect(verdict).toMatchObject({ decision: "deny", subject: { number: 12 } });
    expect(checks()).toMatchObject([{ headSha: shop.work.git("rev-parse", "feature"), conclusion: "action_required" }]);
    const second = await publishWith(workflowToken());
    expect(second.err).toBe("warrant: check run unchanged; comment unchanged.\n");
    expect(second.out).toBe(first.out);
    expect(shop.github.seen({ method: "POST" }).filter(({ path }) => path !== "/graphql")).toHaveLength(2);
  });

  it("--enforce can only raise: without it a report is neutral and ends 0", async () => {
    await openUnasked();
    expect((await publishWith(workflowToken())).code).toBe(0);
    expect(checks()).toMatchObject([{ conclusion: "neutral" }]);
    expect((await publishWith(workflowToken(), "--enforce")).code).toBe(3);
    expect(checks().at(-1)).toMatchObject({ conclusion: "action_required" });
  });

  it("a person's token writes the comment, says that checks need an app, and publishing again finds it", async () => {
    await openUnasked();
    shop.repository.user("maria", { permission: "maintain" });
    const first = await publishWith(shop.token);
    expect(first.err).toBe(
      "warrant: check run not published: only an app's token may write checks; comment created.\n",
    );
    expect(first.code).toBe(0);
    expect((await publishWith(shop.token)).err).toContain("comment unchanged");
    expect(checks()).toEqual([]);
  });

  it("a token that may not write prints the verdict, says so once and ends 1 (F12, danger/danger-js#1031)", async () => {
    await openUnasked();
    const { code, out, err } = await publishWith(workflowToken({ contents: "read", pull_requests: "read" }));
    expect(ChangeVerdict.parse(JSON.parse(out)).decision).toBe("deny");
    expect(code).toBe(1);
    expect(err).toContain(
      "warrant: nothing was published. The token may not write checks here. Give it the permission checks: write.",
    );
    expect(err).not.toContain("summary");
    expect(shop.github.requests.filter(({ status }) => status === 403)).toHaveLength(1);
  });

  it("a configuration that is not valid is said on the commit as a failure, and ends 2", async () => {
    await openUnasked({ base: { "warrant.yaml": "intent:\n  enforced: true\n" } });
    const { code, out, err } = await publishWith(workflowToken());
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("warrant.yaml:2:3");
    expect(checks()).toMatchObject([{ conclusion: "failure" }]);
  });

  it("a platform that fails ends 1 with its cause, without a second failure on the commit", async () => {
    await openUnasked();
    shop.github.fail({ query: "PullRequest", status: 500, times: 100 });
    const { code, out, err } = await publishWith(workflowToken());
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("500");
    expect(checks()).toMatchObject([{ conclusion: "failure" }]);
  });

  it.each([
    ["a range", ["check", "main..HEAD", "--publish"], "owner/repo#N"],
    ["no change at all", ["check", "--publish"], "owner/repo#N"],
    ["facts of a file", ["check", "acme/shop#12", "--publish", "--facts", "-"], "owner/repo#N"],
    ["another configuration", ["check", "acme/shop#12", "--publish", "--config", "-"], "--config"],
    ["assumed evidence", ["check", "acme/shop#12", "--publish", "--evidence", "assume"], "--evidence assume"],
  ])("%s is not published", async (_, args, words) => {
    shop = await openShop();
    const { io, stderr } = testIo({ cwd: temporaryFolder(), env: { GITHUB_TOKEN: shop.token } });
    expect(await run(args, io)).toBe(2);
    expect(stderr()).toContain(words);
    expect(shop.github.requests).toEqual([]);
  });
});
