/**
 * @module The server of the tool `approve`, as the Model Context Protocol has it over standard input and output: one JSON-RPC
 * message a line. Only what that one tool needs is spoken.
 */

import type { ApproveAnswer, ApproveRequest } from "@warrant/hosts/permission-tool";
import { isRecord } from "@warrant/kernel/policy/ceiling-read";

type Json = Readonly<Record<string, unknown>>;

/** What the server speaks when the client names no version, or one that is no text. */
const usualVersion = "2025-06-18";
/** UTF-16 units of a message. */
const longestMessage = 16 * 1024 * 1024;

const tool = {
  name: "approve",
  description: "Says whether a tool call may run, for --permission-prompt-tool. It may wait for a person's answer.",
  inputSchema: {
    type: "object",
    properties: { tool_name: { type: "string" }, input: { type: "object" }, tool_use_id: { type: "string" } },
    required: ["tool_name", "input"],
  },
} as const;

const codes = { parse: -32700, request: -32600, method: -32601, parameters: -32602 } as const;

function failed(id: unknown, code: number, message: string): Json {
  return { jsonrpc: "2.0", id: id ?? null, error: { code, message } };
}

function readRequest(parameters: unknown): ApproveRequest | null {
  if (!isRecord(parameters) || parameters["name"] !== tool.name || !isRecord(parameters["arguments"])) return null;
  const { tool_name, input, tool_use_id } = parameters["arguments"];
  if (typeof tool_name !== "string" || !isRecord(input)) return null;
  return { tool_name, input, ...(typeof tool_use_id === "string" ? { tool_use_id } : {}) };
}

export interface PermissionServer {
  readonly version: string;
  readonly approve: (request: ApproveRequest) => Promise<ApproveAnswer>;
  readonly write: (line: string) => void;
}

/** The answer to one message; null where none is expected. */
async function answerTo(message: unknown, server: PermissionServer): Promise<Json | null> {
  if (!isRecord(message) || typeof message["method"] !== "string") return failed(null, codes.request, "no request");
  const { id, method, params } = message;
  // A notification has no id and gets no answer.
  if (id === undefined) return null;
  switch (method) {
    case "initialize": {
      const asked = isRecord(params) ? params["protocolVersion"] : undefined;
      const result = {
        protocolVersion: typeof asked === "string" ? asked : usualVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "warrant", version: server.version },
      };
      return { jsonrpc: "2.0", id, result };
    }
    case "ping":
      return { jsonrpc: "2.0", id, result: {} };
    case "tools/list":
      return { jsonrpc: "2.0", id, result: { tools: [tool] } };
    case "tools/call": {
      const request = readRequest(params);
      if (request === null) return failed(id, codes.parameters, "the tool approve takes tool_name and input");
      const text = JSON.stringify(await server.approve(request));
      return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } };
    }
    default:
      return failed(id, codes.method, "this server has the tool approve and nothing else");
  }
}

async function answerLine(line: string, server: PermissionServer): Promise<void> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    server.write(JSON.stringify(failed(null, codes.parse, "no JSON")));
    return;
  }
  const answer = await answerTo(message, server);
  if (answer !== null) server.write(JSON.stringify(answer));
}

/** Serves until the client closes. Calls that wait for a person do not hold up the others. */
export async function servePermission(input: AsyncIterable<Uint8Array>, server: PermissionServer): Promise<void> {
  const decoder = new TextDecoder();
  const running = new Set<Promise<void>>();
  let rest = "";
  for await (const chunk of input) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > longestMessage) throw new Error("a message is longer than 16 MiB");
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() === "") continue;
      const answering = answerLine(line, server).finally(() => running.delete(answering));
      running.add(answering);
    }
  }
  await Promise.all(running);
}
