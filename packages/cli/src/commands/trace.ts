/** @module `warrant trace`: what was asked, judged and done in a session. */

import { resolve } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import { outside } from "@warrant/kernel/render/outside";
import { Argument, Command, Option } from "commander";
import { agentSessions } from "../agent-sessions.ts";
import { pickId } from "../authority/ids.ts";
import { withLedger } from "../authority/ledger.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import type { Io } from "../io.ts";
import { type SessionView, viewSession } from "../session-view.ts";

interface LimitOptions {
  readonly limit: number;
}

interface ExportOptions extends LimitOptions {
  readonly format: "json" | "otel" | "html";
  readonly out?: string;
}

type ListOptions = LimitOptions & FormatOptions;

/** Events of one page. */
const usualLimit = 500;
const mostEvents = 100_000;

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0 && limit <= mostEvents) return limit;
  throw new ExitError(exitCodes.usage, `--limit takes a number from 1 to ${mostEvents}.`);
}

const nothingYet = "no session was recorded yet. Connect a host: warrant hooks install claude-code";

async function list(options: ListOptions, io: Io): Promise<void> {
  await withLedger(io, async ({ ledger }) => {
    const sessions = await agentSessions(ledger);
    if (sessions.length === 0) throw new ExitError(exitCodes.usage, nothingYet);
    const shown = sessions.slice(0, options.limit);
    const document = { schema: "warrant.sessions/v1", sessions: shown, total: sessions.length };
    const { sessionsText } = await import("../render/trace-text.ts");
    await print(document, () => sessionsText(shown, sessions.length - shown.length), options, io);
  });
}

/** A session by its id, or the beginning of one; without any, the newest. */
async function viewOf(asked: string | undefined, { limit }: LimitOptions, io: Io): Promise<SessionView> {
  const { readSession, sessionsOf } = await import("@warrant/ledger/session-log");
  return withLedger(io, async ({ ledger }) => {
    const [newest] = await agentSessions(ledger);
    if (asked === undefined && newest === undefined) throw new ExitError(exitCodes.usage, nothingYet);
    const candidates = (await sessionsOf(ledger)).map(({ session, events }) => ({
      id: session,
      title: `${events} events`,
    }));
    const session = asked === undefined ? (newest?.session ?? "") : pickId(asked, candidates, "session");
    const { events, bad } = await readSession(ledger, session, { limit });
    return viewSession(session, events, bad);
  });
}

async function show(session: string | undefined, options: LimitOptions & FormatOptions, io: Io): Promise<void> {
  const view = await viewOf(session, options, io);
  const { traceText } = await import("../render/trace-text.ts");
  await print(view, (colours) => traceText(view, colours), options, io);
}

async function written(view: SessionView, format: ExportOptions["format"]): Promise<string> {
  if (format === "html") return (await import("../render/trace-html.ts")).renderTraceHtml(view);
  if (format === "otel") return canonicalJson((await import("../render/trace-spans.ts")).traceSpans(view));
  return canonicalJson(view);
}

async function exportTrace(session: string | undefined, options: ExportOptions, io: Io): Promise<void> {
  const view = await viewOf(session, options, io);
  const text = await written(view, options.format);
  if (options.out === undefined) {
    io.stdout.write(text);
    await io.stdout.drained();
    return;
  }
  const { writeFileAtomically } = await import("@warrant/sources/atomic-write");
  await writeFileAtomically(resolve(io.cwd, options.out), text);
  io.stdout.write(`wrote session ${outside(view.session, 200)} to ${outside(options.out, 300)}\n`);
  await io.stdout.drained();
}

function withLimit(command: Command, what: string, usual: number): Command {
  return command.addOption(new Option("--limit <n>", what).argParser(limitOf).default(usual, String(usual)));
}

function withSession(command: Command): Command {
  const session = new Argument("[session]", "its id, or the beginning of one; without it, the newest");
  return withLimit(command.addArgument(session), "the last events that are read", usualLimit);
}

/** The command `trace`. */
export function traceCommand(io: Io): Command {
  const trace = new Command("trace").description("show what was asked, judged and done in a session");
  withFormat(withLimit(trace.command("list"), "how many sessions", 50))
    .description("the sessions of agents, the newest first")
    .action((options: ListOptions) => list(options, io));
  withFormat(withSession(trace.command("show", { isDefault: true })))
    .description("a session step by step: requests, readings, calls, verdicts, results")
    .action((session: string | undefined, options: LimitOptions & FormatOptions) => show(session, options, io));
  withSession(trace.command("export"))
    .description("a session as a document")
    .addOption(
      new Option("--format <format>", "json; otel: OpenTelemetry GenAI spans; html: one page")
        .choices(["json", "otel", "html"])
        .default("json"),
    )
    .option("--out <file>", "write it there instead of to standard output")
    .action((session: string | undefined, options: ExportOptions) => exportTrace(session, options, io));
  return trace;
}
