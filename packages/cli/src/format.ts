/** @module The two forms most commands print in: a page for people, or one document. */

import { canonicalJson } from "@warrant/kernel/canonical";
import { type Command, Option } from "commander";
import pc from "picocolors";
import { type Io, wantsColour } from "./io.ts";
import type { Colours } from "./render/colours.ts";

export interface FormatOptions {
  readonly format: "text" | "json";
  readonly json?: boolean;
}

export function withFormat(command: Command): Command {
  return command
    .addOption(new Option("--format <format>", "how to print it").choices(["text", "json"]).default("text"))
    .option("--json", "the same as --format json");
}

/** Prints the document as it is, or the page that is made of it. */
export async function print(
  document: object,
  page: (colours: Colours) => string,
  { format, json }: FormatOptions,
  io: Io,
): Promise<void> {
  const isJson = json === true || format === "json";
  io.stdout.write(isJson ? canonicalJson(document) : page(pc.createColors(wantsColour(io.stdout, io.env))));
  await io.stdout.drained();
}
