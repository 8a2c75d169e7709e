/** @module What reading many streams and checking the ledger promise on every engine. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TallyLedger, TestedEngine } from "./place.ts";
import { added, said, type Tally, type TallyStream, tallyBook, tallyRules } from "./tally.ts";

const long = "tally/long";

async function grow(ledger: TallyLedger, stream: TallyStream, count: number): Promise<void> {
  await ledger.append([stream], () => Array.from({ length: count }, (_, index) => added(stream, index)));
}

/** A ledger whose one long stream was granted something, lost it, and has a snapshot at 150 of 155 places. */
async function withSnapshot(ledger: TallyLedger): Promise<void> {
  await ledger.append([long], () => [said(long, "granted"), said(long, "revoked")]);
  await grow(ledger, long, 148);
  await grow(ledger, long, 5);
}

function rewrite({ engine }: TallyLedger, values: Readonly<Record<string, string | number>>): Promise<unknown> {
  return engine.db.updateTable("snapshots").set(values).execute();
}

/** The snapshot, with the state of somebody who was granted everything. */
async function forged(ledger: TallyLedger): Promise<string> {
  const { projection } = await ledger.engine.db.selectFrom("snapshots").selectAll().executeTakeFirstOrThrow();
  return projection.replace('"isGranted":false', '"isGranted":true');
}

export function projectionSuite({ place }: TestedEngine): void {
  describe("reading many streams", () => {
    it("88 gives the same with snapshots, without them, and stream by stream", async () => {
      const growth = fc.record({
        stream: fc.constantFrom<TallyStream>("tally/a", "tally/b", "note/a"),
        count: fc.integer({ min: 1, max: 120 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(growth, { minLength: 1, maxLength: 6 }), async (steps) => {
          await using here = await place();
          const ledger = await here.open();
          for (const { stream, count } of steps) await grow(ledger, stream, count);
          const streams = [...new Set(steps.map(({ stream }) => stream))]
            .filter((name) => name.startsWith("tally/"))
            .sort();
          const alone = [];
          for (const stream of streams) alone.push(await ledger.read(stream));
          expect(await ledger.readAll("tally")).toEqual(alone);
          await ledger.engine.db.deleteFrom("snapshots").execute();
          expect(await ledger.readAll("tally")).toEqual(alone);
        }),
        { numRuns: 8 },
      );
    });

    it("reads the streams of a family that is a small part of the ledger, more of them than fit a page", async () => {
      await using here = await place();
      const ledger = await here.open();
      await withSnapshot(ledger);
      const names = Array.from({ length: 301 }, (_, index) => `tally/s${index}` as const);
      await ledger.append(names, () => names.map((stream, index) => added(stream, index)));
      await grow(ledger, "note/a", 1000);
      const totals = (await ledger.readAll("tally")).map(({ stream, state }) => [stream, state.total]);
      expect(totals).toHaveLength(302);
      expect(new Map(totals as [string, number][]).get("tally/s300")).toBe(300);
      expect((await ledger.readAll("tally"))[0]).toEqual(await ledger.read(long));
      expect(await ledger.readAll("note")).toEqual([await ledger.read("note/a")]);
    });

    it("88 goes on from a snapshot and says so to nobody", async () => {
      await using here = await place();
      const ledger = await here.open();
      await withSnapshot(ledger);
      const snapshots = await ledger.engine.db.selectFrom("snapshots").selectAll().execute();
      expect(snapshots).toMatchObject([{ stream: long, stream_seq: 150, rules_version: "tally 1" }]);
      expect(await ledger.readAll("tally")).toEqual([await ledger.read(long)]);
      // Rows before the snapshot are not read again: what the list says of them is what was true then.
      await ledger.engine.db.updateTable("events").set({ body: "{}" }).where("stream_seq", "=", 7).execute();
      expect((await ledger.readAll("tally"))[0]).toMatchObject({ bad: [] });
      expect(await ledger.read(long)).toMatchObject({ bad: [{ stream_seq: 7 }] });
    });

    it.each<[string, Readonly<Record<string, string | number>>]>([
      ["of other rules", { rules_version: "tally 0", projection: '{"bad":[],"digest":"","events":1,"state":{}}' }],
      ["that is no JSON", { projection: "{" }],
      ["without a state", { projection: '{"bad":[],"digest":"","events":1}' }],
      ["of another row", { stream_seq: 149 }],
      ["of a row that is not there yet", { stream_seq: 900 }],
    ])("88 does not believe a snapshot %s", async (_, values) => {
      await using here = await place();
      const ledger = await here.open();
      await withSnapshot(ledger);
      await rewrite(ledger, values);
      expect(await ledger.readAll("tally")).toEqual([await ledger.read(long)]);
    });

    it("decides nothing from a snapshot", async () => {
      await using here = await place();
      await withSnapshot(await here.open());
      const ledger = await here.open();
      await rewrite(ledger, { projection: await forged(ledger) });
      expect((await ledger.read(long)).state.isGranted).toBe(false);
      const other = await here.open();
      await other.append([long], ({ read }) => {
        expect(read(long).state.isGranted).toBe(false);
        return [];
      });
    });

    it("lists a stream all of whose rows are gone", async () => {
      await using here = await place();
      const ledger = await here.open();
      await grow(ledger, "tally/a", 3);
      await withSnapshot(ledger);
      await ledger.engine.db.deleteFrom("events").execute();
      expect(await ledger.readAll("tally")).toMatchObject([
        { stream: "tally/a", version: 3, bad: [{ reason: "missing", rows: 3 }] },
        { stream: long, version: 155, bad: [{ reason: "missing", rows: 155 }] },
      ]);
    });

    it("reads more rows than fit a page in their order", async () => {
      await using here = await place();
      const ledger = await here.open();
      for (const stream of ["tally/a", "note/a", "tally/b"] as const) await grow(ledger, stream, 1500);
      await ledger.engine.db.deleteFrom("snapshots").execute();
      const total = (1499 * 1500) / 2;
      expect(await ledger.readAll("tally")).toMatchObject([
        { stream: "tally/a", version: 1500, state: { total } },
        { stream: "tally/b", version: 1500, state: { total } },
      ]);
    });
  });

  describe("checking", () => {
    it("finds nothing in a whole ledger", async () => {
      await using here = await place();
      const ledger = await here.open();
      await withSnapshot(ledger);
      await grow(ledger, "note/a", 2);
      expect(await ledger.check()).toEqual({
        events: 157,
        imported: 0,
        streams: 2,
        bad: [],
        snapshots: { compared: 1, wrong: [] },
        storage: [],
      });
    });

    it("counts every kind of damage and names where it is", async () => {
      await using here = await place();
      const ledger = await here.open();
      await withSnapshot(ledger);
      for (const stream of ["note/a", "note/b", "note/c"] as const) await grow(ledger, stream, 3);
      const { db } = ledger.engine;
      await db
        .updateTable("events")
        .set({ body: "{}" })
        .where("stream", "=", "note/a")
        .where("stream_seq", "=", 1)
        .execute();
      await db
        .updateTable("events")
        .set({ stream: "else where" })
        .where("stream", "=", "note/b")
        .where("stream_seq", "=", 3)
        .execute();
      await db.deleteFrom("events").where("stream", "=", "note/c").execute();
      await rewrite(ledger, { projection: await forged(ledger) });
      expect(await ledger.check()).toMatchObject({
        events: 159,
        streams: 4,
        bad: expect.arrayContaining([
          { stream: "note/a", stream_seq: 1, reason: "altered", rows: 1 },
          { stream: "note/b", stream_seq: 3, reason: "missing", rows: 1 },
          { stream: "note/c", stream_seq: 1, reason: "missing", rows: 3 },
          { stream: "else where", stream_seq: 3, reason: "no-family", rows: 1 },
        ]),
        snapshots: { compared: 1, wrong: [long] },
      });
    });

    it("compares only snapshots of the rules it has", async () => {
      await using here = await place();
      await withSnapshot(await here.open());
      const other: typeof tallyRules = { ...tallyRules, version: "tally 2", apply: (state: Tally) => state };
      const ledger = await here.open({ rules: { ...tallyBook, tally: other } });
      expect((await ledger.check()).snapshots).toEqual({ compared: 0, wrong: [] });
    });
  });
}
