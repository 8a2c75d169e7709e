/** @module All open changes judged by one run. */

import { type ExitCode, exitCodes } from "@warrant/kernel/render/exit-code";
import type { Session } from "./session.ts";

/** Sweeps the repository and gives the exit code of the run. */
export function sweep(session: Session): Promise<ExitCode> {
  session.log.error("The sweep is not part of this version yet.");
  return Promise.resolve(exitCodes.failed);
}
