/** @module `warrant commitments`: the work that outlives sessions, looked at and closed. */

import { type Commitment, openQuestion } from "@warrant/kernel/commitment/commitment";
import type { CommitmentEventKind } from "@warrant/kernel/commitment/commitment-shape";
import { withdrawQuestion } from "@warrant/kernel/commitment/leftover";
import { draft } from "@warrant/kernel/commitment/park";
import { rankPortfolio } from "@warrant/kernel/commitment/portfolio";
import type { Refusal } from "@warrant/kernel/commitment/stream";
import { outside } from "@warrant/kernel/render/outside";
import type { WarrantLedger } from "@warrant/ledger";
import { Command } from "commander";
import { commitmentsOf, findCommitment } from "../authority/commitments.ts";
import { shortIds } from "../authority/ids.ts";
import { refused, withLedger } from "../authority/ledger.ts";
import { requirePerson } from "../authority/person.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import { type Io, say } from "../io.ts";
import { commitmentText, portfolioText } from "../render/commitments-text.ts";

/** Outcomes a person may close work with; superseding names what follows, and expiry comes by itself. */
const closings = ["fulfilled", "partial", "failed", "abandoned", "expired", "unknown"] as const;

interface ListOptions extends FormatOptions {
  readonly all?: boolean;
}

/** Everything that has an id here, so that what is shown is what may be typed. */
function shortIn(commitments: readonly Commitment[]): (id: string) => string {
  return shortIds(commitments.flatMap(({ id, envelopes }) => [id, ...envelopes.map((envelope) => envelope.id)]));
}

async function list(options: ListOptions, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger, now }) => {
    const commitments = await commitmentsOf(ledger);
    const ranked = rankPortfolio(commitments, now);
    const entries = options.all === true ? ranked : ranked.filter(({ withheld }) => withheld !== "closed");
    const document = { schema: "warrant.portfolio/v1", at: now, entries };
    await print(document, (colours) => portfolioText(entries, shortIn(commitments), now, colours), options, io);
  });
}

async function show(id: string, options: FormatOptions, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger, now }) => {
    const commitments = await commitmentsOf(ledger);
    const found = findCommitment(id, commitments);
    const { state, bad } = await ledger.read(`commitment/${found.id}`);
    if (state === null) throw new ExitError(exitCodes.failed, `the commitment ${found.id} can no longer be read.`);
    if (bad.length > 0) {
      say(
        io,
        `rows of this commitment cannot be believed; nothing that was granted before them counts. Run warrant ledger check.`,
      );
    }
    const document = { schema: "warrant.commitment/v1", commitment: state };
    await print(document, (colours) => commitmentText(state, shortIn(commitments), now, colours), options, io);
  });
}

/** What evidence is missing, in a sentence: a closing that was refused for it ends with a code of its own. */
function notClosed({ message, details }: Refusal): ExitError | null {
  const { outstanding, required, achieved } = details ?? {};
  if (!Array.isArray(outstanding)) return null;
  const count = `${outstanding.length} ${outstanding.length === 1 ? "criterion" : "criteria"} open`;
  const names = outstanding.map((name) => outside(String(name), 40)).join(", ");
  const open = outstanding.length === 0 ? "" : `${count} (${names}); `;
  return new ExitError(
    exitCodes.incomplete,
    `not closed: ${open}evidence ${String(required)} needed, ${String(achieved)} reached`,
    { cause: message },
  );
}

interface Change {
  readonly kind: CommitmentEventKind;
  readonly body: (commitment: Commitment, all: readonly Commitment[]) => object;
  /** What only a person may do. */
  readonly what: string;
  readonly done: (shown: string) => string;
}

async function append(
  ledger: WarrantLedger,
  commitment: Commitment,
  change: Change,
  body: object,
  io: Io,
): Promise<void> {
  const actor = requirePerson(change.what, io);
  // What is closed asks nothing any more.
  const question = change.kind === "closed" || change.kind === "superseded" ? openQuestion(commitment) : null;
  const { approval_id: approval, inbox_id: inbox } = question ?? {};
  const streams = [
    `commitment/${commitment.id}` as const,
    ...(approval === undefined ? [] : [`approval/${approval}` as const]),
    ...(inbox === undefined ? [] : [`inbox/${inbox}` as const]),
  ];
  const outcome = await ledger.append(streams, ({ read }) => [
    draft("commitment", commitment.id, change.kind, actor, body),
    ...withdrawQuestion(
      inbox === undefined ? null : read(`inbox/${inbox}`).state,
      approval === undefined ? null : read(`approval/${approval}`).state,
    ),
  ]);
  if ("refusal" in outcome) throw notClosed(outcome.refusal) ?? refused(outcome.refusal);
}

async function change(id: string, asked: Change, io: Io): Promise<void> {
  requirePerson(asked.what, io);
  await withLedger(io, async ({ ledger }) => {
    const commitments = await commitmentsOf(ledger);
    const commitment = findCommitment(id, commitments);
    await append(ledger, commitment, asked, asked.body(commitment, commitments), io);
    io.stdout.write(`${asked.done(shortIn(commitments)(commitment.id))}\n`);
    await io.stdout.drained();
  });
}

/** The command `commitments` with its subcommands. */
export function commitmentsCommand(io: Io): Command {
  const command = new Command("commitments").description("look at the work that outlives sessions, and close it");
  withFormat(command.command("list"))
    .description("list the work, what can be taken up first")
    .option("--all", "closed work too")
    .action((options: ListOptions) => list(options, io));
  withFormat(command.command("show"))
    .description("show one commitment with its criteria, envelopes and the last answer")
    .argument("<id>", "its id, or the beginning of it")
    .action((id: string, options: FormatOptions) => show(id, options, io));
  command
    .command("close")
    .description("close work; fulfilled takes the evidence it was opened with")
    .argument("<id>", "its id, or the beginning of it")
    .argument("<outcome>", closings.join(", "))
    .option("--note <note>", "why", "")
    .action((id: string, outcome: string, { note }: { note: string }) => {
      if (!closings.some((known) => known === outcome)) {
        throw new ExitError(exitCodes.usage, `the outcome is one of ${closings.join(", ")}.`);
      }
      const body = () => ({ outcome, evidence: "", note });
      return change(
        id,
        { kind: "closed", what: "close work", body, done: (shown) => `closed ${shown} as ${outcome}` },
        io,
      );
    });
  command
    .command("attest")
    .description("say that a criterion holds, as the person who looked at it")
    .argument("<id>", "the commitment's id, or the beginning of it")
    .argument("<criterion>", "the criterion's id")
    .option("--note <note>", "what was looked at", "")
    .action((id: string, criterion: string, { note }: { note: string }) => {
      const body = () => ({ id: criterion, result: { kind: "passed", evidence: note } });
      const done = (shown: string) => `attested ${outside(criterion, 40)} of ${shown}`;
      return change(id, { kind: "criterion-evaluated", what: "attest", body, done }, io);
    });
  command
    .command("supersede")
    .description("close work that another commitment takes over")
    .argument("<id>", "its id, or the beginning of it")
    .requiredOption("--by <id>", "the commitment that takes over")
    .requiredOption("--reason <reason>", "why")
    .action((id: string, { by, reason }: { by: string; reason: string }) => {
      const body = (commitment: Commitment, all: readonly Commitment[]) => {
        const next = findCommitment(by, all);
        if (next.id === commitment.id) throw new ExitError(exitCodes.usage, "a commitment cannot supersede itself.");
        if (next.closure !== null) throw new ExitError(exitCodes.usage, "the commitment that takes over is closed.");
        return { by: next.id, reason };
      };
      return change(
        id,
        { kind: "superseded", what: "supersede work", body, done: (shown) => `superseded ${shown}` },
        io,
      );
    });
  for (const [name, kind, description] of [
    ["pin", "pinned", "move work to the front of the list; what is held back stays held"],
    ["unpin", "unpinned", "take that back"],
  ] as const) {
    command
      .command(name)
      .description(description)
      .argument("<id>", "its id, or the beginning of it")
      .action((id: string) =>
        change(id, { kind, what: `${name} work`, body: () => ({}), done: (shown) => `${kind} ${shown}` }, io),
      );
  }
  return command.addHelpText(
    "after",
    "\nExit codes: 0 done, 2 usage or an id nobody knows, 3 only a person may, 4 not closed for lack of evidence.",
  );
}
