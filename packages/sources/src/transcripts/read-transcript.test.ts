import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimFactsSchema } from "@warrant/kernel/claim/facts";
import { gate } from "@warrant/kernel/claim/judge";
import { readTrace } from "@warrant/kernel/claim/read-trace";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readTranscript, TranscriptError } from "./read-transcript.ts";

const folder = mkdtempSync(join(tmpdir(), "warrant-transcripts-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(content: string | readonly unknown[], name?: string): string {
  files += 1;
  const path = join(folder, name ?? `t${files}.jsonl`);
  const text =
    typeof content === "string"
      ? content
      : content.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  writeFileSync(path, text);
  return path;
}

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;

function use(second: number, id: string, name: string, input: unknown, more = {}) {
  const message = {
    role: "assistant",
    content: [
      { type: "text", text: "Let me." },
      { type: "tool_use", id, name, input },
    ],
  };
  return {
    type: "assistant",
    sessionId: "ses-1",
    cwd: "/repo",
    timestamp: at(second),
    isSidechain: false,
    message,
    ...more,
  };
}

function result(second: number, id: string, content: unknown, more: Record<string, unknown> = {}) {
  const { is_error: isError, ...line } = more;
  const block = {
    type: "tool_result",
    tool_use_id: id,
    content,
    ...(isError === undefined ? {} : { is_error: isError }),
  };
  return {
    type: "user",
    sessionId: "ses-1",
    cwd: "/repo",
    timestamp: at(second),
    message: { role: "user", content: [block] },
    ...line,
  };
}

/** A session of Claude Code: an edit, a failing and a passing run. */
const session = [
  { type: "summary", summary: "Fix the cart", leafUuid: "u" },
  {
    type: "user",
    sessionId: "ses-1",
    cwd: "/repo",
    timestamp: at(1),
    message: { role: "user", content: "Fix the cart." },
  },
  use(2, "toolu_1", "Edit", { file_path: "/repo/src/cart.ts", old_string: "a", new_string: "b" }),
  result(3, "toolu_1", "The file /repo/src/cart.ts has been updated."),
  use(4, "toolu_2", "Bash", { command: "npm test" }),
  result(5, "toolu_2", "Exit code 1\nTests  1 failed | 41 passed (42)", { is_error: true }),
  use(6, "toolu_3", "Edit", { file_path: "/repo/src/cart.ts", old_string: "b", new_string: "c" }),
  result(7, "toolu_3", [
    { type: "text", text: "The file /repo/src/cart.ts" },
    { type: "text", text: "has been updated." },
  ]),
  use(8, "toolu_4", "Bash", { command: "npm test" }),
  result(9, "toolu_4", "       Tests  42 passed (42)"),
];

async function calls(lines: readonly unknown[]) {
  const { trace } = await readTranscript(file(lines), "claude");
  return readTrace(trace)?.invocations ?? [];
}

describe("a transcript of Claude Code", () => {
  it("is verified end to end", async () => {
    const { trace, reader, skipped } = await readTranscript(file(session));
    expect([reader, skipped]).toEqual(["claude", 0]);
    const output = {
      schema_version: "executor_evidence_v2",
      task: "Fix the cart",
      claims: [
        { id: "c1", text: "All 42 tests pass.", kind: "result", evidence_ids: ["e1"] },
        { id: "c2", text: "Only src/cart.ts was changed.", kind: "action", evidence_ids: ["e2"] },
      ],
      evidence: [
        { id: "e1", invocation_id: "toolu_4", tool: "Bash", excerpt: "Tests  42 passed (42)" },
        { id: "e2", invocation_id: "toolu_3", tool: "Edit", excerpt: "The file /repo/src/cart.ts has been updated." },
      ],
    };
    const judged = gate({ schema: claimFactsSchema, mode: "output", output, trace });
    expect([judged.status, ...judged.claims.map(({ outcome }) => outcome)]).toEqual(["pass", "supported", "supported"]);
    const early = await readTranscript(file(session.slice(0, 6)));
    expect(gate({ schema: claimFactsSchema, mode: "output", output, trace: early.trace }).status).toBe("fail");
  });

  it("gives ids, tools, exit codes and texts as the model had them", async () => {
    const read = await calls(session);
    expect(read.map(({ id, tool, status, exit_code: code }) => [id, tool, status, code])).toEqual([
      ["toolu_1", "Edit", "ok", null],
      ["toolu_2", "Bash", "error", 1],
      ["toolu_3", "Edit", "ok", null],
      ["toolu_4", "Bash", "ok", 0],
    ]);
    expect(read[2]?.result?.text).toBe("The file /repo/src/cart.ts\nhas been updated.");
    expect(read[0]).toMatchObject({ started_at: at(2), ended_at: at(3), agent_id: "main" });
  });

  it.each<[string, string, string, boolean]>([
    ["denied", "The user doesn't want to proceed with this tool use.", "denied", true],
    ["interrupted", "[Request interrupted by user for tool use]", "interrupted", true],
    ["refused by a hook", "PreToolUse:Bash hook error: [warrant hook claude-code]: It is ruled out.", "denied", true],
    ["ended by its time", "Exit code 143\nCommand timed out after 2m 0.0s\nRUN", "timeout", true],
    ["ended by its time, without a code", "Command timed out after 2m 0.0s", "timeout", true],
    ["aborted", "<error>Command was aborted before completion</error>", "interrupted", true],
    ["failing with words of a time", "Exit code 1\nFAIL: Command timed out after 5 s", "error", true],
    ["in the background", "Command running in background with ID: b1", "running", false],
  ])("tells a call that is %s", async (_name, text, status, isError) => {
    const [call] = await calls([
      use(1, "toolu_1", "Bash", { command: "x" }),
      result(2, "toolu_1", text, { is_error: isError }),
    ]);
    expect(call?.status).toBe(status);
  });

  it.each<[string, readonly unknown[], boolean]>([
    ["repeated lines are one call", [use(1, "t1", "Bash", { command: "a" }), result(2, "t1", "x")], true],
    ["another call of the same id", [use(3, "t1", "Edit", { file_path: "/repo/a" })], false],
    ["other arguments of the same id", [use(3, "t1", "Bash", { command: "b" })], false],
    ["another result of the same call", [result(3, "t1", "y")], false],
    ["another end of the same call", [result(3, "t1", "x", { is_error: true })], false],
  ])("%s: the record is whole only where nothing was lost", async (_name, more, isWhole) => {
    const lines = [use(1, "t1", "Bash", { command: "a" }), result(2, "t1", "x"), ...more];
    const { trace } = await readTranscript(file(lines));
    expect(readTrace(trace)).toMatchObject({ complete: isWhole, invocations: [{ id: "t1", tool: "Bash" }] });
  });

  it("reads a file that begins with a byte order mark", async () => {
    const text = session.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { trace } = await readTranscript(file(`\uFEFF${text}`));
    expect(readTrace(trace)).toMatchObject({ complete: true });
  });

  it("reads sub-agents from their files, as started by their call, in the order of time", async () => {
    const path = file([
      use(1, "toolu_a", "Task", { prompt: "look" }),
      result(5, "toolu_a", "Found it.", { toolUseResult: { agentId: "ab12" } }),
      use(6, "toolu_b", "Bash", { command: "ls" }),
      result(7, "toolu_b", "x"),
    ]);
    const inner = join(path.replace(/\.jsonl$/, ""), "subagents");
    mkdirSync(inner, { recursive: true });
    const side = { isSidechain: true, agentId: "ab12" };
    const lines = [use(2, "toolu_s", "Read", { file_path: "/repo/a" }, side), result(3, "toolu_s", "text", side)];
    writeFileSync(join(inner, "agent-ab12.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    writeFileSync(join(inner, "other.jsonl"), "not read\n");
    const { trace } = await readTranscript(path);
    const read = readTrace(trace);
    expect(read?.complete).toBe(true);
    expect(read?.invocations.map(({ id, agent_id: agent, parent_id: parent }) => [id, agent, parent])).toEqual([
      ["toolu_a", "main", undefined],
      ["toolu_s", "ab12", "toolu_a"],
      ["toolu_b", "main", undefined],
    ]);
  });

  it("takes repeated lines of a resumed session for the same calls", async () => {
    expect(await calls([...session, ...session])).toHaveLength(4);
  });

  it("R2 takes a tool call that is printed as text for text", async () => {
    const text = '<invoke name="Bash"><parameter name="command">npm test</parameter></invoke>';
    const line = { type: "assistant", sessionId: "s", message: { content: [{ type: "text", text }] } };
    expect(await calls([line])).toEqual([]);
  });

  it("counts junk and says that the record is incomplete", async () => {
    const { trace, skipped, lines } = await readTranscript(file(["{broken", ...session, "null", "", "\u0000\u0001"]));
    expect([skipped, lines]).toEqual([2, 13]);
    expect(trace).toMatchObject({ complete: false, gaps: [{ what: "line that could not be read", count: 2 }] });
  });

  it("of which only a beginning is there gives the beginning of its calls, and says so where one is cut", async () => {
    const whole = (await calls(session)).map(({ id }) => id);
    const text = session.map((line) => `${JSON.stringify(line)}\n`).join("");
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), async (length) => {
        const { trace } = await readTranscript(file(text.slice(0, length)), "claude");
        const read = readTrace(trace);
        const ids = read?.invocations.map(({ id }) => id) ?? [];
        expect(whole.slice(0, ids.length)).toEqual(ids);
        const isCut = length > 0 && text[length - 1] !== "\n" && text[length] !== "\n";
        if (isCut) expect(read?.complete).toBe(false);
        expect(read?.invocations.slice(0, -1).every(({ result: kept }) => kept !== null)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("keeps the ends of a result that is too long, and marks the place", async () => {
    const long = `${"a".repeat(1_500_000)}${"b".repeat(1_500_000)}`;
    const [call] = await calls([use(1, "toolu_1", "Bash", { command: "cat x" }), result(2, "toolu_1", long)]);
    expect(call?.result).toMatchObject({ truncated: true, cuts: [1_000_000] });
    expect(call?.result?.text.length).toBe(2_000_000);
  });
});

describe("a rollout of Codex", () => {
  const item = (payload: unknown) => ({ timestamp: at(1), type: "response_item", payload });

  it("gives function calls with their outputs", async () => {
    const { trace, reader } = await readTranscript(
      file([
        { timestamp: at(0), type: "session_meta", payload: { id: "ses-c", cwd: "/repo" } },
        item({ type: "message", role: "user", content: [] }),
        item({
          type: "function_call",
          name: "shell",
          arguments: '{"command":["bash","-lc","npm test"]}',
          call_id: "call_1",
        }),
        item({
          type: "function_call_output",
          call_id: "call_1",
          output: '{"output":"42 passed\\n","metadata":{"exit_code":0}}',
        }),
        item({
          type: "custom_tool_call",
          name: "apply_patch",
          input: "*** Begin Patch\n*** End Patch",
          call_id: "call_2",
        }),
        item({ type: "custom_tool_call_output", call_id: "call_2", output: "Exit code: 1\nOutput:\nno such file" }),
        item({ type: "function_call_output", call_id: "call_9", output: "x" }),
      ]),
    );
    expect(reader).toBe("codex");
    const read = readTrace(trace);
    expect(read?.session).toEqual({ id: "ses-c", host: "codex", cwd: "/repo" });
    expect(
      read?.invocations.map(({ tool, status, exit_code: code, result: kept }) => [tool, status, code, kept?.text]),
    ).toEqual([
      ["shell", "ok", 0, "42 passed\n"],
      ["apply_patch", "error", 1, "Exit code: 1\nOutput:\nno such file"],
    ]);
    expect(read?.gaps).toEqual([{ what: "result without its call", count: 1 }]);
  });

  it("is verified: a run in a list of words is a run", async () => {
    const { trace } = await readTranscript(
      file([
        item({
          type: "function_call",
          name: "shell",
          arguments: '{"command":["bash","-lc","npm test"]}',
          call_id: "call_1",
        }),
        item({
          type: "function_call_output",
          call_id: "call_1",
          output: '{"output":"42 passed\\n","metadata":{"exit_code":0}}',
        }),
      ]),
      "codex",
    );
    const report = { text: "All 42 tests pass.", format: "text" } as const;
    const judged = gate({ schema: claimFactsSchema, mode: "report", report, trace });
    expect(judged.claims[0]).toMatchObject({ outcome: "supported" });
  });

  it("is also read as exec prints it", async () => {
    const { trace, reader } = await readTranscript(
      file([
        { type: "thread.started", thread_id: "th-1" },
        {
          type: "item.completed",
          item: {
            id: "item_1",
            type: "command_execution",
            command: "npm test",
            aggregated_output: "1 failed",
            exit_code: 1,
            status: "failed",
          },
        },
        {
          type: "item.completed",
          item: {
            id: "item_2",
            type: "file_change",
            changes: [{ path: "src/a.ts", kind: "add" }],
            status: "completed",
          },
        },
        {
          type: "item.completed",
          item: {
            id: "item_3",
            type: "mcp_tool_call",
            server: "pg",
            tool: "query",
            result: { content: [{ type: "text", text: "1 row" }] },
            status: "completed",
          },
        },
        { type: "item.completed", item: { id: "item_4", type: "agent_message", text: "Done." } },
      ]),
    );
    expect(reader).toBe("codex");
    expect(readTrace(trace)?.invocations.map(({ tool, status, exit_code: code }) => [tool, status, code])).toEqual([
      ["shell", "error", 1],
      ["apply_patch", "ok", null],
      ["mcp__pg__query", "ok", null],
    ]);
  });
});

describe("spans of OpenTelemetry", () => {
  const span = (id: string, parent: string | null, start: number, attributes: Record<string, string>) => ({
    spanId: id,
    ...(parent === null ? {} : { parentSpanId: parent }),
    startTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(start) * 1_000_000_000n),
    endTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(start + 1) * 1_000_000_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
  });
  const tool = (id: string, name: string, more = {}) => ({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.call.id": id,
    "gen_ai.conversation.id": "conv-1",
    ...more,
  });

  it("gives executions of tools, in the order of their start, with agents from the tree", async () => {
    const spans = [
      span(
        "s3",
        "s2",
        3,
        tool("call_b", "read", { "gen_ai.tool.call.result": "text", "gen_ai.tool.call.arguments": '{"path":"a"}' }),
      ),
      span("s2", "s1", 2, { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.id": "helper" }),
      span("s1", "s0", 1, tool("call_a", "Agent")),
      span("s0", null, 0, { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.id": "first" }),
      span("s4", "s0", 4, tool("call_c", "bash", { "error.type": "exit" })),
    ];
    const path = file(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }, null, 2));
    const { trace, reader } = await readTranscript(path);
    expect(reader).toBe("otel");
    const read = readTrace(trace);
    expect(read?.session).toMatchObject({ id: "conv-1", host: "otel" });
    expect(
      read?.invocations.map(({ id, status, agent_id: agent, parent_id: parent, result: kept }) => [
        id,
        status,
        agent,
        parent,
        kept,
      ]),
    ).toEqual([
      ["call_a", "ok", "main", undefined, null],
      ["call_b", "ok", "helper", "call_a", { text: "text" }],
      ["call_c", "error", "main", undefined, null],
    ]);
    expect(read?.invocations[1]?.arguments).toEqual({ path: "a" });
  });

  it("are read one a line as well", async () => {
    const { reader, trace } = await readTranscript(
      file([span("s1", null, 1, tool("call_a", "bash")), span("s2", null, 2, tool("call_b", "bash"))]),
    );
    expect(reader).toBe("otel");
    expect(readTrace(trace)?.invocations).toHaveLength(2);
  });
});

describe("plain JSON", () => {
  it("is a trace as it is, and a bare list is complete only when that is said", async () => {
    const own = { schema: "warrant.trace/v1", session: { id: "s", host: "other" }, complete: true, invocations: [] };
    expect(await readTranscript(file(JSON.stringify(own, null, 2)))).toMatchObject({ reader: "json", trace: own });
    const list = JSON.stringify([{ id: "a", tool: "x" }]);
    expect((await readTranscript(file(list))).trace).toMatchObject({ complete: false });
    expect((await readTranscript(file(list), "auto", true)).trace).toMatchObject({ complete: true });
  });

  it.each([
    ["a file that is not there", "/nowhere/t.jsonl", /no such file/],
    ["a file of no known format", null, /no format that is known/],
  ])("refuses %s in words", async (_name, path, message) => {
    await expect(readTranscript(path ?? file("hello\nworld\n"))).rejects.toThrow(TranscriptError);
    await expect(readTranscript(path ?? file("hello\nworld\n"))).rejects.toThrow(message);
  });
});
