/** @module Claude Code: its payloads, and a verdict in its own words, by version (hosts, section 3). */

import { inertTools, mcpName } from "@warrant/kernel/action/tools";
import { type Adapter, type Fields, fieldsOf, type HostFacts, textOf } from "./adapter.ts";
import type { CallEvent, HostEvent, HostOrigin, ResultState, Source, ToolResult } from "./event.ts";
import {
  block,
  type Channel,
  type HookOutput,
  type JudgedCall,
  type Outcome,
  say,
  silence,
  spoken,
} from "./outcome.ts";
import { isFrom } from "./version.ts";

/** Events the host has and the gate has nothing to do for. */
const quietEvents: ReadonlySet<string> = new Set(
  "Setup InstructionsLoaded UserPromptExpansion MessageDisplay Notification TaskCreated TaskCompleted StopFailure TeammateIdle FileChanged WorktreeCreate WorktreeRemove PreCompact PostCompact PreModelSwitch PostModelSwitch Elicitation ElicitationResult".split(
    " ",
  ),
);

function sourceOf(payload: Fields, event: string): Source {
  return {
    host: "claude-code",
    event,
    session: textOf(payload["session_id"]) ?? "",
    cwd: textOf(payload["cwd"]),
    folders: [],
    mode: textOf(payload["permission_mode"]),
    agent: { id: textOf(payload["agent_id"]), type: textOf(payload["agent_type"]) },
    transcript: textOf(payload["transcript_path"]),
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function callOf(payload: Fields, source: Source, moment: CallEvent["moment"]): HostEvent | null {
  const tool = textOf(payload["tool_name"]);
  const input = payload["tool_input"] ?? {};
  if (tool === null || tool === "" || !isFields(input)) return null;
  const id = textOf(payload["tool_use_id"]) ?? "";
  return { ...source, kind: "call", moment, call: { id, tool, input, siblings: null } };
}

/** What a tool gave, as text: the streams of a command, a text, or the JSON of anything else. */
function outputOf(response: unknown): string {
  if (typeof response === "string") return response;
  const { stdout, stderr } = fieldsOf(response);
  if (typeof stdout === "string" || typeof stderr === "string")
    return [stdout, stderr].filter((stream) => typeof stream === "string" && stream !== "").join("\n");
  return response === undefined ? "" : (JSON.stringify(response) ?? "");
}

function exitCodeOf(response: unknown): number | null {
  const { exit_code: written, exitCode: spelled } = fieldsOf(response);
  const code = written ?? spelled;
  return typeof code === "number" && Number.isSafeInteger(code) ? code : null;
}

function resultOf(payload: Fields, state: ResultState | null, output: unknown): ToolResult | null {
  const tool = textOf(payload["tool_name"]);
  if (tool === null) return null;
  const response = fieldsOf(output);
  const isError = response["is_error"] === true;
  const read: ResultState = response["interrupted"] === true ? "interrupted" : isError ? "error" : "ok";
  const duration = payload["duration_ms"];
  return {
    call_id: textOf(payload["tool_use_id"]) ?? "",
    tool,
    input: fieldsOf(payload["tool_input"]),
    status: state ?? read,
    exit_code: exitCodeOf(output),
    output: outputOf(output),
    duration_ms: typeof duration === "number" && Number.isFinite(duration) ? duration : null,
  };
}

/** The number a failed command ended with, where the host writes it before what the command said. */
function failedWith(error: string): number | null {
  const code = /^(?:Error: )?Exit code (?<code>\d{1,3})\b/.exec(error)?.groups?.["code"];
  return code === undefined ? null : Number(code);
}

function failureOf(payload: Fields): ToolResult | null {
  const error = textOf(payload["error"]) ?? outputOf(payload["error"]);
  const result = resultOf(payload, payload["is_interrupt"] === true ? "interrupted" : "error", error);
  return result === null ? null : { ...result, exit_code: failedWith(error) };
}

function resultsOf(source: Source, results: readonly (ToolResult | null)[], isModelView = false): HostEvent {
  const known = results.filter((result) => result !== null);
  return { ...source, kind: "results", results: known, is_model_view: isModelView };
}

/** Who wrote a prompt, by the host's own word for where it came from. One nobody knows says nothing of a person. */
const origins: Readonly<Record<string, HostOrigin>> = {
  user: "human",
  loop_wakeup: "scheduled",
  schedule_wakeup: "scheduled",
  poll_event: "webhook",
};

function originOf(source: unknown): { readonly origin?: HostOrigin } {
  if (source === undefined || source === null) return {};
  const known = typeof source === "string" && Object.hasOwn(origins, source) ? origins[source] : undefined;
  return { origin: known ?? "unknown" };
}

function parse(payload: Fields): HostEvent | null {
  const name = textOf(payload["hook_event_name"]);
  if (name === null) return null;
  const source = sourceOf(payload, name);
  switch (name) {
    case "PreToolUse":
      return callOf(payload, source, "before");
    case "PermissionRequest":
      return callOf(payload, source, "permission");
    case "UserPromptSubmit":
      // Whatever is wrong with a prompt, it is never blocked.
      return {
        ...source,
        kind: "prompt",
        text: textOf(payload["prompt"]) ?? "",
        prompt: textOf(payload["prompt_id"]),
        has_attachments: false,
        ...originOf(payload["source"]),
      };
    case "PostToolUse":
      return resultsOf(source, [resultOf(payload, null, payload["tool_response"])]);
    case "PostToolUseFailure":
      return resultsOf(source, [failureOf(payload)]);
    case "PermissionDenied":
      return resultsOf(source, [resultOf(payload, "denied", textOf(payload["reason"]) ?? "")]);
    case "PostToolBatch": {
      const calls = Array.isArray(payload["tool_calls"]) ? payload["tool_calls"].map(fieldsOf) : [];
      return resultsOf(
        source,
        // What the model saw of a refused call is a text like any other; only the result of its own says what became of it.
        calls.map((call) => resultOf(call, "unknown", call["tool_response"])),
        true,
      );
    }
    case "Stop":
    case "SubagentStop":
      return {
        ...source,
        kind: "stop",
        message: textOf(payload["last_assistant_message"]),
        is_active: payload["stop_hook_active"] === true,
        is_subagent: name === "SubagentStop",
      };
    case "SessionStart":
      return { ...source, kind: "session", change: "start" };
    case "SessionEnd":
      return { ...source, kind: "session", change: "end" };
    case "SubagentStart":
      return { ...source, kind: "session", change: "subagent-start" };
    case "ConfigChange":
      return {
        ...source,
        kind: "configuration",
        layer: textOf(payload["source"]) ?? "",
        file: textOf(payload["file_path"]),
      };
    case "CwdChanged":
      return { ...source, kind: "place", cwd: textOf(payload["new_cwd"]) ?? source.cwd, added: [] };
    case "DirectoryAdded": {
      const folder = textOf(payload["directory"]);
      // The program around the host adds some as well; only a person's command makes one of them a root.
      const isPersons = payload["source"] === "slash_command" && folder !== null;
      return { ...source, kind: "place", added: isPersons ? [folder] : [] };
    }
    default:
      return quietEvents.has(name) ? { ...source, kind: "other" } : null;
  }
}

/** Modes in which the host's prompt reaches the person. One nobody knows is none. */
function canAsk({ call, mode }: CallEvent, { version, capabilities }: HostFacts): boolean {
  if (mcpName(call.tool) !== null && !capabilities.includes("ask_mcp")) return false;
  if (mode === "auto") return isFrom(version, "2.1.211");
  return mode === "default" || mode === "acceptEdits" || mode === "plan";
}

/** A call that is held back while another one of its turn goes on is let through by the host. */
function canDefer(
  { call, agent }: CallEvent,
  { version, is_headless: isHeadless, may_defer: may }: HostFacts,
): boolean {
  return may && isHeadless && isFrom(version, "2.1.89") && agent.id === null && call.siblings === 1;
}

function channel(event: CallEvent, decision: "ask" | "park", facts: HostFacts): Channel {
  if (event.moment === "permission") return decision === "ask" ? "prompt" : "inbox";
  if (decision === "ask") return canAsk(event, facts) ? "prompt" : "inbox";
  return canDefer(event, facts) ? "defer" : "inbox";
}

function rewrites(event: CallEvent, { version }: HostFacts): boolean {
  return event.moment === "before" && isFrom(version, "2.1.110");
}

function decide(decision: string, reason: string | null, input: JudgedCall["updated_input"] = null): HookOutput {
  return say({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      ...(reason === null ? {} : { permissionDecisionReason: reason }),
      ...(input === null ? {} : { updatedInput: input }),
    },
  });
}

function refuse({ reason }: JudgedCall, { version }: HostFacts): HookOutput {
  // Before this version another hook's question won over a denial; the blocking code never lost.
  return isFrom(version, "2.1.101") ? decide("deny", reason) : block(reason);
}

function renderBefore(event: CallEvent, judged: JudgedCall, facts: HostFacts): HookOutput {
  const { decision, authority, reason, channel: asked } = judged;
  const input = rewrites(event, facts) ? judged.updated_input : null;
  if (decision === "ask" && asked === "prompt") return decide("ask", reason, input);
  if (decision === "park" && asked === "defer") return decide("defer", null);
  if (decision !== "allow") return refuse(judged, facts);
  // An old version loses a background task that a hook allows; its own rules decide there.
  const isInBackground = event.call.input["run_in_background"] === true && !isFrom(facts.version, "2.1.222");
  if (authority === null || isInBackground || inertTools.has(event.call.tool)) return silence;
  return decide("allow", reason, input);
}

function answerPermission(decision: { readonly behavior: "allow" | "deny"; readonly message?: string }): HookOutput {
  return say({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
}

function renderPermission({ decision, authority, reason, channel: asked }: JudgedCall): HookOutput {
  if (decision === "allow") return authority === null ? silence : answerPermission({ behavior: "allow" });
  if (decision === "ask" && asked === "prompt") return silence;
  return answerPermission({ behavior: "deny", message: reason });
}

function renderFailure(event: HostEvent | null, message: string): HookOutput {
  if (event === null || event.kind === "configuration") return block(message);
  if (event.kind !== "call") return { ...silence, stderr: `${message}\n` };
  // The blocking code is not honoured where the host asks for its own permission.
  return event.moment === "permission" ? answerPermission({ behavior: "deny", message }) : block(message);
}

/** What a gate never comes to for a call. */
const notOfCalls: ReadonlySet<Outcome["kind"]> = new Set(["note", "stop", "configuration"]);

function render(event: HostEvent | null, outcome: Outcome, facts: HostFacts): HookOutput {
  if (event === null || event.kind === "call") {
    if (notOfCalls.has(outcome.kind)) return renderFailure(event, spoken(""));
  }
  switch (outcome.kind) {
    case "judged":
      if (event?.kind !== "call") return block(outcome.reason);
      return event.moment === "permission" ? renderPermission(outcome) : renderBefore(event, outcome, facts);
    case "note":
      if (event === null || outcome.text === null) return silence;
      return say({ hookSpecificOutput: { hookEventName: event.event, additionalContext: outcome.text } });
    case "stop":
      return outcome.send_back === null ? silence : say({ decision: "block", reason: outcome.send_back });
    case "configuration":
      return outcome.refusal === null ? silence : block(outcome.refusal);
    case "nothing":
      return silence;
    case "failed":
      return renderFailure(event, outcome.message);
    case "reported":
      return outcome.message === null ? silence : say({ systemMessage: outcome.message });
    default:
      return outcome satisfies never;
  }
}

export const claudeCode: Adapter = { host: "claude-code", rewrites, parse, channel, render };
