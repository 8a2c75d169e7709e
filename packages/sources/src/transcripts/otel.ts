/** @module Reads OpenTelemetry spans of tool executions, GenAI conventions; arguments and results are opt-in there (claim gate, 2.3). */

import type { CallCollector } from "./collector.ts";
import { argumentsOf, type Fields, fieldsOf, listOf, textOf } from "./fields.ts";

/** A value of OTLP, or a plain one. */
function plainValue(value: unknown): unknown {
  const fields = fieldsOf(value);
  for (const key of ["stringValue", "intValue", "doubleValue", "boolValue"])
    if (fields[key] !== undefined) return fields[key];
  return value;
}

/** Attributes as a list of key and value, or as one object. */
function attributesOf(value: unknown): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(fieldsOf(value)));
  return new Map(
    value.flatMap((one): [string, unknown][] => {
      const { key, value: inner } = fieldsOf(one);
      return typeof key === "string" ? [[key, plainValue(inner)]] : [];
    }),
  );
}

interface Span {
  readonly id: string;
  readonly parent: string | null;
  readonly start: unknown;
  readonly end: unknown;
  readonly attributes: Map<string, unknown>;
}

/** The spans of one document: OTLP, or a span by itself. */
function spansOf(value: unknown): Span[] {
  const document = fieldsOf(value);
  const groups = listOf(document["resourceSpans"]).flatMap((resource) =>
    listOf(fieldsOf(resource)["scopeSpans"]).flatMap((scope) => listOf(fieldsOf(scope)["spans"])),
  );
  const all = groups.length > 0 ? groups : document["attributes"] === undefined ? [] : [document];
  return all.map((one) => {
    const span = fieldsOf(one);
    const context = fieldsOf(span["context"]);
    return {
      id: textOf(span["spanId"] ?? span["span_id"] ?? context["span_id"]) ?? "",
      parent: textOf(span["parentSpanId"] ?? span["parent_span_id"] ?? span["parent_id"]),
      start: span["startTimeUnixNano"] ?? span["start_time"],
      end: span["endTimeUnixNano"] ?? span["end_time"],
      attributes: attributesOf(span["attributes"]),
    };
  });
}

function timeOf(value: unknown): string | undefined {
  const nanoseconds = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  const at = Number.isFinite(nanoseconds) && nanoseconds > 1e15 ? nanoseconds / 1e6 : Date.parse(String(value));
  return Number.isFinite(at) ? new Date(at).toISOString() : undefined;
}

/** Whether a value holds spans. */
export function isOtelValue(value: unknown): boolean {
  const fields: Fields = fieldsOf(value);
  return Array.isArray(fields["resourceSpans"]) || (fields["attributes"] !== undefined && spansOf(value)[0]?.id !== "");
}

/** Collects spans; calls are put in order of their start when all are known. */
export class OtelReader {
  readonly #calls: CallCollector;
  readonly #spans: Span[] = [];

  constructor(calls: CallCollector) {
    this.#calls = calls;
  }

  line(value: unknown): void {
    for (const span of spansOf(value)) {
      const operation = span.attributes.get("gen_ai.operation.name");
      // Only what a tool or an agent did says who started whom.
      if (operation === "execute_tool" || operation === "invoke_agent") this.#spans.push(span);
      this.#calls.session ||= textOf(span.attributes.get("gen_ai.conversation.id")) ?? "";
    }
  }

  finish(): void {
    const byId = new Map(this.#spans.map((span) => [span.id, span]));
    const calls = this.#spans
      .filter(({ attributes }) => attributes.get("gen_ai.operation.name") === "execute_tool")
      .toSorted((left, right) => (timeOf(left.start) ?? "").localeCompare(timeOf(right.start) ?? "", "en"));
    for (const span of calls) {
      const { attributes } = span;
      const id = textOf(attributes.get("gen_ai.tool.call.id")) ?? span.id;
      const tool = textOf(attributes.get("gen_ai.tool.name"));
      if (id === "" || tool === null) {
        this.#calls.lose("call that could not be read");
        continue;
      }
      const started = timeOf(span.start);
      const given = attributes.get("gen_ai.tool.call.arguments");
      const agent = agentOf(span, byId);
      this.#calls.start({
        id,
        tool,
        arguments: given === undefined ? null : argumentsOf(given),
        ...(started === undefined ? {} : { started_at: started }),
        ...(agent === null ? {} : { agent_id: agent.id }),
      });
      if (agent !== null) this.#calls.agent(agent.id, agent.startedBy);
      const ended = timeOf(span.end);
      const failed = attributes.get("error.type");
      const result = attributes.get("gen_ai.tool.call.result");
      const end = {
        status: failed === undefined ? ("ok" as const) : ("error" as const),
        exit_code: null,
        ...(ended === undefined ? {} : { ended_at: ended }),
      };
      if (result === undefined) this.#calls.endWithoutResult(id, end);
      else this.#calls.end(id, { ...end, text: typeof result === "string" ? result : JSON.stringify(result) });
    }
  }
}

/** The agent a call was made in, where another call started that agent; null for the first agent. */
function agentOf(span: Span, byId: ReadonlyMap<string, Span>): { id: string; startedBy: string } | null {
  let agent: string | null = null;
  let parent = span.parent;
  for (let depth = 0; depth < 64 && parent !== null; depth += 1) {
    const above = byId.get(parent);
    if (above === undefined) return null;
    if (above.attributes.get("gen_ai.operation.name") === "invoke_agent")
      agent ??= textOf(above.attributes.get("gen_ai.agent.id")) ?? above.id;
    else if (agent !== null)
      return { id: agent, startedBy: textOf(above.attributes.get("gen_ai.tool.call.id")) ?? above.id };
    parent = above.parent;
  }
  return null;
}
