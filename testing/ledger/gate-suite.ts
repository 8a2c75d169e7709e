/** @module What a gate finds and spends in the ledger on every engine, and the log of a session. */

import { answer } from "@warrant/kernel/commitment/answer";
import { startEpisode } from "@warrant/kernel/commitment/opening";
import { draft, type PendingAction } from "@warrant/kernel/commitment/park";
import { longestSessionBody } from "@warrant/kernel/commitment/session-log";
import type { ApprovalLives, Taking } from "@warrant/kernel/policy/approval";
import { generalEngagement } from "@warrant/kernel/policy/derive";
import type { Actor } from "@warrant/kernel/policy/envelope";
import type { WarrantLedger } from "@warrant/ledger";
import { answersOf, parkCall, readAuthority, takeApproval, useEnvelope } from "@warrant/ledger/gate";
import { readNote, writeNote } from "@warrant/ledger/notes";
import {
  countSession,
  readSession,
  recordSession,
  recordSessionFrom,
  sessionStream,
  sessionsOf,
} from "@warrant/ledger/session-log";
import { endWork, serveRequest } from "@warrant/ledger/work";
import { describe, expect, it } from "vitest";
import { agent, hoursLater, person, runtime, specWith } from "../commitment.ts";
import { effectOn, envelopeWith } from "../envelope.ts";
import { partWith } from "../part.ts";
import type { Place, TestedEngine } from "./place.ts";

const lives: ApprovalLives = { live_minutes: 15, parked_hours: 24, ask_hours: 72 };
const plover: Actor = { kind: "person", id: "plover" };

const identity = {
  tool: "Bash",
  input: { command: "npm install left-pad" },
  cwd: "/repo",
  roots: ["/repo"],
  session: "s1",
  agent: null,
  env_digest: "sha256:e",
  envelope_version: null,
  policy_digest: "sha256:p",
};
const effects = [effectOn("pkg:npm/left-pad", { kind: "execute", reversibility: "costly" })];

const action: PendingAction = {
  identity,
  effects,
  request_id: "r1",
  gates: ["action.costly"],
  reason: "code nobody here has chosen yet",
  requester: agent,
  principal: "heron",
};
const taking: Taking = { identity, effects, request_id: "r1", gates: ["action.costly"] };

let ids = 0;
const context = {
  attendance: "unattended",
  fallback: "park",
  lives,
  second_person: false,
  escalation: { kind: "wait" },
  newId: () => `id${++ids}`,
} as const;

function at(here: Place, hours: number): Promise<WarrantLedger> {
  return here.openWarrant(() => Date.parse(hoursLater(hours)));
}

/** A ledger in which the session works on a commitment of its own. */
async function working(here: Place): Promise<WarrantLedger> {
  const ledger = await at(here, 0);
  await ledger.append(["commitment/c1"], () => [draft("commitment", "c1", "opened", person, { spec: specWith() })]);
  await startIn(ledger, "s1", "p1");
  return ledger;
}

function startIn(ledger: WarrantLedger, session: string, id: string): Promise<unknown> {
  return ledger.append(["commitment/c1"], ({ read }) => {
    const { state } = read("commitment/c1");
    return state === null ? [] : startEpisode(state, { id, session_id: session }, runtime);
  });
}

function grant(ledger: WarrantLedger, change: object = {}): Promise<unknown> {
  const envelope = envelopeWith({ expires_at: hoursLater(24), ...change });
  return ledger.append(["commitment/c1"], () => [draft("commitment", "c1", "envelope-granted", person, { envelope })]);
}

async function approvedBy(ledger: WarrantLedger, scope: "once" | "effects" = "once"): Promise<string> {
  const parked = await parkCall(ledger, action, context);
  if (parked.kind !== "parked") throw new Error(`it was not parked: ${parked.kind}`);
  const inbox = `inbox/${parked.inbox_id}` as const;
  const approval = (await ledger.read(inbox)).state?.approval_id ?? "";
  await ledger.append([inbox, `approval/${approval}`, "commitment/c1"], ({ read, now }) => {
    const result = answer({
      decision: "approve",
      scope,
      note: "mind the licence",
      by: { actor: plover, session: null },
      now,
      lives,
      entry: read(inbox).state,
      approval: read(`approval/${approval}`).state,
      commitment: read("commitment/c1").state,
    });
    return result.ok ? result.drafts : { refusal: { code: "conflict", message: result.message } };
  });
  return approval;
}

function judged(call: string, decision = "allow"): { kind: "action-judged"; body: Readonly<Record<string, unknown>> } {
  return { kind: "action-judged", body: { decision, rule: "action.within-bounds", call_id: call } };
}

export function gateSuite({ place }: TestedEngine): void {
  describe("the log of a session", () => {
    it("gives the last events of the kinds that are asked for, in their order", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      await recordSession(ledger, "s1", [{ kind: "request-recorded", body: { request_id: "r1" } }, judged("1")]);
      await recordSession(ledger, "s1", [
        judged("2"),
        { kind: "trace-appended", body: { call_id: "1", status: "ok" } },
        judged("3"),
      ]);
      await recordSession(ledger, "s2", [judged("9")]);
      const { events, bad } = await readSession(await at(here, 1), "s1", { kinds: ["action-judged"], limit: 2 });
      expect(events.map(({ body, place: seq }) => [body["call_id"], seq])).toEqual([
        ["2", 3],
        ["3", 5],
      ]);
      expect(bad).toBe(0);
      expect((await readSession(ledger, "s1", { limit: 100 })).events.map(({ kind }) => kind)).toEqual([
        "request-recorded",
        "action-judged",
        "action-judged",
        "trace-appended",
        "action-judged",
      ]);
      expect(await countSession(ledger, "s1")).toEqual({
        "request-recorded": 1,
        "action-judged": 3,
        "trace-appended": 1,
      });
      expect(await readSession(ledger, "unheard", { limit: 5 })).toEqual({ events: [], bad: 0 });
    });

    it("goes on from its end without its rows, and every chain holds", async () => {
      await using here = await place();
      const writers = [await at(here, 0), await at(here, 0)];
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          recordSession(writers[index % 2] ?? (writers[0] as WarrantLedger), "s1", [judged(String(index))]),
        ),
      );
      const checked = await (await at(here, 1)).check();
      expect([checked.events, checked.bad]).toEqual([40, []]);
    });

    it("records what was seen already once, decided under the lock", async () => {
      await using here = await place();
      const writers = [await at(here, 0), await at(here, 0)];
      const once = (ledger: WarrantLedger) =>
        recordSessionFrom(ledger, "s1", { kinds: ["gate-off"], limit: 1 }, ({ events }) =>
          events.length === 0 ? [{ kind: "gate-off", body: {} }] : [],
        );
      const written = await Promise.all([...writers, ...writers, ...writers].map(once));
      expect(written.flat()).toHaveLength(1);
    });

    it.each([
      ["a body that misses what its kind says", { kind: "action-judged", body: { decision: "perhaps", rule: "x" } }],
      ["a kind nobody knows", { kind: "granted", body: {} }],
      ["a binding, which is another stream's", { kind: "session-bound", body: {} }],
      [
        "a body over the limit of its kind",
        { kind: "gate-off", body: { text: "x".repeat(longestSessionBody["gate-off"]) } },
      ],
      ["a number without a form", { kind: "gate-off", body: { spent: Number.NaN } }],
    ])("refuses %s, with all that was to be written beside it", async (_what, bad) => {
      await using here = await place();
      const ledger = await at(here, 0);
      await expect(recordSession(ledger, "s1", [judged("1"), bad as never])).rejects.toMatchObject({ code: "refused" });
      expect((await readSession(ledger, "s1", { limit: 5 })).events).toEqual([]);
    });

    it("takes a body just at the limit of its kind", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      const text = "x".repeat(longestSessionBody["gate-off"] - '{"text":""}'.length);
      await recordSession(ledger, "s1", [{ kind: "gate-off", body: { text } }]);
      expect((await readSession(ledger, "s1", { limit: 5 })).events).toHaveLength(1);
    });

    it.each(["../../etc", "", "a/b", "a b", `x${"-".repeat(500)}`, "x-deadbeef", "\u202eevil"])(
      "keeps a session that its host calls %j apart from every other",
      async (session) => {
        await using here = await place();
        const ledger = await at(here, 0);
        await recordSession(ledger, session, [judged("1")]);
        expect((await readSession(ledger, session, { limit: 5 })).events).toHaveLength(1);
        expect(sessionStream(session)).toMatch(/^session\/x-[0-9a-f]{32}$/);
        expect((await readSession(ledger, "s1", { limit: 5 })).events).toEqual([]);
      },
    );

    const damages: readonly [string, object | null, number][] = [
      ["another body", { body: '{"call_id":"2","decision":"allow","rule":"x"}' }, 1],
      ["no readable body", { body: "{" }, 1],
      ["another digest", { digest: "sha256:0" }, 2],
      ["gone", null, 2],
    ];
    it.each(damages)("counts a row that has %s, and gives the others", async (_what, damage, bad) => {
      await using here = await place();
      const ledger = await at(here, 0);
      await recordSession(ledger, "s1", [judged("1"), judged("2"), judged("3"), judged("4")]);
      const { db } = ledger.engine;
      const where = [sessionStream("s1"), 2] as const;
      if (damage === null)
        await db.deleteFrom("events").where("stream", "=", where[0]).where("stream_seq", "=", where[1]).execute();
      else
        await db
          .updateTable("events")
          .set(damage)
          .where("stream", "=", where[0])
          .where("stream_seq", "=", where[1])
          .execute();
      const tail = await readSession(await at(here, 1), "s1", { limit: 9 });
      expect(tail.bad).toBe(bad);
      expect(tail.events.map(({ body }) => body["call_id"])).toContain("4");
      expect(tail.events.map(({ body }) => body["call_id"])).not.toContain("2");
      // And it goes on.
      await recordSession(ledger, "s1", [judged("5")]);
      expect((await readSession(ledger, "s1", { limit: 1 })).events[0]?.body["call_id"]).toBe("5");
    });

    it("goes on from its rows when the note of its end is gone", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      await recordSession(ledger, "s1", [judged("1"), judged("2")]);
      await ledger.engine.db.deleteFrom("meta").where("key", "=", "head:session/s1").execute();
      await recordSession(await at(here, 1), "s1", [judged("3")]);
      expect((await readSession(ledger, "s1", { limit: 1 })).events[0]).toMatchObject({ place: 3 });
    });

    it("goes on behind its last row when the note of its end is an older one", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      await recordSession(ledger, "s1", [judged("1")]);
      const { db } = ledger.engine;
      const head = await db.selectFrom("meta").selectAll().where("key", "=", "head:session/s1").executeTakeFirst();
      await recordSession(ledger, "s1", [judged("2")]);
      await db
        .updateTable("meta")
        .set({ value: head?.value ?? "" })
        .where("key", "=", "head:session/s1")
        .execute();
      await recordSession(await at(here, 1), "s1", [judged("3")]);
      const { events } = await readSession(ledger, "s1", { limit: 9 });
      expect(events.map(({ place: seq }) => seq)).toEqual([1, 2, 3]);
    });
  });

  describe("what a gate finds for a call", () => {
    const query = { session: "s1", request_id: "r1", trees: ["tree-1"] };

    it("finds the commitment the session works on, and no longer when the episode ended", async () => {
      await using here = await place();
      const ledger = await working(here);
      await grant(ledger);
      const found = await readAuthority(await at(here, 1), query);
      expect(found.commitments).toMatchObject([{ id: "c1", envelopes: [{ id: "e1" }] }]);
      expect((await readAuthority(ledger, { ...query, session: "s2" })).commitments).toEqual([]);
      await ledger.append(["commitment/c1"], () => [
        draft("commitment", "c1", "episode-ended", runtime, {
          episode_id: "p1",
          advancement: { kind: "stalled", reason: "silent" },
          spend_usd: 0,
        }),
      ]);
      expect((await readAuthority(await at(here, 1), query)).commitments).toEqual([]);
    });

    it("finds the approvals of the request, and those of no other one", async () => {
      await using here = await place();
      const ledger = await working(here);
      const id = await approvedBy(ledger);
      expect((await readAuthority(ledger, query)).approvals).toMatchObject([{ id, state: "approved" }]);
      for (const request of ["r2", null])
        expect((await readAuthority(ledger, { ...query, request_id: request })).approvals).toEqual([]);
    });

    it("finds what the session and its work tree are bound to, the session's first", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      const bind = (id: string, issue: string) =>
        ledger.append([`binding/${id}`], () => [
          draft("binding", id, "session-bound", person, {
            issue,
            title: "x",
            binding: { state: "bound", policy: null },
          }),
        ]);
      await bind("tree-1", "acme/shop#1");
      await bind("s1", "acme/shop#2");
      await bind("tree-2", "acme/shop#3");
      const { bindings } = await readAuthority(ledger, query);
      expect(bindings.map(({ issue }) => issue)).toEqual(["acme/shop#2", "acme/shop#1"]);
    });

    it("is not misled by a link to another stream", async () => {
      await using here = await place();
      const ledger = await working(here);
      await grant(ledger);
      await ledger.engine.db
        .insertInto("links")
        .values([
          { key: "served:s2", stream: "commitment/c1" },
          { key: "envelope:e9", stream: "commitment/c1" },
          { key: "served:s2", stream: "inbox/nothing" },
        ])
        .execute();
      expect((await readAuthority(ledger, { ...query, session: "s2" })).commitments).toEqual([]);
      expect(await useEnvelope(ledger, "e9", "sha256:d")).toBe(false);
    });
  });

  describe("what a gate spends", () => {
    it("75 an approval is taken once, by one of several calls at the same time", async () => {
      await using here = await place();
      const id = await approvedBy(await working(here));
      const ledgers = [await at(here, 1), await at(here, 1)];
      const taken = await Promise.all([...ledgers, ...ledgers].map((ledger) => takeApproval(ledger, id, taking)));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });

    const others: readonly [string, Taking, number][] = [
      ["other arguments", { ...taking, identity: { ...identity, input: { command: "npm install" } } }, 1],
      ["another session", { ...taking, identity: { ...identity, session: "s2" } }, 1],
      ["another request", { ...taking, request_id: "r2" }, 1],
      ["another agent", { ...taking, identity: { ...identity, agent: "child" } }, 1],
      [
        "a policy that asks more",
        { ...taking, identity: { ...identity, policy_digest: "q" }, gates: ["action.secret"] },
        1,
      ],
      ["the instant it is over", taking, 24],
    ];
    it.each(others)("74 an approval is not taken for %s", async (_what, call, hours) => {
      await using here = await place();
      const id = await approvedBy(await working(here));
      expect(await takeApproval(await at(here, hours), id, call)).toBe(false);
      expect(await takeApproval(await at(here, 1), id, taking)).toBe(true);
    });

    it("takes no approval that is not there", async () => {
      await using here = await place();
      expect(await takeApproval(await at(here, 0), "a9", taking)).toBe(false);
    });

    it("68 counts uses of an envelope up to its last, and none after it was revoked or when it is not known", async () => {
      await using here = await place();
      const ledger = await working(here);
      await grant(ledger, { max_uses: 2 });
      await grant(ledger, { id: "e2", max_uses: 2 });
      const uses: boolean[] = [];
      for (let call = 0; call < 3; call += 1) uses.push(await useEnvelope(await at(here, 1), "e1", `sha256:${call}`));
      expect(uses).toEqual([true, true, false]);
      await ledger.append(["commitment/c1"], () => [
        draft("commitment", "c1", "envelope-revoked", person, { id: "e2" }),
      ]);
      expect(await useEnvelope(await at(here, 1), "e2", "sha256:d")).toBe(false);
      expect(await useEnvelope(ledger, "e9", "sha256:d")).toBe(false);
      expect(await useEnvelope(ledger, "e1", null)).toBe(false);
    });
  });

  describe("parking a call", () => {
    it("writes the question, the entry and the wait, and one of each for the same call at the same time", async () => {
      await using here = await place();
      await working(here);
      const ledgers = [await at(here, 1), await at(here, 1)];
      const parked = await Promise.all(
        [...ledgers, ...ledgers, ...ledgers].map((ledger) => parkCall(ledger, action, context)),
      );
      expect(new Set(parked.map((one) => (one.kind === "parked" ? one.inbox_id : "")))).toHaveProperty("size", 1);
      const reader = await at(here, 2);
      expect((await reader.readAll("inbox")).map(({ state }) => state)).toMatchObject([
        { kind: "approval-pending", commitment_id: "c1", session_id: "s1" },
      ]);
      expect(await reader.readAll("approval")).toHaveLength(1);
      expect((await reader.read("commitment/c1")).state?.phase).toBe("suspended");
    });

    it.each([
      ["somebody can answer now", { attendance: "interactive" } as const, "prompt"],
      ["the host does not park", { fallback: "deny" } as const, "deny"],
    ])("writes nothing when %s", async (_when, change, kind) => {
      await using here = await place();
      const ledger = await working(here);
      expect(await parkCall(ledger, action, { ...context, ...change })).toEqual({ kind });
      expect(await ledger.readAll("inbox")).toEqual([]);
    });

    it("gives the session what was answered since it last looked, as data", async () => {
      await using here = await place();
      const id = await approvedBy(await working(here), "effects");
      const ledger = await at(here, 1);
      const answers = await answersOf(ledger, "s1", hoursLater(0));
      expect(answers).toEqual([
        {
          approval: id,
          tool: "Bash",
          input: identity.input,
          decision: "approved",
          note: "mind the licence",
          at: hoursLater(0),
          by: "plover",
        },
      ]);
      expect(await answersOf(ledger, "s1", hoursLater(1))).toEqual([]);
      expect(await answersOf(ledger, "s2", hoursLater(0))).toEqual([]);
    });
  });

  it("finds in what came from another ledger that it came from there, and grants nothing by it", async () => {
    await using here = await place();
    await using there = await place();
    const ledger = await working(here);
    await grant(ledger);
    await recordSession(ledger, "s1", [judged("1")]);
    const id = await approvedBy(ledger);
    await startIn(ledger, "s1", "p2");
    const lines: string[] = [];
    await ledger.export((line) => void lines.push(line));
    const other = await at(there, 1);
    await other.import(async function* () {
      yield Buffer.from(lines.join(""));
    });
    expect((await readSession(other, "s1", { limit: 5 })).events).toMatchObject([{ imported: true }]);
    const found = await readAuthority(other, { session: "s1", request_id: "r1", trees: [] });
    expect(found.commitments).toMatchObject([{ id: "c1", void_envelopes: ["e1"] }]);
    expect(found.approvals).toMatchObject([{ id, imported: true }]);
    expect(await useEnvelope(other, "e1", "sha256:d")).toBe(false);
    expect(await takeApproval(other, id, taking)).toBe(false);
  });

  describe("what a session works on", () => {
    const query = {
      is_human: true,
      is_enabled: true,
      accept_confidence: 0.75,
      session_id: "s1",
      cwd: "/repo",
      actor: person,
      defaults: { lifetime_budget_usd: "unlimited", stall_limit: 3 },
      newId: () => `id${++ids}`,
    } as const;
    const part = partWith(
      { horizon: "durable", confidences: { act: 1, horizon: 1, stakes: 1, evidence: 1 } },
      { thread_id: "t9", text: "keep the docs current" },
    );
    const strand = {
      ...part,
      ceiling: generalEngagement.ceiling,
      posture: { ...generalEngagement.posture, open_commitment: true },
    };

    it("opens one commitment for a thread, whoever asks first, and ends its episodes when the session stops", async () => {
      await using here = await place();
      const ledgers = [await at(here, 0), await at(here, 0)];
      for (const ledger of ledgers) await serveRequest(ledger, [strand], query);
      const reader = await at(here, 1);
      const [opened, ...others] = await reader.readAll("commitment");
      expect(others).toEqual([]);
      expect(opened?.state).toMatchObject({ spec: { objective: "keep the docs current" }, opened_by: person });
      const end = { ending: "silent", text: "", criteria: [], evidence: "" } as const;
      expect(await endWork(reader, "s2", end, 0)).toEqual([]);
      expect(await endWork(reader, "s1", end, 0.25)).toEqual([opened?.state?.id]);
      const { state } = await reader.read(`commitment/${opened?.state?.id ?? ""}`);
      expect([state?.stalls, state?.spent_usd]).toEqual([1, 0.25]);
    });

    it("opens one for a thread that two processes are asked about at once", async () => {
      await using here = await place();
      const ledgers = [await at(here, 0), await at(here, 0)];
      await Promise.all([...ledgers, ...ledgers].map((ledger) => serveRequest(ledger, [strand], query)));
      expect(await (await at(here, 1)).readAll("commitment")).toHaveLength(1);
    });

    it("goes on with it in another session", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      const { served } = await serveRequest(ledger, [strand], query);
      expect((await serveRequest(await at(here, 1), [strand], { ...query, session_id: "s2" })).served).toEqual(served);
      const found = await readAuthority(ledger, { session: "s2", request_id: null, trees: [] });
      expect(found.commitments.map(({ id }) => id)).toEqual(served);
    });

    it("opens nothing for a request nobody makes", async () => {
      await using here = await place();
      const ledger = await at(here, 0);
      expect((await serveRequest(ledger, [strand], { ...query, is_human: false })).served).toEqual([]);
      expect(await ledger.readAll("commitment")).toEqual([]);
    });
  });

  it("lists sessions with their ends, and says that it can be written", async () => {
    await using here = await place();
    const ledger = await at(here, 2);
    await recordSession(ledger, "s2", [judged("1"), judged("2")]);
    await recordSession(ledger, "s1", [judged("1")]);
    expect(await sessionsOf(ledger)).toEqual([
      { session: "s1", events: 1, last_at: hoursLater(2) },
      { session: "s2", events: 2, last_at: hoursLater(2) },
    ]);
    expect(await ledger.isWritable()).toBe(true);
  });

  it("keeps a note by its name, the last one that was written", async () => {
    await using here = await place();
    const ledger = await at(here, 0);
    expect(await readNote(ledger.engine, "told")).toBeNull();
    await writeNote(ledger.engine, "told", "one");
    await writeNote(ledger.engine, "told", "two");
    expect(await readNote((await at(here, 1)).engine, "told")).toBe("two");
    expect(await readNote(ledger.engine, "other")).toBeNull();
    expect((await ledger.check()).bad).toEqual([]);
  });

  it("finds streams of a ledger that an older version made", async () => {
    await using here = await place();
    const ledger = await working(here);
    await grant(ledger);
    const id = await approvedBy(ledger);
    const { db } = ledger.engine;
    await db.schema.dropTable("links").execute();
    await db.schema.dropIndex("events_stream_kind").execute();
    await db.updateTable("meta").set({ value: "1" }).where("key", "=", "schema").execute();
    const found = await readAuthority(await at(here, 1), { session: "s1", request_id: "r1", trees: [] });
    expect([found.commitments.length, found.approvals[0]?.id]).toEqual([1, id]);
    expect(await useEnvelope(await at(here, 1), "e1", "sha256:d")).toBe(true);
  });
}
