/**
 * @module OpenCode: a plugin in its process hands each hook over as `{event, cwd, root, input, output}` and does what comes
 * back: `throw` refuses, `args` changes the arguments, `status` answers its own question (hosts, section 8).
 */

import { type Adapter, type Fields, fieldsOf, textOf } from "./adapter.ts";
import { argumentsOf } from "./arguments.ts";
import type { CallEvent, HostEvent, PromptEvent, ResultEvent, Source } from "./event.ts";
import { type HookOutput, type Outcome, say, silence, spoken, unread } from "./outcome.ts";

/** What the host would do is known by the hook; a wrapper without its name has the arguments of a call that is about to run. */
function eventOf(payload: Fields): string {
  const named = textOf(payload["event"]);
  if (named !== null) return named;
  return "args" in fieldsOf(payload["output"]) ? "tool.execute.before" : "";
}

/**
 * A task of an agent is a session of its own below the one a person is in; `root` is that one. Where nobody could look it up,
 * the session stands for itself.
 */
function sourceOf(event: string, payload: Fields): Source {
  const input = fieldsOf(payload["input"]);
  const session = textOf(input["sessionID"]) ?? "";
  const root = textOf(payload["root"]) ?? session;
  const isChild = root !== session;
  return {
    host: "opencode",
    event,
    session: root,
    cwd: textOf(payload["cwd"]),
    folders: [],
    mode: null,
    agent: { id: isChild ? session : null, type: isChild ? textOf(input["agent"]) : null },
    transcript: null,
  };
}

function callOf(source: Source, payload: Fields): CallEvent | null {
  const { tool, callID } = fieldsOf(payload["input"]);
  const name = textOf(tool);
  const input = argumentsOf(fieldsOf(payload["output"])["args"]);
  if (name === null || name === "" || input === null) return null;
  return {
    ...source,
    kind: "call",
    moment: "before",
    call: { id: textOf(callID) ?? "", tool: name, input, siblings: null },
  };
}

/** What the host's own question is about, as the arguments of the tool it is asked for. */
function askedInput(type: string, { pattern, metadata }: Fields): Fields {
  const { command, filePath, url } = fieldsOf(metadata);
  if (type === "bash") return { command: command ?? pattern };
  if (type === "edit") return { filePath };
  return type === "webfetch" ? { url: url ?? pattern } : { ...fieldsOf(metadata), pattern };
}

function permissionOf(source: Source, payload: Fields): CallEvent | null {
  const asked = fieldsOf(payload["input"]);
  const type = textOf(asked["type"]);
  if (type === null || type === "") return null;
  const call = { id: textOf(asked["callID"]) ?? "", tool: type, input: askedInput(type, asked), siblings: null };
  return { ...source, kind: "call", moment: "permission", call };
}

function resultsOf(source: Source, payload: Fields): ResultEvent | null {
  const { tool, callID, args } = fieldsOf(payload["input"]);
  const name = textOf(tool);
  const input = argumentsOf(args);
  if (name === null || input === null) return null;
  const output = fieldsOf(payload["output"]);
  const code = fieldsOf(output["metadata"])["exit"];
  const exit = typeof code === "number" && Number.isInteger(code) ? code : null;
  const result = {
    call_id: textOf(callID) ?? "",
    tool: name,
    input,
    // A tool that fails throws, and then this is not told.
    status: exit === null || exit === 0 ? ("ok" as const) : ("error" as const),
    exit_code: exit,
    output: textOf(output["output"]) ?? "",
    duration_ms: null,
  };
  return { ...source, kind: "results", results: [result], is_model_view: true };
}

/** The words of a message but those the host put in. A task's message was written by an agent. */
function promptOf(source: Source, payload: Fields): PromptEvent | null {
  const { message, parts } = fieldsOf(payload["output"]);
  if (fieldsOf(message)["role"] !== "user") return null;
  const read = Array.isArray(parts) ? parts.map(fieldsOf) : [];
  const written = read.filter((part) => part["type"] === "text" && part["synthetic"] !== true);
  const isKnown = textOf(payload["root"]) !== null;
  const origin =
    source.agent.id !== null ? ({ origin: "agent" } as const) : isKnown ? {} : { origin: "unknown" as const };
  return {
    ...source,
    kind: "prompt",
    text: written.map((part) => textOf(part["text"]) ?? "").join("\n"),
    prompt: textOf(fieldsOf(payload["input"])["messageID"]),
    has_attachments: read.some((part) => part["type"] === "file"),
    ...origin,
  };
}

function parse(payload: Fields): HostEvent | null {
  const event = eventOf(payload);
  const source = sourceOf(event, payload);
  switch (event) {
    case "tool.execute.before":
      return callOf(source, payload);
    case "permission.ask":
      return permissionOf(source, payload);
    case "tool.execute.after":
      return resultsOf(source, payload);
    case "chat.message":
      return promptOf(source, payload) ?? { ...source, kind: "other" };
    case "session.idle":
      // It is over: the host cannot be sent back, so it counts as having been.
      return { ...source, kind: "stop", message: null, is_active: true, is_subagent: source.agent.id !== null };
    default:
      return null;
  }
}

function renderCall(event: CallEvent, outcome: Outcome): HookOutput {
  if (outcome.kind === "nothing") return silence;
  const isPermission = event.moment === "permission";
  if (outcome.kind !== "judged") {
    if (outcome.kind !== "failed" || outcome.rule !== "action.deadline") return unread(outcome);
    return isPermission ? say({ status: "deny" }) : say({ throw: spoken(outcome.message) });
  }
  const { decision, authority, updated_input, updated_keys } = outcome;
  if (decision !== "allow") {
    if (!isPermission) return say({ throw: spoken(outcome.reason) });
    return decision === "ask" && outcome.channel === "prompt" ? silence : say({ status: "deny" });
  }
  if (isPermission) return authority === null ? silence : say({ status: "allow" });
  if (authority === null || updated_input === null) return silence;
  return say({ args: Object.fromEntries(updated_keys.map((key) => [key, updated_input[key]])) });
}

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  if (outcome.kind === "reported")
    return outcome.message === null ? silence : { ...silence, stderr: `${outcome.message}\n` };
  if (event === null) return unread(outcome);
  if (event.kind === "call") return renderCall(event, outcome);
  return silence;
}

export const opencode: Adapter = {
  host: "opencode",
  rewrites: (event) => event.moment === "before",
  parse,
  // Only where the host asks by itself does a person see a prompt; before a call nothing says that it will.
  channel: (event, decision) => (event.moment === "permission" && decision === "ask" ? "prompt" : "inbox"),
  render,
};
