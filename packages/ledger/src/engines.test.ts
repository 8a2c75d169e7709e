import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Ledger } from "./ledger.ts";
import { postgresEngine } from "./postgres.ts";
import { sqliteEngine } from "./sqlite.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a file that is no ledger", () => {
  it("is left as it is, and said to be damaged", async () => {
    const path = join(folder, "ledger.db");
    writeFileSync(path, "no database at all, but long enough to be taken for one".repeat(50));
    chmodSync(path, 0o600);
    const opening = async (): Promise<unknown> => Ledger.open(sqliteEngine(path), { rules: {} });
    await expect(opening()).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringMatching(/file is not a database \(SQLITE_NOTADB\)\. The file is damaged\. Keep it/),
    });
  });

  it("is said to be damaged when pages of it are overwritten", async () => {
    const path = join(folder, "ledger.db");
    await (await Ledger.open(sqliteEngine(path), { rules: {} })).close();
    writeFileSync(path, Buffer.alloc(3 * 4096, 0xff), { flag: "r+", flush: true });
    const opening = async (): Promise<unknown> => Ledger.open(sqliteEngine(path), { rules: {} });
    await expect(opening()).rejects.toMatchObject({ code: "corrupt" });
  });
});

describe("a file others hold", () => {
  it("is waited for, and written when they are done", async () => {
    const path = join(folder, "ledger.db");
    const ledger = await Ledger.open(sqliteEngine(path), { rules: {} });
    const other = new Database(path);
    other.exec("begin immediate");
    const appending = ledger.append([], () => []);
    // The wait leaves this process free to end what it waits for.
    setImmediate(() => other.exec("commit"));
    expect(await appending).toEqual({ events: [] });
    other.close();
    await ledger.close();
  });
});

describe("a failure of SQLite", () => {
  it.each([
    ["SQLITE_FULL", /Free some space and try again\./],
    ["SQLITE_IOERR_SHMSIZE", /Make sure that there is space left, and that the file and its folder can be written\./],
    ["SQLITE_READONLY_DBMOVED", /Make sure that the file and its folder can be written\./],
    ["SQLITE_CANTOPEN", /Make sure that the file and its folder can be written\./],
    ["SQLITE_ERROR", /The file is not as Warrant left it\. Keep it, and bring back a copy or an export/],
    ["SQLITE_CORRUPT_INDEX", /The file is damaged\. Keep it/],
  ])("%s comes with what helps", (code, advice) => {
    const engine = sqliteEngine(join(folder, "ledger.db"));
    expect(engine.explain(new Database.SqliteError("no", code))?.error.message).toMatch(advice);
    void engine.db.destroy();
  });
});

describe("a file others do not let go", () => {
  it("is given up after the time to wait", async () => {
    const path = join(folder, "ledger.db");
    const ledger = await Ledger.open(sqliteEngine(path, 20), { rules: {} });
    const other = new Database(path);
    other.exec("begin immediate");
    await expect(ledger.append([], () => [])).rejects.toMatchObject({
      code: "io",
      message: expect.stringMatching(
        /database is locked \(SQLITE_BUSY\)\. Others did not stop writing to it\. Try again\./,
      ),
    });
    other.exec("commit");
    expect(await ledger.append([], () => [])).toEqual({ events: [] });
    other.close();
    await ledger.close();
  });
});

describe("a server that cannot be used", () => {
  it("is named without the password", async () => {
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const opening = Ledger.open(postgresEngine(`postgres://maria:secret@127.0.0.1:${port}/warrant`), { rules: {} });
    const failure: unknown = await opening.catch((cause: unknown) => cause);
    server.close();
    expect(failure).toMatchObject({
      code: "io",
      message: expect.stringContaining(`Could not use the ledger postgres://127.0.0.1:${port}/warrant: `),
    });
    expect(String(failure)).not.toContain("secret");
  });

  it("is asked nothing before the first query", async () => {
    const engine = postgresEngine("postgres://maria:secret@127.0.0.1:1/warrant");
    expect(engine.place).toBe("postgres://127.0.0.1:1/warrant");
    await engine.db.destroy();
  });
});
