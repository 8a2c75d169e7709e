/** @module The one way a command ends early, with one of the exit codes. */

import type { ExitCode } from "@warrant/kernel/render/exit-code";

export { type Decided, type ExitCode, exitCodeOf, exitCodes } from "@warrant/kernel/render/exit-code";

/** Ends the command with a code; a message that is not empty goes to standard error as it is. */
export class ExitError extends Error {
  readonly code: ExitCode;

  constructor(code: ExitCode, message = "", options?: ErrorOptions) {
    super(message, options);
    this.name = "ExitError";
    this.code = code;
  }
}

/** Ends the command as a program ended that it started: with that program's own code. */
export class ProgramEnded extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The program ended with ${code}.`);
    this.name = "ProgramEnded";
    this.code = code;
  }
}
