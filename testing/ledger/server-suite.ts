/** @module What only a server can do to a ledger. */

import type { Engine } from "@warrant/ledger/engine";
import { Ledger } from "@warrant/ledger/ledger";
import { postgresEngine } from "@warrant/ledger/postgres";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { added, tallyBook } from "./tally.ts";

const stream = "tally/one";

async function settingOf(db: Engine["db"]): Promise<string> {
  const { setting } = await db
    .selectNoFrom((make) => make.fn<string>("current_setting", [make.val("synchronous_commit")]).as("setting"))
    .executeTakeFirstOrThrow();
  return setting;
}

/** @param schema makes an empty schema and gives its address. */
export function serverSuite(schema: () => Promise<string>): void {
  describe("a server", () => {
    it("is given up after the time to wait when somebody keeps a stream locked", async () => {
      const url = await schema();
      const ledger = await Ledger.open(postgresEngine(url, 100), { rules: tallyBook });
      const other = new Client({ connectionString: url });
      await other.connect();
      await other.query("begin");
      await other.query("select pg_advisory_xact_lock(hashtextextended('warrant ledger tally/one', 0))");
      await expect(ledger.append([stream], () => [added(stream)])).rejects.toMatchObject({
        code: "io",
        message: expect.stringContaining("Others did not stop writing to the same streams. Try again."),
      });
      // Other streams are free.
      expect(await ledger.append(["tally/two"], () => [added("tally/two")])).toMatchObject({ events: [{}] });
      await other.end();
      expect(await ledger.append([stream], () => [added(stream)])).toMatchObject({ events: [{ stream_seq: 1 }] });
      await ledger.close();
    });

    it("acknowledges nothing before the disk has it, whatever it is set to", async () => {
      const url = `${await schema()}${encodeURIComponent(" -c synchronous_commit=off")}`;
      const engine = postgresEngine(url);
      const setting = await engine.db.transaction().execute(async (transaction) => {
        await engine.lock(transaction, [stream]);
        return settingOf(transaction);
      });
      expect([setting, await settingOf(engine.db)]).toEqual(["on", "off"]);
      await engine.db.destroy();
    });

    it("may end a connection: the next append has a new one", async () => {
      const url = await schema();
      const ledger = await Ledger.open(postgresEngine(url), { rules: tallyBook });
      const ended = ledger.append([stream], () => {
        throw new Error("not reached by the one below");
      });
      await expect(ended).rejects.toThrow("not reached by the one below");
      const { pid } = await ledger.engine.db
        .selectNoFrom(({ fn }) => fn<number>("pg_backend_pid").as("pid"))
        .executeTakeFirstOrThrow();
      const other = new Client({ connectionString: url });
      await other.connect();
      await other.query("select pg_terminate_backend($1, 5000)", [pid]);
      await other.end();
      const first = await ledger.append([stream], () => [added(stream)]).catch((cause: unknown) => cause);
      // The end of a connection is heard of before or at the next query.
      if (first instanceof Error) expect(first).toMatchObject({ code: "io" });
      await ledger.append([stream], () => [added(stream)]);
      expect((await ledger.read(stream)).bad).toEqual([]);
      await ledger.close();
    });

    it("keeps what an export brings from those who read a stream before it came", async () => {
      const [from, to] = [await schema(), await schema()];
      const source = await Ledger.open(postgresEngine(from), { rules: tallyBook });
      const target = await Ledger.open(postgresEngine(to), { rules: tallyBook });
      await source.append([stream], () => [added(stream), added(stream)]);
      const lines: string[] = [];
      await source.export((line) => void lines.push(line));
      const file = async function* read(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(lines.join(""));
      };
      const results = await Promise.allSettled([
        target.import(file),
        ...Array.from({ length: 6 }, () => target.append(["tally/two"], () => [added("tally/two")])),
      ]);
      expect(results.map(({ status }) => status)).toEqual(results.map(() => "fulfilled"));
      expect(await target.check()).toMatchObject({ events: 8, imported: 2, bad: [] });
      await Promise.all([source.close(), target.close()]);
    });
  });
}
