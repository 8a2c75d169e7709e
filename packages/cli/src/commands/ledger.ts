/** @module `warrant ledger`: the memory as lines, taken in again, and looked at for damage. */

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { LedgerError } from "@warrant/ledger";
import { Command } from "commander";
import { withLedger } from "../authority/ledger.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import { type Io, say } from "../io.ts";
import { isSound, ledgerCheckText } from "../render/ledger-text.ts";

function eventsText(count: number): string {
  return `${count} ${count === 1 ? "event" : "events"}`;
}

function leftOutText(count: number): string {
  return count === 0 ? "" : `; ${count} rows could not be believed and were left out`;
}

async function toFile(file: string, io: Io, write: (line: (text: string) => Promise<void>) => Promise<void>) {
  const path = resolve(io.cwd, file);
  // Never over a file that is there, and readable for its owner alone: it holds what agents were asked and did.
  const target = await open(path, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "EEXIST" ? "there is such a file already" : (cause.code ?? cause.message);
    throw new ExitError(exitCodes.usage, `cannot write ${file}: ${why}.`, { cause });
  });
  try {
    await write(async (text) => {
      await target.write(text);
    });
    await target.sync();
  } finally {
    await target.close();
  }
}

async function exportAll(file: string | undefined, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger }) => {
    if (file === undefined) {
      const count = await ledger.export(async (line) => {
        io.stdout.write(line);
        await io.stdout.drained();
      });
      if (count.left_out > 0) say(io, `${count.left_out} rows could not be believed and were left out.`);
      return;
    }
    await toFile(file, io, async (write) => {
      const count = await ledger.export(write);
      io.stdout.write(`exported ${eventsText(count.events)} to ${file}${leftOutText(count.left_out)}\n`);
    });
    await io.stdout.drained();
  });
}

async function importAll(file: string, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger }) => {
    const path = resolve(io.cwd, file);
    try {
      const { events, added } = await ledger.import(() => createReadStream(path, { signal: io.signal }));
      const known = events - added;
      io.stdout.write(
        `imported ${eventsText(added)}${known === 0 ? "" : `; ${eventsText(known)} were here already`}\n`,
      );
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (error instanceof LedgerError || io.signal.aborted || code === undefined) throw error;
      throw new ExitError(exitCodes.usage, `cannot read ${file} (${code}). Check its path and permissions.`, {
        cause: error,
      });
    }
    await io.stdout.drained();
  });
}

async function check(options: FormatOptions, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger }) => {
    const found = await ledger.check();
    await print({ schema: "warrant.ledger-check/v1", ...found }, () => ledgerCheckText(found), options, io);
    if (!isSound(found)) throw new ExitError(exitCodes.failed);
  });
}

/** The command `ledger` with its subcommands. */
export function ledgerCommand(io: Io): Command {
  const command = new Command("ledger").description("write out, take in and check what Warrant remembers");
  command
    .command("export")
    .description("write every event as JSON Lines")
    .argument("[file]", "a new file (default: standard output)")
    .action((file: string | undefined) => exportAll(file, io));
  command
    .command("import")
    .description("take in an export, wholly or not at all; what it granted is dead")
    .argument("<file>", "the export")
    .action((file: string) => importAll(file, io));
  withFormat(command.command("check"))
    .description("look at every row for damage")
    .action((options: FormatOptions) => check(options, io));
  return command.addHelpText(
    "after",
    "\nExit codes: 0 done and sound, 1 our failure or damage, 2 usage or a file that is no whole export.",
  );
}
