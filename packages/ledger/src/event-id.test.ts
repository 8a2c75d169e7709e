import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventIds, isEventId } from "./event-id.ts";

/** Ids made at these times, with the same bytes each time. */
function idsAt(times: readonly number[], byte = 0): string[] {
  const left = [...times];
  const next = eventIds(
    () => left.shift() ?? 0,
    (bytes) => Buffer.alloc(bytes, byte),
  );
  return times.map(() => next());
}

describe("ids of events", () => {
  it("are UUIDs of version 7 that begin with their time", () => {
    expect(idsAt([0x0123456789ab])).toEqual(["01234567-89ab-7000-8000-000000000000"]);
    expect(idsAt([0x0123456789ab], 255)).toEqual(["01234567-89ab-77ff-bfff-ffffffffffff"]);
  });

  it("rise whatever the clock says, and never repeat", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }),
        fc.nat(255),
        (times, byte) => {
          const ids = idsAt(times, byte);
          expect(ids.every(isEventId)).toBe(true);
          expect(ids.toSorted()).toEqual(ids);
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
    );
  });

  it("go on in the next millisecond when one has no more room", () => {
    const ids = idsAt(Array.from({ length: 5000 }, () => 1000));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(5000);
    expect([ids[4095], ids[4096]].map((id) => id?.slice(0, 18))).toEqual(["00000000-03e8-7fff", "00000000-03e9-7000"]);
  });

  it.each([
    "",
    "01234567-89ab-4000-8000-000000000000",
    "01234567-89ab-7000-c000-000000000000",
    "01234567-89AB-7000-8000-000000000000",
    7,
  ])("are not %j", (value) => {
    expect(isEventId(value)).toBe(false);
  });
});
