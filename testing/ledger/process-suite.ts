/** @module What many processes at once, and killed ones, leave on every engine. The full counts: `npm run kills`. */

import { describe, expect, it } from "vitest";
import { killWriters } from "./kills.ts";
import type { TestedEngine } from "./place.ts";
import { appendAtOnce } from "./writers.ts";

export function processSuite(engine: TestedEngine): void {
  describe("several processes", () => {
    it("84 all append, and each stream keeps the order of each of them", async () => {
      await using here = await engine.place();
      const ledger = await here.open();
      expect(await appendAtOnce(ledger, here.location, { processes: 4, appends: 25 })).toEqual({
        missing: 0,
        torn: 0,
        disordered: 0,
        bad: 0,
      });
    });

    it("85 lose nothing that was acknowledged and leave nothing half written, wherever they are killed", async () => {
      const count = await killWriters(engine, 16, 7);
      expect(count).toMatchObject({ kills: 16, lost: 0, torn: 0, bad: 0 });
      expect(count.acknowledged).toBeGreaterThanOrEqual(16);
    });
  });
}
