/**
 * @module The ticket of `warrant run`: who started an agent, and with which words. By it the gate knows a prompt without a
 * terminal for a person's; each of its prompts counts once, and none after the agent has ended.
 */

import { createHash } from "node:crypto";
import { draft } from "@warrant/kernel/commitment/park";
import type { Actor } from "@warrant/kernel/policy/envelope";
import { recordSession } from "@warrant/ledger/session-log";
import { findBinding } from "./authority/bound-issue.ts";
import { refused, withLedger } from "./authority/ledger.ts";
import type { Io } from "./io.ts";
import type { PullRequestName } from "./pull-request-name.ts";

/** The variable by which the agent's hooks find the ticket. Commands that take a person refuse where it is set. */
export const sessionVariable = "WARRANT_SESSION";

/** What a prompt is known by, without its words being kept. */
export function promptDigest(text: string): string {
  return createHash("sha256").update(text.trim()).digest("hex");
}

export interface Ticket {
  readonly id: string;
  /** Ends it: no prompt counts any more. */
  readonly end: (code: number) => Promise<void>;
}

/**
 * Writes a ticket for a command line: any of its words may be the prompt.
 *
 * @param issue what the agent is to work on, whose policy then holds.
 * @throws ExitError when the ledger cannot be written, or the issue not be read.
 */
export async function writeTicket(
  command: readonly string[],
  issue: { readonly name: PullRequestName; readonly host: string | undefined } | null,
  person: Actor,
  io: Io,
): Promise<Ticket> {
  const id = `run-${io.newId()}`;
  const found = issue === null ? null : await findBinding(issue.name, issue.host, io);
  await withLedger(io, async ({ ledger }) => {
    if (found !== null) {
      const body = { issue: found.issue, binding: found.binding, title: found.title };
      const outcome = await ledger.append([`binding/${id}`], () => [
        draft("binding", id, "session-bound", person, body),
      ]);
      if ("refusal" in outcome) throw refused(outcome.refusal);
    }
    const prompts = [...new Set(command.slice(1).map(promptDigest))];
    const body = { run: true, principal: person.id, prompts, cwd: io.cwd };
    await recordSession(ledger, id, [{ kind: "session-started", body }], person);
  });
  const end = (code: number): Promise<void> =>
    withLedger(io, ({ ledger }) => recordSession(ledger, id, [{ kind: "session-ended", body: { code } }], person));
  return { id, end };
}
