/**
 * @module GitHub Copilot CLI and cloud agent: PascalCase events, flat answers. Any exit but 0 refuses a call; a timeout never
 * does (hosts, section 5).
 */

import { type Adapter, type Fields, fieldsOf, type HostFacts, textOf } from "./adapter.ts";
import { argumentsOf } from "./arguments.ts";
import type { CallEvent, HostEvent, ResultEvent, Source } from "./event.ts";
import { block, type HookOutput, type JudgedCall, type Outcome, say, silence, spoken, unread } from "./outcome.ts";
import { promptOf, sessionOf, sourceOf, stopOf } from "./source.ts";

/** Set in the hooks of the cloud agent, where nobody can be asked. */
const cloudMark = "COPILOT_AGENT_PROMPT";

/** Names of its own tools where Copilot does not tell those of Claude Code: a permission comes in its own dialect. */
const claudeNames: Readonly<Record<string, string>> = {
  bash: "Bash",
  powershell: "Bash",
  view: "Read",
  create: "Write",
  edit: "Edit",
  str_replace_editor: "Edit",
  apply_patch: "Edit",
  grep: "Grep",
  rg: "Grep",
  glob: "Glob",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
  ask_user: "AskUserQuestion",
  update_todo: "TodoWrite",
  task: "Agent",
};

/** A permission, which is told in camelCase whatever the case of its event in the settings (seen on 1.0.102). */
function inOneDialect(payload: Fields): Fields {
  if (payload["hookName"] !== "permissionRequest") return payload;
  const tool = textOf(payload["toolName"]) ?? "";
  return {
    hook_event_name: "PermissionRequest",
    session_id: payload["sessionId"],
    cwd: payload["cwd"],
    tool_name: Object.hasOwn(claudeNames, tool) ? claudeNames[tool] : payload["toolName"],
    tool_input: payload["toolInput"],
  };
}

/** The arguments; a patch comes as a text of its own. */
function inputOf(tool: string, given: unknown): Fields | null {
  if (tool === "Edit" && typeof given === "string" && given.includes("*** Begin Patch")) return { patch: given };
  return argumentsOf(given);
}

function callOf(source: Source, payload: Fields, moment: CallEvent["moment"]): CallEvent | null {
  const tool = textOf(payload["tool_name"]);
  const input = tool === null ? null : inputOf(tool, payload["tool_input"]);
  if (tool === null || input === null) return null;
  return { ...source, kind: "call", moment, call: { id: "", tool, input, siblings: null } };
}

const endOfCommand = /<shellId: \S{1,40} completed with exit code (?<code>-?\d{1,9})>\s*$/;

function resultsOf(source: Source, payload: Fields, isFailure: boolean): ResultEvent | null {
  const tool = textOf(payload["tool_name"]);
  const input = tool === null ? null : inputOf(tool, payload["tool_input"]);
  if (tool === null || input === null) return null;
  const given = fieldsOf(payload["tool_result"]);
  const output = (isFailure ? textOf(payload["error"]) : textOf(given["text_result_for_llm"])) ?? "";
  // The shell tool ends its text with the code, and a command that failed is a success of the tool.
  const code = tool === "Bash" ? endOfCommand.exec(output.slice(-200))?.groups?.["code"] : undefined;
  const exit = code === undefined ? null : Number(code);
  const isError = isFailure || (exit !== null && exit !== 0);
  const isGood = !isError && given["result_type"] === "success";
  const result = {
    call_id: "",
    tool,
    input,
    status: isGood ? ("ok" as const) : isError ? ("error" as const) : ("unknown" as const),
    exit_code: exit,
    output,
    duration_ms: null,
  };
  return { ...source, kind: "results", results: [result], is_model_view: true };
}

function parse(given: Fields): HostEvent | null {
  const payload = inOneDialect(given);
  const event = textOf(payload["hook_event_name"]) ?? "";
  const source = sourceOf("copilot", event, payload);
  switch (event) {
    case "PreToolUse":
      return callOf(source, payload, "before");
    case "PermissionRequest":
      return callOf(source, payload, "permission");
    case "PostToolUse":
    case "PostToolUseFailure":
      return resultsOf(source, payload, event === "PostToolUseFailure");
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
    case "ErrorOccurred":
    case "Notification":
    case "PreCompact":
      return { ...source, kind: "other" };
    default:
      return null;
  }
}

function refuse(event: CallEvent, text: string): HookOutput {
  const reason = spoken(text);
  if (event.moment === "permission") return say({ behavior: "deny", message: reason });
  return say({ permissionDecision: "deny", permissionDecisionReason: reason });
}

function rewritten(outcome: JudgedCall): object {
  return outcome.updated_input === null ? {} : { modifiedArgs: outcome.updated_input };
}

function allow(event: CallEvent, outcome: JudgedCall): HookOutput {
  if (outcome.authority === null) return silence;
  if (event.moment === "before") {
    const permissionDecisionReason = spoken(outcome.reason);
    return say({ permissionDecision: "allow", permissionDecisionReason, ...rewritten(outcome) });
  }
  // To leave the sandbox is asked of the person at the host's own prompt, whatever was approved here.
  return event.call.input["requestSandboxBypass"] === true ? silence : say({ behavior: "allow" });
}

function renderCall(event: CallEvent, outcome: Outcome): HookOutput {
  if (outcome.kind === "failed") {
    // At a permission the host drops what is on stderr, and the agent would not learn why.
    const isSaid = outcome.rule === "action.deadline" || event.moment === "permission";
    return isSaid ? refuse(event, outcome.message) : block(outcome.message);
  }
  if (outcome.kind === "nothing") return silence;
  if (outcome.kind !== "judged") return block("");
  if (outcome.decision === "allow") return allow(event, outcome);
  if (outcome.decision !== "ask" || outcome.channel !== "prompt") return refuse(event, outcome.reason);
  // The person was asked before the call; the permission that follows is the host's own.
  if (event.moment === "permission") return silence;
  const permissionDecisionReason = spoken(outcome.reason);
  return say({ permissionDecision: "ask", permissionDecisionReason, ...rewritten(outcome) });
}

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  // There is no field for a message to the person; what is on stderr beside exit 0 is logged.
  if (outcome.kind === "reported")
    return outcome.message === null ? silence : { ...silence, stderr: `${outcome.message}\n` };
  if (event === null) return unread(outcome);
  if (event.kind === "call") return renderCall(event, outcome);
  if (event.kind === "results" && outcome.kind === "note" && outcome.text !== null)
    return say({ additionalContext: outcome.text });
  if (event.kind === "stop" && outcome.kind === "stop" && outcome.send_back !== null)
    return say({ decision: "block", reason: spoken(outcome.send_back) });
  return silence;
}

function isAlone(facts: HostFacts): boolean {
  return facts.is_headless || facts.environment.includes(cloudMark);
}

export const copilot: Adapter = {
  host: "copilot",
  // What is said at a prompt is dropped by the host.
  notes: "results",
  rewrites: (event) => event.moment === "before",
  parse,
  channel: (_event, decision, facts) => (decision === "ask" && !isAlone(facts) ? "prompt" : "inbox"),
  render,
};
