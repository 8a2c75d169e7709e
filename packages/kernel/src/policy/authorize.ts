/**
 * @module What an execution policy permits at the moment of doing it: one pure question per field (change gate, section 6.5).
 *
 * Used by the change gate, the action gate and hosts. A policy that came from elsewhere is read with care: a field that
 * cannot be read permits nothing.
 */

import { autonomyScale, readOn, writeScopeScale } from "../scale.ts";
import type { ExecutionPolicy } from "../verdict.ts";
import { isCoveredBy, isKnownBranch, isSameBranch } from "./branches.ts";

/** Errors are fixed words that callers compare; the message is for people. */
export type Authorization<ErrorName extends string> =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: ErrorName; readonly message: string };

const permitted = { ok: true } as const;

function refuse<ErrorName extends string>(error: ErrorName, message: string): Authorization<ErrorName> {
  return { ok: false, error, message };
}

/** A name from elsewhere as a message can show it. */
function named(value: string): string {
  return `"${value.slice(0, 80).toWellFormed()}"`;
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Whether a tool may be called: the denied list first, then the allowed list if there is one; exact and case-sensitive. */
export function authorizeTool(
  policy: Pick<ExecutionPolicy, "allowed_tools" | "denied_tools">,
  tool: string,
): Authorization<"tool_denied" | "tool_not_allowed"> {
  if (!isStringList(policy.denied_tools)) return refuse("tool_denied", "The list of denied tools cannot be read.");
  if (policy.denied_tools.includes(tool)) return refuse("tool_denied", `The tool ${named(tool)} is denied.`);
  if (typeof tool !== "string" || tool === "") return refuse("tool_not_allowed", "The tool has no name.");
  if (policy.allowed_tools === null) return permitted;
  if (isStringList(policy.allowed_tools) && policy.allowed_tools.includes(tool)) return permitted;
  return refuse("tool_not_allowed", `The tool ${named(tool)} is not among the allowed tools.`);
}

/** Where a write would go. `protected` holds names or patterns such as `release/*`. */
export interface WriteTarget {
  readonly branch: string;
  readonly default_branch: string;
  readonly protected: readonly string[];
}

/**
 * Whether a branch may be written.
 *
 * With scope `feature_branch` every name must be known, and the branch must be neither the default nor a protected one.
 */
export function authorizeWrite(
  policy: Pick<ExecutionPolicy, "autonomy" | "write_scope">,
  target: WriteTarget,
): Authorization<"write_scope_exceeded"> {
  const scope = readOn(writeScopeScale, policy.write_scope);
  if (readOn(autonomyScale, policy.autonomy) === "propose_only") {
    return refuse("write_scope_exceeded", "The policy allows proposals only, no writing.");
  }
  if (scope === "none") return refuse("write_scope_exceeded", "The policy allows no writing.");
  if (scope === "any_branch") return permitted;
  if (!isKnownBranch(target.branch) || !isKnownBranch(target.default_branch) || !isStringList(target.protected)) {
    return refuse(
      "write_scope_exceeded",
      "The policy allows feature branches only, and it is not known whether this is one.",
    );
  }
  if (isSameBranch(target.branch, target.default_branch)) {
    return refuse("write_scope_exceeded", `${named(target.branch)} is the default branch; use a feature branch.`);
  }
  if (target.protected.some((pattern) => isCoveredBy(target.branch, pattern))) {
    return refuse("write_scope_exceeded", `${named(target.branch)} is a protected branch; use a feature branch.`);
  }
  return permitted;
}

/** Whether the approval the policy asks for is there; `approved` must be exactly `true`. */
export function authorizeApproval(
  policy: Pick<ExecutionPolicy, "human_approval_required">,
  approved: unknown,
): Authorization<"human_approval_required"> {
  // Read as any value: only an exact `false` waives the approval.
  const required: unknown = policy.human_approval_required;
  if (required === false || approved === true) return permitted;
  return refuse("human_approval_required", "The policy asks for the approval of a person.");
}

/** Whether one more attempt may be made. `attempt` counts from 1, this one included. */
export function authorizeAttempt(
  policy: Pick<ExecutionPolicy, "max_attempts">,
  attempt: number,
): Authorization<"attempts_exceeded"> {
  const isCount = Number.isSafeInteger(policy.max_attempts) && policy.max_attempts >= 1;
  const most = isCount ? policy.max_attempts : 1;
  if (Number.isSafeInteger(attempt) && attempt >= 1 && attempt <= most) return permitted;
  const said = Number.isSafeInteger(attempt) ? `This is attempt ${attempt}` : "It is not known which attempt this is";
  return refuse("attempts_exceeded", `${said}, and the policy allows ${most}.`);
}

/** A check run as the facts hold it. */
export interface CheckRun {
  readonly name: string;
  readonly status: string;
  readonly conclusion?: string | undefined;
  readonly head_sha: string;
}

/** Checks named in a message. */
const checksShown = 10;

/**
 * Whether every required check has succeeded on this very commit.
 *
 * Neutral, skipped, cancelled, running or absent: missing. So is a success on another commit.
 */
export function authorizeChecks(
  policy: Pick<ExecutionPolicy, "required_checks">,
  checks: readonly CheckRun[],
  headSha: string,
): Authorization<"required_checks_missing"> {
  if (!isStringList(policy.required_checks)) {
    return refuse("required_checks_missing", "The list of required checks cannot be read.");
  }
  const succeeded = new Set(
    checks
      .filter(
        ({ status, conclusion, head_sha }) =>
          status === "completed" && conclusion === "success" && head_sha === headSha,
      )
      .map(({ name }) => name),
  );
  const missing = policy.required_checks.filter((name) => !succeeded.has(name));
  if (missing.length === 0) return permitted;
  const shown = missing.slice(0, checksShown).map(named).join(", ");
  const more = missing.length > checksShown ? ` and ${missing.length - checksShown} more` : "";
  return refuse("required_checks_missing", `Not successful on this commit: ${shown}${more}.`);
}

/** Whether the change may merge by itself; the policy must say exactly `true`. */
export function authorizeAutoMerge(
  policy: Pick<ExecutionPolicy, "auto_merge_allowed">,
): Authorization<"auto_merge_denied"> {
  const allowed: unknown = policy.auto_merge_allowed;
  if (allowed === true) return permitted;
  return refuse("auto_merge_denied", "The policy does not allow auto-merge.");
}
