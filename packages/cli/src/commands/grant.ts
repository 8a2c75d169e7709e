/** @module `warrant grant`: what a person lets an agent do for one commitment without asking, within a scope and until a time. */

import { stakesOf } from "@warrant/kernel/commitment/commitment";
import { draft } from "@warrant/kernel/commitment/park";
import { hour, writeInstant } from "@warrant/kernel/instant";
import { type Envelope, readEnvelope } from "@warrant/kernel/policy/envelope";
import { type GrantRefusal, grantEnvelope } from "@warrant/kernel/policy/envelope-grant";
import { requestScales } from "@warrant/kernel/scale";
import { Command, Option } from "commander";
import { commitmentsOf, findCommitment } from "../authority/commitments.ts";
import { shortIds } from "../authority/ids.ts";
import { refused, withLedger } from "../authority/ledger.ts";
import { requirePerson } from "../authority/person.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import { type Io, say } from "../io.ts";
import { envelopeText } from "../render/envelope-text.ts";

interface GrantOptions extends FormatOptions {
  readonly tool?: readonly string[];
  readonly anyTool?: true;
  readonly path?: readonly string[];
  readonly anyPath?: true;
  readonly kind?: readonly string[];
  readonly execute?: readonly string[];
  readonly host?: readonly string[];
  readonly remote?: readonly string[];
  readonly spendUsd?: string;
  readonly hours?: string;
  readonly maxUses?: string;
  readonly permission?: string;
  readonly onSilence?: string;
  readonly afterHours: string;
  readonly descendants?: true;
}

/** A number as it is written, or a value that no limit takes. */
function numberOf(text: string): number {
  return /^\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

function limitOf(text: string): number | "unlimited" {
  return text === "unlimited" ? text : numberOf(text);
}

function escalationOf({ onSilence, afterHours }: GrantOptions): unknown {
  if (onSilence === undefined || onSilence === "wait") return { kind: "wait" };
  const hours = numberOf(afterHours);
  if (onSilence === "assume") return { kind: "assume-conservative", after_hours: hours };
  const [kind, ...to] = onSilence.split(":");
  return kind === "reassign" ? { kind, to: to.join(":"), after_hours: hours } : { kind: onSilence, after_hours: hours };
}

/** The grant as the kernel takes it; what was not said is left out. */
function requestOf(options: GrantOptions, now: number): Record<string, unknown> {
  const { tool, anyTool, path, anyPath, kind, execute, host, remote, spendUsd, hours, maxUses, permission } = options;
  const until = hours === undefined ? undefined : now + numberOf(hours) * hour;
  const fields = {
    tools: tool,
    any_tool: anyTool,
    paths: path,
    any_path: anyPath,
    kinds: kind,
    executes: execute,
    hosts: host,
    remotes: remote,
    spend_usd: spendUsd === undefined ? undefined : limitOf(spendUsd),
    expires_at: until === undefined ? undefined : Number.isFinite(until) ? writeInstant(until) : "",
    max_uses: maxUses === undefined ? undefined : limitOf(maxUses),
    permission,
    escalation: escalationOf(options),
    descendants: options.descendants,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The option that says a field, for the refusals of the kernel. */
const optionOf: Readonly<Record<string, string>> = {
  tools: "--tool or --any-tool",
  any_tool: "--tool or --any-tool",
  paths: "--path or --any-path",
  any_path: "--path or --any-path",
  kinds: "--kind",
  spend_usd: "--spend-usd",
  max_uses: "--max-uses",
  expires_at: "--hours",
  permission: "--permission",
  escalation: "--on-silence",
};

function notGranted(refusals: readonly GrantRefusal[]): ExitError {
  const lines = refusals.map(({ field, message }) => `  ${optionOf[field] ?? field}: ${message}`);
  return new ExitError(exitCodes.usage, `nothing was granted:\n${lines.join("\n")}`);
}

async function grant(id: string, options: GrantOptions, io: Io): Promise<void> {
  const by = requirePerson("grant", io);
  await withLedger(io, async ({ ledger, runtime }) => {
    const commitments = await commitmentsOf(ledger);
    const { id: commitment, spec } = findCommitment(id, commitments);
    let refusals: readonly GrantRefusal[] = [];
    const envelopeId = io.newId();
    const outcome = await ledger.append([`commitment/${commitment}`], ({ read, now }) => {
      const { state } = read(`commitment/${commitment}`);
      const granted = grantEnvelope(requestOf(options, Date.parse(now)), {
        id: envelopeId,
        now,
        by,
        commitment: {
          id: commitment,
          is_closed: state === null || state.closure !== null,
          stakes: state === null ? null : stakesOf(state),
          lifetime_budget_usd: spec.economics.lifetime_budget_usd,
        },
        ...runtime.settings.envelope,
      });
      if (granted.ok) return [draft("commitment", commitment, "envelope-granted", by, { envelope: granted.envelope })];
      refusals = granted.refusals;
      return { refusal: { code: "refused", message: "not granted" } };
    });
    if (refusals.length > 0) throw notGranted(refusals);
    if ("refusal" in outcome) throw refused(outcome.refusal);
    const written = readEnvelope(outcome.events[0]?.body["envelope"]);
    if (written === null) throw new ExitError(exitCodes.failed, "the grant was written and cannot be read back.");
    await tell(written, spec.objective, [...commitments.map((each) => each.id), written.id], options, io);
  });
}

async function tell(
  envelope: Envelope,
  objective: string,
  ids: string[],
  options: FormatOptions,
  io: Io,
): Promise<void> {
  if (envelope.spend_usd !== "unlimited") {
    say(io, "a limit in USD covers only calls of a host that reports what it spends; without a report it covers none.");
  }
  await print(envelope, (colours) => envelopeText(envelope, objective, shortIds(ids), colours), options, io);
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

/** The command `grant`. */
export function grantCommand(io: Io): Command {
  const command = new Command("grant")
    .description("let an agent do something for one commitment without asking, until a time")
    .argument("<commitment>", "its id, or the beginning of it")
    .option("--tool <name>", "a tool by its exact name; may be given more than once", collect)
    .option("--any-tool", "every tool")
    .option("--path <glob>", "paths relative to the root; may be given more than once", collect)
    .option("--any-path", "every path inside the roots")
    .option("--kind <kind>", "a kind of effect (default: read and write)", collect)
    .option("--execute <target>", "what may be run, as in project:npm/test", collect)
    .option("--host <host>", "a host that may be reached", collect)
    .option("--remote <remote>", "a remote that may be published to", collect)
    .option("--spend-usd <amount>", "US dollars in all, or unlimited (default: the commitment's own budget)")
    .option("--hours <hours>", "how long it lasts")
    .option("--max-uses <count>", "how often, or unlimited")
    .addOption(new Option("--permission <permission>", "what it may touch").choices(requestScales.permission.words))
    .option("--on-silence <what>", "when nobody answers a question: wait, assume, abandon, or reassign:WHO")
    .option("--after-hours <hours>", "after how many hours of silence", "24")
    .option("--descendants", "agents it starts may use it too");
  return withFormat(command)
    .addHelpText(
      "after",
      "\nIt never covers an irreversible step, and an agent cannot grant.\nExit codes: 0 granted, 2 usage or an id nobody knows, 3 only a person may.",
    )
    .action((id: string, options: GrantOptions) => grant(id, options, io));
}
