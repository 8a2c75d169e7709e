/** @module Vercel AI SDK: the calls and typed prompts its approval function hands over, and its answers as JSON. */

import { type Adapter, type Fields, fieldsOf, textOf } from "./adapter.ts";
import { argumentsOf, unreadKey } from "./arguments.ts";
import type { HostEvent, Source } from "./event.ts";
import { type HookOutput, type Outcome, say, silence, spoken } from "./outcome.ts";

function sourceOf(event: string, payload: Fields): Source {
  const session = fieldsOf(payload["session"]);
  return {
    host: "ai-sdk",
    event,
    session: textOf(session["id"]) ?? "",
    cwd: textOf(session["cwd"]),
    folders: [],
    mode: null,
    agent: { id: textOf(session["agent"]), type: null },
    transcript: null,
  };
}

function parse(payload: Fields): HostEvent | null {
  if (payload["prompt"] !== undefined) {
    const { text, id, has_attachments: attached } = fieldsOf(payload["prompt"]);
    if (typeof text !== "string") return null;
    const prompt = textOf(id);
    return {
      ...sourceOf("prompt", payload),
      kind: "prompt",
      text,
      prompt,
      has_attachments: attached === true,
      origin: "human",
    };
  }
  const { toolCallId, toolName, input } = fieldsOf(payload["toolCall"]);
  const tool = textOf(toolName);
  if (tool === null || tool === "") return null;
  // A tool may take anything; what is no object has no arguments that could be read.
  const read = (typeof input === "string" ? null : argumentsOf(input)) ?? { [unreadKey]: input };
  return {
    ...sourceOf("toolApproval", payload),
    kind: "call",
    moment: "before",
    call: { id: textOf(toolCallId) ?? "", tool, input: read, siblings: null },
  };
}

function answer(type: "approved" | "denied" | "user-approval", reason: string): HookOutput {
  return say({ type, reason: spoken(reason) });
}

/** The call goes on under the SDK's own rules. To say nothing would mean the same, and is never done. */
const goOn: HookOutput = { ...silence, stdout: JSON.stringify("not-applicable") };

function render(event: HostEvent | null, outcome: Outcome): HookOutput {
  if (event !== null && event.kind !== "call") return silence;
  if (outcome.kind === "nothing" || outcome.kind === "reported") return goOn;
  if (outcome.kind !== "judged") return answer("denied", outcome.kind === "failed" ? outcome.message : "");
  if (outcome.decision === "allow") return outcome.authority === null ? goOn : answer("approved", outcome.reason);
  const isAsked = outcome.decision === "ask" && outcome.channel === "prompt";
  return answer(isAsked ? "user-approval" : "denied", outcome.reason);
}

export const aiSdk: Adapter = {
  host: "ai-sdk",
  parse,
  channel: (_event, decision, facts) => (decision === "ask" && !facts.is_headless ? "prompt" : "inbox"),
  render,
};
