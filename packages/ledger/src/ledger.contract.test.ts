/** @module One contract, two engines: everything a ledger promises, on SQLite and on a real PostgreSQL. */

import { afterAll, beforeAll, describe } from "vitest";
import { appendSuite } from "../../../testing/ledger/append-suite.ts";
import { postgresPlaces, sqlitePlaces } from "../../../testing/ledger/place.ts";
import { type Postgres, startPostgres } from "../../../testing/postgres.ts";

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe.each([sqlitePlaces, postgresPlaces(() => server)])("the ledger on $name", (engine) => {
  appendSuite(engine);
});
