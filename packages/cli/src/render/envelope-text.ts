/** @module A grant in sentences: what may be done, until when, and what never. */

import type { Envelope } from "@warrant/kernel/policy/envelope";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { Colours } from "./colours.ts";
import { dollars, moment } from "./when.ts";

function list(values: readonly string[]): string {
  return values.map((value) => outside(value, 200)).join(", ");
}

function mayText({
  any_tool: anyTool,
  tools = [],
  kinds,
  any_path: anyPath,
  paths = [],
  permission,
}: Envelope): string {
  return [
    anyTool === true ? "any tool" : list(tools) || "no tool",
    kinds.join(", ") || "nothing",
    anyPath === true ? "any path inside the roots" : list(paths) || "no path",
    permission,
  ].join(" · ");
}

function untilText({ expires_at: expires, spend_usd: spend, max_uses: uses }: Envelope): string {
  const often = uses === "unlimited" ? "any number of uses" : `${uses} ${uses === 1 ? "use" : "uses"}`;
  return `${moment(expires)} · ${spend === "unlimited" ? "any spend" : `${dollars(spend)} in all`} · ${often}`;
}

function silenceText({ escalation }: Envelope): string | null {
  switch (escalation.kind) {
    case "wait":
      break;
    case "assume-conservative":
      return `no is assumed after ${escalation.after_hours} hours`;
    case "abandon":
      return `the work is given up after ${escalation.after_hours} hours`;
    case "reassign":
      return `${outside(escalation.to, 60)} is asked after ${escalation.after_hours} hours`;
  }
  return null;
}

/** What was granted, as the person who granted it reads it. */
export function envelopeText(
  envelope: Envelope,
  objective: string,
  shorten: (id: string) => string,
  colours: Colours,
): string {
  const { id, commitment, executes, hosts, remotes, descendants, any_tool: anyTool } = envelope;
  const silence = silenceText(envelope);
  const rows: readonly (readonly [string, string])[] = [
    ["may", mayText(envelope)],
    ...(executes.length === 0 ? [] : [["run", list(executes)] as const]),
    ...(hosts.length === 0 ? [] : [["reach", list(hosts)] as const]),
    ...(remotes.length === 0 ? [] : [["push", list(remotes)] as const]),
    ...(descendants ? [["also", "agents it starts"] as const] : []),
    ["until", untilText(envelope)],
    ...(silence === null ? [] : [["silence", silence] as const]),
    ["never", `irreversible steps, secrets, protected files${anyTool === true ? "" : ", other tools"}`],
    ["revoke", `warrant revoke ${shorten(id)}`],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const title = `envelope ${shorten(id)} on ${shorten(commitment)} "${outside(objective, 120)}"`;
  const lines = rows.map(([label, text]) => `  ${colours.dim(label.padEnd(width))} ${text}`);
  return withoutCommands(`${[colours.bold(title), ...lines].join("\n")}\n`);
}
