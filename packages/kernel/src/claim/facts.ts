/** @module The facts a report is judged from, `warrant.claim-facts/v1` (claim gate, 2.4). */

export const claimFactsSchema = "warrant.claim-facts/v1";

export interface ClaimFacts {
  readonly schema: typeof claimFactsSchema;
  /** `output`: an `executor_evidence_v2` document. `report`: free text, of which only receipts and phrases are judged. */
  readonly mode: "output" | "report";
  /** The document, or the raw text it came as. */
  readonly output?: unknown;
  readonly report?: { readonly text: string; readonly format: "text" | "markdown" };
  /** A `warrant.trace/v1`. Anything else is an unreadable one. */
  readonly trace: unknown;
  /** Whose calls may be cited; `main` when absent. */
  readonly agent?: string;
}
