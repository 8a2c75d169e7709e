/** @module What export and import promise on every engine. */

import type { StreamRules } from "@warrant/kernel/commitment/stream";
import { describe, expect, it } from "vitest";
import type { Place, TallyLedger, TestedEngine } from "./place.ts";
import { added, said, type Tally, tallyRules } from "./tally.ts";

const stream = "tally/one";

async function fill(ledger: TallyLedger): Promise<void> {
  await ledger.append([stream, "note/two"], () => [
    added(stream, 0.1, { note: "né \u2028 \u{1F600}", strength: "attested" }),
    said("note/two", "granted"),
    said(stream, "granted"),
    added("note/two", -0),
  ]);
}

async function exported(ledger: TallyLedger): Promise<string[]> {
  const lines: string[] = [];
  await ledger.export((line) => {
    lines.push(line);
  });
  return lines;
}

/** A file in pieces that end anywhere, also within a character. */
function fileOf(lines: readonly string[]): () => AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(lines.join(""));
  return async function* read() {
    for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
  };
}

/** Rules of somebody who writes whatever is claimed and lets anything follow. */
const lax: StreamRules<Tally> = { ...tallyRules, admit: (_, { body }) => ({ body }) };

async function filled(here: Place): Promise<string[]> {
  const ledger = await here.open();
  await fill(ledger);
  return exported(ledger);
}

/** An export in which one line is another. */
function changed(lines: readonly string[], index: number, change: (line: string) => string): string[] {
  return lines.map((line, at) => (at === index ? change(line) : line));
}

export function transferSuite({ name, place }: TestedEngine): void {
  describe("export and import", () => {
    it("writes a header, events in their order, and a closing line", async () => {
      await using here = await place();
      const [header = "", first = "", ...rest] = await filled(here);
      expect(JSON.parse(header)).toEqual({
        schema: "warrant.ledger-export/v1",
        events: 4,
        digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      });
      expect(JSON.parse(first)).toMatchObject({ stream, stream_seq: 1, kind: "added", body: { strength: "asserted" } });
      expect(first).not.toContain("imported");
      expect(JSON.parse(rest.at(-1) ?? "")).toEqual({ end: true, events: 4, left_out: 0 });
    });

    it("87 gives the same bytes after an import into an empty ledger", async () => {
      await using here = await place();
      await using there = await place();
      const lines = await filled(here);
      const ledger = await there.open();
      expect(await ledger.import(fileOf(lines))).toEqual({ events: 4, added: 4 });
      expect(await exported(ledger)).toEqual(lines);
      expect(await ledger.check()).toMatchObject({ events: 4, imported: 4, bad: [] });
    });

    it("87 grants nothing that was granted elsewhere, and goes on from there", async () => {
      await using here = await place();
      await using there = await place();
      const lines = await filled(here);
      const ledger = await there.open();
      await ledger.import(fileOf(lines));
      expect(await ledger.read(stream)).toMatchObject({ version: 2, state: { total: 0.1, isGranted: false }, bad: [] });
      await ledger.append([stream], () => [said(stream, "granted")]);
      expect(await ledger.read(stream)).toMatchObject({ version: 3, state: { isGranted: true }, bad: [] });
    });

    it("takes an export in again without changing anything, also into the ledger it came from", async () => {
      await using here = await place();
      const lines = await filled(here);
      const ledger = await here.open();
      for (let time = 0; time < 2; time += 1) {
        expect(await ledger.import(fileOf(lines))).toEqual({ events: 4, added: 0 });
      }
      expect((await ledger.read(stream)).state.isGranted).toBe(true);
    });

    it("adds what is new to a ledger that has the beginning", async () => {
      await using here = await place();
      await using there = await place();
      const [old, ledger] = [await there.open(), await here.open()];
      await old.import(fileOf(await filled(here)));
      await ledger.append([stream], () => [said(stream, "closed")]);
      expect(await old.import(fileOf(await exported(ledger)))).toEqual({ events: 5, added: 1 });
      expect((await old.read(stream)).state.isClosed).toBe(true);
    });

    it("refuses an export of which a stream went on differently here", async () => {
      await using here = await place();
      await using there = await place();
      const lines = await filled(here);
      const ledger = await there.open();
      await ledger.append(["note/two"], () => [added("note/two")]);
      await expect(ledger.import(fileOf(lines))).rejects.toMatchObject({
        code: "refused",
        message: expect.stringContaining("line 3 does not follow what this ledger has of note/two"),
      });
      expect((await ledger.read(stream)).version).toBe(0);
    });

    it("refuses an id that has another content here", async () => {
      await using here = await place();
      await using there = await place();
      const lines = await filled(here);
      const ledger = await there.open();
      const { event_id: id } = JSON.parse(lines[1] ?? "") as { event_id: string };
      await ledger.append(["note/other"], () => [added("note/other")]);
      await ledger.engine.db.updateTable("events").set({ event_id: id }).execute();
      await expect(ledger.import(fileOf(lines))).rejects.toMatchObject({
        message: expect.stringContaining("line 2 has the id of an event of this ledger that says something else"),
      });
    });

    it("leaves out what is damaged, and says how much", async () => {
      await using here = await place();
      await fill(await here.open());
      const ledger = await here.open();
      await ledger.engine.db
        .updateTable("events")
        .set({ body: '{"more":1}' })
        .where("stream", "=", stream)
        .where("stream_seq", "=", 2)
        .execute();
      const lines = await exported(ledger);
      expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ end: true, events: 3, left_out: 1 });
      await using there = await place();
      expect(await (await there.open()).import(fileOf(lines))).toEqual({ events: 3, added: 3 });
    });

    it("refuses an export with a hole, since nobody could tell what was in it", async () => {
      await using here = await place();
      await using there = await place();
      const ledger = await here.open();
      await fill(ledger);
      await ledger.engine.db.deleteFrom("events").where("stream", "=", stream).where("stream_seq", "=", 1).execute();
      await expect((await there.open()).import(fileOf(await exported(ledger)))).rejects.toMatchObject({
        message: expect.stringContaining("line 3 is place 2 of tally/one and comes after place 0: events are missing"),
      });
    });

    it("makes of an event what the rules make of it, again and again", async () => {
      await using here = await place();
      await using there = await place();
      const ledger = await here.open({ rules: { tally: lax, note: lax } });
      await fill(ledger);
      const lines = await exported(ledger);
      expect(lines[1]).toContain('"strength":"attested"');
      const other = await there.open();
      expect(await other.import(fileOf(lines))).toEqual({ events: 4, added: 4 });
      expect((await exported(other))[1]).toContain('"strength":"asserted"');
      expect(await other.check()).toMatchObject({ events: 4, bad: [] });
      expect(await other.import(fileOf(lines))).toEqual({ events: 4, added: 0 });
    });

    it("refuses events that the rules do not let follow", async () => {
      await using here = await place();
      await using there = await place();
      const ledger = await here.open({ rules: { tally: lax, note: lax } });
      await ledger.append([stream], () => [said(stream, "closed"), added(stream)]);
      const lines = await exported(ledger);
      await expect((await there.open()).import(fileOf(lines))).rejects.toMatchObject({
        message: expect.stringContaining("line 3 cannot follow: The tally is closed."),
      });
    });

    it("holds the second reading to the first: a file that changes in between changes nothing", async () => {
      await using here = await place();
      await using there = await place();
      const lines = await filled(here);
      const ledger = await there.open();
      const files = [fileOf(lines), fileOf(lines.slice(0, 4))];
      await expect(ledger.import(() => files.shift()?.() ?? fileOf([])())).rejects.toMatchObject({ code: "refused" });
      expect(await ledger.check()).toMatchObject({ events: 0, streams: 0 });
    });

    // Files are judged before the ledger is asked.
    if (name === "postgres") return;
    it.each<[string, (lines: string[]) => string[], RegExp]>([
      ["an empty file", () => [], /line 1 is missing/],
      ["another file", () => ["{}\n"], /line 1 is no header of warrant\.ledger-export\/v1/],
      ["a header alone", (lines) => lines.slice(0, 1), /line 2 is missing: the closing line never came/],
      ["a file that ends between two lines", (lines) => lines.slice(0, 3), /line 4 is missing/],
      ["a torn last line", (lines) => [...lines.slice(0, 3), (lines[3] ?? "").slice(0, 40)], /line 4 is torn/],
      ["a closing line without its end", (lines) => [lines.join("").slice(0, -1)], /line 6 is torn/],
      ["a line too many", (lines) => [...lines, "{}\n"], /line 7 follows the closing line/],
      ["a line that is no JSON", (lines) => changed(lines, 2, () => "{]\n"), /line 3 is no JSON/],
      ["a line that is a list", (lines) => changed(lines, 2, () => "[]\n"), /line 3 is no JSON object/],
      ["a line that is no event", (lines) => changed(lines, 2, () => '{"stream":"tally/one"}\n'), /line 3 is no event/],
      ["an event less", (lines) => lines.toSpliced(4, 1), /line 5 comes after 3 events; 4 were to come/],
      [
        "events in another order",
        (lines) => lines.toSpliced(1, 1).toSpliced(3, 0, lines[1] ?? ""),
        /line 3 is place 2 of tally\/one and comes after place 0/,
      ],
      ["an event twice", (lines) => lines.toSpliced(2, 1, lines[1] ?? ""), /line 3 has the id of an earlier event/],
      ["another amount", (lines) => changed(lines, 1, (line) => line.replace("0.1", "0.2")), /line 2 was altered/],
      ["another person", (lines) => changed(lines, 3, (line) => line.replace("maria", "mario")), /line 4 was altered/],
      [
        "a number beyond all numbers",
        (lines) => changed(lines, 1, (line) => line.replace("0.1", "1e999")),
        /line 2 cannot be appended\. .*no finite number/,
      ],
      [
        "a stream of no family",
        (lines) => changed(lines, 1, (line) => line.replace("tally/one", "tally one")),
        /line 2 belongs to a stream of no family/,
      ],
      [
        "other events than the header's",
        (lines) => changed(lines, 0, (line) => line.replace(/sha256:./, "sha256:x")),
        /line 1 has the digest of other events/,
      ],
      ["bytes that are no text", (lines) => [...lines.slice(0, 1), "\n"], /line 2 is no JSON/],
    ])("refuses %s, and changes nothing", async (_, change, message) => {
      await using here = await place();
      await using there = await place();
      const lines = change(await filled(here));
      const ledger = await there.open();
      await expect(ledger.import(fileOf(lines))).rejects.toMatchObject({
        code: "refused",
        message: expect.stringMatching(message),
      });
      expect(await ledger.check()).toMatchObject({ events: 0, streams: 0 });
    });
  });
}
