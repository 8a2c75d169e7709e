/** Publishing that is killed, raced and repeated at every request it makes, against one pull request in memory. */

import { digestText } from "@warrant/kernel/canonical";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headSha } from "../../../../testing/facts.ts";
import { Killed, MemoryPlatform, platformError } from "../../../../testing/memory-platform.ts";
import { changeVerdict, deniedVerdict } from "../../../../testing/verdicts.ts";
import { commentLimit, parseComment, renderComment } from "./comment.ts";
import type { Judged } from "./conclusion.ts";
import { WritePace } from "./pace.ts";
import { type Publication, publish, targetOf } from "./publish.ts";
import { workflowPublisher } from "./publisher.ts";

const otherSha = "f".repeat(40);
const digests = { facts: digestText("f"), config: digestText("c"), intent: digestText("i"), advice: null };
const denied = deniedVerdict({ digests });
const allowed = changeVerdict({ digests });

function start(platform: MemoryPlatform, judged: Judged & { verdict: typeof denied }): Promise<Publication> {
  const target = targetOf(judged.verdict);
  if (target === null) throw new Error("The verdict has no number.");
  const pace = new WritePace({ now: () => 0, sleep: () => Promise.resolve() }, new AbortController().signal);
  // Every publication paces itself: `now` never moves, and sleeping is over at once.
  return publish(platform.client, { target, judged, mode: "enforce", publisher: workflowPublisher, pace });
}

/** What must hold whenever somebody looks, however many processes were killed. */
function expectSane(platform: MemoryPlatform): void {
  expect(platform.runs.filter((run) => run.head_sha !== headSha)).toEqual([]);
  expect(platform.comments.length).toBeLessThanOrEqual(1);
}

type Scene = (platform: MemoryPlatform) => void | Promise<unknown>;

const scenes: readonly [string, Scene][] = [
  ["a first publication", () => {}],
  ["a check in progress", (platform) => void platform.addRun({ status: "in_progress", conclusion: null })],
  ["an older verdict", (platform) => start(platform, { verdict: allowed })],
  [
    "an older denial with annotations",
    (platform) => start(platform, { verdict: deniedVerdict({ digests, reason: "x [y]" }) }),
  ],
  [
    "a foreign check and a forged comment",
    (platform) => {
      platform.addRun({ app: { id: 1, slug: "evil" } });
      platform.addComment(renderComment({ verdict: "forged" }), { accountId: 5 });
    },
  ],
];

/** The same without counting comments of others. */
function ours(platform: MemoryPlatform): MemoryPlatform["comments"] {
  return platform.comments.filter(
    (comment) => comment.user?.id === workflowPublisher.appId || comment.user?.id === 41_898_282,
  );
}

async function killedAt(
  scene: Scene,
  count: number,
  isAfter: boolean,
): Promise<{ platform: MemoryPlatform; wasKilled: boolean }> {
  const platform = new MemoryPlatform();
  await scene(platform);
  const before = platform.requests.length;
  let wasKilled = false;
  const kill = (request: { count: number }): void => {
    if (wasKilled || request.count === before + count) {
      wasKilled = true;
      throw new Killed();
    }
  };
  if (isAfter) platform.after = kill;
  else platform.before = kill;
  // A process that is killed goes on with nothing: every later request of it fails too.
  await start(platform, { verdict: denied });
  platform.before = () => {};
  platform.after = () => {};
  return { platform, wasKilled };
}

describe("a process killed at any request of a publication", () => {
  for (const [name, scene] of scenes) {
    for (const isAfter of [false, true]) {
      it(`${isAfter ? "after" : "before"} it is carried out, with ${name}: never two comments, never a check elsewhere, and the next run puts all right`, async () => {
        let count = 1;
        for (; count < 100; count += 1) {
          const { platform, wasKilled } = await killedAt(scene, count, isAfter);
          expect(ours(platform).length).toBeLessThanOrEqual(1);
          expect(platform.runs.filter((run) => run.head_sha !== headSha)).toEqual([]);
          const publication = await start(platform, { verdict: denied });
          expect(publication).toMatchObject({ published: "all", moved: null });
          expect(ours(platform)).toHaveLength(1);
          expect(ours(platform)[0]?.body).toContain("### ❌ Denied");
          const own = platform.runs.filter((run) => run.app?.id === workflowPublisher.appId);
          expect(own.at(-1)).toMatchObject({ status: "completed", conclusion: "action_required" });
          expect(own.every((run) => run.status === "completed")).toBe(true);
          const writes = platform.writes.length;
          await start(platform, { verdict: denied });
          expect(platform.writes).toHaveLength(writes);
          if (!wasKilled) break;
        }
        // The loop ended because a publication had fewer requests, so every one of them was a boundary.
        expect(count).toBeGreaterThan(5);
        expect(count).toBeLessThan(100);
      });
    }
  }

  it("while the head moves between any two requests: nothing of the old head is newer than that", async () => {
    for (let count = 1; count < 30; count += 1) {
      const platform = new MemoryPlatform();
      platform.after = (request) => {
        if (request.count === count) platform.head = otherSha;
      };
      const publication = await start(platform, { verdict: denied });
      expectSane(platform);
      const movedBeforeEnd = count < platform.requests.length;
      if (movedBeforeEnd) expect(publication.moved, `moved after request ${count}`).toBe("head");
      const lastRead = platform.requests.findLast((request) => request.route === "graphql" && request.count <= count);
      const later = platform.writes.filter((request) => request.count > count);
      // At most the one write whose head had just been read is under way when the head moves.
      expect(later.length).toBeLessThanOrEqual(lastRead === undefined ? 0 : 1);
    }
  });
});

describe("concurrent first runs (H1: warpdotdev/oz-for-oss#210, buildinternet/uploads#470, JSONbored/loopover#1816, youtube/cobalt#12496, bsv-blockchain/teranode#860, dart-lang/ecosystem#412)", () => {
  it.each([2, 3, 10])("%i of them leave one comment, whatever their order", async (count) => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const platform = new MemoryPlatform();
        platform.pause = scheduler.scheduleFunction(() => Promise.resolve());
        const all = Promise.all(Array.from({ length: count }, () => start(platform, { verdict: denied })));
        await scheduler.waitFor(all);
        expect(platform.comments).toHaveLength(1);
        expect(parseComment(platform.comments[0]?.body ?? "")?.verdict).toContain("### ❌ Denied");
        expect(platform.runs.every((run) => run.status === "completed" && run.head_sha === headSha)).toBe(true);
        expect((await all).map((one) => one.published)).toEqual(Array.from({ length: count }, () => "all"));
      }),
      { numRuns: count === 10 ? 15 : 60 },
    );
  });

  it("of which some are killed leave at most one after the next run", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(60), { maxLength: 4 }), async (scheduler, kills) => {
        const platform = new MemoryPlatform();
        platform.pause = scheduler.scheduleFunction(() => Promise.resolve());
        platform.after = ({ count }) => {
          if (kills.includes(count)) throw new Killed();
        };
        await scheduler.waitFor(Promise.all([1, 2, 3].map(() => start(platform, { verdict: denied }))));
        platform.pause = () => Promise.resolve();
        platform.after = () => {};
        await start(platform, { verdict: denied });
        expect(platform.comments).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it("keep the sections of duplicates that were there before, in the one with the lowest id", async () => {
    const platform = new MemoryPlatform();
    const first = platform.addComment(renderComment({ verdict: "old", feedback: "3 votes" }));
    platform.addComment(renderComment({ card: "the card", feedback: "2 votes" }));
    platform.addComment(renderComment({ evidence: "the evidence" }), { accountId: 5 });
    await start(platform, { verdict: denied });
    expect(ours(platform)).toEqual([first]);
    expect(parseComment(first.body)).toMatchObject({ card: "the card", feedback: "3 votes" });
    expect(parseComment(first.body)?.evidence).toBeUndefined();
    expect(platform.comments).toHaveLength(2);
  });

  it("delete nothing before the kept one has everything", async () => {
    const platform = new MemoryPlatform();
    platform.addComment(renderComment({ verdict: "old" }));
    platform.addComment(renderComment({ card: "the card" }));
    await start(platform, { verdict: denied });
    const kinds = platform.writes.map(({ route }) => route.slice(0, route.indexOf(" ")));
    expect(kinds).toEqual(["POST", "PATCH", "DELETE"]);
  });

  it("find a duplicate that another has deleted already as good as deleted", async () => {
    const platform = new MemoryPlatform();
    platform.addComment(renderComment({ verdict: "a" }));
    platform.addComment(renderComment({ verdict: "b" }));
    platform.before = ({ route }) => {
      if (route.startsWith("DELETE")) platform.comments.splice(1);
    };
    expect(await start(platform, { verdict: denied })).toMatchObject({ published: "all" });
    expect(platform.comments).toHaveLength(1);
  });

  it("clear away forty duplicates", async () => {
    const platform = new MemoryPlatform();
    for (let count = 0; count < 40; count += 1) platform.addComment(renderComment({ verdict: String(count) }));
    expect(await start(platform, { verdict: denied })).toMatchObject({ published: "all" });
    expect(platform.comments).toHaveLength(1);
  });

  it("that may not delete keep one good comment and say so", async () => {
    const platform = new MemoryPlatform();
    platform.addComment(renderComment({ verdict: "a" }));
    platform.addComment(renderComment({ verdict: "b" }));
    platform.before = ({ route }) => {
      if (route.startsWith("DELETE")) throw platformError(403);
    };
    expect(await start(platform, { verdict: denied })).toMatchObject({
      published: "part",
      comment: { state: "refused" },
    });
    expect(platform.comments[0]?.body).toContain("### ❌ Denied");
    expect(platform.writes.filter(({ route }) => route.startsWith("DELETE"))).toHaveLength(1);
  });
});

describe("a comment of ours that is too long already", () => {
  it("is brought within the limit with the verdict whole (C9)", async () => {
    const platform = new MemoryPlatform();
    const [comment] = [platform.addComment(renderComment({ card: "card ".repeat(20_000) }, 65_000))];
    await start(platform, { verdict: denied });
    expect(comment?.body.length).toBeLessThanOrEqual(commentLimit);
    expect(parseComment(comment?.body ?? "")?.verdict).toContain("Ask someone with write permission");
  });
});
