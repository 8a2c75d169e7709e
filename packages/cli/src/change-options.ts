/** @module The options that choose one change, local or of a platform. */

import type { LocalOptions } from "./local-change.ts";

export interface ChangeOptions extends LocalOptions {
  /** The server of a pull request. */
  readonly host?: string;
  /** A person who asked for a pull request. */
  readonly requestedBy?: string;
}
