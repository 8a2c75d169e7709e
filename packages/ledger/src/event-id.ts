/** @module Ids of events: UUIDv7, which rise within a process even when its clock steps back (RFC 9562, section 6.2). */

import { randomBytes } from "node:crypto";

/** The counter beside the milliseconds. */
const counterBits = 12;

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

/**
 * A source of ids. Each is greater, as text, than the one before, whatever the clock says.
 *
 * @param clock milliseconds since 1970.
 * @param random that many random bytes.
 */
export function eventIds(clock: () => number, random: (bytes: number) => Buffer = randomBytes): () => string {
  let last = 0;
  let counter = 0;
  return function nextEventId(): string {
    const bytes = random(10);
    const now = Math.trunc(clock());
    if (now > last) {
      last = now;
      // Starting in the lower half leaves room to count up within the millisecond.
      counter = bytes.readUInt16BE(8) % (1 << (counterBits - 1));
    } else {
      counter += 1;
      if (counter === 1 << counterBits) {
        last += 1;
        counter = 0;
      }
    }
    const time = hex(last, 12);
    const variant = hex(0x80 | (bytes.readUInt8(0) & 0x3f), 2);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${variant}${bytes.toString("hex", 1, 2)}-${bytes.toString("hex", 2, 8)}`;
  };
}

const written = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isEventId(value: unknown): value is string {
  return typeof value === "string" && written.test(value);
}
