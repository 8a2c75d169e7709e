import { canonicalJson } from "@warrant/kernel/canonical";
import { longestSessionBody } from "@warrant/kernel/commitment/session-log";
import { describe, expect, it } from "vitest";
import { type GatePortChange, gateNow, gatePort } from "../../../testing/gate-port.ts";
import { claudeCode } from "./claude-code.ts";
import type { ResultEvent, ToolResult } from "./event.ts";
import { runGate } from "./gate.ts";

const result = (change: Partial<ToolResult> = {}): ToolResult => ({
  call_id: "toolu_01",
  tool: "Bash",
  input: { command: "npm test" },
  status: "ok",
  exit_code: null,
  output: "12 passed",
  duration_ms: 1200,
  ...change,
});

const event = (results: readonly ToolResult[], change: Partial<ResultEvent> = {}): ResultEvent => ({
  host: "claude-code",
  event: "PostToolUse",
  session: "s-1",
  cwd: "/home/dev/app",
  folders: [],
  mode: "default",
  agent: { id: null, type: null },
  transcript: null,
  kind: "results",
  results,
  is_model_view: false,
  ...change,
});

async function traced(given: ResultEvent, change: GatePortChange = {}) {
  const { port, written } = gatePort(change);
  const outcome = await runGate(port, claudeCode, given, "user");
  return { outcome, entries: written.map(({ body }) => body), kinds: written.map(({ kind }) => kind) };
}

const [one] = [async (change: Partial<ToolResult>) => (await traced(event([result(change)]))).entries[0] ?? {}];

describe("an entry of the trace", () => {
  it("says what ran, what it did, and what came back", async () => {
    const { outcome, entries, kinds } = await traced(event([result()]));
    expect(outcome).toEqual({ kind: "nothing" });
    expect(kinds).toEqual(["trace-appended"]);
    expect(entries).toEqual([
      {
        seq: 1,
        agent: null,
        host: "claude-code",
        call_id: "toolu_01",
        batch: null,
        tool: "Bash",
        input: { command: "npm test" },
        input_digest: expect.stringMatching(/^sha256:/),
        effects: [{ kind: "execute", target: "project:npm/test", reversibility: "reversible", certain: true }],
        verdict_id: null,
        started_at: "2026-09-01T09:29:58.800Z",
        ended_at: gateNow,
        status: "ok",
        exit_code: null,
        output_excerpt: "12 passed",
        is_cut: false,
        output_digest: expect.stringMatching(/^sha256:/),
        output_bytes: 9,
        model_view: false,
        source: "post_tool",
      },
    ]);
  });

  it("names the verdict its call was let through by", async () => {
    const seen = {
      call_id: "toolu_01",
      action: null,
      via: null,
      at: 0,
      event: "PreToolUse",
      decision: "allow",
      rule: "x",
      authority: null,
      verdict: "v-1",
      is_refused: false,
    };
    const { entries } = await traced(event([result()]), { memory: { recent: [seen] } });
    expect(entries[0]).toMatchObject({ verdict_id: "v-1" });
  });

  it("is denied where a refused call comes back, and not known where nobody told", async () => {
    const { port, written } = gatePort();
    const call = { ...event([]), event: "PreToolUse", kind: "call" as const, moment: "before" as const };
    for (const [id, command] of [
      ["a", "rm -rf /"],
      ["b", "npm test"],
    ] as const)
      await runGate(
        port,
        claudeCode,
        { ...call, call: { id, tool: "Bash", input: { command }, siblings: null } },
        "user",
      );
    const seen = ["a", "b"].map((id) => result({ call_id: id, status: "unknown" }));
    await runGate(port, claudeCode, event(seen, { event: "PostToolBatch", is_model_view: true }), "user");
    expect(written.slice(2).map(({ body }) => body["status"])).toEqual(["denied", "unknown"]);
  });

  it("goes on counting where the session is, one for each call of a batch", async () => {
    const batch = event([result(), result({ call_id: "toolu_02" })], { event: "PostToolBatch", is_model_view: true });
    const { entries } = await traced(batch, { memory: { traced: 7 } });
    expect(entries.map(({ seq, source, model_view }) => [seq, source, model_view])).toEqual([
      [8, "post_batch", true],
      [9, "post_batch", true],
    ]);
    expect(entries[0]?.["batch"]).toBe(entries[1]?.["batch"]);
    expect(entries[0]?.["batch"]).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[string, number, boolean]>([
    ["whole as long as it fits", 64 * 1024, false],
    ["head and tail where it does not", 64 * 1024 + 1, true],
  ])("keeps the output %s", async (_says, length, isCut) => {
    const output = `first${"x".repeat(length - 9)}last`;
    const entry = await one({ output });
    expect(entry["is_cut"]).toBe(isCut);
    expect(entry["output_excerpt"]).toMatch(/^first/);
    expect(entry["output_excerpt"]).toMatch(/last$/);
    expect(entry["output_bytes"]).toBe(length);
    if (isCut) expect(entry["output_excerpt"]).toContain("[… 1 characters left out …]");
  });

  it.each<[string, Partial<ToolResult>]>([
    ["of escapes alone", { output: "\u0001".repeat(300_000) }],
    ["of half characters alone", { output: "\uD800".repeat(300_000) }],
    [
      "of a huge input",
      { input: { a: "\u0001".repeat(300_000), b: Array.from({ length: 5000 }, () => "\u0001".repeat(50)) } },
    ],
    [
      "of everything at once",
      {
        output: "\u0001".repeat(1_000_000),
        input: { content: "\u0001".repeat(1_000_000) },
        tool: "t".repeat(5000),
        call_id: "c".repeat(5000),
      },
    ],
  ])("fits what the ledger takes, %s", async (_says, change) => {
    const entry = await one(change);
    expect(canonicalJson(entry).length).toBeLessThanOrEqual(longestSessionBody["trace-appended"]);
    expect(JSON.stringify(entry).isWellFormed()).toBe(true);
  });

  it("keeps no part of a secret that its cut goes through", async () => {
    const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    for (const shift of [0, 5, 10, 20, 39]) {
      const head = "x ".repeat(16 * 1024).slice(shift);
      const entry = await one({ output: `${head} ${secret} ${"y ".repeat(40_000)} ${secret} ${head}` });
      expect(entry["output_excerpt"]).not.toMatch(/ghp_0|uvwxyz/);
    }
  });

  it("keeps no secret of an input, and the digest of the whole", async () => {
    const entry = await one({
      input: { command: "curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz'", token: "hunter2" },
    });
    expect(JSON.stringify(entry)).not.toMatch(/abcdefghij|hunter2/);
    expect(entry["input_digest"]).toMatch(/^sha256:/);
  });

  it("is kept without what it did where nobody knows where it ran", async () => {
    const { outcome, entries } = await traced(event([result()]), {
      port: { surroundings: () => Promise.reject(new Error("x")) },
    });
    expect(outcome).toEqual({ kind: "nothing" });
    expect(entries).toMatchObject([{ status: "ok", effects: [], output_excerpt: "12 passed" }]);
  });

  it("has no digest of an input without one form, and no id where the host gives none", async () => {
    expect(await one({ input: { a: "\uD800" }, call_id: "" })).toMatchObject({ input_digest: null, call_id: null });
  });
});

describe("a session's end", () => {
  it("ends as unknown what was let through and never came back (absence of a result is no success)", async () => {
    const { port, written } = gatePort();
    const call = { ...event([]), event: "PreToolUse", kind: "call" as const, moment: "before" as const };
    const run = (id: string, command: string) =>
      runGate(port, claudeCode, { ...call, call: { id, tool: "Bash", input: { command }, siblings: null } }, "user");
    await run("a", "npm test");
    await run("b", "ls");
    await run("c", "rm -rf /");
    await runGate(port, claudeCode, event([result({ call_id: "a" })]), "user");
    await runGate(port, claudeCode, { ...event([]), event: "SessionEnd", kind: "session", change: "end" }, "user");
    const ends = written
      .filter(({ kind }) => kind === "trace-appended")
      .map(({ body }) => [body["call_id"], body["status"], body["seq"]]);
    expect(ends).toEqual([
      ["a", "ok", 1],
      ["b", "unknown", 2],
    ]);
    expect(written.at(-1)?.kind).toBe("session-ended");
    await runGate(port, claudeCode, { ...event([]), event: "SessionEnd", kind: "session", change: "end" }, "user");
    expect(written.filter(({ kind }) => kind === "trace-appended")).toHaveLength(2);
  });
});

describe("what fails while a result is kept", () => {
  it("holds nobody up, and says so", async () => {
    const { outcome } = await traced(event([result()]), { port: { record: () => Promise.reject(new Error("gone")) } });
    expect(outcome).toMatchObject({ kind: "failed", rule: "action.failed" });
    expect(claudeCode.render(event([]), outcome, gatePort().port.hostFacts("claude-code", null))).toMatchObject({
      exit: 0,
      stdout: "",
    });
  });
});
