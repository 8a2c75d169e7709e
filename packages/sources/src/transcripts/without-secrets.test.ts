import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTrace } from "@warrant/kernel/claim/read-trace";
import { afterAll, describe, expect, it } from "vitest";
import { readTranscript } from "./read-transcript.ts";
import { endsWithoutSecrets, traceWithoutSecrets } from "./without-secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "warrant-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const token = `ghp_${"a1B2".repeat(9)}`;

async function read(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, text);
  return JSON.stringify((await readTranscript(path)).trace);
}

const claude = [
  {
    type: "assistant",
    sessionId: "s",
    message: {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: `GH_TOKEN=${token} npm test` } }],
    },
  },
  {
    type: "user",
    sessionId: "s",
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "toolu_1", content: `remote: https://x:${token}@github.com\nok` }],
    },
  },
];
const codex = [
  { timestamp: "2026-01-01T00:00:01Z", type: "session_meta", payload: { id: "s", cwd: "/repo" } },
  {
    timestamp: "2026-01-01T00:00:02Z",
    type: "response_item",
    payload: {
      type: "function_call",
      name: "shell",
      call_id: "call_1",
      arguments: JSON.stringify({ command: ["curl", "-H", `Authorization: Bearer ${token}`] }),
    },
  },
  {
    timestamp: "2026-01-01T00:00:03Z",
    type: "response_item",
    payload: { type: "function_call_output", call_id: "call_1", output: `token: ${token}` },
  },
];

describe("a transcript with secrets in it", () => {
  it.each<[string, string]>([
    ["of Claude Code", claude.map((line) => JSON.stringify(line)).join("\n")],
    ["of Codex", codex.map((line) => JSON.stringify(line)).join("\n")],
    [
      "as plain JSON",
      JSON.stringify([
        {
          id: "a",
          tool: "Bash",
          arguments: { env: { token } },
          result: { text: token, structured: { rows: [token] } },
        },
      ]),
    ],
  ])("%s is read without them, arguments and results both", async (name, text) => {
    const said = await read(`${name.replaceAll(" ", "-")}.jsonl`, text);
    expect(said).not.toContain(token);
    expect(said.split("[secret]").length).toBeGreaterThan(2);
  });
});

describe("what is kept of a result", () => {
  it("has its cuts where they were in the masked text", () => {
    const text = `${token} ok|${token} done`;
    const trace = traceWithoutSecrets({
      schema: "warrant.trace/v1",
      invocations: [{ id: "a", tool: "Bash", result: { text, cuts: [text.indexOf("|")], truncated: true } }],
    });
    const [call] = readTrace(trace)?.invocations ?? [];
    expect(call?.result).toEqual({ text: "[secret] ok|[secret] done", cuts: [11], truncated: true });
  });

  it("counts as cut somewhere where its cuts cannot be read", () => {
    const trace = traceWithoutSecrets({
      schema: "warrant.trace/v1",
      invocations: [{ id: "a", tool: "Bash", result: { text: "x", cuts: "five" } }],
    });
    expect(readTrace(trace)?.invocations[0]?.result).toEqual({ text: "x", truncated: true });
  });

  it("holds no half of a secret that stood where a long text was cut", () => {
    const half = 20;
    const { head, tail } = endsWithoutSecrets(`${"-".repeat(half - 5)}${token}${"-".repeat(half - 5)}`, half);
    expect([head, tail].join()).not.toMatch(/ghp_|B2a1/);
  });

  it("is whole, however many rows it has, so that the last can be quoted", () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `row ${row}`);
    const trace = traceWithoutSecrets({ invocations: [{ id: "a", tool: "q", result: { structured: { rows } } }] });
    expect(JSON.stringify(trace)).toContain('"row 2999"');
  });

  it.each([null, 3, "text", [], {}, { invocations: "none" }, { invocations: [null, 3, ["x"]] }])(
    "is left as it is where it is no trace: %j",
    (value) => {
      expect(traceWithoutSecrets(value)).toEqual(value);
    },
  );
});
