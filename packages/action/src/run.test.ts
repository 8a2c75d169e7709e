/** What a run does for one pull request, inside the test, where no wait takes time. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChangeVerdict } from "@warrant/kernel/verdict";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActionOptions, newJob, runInside, workflowPermissions } from "../../../testing/action-run.ts";
import { limitAnswers } from "../../../testing/fake-github/faults.ts";
import { type FakeGithub, startFakeGithub } from "../../../testing/fake-github/server.ts";
import { issueCommentPayload, pullRequestPayload } from "../../../testing/fake-github/webhook-payloads.ts";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";

/** A platform that nothing may be asked of. */
let untouched: FakeGithub;
beforeAll(async () => {
  untouched = await startFakeGithub();
});
afterAll(async () => {
  await untouched.close();
});

/** A run that has to end before it asks for anything. */
async function end(more: Partial<ActionOptions>) {
  const payload = { pull_request: { number: 12 } };
  const result = await runInside({ github: untouched, token: "ghs_x", event: "pull_request_target", payload, ...more });
  expect(untouched.requests).toEqual([]);
  return result;
}

const enforcing = { "warrant.yaml": "intent:\n  enforce: true\n" };
/** An agent's change that nobody asked for. */
const unasked = {
  change: { author: "Copilot", body: "No issue.", closes: [] },
  before: (repository: Shop["repository"]) => void repository.world.bot("Copilot"),
} as const satisfies ShopOptions;
/** An agent's change that a maintainer asked for. */
const asked = {
  ...unasked,
  change: { author: "Copilot", body: "Fixes #7", closes: [7] },
} as const satisfies ShopOptions;

const shops = new Map<string, Shop>();
afterAll(async () => {
  for (const { github } of shops.values()) await github.close();
});

/** The shop of a scene as it was at its beginning; one is made for all tests that want the same. */
async function open(options: ShopOptions): Promise<Shop> {
  const key = JSON.stringify(options);
  const shop = shops.get(key) ?? (await openShop({ ...options, lasting: "file" }));
  shops.set(key, shop);
  const { github, repository, change } = shop;
  for (const list of [github.requests, repository.checkRuns, repository.sarifUploads, change.comments]) list.length = 0;
  github.faults.clear();
  change.counts = {};
  return shop;
}

async function judge(opened: Shop, more: Partial<ActionOptions> = {}) {
  const { github, repository, change } = opened;
  return await runInside({
    github,
    token: github.tokens.workflow(repository, workflowPermissions),
    event: "pull_request_target",
    payload: await pullRequestPayload("synchronize", change, { sender: repository.world.accounts.get("mallory") }),
    ...more,
  });
}

describe("the exit code", () => {
  it.each([
    ["0 for an allowed change under report", asked, {}, {}, 0, "neutral"],
    ["0 for a denied change under report", unasked, {}, {}, 0, "neutral"],
    ["0 for an allowed change under enforcement", asked, enforcing, {}, 0, "success"],
    ["3 for a denied change under enforcement", unasked, enforcing, {}, 3, "action_required"],
    ["3 when the workflow raises report to enforce", unasked, {}, { mode: "enforce" }, 3, "action_required"],
    [
      "3 when the workflow says report and the base enforces",
      unasked,
      enforcing,
      { mode: "report" },
      3,
      "action_required",
    ],
    [
      "2 for a configuration that is not valid",
      asked,
      { "warrant.yaml": "intent:\n  enforc: true\n" },
      {},
      2,
      "failure",
    ],
  ])("is %s", async (_, scene, base, inputs, code, conclusion) => {
    const opened = await open({ ...scene, base });
    const result = await judge(opened, { inputs });
    expect([result.code, opened.repository.checkRuns.map((run) => run.conclusion)]).toEqual([code, [conclusion]]);
    expect(result.log.startsWith("::error")).toBe(code !== 0);
  });

  it("is 4 when a denial is for incomplete evidence", async () => {
    const opened = await open({ ...asked, base: enforcing });
    opened.change.counts = { changedFiles: 2 };
    const result = await judge(opened);
    expect(result).toMatchObject({ code: 4, outputs: { decision: "deny", "deny-kind": "incomplete" } });
    expect(opened.repository.checkRuns).toMatchObject([{ conclusion: "failure" }]);
  });

  it.each([
    ["0 under report", {}, "false", 0],
    ["1 under report with fail-on-error", {}, "true", 1],
    ["1 under enforcement", enforcing, "false", 1],
  ])("is %s when the check run cannot be written", async (_, base, failOnError, code) => {
    const opened = await open({ ...asked, base });
    opened.github.fail({ method: "POST", path: /check-runs$/, status: 422, times: 3 });
    const result = await judge(opened, { inputs: { "fail-on-error": failOnError } });
    expect(result).toMatchObject({ code, outputs: { decision: "allow" } });
    expect(result.log).toMatch(/^::notice title=Warrant::GitHub was asked for POST .*; it answered 422/m);
  });

  it("is 3 all the same when a denial could not be published", async () => {
    const opened = await open({ ...unasked, base: enforcing });
    opened.github.fail({ method: "POST", path: /check-runs$/, status: 422, times: 3 });
    expect((await judge(opened)).code).toBe(3);
  });

  it("is 1 when the change cannot be read, since its base may enforce, and everything says the careful end", async () => {
    const opened = await open(asked);
    opened.github.fail({ query: "PullRequest", status: 500, times: 9 });
    const result = await judge(opened, { inputs: { "output-dir": "out" } });
    expect(result).toMatchObject({
      code: 1,
      outputs: { decision: "deny", "deny-kind": "incomplete", tier: "3", verdict: "" },
    });
    expect(result.summary).toContain("Warrant could not judge this change");
    expect(opened.repository.checkRuns).toMatchObject([{ conclusion: "failure" }]);
    const relayed = JSON.parse(readFileSync(join(result.job.workspace, "out/intent-verdicts.json"), "utf8"));
    expect(relayed.verdicts).toMatchObject([{ number: 12, verdict: { authorized: false, tier: 3 } }]);
    expect(existsSync(join(result.job.workspace, "out/verdict.json"))).toBe(false);
  });

  it("is 1 when nobody knows whom the token acts for, and nothing is written", async () => {
    const opened = await open(asked);
    opened.github.fail({ query: "WarrantViewer", status: 500, times: 9 });
    const result = await judge(opened);
    expect(result).toMatchObject({ code: 1, outputs: { decision: "deny" } });
    expect(opened.repository.checkRuns).toEqual([]);
  });

  it.each([
    [{ mode: "strict" }, {}, /input mode/],
    [{ sweep: "yes" }, {}, /input sweep/],
    [{ "github-token": "" }, {}, /input github-token/],
    [{ "output-dir": "../elsewhere" }, {}, /input output-dir/],
    [{}, { GITHUB_REPOSITORY: "shop" }, /GITHUB_REPOSITORY/],
    [{}, { GITHUB_API_URL: "http://example.org" }, /GITHUB_API_URL/],
  ])("is 2 for the inputs %j and the variables %j, and nothing is asked", async (inputs, env, message) => {
    const result = await end({ inputs, env });
    expect(result.code).toBe(2);
    expect(result.log).toMatch(message);
  });

  it.each([
    ["report", "push", 0],
    ["enforce", "push", 2],
    ["report", "pull_request_review", 0],
    ["enforce", "pull_request_review", 2],
  ])(
    "under %s for the event %s, which is none of ours, the exit code is %i and nothing is published",
    async (mode, event, code) => {
      const result = await end({ event, inputs: { mode } });
      expect(result).toMatchObject({ code, outputs: {} });
      expect(result.log).toMatch(/Nothing was judged or published/);
    },
  );

  it("is 1 for a payload that is none of its event's", async () => {
    const result = await end({ payload: { pull_request: { number: "12; rm -rf /" } } });
    expect(result.code).toBe(1);
    expect(result.log).not.toContain("rm -rf");
  });
});

describe("whoever starts the run", () => {
  it("D6 F11 the author of the change decides, not the sender: a bot's push neither gates a person's change nor turns it red (zizmorcore/zizmor#1914, anthropics/claude-code-action#1299)", async () => {
    const opened = await open({ base: enforcing });
    const sender = opened.repository.world.bot("Copilot");
    const payload = await pullRequestPayload("synchronize", opened.change, { sender });
    const result = await judge(opened, {
      payload,
      env: { GITHUB_ACTOR: "Copilot", GITHUB_TRIGGERING_ACTOR: "Copilot" },
    });
    expect(result).toMatchObject({ code: 0, outputs: { decision: "allow" } });
    expect(opened.repository.checkRuns).toMatchObject([{ conclusion: "success" }]);
    expect(result.log).toContain("Not gated");
  });

  it("D6 a person's push leaves an agent's change an agent's (zizmorcore/zizmor#170)", async () => {
    const opened = await open({ ...unasked, base: enforcing });
    const payload = await pullRequestPayload("synchronize", opened.change, {
      sender: opened.repository.world.accounts.get("maria"),
    });
    expect((await judge(opened, { payload, env: { GITHUB_ACTOR: "maria" } })).code).toBe(3);
  });

  it("G3 the base's warrant.yaml judges, not the change's (Gentleman-Programming/gentle-ai#1791)", async () => {
    const opened = await open({ ...unasked, base: enforcing, head: { "warrant.yaml": "intent:\n  enforce: false\n" } });
    expect(await judge(opened)).toMatchObject({ code: 3, outputs: { decision: "deny" } });
  });
});

describe("a recheck", () => {
  async function comment(
    opened: Shop,
    author: string,
    association: "MEMBER" | "CONTRIBUTOR",
    body = "/warrant recheck",
  ) {
    const written = opened.change.comment({ author, body, association });
    const payload = issueCommentPayload(opened.change, written);
    return await judge(opened, { event: "issue_comment", payload });
  }

  it.each([
    ["rita", "CONTRIBUTOR", 1],
    ["maria", "MEMBER", 1],
    ["sam", "MEMBER", 0],
    ["stranger", "MEMBER", 0],
  ] as const)(
    "D1 of %s, who is %s by association, judges %i times (rust-lang/triagebot#2094)",
    async (author, association, times) => {
      const opened = await open({ base: enforcing, ...unasked });
      const result = await comment(opened, author, association);
      expect([result.code, opened.repository.checkRuns.length]).toEqual([0, times]);
      const reactions = opened.change.comments.flatMap((one) => one.reactions.map(({ content }) => content));
      expect(reactions).toEqual([times === 1 ? "eyes" : "confused"]);
    },
  );

  it("that there is not is answered by an emoji, and one that cannot be given stops nothing", async () => {
    const opened = await open({ base: enforcing, ...unasked });
    await comment(opened, "rita", "MEMBER", "/warrant rechek");
    expect(opened.change.comments[0]?.reactions).toMatchObject([{ content: "confused" }]);
    opened.github.fail({ path: /reactions$/, status: 403, times: 9 });
    await comment(opened, "rita", "MEMBER");
    expect(opened.repository.checkRuns).toHaveLength(1);
  });

  it("of someone whose permission cannot be read judges nothing and says so", async () => {
    const opened = await open(unasked);
    opened.github.fail({ path: /permission$/, status: 500, times: 9 });
    const result = await comment(opened, "rita", "MEMBER");
    expect(result.code).toBe(1);
    expect(result.log).toMatch(/rita may ask for a verdict is not known/);
    expect(opened.repository.checkRuns).toEqual([]);
  });

  it("that is denied leaves the run of the default branch green, since the check says it", async () => {
    const opened = await open({ base: enforcing, ...unasked });
    expect(await comment(opened, "rita", "MEMBER")).toMatchObject({ code: 0, outputs: { decision: "deny" } });
    expect(opened.repository.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
  });

  it.each([["/warrant card"], ["/warrant recheck now"], ["Thanks!"]])("is not %j", async (body) => {
    const comment = { body, user: { login: "maria", id: 1 } };
    const payload = { action: "created", issue: { number: 12, pull_request: {} }, comment };
    expect((await end({ event: "issue_comment", payload })).code).toBe(0);
  });
});

describe("a token that may not write", () => {
  it.each([
    ["an allowed change", asked, 0],
    ["a denied change", unasked, 3],
  ])(
    "F12 says %s in the summary, gives one notice, its exit code, and tries no second time (reviewdog/reviewdog#411, danger/danger-js#1031)",
    async (_, scene, code) => {
      const opened = await open({ ...scene, base: enforcing });
      const { github, repository } = opened;
      const read = Object.fromEntries(Object.keys(workflowPermissions).map((name) => [name, "read" as const]));
      const result = await judge(opened, { event: "pull_request", token: github.tokens.workflow(repository, read) });
      expect(result.code).toBe(code);
      expect(result.log.match(/^::notice /gm)).toHaveLength(1);
      expect(result.summary).toContain(
        "The token may not write checks here. Give it the permission checks: write. The verdict is in the summary of the run.",
      );
      expect(result.summary).toContain(code === 0 ? "Allowed" : "Denied");
      expect(github.seen().filter(({ method, path }) => method !== "GET" && path !== "/graphql")).toHaveLength(1);
      expect([repository.checkRuns, opened.change.comments]).toEqual([[], []]);
    },
  );

  it("of a person publishes the comment alone and says why", async () => {
    const opened = await open({ ...unasked, base: enforcing });
    const result = await judge(opened, { token: opened.github.tokens.personal("maria") });
    expect(result.code).toBe(3);
    expect(result.log).toMatch(/^::warning title=Warrant::The token is a person's/m);
    expect([opened.repository.checkRuns.length, opened.change.comments.length]).toEqual([0, 1]);
  });
});

describe("results", () => {
  it("are written whole where output-dir says, with the verdict's path as an output", async () => {
    const opened = await open({ ...unasked, base: enforcing });
    const { outputs, job } = await judge(opened, { inputs: { "output-dir": "out" } });
    const folder = join(job.workspace, "out");
    expect(readdirSync(folder).toSorted()).toEqual(["intent-verdicts.json", "merge-eligible.json", "verdict.json"]);
    expect(outputs["verdict"]).toBe(join(folder, "verdict.json"));
    const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const verdict = ChangeVerdict.parse(read("verdict.json"));
    expect(outputs).toMatchObject({
      decision: "deny",
      "deny-kind": verdict.deny_kind,
      tier: String(verdict.tier.value),
    });
    expect(read("intent-verdicts.json")).toMatchObject({ generated_at: "2026-01-10T12:00:00Z", enforced: true });
    expect(read("merge-eligible.json")).toMatchObject({ eligible: [], excluded: [{ number: 12 }] });
  });

  it("of an earlier run are not taken for this one's", async () => {
    const opened = await open(asked);
    const job = newJob();
    mkdirSync(join(job.workspace, "out"));
    writeFileSync(join(job.workspace, "out/verdict.json"), '{"decision":"allow"}');
    opened.github.fail({ query: "PullRequest", status: 500, times: 9 });
    const { outputs } = await judge(opened, { job, inputs: { "output-dir": "out" } });
    expect([outputs["verdict"], existsSync(join(job.workspace, "out/verdict.json"))]).toEqual(["", false]);
  });

  it("go nowhere without output-dir", async () => {
    const opened = await open(asked);
    const { outputs, job } = await judge(opened);
    expect(outputs["verdict"]).toBe("");
    expect([...readdirSync(job.workspace), ...readdirSync(job.temporary)]).toEqual([]);
  });

  it("are uploaded to code scanning when asked for, and a missing permission is only said", async () => {
    const opened = await open({ ...unasked, base: enforcing });
    const { github, repository } = opened;
    const refused = await judge(opened, { inputs: { sarif: "true" } });
    expect(refused.code).toBe(3);
    expect(refused.log).toMatch(/^::warning title=Warrant::The findings were not uploaded .*security_events=write/m);
    const token = github.tokens.workflow(repository, { ...workflowPermissions, security_events: "write" });
    await judge(opened, { token, inputs: { sarif: "true" } });
    expect(repository.sarifUploads).toMatchObject([{ ref: "refs/pull/12/head" }]);
  });
});

describe("a run", () => {
  it("names its page in the check, and each request in a repeated run with debug logging", async () => {
    const opened = await open(asked);
    const { log } = await judge(opened, { env: { RUNNER_DEBUG: "1" } });
    expect(opened.repository.checkRuns).toMatchObject([
      { detailsUrl: "https://github.com/acme/shop/actions/runs/4711" },
    ]);
    expect(log.match(/^::debug::\{"method":/gm)).toHaveLength(opened.github.requests.length);
    expect(log).not.toMatch(/ghs_|Fixes/);
  });

  it("waits at most 90 s for limits in all, whatever is limited", async () => {
    const opened = await open({ ...unasked, base: enforcing });
    const { github, repository, change } = opened;
    github.fail({ method: "POST", path: /check-runs$/, ...limitAnswers.secondary(70) });
    github.fail({ method: "POST", path: /comments$/, ...limitAnswers.secondary(25) });
    const result = await judge(opened);
    expect([result.code, repository.checkRuns.length, change.comments.length]).toEqual([3, 1, 0]);
    expect(github.seen({ method: "POST", path: /comments$/ })).toHaveLength(1);
    expect(result.log).toMatch(/a limit was reached \(403\) for 25 s/);
  });

  it("says that alignment-model does nothing yet, and masks its key", async () => {
    const opened = await open(asked);
    const { log, masked } = await judge(opened, {
      inputs: { "alignment-model": "m", "alignment-model-key": "sk-secret" },
    });
    expect(log).toMatch(/^::warning title=Warrant::The input alignment-model does nothing/m);
    expect(masked).toContain("sk-secret");
    expect(log).not.toContain("sk-secret");
  });

  it("belongs to the intent that the workflow names", async () => {
    const opened = await open({ ...asked, base: { "warrant.yaml": "policy:\n  rules: []\n" } });
    const { outputs } = await judge(opened, { inputs: { intent: "ABC-12", "output-dir": "out" } });
    const verdict = ChangeVerdict.parse(JSON.parse(readFileSync(outputs["verdict"] ?? "", "utf8")));
    expect(verdict.attribution).toMatchObject({ source: "explicit_metadata", key: "ABC-12" });
  });

  it("ends without a summary or outputs where the runner gives no files for them", async () => {
    const opened = await open(asked);
    const result = await judge(opened, { env: { GITHUB_OUTPUT: "", GITHUB_STEP_SUMMARY: "" } });
    expect(result).toMatchObject({ code: 0, summary: "", outputs: {} });
  });
});
