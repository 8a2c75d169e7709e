/** @module `node testing/person-command.ts ARGS`: the command as a process of its own, with a person at its terminal. */

import { eventIds } from "@warrant/ledger/event-id";
import { run } from "../packages/cli/src/main.ts";
import { testIo } from "./io.ts";

const { io, stdout, stderr } = testIo({
  env: process.env,
  stdinIsTTY: true,
  columns: 100,
  wallClock: () => Date.now(),
  newId: eventIds(Date.now),
});
process.exitCode = await run(process.argv.slice(2), io);
process.stdout.write(stdout());
process.stderr.write(stderr());
