import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Ledger } from "./ledger.ts";
import { preparePrivateFile, workTreeOf } from "./private-file.ts";
import { sqliteEngine } from "./sqlite.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe("the ledger's file", () => {
  it("is its owner's alone, and so are its folder and what SQLite puts beside it", async () => {
    const path = join(folder, "state/warrant/ledger.db");
    const before = process.umask(0);
    try {
      const ledger = await Ledger.open(sqliteEngine(path), { rules: {} });
      const modes = ["", "-wal", "-shm"].map((end) => modeOf(`${path}${end}`));
      await ledger.close();
      expect([modeOf(join(folder, "state/warrant")), ...modes]).toEqual([0o700, 0o600, 0o600, 0o600]);
    } finally {
      process.umask(before);
    }
  });

  it("is taken from others who could read it before", () => {
    const path = join(folder, "ledger.db");
    writeFileSync(path, "");
    chmodSync(path, 0o664);
    chmodSync(folder, 0o755);
    preparePrivateFile(path);
    expect([modeOf(folder), modeOf(path)]).toEqual([0o700, 0o600]);
  });

  it("leaves a folder that is not its own as it is, and is not put there while others may look into it", () => {
    writeFileSync(join(folder, "notes.txt"), "mine");
    chmodSync(folder, 0o755);
    expect(() => preparePrivateFile(join(folder, "ledger.db"))).toThrow(/others may look into .*chmod 700/);
    expect([modeOf(folder), existsSync(join(folder, "ledger.db"))]).toEqual([0o755, false]);
    chmodSync(folder, 0o700);
    preparePrivateFile(join(folder, "ledger.db"));
    expect(modeOf(join(folder, "ledger.db"))).toBe(0o600);
  });

  it.each(["install.json", "policy", "run", "receipts"])("takes a folder that holds %s for its own", (name) => {
    writeFileSync(join(folder, name), "");
    chmodSync(folder, 0o755);
    preparePrivateFile(join(folder, "ledger.db"));
    expect(modeOf(folder)).toBe(0o700);
  });

  it("closes its own folder again that was opened to others", () => {
    const path = join(folder, "ledger.db");
    preparePrivateFile(path);
    writeFileSync(join(folder, "run"), "");
    chmodSync(folder, 0o775);
    preparePrivateFile(path);
    expect(modeOf(folder)).toBe(0o700);
  });

  it("is not reached through a link into a work tree, nor through one that leads nowhere", () => {
    const tree = join(folder, "tree");
    mkdirSync(join(tree, ".git"), { recursive: true });
    writeFileSync(join(tree, "l.db"), "");
    mkdirSync(join(folder, "home"));
    const path = join(folder, "home/ledger.db");
    symlinkSync(join(tree, "l.db"), path);
    expect(() => preparePrivateFile(path)).toThrow(`it would lie in the work tree ${tree}`);
    rmSync(path);
    symlinkSync(join(tree, "new.db"), path);
    expect(() => preparePrivateFile(path)).toThrow(/a link that leads nowhere/);
    expect(existsSync(join(tree, "new.db"))).toBe(false);
  });

  it("lies in no work tree, whether its folder is there or not", () => {
    mkdirSync(join(folder, ".git"));
    const path = join(folder, "state/ledger.db");
    expect(() => preparePrivateFile(path)).toThrow(`it would lie in the work tree ${folder}. Set WARRANT_HOME`);
    expect(existsSync(join(folder, "state"))).toBe(false);
  });

  it("lies in no work tree behind a link either, nor in one whose .git is a file", () => {
    const tree = join(folder, "tree");
    mkdirSync(join(tree, "inside"), { recursive: true });
    writeFileSync(join(tree, ".git"), "gitdir: elsewhere\n");
    symlinkSync(join(tree, "inside"), join(folder, "link"));
    expect(workTreeOf(join(folder, "link", "state"))).toBe(tree);
    expect(workTreeOf(folder)).toBeUndefined();
  });

  it("cannot be where a file stands in the place of its folder", () => {
    writeFileSync(join(folder, "state"), "");
    expect(() => preparePrivateFile(join(folder, "state/ledger.db"))).toThrow(
      /^Could not open the ledger .*ledger\.db/,
    );
  });
});
