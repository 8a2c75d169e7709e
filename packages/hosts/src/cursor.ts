/**
 * @module Cursor: generic and granular hooks of one call. Everything goes on unless `failClosed` is set, and then an empty
 * answer refuses too, so every answer says what it means (hosts, section 6).
 */

import { type Adapter, type Fields, textOf } from "./adapter.ts";
import { argumentsOf } from "./arguments.ts";
import { cursorResults } from "./cursor-results.ts";
import type { CallEvent, HostEvent, Source } from "./event.ts";
import { block, type HookOutput, type Outcome, say, spoken, unread } from "./outcome.ts";
import { promptOf, sessionOf } from "./source.ts";

function foldersOf(payload: Fields): string[] {
  const roots = payload["workspace_roots"];
  return Array.isArray(roots) ? roots.filter((one): one is string => typeof one === "string") : [];
}

function sourceOf(event: string, payload: Fields): Source {
  const folders = foldersOf(payload);
  return {
    host: "cursor",
    event,
    session: textOf(payload["conversation_id"]) ?? textOf(payload["session_id"]) ?? "",
    // The folder of the work, not that of one command: which policy holds depends on it.
    cwd: folders[0] ?? textOf(payload["cwd"]),
    folders,
    mode: null,
    agent: { id: textOf(payload["subagent_id"]), type: textOf(payload["subagent_type"]) },
    transcript: textOf(payload["transcript_path"]),
  };
}

/** The keys of an input but these. */
function without(input: Fields, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !keys.includes(key)));
}

/**
 * One command in one form, whichever of the two hooks tells it: otherwise an approval for the call at one hook would not be
 * one at the other, and the person would be asked for ever.
 */
function shellInput(input: Fields, cwd: string | null): Fields {
  const rest = without(input, [
    "cwd",
    "working_directory",
    "description",
    "timeout",
    "block_until_ms",
    "is_background",
  ]);
  const given = textOf(input["working_directory"]) ?? textOf(input["cwd"]) ?? cwd;
  const folder = given === null || given === "" ? {} : { cwd: given };
  return { ...rest, ...folder };
}

/** One file that is read, in one form. */
function readInput(input: Fields): Fields {
  const { path, ...rest } = without(input, ["offset", "limit"]);
  if (path === undefined) return rest;
  return Object.hasOwn(rest, "file_path") ? { ...rest, path } : { file_path: path, ...rest };
}

/** Tools whose arguments were brought into one form: what goes back to the host would not be whole. */
const reshaped = new Set(["Shell", "Read"]);

function normal(tool: string, input: Fields, cwd: string | null): Fields {
  if (tool === "Shell") return shellInput(input, cwd);
  return tool === "Read" ? readInput(input) : input;
}

function callOf(source: Source, id: unknown, tool: string | null, given: unknown, cwd: unknown): CallEvent | null {
  const input = argumentsOf(given);
  if (tool === null || tool === "" || input === null) return null;
  const call = { id: textOf(id) ?? "", tool, input: normal(tool, input, textOf(cwd)), siblings: null };
  return { ...source, kind: "call", moment: "before", call };
}

function mcpTool(name: unknown): string | null {
  const tool = textOf(name);
  return tool === null || tool === "" ? null : tool.startsWith("MCP:") ? tool : `MCP:${tool}`;
}

function granular(event: string, source: Source, payload: Fields): CallEvent | null {
  if (event === "beforeMCPExecution")
    return callOf(source, null, mcpTool(payload["tool_name"]), payload["tool_input"], null);
  if (event === "beforeShellExecution") {
    const command = textOf(payload["command"]);
    return command === null ? null : callOf(source, null, "Shell", { command }, payload["cwd"]);
  }
  const file_path = textOf(payload["file_path"]);
  // The content is not kept, nor judged: the agent has not seen it yet.
  return file_path === null ? null : callOf(source, null, "Read", { file_path }, null);
}

function parse(payload: Fields): HostEvent | null {
  const event = textOf(payload["hook_event_name"]) ?? "";
  const source = sourceOf(event, payload);
  switch (event) {
    case "preToolUse":
      return callOf(
        source,
        payload["tool_use_id"],
        textOf(payload["tool_name"]),
        payload["tool_input"],
        payload["cwd"],
      );
    case "beforeShellExecution":
    case "beforeMCPExecution":
    case "beforeReadFile":
      return granular(event, source, payload);
    case "afterShellExecution":
    case "afterMCPExecution":
    case "afterFileEdit":
    case "postToolUse":
    case "postToolUseFailure":
      return cursorResults(event, source, payload, (tool, input) => normal(tool, input, textOf(payload["cwd"])));
    case "beforeSubmitPrompt": {
      const prompt = promptOf(source, payload);
      return prompt === null ? null : { ...prompt, prompt: textOf(payload["generation_id"]) };
    }
    case "stop":
      return stopOf(source, payload);
    case "sessionStart":
      return sessionOf(source, "start");
    case "sessionEnd":
      return sessionOf(source, "end");
    case "subagentStart":
      return sessionOf(source, "subagent-start");
    case "subagentStop":
    case "preCompact":
    case "afterAgentResponse":
    case "afterAgentThought":
    case "beforeTabFileRead":
    case "afterTabFileEdit":
      return { ...source, kind: "other" };
    default:
      return null;
  }
}

/** The end of a turn. One that a person stopped, or that failed, is over: to send the agent back would start it again. */
function stopOf(source: Source, payload: Fields): HostEvent {
  if (payload["status"] !== "completed") return { ...source, kind: "other" };
  const count = payload["loop_count"];
  const is_active = typeof count === "number" && count > 0;
  return { ...source, kind: "stop", message: null, is_active, is_subagent: false };
}

/** The reason stands in both messages: which of them the model sees depends on the hook. */
function refuse(text: string): HookOutput {
  const reason = spoken(text);
  return say({ permission: "deny", user_message: reason, agent_message: reason });
}

/** What lets everything go on that this event could hold up. */
function goOn(event: HostEvent): HookOutput {
  if (event.kind === "call" || event.event === "beforeTabFileRead") return say({ permission: "allow" });
  return say(event.kind === "prompt" ? { continue: true } : {});
}

function renderCall(event: CallEvent, outcome: Outcome): HookOutput {
  if (outcome.kind === "failed")
    return outcome.rule === "action.deadline" ? refuse(outcome.message) : block(outcome.message);
  if (outcome.kind === "nothing") return goOn(event);
  if (outcome.kind !== "judged") return block("");
  if (outcome.decision !== "allow") return refuse(outcome.reason);
  if (outcome.updated_input === null || !takesInput(event)) return goOn(event);
  return say({ permission: "allow", updated_input: outcome.updated_input });
}

function takesInput(event: CallEvent): boolean {
  return event.event === "preToolUse" && !reshaped.has(event.call.tool);
}

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  if (event === null) {
    // Nobody knows which event it was; an answer that lets a call go on is one for the others too.
    if (outcome.kind !== "reported" && outcome.kind !== "nothing") return unread(outcome);
    const line = outcome.kind === "reported" ? lineOf(outcome.message) : "";
    return { ...say({ permission: "allow", continue: true }), stderr: line };
  }
  if (outcome.kind === "reported") return { ...goOn(event), stderr: lineOf(outcome.message) };
  if (event.kind === "call") return renderCall(event, outcome);
  if (event.kind === "stop" && outcome.kind === "stop" && outcome.send_back !== null)
    return say({ followup_message: spoken(outcome.send_back) });
  return goOn(event);
}

function lineOf(message: string | null): string {
  return message === null ? "" : `${message}\n`;
}

export const cursor: Adapter = {
  host: "cursor",
  rewrites: (event) => takesInput(event),
  parse,
  // `ask` is not kept on the generic hook, and refuses on the granular ones.
  channel: () => "inbox",
  render,
};
