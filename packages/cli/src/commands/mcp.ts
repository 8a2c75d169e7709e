/** @module `warrant mcp`: what hosts ask over the Model Context Protocol. */

import { setTimeout as sleep } from "node:timers/promises";
import { describeEnvironment } from "@warrant/hosts/client/call-environment";
import { approver } from "@warrant/hosts/permission-tool";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";
import { Command } from "commander";
import { ExitError, exitCodes } from "../exit.ts";
import { refreshPolicy } from "../gate/compile-policy.ts";
import { Machine } from "../gate/machine.ts";
import { servePermission } from "../gate/permission-server.ts";
import { gatePlaces } from "../gate/places.ts";
import { residentPolicies } from "../gate/policy-source.ts";
import { MachinePort } from "../gate/port.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";

/** What a person answered to a question of the inbox; null while it waits. */
async function answerIn(ledger: WarrantLedger, inbox: string): Promise<"approved" | "denied" | null> {
  const { state: entry } = await ledger.read(`inbox/${inbox}`);
  if (entry?.approval_id === undefined) return null;
  const { state: approval } = await ledger.read(`approval/${entry.approval_id}`);
  if (approval === null || approval.state === "pending") return null;
  return approval.state === "approved" ? "approved" : "denied";
}

async function permission(options: { readonly session?: string }, io: Io): Promise<void> {
  const places = gatePlaces(io.env);
  if (places === null)
    throw new ExitError(exitCodes.usage, "there is no home folder, so nothing is remembered. Set HOME.");
  const now = () => io.wallClock();
  const machine = new Machine({ places, environment: io.env, now, code: import.meta.dirname });
  const policyOf = residentPolicies(places, (tree) => refreshPolicy(places, tree));
  const port = new MachinePort(machine, describeEnvironment(io.env, io.stdinIsTTY), policyOf);
  const approve = approver({
    port,
    session: { id: options.session ?? "", cwd: io.cwd },
    answerTo: async (inbox) => answerIn(await machine.ledger((await policyOf(null))?.ledger_url ?? null), inbox),
    sleep: async (milliseconds) => {
      await sleep(milliseconds, undefined, { signal: io.signal });
    },
  });
  try {
    await servePermission(io.stdin, { version, approve, write: (line) => io.stdout.write(`${line}\n`) });
  } finally {
    await machine.close();
  }
}

/** The command `mcp`. */
export function mcpCommand(io: Io): Command {
  const mcp = new Command("mcp").description("what hosts ask over the Model Context Protocol");
  mcp
    .command("permission")
    .description("serve the tool approve, for claude -p --permission-prompt-tool mcp__warrant__approve")
    .option("--session <id>", "the session it is asked in, where the host tells it")
    .addHelpText(
      "after",
      "\nIt is asked only for what the host would have asked, so it stands beside the hook and not in its place.",
    )
    .action((options: { readonly session?: string }) => permission(options, io));
  return mcp;
}
