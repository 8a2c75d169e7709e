import { describe, expect, it } from "vitest";
import { type PermissionServer, servePermission } from "./permission-server.ts";

type Approve = PermissionServer["approve"];

async function answers(chunks: readonly string[], approve: Approve): Promise<unknown[]> {
  const lines: string[] = [];
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  await servePermission(input(), { version: "1.2.3", approve, write: (line) => lines.push(line) });
  return lines.map((line) => JSON.parse(line) as unknown);
}

const allow: Approve = async ({ input }) => ({ behavior: "allow", updatedInput: input });

function message(id: number | undefined, method: string, params?: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, ...(params ? { params } : {}) })}\n`;
}

function call(id: number, tool: string): string {
  return message(id, "tools/call", {
    name: "approve",
    arguments: { tool_name: tool, input: { a: 1 }, tool_use_id: "t" },
  });
}

describe("the server of the tool approve", () => {
  it("begins as the protocol says, in the client's version", async () => {
    const begin = message(1, "initialize", { protocolVersion: "2025-03-26", capabilities: {} });
    const found = await answers([begin, message(undefined, "notifications/initialized"), message(2, "ping")], allow);
    expect(found).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        result: {
          protocolVersion: "2025-03-26",
          capabilities: { tools: {} },
          serverInfo: { name: "warrant", version: "1.2.3" },
        },
      },
      { jsonrpc: "2.0", id: 2, result: {} },
    ]);
  });

  it("offers one tool and answers with one text", async () => {
    const found = await answers([message(1, "tools/list"), call(2, "Bash")], allow);
    expect(found).toMatchObject([
      { result: { tools: [{ name: "approve", inputSchema: { required: ["tool_name", "input"] } }] } },
      {},
    ]);
    const text = '{"behavior":"allow","updatedInput":{"a":1}}';
    expect(found[1]).toEqual({ jsonrpc: "2.0", id: 2, result: { content: [{ type: "text", text }] } });
  });

  it("takes messages in any pieces, and lets no call wait for another", async () => {
    let release: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => {
      release = resolve;
    });
    const approve: Approve = async ({ tool_name: tool }) => {
      if (tool === "Slow") await waited;
      else release();
      return { behavior: "deny", message: tool };
    };
    const text = `${call(1, "Slow")}\n${call(2, "Fast")}`;
    const found = await answers(text.split(""), approve);
    expect(found).toMatchObject([{ id: 2 }, { id: 1 }]);
  });

  it.each([
    ["no JSON", "{\n", -32700],
    ["no request", "[]\n", -32600],
    ["a method it does not have", message(1, "resources/list"), -32601],
    ["another tool", message(1, "tools/call", { name: "grant", arguments: {} }), -32602],
    ["no tool's name", message(1, "tools/call", { name: "approve", arguments: { input: {} } }), -32602],
    ["no input", message(1, "tools/call", { name: "approve", arguments: { tool_name: "Bash" } }), -32602],
  ])("refuses %s by an error, never by a yes", async (_what, text, code) => {
    expect(await answers([text], allow)).toMatchObject([{ error: { code } }]);
  });
});
