/**
 * @module Reads a transcript of an agent host as a trace: the format is told by its first lines, junk is skipped and
 * counted, and a file of any size takes bounded memory (claim gate, 2.3).
 */

import { existsSync, readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type TraceHost, traceSchema } from "@warrant/kernel/claim/trace";
import { ClaudeReader, isClaudeLine } from "./claude.ts";
import { CodexReader, isCodexLine } from "./codex.ts";
import { CallCollector } from "./collector.ts";
import { fieldsOf } from "./fields.ts";
import { linesOf } from "./lines.ts";
import { isOtelValue, OtelReader } from "./otel.ts";
import { traceWithoutSecrets } from "./without-secrets.ts";

export const transcriptReaders = ["auto", "claude", "codex", "otel", "json"] as const;
export type TranscriptReader = (typeof transcriptReaders)[number];

export interface TranscriptReading {
  /** A trace document, for the claim gate to read. */
  readonly trace: unknown;
  /** Which reader read it. */
  readonly reader: Exclude<TranscriptReader, "auto">;
  readonly lines: number;
  /** Lines that are no JSON. */
  readonly skipped: number;
}

/** Why a transcript cannot be read at all: what was tried, what came back, what to do. */
export class TranscriptError extends Error {
  override readonly name = "TranscriptError";
}

const linesToTell = 20;
const largestDocument = 256 * 1024 * 1024;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells the format by what the first lines hold. */
async function tell(path: string): Promise<TranscriptReading["reader"] | null> {
  let seen = 0;
  for await (const { text } of linesOf(path)) {
    seen += 1;
    if (seen > linesToTell) break;
    const value = text === null || text.trim() === "" ? undefined : parse(text);
    if (value === undefined) continue;
    if (isClaudeLine(value)) return "claude";
    if (isCodexLine(value)) return "codex";
    if (isOtelValue(value)) return "otel";
    if (fieldsOf(value)["schema"] === traceSchema || Array.isArray(value)) return "json";
  }
  return null;
}

interface LineReader {
  line(value: unknown): void;
  finish?(): void;
}

/** A line that cannot be read may have been a call or a result. */
async function readLines(
  path: string,
  reader: LineReader,
  calls: CallCollector,
): Promise<{ lines: number; skipped: number }> {
  let lines = 0;
  let skipped = 0;
  for await (const { text } of linesOf(path)) {
    if (text?.trim() === "") continue;
    lines += 1;
    const value = text === null ? undefined : parse(text);
    if (value === undefined) {
      skipped += 1;
      calls.lose("line that could not be read");
    } else reader.line(value);
  }
  return { lines, skipped };
}

/** Transcripts of the sub-agents of a session lie in a folder of its name. Nothing outside of it is read. */
function subagentFiles(path: string): string[] {
  const folder = join(path.replace(/\.jsonl$/, ""), "subagents");
  if (!path.endsWith(".jsonl") || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^agent-[A-Za-z0-9_-]+\.jsonl$/.test(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

async function readWhole(path: string, isComplete: boolean): Promise<TranscriptReading> {
  const { size } = await stat(path);
  if (size > largestDocument)
    throw new TranscriptError(`Read ${path} as one document: it has ${size} bytes. Give it as lines, one value each.`);
  const value = parse(await readFile(path, "utf8"));
  if (value === undefined) throw new TranscriptError(`Read ${path} as JSON: it is none. Name another --reader.`);
  const trace = Array.isArray(value)
    ? { schema: traceSchema, session: { id: "", host: "other" }, complete: isComplete, invocations: value as unknown[] }
    : value;
  return { trace: traceWithoutSecrets(trace), reader: "json", lines: 1, skipped: 0 };
}

async function readSpans(path: string, calls: CallCollector): Promise<{ lines: number; skipped: number }> {
  const reader = new OtelReader(calls);
  const { size } = await stat(path);
  const whole = size <= largestDocument ? parse(await readFile(path, "utf8")) : undefined;
  if (whole === undefined) {
    const read = await readLines(path, reader, calls);
    reader.finish();
    return read;
  }
  for (const one of Array.isArray(whole) ? (whole as unknown[]) : [whole]) reader.line(one);
  reader.finish();
  return { lines: 1, skipped: 0 };
}

const hosts: Readonly<Record<"claude" | "codex" | "otel", TraceHost>> = {
  claude: "claude-code",
  codex: "codex",
  otel: "otel",
};

/**
 * Reads a transcript file. A bare list of invocations counts as complete only when `isComplete` says so.
 *
 * @throws TranscriptError when the file is not there, or is of no known format.
 */
export async function readTranscript(
  path: string,
  asked: TranscriptReader = "auto",
  isComplete = false,
): Promise<TranscriptReading> {
  if (!existsSync(path))
    throw new TranscriptError(`Read the trace ${path}: there is no such file. Give the path of one.`);
  const reader = asked === "auto" ? ((await tell(path)) ?? (await tellWhole(path))) : asked;
  if (reader === "json") return readWhole(path, isComplete);
  const calls = new CallCollector();
  let read = { lines: 0, skipped: 0 };
  if (reader === "otel") read = await readSpans(path, calls);
  else {
    const lines = reader === "claude" ? new ClaudeReader(calls) : new CodexReader(calls);
    for (const file of [path, ...(reader === "claude" ? subagentFiles(path) : [])]) {
      const part = await readLines(file, lines, calls);
      read = { lines: read.lines + part.lines, skipped: read.skipped + part.skipped };
    }
  }
  return { trace: calls.trace(hosts[reader]), reader, ...read };
}

/** A document written over several lines. */
async function tellWhole(path: string): Promise<TranscriptReading["reader"]> {
  const { size } = await stat(path);
  const value = size > largestDocument ? undefined : parse(await readFile(path, "utf8"));
  if (isOtelValue(value) || (Array.isArray(value) && isOtelValue(value[0]))) return "otel";
  if (Array.isArray(value) || fieldsOf(value)["schema"] === traceSchema) return "json";
  throw new TranscriptError(
    `Read ${path}: its first ${linesToTell} lines are of no format that is known. Name one with --reader claude, codex, otel or json.`,
  );
}
