/** @module `evidence.invocation_ref`: every evidence item names a recorded call of this agent, with its tool, that did not fail (claim gate, 4.2). */

import type { Exhibit } from "../evidence.ts";
import { type ClaimFinding, claimFinding } from "../finding.ts";
import { fold } from "../fold.ts";
import type { Claim, ExecutorOutput } from "../output.ts";
import { hasSuccessWord, ownsUp } from "../own-up.ts";
import type { Pool } from "../pool.ts";
import { hasFailed, type Invocation, type Trace } from "../trace.ts";

const rule = "evidence.invocation_ref";

/** Tools that one host knows under several names. */
const aliases: Readonly<Record<string, readonly (readonly string[])[]>> = {
  codex: [
    ["Bash", "shell", "exec_command", "local_shell", "shell_command"],
    ["apply_patch", "Edit", "Write"],
  ],
  "claude-code": [["Agent", "Task"]],
};

const strange = /[^A-Za-z0-9_.:/#-]/;

function isPlaceholder(id: string): boolean {
  const plain = id.toLowerCase();
  return (
    !/[a-z0-9]/.test(plain) ||
    /xxx|placeholder|example/.test(plain) ||
    /^(?:n\/a|none|null|unknown|tbd|id|[0-9]{1,3}|#[0-9]+)$/.test(plain)
  );
}

/** The letters an id begins with, with the sign behind them; ids of hexadecimal digits have none. */
function prefixOf(id: string): string {
  if (/^[0-9a-f]{8}[0-9a-f-]*$/i.test(id)) return "";
  return (/^[A-Za-z]*[_-]?/.exec(id)?.[0] ?? "").toLowerCase();
}

/** Which ids the pool's look like: lengths by prefix. */
export function shapesOf(pool: Pool): (id: string) => boolean {
  const shapes = new Map<string, Set<number>>();
  for (const { id } of pool.calls) {
    const prefix = prefixOf(id);
    const lengths = shapes.get(prefix) ?? new Set<number>();
    lengths.add(id.length);
    shapes.set(prefix, lengths);
  }
  return (id) => {
    const lengths = shapes.get(prefixOf(id));
    if (lengths === undefined) return false;
    return [-2, -1, 0, 1, 2].some((step) => lengths.has(id.length + step));
  };
}

/** Whether two texts are at most two changed, added or lost characters apart. */
function isNear(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 2) return false;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[right.length] ?? 3) <= 2;
}

/** An id of the pool that may have been meant. It is offered, never accepted. */
function meantId(id: string, pool: Pool): string | null {
  const folded = fold(id).text.toLowerCase();
  for (const call of pool.calls.slice(0, 2_000)) {
    if (call.id.length <= 200 && (call.id.toLowerCase() === folded || isNear(id, call.id))) return call.id;
  }
  return null;
}

interface Missing {
  readonly code: string;
  readonly message: string;
}

function missing(id: string, trace: Trace, elsewhere: ReadonlySet<string>, hasShape: (id: string) => boolean): Missing {
  if (elsewhere.has(id)) return { code: "other_session", message: `${id} is a call of another session.` };
  if (strange.test(id) || isPlaceholder(id) || !hasShape(id))
    return { code: "fabricated_id", message: `No call has the id ${id}, and none has such an id.` };
  if (!trace.complete)
    return { code: "call_not_recorded", message: `${id} is not in the record, and the record is incomplete.` };
  return { code: "unknown_id", message: `No call has the id ${id}.` };
}

/** Whether two names are one tool of this host. */
function isSameTool(named: string, actual: string, host: string, own: readonly (readonly string[])[]): boolean {
  if (named === actual) return true;
  const groups = [...(aliases[host] ?? []), ...own];
  return groups.some((group) => group.includes(named) && group.includes(actual));
}

/** A call that did not end well, and that only answered with its exit code where `isAnswer` says so. */
export function isFailedCall(call: Invocation, isAnswer: (call: Invocation) => boolean): boolean {
  if (call.status === "running") return true;
  return hasFailed(call) && !(call.exit_code === 1 && call.status !== "denied" && isAnswer(call));
}

const unfinished = new Set(["denied", "interrupted", "timeout", "running"]);

/** Whether a claim may not rest on this failed call. */
function misusesFailure(claim: Claim, call: Invocation): boolean {
  if (ownsUp(claim)) return false;
  const isAbout = claim.kind === "action" || claim.kind === "result" || hasSuccessWord(claim.text);
  return isAbout || unfinished.has(call.status);
}

/** What the references amount to: findings, and for each claim the failed calls it may not rest on. */
export interface ReferenceReading {
  readonly findings: readonly ClaimFinding[];
  readonly failed: ReadonlyMap<string, readonly Invocation[]>;
}

export interface ReferenceSources {
  readonly trace: Trace;
  readonly pool: Pool;
  readonly aliases: readonly (readonly string[])[];
  readonly isAnswer: (call: Invocation) => boolean;
}

/** Checks the reference of every exhibit and notes its call there. Byte for byte, in document order. */
export function checkReferences(
  output: ExecutorOutput,
  exhibits: ReadonlyMap<string, Exhibit>,
  sources: ReferenceSources,
): ReferenceReading {
  const { trace, pool } = sources;
  const findings: ClaimFinding[] = [];
  const elsewhere = new Set(trace.elsewhere.map(({ id }) => id));
  const hasShape = shapesOf(pool);
  for (const exhibit of exhibits.values()) {
    const { id: evidence, invocation_id: id, tool } = exhibit.item;
    const where = { evidence, invocation: id };
    const refuse = (code: string, message: string, next: string) => {
      exhibit.reference = code;
      findings.push(claimFinding(rule, code, "block", message, where, next));
    };
    const call = pool.byId.get(id);
    if (call === undefined) {
      const { code, message } = missing(id, trace, elsewhere, hasShape);
      const meant = meantId(id, pool);
      refuse(
        code,
        message,
        meant === null ? "Cite a call of this session by its id." : `Cite ${meant} if it was meant.`,
      );
      continue;
    }
    if (call === "ambiguous") {
      refuse("ambiguous_id", `Two different calls have the id ${id}.`, "Record the session again with distinct ids.");
      continue;
    }
    if (!pool.has(call)) {
      refuse("other_agent", `${id} is a call of another agent.`, "Cite a call of this agent or of one it started.");
      continue;
    }
    exhibit.call = call;
    if (!isSameTool(tool, call.tool, trace.session.host, sources.aliases))
      refuse("wrong_tool", `${id} was a call of ${call.tool}, not of ${tool}.`, `Name the tool ${call.tool}.`);
  }
  return { findings, failed: failedCalls(output, exhibits, sources, findings) };
}

function failedCalls(
  output: ExecutorOutput,
  exhibits: ReadonlyMap<string, Exhibit>,
  sources: ReferenceSources,
  findings: ClaimFinding[],
): Map<string, Invocation[]> {
  const failed = new Map<string, Invocation[]>();
  for (const claim of output.claims) {
    for (const id of claim.evidence_ids) {
      const call = exhibits.get(id)?.call ?? null;
      if (call === null || !isFailedCall(call, sources.isAnswer) || !misusesFailure(claim, call)) continue;
      failed.set(claim.id, [...(failed.get(claim.id) ?? []), call]);
      const ended =
        call.status === "running" ? "still runs" : call.status === "ok" ? "failed" : `ended: ${call.status}`;
      findings.push(
        claimFinding(
          rule,
          "failed_call",
          "block",
          `${claim.id} rests on ${call.id}, which ${ended}${call.exit_code === null ? "" : ` (exit ${call.exit_code})`}.`,
          { claim: claim.id, evidence: id, invocation: call.id },
          "Say that it failed, or cite a call that succeeded.",
          claim.text,
        ),
      );
    }
  }
  return failed;
}
