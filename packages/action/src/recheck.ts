/** @module A fresh verdict that a comment asks for: given to people whose permission the platform confirms, whatever their association says. */

import { Gaps } from "@warrant/github/gaps";
import { Permissions } from "@warrant/github/permissions";
import { type ExitCode, exitCodes } from "@warrant/kernel/render/exit-code";
import { gateChange } from "./change.ts";
import type { Task } from "./event.ts";
import { react } from "./reaction.ts";
import type { Session } from "./session.ts";

const mayAsk = new Set<string>(["admin", "maintain", "write"]);

/**
 * Judges again when the one who asks may write to the repository. The run belongs to the default branch and not to the
 * change, so a denial, which the check run says, does not fail it.
 */
export async function recheck(
  session: Session,
  { number, by, comment }: Extract<Task, { readonly kind: "recheck" }>,
): Promise<ExitCode> {
  const { client, repository, log } = session;
  const gaps = new Gaps();
  const permission = await new Permissions(client, repository, gaps).of({ ...by, kind: "user" });
  if (permission === "unknown") {
    const why = gaps.entries[0]?.why ?? "the platform does not say";
    log.error(`Whether ${by.login} may ask for a verdict is not known: ${why}. Nothing was judged. Ask again.`);
    await react(session, comment, "confused");
    return exitCodes.failed;
  }
  if (!mayAsk.has(permission)) {
    log.line(`${by.login} has no write permission here, so /warrant recheck does nothing.`);
    await react(session, comment, "confused");
    return exitCodes.allowed;
  }
  await react(session, comment, "eyes");
  const code = await gateChange(session, number);
  return code === exitCodes.denied || code === exitCodes.incomplete ? exitCodes.allowed : code;
}
