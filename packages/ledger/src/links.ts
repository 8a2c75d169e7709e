/**
 * @module Streams by what they are about: a session, a request, a waiting call. A cache that is written in the transaction of
 * the event it comes from; whatever is found by it is read whole and compared again.
 */

import type { EventDraft, StreamRules } from "@warrant/kernel/commitment/stream";
import { compareText } from "@warrant/kernel/compare-text";
import type { LedgerDb } from "./engine.ts";
import { readWritten } from "./event.ts";
import type { LinksTable } from "./tables.ts";

type RulesOf = (stream: string) => StreamRules<unknown> | undefined;

/** Rows of one insert. */
const rowsOfInsert = 500;

export async function writeLinks(db: LedgerDb, links: readonly LinksTable[]): Promise<void> {
  for (let from = 0; from < links.length; from += rowsOfInsert) {
    await db
      .insertInto("links")
      .values(links.slice(from, from + rowsOfInsert))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The links of an event that was appended. */
export function linksOf(rules: StreamRules<unknown> | undefined, event: EventDraft): LinksTable[] {
  return (rules?.keysOf?.(event) ?? []).map((key) => ({ key, stream: event.stream }));
}

/** The streams each of these keys leads to, in the order of their names. */
export async function linkedStreams(db: LedgerDb, keys: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(keys.map((key) => [key, []]));
  if (found.size === 0) return found;
  const rows = await db
    .selectFrom("links")
    .selectAll()
    .where("key", "in", [...found.keys()])
    .execute();
  for (const { key, stream } of rows) found.get(key)?.push(stream);
  for (const streams of found.values()) streams.sort(compareText);
  return found;
}

type WrittenEvent = Readonly<Record<"stream" | "kind" | "schema" | "actor" | "body", unknown>>;

/** The links of events as they were written. One that cannot be read leads nowhere. */
export function linksOfRows(rows: readonly WrittenEvent[], rulesOf: RulesOf): LinksTable[] {
  return rows.flatMap(({ stream, kind, schema, actor, body }) => {
    const document = typeof body === "string" ? readWritten(body) : undefined;
    const by = typeof actor === "string" ? readWritten(actor) : undefined;
    const isText = typeof stream === "string" && typeof kind === "string" && typeof schema === "string";
    if (!isText || document === undefined || by === undefined) return [];
    const rules = rulesOf(stream);
    const event: EventDraft = { stream: stream as EventDraft["stream"], kind, schema, actor: by, body: document };
    return rules?.fits(event) === true ? linksOf(rules, event) : [];
  });
}
