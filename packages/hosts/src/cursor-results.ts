/** @module What Cursor tells after a call: the generic hooks give an id and a state, the granular ones neither. */

import { type Fields, fieldsOf, textOf } from "./adapter.ts";
import { argumentsOf, outputText } from "./arguments.ts";
import type { ResultEvent, ResultState, Source, ToolResult } from "./event.ts";

interface Told {
  readonly tool: string | null;
  readonly input: unknown;
  readonly output: string;
  readonly status: ResultState;
  readonly exit: number | null;
}

/** The result of a tool is the JSON text of an object; a command's says how it ended. */
function generic(payload: Fields): Told {
  const told = payload["tool_output"];
  const exit = fieldsOf(argumentsOf(told))["exitCode"];
  const code = typeof exit === "number" && Number.isInteger(exit) ? exit : null;
  const status = code === null ? "ok" : code === 0 ? "ok" : "error";
  return {
    tool: textOf(payload["tool_name"]),
    input: payload["tool_input"],
    output: outputText(told),
    status,
    exit: code,
  };
}

function failure(payload: Fields): Told {
  const isDenied = payload["failure_type"] === "permission_denied";
  return {
    tool: textOf(payload["tool_name"]),
    input: payload["tool_input"],
    output: textOf(payload["error_message"]) ?? "",
    status: payload["is_interrupt"] === true ? "interrupted" : isDenied ? "denied" : "error",
    exit: null,
  };
}

/** A granular hook does not say whether it went well. */
function granular(event: string, payload: Fields): Told {
  const unknown = { status: "unknown" as const, exit: null };
  if (event === "afterShellExecution")
    return { ...unknown, tool: "Shell", input: { command: payload["command"] }, output: outputText(payload["output"]) };
  if (event === "afterFileEdit") {
    const { file_path, edits } = payload;
    return { ...unknown, tool: "Write", input: { file_path, edits }, output: "" };
  }
  const name = textOf(payload["tool_name"]);
  const tool = name === null || name.startsWith("MCP:") ? name : `MCP:${name}`;
  return { ...unknown, tool, input: payload["tool_input"], output: outputText(payload["result_json"]) };
}

function toldBy(event: string, payload: Fields): Told {
  if (event === "postToolUse") return generic(payload);
  return event === "postToolUseFailure" ? failure(payload) : granular(event, payload);
}

/** The one result of an event; null where it names no tool. `normal` brings arguments into the form they were judged in. */
export function cursorResults(
  event: string,
  source: Source,
  payload: Fields,
  normal: (tool: string, input: Fields) => Fields,
): ResultEvent | null {
  const { tool, input, output, status, exit } = toldBy(event, payload);
  const read = argumentsOf(input);
  if (tool === null || tool === "" || read === null) return null;
  const duration = payload["duration"];
  const result: ToolResult = {
    call_id: textOf(payload["tool_use_id"]) ?? "",
    tool,
    input: normal(tool, read),
    status,
    exit_code: exit,
    output,
    duration_ms: typeof duration === "number" && Number.isFinite(duration) ? duration : null,
  };
  return { ...source, kind: "results", results: [result], is_model_view: false };
}
