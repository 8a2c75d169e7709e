/**
 * @module A session as spans of the OpenTelemetry GenAI conventions, in the JSON form of its protocol: one `invoke_agent` span
 * and below it one `execute_tool` span for each call, with the gate's verdict beside.
 */

import { createHash } from "node:crypto";
import { parseInstant } from "@warrant/kernel/instant";
import type { SeenAction, SessionView } from "../session-view.ts";

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly boolValue: boolean };
}

function id(length: number, ...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, length);
}

function attribute(key: string, value: string | number | boolean): Attribute {
  if (typeof value === "boolean") return { key, value: { boolValue: value } };
  return { key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } };
}

/** Nanoseconds since 1970, as the protocol writes them; an unreadable time is the other end's. */
function nanoseconds(at: string | null, otherwise: string): string {
  const instant = parseInstant(at ?? otherwise) ?? parseInstant(otherwise) ?? 0;
  return `${BigInt(Math.round(instant)) * 1_000_000n}`;
}

const failed = { code: 2 } as const;
const unset = { code: 0 } as const;

function callSpan(view: SessionView, call: SeenAction, index: number): object {
  const isFailed = call.status === "error" || call.status === "denied" || call.decision === "deny";
  const given: (Attribute | null)[] = [
    attribute("gen_ai.operation.name", "execute_tool"),
    attribute("gen_ai.tool.name", call.tool),
    attribute("gen_ai.tool.type", "function"),
    attribute("gen_ai.conversation.id", view.session),
    call.call_id === "" ? null : attribute("gen_ai.tool.call.id", call.call_id),
    call.agent === null ? null : attribute("gen_ai.agent.id", call.agent),
    call.decision === null ? null : attribute("warrant.decision", call.decision),
    call.rule === null ? null : attribute("warrant.rule", call.rule),
    call.authority === null ? null : attribute("warrant.authority", call.authority),
    attribute("warrant.applied", call.applied),
    call.status === null ? null : attribute("warrant.status", call.status),
    call.exit_code === null ? null : attribute("process.exit.code", call.exit_code),
    isFailed ? attribute("error.type", call.decision === "deny" ? "denied" : (call.status ?? "denied")) : null,
  ];
  return {
    traceId: id(32, view.session),
    spanId: id(16, view.session, call.call_id, String(index)),
    parentSpanId: id(16, view.session),
    name: `execute_tool ${call.tool}`,
    kind: 1,
    startTimeUnixNano: nanoseconds(call.started_at, call.at),
    endTimeUnixNano: nanoseconds(call.ended_at, call.at),
    attributes: given.filter((one) => one !== null),
    status: isFailed ? failed : unset,
  };
}

/** The export request of one session (`resourceSpans`). Arguments and outputs are left out: they may hold anything. */
export function traceSpans(view: SessionView): object {
  const calls = view.steps.filter((step): step is SeenAction => step.kind === "call");
  const [from, to] = [view.steps[0]?.at ?? "", view.steps.at(-1)?.at ?? ""];
  const host = calls[0]?.host ?? "";
  const root = {
    traceId: id(32, view.session),
    spanId: id(16, view.session),
    name: host === "" ? "invoke_agent" : `invoke_agent ${host}`,
    kind: 1,
    startTimeUnixNano: nanoseconds(view.started_at, from),
    endTimeUnixNano: nanoseconds(view.ended_at, to),
    attributes: [
      attribute("gen_ai.operation.name", "invoke_agent"),
      attribute("gen_ai.conversation.id", view.session),
      ...(host === "" ? [] : [attribute("gen_ai.agent.name", host)]),
    ],
    status: unset,
  };
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute("service.name", "warrant")] },
        scopeSpans: [
          { scope: { name: "warrant" }, spans: [root, ...calls.map((call, at) => callSpan(view, call, at))] },
        ],
      },
    ],
  };
}
