/**
 * @module Claude Agent SDK: hook callbacks inside an application, and the question they lead to in its own `canUseTool`. The
 * forms are those of Claude Code (hosts, section 10).
 */

import { type Adapter, type Fields, fieldsOf, type HostFacts, textOf } from "./adapter.ts";
import { attended } from "./attended.ts";
import { claudeCode } from "./claude-code.ts";
import { type CallEvent, type HostEvent, type HostOrigin, hostOrigins } from "./event.ts";
import { runPayload } from "./hook.ts";
import { type HookOutput, type Outcome, say, spoken } from "./outcome.ts";
import type { GatePort } from "./port.ts";

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
  if (said.exit === 0) return { ...said, stderr: "" };
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

/** What the SDK gives a hook: the object a hook process of Claude Code would read. */
export type SdkHookInput = Fields;
export type SdkHookOutput = Readonly<Record<string, unknown>>;
export type SdkHook = (
  input: SdkHookInput,
  toolUseId: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<SdkHookOutput>;

/** Provenance of a message, in the SDK's words. */
export interface SdkOrigin {
  readonly kind: string;
  readonly subkind?: string | undefined;
}

/** A question for the person of the application. */
export interface AgentQuestion {
  readonly tool: string;
  readonly input: Fields;
  /** Why it is asked. */
  readonly reason: string;
  readonly signal: AbortSignal;
}

export interface AgentOptions {
  /** The machine's side of the gate: settings, ledger, file system and time. */
  readonly port: GatePort;
  /** Who a prompt is from, by the origin of its message. Without it only what the host itself says counts. */
  readonly origin?: (prompt: string) => SdkOrigin | undefined;
  /** Shows a question to a person and gives their answer. Without it nobody can be asked. */
  readonly ask?: (question: AgentQuestion) => Promise<boolean>;
}

export type SdkPermission =
  | { readonly behavior: "allow"; readonly updatedInput: Record<string, unknown> }
  | { readonly behavior: "deny"; readonly message: string };

interface CanUseToolOptions {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly agentID?: string | undefined;
  readonly decisionReason?: string | undefined;
}

export type SdkCanUseTool = (
  tool: string,
  input: Record<string, unknown>,
  options: CanUseToolOptions,
) => Promise<SdkPermission>;

const hookEvents = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "SubagentStart",
  "SubagentStop",
  "Stop",
] as const;
type HookEvent = (typeof hookEvents)[number];

export interface WarrantAgent {
  readonly hooks: Readonly<Record<HookEvent, { hooks: SdkHook[]; timeout: number }[]>>;
  readonly canUseTool: SdkCanUseTool;
}

function originOf({ kind, subkind }: SdkOrigin): HostOrigin {
  if (kind === "human") return "human";
  if (kind === "channel" || subkind === "external-event") return "webhook";
  if (kind === "peer" || kind === "coordinator" || subkind === "peer-send-message") return "agent";
  return kind === "task-notification" ? "scheduled" : "unknown";
}

const failure = "Warrant: the gate failed. Next: look at the log of the application. [action.failed]";
const unasked =
  "Warrant: nobody could be asked about this call. Next: go on with other work. [authority.nobody-to-ask]";
const refusedByPerson = "Warrant: the person who was asked said no. Next: go on without it. [authority.nobody-to-ask]";

/** Calls that were seen before they ask for permission. */
const mostCalls = 1000;

/** The callbacks of one `query`: `hooks` judge every call, and `canUseTool` shows their questions to the application. */
export function warrantAgent({ port, origin, ask }: AgentOptions): WarrantAgent {
  const seen = new Map<string, Fields>();

  function payloadOf(input: SdkHookInput): Fields {
    if (input["hook_event_name"] !== "UserPromptSubmit") return input;
    const known = origin?.(textOf(input["prompt"]) ?? "");
    // A key of that name in what the host gave is not the application's word.
    const { origin: _origin, ...rest } = input;
    return known === undefined ? rest : { ...rest, origin: originOf(known) };
  }

  async function hook(input: SdkHookInput): Promise<SdkHookOutput> {
    const isCall = input["hook_event_name"] === "PreToolUse";
    try {
      const payload = payloadOf(input);
      const id = textOf(input["tool_use_id"]);
      if (isCall && id !== null) {
        if (seen.size >= mostCalls) seen.clear();
        seen.set(id, input);
      }
      // Where the application says that a person wrote it, nobody has to sit before its process.
      const own = payload["origin"] === "human" ? attended(port, "interactive") : port;
      const { stdout, exit, stderr } = await runPayload(own, agentSdk, null, payload);
      if (exit !== 0) return isCall ? denied(stderr.trim()) : {};
      return stdout === "" ? {} : fieldsOf(JSON.parse(stdout));
    } catch {
      return isCall ? denied(failure) : {};
    }
  }

  const canUseTool: SdkCanUseTool = async (tool, input, { signal, toolUseID, decisionReason }) => {
    try {
      const call = seen.get(toolUseID);
      // What no hook has judged is not asked about either: hooks are what closes the gate.
      if (call === undefined || call["tool_name"] !== tool) return { behavior: "deny", message: unasked };
      const payload = { ...call, hook_event_name: "PermissionRequest", tool_input: input };
      const { stdout } = await runPayload(port, agentSdk, null, payload);
      const answer = stdout === "" ? {} : fieldsOf(JSON.parse(stdout));
      const decision = fieldsOf(fieldsOf(answer["hookSpecificOutput"])["decision"]);
      if (decision["behavior"] === "allow") return { behavior: "allow", updatedInput: input };
      if (decision["behavior"] === "deny") return { behavior: "deny", message: textOf(decision["message"]) ?? failure };
      if (ask === undefined) return { behavior: "deny", message: unasked };
      const reason = textOf(answer["ask"]) ?? decisionReason ?? "The host asks about this call by its own rules.";
      // An application may give anything; only a plain yes is one.
      const isYes: unknown = await ask({ tool, input, reason, signal });
      return isYes === true
        ? { behavior: "allow", updatedInput: input }
        : { behavior: "deny", message: refusedByPerson };
    } catch {
      return { behavior: "deny", message: failure };
    }
  };

  const matchers = () => [{ hooks: [hook], timeout: 5 }];
  const hooks = Object.fromEntries(hookEvents.map((event) => [event, matchers()])) as unknown as WarrantAgent["hooks"];
  return { hooks, canUseTool };
}

function denied(reason: string): SdkHookOutput {
  const permissionDecisionReason = spoken(reason);
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason } };
}

/** The hooks alone, for an application that asks nobody. */
export function warrantHooks(options: AgentOptions): WarrantAgent["hooks"] {
  return warrantAgent(options).hooks;
}
