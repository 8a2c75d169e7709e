import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionDraft } from "@warrant/ledger/session-log";
import { recordSession } from "@warrant/ledger/session-log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";
import { claimWords } from "../render/session-words.ts";

let example: ExampleLedger;
const hostile = "\u001B[31m<script>alert(1)</script>\u202E";

function judged(call: string, more: object): SessionDraft {
  const body = { call_id: call, host: "claude-code", agent: null, tool: "Bash", applied: true, authority: null };
  return { kind: "action-judged", body: { ...body, inbox_id: null, effects: [], ...more } };
}

const events: readonly SessionDraft[] = [
  { kind: "session-started", body: {} },
  {
    kind: "request-recorded",
    body: {
      request_id: "r-1",
      origin: "human",
      reading: { act: "modify", stakes: "reversible" },
      named: [{ text: "src/a.ts", kind: "write", target: "/home/maria/shop/src/a.ts" }],
      note: "Ask before anything that cannot be undone.",
    },
  },
  judged("t-1", {
    decision: "allow",
    rule: "action.within-bounds",
    effects: [{ kind: "execute", target: "project:npm/test", reversibility: "reversible", certain: true }],
  }),
  judged("t-2", {
    decision: "deny",
    rule: "action.critical-path",
    agent: "helper",
    effects: [{ kind: "delete", target: `/${hostile}`, reversibility: "irreversible", certain: true }],
  }),
  {
    kind: "trace-appended",
    body: {
      call_id: "t-1",
      status: "ok",
      exit_code: 0,
      started_at: "2026-01-02T03:04:05.000Z",
      ended_at: "2026-01-02T03:04:06.200Z",
      input: { command: "npm test" },
      output_excerpt: `12 passed ${hostile}`,
    },
  },
  judged("t-3", { decision: "park", rule: "action.irreversible", inbox_id: "0197b5d2" }),
  judged("t-4", { decision: "deny", rule: "policy.no-curl", applied: false }),
  { kind: "trace-appended", body: { call_id: "t-9", status: "error", tool: "Read" } },
  {
    kind: "claim-judged",
    body: {
      decision: "deny",
      rule: "claim.receipt",
      applied: true,
      result: { claims: [{ outcome: "unverified" }, { outcome: "contradicted" }, { outcome: "unverified" }, 7] },
    },
  },
  { kind: "session-ended", body: {} },
];

beforeAll(async () => {
  example = exampleLedger();
  const ledger = await example.open();
  await recordSession(ledger, "s-older", [{ kind: "session-started", body: {} }]);
  example.now.at += 60_000;
  await recordSession(ledger, "s-1", events);
  example.now.at += 60_000;
  // The ticket ends after the agent it started.
  await recordSession(ledger, "run-1", [{ kind: "session-started", body: { run: true } }]);
  await recordSession(ledger, "warrant-doctor-1", [{ kind: "session-started", body: {} }]);
  await ledger.close();
});
afterAll(async () => await example[Symbol.asyncDispose]());

describe("warrant trace show", () => {
  it("shows the newest session step by step", async () => {
    const { code, stdout } = await example.warrant(["trace", "show"], { isTTY: false });
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        "session s-1, from 2026-01-02 03:05 UTC to 03:05",
        "5 calls, 2 held back, 1 would have been",
        "",
        "03:05    the session began",
        "03:05  ● a person asked",
        "         read as modify · reversible stakes · named: /home/maria/shop/src/a.ts",
        "03:05  ✓ Bash  allowed [action.within-bounds]",
        "         npm test",
        "         execute project:npm/test",
        "         → ok, exit 0",
        "03:05  ✗ Bash by helper  refused [action.critical-path]",
        "         delete /<U+001B>[31m<script>alert(1)</script><U+202E> (irreversible)",
        "03:05  ✗ Bash  put into the inbox 0197b5d2 [action.irreversible]",
        "03:05  · Bash  would be refused [policy.no-curl]",
        "03:05  · Read  its verdict is not in the log",
        "         → error",
        "03:05  ■ sent back: of what it reported 1 contradicted, 2 unverified [claim.receipt]",
        "03:05    the session ended",
        "",
      ].join("\n"),
    );
  });

  it("shows one by its beginning, and only the last events, and says so", async () => {
    const older = await example.warrant(["trace", "show", "s-older"]);
    expect(older.stdout).toContain("session s-older");
    const { stdout } = await example.warrant(["trace", "show", "s-1", "--limit", "3"]);
    expect(stdout).toContain("7 earlier events not shown; --limit shows more");
    expect(stdout).not.toContain("npm test");
  });

  it("is what trace means, with an id or without one", async () => {
    expect((await example.warrant(["trace"])).stdout).toContain("session s-1,");
    expect((await example.warrant(["trace", "s-older"])).stdout).toContain("session s-older");
  });

  it("lists the sessions of agents, the newest first, and no ticket and no probe", async () => {
    const { stdout } = await example.warrant(["trace", "list"]);
    expect(stdout).toBe("2026-01-02 03:05 UTC  s-1  10 events\n2026-01-02 03:04 UTC  s-older  1 event\n");
    expect((await example.warrant(["trace", "list", "--limit", "1"])).stdout).toContain("and 1 more");
    expect(JSON.parse((await example.warrant(["trace", "list", "--json"])).stdout)).toMatchObject({
      schema: "warrant.sessions/v1",
      total: 2,
    });
  });

  it.each([
    [["trace", "show", "nobody"], /there is no session nobody/],
    [["trace", "show", "--limit", "0"], /--limit takes a number from 1/],
    [["trace", "show", "--limit", "NaN"], /--limit takes a number from 1/],
    [["trace", "show", "--limit", "100001"], /--limit takes a number from 1 to 100000/],
  ])("%j is a usage error", async (args, message) => {
    const { code, stderr } = await example.warrant(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("without any session says how to get one", async () => {
    const empty = exampleLedger();
    const { code, stderr } = await empty.warrant(["trace", "show"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("warrant hooks install") });
    await empty[Symbol.asyncDispose]();
  });
});

describe("what is said of a report", () => {
  it.each([
    [
      { rule: "claim.not-checked", decision: "allow", outcomes: null },
      "its report was not checked [claim.not-checked]",
    ],
    [{ decision: "allow", outcomes: null }, "nothing it reported was refuted [claim.receipt]"],
    [{ decision: "deny", outcomes: null }, "its report was refuted [claim.receipt]"],
    [
      { decision: "allow", outcomes: { supported: 0, contradicted: 0, unverified: 1 } },
      "of what it reported 1 unverified [claim.receipt]",
    ],
    [
      { decision: "allow", outcomes: { supported: 2, contradicted: 0, unverified: 0 } },
      "of what it reported 2 supported [claim.receipt]",
    ],
    [
      { decision: "allow", outcomes: { supported: 0, contradicted: 0, unverified: 0 } },
      "nothing it reported was refuted [claim.receipt]",
    ],
  ])("%j is told as: %s", (step, words) => {
    expect(claimWords({ kind: "claims", at: "", rule: "claim.receipt", applied: false, ...step })).toBe(words);
  });
});

describe("warrant trace export", () => {
  it("gives the session as a document", async () => {
    const { stdout } = await example.warrant(["trace", "export", "s-1"]);
    const view = JSON.parse(stdout);
    expect(view).toMatchObject({ schema: "warrant.session/v1", session: "s-1", earlier: 0, unreadable: 0 });
    expect(view.steps).toHaveLength(9);
    expect(view.steps[2]).toMatchObject({
      kind: "call",
      call_id: "t-1",
      decision: "allow",
      status: "ok",
      exit_code: 0,
    });
  });

  it("gives spans of the GenAI conventions, a call below the agent, without arguments and outputs", async () => {
    const { stdout } = await example.warrant(["trace", "export", "s-1", "--format", "otel"]);
    const [{ scopeSpans }] = JSON.parse(stdout).resourceSpans;
    const [root, first, second] = scopeSpans[0].spans;
    expect(root).toMatchObject({ name: "invoke_agent claude-code", kind: 1 });
    expect(first).toMatchObject({
      name: "execute_tool Bash",
      traceId: root.traceId,
      parentSpanId: root.spanId,
      startTimeUnixNano: "1767323045000000000",
      endTimeUnixNano: "1767323046200000000",
      status: { code: 0 },
    });
    const attributes = (span: { attributes: { key: string; value: object }[] }) =>
      Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
    expect(attributes(first)).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "Bash",
      "gen_ai.tool.call.id": "t-1",
      "gen_ai.conversation.id": "s-1",
      "warrant.decision": "allow",
      "warrant.rule": "action.within-bounds",
      "process.exit.code": "0",
    });
    expect(second).toMatchObject({ status: { code: 2 } });
    expect(attributes(second)).toMatchObject({ "error.type": "denied", "gen_ai.agent.id": "helper" });
    expect(root.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(scopeSpans[0].spans.map(({ spanId }: { spanId: string }) => spanId)).size).toBe(6);
    expect(stdout).not.toContain("npm test");
    expect(stdout).not.toContain("12 passed");
  });

  it("writes one page that can run nothing and load nothing", async () => {
    const { stdout } = await example.warrant(["trace", "export", "s-1", "--format", "html", "--out", "s.html"], {
      cwd: example.folder,
    });
    expect(stdout).toBe("wrote session s-1 to s.html\n");
    const page = readFileSync(join(example.folder, "s.html"), "utf8");
    expect(page).toContain("default-src 'none'");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).not.toMatch(/<script|\u001B|\u202E|https?:/);
    expect(page).toContain("12 passed");
    expect(page).toContain("the agent was told: Ask before anything that cannot be undone.");
  });
});
