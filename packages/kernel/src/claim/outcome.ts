/** @module The outcome of one claim from what the checks found: supported, contradicted or unverified (claim gate, 6). */

import type { Exhibit } from "./evidence.ts";
import type { Claim } from "./output.ts";
import type { Receipt } from "./receipts/kinds.ts";
import type { ClaimOutcome, JudgedClaim } from "./result.ts";
import type { Utilization } from "./rules/utilization.ts";
import { leastCoverage } from "./rules/utilization.ts";
import type { Invocation } from "./trace.ts";

export interface ClaimFacts {
  readonly claim: Claim;
  readonly cited: readonly Exhibit[];
  readonly receipts: readonly Receipt[];
  readonly use: Utilization | undefined;
  /** Failed calls the claim may not rest on. */
  readonly failed: readonly Invocation[];
  /** Whether a call gives another agent's words. */
  readonly isReport: (call: Invocation) => boolean;
}

interface Decided {
  readonly outcome: ClaimOutcome;
  readonly basis: JudgedClaim["basis"];
  readonly because: string;
}

function unverified(because: string, basis: JudgedClaim["basis"] = "none"): Decided {
  return { outcome: "unverified", basis, because };
}

/** What the calls themselves say: contradicted, unverified, or null when they leave it to the rest. */
function byFailures(failed: readonly Invocation[]): Decided | null {
  const ended = failed.find(({ status }) => status !== "running" && status !== "interrupted" && status !== "timeout");
  if (ended !== undefined)
    return { outcome: "contradicted", basis: "none", because: `The call it rests on, ${ended.id}, failed.` };
  const [open] = failed;
  return open === undefined ? null : unverified(`The call it rests on, ${open.id}, did not end.`);
}

function byReceipts({ claim, cited, receipts, failed }: ClaimFacts): Decided {
  const named = (receipt: Receipt) => `${receipt.kind}: ${receipt.reason}`;
  const refuted = receipts.find(({ outcome }) => outcome === "contradicted");
  if (refuted !== undefined)
    return { outcome: "contradicted", basis: "receipt", because: `The record shows otherwise (${named(refuted)}).` };
  const failure = byFailures(failed);
  if (failure !== null) return failure;
  const open = receipts.find(({ outcome }) => outcome === "unverified");
  if (open !== undefined) return unverified(`The record does not settle it (${named(open)}).`, "receipt");
  const isCited = claim.evidence_ids.length > 0 && cited.length > 0 && cited.every(({ isAccepted }) => isAccepted);
  if (!isCited) return unverified("The record shows it, and what is cited does not.", "receipt");
  const [first] = receipts;
  return {
    outcome: "supported",
    basis: "receipt",
    because: `The record shows it (${first === undefined ? "receipt" : named(first)}).`,
  };
}

function byQuotes({ claim, cited, use, failed, isReport }: ClaimFacts): Decided {
  const failure = byFailures(failed);
  if (failure !== null) return failure;
  if (claim.kind === "gap") return unverified("A gap says what is not known.");
  if (cited.length === 0) return unverified("It cites nothing.");
  if (!cited.every(({ isAccepted }) => isAccepted)) return unverified("Not everything it cites was accepted.");
  if (use === undefined || !use.isEnglish)
    return unverified("It is not English, and only its quotes were checked.", "quoted");
  if (!use.hasNumbers) return unverified("It states a number that nothing it cites holds.", "quoted");
  if (use.coverage === null || use.coverage < leastCoverage)
    return unverified(`Quoted words cover ${(use.coverage ?? 0).toFixed(2)} of it (floor ${leastCoverage}).`, "quoted");
  if (!use.isAlike) return unverified("What it cites says the opposite of a word.", "quoted");
  const calls = cited.flatMap(({ call }) => call ?? []);
  if (calls.every(isReport)) return unverified("Only another agent's words say so.", "quoted");
  const isDeed = claim.kind === "action" || claim.kind === "result";
  if (isDeed && calls.some(({ status }) => status === "unknown"))
    return unverified("How the call ended is not known.", "quoted");
  return { outcome: "supported", basis: "quoted", because: "The words it rests on are in the results it cites." };
}

/** Judges one claim. */
export function outcomeOf(facts: ClaimFacts): JudgedClaim {
  const { claim, receipts, use } = facts;
  const decided = receipts.length > 0 ? byReceipts(facts) : byQuotes(facts);
  return {
    id: claim.id,
    ...decided,
    coverage: use?.coverage ?? null,
    grounding: use?.grounding ?? null,
    receipts,
    evidence_ids: claim.evidence_ids,
  };
}
