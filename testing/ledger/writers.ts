/** @module Several processes that append to one ledger, and are killed while they do. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { LedgerLocation } from "@warrant/ledger";
import { build } from "esbuild";
import type { TallyLedger } from "./place.ts";
import { noteOf, type WriterTask } from "./writer-task.ts";

/** How a writer ended, and how many of its appends were acknowledged. */
export interface WriterEnd {
  readonly acknowledged: number;
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
}

let program: Promise<string> | undefined;

/** The writer in one file: it starts hundreds of times, and starts in a fraction of the time. */
async function bundledWriter(): Promise<string> {
  // Below node_modules, where it finds the drivers.
  const path = join(import.meta.dirname, "../../node_modules/.cache/warrant", `ledger-writer-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "writer.ts")],
    outfile: path,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["warrant-source"],
    external: ["better-sqlite3", "pg"],
    logLevel: "warning",
  });
  process.once("exit", () => rmSync(path, { force: true }));
  return path;
}

type Writer = ChildProcessByStdio<null, Readable, null>;

async function endOf(writer: Writer): Promise<WriterEnd> {
  const ended = new Promise<Pick<WriterEnd, "signal" | "code">>((resolve, reject) => {
    writer.once("error", reject);
    writer.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const [end, output] = await Promise.all([ended, text(writer.stdout)]);
  // A line that was cut off by the kill acknowledged nothing that could be read.
  return { ...end, acknowledged: output.split("\n").length - 1 };
}

/** Runs a writer to its end. */
export async function runWriter(task: WriterTask): Promise<WriterEnd> {
  return endOf(await startWriter(task));
}

async function startWriter(task: WriterTask): Promise<Writer> {
  program ??= bundledWriter();
  return spawn(process.execPath, [await program, JSON.stringify(task)], { stdio: ["ignore", "pipe", "inherit"] });
}

/** Runs a writer and kills it a while after it acknowledged its first append. */
export async function killWriter(task: WriterTask, milliseconds: number): Promise<WriterEnd> {
  const writer = await startWriter(task);
  const end = endOf(writer);
  const begun = new Promise((resolve) => writer.stdout.once("data", resolve));
  await Promise.race([begun, end]);
  await setTimeout(milliseconds);
  writer.kill("SIGKILL");
  return end;
}

/** What a kill left behind. */
export interface KillResult {
  /** Acknowledged appends that are not there. */
  readonly lost: number;
  /** Appends of which a part is there. */
  readonly torn: number;
  /** Rows that cannot be believed. */
  readonly bad: number;
}

/** Looks for what a killed writer acknowledged, and for what it left half done. */
export async function afterKill(ledger: TallyLedger, task: WriterTask, end: WriterEnd): Promise<KillResult> {
  let result: KillResult = { lost: 0, torn: 0, bad: 0 };
  // Under the lock of both streams: a server may still be committing what a process sent that is gone.
  await ledger.append([task.own, task.shared], ({ read }) => {
    const [own, shared] = [read(task.own), read(task.shared)];
    const counts = new Map<string, number>();
    for (const note of shared.state.notes) counts.set(note, (counts.get(note) ?? 0) + 1);
    const written = own.version;
    const mine = Array.from({ length: written + 1 }, (_, append) => counts.get(noteOf(task.run, append)) ?? 0);
    // All of those that are there, and nothing of the next one; at most one was on its way.
    const halves = mine.filter((count, append) => count !== (append < written ? 2 : 0)).length;
    result = {
      lost: Math.max(0, end.acknowledged - written),
      torn: halves + Number(written > end.acknowledged + 1),
      bad: own.bad.length + shared.bad.length,
    };
    return [];
  });
  return result;
}

/** Every statement of an append, and room for those of the next one. */
const statementsOfAppend = 12;

/** The way in which the writer of a kill dies: around each statement in turn, then at any moment. */
export function wayToDie(kill: number): WriterTask["dies"] {
  const place = kill % (3 * statementsOfAppend);
  if (place >= 2 * statementsOfAppend) return undefined;
  return { statement: 1 + Math.floor(place / 2), when: place % 2 === 0 ? "before" : "after" };
}

/** What is not as it should be after many processes appended at once. */
export interface AtOnceResult {
  readonly missing: number;
  readonly torn: number;
  /** Appends of one process that stand behind a later one of the same. */
  readonly disordered: number;
  readonly bad: number;
}

/** Streams that the writers share. */
const sharedStreams = ["tally/0", "tally/1", "tally/2", "tally/3"] as const;

/** Has that many processes append that often, each to a stream of its own and one it shares. */
export async function appendAtOnce(
  ledger: TallyLedger,
  location: LedgerLocation,
  { processes, appends }: { readonly processes: number; readonly appends: number },
): Promise<AtOnceResult> {
  const tasks = Array.from({ length: processes }, (_, run): WriterTask => {
    const shared = sharedStreams[run % sharedStreams.length] ?? sharedStreams[0];
    return { location, run, appends, shared, own: `note/${run}`, isSingle: true };
  });
  const ends = await Promise.all(tasks.map((task) => runWriter(task)));
  const acknowledged = ends.reduce((sum, end) => sum + end.acknowledged, 0);
  const own = await ledger.readAll("note");
  const shared = await ledger.readAll("tally");
  const total = (readings: typeof own): number => readings.reduce((sum, { version }) => sum + version, 0);
  let disordered = 0;
  for (const { state } of shared) {
    const next = new Map<string, number>();
    for (const note of state.notes) {
      const [run = "", append = ""] = note.split(":");
      if (Number(append) !== (next.get(run) ?? 0)) disordered += 1;
      next.set(run, Number(append) + 1);
    }
  }
  return {
    missing: processes * appends - Math.min(acknowledged, total(own)),
    torn: Math.abs(total(own) - total(shared)),
    disordered,
    bad: (await ledger.check()).bad.length,
  };
}
