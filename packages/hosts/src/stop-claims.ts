/**
 * @module The claims at a stop, judged by the claim gate over the session's own trace: entries of one call made one, what the
 * model was given in the place of what the tool printed.
 */

import { type ClaimSettings, defaultClaimSettings } from "@warrant/kernel/claim/settings";
import { judgeStop, notCheckedRule, type StopDecision } from "@warrant/kernel/claim/stop";
import { type Invocation, traceSchema } from "@warrant/kernel/claim/trace";
import { maskText, maskValue } from "@warrant/kernel/text/mask";
import { textOf } from "./adapter.ts";
import type { SessionEvent } from "./memory.ts";
import type { StopAnswer, StopQuestion } from "./stop.ts";
import { cutMark } from "./trace.ts";

const longestResult = 200_000;

type Fields = Readonly<Record<string, unknown>>;

function resultOf(body: Fields): Invocation["result"] {
  const text = textOf(body["output_excerpt"]);
  // A call that ended as unknown without a word gave nothing; one whose end nobody told may have given something.
  if (text === null || (text === "" && body["status"] === "unknown")) return null;
  const cut = body["is_cut"] === true ? text.indexOf(cutMark) : -1;
  const digest = textOf(body["output_digest"]);
  return {
    text,
    ...(body["is_cut"] === false ? {} : { truncated: true }),
    ...(cut < 0 ? {} : { cuts: [cut] }),
    ...(digest === null ? {} : { digest }),
  };
}

/** One entry as the claim gate reads it; its own reader takes whatever is odd for the careful end. */
function invocationOf(body: Fields, id: string): Fields {
  return {
    id,
    tool: body["tool"],
    arguments: body["input"],
    result: resultOf(body),
    status: body["status"],
    exit_code: body["exit_code"],
    agent_id: textOf(body["agent"]) ?? "main",
    ...(body["started_at"] === null ? {} : { started_at: body["started_at"] }),
    ...(body["ended_at"] === null ? {} : { ended_at: body["ended_at"] }),
    ...(body["batch"] === null ? {} : { batch: body["batch"] }),
  };
}

/**
 * The trace of a request. Of two entries of one call the better source says what was given, the first what became of it.
 *
 * @param isWhole whether every call of it is there with its result.
 */
export function traceOf(
  question: Pick<StopQuestion, "session" | "host" | "cwd">,
  events: readonly SessionEvent[],
  isWhole: boolean,
) {
  const entries = new Map<string, Fields>();
  for (const { body } of events) {
    const id = textOf(body["call_id"]) ?? `entry-${String(body["seq"])}`;
    const first = entries.get(id);
    const isBetter = body["model_view"] === true && body["output_excerpt"] !== "";
    const { status, exit_code: code, started_at: at } = first ?? body;
    if (first === undefined || first["status"] === "unknown") entries.set(id, body);
    else if (isBetter) entries.set(id, { ...body, status, exit_code: code, started_at: at });
  }
  return {
    schema: traceSchema,
    session: {
      id: question.session,
      host: question.host,
      ...(question.cwd === null ? {} : { cwd: question.cwd }),
    },
    complete: isWhole,
    gaps: [],
    invocations: [...entries].map(([id, body]) => invocationOf(body, id)),
  };
}

function ruleOf({ findings: [first], result }: StopDecision): string {
  return first?.rule ?? (result === null ? notCheckedRule : "claim.receipt");
}

/** What is kept of a result: without secrets, and nothing of one that is too long. */
function keptResult(result: StopDecision["result"]): unknown {
  const kept = maskValue(result);
  return JSON.stringify(kept).length > longestResult ? null : kept;
}

/** Judges the claims of an agent that wants to stop. Pure; never throws. */
export function judgeClaims(question: StopQuestion, settings: ClaimSettings = defaultClaimSettings): StopAnswer {
  const { message, trace, agent, isEnforcing, isActive, sent, isWhole } = question;
  const decided = judgeStop(
    {
      message,
      trace: trace === null ? null : traceOf(question, trace, isWhole),
      agent,
      enforce: isEnforcing,
      stop_hook_active: isActive,
      sent,
    },
    settings,
  );
  const rule = ruleOf(decided);
  const isSentBack = decided.decision === "send-back";
  return {
    decision: decided.refuted === null ? "allow" : "deny",
    rule,
    send_back: isSentBack ? `${maskText(decided.message)} [${rule}]` : null,
    notice: decided.notice === null ? null : maskText(decided.notice),
    refuted: decided.refuted,
    result: keptResult(decided.result),
  };
}
