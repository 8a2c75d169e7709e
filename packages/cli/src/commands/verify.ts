/** @module `warrant verify`: what an agent reports, compared with the recorded calls of its session. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import { type ClaimFacts, claimFactsSchema } from "@warrant/kernel/claim/facts";
import type { ClaimSettings } from "@warrant/kernel/claim/settings";
import type { SettledClaim } from "@warrant/kernel/claim/settle";
import { type ClaimVerdict, judgeClaims } from "@warrant/kernel/claim/verdict";
import { Command, Option } from "commander";
import pc from "picocolors";
import { withLedger } from "../authority/ledger.ts";
import { loadClaim } from "../claim-settings.ts";
import { ExitError, exitCodeOf, exitCodes } from "../exit.ts";
import { splitLines } from "../facts-input.ts";
import { type Io, say, wantsColour } from "../io.ts";

interface VerifyOptions {
  readonly trace?: string;
  readonly reader: "auto" | "claude" | "codex" | "otel" | "json";
  readonly complete?: boolean;
  readonly agent?: string;
  readonly report?: string;
  readonly facts?: string;
  readonly enforce?: boolean;
  readonly payload?: boolean;
  readonly format: "text" | "json" | "jsonl" | "markdown";
}

async function standardInput(io: Io): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of io.stdin) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

async function readText(name: string, io: Io): Promise<string> {
  if (name === "-") return standardInput(io);
  try {
    return await readFile(resolve(io.cwd, name), "utf8");
  } catch {
    throw new ExitError(exitCodes.usage, `could not read ${name}. Give the path of a file, or - for standard input.`);
  }
}

/** A trace file, or a session of our own ledger by its id. */
async function traceOf({ trace, reader, complete }: VerifyOptions, io: Io): Promise<unknown> {
  if (trace === undefined)
    throw new ExitError(exitCodes.usage, "say what to compare with: --trace FILE, or the id of a recorded session.");
  if (!existsSync(resolve(io.cwd, trace)) && /^[A-Za-z0-9_-]+$/.test(trace)) {
    const { sessionTrace } = await import("../receipts/session-trace.ts");
    const { pickId } = await import("../authority/ids.ts");
    return withLedger(io, async ({ ledger }) => {
      const { sessionsOf } = await import("@warrant/ledger/session-log");
      const sessions = await sessionsOf(ledger);
      const candidates = sessions.map(({ session, events }) => ({ id: session, title: `${events} events` }));
      const id = pickId(trace, candidates, "file and no recorded session");
      const found = await sessionTrace(ledger, id);
      if (found !== null) return found;
      throw new ExitError(exitCodes.usage, `no call of the session ${id} was recorded.`);
    });
  }
  const { readTranscript, TranscriptError } = await import("@warrant/sources/transcripts/read-transcript");
  try {
    const read = await readTranscript(resolve(io.cwd, trace), reader, complete === true);
    if (reader === "auto" && read.reader !== "json") say(io, `read ${trace} as ${read.reader}`);
    if (read.skipped > 0)
      say(io, `${read.skipped} of ${read.lines} lines could not be read; the record counts as incomplete`);
    return read.trace;
  } catch (error) {
    if (error instanceof TranscriptError) throw new ExitError(exitCodes.usage, error.message, { cause: error });
    throw error;
  }
}

async function factsOf(output: string | undefined, options: VerifyOptions, io: Io): Promise<ClaimFacts> {
  const { report, agent } = options;
  if ((output === undefined) === (report === undefined))
    throw new ExitError(exitCodes.usage, "say what to verify: one OUTPUT file, or --report TEXT.");
  const base = { schema: claimFactsSchema, ...(agent === undefined ? {} : { agent }) } as const;
  if (report === undefined) {
    const text = await readText(output ?? "-", io);
    return { ...base, mode: "output", output: text, trace: await traceOf(options, io) };
  }
  const isNamed = report === "-" || report.startsWith("@");
  const text = isNamed ? await readText(report.replace(/^@/, ""), io) : report;
  return { ...base, mode: "report", report: { text, format: "markdown" }, trace: await traceOf(options, io) };
}

/** The words of the claims, for the page. */
async function textsOf(facts: ClaimFacts, settings: ClaimSettings): Promise<Map<string, string>> {
  if (facts.mode === "output") {
    const { readOutput } = await import("@warrant/kernel/claim/read-output");
    return new Map((readOutput(facts.output).document?.claims ?? []).map(({ id, text }) => [String(id), text]));
  }
  const { claimsOfReport } = await import("@warrant/kernel/claim/report");
  const { readTrace } = await import("@warrant/kernel/claim/read-trace");
  const claims = claimsOfReport(facts.report?.text ?? "", readTrace(facts.trace), settings);
  return new Map(claims.map(({ id, text }) => [String(id), text]));
}

async function page(
  facts: ClaimFacts,
  verdict: ClaimVerdict,
  settings: ClaimSettings,
  options: VerifyOptions,
  io: Io,
): Promise<string> {
  const result = verdict.gatekeeper_result;
  if (options.payload === true) {
    const { buildVerifierPayload } = await import("@warrant/kernel/claim/verifier");
    const { maskText, maskValue } = await import("@warrant/kernel/text/mask");
    // It goes to a model, whose service is not meant to see what an agent typed or printed by mistake.
    const payload = maskValue(buildVerifierPayload(facts, result), maskText, { deepest: 64, widest: 100_000 });
    return `${JSON.stringify(payload)}\n`;
  }
  if (options.format === "json" || options.format === "jsonl") return canonicalJson(verdict);
  const { claimsMarkdown, claimsText } = await import("../render/claims-text.ts");
  const texts = await textsOf(facts, settings);
  if (options.format === "markdown") return claimsMarkdown(result, texts);
  return claimsText(result, texts, pc.createColors(wantsColour(io.stdout, io.env)));
}

function factsOfLine(text: string): ClaimFacts | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "the line is not JSON";
  }
  const facts = value as Partial<ClaimFacts> | null;
  if (facts?.schema !== claimFactsSchema) return `the schema is not ${claimFactsSchema}`;
  if (facts.mode !== "output" && facts.mode !== "report") return "the mode is neither output nor report";
  const { agent, report } = facts;
  if (agent !== undefined && typeof agent !== "string") return "the agent is not a text";
  if (facts.mode === "report" && typeof report?.text !== "string") return "the report has no text";
  return facts as ClaimFacts;
}

/** One facts line in, one verdict line out, in order; a broken line does not end the run. */
async function inBulk(claim: SettledClaim, options: VerifyOptions, io: Io): Promise<void> {
  const name = options.facts ?? "-";
  const { createReadStream } = await import("node:fs");
  const path = resolve(io.cwd, name);
  if (name !== "-" && !existsSync(path))
    throw new ExitError(exitCodes.usage, `could not read ${name}: there is no such file.`);
  const verdicts: ClaimVerdict[] = [];
  let bad = 0;
  for await (const { number, bytes } of splitLines(name === "-" ? io.stdin : createReadStream(path))) {
    io.signal.throwIfAborted();
    const text = bytes?.toString("utf8") ?? "";
    if (bytes !== null && text.trim() === "") continue;
    const facts = bytes === null ? "the line is too long" : factsOfLine(text);
    if (typeof facts === "string") {
      bad += 1;
      io.stdout.write(
        canonicalJson({ schema: "warrant.error/v1", line: number, error: { code: "facts-invalid", message: facts } }),
      );
    } else {
      const verdict = judgeClaims(facts, claim.settings);
      verdicts.push({
        ...verdict,
        gatekeeper_result: { ...verdict.gatekeeper_result, checks: [], claims: [], evidence: [] },
      });
      io.stdout.write(canonicalJson(verdict));
    }
    await io.stdout.drained();
  }
  if (bad > 0) throw new ExitError(exitCodes.usage, `${bad} line${bad === 1 ? " is" : "s are"} no facts of claims.`);
  end(verdicts, claim, options);
}

function end(verdicts: readonly ClaimVerdict[], claim: SettledClaim, options: VerifyOptions): void {
  const code = exitCodeOf(verdicts, options.enforce === true || claim.enforce);
  if (code !== exitCodes.allowed) throw new ExitError(code);
}

async function verify(output: string | undefined, options: VerifyOptions, io: Io): Promise<void> {
  const claim = await loadClaim(io);
  if (options.facts !== undefined) return inBulk(claim, options, io);
  const facts = await factsOf(output, options, io);
  const verdict = judgeClaims(facts, claim.settings);
  io.stdout.write(await page(facts, verdict, claim.settings, options, io));
  await io.stdout.drained();
  return end([verdict], claim, options);
}

/** The command `verify`. */
export function verifyCommand(io: Io): Command {
  return new Command("verify")
    .description("compare what an agent reports with the recorded calls of its session")
    .argument("[output]", "an executor_evidence_v2 document: a file, or - for standard input")
    .option("--trace <file|session>", "a transcript, spans, a trace document, or the id of a recorded session")
    .addOption(
      new Option("--reader <reader>", "the format of the trace file")
        .choices(["auto", "claude", "codex", "otel", "json"])
        .default("auto"),
    )
    .option("--complete", "a bare list of calls holds all of them")
    .option("--agent <id>", "whose calls may be cited; without it, the main agent's")
    .option("--report <text>", "free text instead of a document: the text, @FILE, or -")
    .option("--facts <file>", "claim facts, one document a line, in bulk; - for standard input")
    .option("--payload", "print what a verifier would be given")
    .option("--enforce", "end with 3 when the report is refused, 4 when the record is too thin")
    .addOption(
      new Option("--format <format>", "how to print it").choices(["text", "json", "jsonl", "markdown"]).default("text"),
    )
    .action((output: string | undefined, options: VerifyOptions) => verify(output, options, io));
}
