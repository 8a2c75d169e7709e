/** @module Reads a trace from anything at all, by hand: what is absent or malformed is the careful end of its field (claim gate, 2.2). */

import type { InvocationId } from "./output.ts";
import {
  type Elsewhere,
  type Invocation,
  type InvocationResult,
  invocationStatuses,
  type Trace,
  type TraceGap,
  traceHosts,
  traceSchema,
} from "./trace.ts";

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function optionalText<Name extends string>(fields: Fields, name: Name): { [Key in Name]?: string } {
  const value = fields[name];
  return typeof value === "string" ? ({ [name]: value } as { [Key in Name]?: string }) : {};
}

function readResult(value: unknown): InvocationResult | null {
  if (!isFields(value)) return null;
  const { text, structured, truncated, cuts } = value;
  if (typeof text !== "string" && structured === undefined) return null;
  const places = Array.isArray(cuts) ? cuts.filter((one): one is number => Number.isSafeInteger(one)) : [];
  // A list of cuts of which one cannot be read may hide one anywhere: the record then counts as cut.
  const isCut = cuts !== undefined && (!Array.isArray(cuts) || places.length < cuts.length);
  return {
    text: typeof text === "string" ? text : "",
    ...(structured === undefined ? {} : { structured }),
    ...((truncated !== undefined && truncated !== false) || isCut ? { truncated: true } : {}),
    ...(places.length > 0 ? { cuts: places.toSorted((left, right) => left - right) } : {}),
    ...optionalText(value, "digest"),
  };
}

function readInvocation(value: unknown): Invocation | null {
  if (!isFields(value)) return null;
  const { id, tool, status, exit_code: code, arguments: given } = value;
  if (typeof id !== "string" || id === "" || typeof tool !== "string") return null;
  const agent = value["agent_id"];
  return {
    id: id as InvocationId,
    tool,
    arguments: isFields(given) ? given : null,
    result: readResult(value["result"]),
    status: invocationStatuses.find((known) => known === status) ?? "unknown",
    exit_code: typeof code === "number" && Number.isInteger(code) ? code : null,
    ...optionalText(value, "started_at"),
    ...optionalText(value, "ended_at"),
    agent_id: typeof agent === "string" && agent !== "" ? agent : "main",
    ...optionalText(value, "parent_id"),
    ...optionalText(value, "batch"),
  };
}

function readGaps(value: unknown): TraceGap[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).map((gap) => ({
    what: typeof gap["what"] === "string" ? gap["what"] : "unknown",
    count: typeof gap["count"] === "number" && Number.isFinite(gap["count"]) ? gap["count"] : 1,
    ...optionalText(gap, "where"),
  }));
}

function readElsewhere(value: unknown): Elsewhere[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isFields).flatMap((one) => {
    const { id, session_id: session } = one;
    if (typeof id !== "string") return [];
    return [{ id, session_id: typeof session === "string" ? session : "unknown", ...optionalText(one, "agent_id") }];
  });
}

/** Reads a trace; null when it is unreadable: another schema, or no list of invocations. Never throws. */
export function readTrace(value: unknown): Trace | null {
  if (!isFields(value) || value["schema"] !== traceSchema || !Array.isArray(value["invocations"])) return null;
  const session = isFields(value["session"]) ? value["session"] : {};
  const entries: readonly unknown[] = value["invocations"];
  const invocations: Invocation[] = [];
  for (const entry of entries) {
    const read = readInvocation(entry);
    if (read !== null) invocations.push(read);
  }
  const lost = entries.length - invocations.length;
  const gaps = readGaps(value["gaps"]);
  const repository = value["repository"];
  return {
    schema: traceSchema,
    session: {
      id: typeof session["id"] === "string" ? session["id"] : "",
      host: traceHosts.find((known) => known === session["host"]) ?? "other",
      ...optionalText(session, "cwd"),
      ...optionalText(session, "started_at"),
      ...optionalText(session, "ended_at"),
    },
    ...(isFields(repository)
      ? {
          repository: {
            ...optionalText(repository, "head_sha"),
            ...optionalText(repository, "tree"),
            ...optionalText(repository, "base_sha"),
          },
        }
      : {}),
    complete: value["complete"] === true && lost === 0,
    gaps: lost === 0 ? gaps : [...gaps, { what: "unreadable invocation", count: lost }],
    elsewhere: readElsewhere(value["elsewhere"]),
    invocations,
  };
}
