/** @module `warrant intent show`: under which settings requests are read here, before any request. */

import { resolverVersion } from "@warrant/kernel/intent/reading/version";
import { autonomyNamed } from "@warrant/kernel/policy/autonomy";
import { outside } from "@warrant/kernel/render/outside";
import { Command } from "commander";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { Io } from "../io.ts";
import type { Colours } from "../render/colours.ts";
import { type Row, rowsOf } from "../render/rows.ts";
import { loadRuntime, type Runtime } from "../runtime.ts";

function settingsText({ settings, autonomy_grants: grants, origins }: Runtime, colours: Colours): string {
  const { protected_names: names, envelope, approvals } = settings;
  const state = settings.enabled ? `on, posture ${settings.posture}` : "off: no request is read";
  const rows: Row[] = [
    ["runtime", [state]],
    ["from", origins.length === 0 ? ["defaults"] : origins.map((origin) => outside(origin, 200))],
    ["autonomy", [`${autonomyNamed(grants)}${grants.length > 1 ? ` (granted: ${grants.join(", ")})` : ""}`]],
    ["approval", [settings.approval]],
    ["permission", [settings.permission]],
    [
      "reading",
      [
        `resolver ${resolverVersion} · sure from ${settings.accept_confidence}, unread below ${settings.provisional_confidence}`,
      ],
    ],
    ["model", [settings.escalate === "none" ? "none is asked" : settings.escalate]],
    ["issue", [settings.require_bound_issue ? "required" : "not required"]],
    [
      "protected",
      [
        names.length === 0
          ? "the built-in names"
          : `the built-in names and ${names.map((name) => outside(name, 60)).join(", ")}`,
      ],
    ],
    ["envelopes", [`${envelope.default_hours} h, at most ${envelope.max_hours} h`]],
    [
      "answers",
      [
        `asked for ${approvals.ask_hours} h, good for ${approvals.parked_hours} h${approvals.second_person ? ", by a second person" : ""}`,
      ],
    ],
  ];
  return `${rowsOf(rows, colours).join("\n")}\n`;
}

async function show(options: FormatOptions, io: Io): Promise<void> {
  const runtime = await loadRuntime(io);
  const { settings, autonomy_grants, origins, dropped } = runtime;
  // An address of a database may hold a password.
  const { ledger, ...told } = settings;
  const document = {
    schema: "warrant.intent-settings/v1",
    resolver_version: resolverVersion,
    autonomy_grants,
    origins,
    dropped,
    settings: { ...told, ledger: { is_remote: ledger.url !== undefined } },
  };
  await print(document, (colours) => settingsText(runtime, colours), options, io);
}

/** The command `intent` with its subcommand. */
export function intentCommand(io: Io): Command {
  const command = new Command("intent").description("look at what requests are read under");
  withFormat(command.command("show"))
    .description("show the settings that hold here: your own file, narrowed by the repository's")
    .action((options: FormatOptions) => show(options, io));
  return command.addHelpText("after", "\nExit codes: 0 shown, 2 a configuration file is not valid.");
}
