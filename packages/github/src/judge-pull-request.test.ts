import { afterEach, describe, expect, it } from "vitest";
import { clientFor, openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { gatePullRequest } from "./gate-pull-request.ts";
import { type JudgeOptions, judgedState, judgePullRequest } from "./judge-pull-request.ts";
import { WritePace } from "./publish/pace.ts";
import { workflowPublisher } from "./publish/publisher.ts";
import { realTiming } from "./timing.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

async function open(configuration?: string, options: ShopOptions = {}): Promise<void> {
  const base = configuration === undefined ? {} : { base: { "warrant.yaml": configuration } };
  shop = await openShop({ ...base, ...options });
}

async function judge(options: Partial<JudgeOptions> = {}) {
  const asked = { repository: "acme/shop", number: 12, mode: "report", env: {} } as const;
  return await judgePullRequest(shop.client, { ...asked, ...options });
}

describe("the configuration that judges a pull request", () => {
  it.each([
    ["says nothing", undefined, "report", "report"],
    ["reports", "intent:\n  enforce: false\n", "report", "report"],
    ["enforces", "intent:\n  enforce: true\n", "report", "enforce"],
    ["reports and is raised", "intent:\n  enforce: false\n", "enforce", "enforce"],
    ["enforces and is not lowered", "intent:\n  enforce: true\n", "enforce", "enforce"],
  ] as const)("that %s", async (_, configuration, asked, mode) => {
    await open(configuration);
    expect(await judge({ mode: asked })).toMatchObject({ mode, problem: null, configurationUnknown: null });
  });

  it("that is not valid gives no verdict, the places of its mistakes, and counts as enforced (law 3)", async () => {
    await open("intent:\n  enforced: false\n");
    const judged = await judge();
    expect(judged.mode).toBe("enforce");
    expect(judged.problem?.message).toMatch(/warrant\.yaml at [0-9a-f]{7}\):\nwarrant\.yaml:2:3/);
    expect(judged.judged).toEqual({ failure: judged.problem?.message });
    expect(judgedState(judged)).toMatchObject({ mode: "enforce", target: { number: 12, baseRef: "main" } });
  });

  it("that cannot be read is stood in for by the defaults, which count as enforced", async () => {
    // Bytes that are no text are read by a request of their own, and that one fails.
    await open(undefined, { base: { "warrant.yaml": Buffer.from([0x69, 0xff, 0x00]) } });
    shop.github.fail({ path: /\/git\/blobs\//, status: 500, times: 100 });
    const judged = await judge();
    expect(judged).toMatchObject({ mode: "enforce", problem: null, judged: { verdict: {} } });
    expect(judged.configurationUnknown).toContain("500");
    expect(judged.origin).toMatch(/^defaults \(unknown at [0-9a-f]{7}\)$/);
  });

  it("is met by the environment's sensitive paths, whose mistakes are told without their value", async () => {
    await open();
    const env = { WARRANT_INTENT_SENSITIVE_PATHS: "src/**" };
    expect((await judge({ env })).configuration.intent.sensitive_paths).toEqual(["src/**"]);
    const { problem } = await judge({ env: { WARRANT_INTENT_SENSITIVE_PATHS: "../secret-place" } });
    expect(problem?.message).toContain("sensitive paths");
    expect(problem?.message).not.toContain("secret-place");
  });

  it("is the base's, whatever the change brings (G3, Gentleman-Programming/gentle-ai#1791)", async () => {
    await open("intent:\n  enforce: true\n  gate: everyone\n", {
      head: {
        "warrant.yaml": "intent:\n  enforce: false\n  gate: agents\n",
        "src/discount.ts": "export const a = 1;\n",
      },
    });
    expect(await judge()).toMatchObject({ mode: "enforce", configuration: { intent: { gate: "everyone" } } });
  });
});

const writing = { contents: "read", pull_requests: "write", issues: "read", checks: "write" } as const;

describe("gating a pull request", () => {
  const publishing = { publisher: workflowPublisher, parts: { check: true, comment: false } };
  const { signal } = new AbortController();

  async function gate(number = 12) {
    const token = shop.github.tokens.workflow(shop.repository, writing);
    return await gatePullRequest(clientFor(shop.github, token), {
      repository: "acme/shop",
      number,
      mode: "report",
      env: {},
      publishing,
      pace: new WritePace(realTiming, signal),
      signal,
    });
  }

  const checks = () => shop.repository.checkRuns.map(({ conclusion, title }) => [conclusion, title]);

  it("a change that cannot be collected is a failure on its head, since its base may enforce (law 3)", async () => {
    await open();
    shop.github.fail({ query: "PullRequest", status: 500, times: 100 });
    const gated = await gate();
    expect(gated).toMatchObject({ judged: null, publication: { published: "all" } });
    expect(gated.failure).toContain("500");
    expect(checks()).toMatchObject([["failure", expect.stringContaining("could not judge this change")]]);
  });

  it("when nothing can be read nothing is published, and the failure is told", async () => {
    await open();
    shop.github.fail({ status: 500, times: 1000 });
    expect(await gate()).toEqual({
      judged: null,
      stayedHeld: false,
      failure: expect.stringContaining("it answered 500"),
      publication: null,
    });
  });

  it("a whole other run between the reading of the change and of what stands on it: the newer verdict stays (E6, vuphongle/oss-pr-reviewer#21)", async () => {
    await open("intent:\n  enforce: true\n", {
      change: { author: "Copilot", body: "Fixes #7", closes: [7] },
      before: (repository) => void repository.world.bot("Copilot"),
    });
    shop.github.before({ path: /\/check-runs$/, times: 1 }, async () => {
      const isCollected = () => shop.github.seen({ query: "Lookups" }).some(({ status }) => status === 200);
      while (!isCollected()) await new Promise((resolve) => setTimeout(resolve, 5));
      shop.change.edit({ body: "No issue any more." });
      shop.change.closes.length = 0;
      expect((await gate()).judged?.judged).toMatchObject({ verdict: { decision: "deny" } });
    });
    expect((await gate()).judged?.judged).toMatchObject({ verdict: { decision: "deny" } });
    expect(checks()).toMatchObject([["action_required", expect.anything()]]);
  });

  /** Moves the head when the change was read and its files were looked at, before anything is published. */
  function moveMeanwhile(): () => string {
    let head = "";
    shop.github.after({ query: "Lookups", times: 1 }, () => {
      shop.work.switch("feature");
      head = shop.work.commit("More", { "src/more.ts": "export const more = 1;\n" });
      shop.work.switch("main");
      shop.change.touch();
    });
    return () => head;
  }

  it("E6 what moves at the end of its collection is collected again, by the head that is read before the write (vuphongle/oss-pr-reviewer#21)", async () => {
    await open();
    const head = moveMeanwhile();
    const { judged, failure } = await gate();
    expect([failure, judged?.facts.head.sha]).toEqual([null, head()]);
    const completed = shop.repository.checkRuns.filter(({ status }) => status === "completed");
    expect(completed.map(({ headSha }) => headSha)).toEqual([head()]);
    expect(shop.github.seen({ query: "Still" })).toEqual([]);
  });

  it("E6 facts that may be of two states are no verdict where publishing did not get to read the head", async () => {
    await open();
    moveMeanwhile();
    shop.github.fail({ query: "WarrantSiblings", status: 500, times: 100 });
    const { judged, failure } = await gate();
    expect([judged, failure]).toEqual([null, "It is not known whether the change moved while it was judged."]);
  });

  it("a verdict whose check could not be written stays one where the head is still its own", async () => {
    await open();
    shop.github.fail({ query: "WarrantSiblings", status: 500, times: 100 });
    const { judged, failure, publication } = await gate();
    expect([failure, publication?.check.state]).toEqual([null, "failed"]);
    expect(judged?.judged).toHaveProperty("verdict");
  });

  it("the worst of all changes with this head decides, each judged by its own base (F8, screwdriver-cd/screwdriver#224)", async () => {
    await open("intent:\n  enforce: true\n", {
      change: { author: "sam" },
      before: (repository, work) => {
        work.branch("release");
        work.switch("main");
        repository.world.bot("Copilot");
        repository.pullRequest({
          number: 13,
          title: "The same for the release",
          head: "feature",
          base: "release",
          author: "Copilot",
        });
      },
    });
    const gated = await gate();
    expect(gated.failure).toBeNull();
    expect(gated.judged?.judged).toMatchObject({ verdict: { decision: "allow" } });
    expect(checks()).toMatchObject([["action_required", expect.stringMatching(/^#13 has the same commit\. /)]]);
  });

  it.each([
    ["a branch of the repository", {}],
    ["a fork, whose commits the repository does not list (TooTallNate/nx.js#410)", { headRepository: null }],
  ])(
    "F8 a second change of the commit, to a base that reports, lets nothing through that another base refuses: from %s (screwdriver-cd/screwdriver#224)",
    async (_name, from) => {
      await open("intent:\n  enforce: true\n", {
        change: { author: "Copilot", body: "No issue.", closes: [], ...from },
        before: (repository, work) => {
          repository.world.bot("Copilot");
          work.branch("pages", "main");
          work.git("rm", "-q", "warrant.yaml");
          work.commit("Report", { "index.md": "# Pages\n" });
          work.switch("main");
        },
      });
      await gate();
      shop.repository.pullRequest({ number: 13, head: "feature", base: "pages", author: "Copilot", ...from });
      const second = await gate(13);
      expect(second.judged?.mode).toBe("report");
      expect(checks()).toMatchObject([["action_required", expect.stringMatching(/^#12 has the same commit\. /)]]);
      await gate();
      expect(checks()).toMatchObject([["action_required", expect.stringMatching(/^Denied/)]]);
    },
  );
});
