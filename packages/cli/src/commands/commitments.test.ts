import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentedLedger, type ExampleLedger } from "../../../../testing/example-ledger.ts";

let example: ExampleLedger;
beforeAll(async () => {
  example = await documentedLedger();
});
afterAll(async () => await example[Symbol.asyncDispose]());

const docs = "019b7cdc";
const nightly = "019b7cdd";
const finished = "019b7cde";
const weekly = "019b7ce2";

async function phaseOf(id: string): Promise<unknown> {
  const { stdout } = await example.warrant(["commitments", "show", id, "--json"]);
  return JSON.parse(stdout).commitment.phase;
}

describe("warrant commitments", () => {
  it("lists open work with every part of its score, and closed work with --all", async () => {
    const open = await example.warrant(["commitments", "list"]);
    expect(open.stdout).not.toContain("move the changelog");
    expect(open.stdout).toContain("waiting for a person since 01:04 (inbox 019b7ce1)");
    const { stdout } = await example.warrant(["commitments", "list", "--all", "--json"]);
    const { schema, entries } = JSON.parse(stdout);
    expect(schema).toBe("warrant.portfolio/v1");
    for (const { score, parts } of entries) {
      const sum = Object.values(parts as Record<string, number>).reduce((total, part) => total + part, 0);
      expect(sum).toBeCloseTo(score);
    }
    expect(entries).toHaveLength(4);
  });

  it.each([
    [["show", "zzzz"], /there is no commitment zzzz/],
    [["show", "019b"], /beginning of several:\n {2}019b7cdc-/],
    [["close", docs, "superseded"], /the outcome is one of/],
    [["close", finished, "failed"], /nothing was changed: The commitment is closed/],
    [["attest", docs, "no-such"], /no such criterion/],
    [["supersede", docs, "--by", docs, "--reason", "x"], /cannot supersede itself/],
    [["supersede", docs, "--by", finished, "--reason", "x"], /is closed/],
    [["supersede", docs, "--by", weekly], /required option/],
  ])("refuses %j with exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await example.warrant(["commitments", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it.each([
    ["close", docs, "failed"],
    ["attest", docs, "builds"],
    ["pin", docs],
    ["unpin", docs],
    ["supersede", docs, "--by", weekly, "--reason", "x"],
  ])("%s is for a person alone", async (...args) => {
    for (const options of [{ stdinIsTTY: false }, { env: { CLAUDECODE: "1" } }]) {
      const { code, stderr } = await example.warrant(["commitments", ...args], options);
      expect(code).toBe(3);
      expect(stderr).toContain("[authority.not-human]");
    }
    expect(await phaseOf(docs)).toBe("satisfying");
  });

  it("closes as fulfilled only with the evidence, exit code 4 without", async () => {
    const early = await example.warrant(["commitments", "close", docs, "fulfilled"]);
    expect(early).toEqual({
      code: 4,
      stdout: "",
      stderr: "warrant: not closed: 1 criterion open (builds); evidence observed needed, asserted reached\n",
    });
    expect(await phaseOf(docs)).toBe("satisfying");
    await example.warrant(["commitments", "attest", docs, "builds", "--note", "built it"]);
    expect((await example.warrant(["commitments", "close", docs, "fulfilled"])).stdout).toBe(
      `closed ${docs} as fulfilled\n`,
    );
    expect(await phaseOf(docs)).toBe("closed");
  });

  it("withdraws the open question of work it closes", async () => {
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("1\n");
    await example.warrant(["commitments", "supersede", nightly, "--by", weekly, "--reason", "one report is enough"]);
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("0\n");
    const { code, stderr } = await example.warrant(["answer", "019b7ce1", "approve"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "warrant: nothing was changed. The entry is withdrawn.\n" });
  });

  it("pins and unpins, and pinning releases nothing", async () => {
    await example.warrant(["commitments", "pin", weekly]);
    expect((await example.warrant(["commitments", "list"])).stdout).toContain("held  suspended: waiting for its time");
    const { stdout } = await example.warrant(["commitments", "list", "--json"]);
    expect(JSON.parse(stdout).entries[0].parts.pin).toBe(1000);
    expect((await example.warrant(["commitments", "unpin", weekly])).stdout).toBe(`unpinned ${weekly}\n`);
  });
});

describe("a page about a commitment", () => {
  it("holds nothing of it that steers a terminal", async () => {
    const id = await example.commit({ objective: "red \u001B[31m\u202E ::error::x", criteria: [] });
    for (const args of [["list"], ["show", id]]) {
      const { stdout } = await example.warrant(["commitments", ...args]);
      // oxlint-disable-next-line no-control-regex
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202E]/);
      expect(stdout).toContain("<U+001B>");
    }
  });
});
