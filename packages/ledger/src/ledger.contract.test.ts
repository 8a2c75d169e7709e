/** @module One contract, two engines: everything a ledger promises, on SQLite and on a real PostgreSQL. */

import { afterAll, beforeAll, describe } from "vitest";
import { appendSuite } from "../../../testing/ledger/append-suite.ts";
import { badRowSuite } from "../../../testing/ledger/bad-row-suite.ts";
import { gateSuite } from "../../../testing/ledger/gate-suite.ts";
import { postgresPlaces, sqlitePlaces } from "../../../testing/ledger/place.ts";
import { processSuite } from "../../../testing/ledger/process-suite.ts";
import { projectionSuite } from "../../../testing/ledger/projection-suite.ts";
import { serverSuite } from "../../../testing/ledger/server-suite.ts";
import { transferSuite } from "../../../testing/ledger/transfer-suite.ts";
import { warrantSuite } from "../../../testing/ledger/warrant-suite.ts";
import { type Postgres, startPostgres } from "../../../testing/postgres.ts";

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe.each([sqlitePlaces, postgresPlaces(() => server)])("the ledger on $name", (engine) => {
  appendSuite(engine);
  badRowSuite(engine);
  projectionSuite(engine);
  transferSuite(engine);
  warrantSuite(engine);
  gateSuite(engine);
  processSuite(engine);
});

serverSuite(() => server.schema());
