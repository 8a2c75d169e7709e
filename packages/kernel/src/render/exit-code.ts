/** @module The exit codes of a run that judges (an interface, design §6): the same for the command and the Action. */

export const exitCodes = {
  /** Allowed, or report-only. */
  allowed: 0,
  /** Our failure, or the platform's. */
  failed: 1,
  /** The call or the configuration is wrong. */
  usage: 2,
  /** Denied under enforcement. */
  denied: 3,
  /** Denied because evidence is incomplete. */
  incomplete: 4,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What an exit code looks at in a verdict. */
export interface Decided {
  readonly decision: "allow" | "deny";
  readonly deny_kind: string | null;
}

/**
 * The code a run of verdicts ends with: always 0 under report; under enforcement 3 for a denial, 4 when every denial is for
 * incomplete evidence.
 */
export function exitCodeOf(verdicts: readonly Decided[], enforced: boolean): ExitCode {
  if (!enforced) return exitCodes.allowed;
  const denied = verdicts.filter((verdict) => verdict.decision === "deny");
  if (denied.length === 0) return exitCodes.allowed;
  return denied.every((verdict) => verdict.deny_kind === "incomplete") ? exitCodes.incomplete : exitCodes.denied;
}
