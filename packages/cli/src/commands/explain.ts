/**
 * @module `warrant explain`: what a request would be read as and permit, and what was recorded of a session's. Asks no model and
 * appends nothing; the ledger is opened for a session alone.
 */

import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import { acts } from "@warrant/kernel/intent/reading/reading";
import type { Declared } from "@warrant/kernel/intent/reading/request";
import { requestScales } from "@warrant/kernel/scale";
import type { SessionLogEvent } from "@warrant/ledger/session-log";
import { Command, Option } from "commander";
import pc from "picocolors";
import { ExitError, exitCodes } from "../exit.ts";
import { type Io, wantsColour } from "../io.ts";
import { loadRuntime, type Runtime, withAutonomy } from "../runtime.ts";
import type { NextTurn } from "../session-requests.ts";

const formats = ["text", "json", "jsonl"] as const;

interface ExplainOptions {
  readonly surface?: string;
  readonly autonomy?: string;
  readonly act?: string;
  readonly horizon?: string;
  readonly stakes?: string;
  readonly evidence?: string;
  readonly from?: string;
  readonly session?: string;
  readonly format: (typeof formats)[number];
  readonly json?: boolean;
}

function declaredBy({ act, horizon, stakes, evidence }: ExplainOptions): Declared {
  return {
    ...(act === undefined ? {} : { act }),
    ...(horizon === undefined ? {} : { horizon }),
    ...(stakes === undefined ? {} : { stakes }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

function refuse(message: string): never {
  throw new ExitError(exitCodes.usage, message);
}

function refuseContradictions(request: string | undefined, options: ExplainOptions): void {
  const isBulk = options.from !== undefined || options.format === "jsonl";
  if (isBulk) {
    if (options.from === undefined) refuse("--format jsonl is for --from FILE, which names the requests.");
    if (options.format !== "jsonl") refuse("--from prints one JSON object a line: add --format jsonl.");
    if (request !== undefined) refuse("give a request or --from FILE, not both.");
    if (options.surface !== undefined) refuse("with --from, each line says its own surface.");
    if (options.session !== undefined) refuse("with --from, each line is read by itself: leave out --session.");
    return;
  }
  if (options.session !== undefined) {
    const isDeclared = Object.keys(declaredBy(options)).length > 0 || options.surface !== undefined;
    if (request === undefined && isDeclared)
      refuse("a recorded request was read already: there is nothing to declare.");
    return;
  }
  if (request === undefined) refuse('say what to explain: warrant explain "REQUEST", or --from FILE --format jsonl.');
}

async function explainOne(text: string, options: ExplainOptions, runtime: Runtime, io: Io): Promise<void> {
  const { previewRequest } = await import("../preview.ts");
  const { surface = "cli" } = options;
  const next = options.session === undefined ? null : await nextOf(options.session, io);
  const request = {
    text,
    surface,
    origin: { kind: "human", via: "prompt" },
    ...(next === null ? {} : { history: next.history }),
  };
  const intent = previewRequest(request, declaredBy(options), runtime, next?.state);
  if (options.json === true || options.format === "json") {
    io.stdout.write(canonicalJson(intent));
  } else {
    const { explainText } = await import("../render/explain-text.ts");
    io.stdout.write(explainText(intent, runtime, pc.createColors(wantsColour(io.stdout, io.env))));
  }
  await io.stdout.drained();
}

/** The most requests of a session that are looked at, the newest. */
const mostRequests = 500;

interface Logged {
  readonly session: string;
  readonly events: readonly SessionLogEvent[];
  readonly total: number;
  readonly unreadable: number;
}

/** The recorded requests of one session, named by its id or the beginning of it. */
async function loggedRequests(asked: string, io: Io): Promise<Logged> {
  const [{ withLedger }, { pickId }, log] = await Promise.all([
    import("../authority/ledger.ts"),
    import("../authority/ids.ts"),
    import("@warrant/ledger/session-log"),
  ]);
  return withLedger(io, async ({ ledger }) => {
    const sessions = await log.sessionsOf(ledger);
    const candidates = sessions.map(({ session, events }) => ({ id: session, title: `${events} events` }));
    const session = pickId(asked, candidates, "session");
    const { events, bad } = await log.readSession(ledger, session, {
      kinds: ["request-recorded"],
      limit: mostRequests,
    });
    const { "request-recorded": total = events.length } = await log.countSession(ledger, session);
    return { session, events, total, unreadable: bad };
  });
}

async function nextOf(asked: string, io: Io): Promise<NextTurn> {
  const { session, events } = await loggedRequests(asked, io);
  return (await import("../session-requests.ts")).nextTurn(session, events);
}

async function explainSession(asked: string, options: ExplainOptions, runtime: Runtime, io: Io): Promise<void> {
  const { session, events, total, unreadable } = await loggedRequests(asked, io);
  const earlier = Math.max(0, total - events.length);
  if (options.json === true || options.format === "json") {
    const requests = events.map(({ at, place, imported, body }) => ({ ...body, at, place, imported }));
    const schema = "warrant.session-requests/v1";
    io.stdout.write(canonicalJson({ schema, session, requests, earlier, unreadable }));
  } else {
    const [{ recordedRequest }, { sessionRequestsText }] = await Promise.all([
      import("../session-requests.ts"),
      import("../render/session-requests-text.ts"),
    ]);
    const colours = pc.createColors(wantsColour(io.stdout, io.env));
    const requests = events.map(recordedRequest);
    io.stdout.write(sessionRequestsText(session, requests, { earlier, unreadable }, runtime, colours));
  }
  await io.stdout.drained();
}

async function explainFile(file: string, options: ExplainOptions, runtime: Runtime, io: Io): Promise<void> {
  const [{ splitLines }, { explainLine, longestLine }] = await Promise.all([
    import("../facts-input.ts"),
    import("../request-lines.ts"),
  ]);
  const source = file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file), { signal: io.signal });
  let bad = 0;
  try {
    for await (const { number, bytes } of splitLines(source, longestLine)) {
      const line = explainLine(number, bytes, declaredBy(options), runtime);
      if ("error" in line) bad += 1;
      io.stdout.write(canonicalJson(line));
      await io.stdout.drained();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (io.signal.aborted || code === undefined) throw error;
    throw new ExitError(exitCodes.usage, `could not read ${file} (${code}). Check its path and permissions.`, {
      cause: error,
    });
  }
  if (bad > 0) throw new ExitError(exitCodes.usage, `${bad} ${bad === 1 ? "line" : "lines"} could not be read.`);
}

async function explain(request: string | undefined, options: ExplainOptions, io: Io): Promise<void> {
  refuseContradictions(request, options);
  const configured = await loadRuntime(io);
  const runtime = options.autonomy === undefined ? configured : withAutonomy(configured, options.autonomy);
  if (options.from !== undefined) await explainFile(options.from, options, runtime, io);
  else if (request !== undefined) await explainOne(request, options, runtime, io);
  else if (options.session !== undefined) await explainSession(options.session, options, runtime, io);
}

/** The command `explain`. */
export function explainCommand(io: Io): Command {
  const axis = (name: "horizon" | "stakes" | "evidence", what: string) =>
    new Option(`--${name} <${name}>`, what).choices(requestScales[name].words);
  return new Command("explain")
    .description("say what a request would be read as, and what it would permit")
    .argument("[request]", "the words of the request")
    .option(
      "--surface <surface>",
      "where it is said: cli, desktop, server, chat, cron, heartbeat, worker (default: cli)",
    )
    .addOption(new Option("--autonomy <autonomy>", "as if this were configured").choices(requestScales.autonomy.words))
    .addOption(new Option("--act <act>", "declare the act").choices(acts))
    .addOption(axis("horizon", "declare how long it lasts"))
    .addOption(axis("stakes", "declare what is at stake; words that state more still count"))
    .addOption(axis("evidence", "declare the evidence asked for; it may only raise"))
    .option("--session <id>", "the recorded requests of a session; with a request, as its next words")
    .option("--from <file>", "requests in bulk, one JSON object a line; - for standard input")
    .addOption(new Option("--format <format>", "how to print it").choices(formats).default("text"))
    .option("--json", "the same as --format json")
    .addHelpText(
      "after",
      "\nNo model is asked and nothing is stored: a real turn reads the same words the same way.\nExit codes: 0 explained; 2 the call or the configuration is wrong, or a line of --from could not be read.",
    )
    .action((request: string | undefined, options: ExplainOptions) => explain(request, options, io));
}
