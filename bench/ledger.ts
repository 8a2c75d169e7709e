/** @module The ledger: durable appends beside what the disk itself can do, reading many events, many processes at once. */

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draft } from "@warrant/kernel/commitment/park";
import type { EventDraft } from "@warrant/kernel/commitment/stream";
import type { WarrantLedger } from "@warrant/ledger";
import { person, runtime, specWith } from "../testing/commitment.ts";
import {
  type Place,
  postgresPlaces,
  sqlitePlaces,
  sqlitePlacesIn,
  type TestedEngine,
} from "../testing/ledger/place.ts";
import { appendAtOnce } from "../testing/ledger/writers.ts";
import { startPostgres } from "../testing/postgres.ts";
import { median, type Row } from "./measure.ts";

const area = "ledger";
const clock = (): number => Date.UTC(2026, 10, 30);

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Flushes single pages to a file of the folder's disk, which bounds what any single commit can do. */
function openPages(folder: string): { readonly flush: (times: number) => number; readonly close: () => void } {
  const file = openSync(join(folder, "pages"), "w");
  const page = Buffer.alloc(4096);
  let at = 0;
  return {
    /** Seconds. */
    flush(times) {
      const start = performance.now();
      for (let time = 0; time < times; time += 1) {
        writeSync(file, page, 0, page.length, at);
        fsyncSync(file);
        at += page.length;
      }
      return (performance.now() - start) / 1000;
    },
    close: () => closeSync(file),
  };
}

/** Commits and flushes in turn, so that a disk others use slows both. */
async function singleRates(
  append: () => Promise<unknown>,
): Promise<{ readonly commits: number; readonly disk: number }> {
  const folder = mkdtempSync(join(tmpdir(), "warrant-fsync-"));
  const pages = openPages(folder);
  const rounds = 20;
  const times = 50;
  let committing = 0;
  let flushing = 0;
  for (let round = 0; round < rounds; round += 1) {
    flushing += pages.flush(times);
    committing += await secondsOf(async () => {
      for (let time = 0; time < times; time += 1) await append();
    });
  }
  pages.close();
  rmSync(folder, { recursive: true });
  return { commits: (rounds * times) / committing, disk: (rounds * times) / flushing };
}

function usage(id: string): EventDraft {
  return draft("commitment", id, "usage-recorded", runtime, { episode_id: "p1", spend_usd: 0.01 });
}

/** The first events of a commitment with one episode. */
function opening(id: string): EventDraft[] {
  return [
    draft("commitment", id, "opened", person, { spec: specWith() }),
    draft("commitment", id, "episode-started", runtime, { episode_id: "p1", session_id: "s1" }),
  ];
}

async function opened(here: Place): Promise<WarrantLedger> {
  const ledger = await here.openWarrant(clock);
  await ledger.append(["commitment/c"], () => opening("c"));
  return ledger;
}

async function appendRows(engine: TestedEngine): Promise<Row[]> {
  await using here = await engine.place();
  const ledger = await opened(here);
  const append = (events: number): Promise<unknown> =>
    ledger.append(["commitment/c"], () => Array.from({ length: events }, () => usage("c")));
  await append(100);
  const { commits, disk } = await singleRates(() => append(1));
  const batches = 100;
  const batched = await secondsOf(async () => {
    for (let time = 0; time < batches; time += 1) await append(100);
  });
  const isFile = engine.name === "sqlite";
  return [
    {
      area,
      what: `${engine.name}: durable commits of one event`,
      value: `${commits.toFixed(0)}/s`,
      against: `the disk takes ${disk.toFixed(0)} pages/s, each flushed`,
      // A slower disk allows no such rate to anybody.
      ...(isFile && disk >= 800 ? { target: "≥ 800/s", met: commits >= 800 } : {}),
    },
    {
      area,
      what: `${engine.name}: events in commits of 100`,
      value: `${((batches * 100) / batched).toFixed(0)}/s`,
      ...(isFile ? { target: "≥ 5000/s", met: (batches * 100) / batched >= 5000 } : {}),
    },
  ];
}

/** What committing costs where nothing waits for a disk. */
async function memoryRow(): Promise<Row> {
  await using here = await sqlitePlaces.place();
  const ledger = await opened(here);
  const commits = 2000;
  const seconds = await secondsOf(async () => {
    for (let time = 0; time < commits; time += 1) await ledger.append(["commitment/c"], () => [usage("c")]);
  });
  const rate = commits / seconds;
  const what = "sqlite: the same in a folder in memory";
  return { area, what, value: `${rate.toFixed(0)}/s`, target: "≥ 800/s", met: rate >= 800 };
}

const coldReadings = 3;
const commitments = 1000;
const eventsOfCommitment = 100;

/** A ledger of 100,000 events, in batches. */
async function filled(here: Place): Promise<void> {
  const ledger = await here.openWarrant(clock);
  const ids = Array.from({ length: commitments }, (_, index) => `c${index}`);
  while (ids.length > 0) {
    const some = ids.splice(0, 50);
    await ledger.append(
      some.map((id): `commitment/${string}` => `commitment/${id}`),
      () => some.flatMap((id) => [...opening(id), ...Array.from({ length: eventsOfCommitment - 2 }, () => usage(id))]),
    );
  }
}

async function readRows(engine: TestedEngine): Promise<Row[]> {
  await using here = await engine.place();
  await filled(here);
  const withSnapshots = await secondsOf(async () => (await here.openWarrant(clock)).readAll("commitment"));
  const ledger = await here.openWarrant(clock);
  await ledger.engine.db.deleteFrom("snapshots").execute();
  const cold: number[] = [];
  const used = process.cpuUsage();
  for (let time = 0; time < coldReadings; time += 1) {
    cold.push(await secondsOf(async () => (await here.openWarrant(clock)).readAll("commitment")));
  }
  const { user, system } = process.cpuUsage(used);
  const processor = (user + system) / 1e6 / coldReadings;
  const one: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    one.push(await secondsOf(async () => ledger.read(`commitment/c${(time * 7) % commitments}`)));
  }
  const events = commitments * eventsOfCommitment;
  const millisecondsOfOne = 1000 * median(one);
  return [
    {
      area,
      what: `${engine.name}: ${events} events read from the first, opening included`,
      value: `${median(cold).toFixed(2)} s (processor ${processor.toFixed(2)} s)`,
      against: `from snapshots ${withSnapshots.toFixed(2)} s`,
      target: "< 1 s of the processor",
      met: processor < 1,
    },
    {
      area,
      what: `${engine.name}: one commitment of ${eventsOfCommitment} events by id`,
      value: `${millisecondsOfOne.toFixed(2)} ms`,
      target: "< 5 ms",
      met: millisecondsOfOne < 5,
    },
  ];
}

async function atOnceRow(engine: TestedEngine): Promise<Row> {
  await using here = await engine.place();
  const ledger = await here.open();
  let result = { missing: 0, torn: 0, disordered: 0, bad: 0 };
  const seconds = await secondsOf(async () => {
    result = await appendAtOnce(ledger, here.location, { processes: 16, appends: 1000 });
  });
  const { missing, torn, disordered, bad } = result;
  return {
    area,
    what: `${engine.name}: 16 processes append 1000 times each`,
    value: `${missing} missing, ${torn} torn, ${disordered} out of order, ${bad} damaged`,
    against: `${seconds.toFixed(0)} s, ${(16_000 / seconds).toFixed(0)} commits/s`,
    target: "none",
    met: missing + torn + disordered + bad === 0,
  };
}

export async function benchLedger(): Promise<Row[]> {
  const server = await startPostgres({ isDurable: true });
  try {
    const rows: Row[] = [];
    for (const engine of [sqlitePlacesIn(tmpdir()), postgresPlaces(() => server)]) {
      rows.push(...(await appendRows(engine)));
      if (engine.name === "sqlite") rows.push(await memoryRow());
      rows.push(...(await readRows(engine)), await atOnceRow(engine));
    }
    return rows;
  } finally {
    await server.stop();
  }
}
