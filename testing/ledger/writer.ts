/**
 * @module A process that appends until it is done or killed: `node writer.ts JSON`, with a `WriterTask`. It acknowledges each
 * append by a line with its number, after the ledger did.
 */

import { writeSync } from "node:fs";
import { Ledger } from "@warrant/ledger/ledger";
import { openEngine } from "@warrant/ledger/open-engine";
import Database from "better-sqlite3";
import { Client } from "pg";
import { added, tallyBook } from "./tally.ts";
import { noteOf, type WriterTask } from "./writer-task.ts";

const task = JSON.parse(process.argv[2] ?? "") as WriterTask;

/** Statements since the process began to count them; none before it appended something. */
let statements: number | undefined;

/** Ends this process as a power switch would, if it is time. */
function dieAt(when: "before" | "after"): void {
  if (statements === undefined || task.dies === undefined) return;
  if (when === "before") statements += 1;
  // A statement that had to wait for the lock may have failed before.
  if (statements >= task.dies.statement && when === task.dies.when) process.kill(process.pid, "SIGKILL");
}

function around<Result>(statement: () => Result): Result {
  dieAt("before");
  let result: Result;
  try {
    result = statement();
  } catch (cause) {
    dieAt("after");
    throw cause;
  }
  if (result instanceof Promise) return result.finally(() => dieAt("after")) as Result;
  dieAt("after");
  return result;
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Has every call of a driver's methods pass by. */
function watch(prototype: object, ...names: readonly string[]): void {
  const methods = prototype as Record<string, Method>;
  for (const name of names) {
    const original = methods[name];
    if (original === undefined) throw new Error(`The driver has no method ${name}.`);
    methods[name] = function watched(...given) {
      return around(() => original.apply(this, given));
    };
  }
}

const engine = await openEngine(task.location);
if (engine.name === "postgres") watch(Client.prototype, "query");
else {
  const statement = new Database(":memory:").prepare("select 1");
  watch(Object.getPrototypeOf(statement) as object, "all", "run");
}
const ledger = await Ledger.open(engine, { rules: tallyBook });
const streams = [task.shared, task.own] as const;
for (let number = 0; number < task.appends; number += 1) {
  await ledger.append(streams, () => [
    added(task.shared, 1, { note: noteOf(task.run, number) }),
    added(task.own),
    ...(task.isSingle === true ? [] : [added(task.shared, 1, { note: noteOf(task.run, number) })]),
  ]);
  writeSync(1, `${number}\n`);
  statements ??= 0;
}
await ledger.close();
