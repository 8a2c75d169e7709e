/** @module Opens the database of a location, and loads no more than that one needs. */

import type { Engine } from "./engine.ts";
import type { LedgerLocation } from "./location.ts";

/** @throws LedgerError when the file cannot be opened. A server is first asked at the first query. */
export async function openEngine(location: LedgerLocation): Promise<Engine> {
  if (location.engine === "sqlite") return (await import("./sqlite.ts")).sqliteEngine(location.path);
  return (await import("./postgres.ts")).postgresEngine(location.url);
}
