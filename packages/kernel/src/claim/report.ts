/** @module Free text as a report: its sentences that state something a receipt or a listed phrase is about (claim gate, 1). */

import { isEnglish } from "./english.ts";
import { type Check, type ClaimFinding, checkOf, claimFinding, claimRules } from "./finding.ts";
import { guarded, type Judged, neverRan } from "./judged.ts";
import type { Claim, ClaimId } from "./output.ts";
import { readStated } from "./receipts/stated.ts";
import type { JudgedClaim } from "./result.ts";
import { checkPhrases, ToolUses } from "./rules/hallucination-phrases.ts";
import { type ClaimReceipts, checkReceipts, ReceiptDesk, readReceipts } from "./rules/receipt.ts";
import type { ClaimSettings } from "./settings.ts";
import type { Trace } from "./trace.ts";

const mostSentences = 200;
const longestReport = 200_000;
const longestSentence = 2_000;

/** Lines without fenced code; a fence that nothing closes opens none. One pass, however many are open. */
function withoutFences(text: string): string {
  const lines = text.split("\n");
  const fenceOf = (line: string) => /^(?:```|~~~)/.exec(line)?.[0] ?? null;
  const last = new Map(lines.map((line, index) => [fenceOf(line), index]));
  const kept: string[] = [];
  let open: string | null = null;
  for (const [index, line] of lines.entries()) {
    const fence = fenceOf(line);
    if (open !== null) {
      if (fence === open) open = null;
    } else if (fence !== null && (last.get(fence) ?? 0) > index) {
      open = fence;
      kept.push("");
    } else kept.push(line);
  }
  return kept.join("\n");
}

/** A text without its comments; one that nothing closes is text. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<!--"); at >= 0; at = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", at + 4);
    if (end < 0) break;
    kept.push(text.slice(from, at), " ");
    from = end + 3;
  }
  return `${kept.join("")}${text.slice(from)}`;
}

/** Code and quotations of a text are not its author's claims; an open box claims nothing. */
function withoutMarkdown(text: string): string {
  return withoutComments(withoutFences(text))
    .replace(/^ {0,3}>[^\n]*$/gm, "")
    .replace(/^[^\S\n]*[-*+] \[ \][^\n]*$/gm, "")
    .replace(/^[^\S\n]*(?:[-*+]|[0-9]{1,3}[.)]) (?:\[[xX]\] )?/gm, "")
    .replace(/^[^\S\n]*#{1,6}[^\S\n]+/gm, "")
    .replace(/\*\*|__/g, "");
}

/** The sentences of a text, in order. Back-ticks are kept whole. */
export function sentencesOf(text: string): string[] {
  const code: string[] = [];
  const plain = withoutMarkdown(text.slice(0, longestReport)).replace(
    /`[^`\n]*`/g,
    (found) => `\uE000${code.push(found) - 1}\uE001`,
  );
  return plain
    .split(/\n+|(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}"'([\uE000])/u)
    .map((part) => part.replace(/\uE000([0-9]+)\uE001/g, (_, at: string) => code[Number(at)] ?? "").trim())
    .filter((part) => part !== "")
    .map((part) => part.slice(0, longestSentence));
}

function claimOf(text: string, index: number): Claim {
  return { id: `s${index + 1}` as ClaimId, text, kind: "observation", evidence_ids: [] };
}

function judged(claim: Claim, receipts: JudgedClaim["receipts"]): JudgedClaim {
  const worst =
    receipts.find(({ outcome }) => outcome === "contradicted") ??
    receipts.find(({ outcome }) => outcome === "unverified");
  const base = { id: claim.id, coverage: null, grounding: null, receipts, evidence_ids: [] };
  /** Every one that decides: a sentence may state several things. */
  const deciding = receipts.filter(({ outcome }) => outcome === (worst?.outcome ?? "supported"));
  const named = deciding.map(({ kind, reason }) => `${kind}: ${reason}`).join(", ");
  if (receipts.length === 0)
    return {
      ...base,
      outcome: "unverified",
      basis: "none",
      because: "Nothing it states can be looked up in the record.",
    };
  if (worst === undefined)
    return {
      ...base,
      outcome: "supported",
      basis: "receipt",
      because: `The record shows it (${named}).`,
    };
  const says = worst.outcome === "contradicted" ? "shows otherwise" : "does not settle it";
  return {
    ...base,
    outcome: worst.outcome,
    basis: "receipt",
    because: `The record ${says} (${named}).`,
  };
}

/** The sentences of a report that hold a receipt claim or a listed phrase, as claims `s1`, `s2`, … */
export function claimsOfReport(text: string, trace: Trace | null, settings: ClaimSettings): Claim[] {
  const uses = new ToolUses(trace?.invocations ?? []);
  const sources = { uses, isComplete: trace?.complete ?? false, neverRan: new Map() };
  const held = sentencesOf(text)
    .map((sentence, index) => claimOf(sentence, index))
    .filter((claim) => {
      if (!isEnglish(claim.text)) return false;
      if (readStated(claim.text, "observation").length > 0) return true;
      return checkPhrases([claim], sources, settings).length > 0;
    });
  return held.slice(0, mostSentences).map(({ text: sentence }, index) => claimOf(sentence, index));
}

/** Sentences that nobody read are told of, so that a report in another language is not taken for one that was checked. */
function unread(text: string): ClaimFinding[] {
  const count = sentencesOf(text).filter((sentence) => !isEnglish(sentence)).length;
  if (count === 0) return [];
  const message = `${count === 1 ? "1 sentence is" : `${count} sentences are`} not English; nothing stated there was checked.`;
  const rule = "claim.hallucination_phrases";
  return [claimFinding(rule, "language", "info", message, {}, "A person has to read it.")];
}

/** Judges the sentences of a report: phrases and receipts. */
export function judgeReport(
  report: { readonly text: string; readonly format: "text" | "markdown" },
  trace: Trace | null,
  settings: ClaimSettings,
): Judged {
  const skipped = claimRules.map((rule): Check => ({ rule, status: "skipped", findings: [] }));
  if (trace === null) {
    const message = "The trace cannot be read, so nothing can be checked.";
    const finding = claimFinding(
      "claim.receipt",
      "trace_unreadable",
      "block",
      message,
      {},
      "Give a trace of the session.",
    );
    const claims = claimsOfReport(report.text, null, settings).map((claim) => ({
      ...judged(claim, []),
      because: "The trace cannot be read.",
    }));
    const checks = skipped.map((check) => (check.rule === "claim.receipt" ? checkOf(check.rule, [finding]) : check));
    return { checks, claims, evidence: [] };
  }
  const claims = claimsOfReport(report.text, trace, settings);
  let receipts = new Map<string, ClaimReceipts>();
  const found: ClaimFinding[] = [];
  const receiptCheck = guarded("claim.receipt", found, () => {
    receipts = readReceipts(claims, new ReceiptDesk(trace, settings));
    return checkReceipts(claims, receipts, () => new Set());
  });
  const phraseCheck = guarded("claim.hallucination_phrases", [], () => {
    const sources = { uses: new ToolUses(trace.invocations), isComplete: trace.complete, neverRan: neverRan(receipts) };
    return [...checkPhrases(claims, sources, settings), ...unread(report.text)];
  });
  const checks = skipped.map((check) => {
    if (check.rule === "claim.receipt") return receiptCheck;
    return check.rule === "claim.hallucination_phrases" ? phraseCheck : check;
  });
  return {
    checks,
    claims: claims.map((claim) => judged(claim, receipts.get(claim.id)?.receipts ?? [])),
    evidence: [],
  };
}
