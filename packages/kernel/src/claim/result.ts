/** @module The result document of the claim gate, `warrant.gatekeeper-result/v1` (claim gate, 2.5). */

import type { Check } from "./finding.ts";
import type { ExcerptGrade } from "./match/grade.ts";
import type { Receipt, ReceiptOutcome } from "./receipts/kinds.ts";
import type { TraceGap } from "./trace.ts";

export const resultSchema = "warrant.gatekeeper-result/v1";

export type GateStatus = "pass" | "fail" | "error";
/** Unverified is not false, and it never counts as supported. */
export type ClaimOutcome = ReceiptOutcome;

export interface JudgedClaim {
  readonly id: string;
  readonly outcome: ClaimOutcome;
  /** `quoted` says no more than that the words are there. */
  readonly basis: "receipt" | "quoted" | "none";
  readonly coverage: number | null;
  readonly grounding: number | null;
  readonly receipts: readonly Receipt[];
  readonly evidence_ids: readonly string[];
  readonly because: string;
}

export interface JudgedEvidence {
  readonly id: string;
  readonly invocation_id: string;
  readonly pane: "text" | "structured" | null;
  readonly grade: ExcerptGrade | null;
  readonly veto: string | null;
  readonly coverage: number;
  /** UTF-16 offsets in the pane as received. */
  readonly spans: readonly (readonly [number, number])[];
  readonly line_start: number | null;
  readonly line_end: number | null;
  readonly count: number;
  /** The call a misattributed quote belongs to. */
  readonly owner: string | null;
}

export interface GatekeeperResult {
  readonly schema: typeof resultSchema;
  readonly status: GateStatus;
  readonly checks: readonly Check[];
  readonly claims: readonly JudgedClaim[];
  readonly evidence: readonly JudgedEvidence[];
  readonly pool: {
    readonly agent: string;
    readonly session: string;
    readonly size: number;
    /** Calls the evidence cites. */
    readonly calls: number;
    readonly used: number;
    readonly share: number;
    readonly complete: boolean;
    readonly gaps: readonly TraceGap[];
  };
  readonly digests: {
    readonly output: string;
    readonly trace: string;
    readonly config: string;
    /** Over everything else in the document. */
    readonly result: string;
  };
  readonly rules_version: number;
}
