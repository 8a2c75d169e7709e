/** @module `warrant answer`: a person's yes or no to exactly one question that waits. */

import { type AnswerResult, answer as answerQuestion } from "@warrant/kernel/commitment/answer";
import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import type { Approval } from "@warrant/kernel/policy/approval";
import { outside } from "@warrant/kernel/render/outside";
import type { WarrantLedger } from "@warrant/ledger";
import { Argument, Command, Option } from "commander";
import { shortIds } from "../authority/ids.ts";
import { entriesOf, findEntry } from "../authority/inbox.ts";
import { refused, withLedger } from "../authority/ledger.ts";
import { requirePerson } from "../authority/person.ts";
import { ExitError } from "../exit.ts";
import { type Io, say } from "../io.ts";
import { moment } from "../render/when.ts";
import type { Runtime } from "../runtime.ts";

const decisions = ["approve", "deny"] as const;
const scopes = ["once", "effects"] as const;

interface Given {
  readonly decision: (typeof decisions)[number];
  readonly scope: (typeof scopes)[number];
  readonly note: string | undefined;
}

/** The streams one answer reads and writes, all in one transaction. */
function streamsOf({ id, approval_id: approval, commitment_id: commitment }: InboxEntry) {
  return [
    `inbox/${id}` as const,
    ...(approval === undefined ? [] : [`approval/${approval}` as const]),
    ...(commitment === undefined ? [] : [`commitment/${commitment}` as const]),
  ];
}

/** What was answered already, by whom and when. */
function decidedBefore(approval: Approval | null): string {
  const { decided_at: at, approver, state } = approval ?? {};
  if (at === undefined || approver === undefined) return "";
  return ` It was ${state === "used" ? "approved" : state} by ${outside(approver.id, 60)} on ${moment(at)}.`;
}

async function write(entry: InboxEntry, given: Given, ledger: WarrantLedger, runtime: Runtime, io: Io): Promise<void> {
  const actor = requirePerson("answer", io);
  const { approval_id: approval, commitment_id: commitment } = entry;
  let result: AnswerResult | undefined;
  const outcome = await ledger.append(streamsOf(entry), ({ read, now }) => {
    result = answerQuestion({
      decision: given.decision,
      scope: given.scope,
      ...(given.note === undefined ? {} : { note: given.note }),
      by: { actor, session: null },
      now,
      lives: runtime.settings.approvals,
      entry: read(`inbox/${entry.id}`).state,
      approval: approval === undefined ? null : read(`approval/${approval}`).state,
      commitment: commitment === undefined ? null : read(`commitment/${commitment}`).state,
    });
    return result.ok ? result.drafts : { refusal: { code: "conflict", message: result.message } };
  });
  if (result?.ok === false) {
    const rule = result.rule.startsWith("authority.") ? ` [${result.rule}]` : "";
    const before = approval === undefined ? null : (await ledger.read(`approval/${approval}`)).state;
    throw new ExitError(result.exit, `nothing was changed. ${result.message}${decidedBefore(before)}${rule}`);
  }
  if ("refusal" in outcome) throw refused(outcome.refusal);
}

/** What follows from the answer, in one line. */
function consequence(entry: InboxEntry, { decision, scope }: Given, commitment: string | null): string {
  const isAction = entry.approval_id !== undefined;
  if (decision === "deny") return commitment === null ? "denied" : `denied; ${commitment} resumes without it`;
  const opened = isAction
    ? scope === "once"
      ? "approved once"
      : "approved, also for the same effects again"
    : "approved";
  return commitment === null ? opened : `${opened}; ${commitment} resumes`;
}

/** Where and how long a yes holds: nobody else than the session that asked can use it. */
async function holdingWords({ approval_id: id }: InboxEntry, given: Given, ledger: WarrantLedger): Promise<string> {
  const approval = id === undefined || given.decision === "deny" ? null : (await ledger.read(`approval/${id}`)).state;
  if (approval === null) return "";
  const { expires_at: end, session } = approval;
  return `it holds until ${moment(end)} in session ${outside(session, 60)}, whose agent has to try again\n`;
}

async function answer(id: string, given: Given, io: Io): Promise<void> {
  requirePerson("answer", io);
  await withLedger(io, async ({ ledger, runtime }) => {
    const entry = findEntry(id, await entriesOf(ledger));
    if (entry.approval_id === undefined && given.scope !== "once") {
      say(io, "the question is about no action, so --scope means nothing here.");
    }
    await write(entry, given, ledger, runtime, io);
    const commitments = await ledger.readAll("commitment");
    const shorten = shortIds(commitments.map(({ stream }) => stream.slice("commitment/".length)));
    const served = entry.question_id === undefined ? undefined : entry.commitment_id;
    const said = consequence(entry, given, served === undefined ? null : shorten(served));
    io.stdout.write(`${said}\n${await holdingWords(entry, given, ledger)}`);
    await io.stdout.drained();
  });
}

/** The command `answer`. */
export function answerCommand(io: Io): Command {
  return new Command("answer")
    .description("answer a question that waits in the inbox")
    .argument("<id>", "the id of the entry, its question or its approval, or the beginning of it")
    .addArgument(new Argument("<decision>", "approve or deny").choices(decisions))
    .argument("[note]", "what its session is told when it goes on, as data")
    .addOption(
      new Option("--scope <scope>", "this action once, or the same effects in its session until it expires")
        .choices(scopes)
        .default("once"),
    )
    .addHelpText(
      "after",
      "\nAn answer fits exactly one open question; one that comes late changes nothing.\nExit codes: 0 answered, 2 an id nobody knows or a question that is over, 3 this answerer may not.",
    )
    .action((id: string, decision: Given["decision"], note: string | undefined, { scope }: Pick<Given, "scope">) =>
      answer(id, { decision, scope, note }, io),
    );
}
