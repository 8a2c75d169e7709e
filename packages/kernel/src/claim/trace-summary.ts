/** @module The trace as a verifier is shown it: what was called, how it ended, what is cited; never the results themselves (claim gate, 7). */

import { cleanQuote } from "../text/clean.ts";
import { readTrace } from "./read-trace.ts";
import { commandOf } from "./receipts/shell-call.ts";
import type { Invocation, TraceGap } from "./trace.ts";

const mostRows = 200;
const mostBytes = 32 * 1_024;
const longestTarget = 160;

export interface SummarizedCall {
  readonly id: string;
  readonly tool: string;
  /** The command, path or address, at most 160 characters. */
  readonly target: string;
  readonly status: string;
  readonly exit_code: number | null;
  /** Size of the result as received, in UTF-16 units. */
  readonly bytes: number | null;
  /** Ids of the evidence items that cite it. */
  readonly cited_by: readonly string[];
}

export interface TraceSummary {
  readonly total: number;
  readonly by_tool: Readonly<Record<string, number>>;
  readonly by_status: Readonly<Record<string, number>>;
  readonly agents: readonly string[];
  readonly complete: boolean;
  readonly gaps: readonly TraceGap[];
  readonly calls: readonly SummarizedCall[];
  /** Calls that are not listed. */
  readonly omitted: number;
}

const targetKeys = [
  "file_path",
  "path",
  "absolute_path",
  "filePath",
  "notebook_path",
  "url",
  "query",
  "pattern",
  "cmd",
];

function targetOf(call: Invocation): string {
  const command = commandOf(call);
  const named = targetKeys.map((key) => call.arguments?.[key]).find((value) => typeof value === "string");
  const text = command ?? (typeof named === "string" ? named : "");
  return cleanQuote(text.slice(0, 1_000)).slice(0, longestTarget);
}

function tally(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  // A tool called `__proto__` is a name like any other.
  return Object.fromEntries(sorted);
}

/** Summarizes a trace, cited calls first; a trace that cannot be read is empty and incomplete. */
export function summarizeTrace(
  value: unknown,
  cited: readonly { readonly id: string; readonly invocation_id: string }[] = [],
): TraceSummary {
  const trace = readTrace(value);
  const invocations = trace?.invocations ?? [];
  const citations = new Map<string, string[]>();
  for (const { id, invocation_id: call } of cited) citations.set(call, [...(citations.get(call) ?? []), id]);
  const isCited = ({ id }: Invocation) => citations.has(id);
  const ordered = [...invocations.filter(isCited), ...invocations.filter((call) => !isCited(call))];
  const calls: SummarizedCall[] = [];
  let bytes = 0;
  for (const call of ordered.slice(0, mostRows)) {
    const row = {
      id: cleanQuote(call.id),
      tool: cleanQuote(call.tool),
      target: targetOf(call),
      status: call.status,
      exit_code: call.exit_code,
      bytes: call.result?.text.length ?? null,
      cited_by: (citations.get(call.id) ?? []).slice(0, 20),
    };
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (bytes > mostBytes) break;
    calls.push(row);
  }
  return {
    total: invocations.length,
    by_tool: tally(invocations.map(({ tool }) => cleanQuote(tool))),
    by_status: tally(invocations.map(({ status }) => status)),
    agents: [...new Set(invocations.map(({ agent_id: agent }) => cleanQuote(agent)))].slice(0, 100),
    complete: trace?.complete ?? false,
    gaps: trace?.gaps.slice(0, 20) ?? [],
    calls,
    omitted: invocations.length - calls.length,
  };
}
