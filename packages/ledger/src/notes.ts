/** @module Notes beside the events, such as what was told already. A note may be lost, so nothing may rest on it. */

import { type Engine, looking, writing } from "./engine.ts";

function noteKey(name: string): string {
  return `note:${name}`;
}

/**
 * What was last noted under a name, or null.
 *
 * @throws LedgerError
 */
export function readNote(engine: Engine, name: string): Promise<string | null> {
  return looking(engine, async (db) => {
    const row = await db.selectFrom("meta").select("value").where("key", "=", noteKey(name)).executeTakeFirst();
    return row?.value ?? null;
  });
}

/** @throws LedgerError */
export async function writeNote(engine: Engine, name: string, value: string): Promise<void> {
  await writing(engine, [noteKey(name)], (db) =>
    db
      .insertInto("meta")
      .values({ key: noteKey(name), value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute(),
  );
}
