import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { headSha } from "../../../../testing/facts.ts";
import { MemoryPlatform, platformError } from "../../../../testing/memory-platform.ts";
import { changeVerdict, deniedVerdict, finding, hostileVerdict } from "../../../../testing/verdicts.ts";
import { ownerAndName } from "../owner-and-name.ts";
import { movedSince } from "./head.ts";
import { WritePace } from "./pace.ts";
import { uploadSarif } from "./sarif-upload.ts";
import { appendStepSummary, stepSummary } from "./summary.ts";

function pace(): WritePace {
  return new WritePace({ now: () => 0, sleep: () => Promise.resolve() }, new AbortController().signal);
}

describe("the step summary", () => {
  it("holds the whole verdict and the notice", () => {
    const text = stepSummary([{ verdict: deniedVerdict() }], {
      mode: "enforce",
      notice: "The token may not write checks here.",
    });
    expect(text.startsWith("### ❌ Denied\n")).toBe(true);
    expect(text).toContain("The label accepted is only a claim.");
    expect(text.endsWith("\n\n> The token may not write checks here.\n")).toBe(true);
  });

  it("shows several as a table after what could not be judged", () => {
    const text = stepSummary(
      [{ verdict: changeVerdict() }, { failure: "GitHub answered 502." }, { verdict: deniedVerdict() }],
      { mode: "report" },
    );
    expect(text.startsWith("### ⚠️ Warrant could not judge this change\n\nGitHub answered 502.\n\n| |")).toBe(true);
    expect(text.match(/`acme\/shop#7`/g)).toHaveLength(2);
  });

  it("of nothing is empty", () => {
    expect(stepSummary([], { mode: "report" })).toBe("\n");
  });

  it("stays under one mebibyte, whatever it shows", () => {
    const findings = Array.from({ length: 3000 }, (_, index) =>
      finding("x.y", { message: `${index} ${"😀 ".repeat(200)}` }),
    );
    const many = Array.from({ length: 3000 }, () => ({ failure: "ä".repeat(500) }));
    for (const judged of [
      [{ verdict: deniedVerdict({ findings }) }],
      many,
      [{ verdict: hostileVerdict("\u202E".repeat(900)) }],
    ]) {
      expect(Buffer.byteLength(stepSummary(judged, { mode: "enforce" }))).toBeLessThan(2 ** 20);
    }
  });

  it("is added to the file of the step", async () => {
    const folder = await mkdtemp(join(tmpdir(), "warrant-summary-"));
    try {
      const file = join(folder, "summary.md");
      await appendStepSummary(file, "one\n");
      await appendStepSummary(file, "two\n");
      expect(await readFile(file, "utf8")).toBe("one\n\ntwo\n\n");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the SARIF upload", () => {
  const options = () => ({ version: "1.2.3", pace: pace() });

  it("sends the findings of the head commit, compressed", async () => {
    const platform = new MemoryPlatform();
    expect(await uploadSarif(platform.client, deniedVerdict(), options())).toEqual({ state: "uploaded", notice: null });
    const [write] = platform.writes;
    expect(write?.parameters).toMatchObject({
      owner: "acme",
      repo: "shop",
      commit_sha: headSha,
      ref: "refs/pull/7/head",
      tool_name: "Warrant",
    });
    const log: unknown = JSON.parse(gunzipSync(Buffer.from(String(write?.parameters["sarif"]), "base64")).toString());
    expect(log).toMatchObject({ version: "2.1.0", runs: [{ tool: { driver: { semanticVersion: "1.2.3" } } }] });
  });

  it.each([
    [403, "off"],
    [404, "off"],
    [422, "failed"],
    [500, "failed"],
  ])("that is answered %i is %s and asked once", async (status, state) => {
    const platform = new MemoryPlatform();
    platform.before = ({ isWrite }) => {
      if (isWrite) throw platformError(status);
    };
    const upload = await uploadSarif(platform.client, deniedVerdict(), options());
    expect(upload).toMatchObject({ state, notice: expect.stringContaining(String(status)) });
    expect(platform.writes).toHaveLength(1);
  });

  it("sends nothing for a head that moved (E6)", async () => {
    const platform = new MemoryPlatform();
    platform.head = "f".repeat(40);
    expect(await uploadSarif(platform.client, deniedVerdict(), options())).toMatchObject({ state: "moved" });
    expect(platform.writes).toEqual([]);
  });

  it("sends nothing for a local range", async () => {
    const platform = new MemoryPlatform();
    const verdict = changeVerdict({ subject: { ...changeVerdict().subject, number: null } });
    expect((await uploadSarif(platform.client, verdict, options())).state).toBe("off");
    expect(platform.requests).toEqual([]);
  });
});

describe("what moved", () => {
  const target = { repository: "acme/shop", number: 7, headSha: "a", baseRef: "main", baseSha: "b" };
  const now = { state: "open", headSha: "a", baseRef: "main", baseSha: "b" } as const;
  it.each<[string, Parameters<typeof movedSince>[1], string | null]>([
    ["nothing", now, null],
    ["the head", { ...now, headSha: "x" }, "head"],
    ["the head of a closed change", { ...now, state: "closed", headSha: "x" }, "head"],
    ["the base branch", { ...now, baseRef: "x" }, "base branch"],
    ["the base commit", { ...now, baseSha: "x" }, "base commit"],
    ["the base of a merged change", { ...now, state: "merged", baseSha: "x" }, null],
  ])("%s", (_name, state, moved) => {
    expect(movedSince(target, state)).toBe(moved);
  });

  it("is not the base where none is known", () => {
    expect(movedSince({ ...target, baseRef: null, baseSha: null }, { ...now, baseRef: "x", baseSha: "x" })).toBeNull();
  });
});

describe("the pace of writes", () => {
  it("lets a second pass between the starts of two, and waits for nothing else", async () => {
    let time = 5000;
    const waits: number[] = [];
    const timing = {
      now: () => time,
      sleep: (milliseconds: number) => {
        waits.push(milliseconds);
        time += milliseconds;
        return Promise.resolve();
      },
    };
    const found = new WritePace(timing, new AbortController().signal);
    expect(await found.turn()).toBe(false);
    await found.write(() => Promise.resolve());
    time += 400;
    expect(await found.turn()).toBe(true);
    await found.write(() => Promise.resolve());
    time += 1000;
    expect(await found.turn()).toBe(false);
    expect(waits).toEqual([600]);
    await found.write(() => Promise.resolve());
    await found.write(() => Promise.resolve());
    expect(waits).toEqual([600, 1000]);
  });
});

describe("the parameters of a repository", () => {
  it.each([
    ["acme/shop", { owner: "acme", repo: "shop" }],
    ["acme/shop/../other", { owner: "acme", repo: "shop/../other" }],
    ["noslash", { owner: "", repo: "noslash" }],
  ])("%s", (name, expected) => {
    expect(ownerAndName(name)).toEqual(expected);
  });
});
