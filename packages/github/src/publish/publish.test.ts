import { digestText } from "@warrant/kernel/canonical";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { describe, expect, it } from "vitest";
import { baseSha, headSha } from "../../../../testing/facts.ts";
import { MemoryPlatform, platformError } from "../../../../testing/memory-platform.ts";
import { changeVerdict, deniedVerdict, finding } from "../../../../testing/verdicts.ts";
import { parseComment, renderComment } from "./comment.ts";
import { quietLabel } from "./comment-sections.ts";
import type { Judged, Mode } from "./conclusion.ts";
import type { Target } from "./head.ts";
import { WritePace } from "./pace.ts";
import { type Publication, type PublishRequest, publish, targetOf } from "./publish.ts";
import { appPublisher, workflowPublisher } from "./publisher.ts";
import { storedVerdict, storedVerdicts } from "./stored-verdict.ts";

const otherSha = "f".repeat(40);
const digests = { facts: digestText("f"), config: digestText("c"), intent: digestText("i"), advice: null };
const allowed = changeVerdict({ digests });
const denied = deniedVerdict({ digests });
const silent = changeVerdict({ digests, gated: false, gated_because: "not_agent" });

/** A clock that only moves when somebody waits. */
class FakeTiming {
  time = 0;
  readonly waits: number[] = [];
  now = (): number => this.time;
  sleep = (milliseconds: number): Promise<void> => {
    this.waits.push(milliseconds);
    this.time += milliseconds;
    return Promise.resolve();
  };
}

function target(verdict: ChangeVerdict): Target {
  const found = targetOf(verdict);
  if (found === null) throw new Error("The verdict has no number.");
  return found;
}

function run(
  platform: MemoryPlatform,
  verdict: ChangeVerdict,
  parts: Partial<PublishRequest> = {},
  timing = new FakeTiming(),
): Promise<Publication> {
  return publish(platform.client, {
    target: target(verdict),
    judged: { verdict },
    mode: "enforce",
    publisher: workflowPublisher,
    pace: new WritePace(timing, new AbortController().signal),
    ...parts,
  });
}

function routes(platform: MemoryPlatform): string[] {
  return platform.requests.map(({ route }) => route.replace("/repos/{owner}/{repo}", ""));
}

const labels = (permission: string) => [{ name: quietLabel, permission }] as never;

describe("publishing a verdict", () => {
  it("writes one completed check run on the head commit and one comment", async () => {
    const platform = new MemoryPlatform();
    const publication = await run(platform, denied, { detailsUrl: "https://x.example/run/1" });
    expect(publication).toMatchObject({
      published: "all",
      check: { state: "created" },
      comment: { state: "created" },
      moved: null,
      notice: null,
    });
    expect(platform.runs).toMatchObject([
      {
        name: "warrant/change",
        head_sha: headSha,
        status: "completed",
        conclusion: "action_required",
        details_url: "https://x.example/run/1",
      },
    ]);
    expect(platform.comments).toHaveLength(1);
    const sections = parseComment(platform.comments[0]?.body ?? "");
    expect(Object.keys(sections ?? {})).toEqual(["verdict", "drift"]);
    expect(sections?.verdict?.startsWith("### ❌ Denied")).toBe(true);
    expect(sections?.drift).toContain("#### Drift from what was asked");
    expect(sections?.drift).toContain("src/billing/invoice-pdf.ts");
  });

  it("sends the check before anything of the comment is read, in one round and one write", async () => {
    const platform = new MemoryPlatform();
    await run(platform, allowed, { mode: "report" });
    expect(routes(platform).slice(0, 5)).toEqual([
      "graphql",
      "GET /commits/{ref}/check-runs",
      "graphql open changes",
      "POST /check-runs",
      "GET /issues/{issue_number}/comments",
    ]);
  });

  it("done again writes nothing", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    const before = structuredClone([platform.runs, platform.comments]);
    const writes = platform.writes.length;
    const again = await run(platform, denied);
    expect(again).toMatchObject({ published: "all", check: { state: "unchanged" }, comment: { state: "unchanged" } });
    expect(platform.writes).toHaveLength(writes);
    expect([platform.runs, platform.comments]).toEqual(before);
  });

  it("renews both when the verdict is another, and takes the drift away", async () => {
    const platform = new MemoryPlatform();
    await run(platform, deniedVerdict({ digests, findings: [] }));
    const publication = await run(platform, allowed);
    expect(publication).toMatchObject({ check: { state: "updated" }, comment: { state: "updated" } });
    expect(platform.runs).toMatchObject([{ conclusion: "success" }]);
    expect(platform.comments).toHaveLength(1);
    expect(Object.keys(parseComment(platform.comments[0]?.body ?? "") ?? {})).toEqual(["verdict"]);
  });

  it("leaves what the check run can later be believed by", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    const [stored] = platform.runs;
    const run0 = {
      id: 1,
      name: stored?.name ?? "",
      headSha,
      status: "completed",
      conclusion: null,
      externalId: stored?.external_id ?? null,
      detailsUrl: null,
      appId: 15_368,
      appSlug: null,
      title: null,
      summary: null,
      text: stored?.output.text ?? null,
      annotations: 0,
    };
    const expected = { number: 7, headSha, baseRef: "main", config: digests.config, intent: digests.intent };
    expect(storedVerdict(run0, expected, workflowPublisher)?.decision).toBe("deny");
  });

  it("waits a second between two writes and reads the head after it", async () => {
    const platform = new MemoryPlatform();
    const timing = new FakeTiming();
    const times: [string, number][] = [];
    platform.before = ({ route }) => times.push([route, timing.time]);
    await run(platform, denied, {}, timing);
    const writes = times.flatMap(([route, time]) => (/^(?:POST|PATCH)/.test(route) ? [time] : []));
    expect(writes).toEqual([0, 1000]);
    const comment = times.findIndex(([route]) => route.includes("/comments") && route.startsWith("POST"));
    expect(times[comment - 1]).toEqual(["graphql", 1000]);
  });

  it.each([
    ["a check only", { check: true, comment: false }, 1, 0],
    ["a comment only", { check: false, comment: true }, 0, 1],
    ["nothing", { check: false, comment: false }, 0, 0],
  ])("writes %s when asked to", async (_name, parts, checks, comments) => {
    const platform = new MemoryPlatform();
    expect((await run(platform, denied, { parts })).published).toBe("all");
    expect([platform.runs.length, platform.comments.length]).toEqual([checks, comments]);
  });

  it.each<[string, Mode, string[]]>([
    ["enforce hands on the verdicts that held the change", "enforce", ["action_required", "failure"]],
    ["report hands on nothing", "report", ["neutral", "failure"]],
  ])("a failure of ours over a run under %s", async (_name, mode, [before, after]) => {
    const platform = new MemoryPlatform();
    await run(platform, denied, { mode });
    expect(platform.runs.at(-1)).toMatchObject({ conclusion: before });
    const held = storedVerdicts(platform.runs.at(-1)?.output.text ?? "");
    await run(platform, denied, { judged: { failure: "The deadline of 50 s passed." } });
    const failed = platform.runs.at(-1);
    expect(failed).toMatchObject({ conclusion: after, external_id: "not judged" });
    expect(storedVerdicts(failed?.output.text ?? "")).toEqual(mode === "enforce" ? held : []);
    // A second failure forgets it no more than the first.
    await run(platform, denied, { judged: { failure: "Again." } });
    expect(storedVerdicts(platform.runs.at(-1)?.output.text ?? "")).toHaveLength(mode === "enforce" ? 1 : 0);
  });

  it.each([
    ["another number", { number: 8 }],
    ["another commit", { headSha: otherSha }],
    ["another repository", { repository: "acme/other" }],
  ])("of %s is refused before anything is asked", async (_name, parts) => {
    const platform = new MemoryPlatform();
    await expect(run(platform, denied, { target: { ...target(denied), ...parts } })).rejects.toThrow(TypeError);
    expect(platform.requests).toEqual([]);
  });

  it("has no target for a local range", () => {
    expect(targetOf(changeVerdict({ subject: { ...allowed.subject, number: null } }))).toBeNull();
  });
});

describe("a change that moved meanwhile (E6: vuphongle/oss-pr-reviewer#21)", () => {
  it.each<[string, (platform: MemoryPlatform) => void, string]>([
    ["head", (platform) => (platform.head = otherSha), "head"],
    ["base branch (E4)", (platform) => (platform.base = { ref: "release", sha: baseSha }), "base branch"],
    [
      "base commit, of a branch that is gone",
      (platform) => (platform.base = { ref: "main", sha: null }),
      "base commit",
    ],
    ["base commit (E5)", (platform) => (platform.base = { ref: "main", sha: otherSha }), "base commit"],
  ])("at its %s has nothing written", async (_name, move, moved) => {
    const platform = new MemoryPlatform();
    move(platform);
    const publication = await run(platform, denied);
    expect(publication).toMatchObject({
      published: "nothing",
      moved,
      check: { state: "moved" },
      comment: { state: "skipped" },
    });
    expect(publication.notice).toBe(`The ${moved} moved meanwhile, so nothing more is published for the older state.`);
    expect(platform.writes).toEqual([]);
  });

  it("is told so where everything had been published before", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    platform.head = otherSha;
    expect(await run(platform, denied)).toMatchObject({ published: "nothing", moved: "head" });
  });

  it("has its duplicates left to the run of the newer head", async () => {
    const platform = new MemoryPlatform();
    platform.addComment(renderComment({ verdict: "a" }));
    platform.addComment(renderComment({ verdict: "b" }));
    platform.head = otherSha;
    await run(platform, denied, { parts: { check: false, comment: true } });
    expect(platform.writes).toEqual([]);
  });

  it("after the check was written has no comment written", async () => {
    const platform = new MemoryPlatform();
    platform.after = ({ route }) => {
      if (route.startsWith("POST") && route.endsWith("/check-runs")) platform.head = otherSha;
    };
    const publication = await run(platform, denied);
    expect(publication).toMatchObject({ published: "part", moved: "head", comment: { state: "moved" } });
    expect(platform.runs.map((one) => one.head_sha)).toEqual([headSha]);
    expect(platform.comments).toEqual([]);
  });

  it("while the comment was written is told, so that it is judged again", async () => {
    const platform = new MemoryPlatform();
    platform.after = ({ route }) => {
      if (route.startsWith("POST") && route.endsWith("/comments")) platform.head = otherSha;
    };
    expect(await run(platform, denied)).toMatchObject({ moved: "head", comment: { state: "moved" } });
  });

  it("keeps the comment of the newer head when a slow run of the older one made a second", async () => {
    const platform = new MemoryPlatform();
    const newer = deniedVerdict({ digests, subject: { ...denied.subject, head_sha: otherSha } });
    let isRaced = false;
    let newerRun: Promise<Publication> | undefined;
    platform.before = ({ route }) => {
      if (isRaced || !route.startsWith("POST") || !route.endsWith("/comments")) return;
      isRaced = true;
      platform.head = otherSha;
      newerRun = run(platform, newer);
    };
    // The newer run goes on until it is done before the slow one's comment arrives.
    let waiting = 0;
    platform.pause = async () => {
      if (isRaced && waiting === 0) {
        waiting += 1;
        await newerRun;
        waiting = 2;
      }
    };
    expect(await run(platform, denied)).toMatchObject({ moved: "head" });
    await newerRun;
    expect(platform.comments).toHaveLength(1);
    expect(platform.comments[0]?.body).toContain(`<!-- judged commit ${otherSha} -->`);
  });

  it("and is closed or merged has its check completed and its comment left alone", async () => {
    for (const state of ["CLOSED", "MERGED"] as const) {
      const platform = new MemoryPlatform();
      platform.state = state;
      platform.base = { ref: "main", sha: otherSha };
      const publication = await run(platform, denied);
      expect(publication).toMatchObject({
        published: "all",
        check: { state: "created" },
        comment: { state: "left alone" },
      });
      expect(platform.comments).toEqual([]);
    }
  });
});

describe("the check run (E7: alexhawat/mergeCraft#6, seapath/meta-seapath#408, canonical/authd#1647)", () => {
  it("is on the head commit, whatever else was judged with it", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ head_sha: otherSha });
    await run(platform, denied);
    expect(platform.runs.filter((one) => one.head_sha !== headSha)).toHaveLength(1);
    expect(platform.writes[0]?.parameters["head_sha"]).toBe(headSha);
  });

  it("that is in progress is completed and not doubled", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ status: "in_progress", conclusion: null });
    expect(await run(platform, allowed)).toMatchObject({ check: { state: "updated" } });
    expect(platform.runs).toMatchObject([{ status: "completed", conclusion: "success" }]);
  });

  it("is renewed when only its conclusion, title, text or page differ", async () => {
    for (const change of [
      { conclusion: "neutral" },
      { external_id: "not judged" },
      { details_url: "https://x.example/2" },
      { output: { title: "x", summary: "x", text: "x", annotations_count: 0 } },
    ]) {
      const platform = new MemoryPlatform();
      await run(platform, allowed, { detailsUrl: "https://x.example/1" });
      Object.assign(platform.runs[0] ?? {}, change);
      expect(await run(platform, allowed, { detailsUrl: "https://x.example/1" })).toMatchObject({
        check: { state: "updated" },
      });
      expect(platform.runs).toHaveLength(1);
    }
  });

  it("completes an older run of ours that two starts at once left waiting", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ status: "in_progress", conclusion: null });
    platform.addRun({ status: "in_progress", conclusion: null });
    await run(platform, allowed);
    expect(platform.runs.map((one) => [one.status, one.conclusion])).toEqual([
      ["completed", "success"],
      ["completed", "success"],
    ]);
  });

  it("is not renewed a second time on a head that was read before the first", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ status: "in_progress", conclusion: null });
    platform.addRun({ status: "in_progress", conclusion: null });
    platform.after = ({ isWrite }) => {
      if (isWrite) platform.head = otherSha;
    };
    await run(platform, allowed);
    expect(platform.runs.map((one) => one.status)).toEqual(["in_progress", "completed"]);
  });

  it("with annotations of another verdict is followed by a new one, since annotations only add up (C11)", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    expect(platform.runs[0]?.annotations.length).toBeGreaterThan(0);
    await run(platform, denied);
    expect(platform.runs).toHaveLength(1);
    await run(platform, { ...denied, findings: [finding("x.y", { where: { path: "other.ts" } })] });
    expect(platform.runs).toHaveLength(2);
    expect(platform.runs[1]?.annotations).toMatchObject([{ path: "other.ts" }]);
  });

  it("is the same run when a model adds to a verdict, and its annotations are not sent twice", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    const annotated = structuredClone(platform.runs[0]?.annotations);
    const model = {
      status: "misaligned" as const,
      confidence: 0.9,
      rationale: "Nobody asked.",
      files: [],
      model_id: "m",
    };
    await run(platform, { ...denied, alignment: { ...denied.alignment, model } });
    expect(platform.runs).toHaveLength(1);
    expect(platform.runs[0]?.output.text).toContain("Nobody asked.");
    expect(platform.runs[0]?.annotations).toEqual(annotated);
  });

  it("with annotations is followed by a new one when we fail (C11)", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    await run(platform, denied, { judged: { failure: "No answer." } });
    await run(platform, denied, { judged: { failure: "No answer." } });
    expect(platform.runs.map((one) => one.annotations.length > 0)).toEqual([true, false]);
  });

  it("of our name by another app is reported, and replaced when it says something else (F10)", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ app: { id: 1, slug: "evil-app" }, conclusion: "success" });
    const publication = await run(platform, denied);
    expect(publication).toMatchObject({
      check: { state: "created" },
      foreign: [{ app: "evil-app", conclusion: "success" }],
    });
    expect(platform.runs[1]?.output.summary).toContain("The app `evil-app` also wrote a check of this name");
    // Ours is the newest now; another one of theirs comes later and is replaced again.
    expect(await run(platform, denied)).toMatchObject({ check: { state: "unchanged" } });
    platform.addRun({ app: { id: 1, slug: "evil-app" }, conclusion: "success" });
    expect(await run(platform, denied)).toMatchObject({ check: { state: "created" } });
    expect(platform.runs.at(-1)).toMatchObject({ conclusion: "action_required", app: { id: 15_368 } });
    expect(platform.runs.filter((one) => one.app?.id === 1).every((one) => one.conclusion === "success")).toBe(true);
  });

  it("by another app that says the same is reported and starts no quarrel (F10)", async () => {
    const platform = new MemoryPlatform();
    await run(platform, allowed);
    platform.addRun({ app: { id: 1, slug: "other-warrant" }, conclusion: "success" });
    await run(platform, allowed);
    expect(await run(platform, allowed)).toMatchObject({
      check: { state: "unchanged" },
      foreign: [{ app: "other-warrant" }],
    });
    expect(platform.runs).toHaveLength(2);
  });

  it("by a job of that name, of our own app, is not ours: it refuses to be renewed, and ours is the newest again (F10)", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    platform.addRun({ external_id: "4f0c8a1e-6f6b-5d0a-9d5b-0f3a8f6d2c11", conclusion: "success" });
    platform.before = ({ route, parameters }) => {
      if (route.startsWith("PATCH") && parameters["check_run_id"] === platform.runs[1]?.id) throw platformError(422);
    };
    expect(await run(platform, denied)).toMatchObject({ published: "all", foreign: [{ conclusion: "success" }] });
    expect(platform.runs.map(({ conclusion }) => conclusion)).toEqual([
      "action_required",
      "success",
      "action_required",
    ]);
    expect(await run(platform, denied)).toMatchObject({ check: { state: "unchanged" } });
  });

  it.each([403, 422])("that answers %i to being renewed is followed by one that says it (F10)", async (status) => {
    const platform = new MemoryPlatform();
    await run(platform, allowed);
    platform.before = ({ route }) => {
      if (route.startsWith("PATCH")) throw platformError(status);
    };
    expect(await run(platform, denied, { parts: { check: true, comment: false } })).toMatchObject({
      check: { state: "created" },
    });
    expect(platform.runs.map(({ conclusion }) => conclusion)).toEqual(["success", "action_required"]);
  });

  it("of no known app is not ours (F10)", async () => {
    const platform = new MemoryPlatform();
    platform.addRun({ app: null, conclusion: "success" });
    expect(await run(platform, denied)).toMatchObject({ foreign: [{ app: null, conclusion: "success" }] });
  });
});

describe("two open changes of one commit (F8: screwdriver-cd/screwdriver#224)", () => {
  function shared(): MemoryPlatform {
    const platform = new MemoryPlatform();
    platform.siblings = [
      { number: 7, state: "open", head: headSha },
      { number: 9, state: "open", head: headSha },
      { number: 10, state: "closed", head: headSha },
      { number: 11, state: "open", head: otherSha },
    ];
    return platform;
  }
  const other = changeVerdict({ digests, subject: { ...allowed.subject, number: 9, base_ref: "release" } });
  const refused = deniedVerdict({ digests, deny_kind: "policy", subject: other.subject });
  const answer = (judged: Judged, mode: Mode | null = "enforce") => Promise.resolve({ judged, mode });

  it("conclude with the worse, and the head is read again after the other was judged", async () => {
    const platform = shared();
    const asked: number[] = [];
    const judgeSibling = (number: number) => {
      asked.push(number);
      return answer({ verdict: refused });
    };
    const publication = await run(platform, allowed, { judgeSibling });
    expect(asked).toEqual([9]);
    expect(publication.outcome).toMatchObject({ conclusion: "failure", decidedBy: 9 });
    expect(routes(platform).slice(3, 5)).toEqual(["graphql", "POST /check-runs"]);
  });

  it.each<[string, PublishRequest["judgeSibling"], string]>([
    ["that is allowed", () => answer({ verdict: other }), "success"],
    ["that nobody judges", undefined, "failure"],
    ["that cannot be judged", () => answer({ failure: "No answer." }), "failure"],
    ["whose judging throws", () => Promise.reject(platformError(502)), "failure"],
    [
      "whose head moved",
      () => answer({ verdict: { ...other, subject: { ...other.subject, head_sha: otherSha } } }),
      "failure",
    ],
    ["that is mistaken for another", () => answer({ verdict: allowed }), "failure"],
  ])("with one %s conclude", async (_name, judgeSibling, conclusion) => {
    const platform = shared();
    await run(platform, allowed, { judgeSibling });
    expect(platform.runs).toMatchObject([{ conclusion }]);
  });

  it.each<[string, Mode, ChangeVerdict, Mode | null, string, number | null]>([
    ["report is denied by its own, which enforces", "report", refused, "enforce", "failure", 9],
    ["report stays green for its own, which enforces", "report", other, "enforce", "success", 9],
    ["report counts as enforced where that is not known", "report", refused, null, "failure", 9],
    ["report is neutral where its own reports too", "report", refused, "report", "neutral", null],
    ["enforce is not lowered by one that reports", "enforce", refused, "report", "success", null],
  ])("of which the first's base says %s", async (_name, mode, verdict, ofSibling, conclusion, decidedBy) => {
    const platform = shared();
    const judgeSibling = () => answer({ verdict }, ofSibling);
    const { outcome } = await run(platform, allowed, { mode, judgeSibling });
    expect(outcome).toMatchObject({ conclusion, decidedBy });
  });

  it.each([
    ["a hundred", 100, 1],
    ["a hundred and one", 101, 2],
    ["a thousand", 1000, 10],
  ])("F8 is found among %s open ones, also a fork's of which nothing else tells", async (_name, open, lists) => {
    const platform = shared();
    platform.openChanges = open;
    platform.isListedByCommit = false;
    const { outcome } = await run(platform, allowed, { judgeSibling: () => answer({ verdict: refused }) });
    expect(outcome).toMatchObject({ conclusion: "failure", decidedBy: 9 });
    expect(routes(platform).filter((route) => route === "graphql open changes")).toHaveLength(lists);
  });

  it("are not looked for again by one who has looked at all open changes", async () => {
    const platform = shared();
    platform.openChanges = 1000;
    platform.isListedByCommit = false;
    const judgeSibling = () => answer({ verdict: refused });
    const { outcome } = await run(platform, allowed, { judgeSibling, knownSiblings: [9] });
    expect(outcome).toMatchObject({ conclusion: "failure", decidedBy: 9 });
    expect(routes(platform).filter((route) => route === "graphql open changes")).toHaveLength(1);
  });

  it("of more open ones than are looked at are those listed for the commit, and those the run on it remembers", async () => {
    const platform = shared();
    await run(platform, allowed, { judgeSibling: () => answer({ verdict: refused }) });
    platform.openChanges = 1001;
    for (const [count, asked] of [
      [100, [9]],
      [1, [9]],
    ] as const) {
      // Where the commit is a fork's alone its list is empty; the run's last lines name 9.
      if (count === 1) platform.isListedByCommit = false;
      platform.siblings = platform.siblings.toReversed();
      const judged: number[] = [];
      const judgeSibling = (number: number) => {
        judged.push(number);
        return answer({ verdict: refused });
      };
      const { outcome } = await run(platform, allowed, { mode: "report", judgeSibling });
      expect([judged, outcome?.conclusion]).toEqual([asked, "failure"]);
    }
    const [, nine] = platform.siblings.toSorted((left, right) => left.number - right.number);
    if (nine !== undefined) nine.state = "closed";
    expect((await run(platform, allowed, { mode: "report" })).outcome?.conclusion).toBe("neutral");
  });

  it("that cannot be listed leave the check unwritten", async () => {
    const platform = shared();
    platform.before = ({ route }) => {
      if (route === "graphql open changes") throw platformError(502);
    };
    const publication = await run(platform, allowed);
    expect(publication.check.state).toBe("failed");
    expect(platform.runs).toEqual([]);
  });
});

describe("whether there is a comment", () => {
  it.each<[string, ChangeVerdict, boolean]>([
    ["not gated and nothing found", silent, false],
    ["not gated with a note", { ...silent, findings: [finding("x.y", { severity: "info" })] }, false],
    ["not gated with a warning", { ...silent, findings: [finding("x.y", { severity: "warn" })] }, true],
    [
      "not gated without a request",
      { ...silent, findings: [finding("drift.no-request", { severity: "warn" })] },
      false,
    ],
    ["gated without a request", { ...allowed, findings: [finding("drift.no-request", { severity: "warn" })] }, true],
    ["gated and nothing found", allowed, true],
  ])("%s", async (_name, verdict, isThere) => {
    const platform = new MemoryPlatform();
    expect((await run(platform, verdict)).published).toBe("all");
    expect(platform.comments.length > 0).toBe(isThere);
  });

  it("one that exists is renewed for a silent change too", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    expect((await run(platform, silent)).comment.state).toBe("updated");
    expect(platform.comments[0]?.body).toContain("Not gated");
  });

  it.each([
    ["write", false],
    ["maintain", false],
    ["admin", false],
    ["triage", true],
    ["read", true],
    ["none", true],
    ["unknown", true],
    [undefined, true],
  ])("with the quiet label set by someone with %s", async (permission, isThere) => {
    const platform = new MemoryPlatform();
    await run(platform, denied, { labels: labels(permission as string) });
    expect(platform.comments.length > 0).toBe(isThere);
    expect(platform.runs).toHaveLength(1);
  });

  it("an older verdict does not stay under the quiet label, other sections do", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    const [comment] = platform.comments;
    if (comment !== undefined) comment.body = renderComment({ ...parseComment(comment.body), card: "the card" });
    await run(platform, denied, { labels: labels("write") });
    expect(comment?.body).not.toContain("Denied");
    expect(parseComment(comment?.body ?? "")).toMatchObject({ card: "the card" });
    const writes = platform.writes.length;
    await run(platform, denied, { labels: labels("write") });
    expect(platform.writes).toHaveLength(writes);
  });
});

describe("a comment while there is no newer verdict", () => {
  const failure = { failure: "The platform did not answer." };

  it("says so on top, once, keeps the verdict and its commit, and loses the line with the next verdict", async () => {
    const platform = new MemoryPlatform();
    await run(platform, allowed);
    const before = platform.comments[0]?.body ?? "";
    const told = await run(platform, allowed, { judged: failure });
    expect(told).toMatchObject({ published: "all", comment: { state: "updated" } });
    const { verdict = "" } = parseComment(platform.comments[0]?.body ?? "") ?? {};
    expect(
      verdict.startsWith("> ⚠️ Warrant could not judge this change again; the check `warrant/change` says why."),
    ).toBe(true);
    expect(verdict.endsWith(parseComment(before)?.verdict ?? "?")).toBe(true);
    expect(await run(platform, allowed, { judged: failure })).toMatchObject({ comment: { state: "unchanged" } });
    await run(platform, allowed);
    expect(platform.comments[0]?.body).toBe(before);
  });

  it("is not made for a failure alone", async () => {
    const platform = new MemoryPlatform();
    const told = await run(platform, allowed, { judged: failure });
    expect(told).toMatchObject({ published: "all", comment: { state: "none" } });
    expect(platform.comments).toEqual([]);
  });
});

describe("how to go on", () => {
  const step = "comment `/warrant recheck`";

  it.each<[string, ChangeVerdict, boolean | undefined, boolean]>([
    ["a denial, where comments are answered", denied, true, true],
    ["a denial, where they are not", denied, false, false],
    ["a denial, where nothing is said of that", denied, undefined, false],
    ["an allowed change, where they are", allowed, true, false],
  ])("is said of %s: %#", async (_name, verdict, answersComments, isSaid) => {
    const platform = new MemoryPlatform();
    await run(platform, verdict, { answersComments });
    const lines = (parseComment(platform.comments[0]?.body ?? "")?.verdict ?? "").trimEnd().split("\n");
    expect(lines.at(-2)?.includes(step) === true || lines.at(-3)?.includes(step) === true).toBe(isSaid);
    expect(lines.at(-1)).toBe(`<!-- judged commit ${headSha} -->`);
  });
});

describe("a token that writes comments alone", () => {
  const person = { parts: { check: false, comment: true }, publisher: { appId: -1, comments: { accountId: 5 } } };
  const bot = { id: 41_898_282, login: "github-actions[bot]", type: "Bot" };

  /** What the Action left, as far as it matters: its run and its comment. */
  async function published() {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    const [comment] = platform.comments;
    if (comment !== undefined) comment.user = bot;
    platform.actor = { ...platform.actor, accountId: 5 };
    return { platform, comment };
  }

  it("leaves the comment to the app that has one and a check run", async () => {
    const { platform } = await published();
    expect(await run(platform, allowed, person)).toMatchObject({ published: "all", comment: { state: "left to app" } });
    expect(platform.comments).toHaveLength(1);
  });

  it("renews one of its own that is there already", async () => {
    const { platform } = await published();
    platform.addComment(renderComment({ verdict: "old" }), { accountId: 5 });
    expect(await run(platform, allowed, person)).toMatchObject({ comment: { state: "updated" } });
  });

  it.each<[string, (platform: MemoryPlatform, comment: MemoryPlatform["comments"][number]) => void]>([
    ["a person's", (_, comment) => void (comment.user = { ...bot, type: "User" })],
    ["another bot's", (_, comment) => void (comment.user = { ...bot, login: "echo[bot]" })],
    [
      "a bot's whose run is not named by us",
      ({ runs: [run] }) => void Object.assign(run ?? {}, { external_id: "job" }),
    ],
    ["a bot's without a run on the head", (platform) => void platform.runs.splice(0)],
    ["a bot's without the marker", (_, comment) => void (comment.body = "hello")],
  ])("H2 is not silenced by a comment that is %s (anthropics/claude-code-action#1123)", async (_name, spoil) => {
    const { platform, comment } = await published();
    if (comment === undefined) throw new Error("There is one.");
    spoil(platform, comment);
    expect(await run(platform, allowed, person)).toMatchObject({ comment: { state: "created" } });
  });
});

describe("a comment is ours by marker and author (H2: anthropics/claude-code-action#1123)", () => {
  const forged = renderComment({ verdict: "### ✅ Allowed" });
  it.each<[string, "app" | "token", { accountId?: number; appId?: number | null }, boolean]>([
    ["a person's, for a token", "token", { accountId: 5 }, false],
    ["a person's, for an App", "app", { accountId: 5 }, false],
    ["another bot's id", "token", { accountId: 41_898_283 }, false],
    ["ours, for a token", "token", {}, true],
    ["another App's", "app", { accountId: 5, appId: 4 }, false],
    ["ours, for an App", "app", { accountId: 5, appId: 3 }, true],
    ["our account without the App", "app", {}, false],
  ])("%s", async (_name, kind, author, isOurs) => {
    const platform = new MemoryPlatform();
    if (kind === "app") platform.actor = { appId: 3, accountId: 41_898_282, isApp: true };
    const stranger = platform.addComment(forged, author);
    const publisher = kind === "app" ? appPublisher(3) : workflowPublisher;
    const { comment } = await run(platform, denied, { publisher });
    expect(comment.state).toBe(isOurs ? "updated" : "created");
    expect(stranger.body === forged).toBe(!isOurs);
    expect(platform.comments).toHaveLength(isOurs ? 1 : 2);
  });

  it("one of ours without the marker is left alone", async () => {
    const platform = new MemoryPlatform();
    const other = platform.addComment("Something another workflow said.");
    await run(platform, denied);
    expect(other.body).toBe("Something another workflow said.");
    expect(platform.comments).toHaveLength(2);
  });

  it("is found behind three hundred others", async () => {
    const platform = new MemoryPlatform();
    for (let count = 0; count < 305; count += 1) platform.addComment(forged, { accountId: 5 });
    await run(platform, denied);
    await run(platform, denied);
    expect(platform.comments).toHaveLength(306);
  });

  it("broken by somebody is rebuilt, with every section that is still whole", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    const [comment] = platform.comments;
    const fine = comment?.body ?? "";
    if (comment !== undefined)
      comment.body = fine.replace("<!-- /warrant:section verdict -->", "gone").replaceAll("\n", "\r\n");
    await run(platform, denied);
    expect(comment?.body).toBe(fine);
  });
});

describe("a token that may only read (F12: danger/danger-js#1031, reviewdog/reviewdog#411, #1179, MeilCli/danger-action#390)", () => {
  it("leads to the summary, without a second try", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ isWrite }) => {
      if (isWrite) throw platformError(403);
    };
    const publication = await run(platform, denied);
    expect(publication).toMatchObject({
      published: "refused",
      check: { state: "refused" },
      comment: { state: "skipped" },
    });
    expect(publication.notice).toBe("The token may not write checks here. Give it the permission checks: write.");
    expect(platform.writes).toHaveLength(1);
  });

  it("for comments alone leaves the check standing", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ route, isWrite }) => {
      if (isWrite && route.includes("/comments")) throw platformError(403);
    };
    const publication = await run(platform, denied);
    expect(publication).toMatchObject({
      published: "part",
      check: { state: "created" },
      comment: { state: "refused" },
    });
    expect(publication.notice).toContain("may not write comments");
  });

  it("for a comment that was all that was asked", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ isWrite }) => {
      if (isWrite) throw platformError(403);
    };
    expect((await run(platform, denied, { parts: { check: false, comment: true } })).published).toBe("refused");
  });

  it("is not taken from a limit, which also answers 403 (H7)", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ isWrite }) => {
      if (isWrite) throw platformError(403, "platform-limit");
    };
    const publication = await run(platform, denied, { parts: { check: true, comment: false } });
    expect(publication).toMatchObject({ published: "nothing", check: { state: "failed" } });
  });
});

describe("a platform that fails", () => {
  it.each([422, 500, 502, 404, 401])("with %i on a write is asked once (C9, H8)", async (status) => {
    const platform = new MemoryPlatform();
    platform.before = ({ isWrite, route }) => {
      if (isWrite && route.includes("/comments")) throw platformError(status);
    };
    const publication = await run(platform, denied);
    expect(publication).toMatchObject({ published: "part", check: { state: "created" }, comment: { state: "failed" } });
    expect(publication.notice).toContain(`it answered ${status}`);
    expect(platform.writes.filter(({ route }) => route.includes("/comments"))).toHaveLength(1);
  });

  it("while the head is read has nothing written", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ route }) => {
      if (route === "graphql") throw platformError(502);
    };
    expect(await run(platform, denied)).toMatchObject({
      published: "nothing",
      check: { state: "failed" },
      comment: { state: "failed" },
    });
    expect(platform.writes).toEqual([]);
  });

  it("shows a stranger's error without its words", async () => {
    const platform = new MemoryPlatform();
    platform.before = () => {
      throw new Error("connect to https://user:secret@host failed");
    };
    expect((await run(platform, denied)).notice).toBe("Warrant failed while it published.");
  });

  it("whose list does not yet show the new comment gets no second one (H1)", async () => {
    const platform = new MemoryPlatform();
    const hidden: typeof platform.comments = [];
    platform.before = ({ route }) => {
      if (route.startsWith("GET") && route.endsWith("/comments")) hidden.push(...platform.comments.splice(0));
    };
    expect(await run(platform, denied)).toMatchObject({ comment: { state: "created" } });
    expect(hidden).toHaveLength(1);
    expect(platform.comments).toEqual([]);
  });

  it("that stores another text than was sent is not written to without end", async () => {
    const platform = new MemoryPlatform();
    platform.after = ({ route }) => {
      const [comment] = platform.comments;
      if (/^(?:POST|PATCH)/.test(route) && comment !== undefined) comment.body = comment.body.replace("❌", "x");
    };
    await run(platform, denied);
    expect(platform.writes.length).toBeLessThanOrEqual(3);
  });

  it("that deletes the comment while it is renewed gets a new one", async () => {
    const platform = new MemoryPlatform();
    await run(platform, denied);
    let isFirst = true;
    platform.before = ({ route }) => {
      if (isFirst && route.startsWith("PATCH") && route.includes("/comments")) {
        isFirst = false;
        platform.comments.splice(0);
      }
    };
    expect(await run(platform, allowed)).toMatchObject({ comment: { state: "created" } });
    expect(platform.comments).toHaveLength(1);
  });
});
