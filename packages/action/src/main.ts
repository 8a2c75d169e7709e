/** @module The entry of the Action: the process it runs in, its signals, and its exit code. */

import { run } from "./run.ts";

/** Milliseconds after a cancellation in which the run must have ended by itself. */
const patienceMs = 9000;

const cancelled = new AbortController();
// The runner sends SIGINT, and SIGTERM when that was not enough.
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    if (cancelled.signal.aborted) return;
    cancelled.abort();
    setTimeout(() => process.exit(1), patienceMs).unref();
  });
}
process.exitCode = await run({
  env: process.env,
  write: (text) => void process.stdout.write(text),
  signal: cancelled.signal,
  timestamp: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
});
