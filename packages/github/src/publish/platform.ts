/** @module The part of the client that publishing uses, and how it reads the failures of writes. */

import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";

/** Reads and writes; every failure is a `PlatformError`. */
export type Platform = Pick<GitHubClient, "rest" | "pages" | "graphql">;

/** Whether a write was refused because the token may not do it. A limit answers 403 too and has a code of its own. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 403 && error.code === "platform-auth";
}

/** Whether what was written to is not there any more. */
export function isGone(error: unknown): boolean {
  return error instanceof PlatformError && error.code === "platform-missing";
}

/** Why a call failed, in the words of its error; nothing of another kind of error is repeated. */
export function causeOf(error: unknown): string {
  return error instanceof PlatformError ? error.message : "Warrant failed while it published.";
}
