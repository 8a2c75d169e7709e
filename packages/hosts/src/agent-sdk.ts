/**
 * @module Claude Agent SDK: hook callbacks inside an application, and the question they lead to in its own `canUseTool`. The
 * forms are those of Claude Code (hosts, section 10).
 */

import { type Fields, fieldsOf, textOf } from "./adapter.ts";
import { agentSdk } from "./agent-sdk-adapter.ts";
import { attended } from "./attended.ts";
import type { HostOrigin } from "./event.ts";
import { runPayload } from "./hook.ts";
import { spoken } from "./outcome.ts";
import type { GatePort } from "./port.ts";

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
      return fieldsOf(JSON.parse(stdout));
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
      const answer = fieldsOf(JSON.parse(stdout));
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
