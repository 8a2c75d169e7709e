/**
 * @module Gemini CLI: `BeforeTool` and its siblings. There is no `ask`; exit 2 refuses with what is on stderr, any other
 * failure goes on; `continue: false` would end the whole loop and is never said (hosts, section 7).
 */

import { type Adapter, type Fields, fieldsOf, textOf } from "./adapter.ts";
import { argumentsOf, outputText } from "./arguments.ts";
import type { CallEvent, HostEvent, ResultEvent, Source } from "./event.ts";
import { block, type HookOutput, type Outcome, say, silence, spoken, unread } from "./outcome.ts";
import { promptOf, sessionOf, sourceOf, stopOf } from "./source.ts";

/**
 * The name of the tool. A tool of an MCP server may have any name, also that of a tool of Gemini's own: where the host says
 * which server it is from, the name is that of the server's tool.
 */
function toolOf(payload: Fields): string | null {
  const name = textOf(payload["tool_name"]);
  const context = payload["mcp_context"];
  if (name === null || context === undefined || context === null) return name;
  if (name.startsWith("mcp_")) return name;
  const server = textOf(fieldsOf(context)["server_name"]) ?? "unknown";
  return `mcp__${server}__${textOf(fieldsOf(context)["tool_name"]) ?? name}`;
}

function callOf(source: Source, payload: Fields): CallEvent | null {
  const tool = toolOf(payload);
  const input = argumentsOf(payload["tool_input"]);
  if (tool === null || tool === "" || input === null) return null;
  return { ...source, kind: "call", moment: "before", call: { id: "", tool, input, siblings: null } };
}

function resultsOf(source: Source, payload: Fields): ResultEvent | null {
  const tool = toolOf(payload);
  const input = argumentsOf(payload["tool_input"]);
  if (tool === null || input === null) return null;
  const response = fieldsOf(payload["tool_response"]);
  const hasFailed = response["error"] !== undefined && response["error"] !== null;
  const output = outputText(response["llmContent"]);
  // The shell tool writes the code below what the command said, and a command that failed is no error of the tool.
  const codes = [...output.slice(-65_536).matchAll(/^Exit Code: (?<code>-?\d{1,9})$/gm)];
  const code = codes.at(-1)?.groups?.["code"];
  const exit = code === undefined ? null : Number(code);
  const isError = hasFailed || (exit !== null && exit !== 0);
  const result = {
    call_id: "",
    tool,
    input,
    status: isError
      ? ("error" as const)
      : response["llmContent"] === undefined
        ? ("unknown" as const)
        : ("ok" as const),
    exit_code: exit,
    output,
    duration_ms: null,
  };
  return { ...source, kind: "results", results: [result], is_model_view: true };
}

function parse(payload: Fields): HostEvent | null {
  const event = textOf(payload["hook_event_name"]) ?? "";
  const source = sourceOf("gemini", event, payload);
  switch (event) {
    case "BeforeTool":
      return callOf(source, payload);
    case "AfterTool":
      return resultsOf(source, payload);
    case "BeforeAgent":
      return promptOf(source, payload);
    case "AfterAgent":
      return stopOf(source, payload, false, payload["prompt_response"]);
    case "SessionStart":
      return sessionOf(source, "start");
    case "SessionEnd":
      return sessionOf(source, "end");
    case "PreCompress":
    case "Notification":
    case "BeforeModel":
    case "AfterModel":
    case "BeforeToolSelection":
      return { ...source, kind: "other" };
    default:
      return null;
  }
}

function refuse(reason: string): HookOutput {
  return say({ decision: "deny", reason: spoken(reason) });
}

function renderCall(outcome: Outcome): HookOutput {
  if (outcome.kind === "failed")
    return outcome.rule === "action.deadline" ? refuse(outcome.message) : block(outcome.message);
  if (outcome.kind === "nothing") return silence;
  if (outcome.kind !== "judged") return block("");
  if (outcome.decision !== "allow") return refuse(outcome.reason);
  const { updated_input, updated_keys } = outcome;
  if (outcome.authority === null || updated_input === null) return silence;
  // The host lays these over the model's arguments, so only what changed is said.
  const tool_input = Object.fromEntries(updated_keys.map((key) => [key, updated_input[key]]));
  return say({ hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } });
}

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  if (outcome.kind === "reported") return outcome.message === null ? silence : say({ systemMessage: outcome.message });
  if (event === null) return unread(outcome);
  if (event.kind === "call") return renderCall(outcome);
  if (event.kind === "prompt" && outcome.kind === "note" && outcome.text !== null)
    return say({ hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: outcome.text } });
  if (event.kind === "stop" && outcome.kind === "stop" && outcome.send_back !== null) return refuse(outcome.send_back);
  return silence;
}

export const gemini: Adapter = {
  host: "gemini",
  rewrites: () => true,
  parse,
  channel: () => "inbox",
  render,
};
