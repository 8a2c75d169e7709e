import { judgeChange } from "@warrant/kernel/change/judge";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { afterEach, describe, expect, it } from "vitest";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

async function collect(options: ShopOptions = {}, act?: (shop: Shop) => void, requestedBy?: string) {
  shop = await openShop(options);
  act?.(shop);
  return await collectPullRequest(shop.client, { repository: "acme/shop", number: 12, requestedBy });
}

const copilot = "copilot-swe-agent[bot]";
/** The change is Copilot's. */
const byCopilot: ShopOptions = {
  change: { author: copilot },
  before: (repository) => void repository.world.bot(copilot, { id: 198_982_749 }),
};
const verdictOf = (facts: Parameters<typeof judgeChange>[0]) => judgeChange(facts, defaultConfiguration, {});

describe("permission decides, association never", () => {
  it("MEMBER without it grants nothing, CONTRIBUTOR with write counts (D1: rust-lang/triagebot#2094, cockroachdb/cockroach#172585)", async () => {
    const { facts } = await collect(byCopilot, ({ repository, change }) => {
      repository.user("mem", { permission: "none" });
      change.review({ author: "mem", state: "APPROVED", association: "MEMBER" });
      change.review({ author: "rita", state: "APPROVED", association: "CONTRIBUTOR" });
    });
    expect(facts.reviews).toMatchObject([
      { author: { login: "mem" }, permission: "none", association: "MEMBER" },
      { author: { login: "rita" }, permission: "write", association: "CONTRIBUTOR" },
    ]);
    expect(verdictOf(facts).evidence.human_approval.approvals).toMatchObject([{ counts: false }, { counts: true }]);
  });

  it.each(["read", "triage"] as const)("COLLABORATOR with %s does not count (D2)", async (permission) => {
    const { facts } = await collect(byCopilot, ({ repository, change }) => {
      repository.user("col", { permission });
      change.review({ author: "col", state: "APPROVED", association: "COLLABORATOR" });
    });
    expect(facts.reviews).toMatchObject([{ permission }]);
    expect(verdictOf(facts).evidence.human_approval.present).toBe(false);
  });

  it.each([
    [404, "none", []],
    [403, "unknown", ["permissions"]],
    [500, "unknown", ["permissions"]],
    [502, "unknown", ["permissions"]],
  ])("answered %i is %s (D1: NVIDIA/cuda-python#1930)", async (status, permission, incomplete) => {
    const { facts } = await collect({}, ({ github, change }) => {
      change.review({ author: "rita", state: "APPROVED" });
      github.fail({ path: /permission$/, status, times: 3 });
    });
    expect(facts.reviews).toMatchObject([{ permission }]);
    expect(facts.incomplete.map((entry) => entry.what)).toEqual(incomplete);
  });

  it.each([
    ["maintain", "maintain", "maintain"],
    ["triage", "triage", "triage"],
    ["write", "release-manager", "write"],
    ["read", "security-reader", "read"],
  ] as const)("of base %s in the role %s is %s", async (permission, roleName, expected) => {
    const { facts } = await collect({}, ({ repository, change }) => {
      repository.user("role", { permission, roleName });
      change.review({ author: "role", state: "APPROVED" });
    });
    expect(facts.reviews).toMatchObject([{ permission: expected }]);
  });

  it("of a login that is another account's by now is unknown (D12: cms-sw/cms-bot#1391)", async () => {
    const { facts } = await collect({}, ({ github, change }) => {
      change.review({ author: "rita", state: "APPROVED" });
      github.fail({
        path: /permission$/,
        status: 200,
        body: { permission: "admin", role_name: "admin", user: { id: 5, login: "rita" } },
      });
    });
    expect(facts.reviews).toMatchObject([{ permission: "unknown" }]);
    expect(facts.incomplete).toMatchObject([{ what: "permissions" }]);
  });

  it("is asked once for a person, and again after five minutes", async () => {
    await collect({}, ({ change }) => {
      change.review({ author: "rita", state: "APPROVED" });
      change.review({ author: "rita", state: "CHANGES_REQUESTED" });
      change.label("bug", { by: "rita" });
    });
    const asked = () => shop.github.seen({ path: /permission$/ }).length;
    expect(asked()).toBe(1);
    const again = () => collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
    await again();
    expect(asked()).toBe(1);
    await shop.timing.sleep(5 * 60_000, new AbortController().signal);
    await again();
    expect(asked()).toBe(2);
  });

  it("of a flood of reviewers is asked for a bounded number, and the rest is unknown", async () => {
    const { facts, requests } = await collect({}, ({ repository, change }) => {
      for (let index = 0; index < 110; index += 1) {
        repository.user(`person-${index}`, { permission: "write" });
        change.review({ author: `person-${index}`, state: "APPROVED" });
      }
    });
    expect(facts.reviews).toHaveLength(110);
    expect(facts.reviews.filter((review) => review.permission === "unknown")).toHaveLength(10);
    expect(facts.incomplete).toMatchObject([{ what: "permissions" }]);
    expect(requests).toBeLessThan(110);
  });
});

describe("accounts", () => {
  it.each([
    ["its bot account in GraphQL", copilot, 198_982_749],
    ["another spelling with the same id", "Copilot[bot]", 198_982_749],
    ["the login of its page", "Copilot", 198_982_749],
    ["the login without a suffix", "copilot-swe-agent", 198_982_749],
  ])("Copilot is one account: %s (D3: zed-industries/zed#44958, microsoft/aspire#19989)", async (_, login, id) => {
    const { facts } = await collect({
      change: { author: login },
      before: (repository) => void repository.world.bot(login, { id }),
    });
    expect(facts.author).toMatchObject({ kind: "bot", id });
    expect(verdictOf(facts).agent).toMatchObject({ kind: "agent", name: "copilot-swe-agent", confidence: "certain" });
  });

  it("of an agent's commit are known without the [bot] of their address (D4: scanaislop/aislop#392)", async () => {
    const claude = { name: "Claude", email: "noreply@anthropic.com" };
    const { facts } = await collect({}, ({ work, change }) => {
      work.switch("feature");
      work.commit("Tidy", { "src/tidy.ts": "export {};\n" }, { author: claude, committer: claude });
      change.push("feature");
    });
    expect(verdictOf(facts).agent).toMatchObject({ kind: "agent", name: "claude" });
  });

  it("that opened the change decide, not those that push (D6: zizmorcore/zizmor#170, adorsys/status-list-server#417)", async () => {
    const { facts } = await collect(byCopilot, ({ work, change }) => {
      work.switch("feature");
      work.commit("By a person", { "src/by-person.ts": "export {};\n" });
      change.push("feature");
    });
    expect(facts.author.login).toBe("copilot-swe-agent");
    expect(verdictOf(facts).gated_because).toBe("agent");
  });

  it("that push to a person's change make it nobody else's (D6: zizmorcore/zizmor#550)", async () => {
    const { facts } = await collect({}, ({ repository, change }) => {
      repository.world.bot(copilot, { id: 198_982_749 });
      // What an event of the agent leaves behind: it assigned itself, and is asked for a review.
      change.assign(copilot, { by: copilot }).requestReview(copilot);
    });
    expect(facts.author).toMatchObject({ login: "sam", kind: "user" });
    expect(verdictOf(facts)).toMatchObject({ gated: false, gated_because: "not_agent" });
  });

  it("that were deleted are nobody: author, reviewer and who labelled", async () => {
    const { facts } = await collect({ change: { author: null } }, ({ change }) => {
      change.review({ author: null, state: "APPROVED" });
      change.label("bug", { by: null });
    });
    const nobody = { login: null, kind: "unknown", id: null };
    expect(facts.author).toEqual(nobody);
    expect(facts.reviews).toMatchObject([{ author: nobody, permission: "unknown" }]);
    expect(facts.labels).toEqual([{ name: "bug", actor: nobody }]);
    expect(facts.requested_by).toEqual([]);
  });
});

describe("commits", () => {
  it("carry trailers of their last paragraph only (D7: chaoss/disclosure#101, moby/moby#53695)", async () => {
    const message =
      "Add it\n\nCo-authored-by: Not <a@b.c> is prose here.\n\nDetails.\n\nAssisted-by: Claude\nCo-authored-by: Rita <1006+rita@users.noreply.github.com>";
    const { facts } = await collect({}, ({ work, change }) => {
      work.switch("feature");
      work.commit(message, { "src/b.ts": "export {};\n" });
      change.push("feature");
    });
    expect(facts.commits.at(-1)?.trailers).toEqual([
      { key: "Assisted-by", value: "Claude" },
      { key: "Co-authored-by", value: "Rita <1006+rita@users.noreply.github.com>" },
    ]);
  });

  it.each([
    [20, "unknown", []],
    [21, "agent", [{ what: "commits", listed: 20, total: 21 }]],
  ])(
    "of %i: past the platform's limit, here 20, the identity is incomplete, and taken for an agent's (C8)",
    async (count, kind, incomplete) => {
      const { facts } = await collect({ server: { limits: { commits: 20 } } }, ({ work }) => {
        const more = "commit refs/heads/feature\ncommitter Maria <maria@example.org> 1767225600 +0000\ndata 4\nMore\n";
        const input = `${more}from refs/heads/feature^0\n${more.repeat(count - 2)}`;
        work.gitBytes(["fast-import", "--quiet"], { input });
      });
      expect(facts.incomplete).toMatchObject(incomplete);
      expect(verdictOf(facts).agent.kind).toBe(kind);
    },
  );

  it("of 101 are read over two pages, in order", async () => {
    const { facts } = await collect({}, ({ work, change }) => {
      work.switch("feature");
      for (let index = 0; index < 100; index += 1) work.git("commit", "--allow-empty", "-m", `More ${index}`);
      change.push("feature");
    });
    expect(facts.commits).toHaveLength(101);
    expect(facts.commits.at(-1)?.sha).toBe(facts.head.sha);
    expect(facts.incomplete).toEqual([]);
  });

  it("say which signatures the platform checked", async () => {
    const { facts } = await collect({}, ({ repository, work }) => {
      repository.verifiedCommits.add(work.git("rev-parse", "feature"));
    });
    expect(facts.commits).toMatchObject([{ verified: true, parents: 1 }]);
  });
});

describe("who asked an agent", () => {
  it("is whom it assigned, who assigned it to the issue, and its human co-authors; and none of them can approve (D11)", async () => {
    const { facts } = await collect(byCopilot, ({ repository, work, change }) => {
      for (const login of ["ann", "ben", "cora"])
        repository.user(login, { permission: "write", email: `${login}@example.org` });
      change.assign("ann", { by: copilot });
      change.assign("rita", { by: "maria" });
      repository.issues.get(7)?.assign(copilot, { by: "ben" });
      work.switch("feature");
      work.commit("More\n\nCo-authored-by: Cora <cora@example.org>", { "src/b.ts": "export {};\n" });
      change.push("feature");
      for (const author of ["ann", "ben", "cora"]) change.review({ author, state: "APPROVED" });
    });
    expect(facts.requested_by?.map(({ login, via }) => [login, via])).toEqual([
      ["ann", "assigner"],
      ["ben", "assigner"],
      ["cora", "co_author"],
    ]);
    expect(verdictOf(facts).evidence.human_approval.approvals.every((approval) => !approval.counts)).toBe(true);
  });

  it("may stand in events nobody read, so that one more approval is needed", async () => {
    const { facts } = await collect(byCopilot, ({ repository, change }) => {
      const issue = repository.issues.get(7);
      issue?.assign(copilot, { by: "rita" });
      for (let index = 0; index < 30; index += 1) issue?.label("noise", { by: "sam" }).unlabel("noise", { by: "sam" });
      change.review({ author: "rita", state: "APPROVED" });
    });
    expect(facts.requested_by).toEqual([{ login: null, kind: "unknown", id: null, via: "assigner" }]);
    expect(verdictOf(facts).evidence.human_approval).toMatchObject({ present: false, needed: 2 });
  });

  it("is nobody for a person's change, and always set", async () => {
    const { facts } = await collect({}, ({ change }) => void change.assign("rita", { by: "sam" }));
    expect(facts.requested_by).toEqual([]);
  });

  it("can be named by hand", async () => {
    const { facts } = await collect(byCopilot, undefined, "rita");
    expect(facts.requested_by).toEqual([{ login: "rita", kind: "user", id: null, via: "argument" }]);
  });
});

describe("reviews", () => {
  it("carry the commit they are for, so that one of an earlier commit is stale (E1: palantir/policy-bot#239)", async () => {
    const { facts } = await collect(byCopilot, ({ work, change }) => {
      change.review({ author: "rita", state: "APPROVED" });
      work.switch("feature");
      work.commit("More", { "src/b.ts": "export {};\n" });
      change.push("feature");
    });
    expect(facts.reviews[0]?.commit).not.toBe(facts.head.sha);
    expect(verdictOf(facts).findings.map((finding) => finding.rule)).toContain("approval.stale");
  });

  it("of a head that was brought up to date with its base are stale, though nobody changed a line (E8: strands-labs/robots#2796)", async () => {
    const { facts } = await collect(byCopilot, ({ work, change }) => {
      change.review({ author: "rita", state: "APPROVED" });
      work.commit("Meanwhile", { "docs/other.md": "# Other\n" });
      work.switch("feature");
      work.git("merge", "--no-edit", "main");
      change.push("feature");
    });
    expect(facts.commits.at(-1)).toMatchObject({ parents: 2 });
    expect(facts.files.map((file) => file.path)).toEqual(["src/discount.ts"]);
    expect(verdictOf(facts).evidence.human_approval).toMatchObject({
      present: false,
      approvals: [{ login: "rita", because: "approval.stale" }],
    });
  });

  it("keep the platform's order whatever their times are (E2: palantir/policy-bot#598, palantir/policy-bot#602)", async () => {
    const { facts } = await collect({}, ({ change }) => {
      change.review({ author: "rita", state: "APPROVED", submittedAt: "2030-01-01T00:00:00Z" });
      change.review({ author: "rita", state: "CHANGES_REQUESTED", submittedAt: "2020-01-01T00:00:00Z" });
    });
    expect(facts.reviews.map((review) => review.state)).toEqual(["approved", "changes_requested"]);
  });

  it("that are pending are dropped, and dismissed ones are said to be", async () => {
    const { facts } = await collect({}, ({ change }) => {
      change.review({ author: "maria", state: "PENDING" });
      change.dismiss(change.review({ author: "rita", state: "APPROVED" }));
      change.review({ author: "rita", state: "COMMENTED", commit: null });
    });
    expect(facts.reviews.map(({ state, commit }) => [state, commit === null])).toEqual([
      ["dismissed", false],
      ["commented", true],
    ]);
  });

  it("of 101 people are read over two pages", async () => {
    const { facts } = await collect({}, ({ change }) => {
      for (let index = 0; index < 101; index += 1) change.review({ author: "rita", state: "COMMENTED" });
    });
    expect(facts.reviews).toHaveLength(101);
  });
});

describe("labels", () => {
  it("belong to the last who added them and was not followed by a removal", async () => {
    const { facts } = await collect({ change: { labels: ["old"] } }, ({ change }) => {
      change.label("bug", { by: "sam" }).unlabel("bug", { by: "sam" }).label("bug", { by: "rita" });
      change.label("gone", { by: "rita" }).unlabel("gone", { by: "sam" });
    });
    expect(facts.labels).toMatchObject([
      { name: "old" },
      { name: "bug", actor: { login: "rita" }, permission: "write" },
    ]);
    expect(facts.labels[0]).not.toHaveProperty("actor");
  });

  it("are found behind a hundred other events, and without an actor past the pages that are read", async () => {
    const { facts } = await collect({}, ({ change }) => {
      change.label("ancient", { by: "rita" });
      for (let index = 0; index < 300; index += 1) change.label("noise", { by: "sam" }).unlabel("noise", { by: "sam" });
      change.label("bug", { by: "rita" });
      for (let index = 0; index < 60; index += 1) change.label("noise", { by: "sam" }).unlabel("noise", { by: "sam" });
    });
    expect(facts.labels).toMatchObject([{ name: "ancient" }, { name: "bug", actor: { login: "rita" } }]);
    expect(facts.labels[0]).not.toHaveProperty("actor");
  });

  it("that approve a plan bring it with who put them there", async () => {
    const { facts } = await collect(
      {},
      ({ repository }) => void repository.issues.get(7)?.label("plan approved", { by: "rita" }),
    );
    expect(facts.plans).toMatchObject([
      { source: "label", issue: { number: 7 }, approved_by: { actor: { login: "rita" }, permission: "write" } },
    ]);
  });
});

describe("checks", () => {
  it("are runs and statuses of the head, without our own", async () => {
    const { facts } = await collect({}, ({ repository, work, github }) => {
      const headSha = work.git("rev-parse", "feature");
      repository.checkRun({
        headSha,
        name: "build",
        app: github.actionsApp,
        status: "completed",
        conclusion: "success",
      });
      repository.checkRun({ headSha, name: "slow", app: github.actionsApp, status: "in_progress" });
      repository.checkRun({
        headSha,
        name: "warrant/change",
        app: github.actionsApp,
        status: "completed",
        conclusion: "failure",
      });
      repository.status({ sha: headSha, context: "ci/old", state: "success" });
      repository.status({ sha: headSha, context: "ci/wait", state: "pending" });
    });
    const head_sha = facts.head.sha;
    expect(facts.checks.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: "build", app: "github-actions", status: "completed", conclusion: "success", head_sha },
      { name: "ci/old", status: "completed", conclusion: "success", head_sha },
      { name: "ci/wait", status: "queued", head_sha },
      { name: "slow", app: "github-actions", status: "in_progress", head_sha },
    ]);
  });
});
