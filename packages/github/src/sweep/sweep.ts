/** @module All open changes of a repository brought up to date: what is stored is believed where it answers, the rest is judged (GitHub, section 5). */

import { writeBeads } from "@warrant/sources/drift-beads";
import { removeMergeEligible, writeRelayFiles } from "@warrant/sources/relay-files";
import type { GitHubClient } from "../client.ts";
import type { Mode } from "../publish/conclusion.ts";
import { WritePace } from "../publish/pace.ts";
import type { Publishing } from "../publish/publisher.ts";
import { readBases } from "./base-evidence.ts";
import { isKept, publishedVerdict } from "./believed.ts";
import { type JudgeChangeTask, judgeChange } from "./judge-change.ts";
import { type LookedAt, lookAtChanges } from "./look.ts";
import { listOpenChanges } from "./open-changes.ts";
import { inOrder } from "./order.ts";
import type { KeptChange } from "./state.ts";
import { readStateFile, StateFile } from "./state-file.ts";
import { entryOf, type SweptChange, swept } from "./swept.ts";

/** Changes judged at the same time. */
const atOnce = 4;
/** The share of a rate limit that is left for others. */
const reserve = 0.1;

export interface SweepOptions {
  /** `owner/name` */
  readonly repository: string;
  /** Who publishes; absent: nothing is written to the platform. */
  readonly publishing?: Publishing | undefined;
  /** `enforce` raises what the configuration of each base says; `report` leaves it. */
  readonly mode: Mode;
  /** Whether what our check run on a head holds already stays held, where neither mode nor configuration enforces. */
  readonly staysHeld?: boolean;
  /** For the environment's sensitive paths. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the state, `intent-verdicts.json` and `merge-eligible.json` are kept, an absolute path; absent: nowhere. */
  readonly folder?: string | undefined;
  /** Verdicts of an earlier sweep, where no folder keeps them: a watcher's memory. */
  readonly kept?: ReadonlyMap<number, KeptChange> | undefined;
  /** The beads file in which misaligned changes are recorded, an absolute path. */
  readonly beads?: string | undefined;
  /** Whether the result holds a verdict of every change also where our check run alone would tell that one answers. */
  readonly everyVerdict?: boolean | undefined;
  /** The page that shows more of each published verdict. */
  readonly detailsUrl?: string | undefined;
  /** Whether whoever publishes answers `/warrant recheck` on a change. */
  readonly answersComments?: boolean | undefined;
  /** The moment as RFC 3339 UTC; the client's clock when absent. */
  readonly timestamp?: (() => string) | undefined;
  readonly signal: AbortSignal;
  /** Told once, when it is known how many changes are to be judged. */
  readonly onBegin?:
    | ((counts: { readonly open: number; readonly unchanged: number; readonly toJudge: number }) => void)
    | undefined;
  /** Told of each change that was judged or failed, in the order they end. */
  readonly onDone?: ((change: SweptChange) => void) | undefined;
}

export interface SweepResult {
  /** The platform's own spelling. */
  readonly repository: string;
  /** Whether any of the changes is held to its verdict. */
  readonly enforced: boolean;
  /** Every open change, by number. */
  readonly changes: readonly SweptChange[];
  /** Why the sweep ended before its end, as a sentence; null: it did not. */
  readonly stopped: string | null;
  /** When the limit that stopped it begins anew, milliseconds since 1970; null: it was not stopped, or that is not told. */
  readonly resumesAt: number | null;
  /** To be said to the person who runs it, as sentences. */
  readonly notices: readonly string[];
  /** What the platform refused to have written, after which nothing more was published; also a notice. */
  readonly refusal: string | null;
  readonly requests: number;
}

/** Whether something stored answers for a change, and what it says; null when it has to be judged. */
function believed(change: LookedAt, kept: KeptChange | undefined, options: SweepOptions): SweptChange | null {
  const { publishing, mode, staysHeld = false } = options;
  const known = kept !== undefined && isKept(kept, change) ? kept : null;
  const needsVerdict = options.folder !== undefined || options.beads !== undefined || options.everyVerdict === true;
  if (publishing?.parts.check !== true) {
    return known === null ? null : swept(change, mode, { how: "unchanged", kept: known });
  }
  if (known === null && needsVerdict) return null;
  const answer = publishedVerdict(change, known, { publishing, mode, staysHeld });
  if (answer === null) return null;
  const found = swept(change, mode, { how: "unchanged", kept: known, stored: answer.stored });
  return answer.isHeld && !found.enforced ? { ...found, enforced: true, stayedHeld: true } : found;
}

interface Judging {
  readonly client: GitHubClient;
  readonly publishing: Publishing | undefined;
  readonly task: JudgeChangeTask;
  readonly state: StateFile | null;
  readonly onDone: SweepOptions["onDone"];
}

interface Judged {
  readonly changes: SweptChange[];
  stopped: string | null;
  resumesAt: number | null;
  refusal: string | null;
}

async function judgeAll(
  { client, publishing, task, state, onDone }: Judging,
  groups: readonly LookedAt[][],
): Promise<Judged> {
  const found: Judged = { changes: [], stopped: null, resumesAt: null, refusal: null };
  const waiting = [...groups];
  const { signal } = task;
  const judgeNext = async (change: LookedAt): Promise<void> => {
    if (found.stopped === null && client.rateLeft < reserve) {
      found.stopped = "less than a tenth of the platform's rate limit is left";
      found.resumesAt = client.rateResetsAt;
    }
    if (found.stopped !== null) {
      const failure = `Not judged in this sweep: ${found.stopped}.`;
      found.changes.push(swept(change, task.mode, { how: "remaining", failure }));
      return;
    }
    const { refusal: refused } = found;
    const publisher = refused === null ? (publishing ?? null) : null;
    const { change: judged, refusal } = await judgeChange(client, change, publisher, task);
    // What an interruption ended is no answer about the change.
    if (signal.aborted) return;
    found.refusal ??= refusal;
    // What is not on the change is not done, although it was judged.
    const done =
      refused !== null && judged?.how === "judged" ? ({ ...judged, how: "failed", failure: refused } as const) : judged;
    if (done === null) {
      state?.forget(change.number);
      return;
    }
    found.changes.push(done);
    if (done.kept !== null) await state?.keep(done.kept);
    onDone?.(done);
  };
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      for (const change of group) if (!signal.aborted) await judgeNext(change);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return found;
}

interface Survey {
  readonly repository: string;
  readonly looked: readonly LookedAt[];
  readonly before: ReadonlyMap<number, KeptChange>;
  readonly unchanged: readonly SweptChange[];
  readonly changed: readonly LookedAt[];
  readonly notice: string | null;
}

/** Finds out of every open change whether something stored answers for it, by few requests. */
async function survey(client: GitHubClient, options: SweepOptions): Promise<Survey> {
  const { folder, publishing } = options;
  const open = await listOpenChanges(client, options.repository);
  const { repository } = open;
  const bases = await readBases(client, repository, open.changes, options.env);
  const looked = await lookAtChanges(client, open, bases, publishing?.parts.check === true);
  const { changes: before, notice } =
    folder === undefined
      ? { changes: options.kept ?? new Map<number, KeptChange>(), notice: null }
      : await readStateFile(folder, { host: client.urls.host, repository });
  const all = looked.map((change) => ({ change, answer: believed(change, before.get(change.number), options) }));
  const unchanged = all.flatMap(({ answer }) => answer ?? []);
  const changed = all.flatMap(({ change, answer }) => (answer === null ? [change] : []));
  return { repository, looked, before, unchanged, changed, notice };
}

/** That changes are held although nobody asked this sweep for it; null: there is none. */
function heldNotice(changes: readonly SweptChange[]): string | null {
  const count = changes.filter(({ stayedHeld }) => stayedHeld).length;
  if (count === 0) return null;
  return count === 1
    ? "1 change is published as enforced, as the check on its commit was."
    : `${count} changes are published as enforced, as the checks on their commits were.`;
}

async function writeFiles(result: SweepResult, options: SweepOptions, generatedAt: string): Promise<void> {
  const { folder, beads } = options;
  if (beads !== undefined) {
    const adviceOf = (isUnchanged: boolean) =>
      result.changes.flatMap(({ how, kept }) => ((how === "unchanged") === isUnchanged ? (kept?.advice ?? []) : []));
    await writeBeads(beads, adviceOf(false), generatedAt, undefined, adviceOf(true));
  }
  if (folder === undefined) return;
  const entries = result.changes.map((change) => entryOf(result.repository, change));
  await writeRelayFiles(folder, entries, { enforced: result.enforced, generatedAt });
}

/**
 * Brings every open change of a repository up to date, and writes what other tools read of them. One change that fails does
 * not stop the others; what was judged is kept when the sweep is ended, by a kill too.
 *
 * @throws PlatformError when the open changes cannot be listed or looked at, FileError when a file cannot be written, and the
 * signal's reason when it is aborted.
 */
export async function sweepRepository(client: GitHubClient, options: SweepOptions): Promise<SweepResult> {
  const { mode, env, folder, detailsUrl, answersComments, publishing, staysHeld } = options;
  const own = client.within({ repository: options.repository }, { signal: options.signal, isWork: true });
  const { timing, urls } = own;
  const timestamp =
    options.timestamp ?? ((): string => new Date(timing.wallTime()).toISOString().replace(/\.\d+Z$/, "Z"));
  // A sweep that fails must not leave what an earlier one allowed.
  if (folder !== undefined) await removeMergeEligible(folder);
  const { repository, looked, before, unchanged, changed, notice } = await survey(own, options);
  options.onBegin?.({ open: looked.length, unchanged: unchanged.length, toJudge: changed.length });

  const changes = new Map(looked.map((change) => [change.number, change]));
  const stillOpen = new Map([...before].filter(([number]) => changes.has(number)));
  const place = { host: urls.host, repository };
  const state = folder === undefined ? null : new StateFile(folder, place, timing, stillOpen);
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const pace = new WritePace(timing, signal);
  const published = new Set(unchanged.map(({ number }) => number));
  const task = {
    repository,
    mode,
    staysHeld,
    env,
    pace,
    detailsUrl,
    answersComments,
    signal,
    timestamp,
    changes,
    published,
  };
  // A folder that cannot be written to is found before anything is judged or published.
  await state?.write();
  const order = inOrder(changed, { kept: before, appId: publishing?.publisher.appId, turn: timestamp() });
  const judging = judgeAll({ client: own, publishing, task, state, onDone: options.onDone }, order);
  // A file that cannot be written ends the others' work too, so that nothing is judged that nobody gets to know.
  judging.catch(() => ended.abort());
  const { changes: judged, stopped, resumesAt, refusal } = await judging;
  await state?.write();
  options.signal.throwIfAborted();

  const all = [...unchanged, ...judged].sort((left, right) => left.number - right.number);
  const enforced = mode !== "report" || all.some((change) => change.enforced);
  const notices = [notice, heldNotice(all), refusal].filter((one) => one !== null);
  const how = { stopped, resumesAt, notices, refusal, requests: own.requests };
  const result = { repository, enforced, changes: all, ...how };
  await writeFiles(result, options, timestamp());
  return result;
}
