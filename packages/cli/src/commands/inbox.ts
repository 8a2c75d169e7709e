/** @module `warrant inbox`: what waits for a person. Looking marks an entry as read and resumes nothing. */

import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import { isWaiting } from "@warrant/kernel/commitment/news";
import { draft } from "@warrant/kernel/commitment/park";
import type { WarrantLedger } from "@warrant/ledger";
import { Command, InvalidArgumentError } from "commander";
import { shortIds } from "../authority/ids.ts";
import { entriesOf, findEntry, idsOf } from "../authority/inbox.ts";
import { refused, withLedger } from "../authority/ledger.ts";
import { actorOf, requirePerson } from "../authority/person.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { Io } from "../io.ts";
import { entryText, inboxText } from "../render/inbox-text.ts";

interface ListOptions extends FormatOptions {
  readonly all?: boolean;
  readonly limit: number;
}

function shortIn(entries: readonly InboxEntry[]): (id: string) => string {
  return shortIds(entries.flatMap(idsOf));
}

async function list(options: ListOptions, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger, now }) => {
    const every = await entriesOf(ledger);
    const wanted = options.all === true ? every : every.filter(isWaiting);
    const entries = wanted.slice(0, options.limit);
    const document = { schema: "warrant.inbox/v1", at: now, entries, total: wanted.length };
    const more = wanted.length - entries.length;
    await print(document, (colours) => inboxText(entries, more, shortIn(every), now, colours), options, io);
  });
}

/** Marks an entry as read, once. Only a person reads: an agent that looks leaves it unread. */
async function markRead(entry: InboxEntry, ledger: WarrantLedger, io: Io): Promise<void> {
  const actor = actorOf(io);
  if (actor.kind !== "person" || entry.read_at !== undefined) return;
  const outcome = await ledger.append([`inbox/${entry.id}`], ({ read }) => {
    const { state } = read(`inbox/${entry.id}`);
    return state === null || state.read_at !== undefined ? [] : [draft("inbox", entry.id, "inbox-read", actor, {})];
  });
  if ("refusal" in outcome) throw refused(outcome.refusal);
}

async function show(id: string, options: FormatOptions, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger, now }) => {
    const entries = await entriesOf(ledger);
    const entry = findEntry(id, entries);
    const { approval_id: asked } = entry;
    const approval = asked === undefined ? null : (await ledger.read(`approval/${asked}`)).state;
    const document = { schema: "warrant.inbox-entry/v1", entry, approval };
    await print(document, (colours) => entryText(entry, approval, shortIn(entries), now, colours), options, io);
    await markRead(entry, ledger, io);
  });
}

async function ack(ids: readonly string[], io: Io): Promise<void> {
  requirePerson("mark the inbox as read", io);
  await withLedger(io, async ({ ledger }) => {
    const entries = await entriesOf(ledger);
    // Every id is looked up first: with one that is unknown nothing is marked.
    const found = ids.map((id) => findEntry(id, entries));
    for (const entry of found) await markRead(entry, ledger, io);
    io.stdout.write(`read ${found.map(({ id }) => shortIn(entries)(id)).join(", ")}\n`);
    await io.stdout.drained();
  });
}

async function count(io: Io): Promise<void> {
  await withLedger(io, async ({ ledger }) => {
    const entries = await entriesOf(ledger);
    io.stdout.write(`${entries.filter(isWaiting).length}\n`);
    await io.stdout.drained();
  });
}

function limit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number from 1.");
}

/** The command `inbox` with its subcommands. */
export function inboxCommand(io: Io): Command {
  const command = new Command("inbox").description("look at what waits for a person");
  withFormat(command.command("list", { isDefault: true }))
    .description("list what is open, the newest first")
    .option("--all", "what is answered, expired or withdrawn too")
    .option("--limit <count>", "how many", limit, 50)
    .action((options: ListOptions) => list(options, io));
  withFormat(command.command("show"))
    .description("show one entry, and exactly what would run")
    .argument("<id>", "the id of the entry, its question or its approval, or the beginning of it")
    .action((id: string, options: FormatOptions) => show(id, options, io));
  command
    .command("ack")
    .description("mark entries as read; it answers nothing")
    .argument("<id...>", "their ids, or the beginnings of them")
    .action((ids: string[]) => ack(ids, io));
  command
    .command("count")
    .description("print how many entries are open")
    .action(() => count(io));
  return command.addHelpText("after", "\nExit codes: 0 done, 2 usage or an id nobody knows, 3 only a person may.");
}
