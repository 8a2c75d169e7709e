/**
 * @module The judge of a report: facts in, one result out, no clock, no I/O, no model. A fault of ours in one check makes
 * that check an error and leaves the others (claim gate, 1, 4, 7).
 */

import { tools } from "../action/tools.ts";
import { canonicalJson, digest, digestText } from "../canonical.ts";
import { type Exhibit, exhibitOf } from "./evidence.ts";
import type { ClaimFacts } from "./facts.ts";
import {
  type Check,
  type ClaimFinding,
  type ClaimRule,
  checkOf,
  claimFinding,
  claimRules,
  gateStatus,
} from "./finding.ts";
import { guarded, type Judged, neverRan } from "./judged.ts";
import { outcomeOf } from "./outcome.ts";
import type { Claim, ExecutorOutput } from "./output.ts";
import { Panes } from "./panes.ts";
import { type Pool, poolOf } from "./pool.ts";
import { readOutput } from "./read-output.ts";
import { readTrace } from "./read-trace.ts";
import { onlyAnswers, printsOwnWords } from "./receipts/shell-call.ts";
import { judgeReport } from "./report.ts";
import { type GatekeeperResult, type JudgedEvidence, resultSchema } from "./result.ts";
import { checkExcerpts } from "./rules/excerpt-similarity.ts";
import { checkPhrases, ToolUses } from "./rules/hallucination-phrases.ts";
import { checkReferences, type ReferenceReading } from "./rules/invocation-ref.ts";
import { type ClaimReceipts, checkReceipts, ReceiptDesk, readReceipts } from "./rules/receipt.ts";
import { checkUtilization, type Utilization } from "./rules/utilization.ts";
import { type ClaimSettings, defaultClaimSettings } from "./settings.ts";
import type { Invocation, Trace } from "./trace.ts";

/** Raised whenever a rule or a list of the claim gate changes. */
export const claimRulesVersion = 1;

function skipped(rule: ClaimRule): Check {
  return { rule, status: "skipped", findings: [] };
}

function unreadable(claims: readonly Claim[]): Judged {
  const message = "The trace cannot be read, so nothing can be checked.";
  const finding = claimFinding(
    "evidence.invocation_ref",
    "trace_unreadable",
    "block",
    message,
    {},
    "Give a trace of the session.",
  );
  return {
    checks: claimRules.map((rule) => {
      if (rule === "schema.executor_v2") return { rule, status: "pass", findings: [] };
      return rule === "evidence.invocation_ref" ? checkOf(rule, [finding]) : skipped(rule);
    }),
    claims: claims.map((claim) => ({
      id: claim.id,
      outcome: "unverified",
      basis: "none",
      coverage: null,
      grounding: null,
      receipts: [],
      evidence_ids: claim.evidence_ids,
      because: "The trace cannot be read.",
    })),
    evidence: [],
  };
}

function isReport(call: Invocation): boolean {
  return tools.get(call.tool)?.kind === "delegate";
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

function judgedEvidence(exhibit: Exhibit, panes: Panes): JudgedEvidence {
  const { item, call, pane, spans } = exhibit;
  const text = call === null ? undefined : panes.of(call).find(([name]) => name === pane)?.[1].raw;
  const [first] = spans;
  const last = spans.at(-1);
  const hasLines = text !== undefined && first !== undefined && last !== undefined;
  return {
    id: item.id,
    invocation_id: item.invocation_id,
    pane,
    grade: exhibit.grade,
    veto: exhibit.veto,
    coverage: exhibit.coverage,
    spans,
    line_start: hasLines ? lineOf(text, first[0]) : null,
    line_end: hasLines ? lineOf(text, Math.max(first[0], last[1] - 1)) : null,
    count: exhibit.count,
    owner: exhibit.owner,
  };
}

/** Numbers that a receipt of a claim answers for. */
function answeredNumbers(receipts: ReadonlyMap<string, ClaimReceipts>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [id, { stated }] of receipts)
    found.set(id, new Set(stated.flatMap(({ count }) => (count === null ? [] : [String(count)]))));
  return found;
}

function judgeDocument(output: ExecutorOutput, trace: Trace, pool: Pool, settings: ClaimSettings): Judged {
  const exhibits = new Map(output.evidence.map((item) => [item.id, exhibitOf(item)]));
  const panes = new Panes();
  const checks: Check[] = [{ rule: "schema.executor_v2", status: "pass", findings: [] }];
  let references: ReferenceReading = { findings: [], failed: new Map() };
  let receipts = new Map<string, ClaimReceipts>();
  let uses = new Map<string, Utilization>();
  checks.push(
    guarded("evidence.invocation_ref", [], () => {
      const sources = { trace, pool, aliases: settings.aliases, isAnswer: onlyAnswers };
      references = checkReferences(output, exhibits, sources);
      return references.findings;
    }),
    guarded("evidence.excerpt_similarity", [], () =>
      checkExcerpts(exhibits.values(), { pool, panes, least: settings.excerpt, printsOwnWords }),
    ),
  );
  // Phrases need to know which claims have a receipt, and are reported before it.
  const receiptFindings: ClaimFinding[] = [];
  const receiptCheck = guarded("claim.receipt", receiptFindings, () => {
    receipts = readReceipts(output.claims, new ReceiptDesk(trace, settings));
    const citedCalls = (claim: Claim) =>
      new Set(claim.evidence_ids.flatMap((id) => exhibits.get(id)?.item.invocation_id ?? []));
    return checkReceipts(output.claims, receipts, citedCalls);
  });
  const hasReceipt = ({ id }: Claim) => (receipts.get(id)?.receipts.length ?? 0) > 0;
  checks.push(
    guarded("claim.hallucination_phrases", [], () => {
      const sources = {
        uses: new ToolUses(trace.invocations),
        isComplete: trace.complete,
        neverRan: neverRan(receipts),
      };
      return checkPhrases(output.claims, sources, settings);
    }),
    guarded("claim.evidence_utilization", [], () => {
      const read = checkUtilization(output, exhibits, { panes, answered: answeredNumbers(receipts), hasReceipt });
      uses = read.claims;
      return read.findings;
    }),
    receiptCheck,
  );
  const isBroken = receiptCheck.findings.some(({ code }) => code === "internal");
  const claims = output.claims.map((claim) => {
    const cited = claim.evidence_ids.flatMap((id) => exhibits.get(id) ?? []);
    const judged = outcomeOf({
      claim,
      cited,
      receipts: receipts.get(claim.id)?.receipts ?? [],
      use: uses.get(claim.id),
      failed: references.failed.get(claim.id) ?? [],
      isReport,
    });
    // A check of ours that broke leaves nothing supported.
    return isBroken && judged.outcome === "supported"
      ? { ...judged, outcome: "unverified" as const, because: "A check did not end." }
      : judged;
  });
  return { checks, claims, evidence: [...exhibits.values()].map((exhibit) => judgedEvidence(exhibit, panes)) };
}

function usedCalls(judged: Judged, pool: Pool): number {
  const ids = new Set(pool.calls.map(({ id }) => String(id)));
  return new Set(judged.evidence.map(({ invocation_id: id }) => id).filter((id) => ids.has(id))).size;
}

function digestOf(value: unknown): string {
  try {
    return typeof value === "string" ? digestText(value) : digest(value);
  } catch {
    // What JSON cannot hold has no canonical form.
    return digestText("");
  }
}

/** The document around what was judged. */
function writeResult(
  facts: ClaimFacts,
  trace: Trace | null,
  pool: Pool | null,
  judged: Judged,
  settings: ClaimSettings,
): GatekeeperResult {
  const used = pool === null ? 0 : usedCalls(judged, pool);
  const size = pool?.calls.length ?? 0;
  const body = {
    schema: resultSchema,
    status: gateStatus(judged.checks),
    checks: judged.checks,
    claims: judged.claims,
    evidence: judged.evidence,
    pool: {
      agent: pool?.agent ?? facts.agent ?? "main",
      session: trace?.session.id ?? "",
      size,
      calls: trace?.invocations.length ?? 0,
      used,
      share: size === 0 ? 0 : used / size,
      complete: trace?.complete ?? false,
      gaps: trace?.gaps ?? [],
    },
    rules_version: claimRulesVersion,
  } as const;
  const digests = {
    output: digestOf(facts.mode === "report" ? (facts.report?.text ?? "") : facts.output),
    trace: digestOf(facts.trace),
    config: digestOf(settings),
  };
  return { ...body, digests: { ...digests, result: digestText(canonicalJson({ ...body, digests })) } };
}

/**
 * Judges a report against its trace: all six checks for an output document, phrases and receipts alone for free text.
 * Never throws for input; a result document is always returned. The gate calls nobody again: what follows from the
 * result is the caller's.
 */
export function gate(facts: ClaimFacts, settings: ClaimSettings = defaultClaimSettings): GatekeeperResult {
  const trace = readTrace(facts.trace);
  const pool = trace === null ? null : poolOf(trace, facts.agent ?? "main");
  const write = (judged: Judged) => writeResult(facts, trace, pool, judged, settings);
  if (facts.mode === "report") return write(judgeReport(facts.report ?? { text: "", format: "text" }, trace, settings));
  const { document, findings } = readOutput(facts.output);
  if (document === null) {
    const checks = claimRules.map((rule) => (rule === "schema.executor_v2" ? checkOf(rule, findings) : skipped(rule)));
    return write({ checks, claims: [], evidence: [] });
  }
  if (trace === null || pool === null) return write(unreadable(document.claims));
  return write(judgeDocument(document, trace, pool, settings));
}
