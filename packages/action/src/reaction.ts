/** @module The visible answer to a comment that is a command: an emoji below it. */

import { PlatformError } from "@warrant/github/errors";
import { ownerAndName } from "@warrant/github/owner-and-name";
import * as z from "zod/mini";
import type { Session } from "./session.ts";

/** `eyes`: it is being done. `confused`: it is not, and the log of the run says why. */
export type Reaction = "eyes" | "confused";

/** Answers a comment. A token that may not, or a platform that fails, changes nothing of what the run does. */
export async function react(
  { client, repository, log }: Session,
  comment: number | null,
  content: Reaction,
): Promise<void> {
  if (comment === null) return;
  const route = "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions";
  try {
    await client.rest(route, { ...ownerAndName(repository), comment_id: comment, content }, z.unknown());
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.debug(error.message);
  }
}
