/** @module What damage does on every engine: it is counted and skipped, hides nothing behind it, and takes all authority. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TallyLedger, TestedEngine } from "./place.ts";
import { added, said } from "./tally.ts";

const stream = "tally/one";

/** Five rows: 1, a grant, 10, 100, 1000. */
async function fiveRows(ledger: TallyLedger): Promise<void> {
  await ledger.append([stream], () => [
    added(stream),
    said(stream, "granted"),
    ...[10, 100, 1000].map((n) => added(stream, n)),
  ]);
}

/** What is beside the events and can be made anew from them, lost. */
const losses: readonly (readonly [what: string, lose: (ledger: TallyLedger) => Promise<unknown>])[] = [
  ["the number of its version", ({ engine }) => engine.db.deleteFrom("meta").where("key", "=", "schema").execute()],
  ["every note of its own", ({ engine }) => engine.db.deleteFrom("meta").execute()],
  ["the table of links", ({ engine }) => engine.db.schema.dropTable("links").execute()],
  [
    "the table of links and the number",
    async ({ engine }) => {
      await engine.db.schema.dropTable("links").execute();
      await engine.db.deleteFrom("meta").where("key", "=", "schema").execute();
    },
  ],
];

type Damage = (ledger: TallyLedger, place: number) => Promise<unknown>;

function setting(values: Readonly<Record<string, string | number>>): Damage {
  return ({ engine }, place) =>
    engine.db.updateTable("events").set(values).where("stream", "=", stream).where("stream_seq", "=", place).execute();
}

const removing: Damage = ({ engine }, place) =>
  engine.db.deleteFrom("events").where("stream", "=", stream).where("stream_seq", "=", place).execute();

const forgotten: Damage = ({ engine }) => engine.db.deleteFrom("meta").where("key", "=", `head:${stream}`).execute();

/** Each way a row can be damaged, and what is said of it. */
const damages: readonly (readonly [what: string, damage: Damage, reason: string])[] = [
  ["is no JSON", setting({ body: '{"amount":1' }), "altered"],
  ["says something else", setting({ body: '{"amount":7}' }), "altered"],
  ["is of somebody else", setting({ actor: '{"id":"mallory","kind":"person"}' }), "altered"],
  ["has another kind", setting({ kind: "closed" }), "altered"],
  ["has another time", setting({ at: "2020-01-01T00:00:00.000Z" }), "altered"],
  ["has another digest", setting({ digest: `sha256:${"0".repeat(64)}` }), "altered"],
  ["has an empty digest", setting({ digest: "" }), "altered"],
  ["has a schema nobody knows", setting({ schema: "warrant.test-event/v2" }), "unknown"],
  ["is gone", removing, "missing"],
  ["belongs to another stream", setting({ stream: "tally/other" }), "missing"],
];

export function badRowSuite({ name, place }: TestedEngine): void {
  describe("damaged rows", () => {
    it.each(damages)("86 counts a row that %s and reads the others", async (_, damage, reason) => {
      await using here = await place();
      await fiveRows(await here.open());
      const ledger = await here.open();
      await damage(ledger, 3);
      const { state, bad, version } = await ledger.read(stream);
      expect(bad).toEqual([{ stream, stream_seq: 3, reason, rows: 1 }]);
      expect([version, state.total]).toEqual([5, 1101]);
    });

    it.each(damages)("86 takes the authority of a stream in which a row %s, wherever it is", async (_, damage) => {
      await using here = await place();
      await fiveRows(await here.open());
      for (const damaged of [3, 5]) {
        const ledger = await here.open();
        await damage(ledger, damaged);
        expect((await ledger.read(stream)).state.isGranted).toBe(false);
      }
    });

    it.each(losses)("86 opens when %s is lost, reads every event, and goes on", async (_what, lose) => {
      await using here = await place();
      const ledger = await here.open();
      await fiveRows(ledger);
      await lose(ledger);
      const other = await here.open();
      expect((await other.read(stream)).state.total).toBe(1111);
      expect(await other.append([stream], () => [added(stream, 1)], { keys: ["any"] })).toHaveProperty("events");
      expect((await other.read(stream)).state.total).toBe(1112);
    });

    it("86 believes a grant that was given after the damage", async () => {
      await using here = await place();
      const ledger = await here.open();
      await fiveRows(ledger);
      await setting({ body: "{}" })(ledger, 3);
      const later = await here.open();
      await later.append([stream], ({ read }) => {
        expect(read(stream).state.isGranted).toBe(false);
        return [said(stream, "granted")];
      });
      expect(await (await here.open()).read(stream)).toMatchObject({
        version: 6,
        state: { isGranted: true, total: 1101 },
      });
    });

    it("86 sees that the last rows are gone, and gives their places to nobody", async () => {
      await using here = await place();
      await fiveRows(await here.open());
      const ledger = await here.open();
      await removing(ledger, 5);
      await removing(ledger, 4);
      expect(await ledger.read(stream)).toMatchObject({
        version: 5,
        bad: [{ stream_seq: 4, reason: "missing", rows: 2 }],
        state: { isGranted: false, total: 11 },
      });
      await ledger.append([stream], () => [added(stream, 5)]);
      expect(await ledger.read(stream)).toMatchObject({
        version: 6,
        bad: [{ stream_seq: 4, reason: "missing", rows: 2 }],
        state: { total: 16 },
      });
    });

    it("86 sees that a revocation is gone with the rest of its stream's end", async () => {
      await using here = await place();
      const first = await here.open();
      await first.append([stream], () => [said(stream, "granted"), said(stream, "revoked")]);
      await removing(first, 2);
      expect((await (await here.open()).read(stream)).state.isGranted).toBe(false);
    });

    it("86 grants nothing where nobody knows how long the stream was", async () => {
      await using here = await place();
      await fiveRows(await here.open());
      const ledger = await here.open();
      await forgotten(ledger, 0);
      expect(await ledger.read(stream)).toMatchObject({
        bad: [{ stream_seq: 5, reason: "stray" }],
        state: { isGranted: false },
      });
    });

    it("86 grants nothing for a row that was put behind the last one, although its digest fits", async () => {
      await using here = await place();
      const ledger = await here.open();
      await ledger.append([stream], () => [added(stream)]);
      const head = await ledger.engine.db.selectFrom("meta").selectAll().where("key", "like", "head:%").execute();
      await ledger.append([stream], () => [said(stream, "granted")]);
      for (const { key, value } of head) {
        await ledger.engine.db.updateTable("meta").set({ value }).where("key", "=", key).execute();
      }
      expect(await (await here.open()).read(stream)).toMatchObject({
        bad: [{ reason: "stray" }],
        state: { isGranted: false },
      });
    });

    it("leaves the other streams their authority", async () => {
      await using here = await place();
      const ledger = await here.open();
      await fiveRows(ledger);
      await ledger.append(["tally/two"], () => [said("tally/two", "granted")]);
      await removing(ledger, 2);
      expect(await ledger.read("tally/two")).toMatchObject({ bad: [], state: { isGranted: true } });
    });

    it("86 reads on whatever text a column holds", async () => {
      await using here = await place();
      const ledger = await here.open();
      await fiveRows(ledger);
      const rows = await ledger.engine.db.selectFrom("events").selectAll().execute();
      const columns = fc.constantFrom("body", "actor", "kind", "at", "digest", "schema");
      await fc.assert(
        fc.asyncProperty(
          columns,
          fc.integer({ min: 1, max: 5 }),
          fc.string({ unit: "grapheme" }),
          async (column, damaged, text) => {
            const before = rows.find((one) => one.stream_seq === damaged)?.[column] ?? "";
            // No text of PostgreSQL holds a NUL.
            const value = text.replaceAll("\0", "");
            await setting({ [column]: value })(ledger, damaged);
            const { bad, state, version } = await ledger.read(stream);
            await setting({ [column]: before })(ledger, damaged);
            expect(version).toBe(5);
            expect(bad.map((row) => row.stream_seq)).toEqual(value === before ? [] : [damaged]);
            // The grant is the second row; damage before it took nothing.
            expect(state.isGranted).toBe(value === before || damaged === 1);
          },
        ),
        { numRuns: 40 },
      );
    });

    // PostgreSQL keeps texts in columns of texts.
    if (name === "postgres") return;
    it("86 reads on when a column holds what is no text at all", async () => {
      await using here = await place();
      const ledger = await here.open();
      await fiveRows(ledger);
      const blob = Buffer.from([0, 255]) as unknown as string;
      await setting({ body: blob })(ledger, 1);
      await setting({ stream_seq: "four" })(ledger, 4);
      expect(await ledger.read(stream)).toMatchObject({
        state: { total: 1010, isGranted: false },
        bad: [
          { stream_seq: 1, reason: "unreadable" },
          { stream_seq: 4, reason: "unreadable" },
          { stream_seq: 4, reason: "missing" },
        ],
      });
    });
  });
}
