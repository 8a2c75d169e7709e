/**
 * @module Codex CLI: `hooks.json` events. Its output schemas take no key beyond theirs, and a refusal without a reason, an
 * `ask` or a broken answer lets the call go on, so there are few forms and each is complete (hosts, section 4).
 */

import { type Adapter, type Fields, fieldsOf, textOf } from "./adapter.ts";
import { argumentsOf, outputText, unreadKey } from "./arguments.ts";
import { commandOfArguments } from "./argv.ts";
import type { CallEvent, HostEvent, ResultEvent, ResultState, Source } from "./event.ts";
import { block, type HookOutput, type Outcome, say, silence, spoken, unread } from "./outcome.ts";
import { promptOf, sessionOf, sourceOf, stopOf } from "./source.ts";

const patchKeys = ["command", "input", "patch", "patchText"];
const patchStart = "*** Begin Patch";

function patchIn(value: unknown): string | null {
  if (typeof value === "string") return value.includes(patchStart) ? value : null;
  // A function call of two words: the tool's name and the patch.
  if (!Array.isArray(value) || value.length !== 2 || value[0] !== "apply_patch") return null;
  return typeof value[1] === "string" ? value[1] : null;
}

/** The patch under a key that is read, whatever key it came in. More patches than keys stay where nobody reads them. */
function patchArguments(input: Fields): Fields {
  const read: Record<string, unknown> = {};
  const moved: string[] = [];
  for (const [key, value] of Object.entries(input)) {
    const patch = patchIn(value);
    if (patch === null) read[key] = value;
    else if (patchKeys.includes(key)) read[key] = patch;
    else moved.push(patch);
  }
  for (const patch of moved) {
    const free = patchKeys.find((key) => !Object.hasOwn(read, key));
    read[free ?? unreadKey] = patch;
  }
  return read;
}

/** A list of arguments is run without a shell: it becomes the command that means the same, never its words joined. */
function shellArguments(input: Fields): Fields {
  const { command } = input;
  if (!Array.isArray(command)) return input;
  const written = commandOfArguments(command);
  return written === null ? input : { ...input, command: written };
}

function callOf(source: Source, payload: Fields, moment: CallEvent["moment"]): CallEvent | null {
  const tool = textOf(payload["tool_name"]);
  const given = argumentsOf(payload["tool_input"]);
  if (tool === null || given === null) return null;
  const read = tool === "apply_patch" ? patchArguments(given) : tool === "Bash" ? shellArguments(given) : given;
  // Codex asks for permission when a call is to run outside its sandbox.
  const input = moment === "permission" ? { ...read, requestSandboxBypass: true } : read;
  const id = moment === "before" ? (textOf(payload["tool_use_id"]) ?? "") : "";
  return { ...source, kind: "call", moment, call: { id, tool, input, siblings: null } };
}

function statusOf(response: unknown): { readonly status: ResultState; readonly exit: number | null } {
  const fields = fieldsOf(response);
  const code = fields["exit_code"] ?? fieldsOf(fields["metadata"])["exit_code"];
  if (typeof code === "number" && Number.isInteger(code)) return { status: code === 0 ? "ok" : "error", exit: code };
  if (fields["isError"] === true || fields["is_error"] === true || fields["success"] === false)
    return { status: "error", exit: null };
  // A text says nothing of success.
  return { status: fields["success"] === true || fields["isError"] === false ? "ok" : "unknown", exit: null };
}

function resultsOf(source: Source, payload: Fields): ResultEvent | null {
  const tool = textOf(payload["tool_name"]);
  const input = argumentsOf(payload["tool_input"]);
  if (tool === null || input === null) return null;
  const response = payload["tool_response"];
  const { status, exit } = statusOf(response);
  const result = {
    call_id: textOf(payload["tool_use_id"]) ?? "",
    tool,
    input: tool === "apply_patch" ? patchArguments(input) : tool === "Bash" ? shellArguments(input) : input,
    status,
    exit_code: exit,
    output: outputText(fieldsOf(response)["output"] ?? response),
    duration_ms: null,
  };
  return { ...source, kind: "results", results: [result], is_model_view: false };
}

function parse(payload: Fields): HostEvent | null {
  const event = textOf(payload["hook_event_name"]) ?? "";
  const source = sourceOf("codex", event, payload);
  switch (event) {
    case "PreToolUse":
      return callOf(source, payload, "before");
    case "PermissionRequest":
      return callOf(source, payload, "permission");
    case "PostToolUse":
      return resultsOf(source, payload);
    case "UserPromptSubmit":
      return promptOf(source, payload);
    case "Stop":
    case "SubagentStop":
      return stopOf(source, payload, event === "SubagentStop", payload["last_assistant_message"]);
    case "SessionStart":
      return sessionOf(source, "start");
    case "SessionEnd":
      return sessionOf(source, "end");
    case "SubagentStart":
      return sessionOf(source, "subagent-start");
    case "Interrupt":
    case "StopFailure":
    case "PreCompact":
    case "PostCompact":
      return { ...source, kind: "other" };
    default:
      return null;
  }
}

function refuse(event: CallEvent, text: string): HookOutput {
  const message = spoken(text);
  if (event.moment === "permission")
    return say({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message } } });
  return say({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: message,
    },
  });
}

/** What is said where nothing is to be said: the end of a turn has to be answered with an object. */
function nothing(event: HostEvent): HookOutput {
  return event.kind === "stop" ? say({}) : silence;
}

function renderCall(event: CallEvent, outcome: Outcome): HookOutput {
  if (outcome.kind === "failed")
    return outcome.rule === "action.deadline" ? refuse(event, outcome.message) : block(outcome.message);
  if (outcome.kind === "nothing") return silence;
  if (outcome.kind !== "judged") return block("");
  if (outcome.decision === "allow") {
    if (event.moment === "before" || outcome.authority === null) return silence;
    return say({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } });
  }
  // Codex shows its own prompt where we say nothing of a permission; nowhere else has it one.
  const isPrompted = outcome.decision === "ask" && outcome.channel === "prompt" && event.moment === "permission";
  return isPrompted ? silence : refuse(event, outcome.reason);
}

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  if (outcome.kind === "reported") {
    if (outcome.message !== null) return say({ systemMessage: outcome.message });
    return event === null ? silence : nothing(event);
  }
  if (event === null) return unread(outcome);
  if (event.kind === "call") return renderCall(event, outcome);
  if (event.kind === "prompt" && outcome.kind === "note" && outcome.text !== null)
    return say({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: outcome.text } });
  if (event.kind === "stop" && outcome.kind === "stop" && outcome.send_back !== null)
    return say({ decision: "block", reason: spoken(outcome.send_back) });
  return nothing(event);
}

export const codex: Adapter = {
  host: "codex",
  parse,
  // A permission reaches a person by Codex's own prompt, unless a reviewer that is a model answers it: only where it is proven.
  channel: (event, decision, facts) =>
    event.moment === "permission" && decision === "ask" && !facts.is_headless && facts.capabilities.includes("ask")
      ? "prompt"
      : "inbox",
  render,
};
