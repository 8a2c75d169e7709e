import { join } from "node:path";
import { rememberAll } from "@warrant/hosts/remember";
import { readSession, recordSession, recordSessionFrom, type SessionDraft } from "@warrant/ledger/session-log";
import { openLedger, type WarrantLedger } from "@warrant/ledger/warrant-ledger";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { RecordQueue } from "./record-queue.ts";
import { SessionViews } from "./session-views.ts";

let file: string;
/** The connection of the views, and another process's. */
let ledger: WarrantLedger;
let other: WarrantLedger;
beforeEach(async () => {
  file = join(temporaryFolder(), "ledger.db");
  ledger = await openLedger({ engine: "sqlite", path: file });
  other = await openLedger({ engine: "sqlite", path: file });
});
afterEach(async () => {
  await ledger.close();
  await other.close();
});

/** Appends here, as the gate does: what comes back goes into the view. */
async function recordHere(views: SessionViews, events: readonly SessionDraft[]): Promise<void> {
  views.add("s1", await recordSessionFrom(ledger, "s1", { kinds: [], limit: 0 }, () => events));
}

function judged(id: number): SessionDraft {
  const body = {
    call_id: `t${id}`,
    decision: "allow",
    rule: "x",
    verdict_id: `v${id}`,
    via: null,
    event: "PreToolUse",
  };
  return { kind: "action-judged", body };
}

function asked(id: string): SessionDraft {
  return { kind: "request-recorded", body: { request_id: id, origin: "human", engagement: null } };
}

/** The memory of everything in the log, read at once. */
async function whole(): Promise<unknown> {
  const { events } = await readSession(ledger, "s1", { limit: 10_000 });
  return rememberAll("s1", events);
}

describe("the view of a session", () => {
  it("is at every moment what the whole log adds up to, whoever appended (property by steps)", async () => {
    const views = new SessionViews();
    const steps: readonly SessionDraft[][] = [
      [{ kind: "session-started", body: { cwd: "/x" } }],
      [asked("r1"), judged(1)],
      [{ kind: "trace-appended", body: { call_id: "t1", status: "ok" } }],
      Array.from({ length: 80 }, (_, index) => judged(index + 10)),
      [asked("r2"), { kind: "gate-off", body: {} }],
      [{ kind: "session-ended", body: {} }],
    ];
    for (const [index, events] of steps.entries()) {
      await (index % 2 === 0 ? recordHere(views, events) : recordSession(other, "s1", events));
      expect((await views.read(ledger, "s1")).memory).toEqual(await whole());
    }
  });

  it("knows what this process appended itself, and reads again where others came between", async () => {
    const views = new SessionViews();
    await recordSession(other, "s1", [asked("r1")]);
    await views.read(ledger, "s1");
    const { events } = await readSession(ledger, "s1", { limit: 1 });
    const [first] = events;
    if (first === undefined) throw new Error("nothing was recorded");
    await recordSession(other, "s1", [asked("r2")]);
    // As if an event of place 3 had been appended here: place 2 is still missing.
    views.add("s1", [{ ...first, place: 3, body: { request_id: "r3", origin: "human" } }]);
    expect((await views.read(ledger, "s1")).memory.request?.request_id).toBe("r2");
    await recordHere(views, [asked("r3")]);
    expect((await views.read(ledger, "s1")).memory.request?.request_id).toBe("r3");
  });

  it("remembers where a session began first, and not where it went", async () => {
    const views = new SessionViews();
    expect(await views.start(ledger, "s1")).toBeNull();
    await recordHere(views, [{ kind: "session-started", body: { cwd: "/first" } }]);
    await recordSession(other, "s1", [{ kind: "session-started", body: { cwd: "/second" } }]);
    expect(await views.start(ledger, "s1")).toBe("/first");
    expect(await new SessionViews().start(ledger, "s1")).toBe("/first");
  });

  it("knows of no request where a row was altered behind the ledger's back", async () => {
    await recordSession(ledger, "s1", [asked("r1"), judged(1)]);
    await ledger.close();
    const database = new Database(file);
    database.prepare("update events set body = replace(body, 'human', 'agent') where kind = 'request-recorded'").run();
    database.close();
    ledger = await openLedger({ engine: "sqlite", path: file });
    expect((await new SessionViews().read(ledger, "s1")).memory).toMatchObject({ request: null, carried: null });
  });
});

describe("what several calls record at once", () => {
  it("is all there, each session's in its order", async () => {
    const queue = new RecordQueue();
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        queue.append(ledger, `s${index % 4}`, [judged(index), judged(index + 100)]),
      ),
    );
    for (const session of [0, 1, 2, 3]) {
      const { events, bad } = await readSession(ledger, `s${session}`, { limit: 100 });
      expect(bad).toBe(0);
      expect(events.map(({ body }) => body["call_id"])).toEqual(
        Array.from({ length: 10 }, (_, index) => session + index * 4).flatMap((id) => [`t${id}`, `t${id + 100}`]),
      );
      const own = written.filter((_, index) => index % 4 === session).flat();
      expect(own.map(({ place }) => place)).toEqual(events.map(({ place }) => place));
    }
    expect(await queue.append(ledger, "s1", [])).toEqual([]);
  });

  it("fails for whom it fails, and for nobody else", async () => {
    const queue = new RecordQueue();
    const long: SessionDraft = { kind: "gate-off", body: { text: "x".repeat(100_000) } };
    const [first, second, third] = await Promise.allSettled([
      queue.append(ledger, "s1", [judged(1)]),
      queue.append(ledger, "s2", [long]),
      queue.append(ledger, "s1", [judged(2)]),
    ]);
    expect([first?.status, second?.status, third?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await readSession(ledger, "s1", { limit: 9 })).events).toHaveLength(2);
    expect((await readSession(ledger, "s2", { limit: 9 })).events).toHaveLength(0);
  });
});

it("the ledger tells when another connection has written, and not of what is written here", async () => {
  const before = ledger.outside();
  await recordSession(ledger, "s1", [judged(1)]);
  expect(ledger.outside()).toBe(before);
  await recordSession(other, "s1", [judged(2)]);
  expect(ledger.outside()).not.toBe(before);
});
