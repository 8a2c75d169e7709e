/** @module What a claim may say that a trace can answer for: the kinds of receipt, what they state and how they are decided (claim gate, 5). */

export const checkKinds = ["tests", "build", "typecheck", "lint"] as const;
export type CheckKind = (typeof checkKinds)[number];

export type ReceiptKind =
  | "tests_pass"
  | "build_succeeds"
  | "typecheck_clean"
  | "lint_clean"
  | "file_created"
  | "file_modified"
  | "file_deleted"
  | "no_other_files_changed"
  | "ran_command";

/** A statement of a claim that a receipt can be found for. */
export interface Stated {
  readonly kind: ReceiptKind;
  /** The part of the claim it is read from. */
  readonly clause: string;
  /** How many tests it says pass. */
  readonly count: number | null;
  /** The part of the tests it speaks of. */
  readonly target: string | null;
  /** The file, or the files that alone were changed. */
  readonly paths: readonly string[];
  readonly command: string | null;
  readonly mustSucceed: boolean;
  /** Whether it says that something ran. */
  readonly assertsRun: boolean;
}

export type ReceiptOutcome = "supported" | "contradicted" | "unverified";

export type ReceiptStrength = "observed" | "independent" | "attested" | "reported";

export interface Receipt {
  readonly kind: ReceiptKind;
  readonly outcome: ReceiptOutcome;
  readonly reason: string;
  /** The calls that decide. */
  readonly invocation_ids: readonly string[];
  readonly strength: ReceiptStrength;
}

export const checkOfReceipt: Readonly<Partial<Record<ReceiptKind, CheckKind>>> = {
  tests_pass: "tests",
  build_succeeds: "build",
  typecheck_clean: "typecheck",
  lint_clean: "lint",
};
