/**
 * @module Vercel AI SDK: one function for `toolApproval` that decides about every tool call of an application. It never gives
 * `undefined`, which would mean allow (hosts, section 9).
 */

import { fieldsOf, textOf } from "./adapter.ts";
import { aiSdk } from "./ai-sdk-adapter.ts";
import { approvedIn, callKey, type SdkMessage, typedPrompts } from "./ai-sdk-messages.ts";
import { attended, portWith } from "./attended.ts";
import { runPayload } from "./hook.ts";
import type { HookOutput } from "./outcome.ts";
import type { CompiledPolicy, GatePort } from "./port.ts";

/** A call as the SDK hands it over. */
export interface SdkCall {
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input?: unknown };
  readonly messages: readonly SdkMessage[];
}

/** What the SDK does with the call. */
export type ApprovalAnswer =
  | "not-applicable"
  | { readonly type: "approved" | "denied" | "user-approval"; readonly reason: string };

export interface ApprovalOptions {
  /** What an operator has configured; without it the ledger's side says. */
  readonly policy?: CompiledPolicy;
  /** The machine's side of the gate: the ledger, the file system and the time. */
  readonly ledger: GatePort;
  readonly session: {
    readonly id: string;
    readonly cwd?: string;
    /** The id of the agent, where the application runs more than one. */
    readonly agent?: string;
    /** Whether the person of the session answers approval requests now; without it the machine's side says. */
    readonly attendance?: "interactive" | "unattended";
  };
  /**
   * Whether the application sets `experimental_toolApprovalSecret`. Without signatures an approval in the history of messages
   * counts only for a question that this function asked itself.
   */
  readonly isSigned?: boolean;
}

const failure = "Warrant: the gate failed. Next: look at the log of the application. [action.failed]";
const forged =
  "Warrant: this approval answers no question that was asked here. Next: ask again, or sign approvals with `experimental_toolApprovalSecret`. [authority.nobody-to-ask]";

function portFor({ ledger, policy, session }: ApprovalOptions): GatePort {
  const own = policy === undefined ? ledger : portWith(ledger, { policy: () => Promise.resolve(policy) });
  return session.attendance === undefined ? own : attended(own, session.attendance);
}

function answerIn({ stdout, exit }: HookOutput): ApprovalAnswer {
  if (exit !== 0) return { type: "denied", reason: failure };
  const said: unknown = JSON.parse(stdout);
  if (said === "not-applicable") return said;
  const { type, reason } = fieldsOf(said);
  if (type !== "approved" && type !== "user-approval") return { type: "denied", reason: textOf(reason) ?? failure };
  return { type, reason: textOf(reason) ?? "" };
}

/** Questions that are remembered, so that their answers are known for answers. */
const mostQuestions = 10_000;

/**
 * A function for `toolApproval` of `generateText`, `streamText` and agents. Every call is judged before it runs; what fails
 * is denied. Messages count as requests only where `typedByPerson` marked them.
 */
export function warrantApproval(options: ApprovalOptions): (call: SdkCall) => Promise<ApprovalAnswer> {
  const port = portFor(options);
  // The application says that a person typed it, whether that person waits or not.
  const typing = attended(port, "interactive");
  const told = new Set<string>();
  const asked = new Set<string>();
  const { session } = options;

  async function tell(messages: readonly SdkMessage[]): Promise<void> {
    for (const prompt of typedPrompts(messages)) {
      if (told.has(prompt.id)) continue;
      told.add(prompt.id);
      await runPayload(typing, aiSdk, null, { session, prompt });
    }
  }

  async function judge({ toolCall, messages }: SdkCall): Promise<ApprovalAnswer> {
    const key = callKey(toolCall);
    // The SDK asks again before it runs what was approved, and takes everything but a denial for a yes.
    const isAnswer = approvedIn(messages, toolCall.toolCallId);
    if (isAnswer && options.isSigned !== true && !asked.has(key)) return { type: "denied", reason: forged };
    await tell(messages);
    const said = answerIn(await runPayload(port, aiSdk, null, { session, toolCall }));
    if (said !== "not-applicable" && said.type === "user-approval") {
      if (asked.size >= mostQuestions) asked.clear();
      asked.add(key);
    }
    return said;
  }

  return async (call) => {
    try {
      return await judge(call);
    } catch {
      return { type: "denied", reason: failure };
    }
  };
}
