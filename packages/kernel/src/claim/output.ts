/** @module The document an executor hands over, `executor_evidence_v2`, and its limits (claim gate, 2.1). */

export const outputVersion = "executor_evidence_v2";

declare const claimIdBrand: unique symbol;
declare const invocationIdBrand: unique symbol;
/** The id of a claim of one output document. */
export type ClaimId = string & { readonly [claimIdBrand]: true };
/** The id of a recorded call, byte for byte as the host gave it. */
export type InvocationId = string & { readonly [invocationIdBrand]: true };

/** `observation` what a result says, `action` what the agent did, `result` how a run ended, `inference` drawn from several, `gap` what is not known. */
export const claimKinds = ["observation", "action", "result", "inference", "gap"] as const;
export type ClaimKind = (typeof claimKinds)[number];

export interface Claim {
  readonly id: ClaimId;
  readonly text: string;
  readonly kind: ClaimKind;
  readonly evidence_ids: readonly string[];
}

/** Line numbers of the result text, from 1: they choose among equal matches and prove nothing. */
export interface Locator {
  readonly path?: string;
  readonly line_start?: number;
  readonly line_end?: number;
  readonly pointer?: string;
}

export interface EvidenceItem {
  readonly id: string;
  readonly invocation_id: InvocationId;
  readonly tool: string;
  readonly excerpt: string;
  readonly locator?: Locator;
  readonly note?: string;
}

export interface ExecutorOutput {
  readonly schema_version: typeof outputVersion;
  readonly task: string;
  readonly claims: readonly Claim[];
  readonly evidence: readonly EvidenceItem[];
}

export const outputLimits = {
  bytes: 1_048_576,
  task: 8_000,
  claims: 200,
  evidence: 500,
  text: 2_000,
  excerpt: 4_000,
  name: 200,
  note: 300,
} as const;

/** What an id of a claim or an evidence item looks like. */
export const documentId = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
