import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentedLedger, type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";

let example: ExampleLedger;
let other: ExampleLedger;
beforeEach(async () => {
  example = await documentedLedger();
  other = exampleLedger();
});
afterEach(async () => {
  await example[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const scope = ["--tool", "Edit", "--path", "docs/**"];

describe("warrant ledger", () => {
  it("travels as lines; what it granted is dead there, and twice is once", async () => {
    await example.warrant(["grant", "019b7cdc", ...scope]);
    await example.warrant(["answer", "019b7ce1", "approve"]);
    const file = join(example.folder, "out.jsonl");
    expect((await example.warrant(["ledger", "export", file])).stdout).toBe(`exported 18 events to ${file}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const printed = await example.warrant(["ledger", "export"]);
    expect(printed.stdout).toBe(readFileSync(file, "utf8"));
    expect((await other.warrant(["ledger", "import", file])).stdout).toBe("imported 18 events\n");
    expect((await other.warrant(["ledger", "import", file])).stdout).toBe(
      "imported 0 events; 18 events were here already\n",
    );
    expect((await other.warrant(["commitments", "show", "019b7cdc"])).stdout).toMatch(/envelopes {2}019b7ce3 void/);
    expect((await other.warrant(["inbox", "show", "019b7ce1"])).stdout).toMatch(
      /state {2}approved by maria on .*; it came from another ledger and opens nothing here\n/,
    );
    expect((await other.warrant(["ledger", "export"])).stdout).toBe(printed.stdout);
    expect((await other.warrant(["ledger", "check"])).stdout).toContain("18 events in 7 streams, 18 imported\n");
  });

  it("is never written over a file that is there", async () => {
    const file = join(example.folder, "mine.txt");
    writeFileSync(file, "mine");
    const { code, stderr } = await example.warrant(["ledger", "export", file]);
    expect(code).toBe(2);
    expect(stderr).toContain("there is such a file already");
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it("takes in nothing of a file that is torn, altered, or not there", async () => {
    const file = join(example.folder, "out.jsonl");
    await example.warrant(["ledger", "export", file]);
    appendFileSync(file, '{"torn');
    const torn = await other.warrant(["ledger", "import", file]);
    expect(torn.code).toBe(2);
    expect(torn.stderr).toMatch(/line \d+ is torn/);
    expect((await other.warrant(["ledger", "import", "no-such-file"])).code).toBe(2);
    expect((await other.warrant(["ledger", "check"])).stdout).toContain("0 events in 0 streams");
  });

  it("names damaged rows, ends with 1, and stays readable", async () => {
    expect((await example.warrant(["ledger", "check"])).code).toBe(0);
    await example.warrant(["grant", "019b7cdc", ...scope]);
    const database = new Database(join(example.folder, "ledger.db"));
    database.prepare("update events set body = '{}' where kind = 'episode-started'").run();
    database.close();
    const { code, stdout } = await example.warrant(["ledger", "check"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/1 rows cannot be believed; .*\n {2}commitment\/019b7cdc-\S+ {2}row 2 was altered\n/);
    expect(JSON.parse((await example.warrant(["ledger", "check", "--json"])).stdout).bad).toHaveLength(1);
    const shown = await example.warrant(["commitments", "show", "019b7cdc"]);
    expect(shown.stderr).toContain("rows of this commitment cannot be believed");
    expect(shown.stdout).toContain("keep the docs current");
  });

  it("is never put into a work tree, and only where WARRANT_HOME is absolute", async () => {
    const inside = await example.warrant(["inbox", "count"], { env: { WARRANT_HOME: join(import.meta.dirname, "x") } });
    expect(inside.code).toBe(1);
    expect(inside.stderr).toContain("work tree");
    const relative = await example.warrant(["inbox", "count"], { env: { WARRANT_HOME: "here" } });
    expect(relative.code).toBe(2);
    expect(relative.stderr).toContain("Make it an absolute path");
  });
});
