/** @module What appending promises on every engine. */

import type { EventDraft } from "@warrant/kernel/commitment/stream";
import type { Outcome } from "@warrant/ledger";
import { describe, expect, it } from "vitest";
import type { Place, TallyLedger, TestedEngine } from "./place.ts";
import { added, said } from "./tally.ts";

const stream = "tally/one";

/** Several connections to one place, by number; the numbers go round. */
async function connections(here: Place, count: number): Promise<(index: number) => TallyLedger> {
  const first = await here.open();
  const others = await Promise.all(Array.from({ length: count - 1 }, () => here.open()));
  return (index) => [first, ...others][index % count] ?? first;
}

/** Takes the one grant of a stream, if nobody did. */
function take(ledger: TallyLedger): Promise<Outcome> {
  return ledger.append([stream], ({ read }) => {
    const { state } = read(stream);
    return state.isGranted
      ? [said(stream, "revoked")]
      : { refusal: { code: "refused", message: "It is used already." } };
  });
}

function won(outcomes: readonly Outcome[]): number {
  return outcomes.filter((outcome) => "events" in outcome).length;
}

export function appendSuite({ place }: TestedEngine): void {
  describe("appending", () => {
    it("reads nothing from a stream that is not there", async () => {
      await using here = await place();
      const ledger = await here.open();
      expect(await ledger.read(stream)).toMatchObject({ version: 0, state: { total: 0 }, bad: [] });
    });

    it("counts places from 1, and gives each event an id, a time and its digest's chain", async () => {
      await using here = await place();
      const ledger = await here.open({ clock: () => Date.UTC(2026, 10, 30, 12) });
      const outcome = await ledger.append([stream], () => [added(stream, 2), added(stream, 3)]);
      expect(outcome).toMatchObject({
        events: [
          { stream_seq: 1, at: "2026-11-30T12:00:00.000Z", imported: false },
          { stream_seq: 2, actor: { id: "maria" }, body: { amount: 3 } },
        ],
      });
      const rows = await ledger.engine.db.selectFrom("events").selectAll().orderBy("seq").execute();
      expect(rows.map(({ body }) => body)).toEqual(['{"amount":2}', '{"amount":3}']);
      expect(new Set(rows.map(({ digest }) => digest)).size).toBe(2);
      expect(await ledger.read(stream)).toMatchObject({ version: 2, state: { total: 5 }, bad: [] });
    });

    it("keeps what was appended when it is opened again, with every character as it was given", async () => {
      await using here = await place();
      const note = 'quotes " and \\ and \0 and \n and \u{1F600} and é and ﬃ';
      const first = await here.open();
      await first.append([stream], () => [added(stream, 0.1 + 0.2, { note })]);
      const second = await here.open();
      expect((await second.read(stream)).state).toMatchObject({ total: 0.1 + 0.2, notes: [note] });
    });

    it("writes nothing when the decision refuses", async () => {
      await using here = await place();
      const ledger = await here.open();
      const refusal = { code: "not-found", message: "There is no such thing." } as const;
      expect(await ledger.append([stream], () => ({ refusal }))).toEqual({ refusal });
      expect((await ledger.read(stream)).version).toBe(0);
    });

    it("writes nothing of a batch when the rules refuse one event of it", async () => {
      await using here = await place();
      const ledger = await here.open();
      const outcome = await ledger.append([stream, "note/one"], () => [
        added("note/one"),
        said(stream, "closed"),
        added(stream),
      ]);
      expect(outcome).toMatchObject({ refusal: { code: "closed" } });
      expect([(await ledger.read(stream)).version, (await ledger.read("note/one")).version]).toEqual([0, 0]);
      // Nor does it remember what it did not write.
      expect(await ledger.append([stream], ({ read }) => [added(stream, read(stream).version)])).toMatchObject({
        events: [{ stream_seq: 1, body: { amount: 0 } }],
      });
    });

    it("lets nothing follow a closure, in this process or another", async () => {
      await using here = await place();
      const [first, second] = [await here.open(), await here.open()];
      await second.append([stream], () => [added(stream)]);
      await first.append([stream], () => [said(stream, "closed")]);
      for (const ledger of [first, second]) {
        expect(await ledger.append([stream], () => [added(stream)])).toMatchObject({ refusal: { code: "closed" } });
      }
    });

    it("writes what the rules make of an event, not what was claimed", async () => {
      await using here = await place();
      const ledger = await here.open();
      const outcome = await ledger.append([stream], () => [added(stream, 1, { strength: "attested" })]);
      expect(outcome).toMatchObject({ events: [{ body: { strength: "asserted" } }] });
      expect((await ledger.read(stream)).bad).toEqual([]);
    });

    it("appends to several streams wholly or not at all", async () => {
      await using here = await place();
      const ledger = await here.open();
      await ledger.append(["note/one", stream], () => [added(stream), added("note/one"), added(stream)]);
      expect([(await ledger.read(stream)).version, (await ledger.read("note/one")).version]).toEqual([2, 1]);
    });

    it.each<[string, EventDraft, RegExp]>([
      ["a kind nobody knows", { ...added(stream), kind: "abolished" }, /kind "abolished" to tally\/one/],
      ["a body that does not fit its kind", { ...added(stream), body: { amount: "2" } }, /kind "added"/],
      ["a schema nobody knows", { ...added(stream), schema: "warrant.test-event/v2" }, /kind "added"/],
      ["NaN", added(stream, Number.NaN), /body has no exact form, value\.amount is no finite number/],
      ["infinity", added(stream, Number.NEGATIVE_INFINITY), /no finite number/],
      ["half a character", added(stream, 1, { note: "\ud800" }), /holds half a character/],
      [
        "an actor without an exact form",
        { ...added(stream), actor: { id: Number.NaN } },
        /its actor has no exact form/,
      ],
      ["a stream that was not asked for", added("tally/two"), /tally\/two: it is none of those/],
      ["a body beyond the limit", added(stream, 1, { note: "x".repeat(999_979) }), /1000001 characters long/],
    ])("refuses %s and writes nothing", async (_, draft, message) => {
      await using here = await place();
      const ledger = await here.open();
      const appending = ledger.append([stream], () => [added(stream), draft]);
      await expect(appending).rejects.toMatchObject({ code: "refused", message: expect.stringMatching(message) });
      expect((await ledger.read(stream)).version).toBe(0);
    });

    it("takes a body of exactly the limit", async () => {
      await using here = await place();
      const ledger = await here.open();
      const outcome = await ledger.append([stream], () => [added(stream, 1, { note: "x".repeat(999_978) })]);
      expect(outcome).toMatchObject({ events: [{ stream_seq: 1 }] });
    });

    it.each(["tally", "tally/", "other/one", "tally/../x", "tally/a b", "TALLY/one", "tally/one\n", "constructor/x"])(
      "knows no stream %j",
      async (name) => {
        await using here = await place();
        const ledger = await here.open();
        await expect(ledger.read(name as "tally/x")).rejects.toMatchObject({ code: "refused" });
      },
    );
  });

  describe("appending at once", () => {
    it("75 gives a single use to one of forty callers in four connections", async () => {
      await using here = await place();
      const ledger = await connections(here, 4);
      await ledger(0).append([stream], () => [said(stream, "granted")]);
      const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => take(ledger(index))));
      expect(won(outcomes)).toBe(1);
      expect(await ledger(1).read(stream)).toMatchObject({ version: 2, bad: [] });
    });

    it("lets one of several writers through that expect the same version", async () => {
      await using here = await place();
      const ledger = await connections(here, 2);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          ledger(index).append([stream], ({ read }) =>
            read(stream).version === 0
              ? [added(stream, index)]
              : { refusal: { code: "conflict", message: "Somebody was faster." } },
          ),
        ),
      );
      expect(won(outcomes)).toBe(1);
    });

    it("lets nobody wait for ever who needs the same streams in another order", async () => {
      await using here = await place();
      const ledger = await connections(here, 2);
      const streams = [stream, "tally/two"] as const;
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          ledger(index).append(index % 2 === 0 ? streams : streams.toReversed(), () => [
            added(stream),
            added("tally/two"),
          ]),
        ),
      );
      for (const name of streams) {
        expect(await ledger(0).read(name)).toMatchObject({ version: 40, state: { total: 40 }, bad: [] });
      }
    });

    it("sees in each append what the others appended before", async () => {
      await using here = await place();
      const ledger = await connections(here, 3);
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          ledger(index).append([stream], ({ read }) => {
            const { state, version } = read(stream);
            expect(state.notes).toHaveLength(version);
            return [added(stream, 1, { note: `${version}` })];
          }),
        ),
      );
      const { state, bad } = await ledger(0).read(stream);
      expect(state.notes).toEqual(Array.from({ length: 60 }, (_, index) => `${index}`));
      expect(bad).toEqual([]);
    });

    it("makes the tables once when many open an empty place", async () => {
      await using here = await place();
      const ledgers = await Promise.all(Array.from({ length: 8 }, () => here.open()));
      await Promise.all(ledgers.map((ledger) => ledger.append([stream], () => [added(stream)])));
      expect((await (await here.open()).read(stream)).version).toBe(8);
    });

    it("does not open what a newer Warrant made, and leaves it as it is", async () => {
      await using here = await place();
      const ledger = await here.open();
      await ledger.engine.db.updateTable("meta").set({ value: "99" }).where("key", "=", "schema").execute();
      await expect(here.open()).rejects.toMatchObject({
        code: "io",
        message: expect.stringMatching(/a newer Warrant made it \(its tables are version 99/),
      });
      expect((await ledger.read(stream)).version).toBe(0);
    });
  });
}
