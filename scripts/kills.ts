/**
 * @module `npm run kills [-- KILLS]`: kills that many processes on each engine (600 when none is said) while they append, at
 * every statement and at any moment between, and counts what was lost, torn or damaged. Files and server wait for the disk.
 */

import { tmpdir } from "node:os";
import { killWriters } from "../testing/ledger/kills.ts";
import { postgresPlaces, sqlitePlacesIn } from "../testing/ledger/place.ts";
import { startPostgres } from "../testing/postgres.ts";

const asked = Number(process.argv[2] ?? 600);
if (!Number.isSafeInteger(asked) || asked < 1) {
  process.stderr.write(`kills: "${process.argv[2]}" is no number of kills.\n`);
  process.exitCode = 2;
} else {
  const server = await startPostgres({ isDurable: true });
  try {
    for (const engine of [sqlitePlacesIn(tmpdir()), postgresPlaces(() => server)]) {
      const { kills, acknowledged, lost, torn, bad } = await killWriters(engine, asked);
      process.stdout.write(
        `${engine.name.padEnd(8)}  ${kills} kills, ${acknowledged} acknowledged appends: ${lost} lost, ${torn} torn, ${bad} damaged rows\n`,
      );
      if (kills !== asked || lost + torn + bad > 0) process.exitCode = 1;
    }
  } finally {
    await server.stop();
  }
}
