/** @module How strong a passed criterion is: from its kind and from who evaluated it, never from what anybody claims. */

import type { Actor } from "../policy/envelope.ts";
import { isAtLeast, narrow, type RequestWord, requestScales } from "../scale.ts";
import type { Criterion, CriterionKind, CriterionResult } from "./commitment-shape.ts";

type Strength = RequestWord<"achieved">;

/**
 * The strength of a pass (section 12.1), or null where this evaluator may not judge this kind: what a sentence means no
 * runtime can observe. Whoever is neither person nor runtime only asserts.
 */
export function strengthOf(kind: CriterionKind, evaluator: Actor, isSignatureVerified: boolean): Strength | null {
  if (evaluator.kind === "person") return "attested";
  if (evaluator.kind !== "runtime") return "asserted";
  if (kind === "semantic") return null;
  return kind === "external-receipt" && isSignatureVerified ? "attested" : "observed";
}

/** A criterion with its last evaluation. */
export interface CriterionState extends Criterion {
  readonly result?: CriterionResult;
  readonly evaluator?: Actor;
  readonly strength?: Strength;
}

/** Passed, and not only by an agent's word: an agent may propose criteria, never mark one passed. */
export function isPassed({ result, evaluator }: CriterionState): boolean {
  return result?.kind === "passed" && evaluator !== undefined && evaluator.kind !== "agent";
}

/** What stands between a commitment and its fulfilment. */
export interface Standing {
  readonly outstanding: readonly string[];
  readonly required: RequestWord<"satisfaction">;
  readonly achieved: Strength;
}

/** The weakest strength of the required criteria; one that is not evaluated, and none at all, is asserted. */
function achievedBy(criteria: readonly CriterionState[]): Strength {
  const required = criteria.filter((criterion) => criterion.required);
  if (required.length === 0) return "asserted";
  return narrow(
    requestScales.achieved,
    ...required.map((criterion) => (isPassed(criterion) ? criterion.strength : "asserted")),
  );
}

export function standingOf(criteria: readonly CriterionState[], required: RequestWord<"satisfaction">): Standing {
  return {
    outstanding: criteria.filter((criterion) => criterion.required && !isPassed(criterion)).map(({ id }) => id),
    required,
    achieved: achievedBy(criteria),
  };
}

/** Whether a commitment may close as fulfilled: every required criterion passed, strongly enough. */
export function isFulfillable({ outstanding, required, achieved }: Standing): boolean {
  return outstanding.length === 0 && isAtLeast(requestScales.achieved, achieved, required);
}
