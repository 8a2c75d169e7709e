/**
 * @module The receipt of a session, an in-toto Statement: which commit and tree stood at its end, what ran and how it ended, and
 * the digest of the trace that shows it (claim gate, 11.1). A receipt is what an agent's side says; what it may prove is decided
 * from how far it can be checked.
 */

import { canonicalJson, digestText } from "../canonical.ts";
import { runsOf } from "./receipts/decide-check.ts";
import { readDeeds } from "./receipts/deeds.ts";
import { isInRoot } from "./receipts/edits.ts";
import { type CheckKind, checkKinds } from "./receipts/kinds.ts";
import { baseName } from "./receipts/unwrap.ts";
import { type ClaimSettings, defaultClaimSettings } from "./settings.ts";
import type { Trace } from "./trace.ts";

export const statementType = "https://in-toto.io/Statement/v1";
export const receiptType = "urn:warrant:session-receipt:v1";
export const receiptSchema = "warrant.session-receipt/v1";

/** Bytes of one receipt, as a line of a note. */
export const longestReceipt = 64 * 1024;
const mostRuns = 100;
const mostPaths = 500;

export interface ReceiptRun {
  readonly check: CheckKind;
  /** SHA-256 of the command's words; the words themselves may hold anything. */
  readonly command_digest: string;
  readonly program: string;
  readonly scope: "full" | "narrow";
  readonly outcome: "pass" | "fail" | "unknown";
  readonly exit_code: number | null;
  readonly summary: { readonly passed: number; readonly failed: number } | null;
  /** Nothing was changed after it. */
  readonly fresh: boolean;
}

export interface SessionReceipt {
  readonly _type: typeof statementType;
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly predicateType: typeof receiptType;
  readonly predicate: {
    readonly schema: typeof receiptSchema;
    readonly session: { readonly id: string; readonly host: string; readonly agents: readonly string[] };
    readonly trace: {
      readonly digest: { readonly sha256: string };
      readonly calls: number;
      readonly complete: boolean;
      readonly gaps: readonly string[];
    };
    readonly parent_commit: string | null;
    readonly runs: readonly ReceiptRun[];
    readonly changed_paths: readonly string[];
    readonly created_at: string;
    readonly warrant: string;
  };
}

/** What a receipt is written for. A trailer stands in the commit itself, so its receipt names the tree alone. */
export interface ReceiptSubject {
  readonly commit: string | null;
  readonly tree: string;
  readonly parent: string | null;
}

/** The digest by which a receipt names a trace: the same calls give the same one. */
export function traceDigest(trace: Trace): string {
  return digestText(canonicalJson(trace)).replace("sha256:", "");
}

function runsIn(trace: Trace, settings: ClaimSettings): ReceiptRun[] {
  const deeds = readDeeds(trace, settings);
  return checkKinds.flatMap((check) =>
    runsOf(check, deeds)
      .slice(-mostRuns)
      .map(({ deed, scope, outcome, summary, isFresh }): ReceiptRun => {
        const words = deed.layers.at(-1) ?? deed.argv ?? [];
        return {
          check,
          command_digest: digestText(words.join("\0")),
          program: baseName(words[0] ?? "").slice(0, 100),
          scope,
          outcome,
          exit_code: deed.call.exit_code,
          summary: summary === null ? null : { passed: summary.passed, failed: summary.failed },
          fresh: isFresh,
        };
      }),
  );
}

/** Files of the work that were written, by their path below its root. */
function pathsIn(trace: Trace, settings: ClaimSettings): string[] {
  const { all, root } = readDeeds(trace, settings);
  const paths = all.flatMap(({ writes }) => writes.map(({ path }) => path));
  const own = paths
    .filter((path) => isInRoot(path, root))
    .map((path) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path));
  return [...new Set(own)]
    .filter((path) => path !== "")
    .sort()
    .slice(0, mostPaths);
}

/** The receipt of a session. */
export function sessionReceipt(
  trace: Trace,
  { commit, tree, parent }: ReceiptSubject,
  at: { readonly created_at: string; readonly warrant: string },
  settings: ClaimSettings = defaultClaimSettings,
): SessionReceipt {
  const agents = [...new Set(trace.invocations.map(({ agent_id: agent }) => agent))].sort().slice(0, 100);
  return {
    _type: statementType,
    subject: [
      ...(commit === null ? [] : [{ name: "commit", digest: { gitCommit: commit } }]),
      { name: "tree", digest: { gitTree: tree } },
    ],
    predicateType: receiptType,
    predicate: {
      schema: receiptSchema,
      session: { id: trace.session.id, host: trace.session.host, agents: agents.length === 0 ? ["main"] : agents },
      trace: {
        digest: { sha256: traceDigest(trace) },
        calls: trace.invocations.length,
        complete: trace.complete,
        gaps: trace.gaps.map(({ what }) => what),
      },
      parent_commit: parent,
      runs: runsIn(trace, settings),
      changed_paths: pathsIn(trace, settings),
      ...at,
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

const gitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function isRun(value: unknown): value is ReceiptRun {
  const { check, command_digest: digest, program, scope, outcome, exit_code: code, fresh } = fieldsOf(value);
  return (
    checkKinds.some((kind) => kind === check) &&
    typeof digest === "string" &&
    typeof program === "string" &&
    (scope === "full" || scope === "narrow") &&
    (outcome === "pass" || outcome === "fail" || outcome === "unknown") &&
    (code === null || typeof code === "number") &&
    typeof fresh === "boolean"
  );
}

function isSubject(value: unknown): boolean {
  const { gitCommit: commit, gitTree: tree } = fieldsOf(fieldsOf(value)["digest"]);
  const ids = [commit, tree].filter((id) => id !== undefined);
  return ids.length > 0 && ids.every((id) => typeof id === "string" && gitId.test(id));
}

/**
 * A receipt from anything at all; null when any part that decides something cannot be read, so that a receipt nobody
 * understands proves nothing.
 */
export function readReceipt(value: unknown): SessionReceipt | null {
  const statement = fieldsOf(value);
  const { subject } = statement;
  const predicate = fieldsOf(statement["predicate"]);
  const trace = fieldsOf(predicate["trace"]);
  const session = fieldsOf(predicate["session"]);
  const { runs } = predicate;
  const isReceipt =
    statement["_type"] === statementType &&
    statement["predicateType"] === receiptType &&
    predicate["schema"] === receiptSchema &&
    Array.isArray(subject) &&
    subject.length > 0 &&
    subject.every(isSubject) &&
    typeof session["id"] === "string" &&
    typeof fieldsOf(trace["digest"])["sha256"] === "string" &&
    typeof trace["complete"] === "boolean" &&
    Array.isArray(runs) &&
    runs.length <= mostRuns * checkKinds.length &&
    runs.every(isRun);
  return isReceipt ? (value as SessionReceipt) : null;
}

/** `fresh`: of exactly this tree. `stale`: of another one, so it says at most what was once true. */
export type ReceiptFit = "fresh" | "stale";

/** Whether a receipt is of the tree that stands there now. */
export function receiptFit({ subject }: SessionReceipt, tree: string): ReceiptFit {
  return subject.some(({ digest }) => digest["gitTree"] === tree) ? "fresh" : "stale";
}
