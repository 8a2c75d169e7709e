import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Suspension } from "@warrant/kernel/commitment/commitment-shape";
import { draft } from "@warrant/kernel/commitment/park";
import { writeNote } from "@warrant/ledger/notes";
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

function stdoutIsClean(text: string): boolean {
  return !/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/.test(text);
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
  const [done = ""] = stdout.split("new in the inbox:\n");
  expect(dry.stdout).toBe(done === "nothing is due\n" ? done : `would be done:\n${done}`);
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
    const { entries } = JSON.parse((await example.warrant(["inbox", "list", "--json"])).stdout);
    expect(entries).toMatchObject([{ kind: "commitment-closed", title: "keep the docs current: closed as expired" }]);
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
    expect(await tick()).toMatch(/^nothing is due\nnew in the inbox:\n.*approval-pending/);
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
    const { entries } = JSON.parse((await example.warrant(["inbox", "list", "--json"])).stdout);
    expect(entries).toMatchObject([{ kind: "approval-expired", title: 'Bash "make"' }]);
  });

  it("tells what is new in the inbox since the last one, once, and nothing that was read", async () => {
    const id = await example.commit();
    await example.parkCall(id, "make");
    const other = await example.commit({ objective: "write the report \u001B[31m" });
    await example.append(draft("commitment", other, "blocked", runtime, { blocker: "no access" }));
    const lines = (await tick()).split("\n");
    expect(lines[0]).toBe("nothing is due");
    expect(lines[1]).toBe("new in the inbox:");
    expect(lines[2]).toMatch(/^\S+ {2}commitment-blocked {2}\S+ {2}write the report .*: no access$/);
    expect(lines[3]).toMatch(/^\S+ {2}approval-pending {2}\S+ {2}keep the docs current: Bash "make"$/);
    expect(stdoutIsClean(lines.join(""))).toBe(true);
    const third = await example.commit();
    const { inbox } = await example.parkCall(third, "make all");
    await example.warrant(["inbox", "show", inbox]);
    expect(await tick()).toBe("nothing is due\n");
  });

  it("opens news that is gone from the inbox when it was read, and stays in its history", async () => {
    const id = await example.commit();
    await example.append(draft("commitment", id, "blocked", runtime, { blocker: "no access" }));
    await tick();
    const inbox = async (...args: string[]) =>
      JSON.parse((await example.warrant(["inbox", "list", "--json", ...args])).stdout);
    const { entries } = await inbox();
    expect(entries).toMatchObject([{ kind: "commitment-blocked", commitment_id: id }]);
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("1\n");
    await example.warrant(["inbox", "ack", entries[0].id]);
    expect((await inbox()).entries).toEqual([]);
    expect((await inbox("--all")).entries).toHaveLength(1);
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("0\n");
    expect(await tick()).toBe("nothing is due\n");
  });

  it("tells the same again when its note of what it told was lost or damaged", async () => {
    await example.parkCall(await example.commit(), "make");
    await tick();
    const ledger = await example.open();
    await writeNote(ledger.engine, "told", "{not json");
    await ledger.close();
    expect((await example.warrant(["tick"])).stdout).toContain("approval-pending");
  });

  it("prints one document", async () => {
    expect(JSON.parse((await example.warrant(["tick", "--json"])).stdout)).toMatchObject({
      schema: "warrant.upkeep/v1",
      dry_run: false,
      steps: [],
    });
  });
});
