/** @module Claude Agent SDK: payloads and answers of Claude Code, with the few differences of a process of its own. */

import { type Adapter, type Fields, type HostFacts, textOf } from "./adapter.ts";
import { claudeCode } from "./claude-code.ts";
import { type CallEvent, type HostEvent, type HostOrigin, hostOrigins } from "./event.ts";
import { type HookOutput, type Outcome, say, spoken } from "./outcome.ts";

/** A version of the SDK brings the Claude Code of the same number: 0.3.240 is 2.1.240. */
function claudeVersion(version: string | null): string | null {
  return version?.replace(/^0\.3\./, "2.1.") ?? null;
}

/** Who the host says a prompt is from (`source` of its event); what it does not say, nobody knows. */
const origins: Readonly<Record<string, HostOrigin>> = {
  user: "human",
  loop_wakeup: "scheduled",
  schedule_wakeup: "scheduled",
  poll_event: "webhook",
};

function parse(payload: Fields): HostEvent | null {
  const event = claudeCode.parse(payload);
  if (event === null) return null;
  const own = { ...event, host: "agent-sdk" } as const;
  if (own.kind !== "prompt") return own;
  const said = hostOrigins.find((origin) => origin === payload["origin"]);
  return { ...own, origin: said ?? origins[textOf(payload["source"]) ?? ""] ?? "unknown" };
}

function deny(event: CallEvent, text: string): HookOutput {
  const reason = spoken(text);
  if (event.moment === "permission")
    return say({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: reason } },
    });
  return say({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  });
}

/**
 * As Claude Code's, with two differences. What a process says by its exit is said in words: a callback that throws is reported
 * and then passed over, unless the application chose otherwise. And a question at `canUseTool` carries its reason.
 */
function render(event: HostEvent | null, outcome: Outcome, facts: HostFacts): HookOutput {
  if (event?.kind === "call" && event.moment === "permission" && outcome.kind === "judged") {
    if (outcome.decision === "ask" && outcome.channel === "prompt") return say({ ask: spoken(outcome.reason) });
  }
  const said = claudeCode.render(event, outcome, { ...facts, version: claudeVersion(facts.version) });
  if (said.exit === 0) return { ...said, stdout: said.stdout === "" ? "{}" : said.stdout, stderr: "" };
  return event?.kind === "call" ? deny(event, said.stderr.trim()) : said;
}

export const agentSdk: Adapter = {
  host: "agent-sdk",
  rewrites: (event, facts) =>
    claudeCode.rewrites?.(event, { ...facts, version: claudeVersion(facts.version) }) === true,
  parse,
  channel: (event, decision, facts) =>
    claudeCode.channel(event, decision, { ...facts, may_defer: false, version: claudeVersion(facts.version) }),
  render,
};
