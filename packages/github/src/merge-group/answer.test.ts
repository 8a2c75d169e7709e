/** Groups answered by the real client on a real HTTP server, with real merge commits behind them. */

import { defaultConfiguration } from "@warrant/kernel/configuration";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FakePullRequest } from "../../../../testing/fake-github/pull-request.ts";
import type { SeenRequest } from "../../../../testing/fake-github/requests.ts";
import {
  appClient,
  emptyQueue,
  groupOf,
  jointGroupOf,
  openQueueShop,
  type QueueClient,
  type QueueShop,
  workflowClient,
  workflowPermissions,
} from "../../../../testing/queue-shop.ts";
import { judgedState, judgePullRequest } from "../judge-pull-request.ts";
import { type JudgedState, judgeAndPublish } from "../publish/judge-and-publish.ts";
import { WritePace } from "../publish/pace.ts";
import { appPublisher, workflowPublisher } from "../publish/publisher.ts";
import { answerMergeGroup, type MergeGroupAnswer, type MergeGroupTask } from "./answer.ts";
import type { MergeGroup } from "./group.ts";

let shop: QueueShop;
beforeAll(async () => {
  shop = await openQueueShop();
});
beforeEach(() => emptyQueue(shop));
afterAll(async () => await shop.github.close());

const signal = new AbortController().signal;
/** A deadline that never comes. */
const patient = {
  now: () => 0,
  sleep: (_ms: number, over: AbortSignal) =>
    new Promise<void>((_, reject) => {
      const stop = (): void => reject(over.reason as Error);
      if (over.aborted) stop();
      over.addEventListener("abort", stop);
    }),
};

async function answer(
  { client, timing }: QueueClient,
  group: MergeGroup,
  parts: Partial<MergeGroupTask> = {},
): Promise<MergeGroupAnswer> {
  shop.github.requests.length = 0;
  return await answerMergeGroup(client, {
    repository: "acme/shop",
    group,
    mode: "enforce",
    env: {},
    publisher: workflowPublisher,
    pace: new WritePace(timing, signal),
    signal,
    timing: patient,
    ...parts,
  });
}

async function judgeNow(number: number, ended: AbortSignal): Promise<JudgedState> {
  const options = { repository: "acme/shop", number, mode: "enforce" as const, env: {}, signal: ended };
  return judgedState(await judgePullRequest(workflowClient(shop).client, options));
}

/** Puts a change's own verdict on its head, as a run before the queue did. */
async function gate({ number }: FakePullRequest): Promise<void> {
  const { client, timing } = workflowClient(shop);
  await judgeAndPublish(client, {
    repository: "acme/shop",
    number,
    mode: "enforce",
    publisher: workflowPublisher,
    parts: { check: true, comment: false },
    pace: new WritePace(timing, signal),
    judge: (ended) => judgeNow(number, ended),
    timing: patient,
    signal,
  });
}

function runsOn(sha: string) {
  return shop.repository.checkRuns.filter((run) => run.headSha === sha);
}

function writes(): SeenRequest[] {
  return shop.github.seen({ when: (request) => request.method !== "GET" && request.document === undefined });
}

/** A judge with models that say nothing, which notes whom it was asked about. */
function modelJudge(asked: number[]): NonNullable<MergeGroupTask["judge"]> {
  return async (number, ended) => {
    asked.push(number);
    return await judgeNow(number, ended);
  };
}

/** A judge that never ends, and a deadline that comes when it is asked. */
function hanging(): Pick<MergeGroupTask, "judge" | "timing"> {
  const asked = Promise.withResolvers<void>();
  return {
    judge: () => {
      asked.resolve();
      return new Promise<JudgedState>(() => {});
    },
    timing: { sleep: () => asked.promise },
  };
}

describe.each([
  ["an App that reads the queue", () => appClient(shop), { publisher: appPublisher(9) }],
  ["a workflow token that may not", () => workflowClient(shop), {}],
] as const)("%s", (_, start, as) => {
  it("answers a group of allowed changes with success, on its head commit alone (F3: palantir/policy-bot#548; E7: alexhawat/mergeCraft#6)", async () => {
    const group = jointGroupOf(shop, [shop.twelve, shop.fourteen]);
    const found = await answer(start(), group, as);
    expect(found).toMatchObject({
      conclusion: "success",
      title: "Allowed: #12, #14",
      mode: "enforce",
      changes: [
        { number: 12, from: "judged", decision: "allow" },
        { number: 14, from: "judged", decision: "allow" },
      ],
      publication: { published: "all", check: { state: "created" }, notice: null },
    });
    expect(shop.repository.checkRuns).toMatchObject([
      { name: "warrant/change", headSha: group.headSha, status: "completed", conclusion: "success" },
    ]);
    expect(writes()).toHaveLength(1);
  });

  it("refuses a group with one denied change and names it (F4: palantir/policy-bot#800)", async () => {
    const group = jointGroupOf(shop, [shop.twelve, shop.thirteen, shop.fourteen]);
    const found = await answer(start(), group, as);
    expect(found).toMatchObject({ conclusion: "failure", title: expect.stringMatching(/^#13 denied: .{10}/) });
    const [run] = runsOn(group.headSha);
    expect(run).toMatchObject({ status: "completed", conclusion: "failure", title: found.title });
    expect(run?.summary).toContain("- ❌ `#13` denied, judged for this group");
    expect(run?.summary).toContain("- ✅ `#12` allowed");
    expect(run?.summary).toContain("add them to the queue again");
  });

  it("refuses a group with one unknown change and names it (F4: palantir/policy-bot#800)", async () => {
    const group = jointGroupOf(shop, [shop.twelve, shop.fourteen]);
    shop.github.fail({
      when: ({ variables }) => variables?.["number"] === 14,
      path: "/graphql",
      status: 500,
      times: 9,
    });
    const found = await answer(start(), group, as);
    shop.github.faults.clear();
    expect(found).toMatchObject({
      conclusion: "failure",
      title: expect.stringMatching(/^#14 could not be judged: /),
      changes: [{ decision: "allow" }, { number: 14, from: "unknown", decision: "unknown" }],
    });
  });
});

describe("an event that does not tell its changes", () => {
  it.each([
    ["an empty branch name", { headRef: "" }],
    ["a branch name without a number", { headRef: "refs/heads/gh-readonly-queue/main/pr--x" }],
    ["an empty base", { baseSha: "", baseRef: "" }],
    ["nothing but a head", { headRef: "", baseSha: "", baseRef: "" }],
  ])(
    "%s is answered with failure and matches no change (F5: odigos-io/odigos#5505, a2aproject/a2a-rs#254)",
    async (_, parts) => {
      const group = groupOf(shop, [shop.twelve], { listed: false });
      const found = await answer(workflowClient(shop), { ...group, ...parts });
      expect(found).toMatchObject({ conclusion: "failure", changes: [] });
      expect(found.title).toContain("Warrant does not know this group's changes");
      expect(runsOn(group.headSha)).toMatchObject([{ status: "completed", conclusion: "failure" }]);
      expect(shop.github.seen({ path: /\/pulls\// })).toEqual([]);
    },
  );

  it.each(["", "refs/heads/main", "A".repeat(40), "a".repeat(39)])(
    "a head that is no commit, %j, is failure with nowhere to say it",
    async (headSha) => {
      const group = groupOf(shop, [shop.twelve]);
      const found = await answer(workflowClient(shop), { ...group, headSha });
      expect(found).toMatchObject({ conclusion: "failure", publication: null });
      expect(writes()).toEqual([]);
    },
  );

  it("a head that is not in the repository is refused by the platform, and said", async () => {
    const group = { ...groupOf(shop, [shop.twelve]), headSha: "a".repeat(40) };
    const found = await answer(workflowClient(shop), group);
    expect(found).toMatchObject({ conclusion: "failure", publication: { published: "nothing" } });
    expect(shop.repository.checkRuns).toEqual([]);
  });
});

describe("the deadline", () => {
  it.each([
    ["enforce", "failure"],
    ["report", "neutral"],
  ] as const)(
    "with a judge that hangs, %s is answered with %s in time (F6: Mergifyio/mergify#5177)",
    async (mode, conclusion) => {
      const group = jointGroupOf(shop, [shop.thirteen, shop.twelve]);
      const found = await answer(workflowClient(shop), group, { mode, ...hanging() });
      expect(found).toMatchObject({
        conclusion,
        changes: [
          { number: 13, decision: expect.stringMatching(/^(deny|unknown)$/) },
          { number: 12, decision: "unknown", judged: { failure: "Judging did not end within 7 s." } },
        ],
      });
      expect(runsOn(group.headSha)).toMatchObject([{ status: "completed", conclusion }]);
    },
  );

  it("with a platform that hangs, a group is refused without its changes", async () => {
    const group = groupOf(shop, [shop.twelve]);
    const found = await answer(workflowClient(shop), group, { timing: { sleep: () => Promise.resolve() } });
    expect(found).toMatchObject({ conclusion: "failure", mode: "enforce", changes: [] });
    expect(found.title).toContain("Judging did not end within 7 s");
    expect(runsOn(group.headSha)).toMatchObject([{ status: "completed", conclusion: "failure" }]);
  });

  it("leaves time to publish within the ten seconds (F6: Mergifyio/mergify#5177)", async () => {
    const waits: number[] = [];
    const timing = { sleep: (ms: number, over: AbortSignal) => (waits.push(ms), patient.sleep(ms, over)) };
    await answer(workflowClient(shop), groupOf(shop, [shop.twelve]), { timing });
    expect(Math.max(...waits)).toBe(7000);
    await answer(workflowClient(shop), groupOf(shop, [shop.twelve]), { timing, deadlineMs: 2000 });
    expect(waits.at(-1)).toBe(0);
  });

  it("an interruption is a failure that is said (F1: googleapis/repo-automation-bots#3589)", async () => {
    const group = groupOf(shop, [shop.twelve]);
    const found = await answer(workflowClient(shop), group, { signal: AbortSignal.abort() });
    expect(found.title).toContain("The work was interrupted");
    expect(runsOn(group.headSha)).toMatchObject([{ conclusion: "failure" }]);
  });
});

describe("a stored verdict", () => {
  it("answers without a model while nothing changed, also with the model down (F6: Mergifyio/mergify#5177)", async () => {
    await gate(shop.twelve);
    const group = groupOf(shop, [shop.twelve]);
    const found = await answer(workflowClient(shop), group, { judge: () => new Promise(() => {}) });
    expect(found).toMatchObject({
      conclusion: "success",
      changes: [{ number: 12, from: "stored", decision: "allow" }],
    });
    expect(runsOn(group.headSha)).toHaveLength(1);
    expect(runsOn(found.changes[0]?.headSha ?? "")).toHaveLength(1);
  });

  it.each([
    ["of a change that was edited to another request (A16: go-gitea/gitea#38402)", () => edit("Fixes #8", [8])],
    ["of a request that was edited (A16: go-gitea/gitea#38402)", () => edit("Fixes #7", [7], "We want none.")],
    ["of another app", () => void Object.assign(run(), { app: shop.github.app({ id: 77, slug: "evil" }) })],
    ["that is not completed", () => void Object.assign(run(), { status: "in_progress", conclusion: null })],
  ])("%s does not answer: the change is judged", async (_, change) => {
    await gate(shop.twelve);
    change();
    try {
      const asked: number[] = [];
      const found = await answer(workflowClient(shop), groupOf(shop, [shop.twelve]), { judge: modelJudge(asked) });
      expect(asked).toEqual([12]);
      expect(found.changes).toMatchObject([{ from: "judged", decision: "allow" }]);
    } finally {
      edit("Fixes #7", [7]);
    }
  });

  it("that allowed does not answer when the rules deny by now, and no model is asked (F4: palantir/policy-bot#800)", async () => {
    const { fourteen } = shop;
    await gate(fourteen);
    const { author } = fourteen;
    Object.assign(fourteen, { author: shop.thirteen.author });
    try {
      const asked: number[] = [];
      const found = await answer(workflowClient(shop), groupOf(shop, [fourteen]), { judge: modelJudge(asked) });
      expect(found).toMatchObject({ conclusion: "failure", changes: [{ from: "judged", decision: "deny" }] });
      expect(asked).toEqual([]);
    } finally {
      Object.assign(fourteen, { author });
    }
  });

  it.each([
    ["from the same facts", "unauthorized", (text: string) => text],
    [
      "for misalignment, which a model may have said",
      "misaligned",
      (text: string) => text.replace(/facts=sha256:../, "facts=sha256:00"),
    ],
  ])("that denied %s stands where no model can be asked", async (_, kind, alter) => {
    await gate(shop.twelve);
    const text = run().text ?? "";
    Object.assign(run(), { text: alter(text.replace("decision=allow kind=none", `decision=deny kind=${kind}`)) });
    const group = groupOf(shop, [shop.twelve]);
    const found = await answer(workflowClient(shop), group);
    expect(found).toMatchObject({ conclusion: "failure", changes: [{ from: "stored", decision: "deny" }] });
    expect(found.title).toBe(`#12 denied: Its own check denies it (${kind}).`);
    const asked: number[] = [];
    await answer(workflowClient(shop), group, { judge: modelJudge(asked) });
    expect(asked).toEqual([12]);
  });

  it("that denied from other facts gives way to the rules of now", async () => {
    await gate(shop.twelve);
    const text = (run().text ?? "").replace("decision=allow kind=none", "decision=deny kind=unauthorized");
    Object.assign(run(), { text: text.replace(/facts=sha256:../, "facts=sha256:00") });
    const found = await answer(workflowClient(shop), groupOf(shop, [shop.twelve]));
    expect(found.changes).toMatchObject([{ from: "judged", decision: "allow" }]);
  });

  function edit(body: string, closes: number[], request = "We want discounts."): void {
    Object.assign(shop.twelve, { body, closes });
    Object.assign(shop.repository.issues.get(7) ?? {}, { body: request });
  }

  function run() {
    const found = shop.repository.checkRuns.at(-1);
    if (found === undefined) throw new Error("There is no run.");
    return found;
  }
});

describe("what moved", () => {
  it("verdicts are read after the queue, so none is older than the group (F4: palantir/policy-bot#800)", async () => {
    await gate(shop.twelve);
    const group = groupOf(shop, [shop.twelve]);
    await answer(appClient(shop), group, { publisher: appPublisher(9) });
    const at = (part: string): number =>
      shop.github.requests.findIndex((request) => JSON.stringify(request).includes(part));
    expect(at("WarrantQueue")).toBeGreaterThanOrEqual(0);
    expect(at("WarrantQueue")).toBeLessThan(at("query PullRequest"));
    expect(at("query PullRequest")).toBeLessThan(at("check-runs"));
  });

  it.each([
    ["its head", "Its head moved after it was queued.", (change: FakePullRequest) => change.push("cart")],
    ["its base", "It is for another branch by now.", (change: FakePullRequest) => change.retarget("agent")],
  ])(
    "a change of which %s moved after it was queued is unknown (E4: MystenLabs/deepbookv3#1276, E6)",
    async (_, why, move) => {
      const { twelve } = shop;
      const { head, base } = twelve;
      const group = groupOf(shop, [twelve]);
      shop.github.faults.hook(
        "after",
        { when: ({ document }) => document?.includes("WarrantQueue") === true },
        () => void move(twelve),
      );
      try {
        const found = await answer(appClient(shop), group, { publisher: appPublisher(9) });
        expect(found).toMatchObject({ conclusion: "failure", title: `#12 could not be judged: ${why}` });
      } finally {
        Object.assign(twelve, { head, base });
      }
    },
  );
});

describe("the mode", () => {
  it("is that of the base: without a configuration nothing is refused", async () => {
    const group = groupOf(shop, [shop.thirteen]);
    const found = await answer(workflowClient(shop), group, { mode: "report" });
    expect(found).toMatchObject({
      conclusion: "neutral",
      mode: "report",
      title: expect.stringMatching(/^#13 would be denied: /),
    });
    expect(runsOn(group.headSha)[0]?.summary).toContain("nothing is refused");
    const allowed = await answer(workflowClient(shop), groupOf(shop, [shop.twelve]), { mode: "report" });
    expect(allowed).toMatchObject({ conclusion: "neutral", title: "Allowed: #12" });
  });

  it("is enforced where the base cannot be read (F1: Mergifyio/mergify#468)", async () => {
    const group = groupOf(shop, [shop.twelve]);
    shop.github.fail({
      path: "/graphql",
      when: ({ document }) => document?.includes("WarrantTip") === true,
      status: 500,
      times: 3,
    });
    expect(await answer(workflowClient(shop), group, { mode: "report" })).toMatchObject({ conclusion: "success" });
    const gone = { ...group, baseRef: "refs/heads/gone" };
    expect(await answer(workflowClient(shop), gone, { mode: "report" })).toMatchObject({ conclusion: "failure" });
  });

  it.each([
    ["enforces", "intent:\n  enforce: true\n", "success"],
    ["reports", "intent:\n  enforce: false\n", "neutral"],
    ["is not valid", "intent: [\n", "failure"],
  ])("of a base whose configuration %s", async (_, text, conclusion) => {
    expect(defaultConfiguration.intent.enforce).toBe(false);
    const main = shop.work.git("rev-parse", "main");
    shop.work.commit("Configure", { "warrant.yaml": text });
    try {
      const group = groupOf(shop, [shop.twelve]);
      expect(await answer(workflowClient(shop), group, { mode: "report" })).toMatchObject({ conclusion });
    } finally {
      shop.work.git("reset", "-q", "--hard", main);
    }
  });
});

describe("again and again", () => {
  it("a group that is delivered twice has one run, and nothing is written a second time", async () => {
    const group = jointGroupOf(shop, [shop.twelve, shop.thirteen]);
    await answer(workflowClient(shop), group);
    const again = await answer(workflowClient(shop), group);
    expect(again.publication).toMatchObject({ published: "all", check: { state: "unchanged" } });
    expect(writes()).toEqual([]);
    expect(shop.repository.checkRuns).toHaveLength(1);
  });

  it("a run of ours that was left open is completed, and another app's is left alone and reported (F10)", async () => {
    const { repository, github } = shop;
    const group = groupOf(shop, [shop.twelve]);
    repository.checkRun({
      headSha: group.headSha,
      name: "warrant/change",
      status: "in_progress",
      externalId: "in progress",
    });
    const evil = github.apps.get(78) ?? github.app({ id: 78, slug: "another" });
    repository.checkRun({ headSha: group.headSha, name: "warrant/change", app: evil, conclusion: "success" });
    const found = await answer(workflowClient(shop), group);
    expect(found.publication).toMatchObject({ check: { state: "updated" }, foreign: [{ app: "another" }] });
    expect(runsOn(group.headSha)).toMatchObject([{ status: "completed", conclusion: "success" }, { app: { id: 78 } }]);
  });

  it("a token that may not write is told apart, and asked once (F12: danger/danger-js#1031)", async () => {
    const token = workflowClient(shop, { ...workflowPermissions, checks: "read" });
    const found = await answer(token, groupOf(shop, [shop.twelve]));
    expect(found).toMatchObject({ conclusion: "success", publication: { published: "refused" } });
    expect(writes()).toHaveLength(1);
  });

  it("killed at any request, it has written nothing or the one completed run, which the next run leaves as it is", async () => {
    const group = groupOf(shop, [shop.twelve]);
    let boundaries = 0;
    for (let count = 0; count < 40; count += 1) {
      // Everything after that request fails too, as for a process that is gone.
      shop.github.fail({ after: count, times: Number.POSITIVE_INFINITY, cutAfterBytes: 0 });
      await answer(workflowClient(shop), group);
      shop.github.faults.clear();
      if (shop.repository.checkRuns.length > 0) break;
      boundaries += 1;
    }
    // Each killed run wrote nothing; the last was let through all its requests.
    expect(boundaries).toBeGreaterThan(8);
    expect(boundaries).toBeLessThan(40);
    await answer(workflowClient(shop), group);
    expect(writes()).toEqual([]);
    expect(shop.repository.checkRuns).toMatchObject([
      { headSha: group.headSha, status: "completed", conclusion: "success" },
    ]);
  });

  it.each([
    ["whose answer is lost", { cutAfterBytes: 0, applied: true }],
    ["that does not arrive", { cutAfterBytes: 0 }],
    ["that the platform fails at twice", { status: 502, times: 2 }],
  ])(
    "a write %s leaves exactly one completed run (F3: palantir/policy-bot#548, H8: rust-lang/bors#502)",
    async (_, fault) => {
      const group = groupOf(shop, [shop.twelve]);
      shop.github.fail({ method: "POST", path: /check-runs$/, ...fault });
      expect(await answer(workflowClient(shop), group)).toMatchObject({ publication: { published: "all" } });
      expect(runsOn(group.headSha)).toMatchObject([{ status: "completed", conclusion: "success" }]);
    },
  );

  it("a write that always fails is made three times, and said (H8: rust-lang/bors#502)", async () => {
    const group = groupOf(shop, [shop.twelve]);
    shop.github.fail({ method: "POST", path: /check-runs$/, status: 500, times: 9 });
    expect(await answer(workflowClient(shop), group)).toMatchObject({ publication: { published: "nothing" } });
    expect(writes()).toHaveLength(3);
  });
});

describe("on an Enterprise server (H9: danger/danger-js#153, docker/scout-action#20)", () => {
  it("a hostile title neither links nor pings from the answer, and no token is in it", async () => {
    const other = await openQueueShop({ server: { base: "enterprise" } });
    try {
      Object.assign(other.thirteen, { title: "<!-- x --> @maria #1 `a` (#12)\n| a |", body: "@maria fixes #1" });
      const { client, timing } = workflowClient(other);
      const group = groupOf(other, [other.thirteen], { message: (change) => change.title });
      const task = { repository: "acme/shop", group, mode: "enforce", env: {}, publisher: workflowPublisher } as const;
      const pace = new WritePace(timing, signal);
      const found = await answerMergeGroup(client, { ...task, pace, signal, timing: patient });
      expect(found).toMatchObject({ conclusion: "failure", changes: [{ number: 13, decision: "deny" }] });
      const shown = JSON.stringify(
        other.repository.checkRuns.map(({ title, summary, text }) => [title, summary, text]),
      );
      expect(shown).not.toMatch(/@maria|<!-- x|gh[spo]_/);
    } finally {
      await other.github.close();
    }
  });
});
