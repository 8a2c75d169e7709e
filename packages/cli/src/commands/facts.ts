/** @module `warrant facts`: prints the facts document of a local change, the very input of its verdict. */

import { canonicalJson } from "@warrant/kernel/canonical";
import { Command } from "commander";
import type { Io } from "../io.ts";
import { addLocalOptions, collectLocalChange, type LocalOptions } from "../local-change.ts";

/** The command `facts`. */
export function factsCommand(io: Io): Command {
  return addLocalOptions(new Command("facts"))
    .description("print the facts document of a local change")
    .addHelpText(
      "after",
      "\n`warrant facts RANGE | warrant check --facts -` gives the verdict of the same facts.\nExit codes: 0 printed, 1 our failure, 2 usage.",
    )
    .action(async (range: string | undefined, options: LocalOptions) => {
      const { facts } = await collectLocalChange(range, options, io);
      io.stdout.write(canonicalJson({ ...facts, collected_at: io.timestamp() }));
      await io.stdout.drained();
    });
}
