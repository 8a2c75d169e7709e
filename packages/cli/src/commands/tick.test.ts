import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Suspension } from "@warrant/kernel/commitment/commitment-shape";
import { draft } from "@warrant/kernel/commitment/park";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "../../../../testing/commitment.ts";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";

let example: ExampleLedger;
beforeEach(() => {
  example = exampleLedger();
});
afterEach(async () => await example[Symbol.asyncDispose]());

const hour = 3_600_000;

async function suspend(id: string, suspension: Suspension): Promise<void> {
  await example.append(draft("commitment", id, "suspended", runtime, { suspension }));
}

function nowText(): string {
  return new Date(example.now.at).toISOString();
}

async function commitment(id: string) {
  return JSON.parse((await example.warrant(["commitments", "show", id, "--json"])).stdout).commitment;
}

async function events(): Promise<number> {
  return JSON.parse((await example.warrant(["ledger", "check", "--json"])).stdout).events;
}

/** Runs upkeep dry, wet, and once more: dry changes nothing, and neither does the second. */
async function tick(): Promise<string> {
  const before = await events();
  const dry = await example.warrant(["tick", "--dry-run"]);
  expect(await events()).toBe(before);
  const { code, stdout } = await example.warrant(["tick"]);
  expect(code).toBe(0);
  expect(dry.stdout).toBe(stdout === "nothing is due\n" ? stdout : `would be done:\n${stdout}`);
  const after = await events();
  expect((await example.warrant(["tick"])).stdout).toBe("nothing is due\n");
  expect(await events()).toBe(after);
  return stdout;
}

describe("warrant tick", () => {
  it("does nothing in an empty ledger", async () => {
    expect(await tick()).toBe("nothing is due\n");
  });

  it("wakes work whose time has come, not before", async () => {
    const id = await example.commit({ criteria: [] });
    await suspend(id, { kind: "schedule", at: nowText(), due: new Date(example.now.at + hour).toISOString() });
    expect(await tick()).toBe("nothing is due\n");
    example.now.at += hour;
    expect(await tick()).toContain("resumed: its time has come");
    expect((await commitment(id)).phase).toBe("active");
  });

  it("looks at the file work waits for, inside its folder", async () => {
    const cwd = join(example.folder, "repo");
    mkdirSync(join(cwd, "docs"), { recursive: true });
    const id = await example.commit({ cwd });
    await suspend(id, { kind: "predicate", at: nowText(), criterion: "links-resolve" });
    expect(await tick()).toBe("nothing is due\n");
    writeFileSync(join(cwd, "docs/links.txt"), "0 broken links\n");
    expect(await tick()).toContain("looked at a criterion, resumed: links-resolve passed");
    const { phase, criteria } = await commitment(id);
    expect([phase, criteria[0].strength]).toEqual(["active", "observed"]);
  });

  it("closes work past its end and withdraws its question", async () => {
    const end = new Date(example.now.at + hour).toISOString();
    const id = await example.commit({ economics: { lifetime_budget_usd: 1, stall_limit: 3, expires_at: end } });
    const { inbox } = await example.parkCall(id, "make");
    example.now.at += hour;
    expect(await tick()).toContain("closed as expired");
    expect((await commitment(id)).closure.outcome).toBe("expired");
    const { entry, approval } = JSON.parse((await example.warrant(["inbox", "show", inbox, "--json"])).stdout);
    expect([entry.state, approval.state]).toEqual(["withdrawn", "withdrawn"]);
  });

  it("tells work what became of the work it waited for", async () => {
    const first = await example.commit({ criteria: [], min_satisfaction: "asserted" });
    const second = await example.commit({ criteria: [], min_satisfaction: "asserted" });
    const waiting = { kind: "commitment", at: nowText(), commitment_id: first } as const;
    await suspend(second, waiting);
    const third = await example.commit();
    await suspend(third, { ...waiting, commitment_id: second });
    expect(await tick()).toBe("nothing is due\n");
    await example.warrant(["commitments", "close", first, "fulfilled"]);
    expect(await tick()).toContain("is fulfilled");
    await example.warrant(["commitments", "close", second, "abandoned"]);
    expect(await tick()).toContain("which closed as abandoned");
    expect((await commitment(third)).phase).toBe("blocked");
  });

  it("lets a question expire and asks it anew under new ids", async () => {
    const id = await example.commit();
    const { inbox } = await example.parkCall(id, "make");
    example.now.at += 72 * hour - 1;
    expect(await tick()).toBe("nothing is due\n");
    example.now.at += 1;
    expect(await tick()).toContain("asked anew");
    const { entries } = JSON.parse((await example.warrant(["inbox", "list", "--json"])).stdout);
    expect(entries).toHaveLength(1);
    expect(entries[0].id).not.toBe(inbox);
  });

  it("lets a question of no work expire", async () => {
    const closed = await example.commit({ criteria: [], min_satisfaction: "asserted" });
    await example.warrant(["commitments", "close", closed, "fulfilled"]);
    await example.parkCall(closed, "make");
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("1\n");
    example.now.at += 72 * hour;
    expect(await tick()).toContain("its entry is expired");
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("0\n");
  });

  it("prints one document", async () => {
    expect(JSON.parse((await example.warrant(["tick", "--json"])).stdout)).toMatchObject({
      schema: "warrant.upkeep/v1",
      dry_run: false,
      steps: [],
    });
  });
});
