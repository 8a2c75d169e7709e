/**
 * @module Puts a trace together from calls and results as they are met, with bounded memory: results beyond the budget are
 * kept as their beginning and marked as cut (claim gate, 2.3).
 */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type Invocation,
  type InvocationResult,
  type InvocationStatus,
  type TraceGap,
  type TraceHost,
  traceSchema,
} from "@warrant/kernel/claim/trace";
import { maskText } from "@warrant/kernel/text/mask";
import { endsWithoutSecrets, valueWithoutSecrets } from "./without-secrets.ts";

/** Characters of one result that are kept: its head and its tail. */
const longestResult = 2_000_000;
/** Characters of all results together. */
const mostKept = 128_000_000;
const shortest = 4_000;

export interface CallStart {
  readonly id: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly started_at?: string;
  readonly agent_id?: string;
}

export interface CallEnd {
  readonly text: string;
  readonly structured?: unknown;
  readonly status: InvocationStatus;
  readonly exit_code: number | null;
  readonly ended_at?: string;
}

interface Draft extends CallStart {
  end: CallEnd | null;
  result: InvocationResult | null;
  parent_id?: string;
  /** Of its result as it was met, to tell a line that is repeated from another result. */
  digest?: string;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Calls of sub-agents stand in files of their own: where every call has a time, times tell the order. */
function inOrder(drafts: Draft[]): Draft[] {
  if (drafts.some(({ started_at: started }) => started === undefined)) return drafts;
  return drafts.toSorted(({ started_at: left = "" }, { started_at: right = "" }) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
}

/** A trace as a document, not yet read by anyone. */
export interface CollectedTrace {
  readonly schema: typeof traceSchema;
  readonly session: { readonly id: string; readonly host: TraceHost; readonly cwd?: string };
  readonly complete: boolean;
  readonly gaps: readonly TraceGap[];
  readonly invocations: readonly Omit<Invocation, "id">[];
}

export class CallCollector {
  readonly #calls = new Map<string, Draft>();
  readonly #gaps = new Map<string, number>();
  readonly #parents = new Map<string, string>();
  #kept = 0;
  session = "";
  cwd: string | null = null;

  /** A call; one that is met again is the same call. Another one of its id is lost, and so the record is not whole. */
  start(call: CallStart): void {
    const given = call.arguments === null ? null : (valueWithoutSecrets(call.arguments) as Record<string, unknown>);
    const known = this.#calls.get(call.id);
    if (known !== undefined) {
      if (known.tool !== call.tool || !isDeepStrictEqual(known.arguments, given))
        this.lose("call with an id that was taken");
      return;
    }
    this.#calls.set(call.id, { ...call, arguments: given, end: null, result: null });
  }

  has(id: string): boolean {
    return this.#calls.has(id);
  }

  /** The result of a call; without its call it is a gap. */
  end(id: string, end: CallEnd): void {
    const call = this.#calls.get(id);
    if (call === undefined) {
      this.lose("result without its call");
      return;
    }
    if (call.end !== null) {
      if (call.end.status !== end.status || call.digest !== digestOf(end.text)) this.lose("second result of a call");
      return;
    }
    call.digest = digestOf(end.text);
    call.end = { ...end, text: "" };
    call.result = this.#keep(end);
  }

  /** A call that ended, and whose result nobody recorded. */
  endWithoutResult(id: string, end: Omit<CallEnd, "text" | "structured">): void {
    const call = this.#calls.get(id);
    if (call !== undefined && call.end === null) call.end = { ...end, text: "" };
  }

  /** Which call started an agent. */
  agent(id: string, startedBy: string): void {
    this.#parents.set(id, startedBy);
  }

  lose(what: string): void {
    this.#gaps.set(what, (this.#gaps.get(what) ?? 0) + 1);
  }

  #keep({ text, structured }: CallEnd): InvocationResult {
    const room = Math.max(shortest, Math.min(longestResult, mostKept - this.#kept));
    const extra = structured === undefined ? {} : { structured: valueWithoutSecrets(structured) };
    if (text.length <= room) {
      this.#kept += text.length;
      return { text: maskText(text), ...extra };
    }
    const half = Math.floor(room / 2);
    this.#kept += room;
    // Copies, so that the whole text is not held by its ends.
    const { head, tail } = endsWithoutSecrets(text, half);
    const kept = Buffer.from(`${head}${tail}`, "utf16le").toString("utf16le");
    return { text: kept, truncated: true, cuts: [head.length], ...extra };
  }

  /** The trace. A call without its result still runs if it is the last, and is a gap otherwise. */
  trace(host: TraceHost, isWhole = true): CollectedTrace {
    const drafts = inOrder([...this.#calls.values()]);
    const invocations = drafts.map((draft, index) => {
      const isLast = index === drafts.length - 1;
      if (draft.end === null && !isLast) this.lose("call without its result");
      const agent = draft.agent_id ?? "main";
      const parent = draft.parent_id ?? this.#parents.get(agent);
      return {
        id: draft.id,
        tool: draft.tool,
        arguments: draft.arguments,
        result: draft.result,
        status: draft.end?.status ?? (isLast ? "running" : "unknown"),
        exit_code: draft.end?.exit_code ?? null,
        ...(draft.started_at === undefined ? {} : { started_at: draft.started_at }),
        ...(draft.end?.ended_at === undefined ? {} : { ended_at: draft.end.ended_at }),
        agent_id: agent,
        ...(parent === undefined ? {} : { parent_id: parent }),
      } as const;
    });
    const gaps = [...this.#gaps].map(([what, count]) => ({ what, count }));
    return {
      schema: traceSchema,
      session: { id: this.session, host, ...(this.cwd === null ? {} : { cwd: this.cwd }) },
      complete: isWhole && gaps.length === 0,
      gaps,
      invocations,
    };
  }
}
