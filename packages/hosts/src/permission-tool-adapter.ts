/** @module The permission tool of Claude Code: one request, and an answer that is always one of two. */

import { type Adapter, type Fields, textOf } from "./adapter.ts";
import { argumentsOf } from "./arguments.ts";
import type { HostEvent } from "./event.ts";
import { type HookOutput, type Outcome, say, spoken } from "./outcome.ts";

function parse(payload: Fields): HostEvent | null {
  const tool = textOf(payload["tool_name"]);
  const input = argumentsOf(payload["input"]);
  if (tool === null || tool === "" || input === null) return null;
  return {
    host: "permission-tool",
    event: "approve",
    session: textOf(payload["session_id"]) ?? "",
    cwd: textOf(payload["cwd"]),
    folders: [],
    mode: null,
    agent: { id: null, type: null },
    transcript: null,
    kind: "call",
    moment: "permission",
    call: { id: textOf(payload["tool_use_id"]) ?? "", tool, input, siblings: null },
  };
}

function deny(text: string, inbox: string | null = null): HookOutput {
  return say({ behavior: "deny", message: spoken(text), ...(inbox === null ? {} : { inbox }) });
}

/** Without this tool the host would refuse what it asks for, so a gate that is off or only reports grants nothing. */
const grantsNothing =
  "Warrant: the gate is off or only reports here, and grants nothing. Next: allow the call in the host's own settings, or set the gate to enforce. [action.off]";

/** Tools that are a question to the person at the host; nobody else can answer it. */
const personsTools: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);
const needsPerson =
  "Warrant: this tool needs a person at the host. Next: end the turn with the question instead. [authority.nobody-to-ask]";

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  if (outcome.kind === "nothing" || outcome.kind === "reported") return deny(grantsNothing);
  if (event?.kind !== "call" || outcome.kind !== "judged")
    return deny(outcome.kind === "failed" ? outcome.message : "");
  if (outcome.decision !== "allow") return deny(outcome.reason, outcome.inbox_id);
  if (personsTools.has(event.call.tool)) return deny(needsPerson);
  return say({ behavior: "allow", updatedInput: outcome.updated_input ?? event.call.input });
}

export const permissionTool: Adapter = {
  host: "permission-tool",
  rewrites: () => true,
  parse,
  channel: () => "inbox",
  render,
};
