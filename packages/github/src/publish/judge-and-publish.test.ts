import { digestText } from "@warrant/kernel/canonical";
import { describe, expect, it } from "vitest";
import { baseSha, headSha } from "../../../../testing/facts.ts";
import { MemoryPlatform, platformError } from "../../../../testing/memory-platform.ts";
import { changeVerdict, deniedVerdict } from "../../../../testing/verdicts.ts";
import { type JudgedState, type JudgeTask, judgeAndPublish } from "./judge-and-publish.ts";
import { WritePace } from "./pace.ts";
import { workflowPublisher } from "./publisher.ts";

const digests = { facts: digestText("f"), config: digestText("c"), intent: digestText("i"), advice: null };
/** Ends only when nobody waits for it any more. */
const neverEnds = (_milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

function stateAt(platform: MemoryPlatform): JudgedState {
  const { subject } = deniedVerdict();
  const base = { base_ref: platform.base.ref, base_sha: platform.base.sha ?? "" };
  const verdict = deniedVerdict({ digests, subject: { ...subject, ...base, head_sha: platform.head } });
  const target = {
    repository: "acme/shop",
    number: 7,
    headSha: platform.head,
    baseRef: platform.base.ref,
    baseSha: platform.base.sha,
  };
  return { target, judged: { verdict } };
}

function task(platform: MemoryPlatform, parts: Partial<JudgeTask> = {}): JudgeTask {
  const timing = { now: () => 0, sleep: neverEnds };
  return {
    repository: "acme/shop",
    number: 7,
    mode: "enforce",
    publisher: workflowPublisher,
    pace: new WritePace({ now: () => 0, sleep: () => Promise.resolve() }, new AbortController().signal),
    judge: () => Promise.resolve(stateAt(platform)),
    timing,
    signal: new AbortController().signal,
    ...parts,
  };
}

/** Sleeps of up to so many milliseconds are over at once, longer ones never. */
function sleepsUpTo(limit: number): JudgeTask["timing"] {
  return {
    now: () => 0,
    sleep: (milliseconds, signal) => (milliseconds <= limit ? Promise.resolve() : neverEnds(milliseconds, signal)),
  };
}

describe("judging and publishing", () => {
  it("a quick verdict is one completed run at once", async () => {
    const platform = new MemoryPlatform();
    expect(await judgeAndPublish(platform.client, task(platform))).toMatchObject({
      rounds: 1,
      publication: { published: "all" },
    });
    expect(platform.writes.map(({ parameters }) => parameters["status"])).toEqual(["completed", undefined]);
  });

  it("a slow one is begun on the head commit and then completed in the same run (E7)", async () => {
    const platform = new MemoryPlatform();
    const judge = async (): Promise<JudgedState> => {
      while (platform.runs.length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(platform.runs).toMatchObject([{ status: "in_progress", head_sha: headSha }]);
      return stateAt(platform);
    };
    await judgeAndPublish(platform.client, task(platform, { judge, timing: sleepsUpTo(1000) }));
    expect(platform.runs).toMatchObject([{ status: "completed", conclusion: "action_required" }]);
  });

  it.each([
    ["enforce", "failure"],
    ["report", "neutral"],
  ] as const)("one that never ends is completed under %s as %s (F1)", async (mode, conclusion) => {
    const platform = new MemoryPlatform();
    const judge = () => new Promise<JudgedState>(() => {});
    const found = await judgeAndPublish(platform.client, task(platform, { mode, judge, timing: sleepsUpTo(50_000) }));
    expect(platform.runs).toMatchObject([
      { status: "completed", conclusion, output: { title: expect.stringContaining("could not judge") } },
    ]);
    expect(found.state?.judged).toEqual({ failure: "Judging did not end within 50 s." });
  });

  it.each([
    ["enforce", "failure"],
    ["report", "neutral"],
  ] as const)("a crash of ours is said under %s as %s (F1)", async (mode, conclusion) => {
    const platform = new MemoryPlatform();
    const judge = () => Promise.reject(new TypeError("x is undefined"));
    await judgeAndPublish(platform.client, task(platform, { mode, judge }));
    expect(platform.runs).toMatchObject([{ status: "completed", conclusion, head_sha: headSha }]);
  });

  it("one that moved is judged again, on its new head (E6)", async () => {
    const platform = new MemoryPlatform();
    let round = 0;
    const judge = () => {
      round += 1;
      const state = stateAt(platform);
      if (round < 3) platform.head = String(round).repeat(40);
      return Promise.resolve(state);
    };
    expect(await judgeAndPublish(platform.client, task(platform, { judge }))).toMatchObject({
      rounds: 3,
      publication: { published: "all" },
    });
    expect(platform.runs.map((run) => run.head_sha)).toEqual(["2".repeat(40)]);
    expect(platform.comments).toHaveLength(1);
  });

  it("one that always moves ends as a failure on the head of that moment", async () => {
    const platform = new MemoryPlatform();
    let round = 0;
    const judge = () => {
      round += 1;
      const state = stateAt(platform);
      platform.base = { ref: "main", sha: String(round).repeat(40) };
      return Promise.resolve(state);
    };
    const found = await judgeAndPublish(platform.client, task(platform, { judge }));
    expect(found).toMatchObject({
      rounds: 3,
      state: { judged: { failure: "The base commit moved each of the 3 times this change was judged." } },
    });
    expect(platform.runs).toMatchObject([{ status: "completed", conclusion: "failure", head_sha: headSha }]);
  });

  it.each([
    ["enforce", "report", "neutral"],
    ["report", "enforce", "action_required"],
    ["report", undefined, "neutral"],
  ] as const)("a task of mode %s whose configuration says %s concludes %s", async (mode, configured, conclusion) => {
    const platform = new MemoryPlatform();
    const found = configured === undefined ? {} : { mode: configured };
    const judge = () => Promise.resolve({ ...stateAt(platform), ...found });
    await judgeAndPublish(platform.client, task(platform, { mode, judge }));
    expect(platform.runs).toMatchObject([{ conclusion }]);
  });

  it("a failure after the configuration was read has its mode (F1)", async () => {
    const platform = new MemoryPlatform();
    let round = 0;
    const judge = () => {
      round += 1;
      if (round > 1) return Promise.reject(platformError(502));
      const state = { ...stateAt(platform), mode: "enforce" as const };
      platform.head = "1".repeat(40);
      return Promise.resolve(state);
    };
    await judgeAndPublish(platform.client, task(platform, { mode: "report", judge }));
    expect(platform.runs).toMatchObject([{ conclusion: "failure", head_sha: "1".repeat(40) }]);
  });

  it("nothing that cannot be read is written about", async () => {
    const platform = new MemoryPlatform();
    platform.before = () => {
      throw platformError(401);
    };
    const judge = () => Promise.reject(platformError(401));
    expect(await judgeAndPublish(platform.client, task(platform, { judge }))).toEqual({
      state: null,
      failure: expect.stringContaining("401"),
      publication: null,
      rounds: 1,
    });
    expect(platform.writes).toEqual([]);
  });

  it("a token that may not begin a run is not tried again (F12: danger/danger-js#1031, reviewdog/reviewdog#1179)", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ isWrite }) => {
      if (isWrite) throw platformError(403);
    };
    const judge = async (): Promise<JudgedState> => {
      while (platform.writes.length === 0) await new Promise((resolve) => setImmediate(resolve));
      return stateAt(platform);
    };
    const found = await judgeAndPublish(platform.client, task(platform, { judge, timing: sleepsUpTo(1000) }));
    expect(found).toMatchObject({ state: { judged: { verdict: {} } }, publication: { published: "refused" } });
    expect(found.publication?.notice).toContain("checks: write");
    expect(platform.writes).toHaveLength(1);
  });

  it("begins no run when only a comment is published", async () => {
    const platform = new MemoryPlatform();
    const judge = async (): Promise<JudgedState> => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return stateAt(platform);
    };
    await judgeAndPublish(
      platform.client,
      task(platform, { judge, timing: sleepsUpTo(1000), parts: { check: false, comment: true } }),
    );
    expect(platform.runs).toEqual([]);
    expect(platform.comments).toHaveLength(1);
  });

  it("begins no second run where one is, and none on a head that moved", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ conclusion: "success" });
    const judge = async (): Promise<JudgedState> => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return stateAt(platform);
    };
    await judgeAndPublish(platform.client, task(platform, { judge, timing: sleepsUpTo(1000) }));
    expect(platform.runs).toHaveLength(1);
    expect(platform.base.sha).toBe(baseSha);
  });

  it.each<[string, (platform: MemoryPlatform) => void]>([
    ["retargeted", (platform) => (platform.base = { ref: "release", sha: baseSha })],
    ["about another change", (platform) => Object.assign(platform.runs[0]?.output ?? {}, { text: null })],
  ])(
    "an answer that lets pass is taken back at once when it is %s (E4: MystenLabs/deepbookv3#1276)",
    async (_name, change) => {
      const platform = new MemoryPlatform();
      const { target } = stateAt(platform);
      const { subject } = deniedVerdict();
      const verdict = changeVerdict({
        digests,
        subject: { ...subject, base_ref: "main", base_sha: baseSha, head_sha: headSha },
      });
      await judgeAndPublish(
        platform.client,
        task(platform, { judge: () => Promise.resolve({ target, judged: { verdict } }) }),
      );
      expect(platform.runs).toMatchObject([{ conclusion: "success" }]);
      change(platform);
      const judge = async (): Promise<JudgedState> => {
        for (let turn = 0; turn < 9; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        expect(platform.runs).toMatchObject([{ status: "in_progress", conclusion: null }]);
        return stateAt(platform);
      };
      await judgeAndPublish(platform.client, task(platform, { judge }));
      expect(platform.runs).toMatchObject([{ status: "completed", conclusion: "action_required" }]);
    },
  );

  it("an older collection does not overwrite a newer verdict of the same head: it is judged again (E6: vuphongle/oss-pr-reviewer#21)", async () => {
    const platform = new MemoryPlatform();
    const newer = stateAt(platform);
    const old = changeVerdict({
      digests: { ...digests, facts: digestText("older") },
      subject: deniedVerdict().subject,
    });
    let rounds = 0;
    const judge = async (): Promise<JudgedState> => {
      rounds += 1;
      if (rounds > 1) return newer;
      for (let turn = 0; turn < 9; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await judgeAndPublish(platform.client, task(platform));
      return {
        ...newer,
        judged: { verdict: { ...old, subject: { ...old.subject, base_sha: baseSha, head_sha: headSha } } },
      };
    };
    const found = await judgeAndPublish(platform.client, task(platform, { judge }));
    expect(found).toMatchObject({ rounds: 2, publication: { published: "all" } });
    expect(platform.runs).toMatchObject([{ conclusion: "action_required" }]);
  });
});
