/** @module The facts one call is judged from, `warrant.action-facts/v1`, as the judge takes them (actions, section 2). */

import type { Resource } from "../intent/reading/request.ts";
import type { Approval } from "../policy/approval.ts";
import type { ServedCommitment } from "../policy/envelope-cover.ts";
import type { DeclaredTools } from "./declared-tools.ts";
import type { OperatorRule } from "./operator-rules.ts";
import type { FileSystemFacts, Place } from "./place.ts";

export const actionFactsSchema = "warrant.action-facts/v1";

export interface ActionCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly siblings: number | null;
}

/** What an operator has said, compiled. */
export interface ActionPolicy {
  readonly digest: string;
  /** False: the gate decides nothing. */
  readonly enabled: boolean;
  readonly rules: readonly OperatorRule[];
  /** Tools the operator has declared, by full name. */
  readonly tools?: DeclaredTools;
}

export interface NamedThing {
  readonly text: string;
  readonly kind: string;
  readonly target: string;
}

export interface ActionFacts {
  readonly schema: typeof actionFactsSchema;
  readonly at: string;
  readonly mode: "enforce" | "report";
  readonly session: {
    readonly id: string;
    readonly request_id: string | null;
    readonly origin: string;
    readonly attendance: string;
    readonly fallback: string;
    readonly attempt: number | null;
  };
  readonly agent: { readonly id: string | null; readonly chain: readonly string[] };
  readonly call: ActionCall;
  readonly place: Place & { readonly env_digest: string };
  readonly filesystem: FileSystemFacts;
  /** One for each source; each is read anew, so that an unreadable one allows nothing. */
  readonly ceilings: readonly unknown[];
  readonly autonomy: string;
  readonly posture: string;
  readonly named: readonly NamedThing[];
  readonly resources: readonly Resource[];
  readonly commitments: readonly ServedCommitment[];
  /** Whether any part of what was asked for cannot be undone; unknown is yes. */
  readonly asks_irreversible: boolean;
  readonly approvals: readonly Approval[];
  readonly spend: { readonly limit_usd: unknown; readonly spent_usd: unknown; readonly running_usd: unknown };
  readonly policy: ActionPolicy;
  readonly ledger_writable: boolean;
}
