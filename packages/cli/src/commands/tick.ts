/** @module `warrant tick`: upkeep. Does what time alone does to work and questions; asks no model and approves nothing. */

import { Command } from "commander";
import { shortIds } from "../authority/ids.ts";
import { withLedger } from "../authority/ledger.ts";
import { tellNew } from "../authority/told.ts";
import { doUpkeep } from "../authority/upkeep.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { Io } from "../io.ts";
import { upkeepText } from "../render/upkeep-text.ts";

interface TickOptions extends FormatOptions {
  readonly dryRun?: boolean;
}

async function tick(options: TickOptions, io: Io): Promise<void> {
  await withLedger(io, async (authority) => {
    const isDry = options.dryRun === true;
    const steps = await doUpkeep(authority, isDry, io);
    const news = isDry ? [] : await tellNew(authority.ledger);
    const shorten = shortIds([...steps, ...news].map(({ id }) => id));
    const document = { schema: "warrant.upkeep/v1", at: authority.now, dry_run: isDry, steps, news };
    await print(document, () => upkeepText({ steps, news, isDry, now: authority.now }, shorten), options, io);
  });
}

/** The command `tick`. */
export function tickCommand(io: Io): Command {
  return withFormat(new Command("tick"))
    .description("do what is due: wake, expire, escalate; never approve, never close as fulfilled")
    .option("--dry-run", "only say what would be done; tells no news")
    .addHelpText("after", "\nA second call at the same time does nothing.\nExit codes: 0 done, 1 our failure, 2 usage.")
    .action((options: TickOptions) => tick(options, io));
}
