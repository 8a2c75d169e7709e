/** @module `warrant revoke`: ends an envelope and what was derived from it, or every envelope of a commitment. */

import type { Commitment } from "@warrant/kernel/commitment/commitment";
import { draft } from "@warrant/kernel/commitment/park";
import { type Envelope, lineOf } from "@warrant/kernel/policy/envelope";
import { Command } from "commander";
import { commitmentsOf } from "../authority/commitments.ts";
import { type Candidate, pickId } from "../authority/ids.ts";
import { refused, withLedger } from "../authority/ledger.ts";
import { actorOf } from "../authority/person.ts";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";

function isRevoked(envelope: Envelope): boolean {
  return "revoked_at" in envelope;
}

/** How many envelopes that were not revoked themselves come from these. */
function derivedFrom(ids: readonly string[], { envelopes }: Commitment): number {
  const known = new Map(envelopes.map((envelope) => [envelope.id, envelope]));
  return envelopes.filter(({ id }) => {
    const ancestors = lineOf(id, known)?.slice(1) ?? [];
    return !ids.includes(id) && ancestors.some((ancestor) => ids.includes(ancestor.id));
  }).length;
}

function envelopesText(count: number): string {
  return `${count} ${count === 1 ? "envelope" : "envelopes"}`;
}

function candidatesOf(commitments: readonly Commitment[]): Candidate[] {
  return commitments.flatMap(({ id, spec, envelopes }) => [
    { id, title: `commitment: ${spec.objective}` },
    ...envelopes.map((envelope) => ({ id: envelope.id, title: `envelope of: ${spec.objective}` })),
  ]);
}

async function revoke(text: string, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger }) => {
    const commitments = await commitmentsOf(ledger);
    const id = pickId(text, candidatesOf(commitments), "envelope or commitment");
    const found = commitments.find((one) => one.id === id || one.envelopes.some((envelope) => envelope.id === id));
    if (found === undefined) throw new ExitError(exitCodes.usage, `there is no envelope ${id}.`);
    const asked = ({ envelopes }: Commitment) => envelopes.filter((envelope) => id === found.id || envelope.id === id);
    let derived = 0;
    let isClosed = false;
    const outcome = await ledger.append([`commitment/${found.id}`], ({ read }) => {
      const { state } = read(`commitment/${found.id}`);
      isClosed = state !== null && state.closure !== null;
      if (state === null || isClosed) return [];
      const ending = asked(state).filter((envelope) => !isRevoked(envelope));
      derived = derivedFrom(
        ending.map((envelope) => envelope.id),
        state,
      );
      return ending.map((envelope) =>
        draft("commitment", found.id, "envelope-revoked", actorOf(io), { id: envelope.id }),
      );
    });
    if ("refusal" in outcome) throw refused(outcome.refusal);
    const count = outcome.events.length;
    const also = derived === 0 ? "" : ` and ${derived} derived from ${count === 1 ? "it" : "them"}`;
    const said = isClosed
      ? "nothing to revoke: the commitment is closed, and its envelopes ended with it"
      : count > 0
        ? `revoked ${envelopesText(count)}${also}; effective at the next call`
        : asked(found).length > 0
          ? "already revoked"
          : "nothing to revoke: the commitment has no envelopes";
    io.stdout.write(`${said}\n`);
    await io.stdout.drained();
  });
}

/** The command `revoke`. */
export function revokeCommand(io: Io): Command {
  return new Command("revoke")
    .description("end an envelope and what was derived from it, or every envelope of a commitment")
    .argument("<id>", "an envelope or a commitment, by its id or the beginning of it")
    .addHelpText("after", "\nIt cannot be undone.\nExit codes: 0 revoked, or it was already; 2 an id nobody knows.")
    .action((id: string) => revoke(id, io));
}
