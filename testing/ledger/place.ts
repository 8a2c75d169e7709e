/** @module An empty place for a ledger on each engine, for suites that run on both. */

import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Ledger,
  type LedgerLocation,
  type LedgerOptions,
  openEngine,
  openLedger,
  type WarrantLedger,
} from "@warrant/ledger";
import type { Postgres } from "../postgres.ts";
import { type TallyStates, tallyBook } from "./tally.ts";

export type TallyLedger = Ledger<TallyStates>;

/** Where ledgers of one test are, and all that were opened there. */
export interface Place {
  readonly location: LedgerLocation;
  readonly open: (options?: Partial<LedgerOptions<TallyStates>>) => Promise<TallyLedger>;
  /** Opens it under the rules of Warrant. */
  readonly openWarrant: (clock: () => number) => Promise<WarrantLedger>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** What a suite needs of an engine. */
export interface TestedEngine {
  readonly name: "sqlite" | "postgres";
  readonly place: () => Promise<Place>;
}

function placeAt(location: LedgerLocation, remove: () => Promise<void>): Place {
  const opened: { readonly close: () => Promise<void> }[] = [];
  return {
    location,
    async open(options = {}) {
      const ledger = await Ledger.open(await openEngine(location), { rules: tallyBook, ...options });
      opened.push(ledger);
      return ledger;
    },
    async openWarrant(clock) {
      const ledger = await openLedger(location, clock);
      opened.push(ledger);
      return ledger;
    },
    async [Symbol.asyncDispose]() {
      for (const ledger of opened) await ledger.close();
      await remove();
    },
  };
}

/** Places on SQLite, each in a folder of its own below this one. */
export function sqlitePlacesIn(parent: string): TestedEngine {
  return {
    name: "sqlite",
    async place() {
      const folder = mkdtempSync(join(parent, "warrant-ledger-"));
      const location = { engine: "sqlite", path: join(folder, "home", "ledger.db") } as const;
      return placeAt(location, () => rm(folder, { recursive: true, force: true }));
    },
  };
}

/** In memory where the system has such a folder: tests kill processes, not machines. */
export const sqlitePlaces = sqlitePlacesIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());

/** @param server gives the server that runs by the time a test does. */
export function postgresPlaces(server: () => Postgres): TestedEngine {
  return {
    name: "postgres",
    async place() {
      return placeAt({ engine: "postgres", url: await server().schema() }, async () => undefined);
    },
  };
}
