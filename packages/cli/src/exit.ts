/** @module The exit codes of the command (an interface, design §6) and the one way a command ends early with one. */

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

/** Ends the command with a code; a message that is not empty goes to standard error as it is. */
export class ExitError extends Error {
  readonly code: ExitCode;

  constructor(code: ExitCode, message = "", options?: ErrorOptions) {
    super(message, options);
    this.name = "ExitError";
    this.code = code;
  }
}
