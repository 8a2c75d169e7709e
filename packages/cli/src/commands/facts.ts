/** @module `warrant facts`: prints the facts document of a change, the very input of its verdict. */

import { canonicalJson } from "@warrant/kernel/canonical";
import { Command } from "commander";
import { addChangeOptions, collectChange } from "../change.ts";
import type { ChangeOptions } from "../change-options.ts";
import type { Io } from "../io.ts";

/** The command `facts`. */
export function factsCommand(io: Io): Command {
  return addChangeOptions(new Command("facts"))
    .description("print the facts document of a change")
    .addHelpText(
      "after",
      "\n`warrant facts RANGE | warrant check --facts -` gives the verdict of the same facts.\nExit codes: 0 printed, 1 our failure, 2 usage.",
    )
    .action(async (range: string | undefined, options: ChangeOptions) => {
      const { facts } = await collectChange(range, options, io);
      io.stdout.write(canonicalJson({ ...facts, collected_at: io.timestamp() }));
      await io.stdout.drained();
    });
}
