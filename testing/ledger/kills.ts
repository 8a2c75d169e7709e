/** @module Killing writers of one ledger, several at a time, and looking at what is left after each. */

import type { TallyLedger, TestedEngine } from "./place.ts";
import type { WriterTask } from "./writer-task.ts";
import { afterKill, type KillResult, killWriter, runWriter, wayToDie } from "./writers.ts";

export interface KillCount extends KillResult {
  readonly kills: number;
  /** Appends that were acknowledged by writers that were killed. */
  readonly acknowledged: number;
}

/** Longer than an append takes on a slow disk, in milliseconds. */
const longestLife = 40;

/** Writers at a time: they wait for each other's locks, so that some die waiting. */
const atATime = 3;

/** Kills after which a ledger is checked whole and another one begun, so that checking stays cheap. */
const killsOfLedger = 24;

async function killOne(ledger: TallyLedger, task: WriterTask, kill: number): Promise<KillCount> {
  const dies = wayToDie(kill);
  // The same for each run of this number, spread over the life of an append.
  const life = (kill * 7.3) % longestLife;
  const end = await (dies === undefined ? killWriter(task, life) : runWriter({ ...task, dies }));
  if (end.signal !== "SIGKILL") throw new Error(`The writer ended with ${end.code}, before it was killed.`);
  return { kills: 1, acknowledged: end.acknowledged, ...(await afterKill(ledger, task, end)) };
}

function sum(counts: readonly KillCount[]): KillCount {
  const total = (key: keyof KillCount): number => counts.reduce((all, count) => all + count[key], 0);
  return {
    kills: total("kills"),
    acknowledged: total("acknowledged"),
    lost: total("lost"),
    torn: total("torn"),
    bad: total("bad"),
  };
}

/**
 * Kills that many writers.
 *
 * @param step between one way to die and the next; more than one spreads a few kills over all ways.
 */
export async function killWriters({ place }: TestedEngine, kills: number, step = 1): Promise<KillCount> {
  const counts: KillCount[] = [];
  for (let begun = 0; begun < kills; begun += killsOfLedger) {
    await using here = await place();
    const ledger = await here.open();
    const numbers = Array.from(
      { length: Math.min(killsOfLedger, kills - begun) },
      (_, index) => (begun + index) * step,
    );
    const one = async (): Promise<void> => {
      for (let kill = numbers.shift(); kill !== undefined; kill = numbers.shift()) {
        const task = {
          location: here.location,
          run: kill,
          appends: 2000,
          shared: "tally/all",
          own: `note/${kill}`,
        } as const;
        counts.push(await killOne(ledger, task, kill));
      }
    };
    await Promise.all(Array.from({ length: atATime }, one));
    const { bad, storage } = await ledger.check();
    counts.push({ kills: 0, acknowledged: 0, lost: 0, torn: 0, bad: bad.length + storage.length });
  }
  return sum(counts);
}
