/** @module Commitments, approvals and the inbox as the ledger keeps them on every engine, between processes and at once. */

import { answer } from "@warrant/kernel/commitment/answer";
import type { Commitment } from "@warrant/kernel/commitment/commitment";
import { contextOf } from "@warrant/kernel/commitment/opening";
import { draft, type PendingAction, park } from "@warrant/kernel/commitment/park";
import type { EventDraft } from "@warrant/kernel/commitment/stream";
import { tick } from "@warrant/kernel/commitment/tick";
import type { ApprovalLives } from "@warrant/kernel/policy/approval";
import type { Actor, Envelope } from "@warrant/kernel/policy/envelope";
import type { Outcome, WarrantLedger } from "@warrant/ledger";
import { describe, expect, it } from "vitest";
import { agent, hoursLater, person, runtime, specWith } from "../commitment.ts";
import { effectOn, envelopeWith } from "../envelope.ts";
import type { Place, TestedEngine } from "./place.ts";

const work = "commitment/c1";
const approval = "approval/a1";
const entry = "inbox/i1";
const lives: ApprovalLives = { live_minutes: 15, parked_hours: 24, ask_hours: 72 };
const plover: Actor = { kind: "person", id: "plover" };

const action: PendingAction = {
  identity: {
    tool: "Bash",
    input: { command: "npm install left-pad" },
    cwd: "/repo",
    roots: ["/repo"],
    session: "s1",
    agent: null,
    env_digest: "sha256:e",
    envelope_version: null,
    policy_digest: "sha256:p",
  },
  effects: [effectOn("pkg:npm/left-pad", { kind: "execute", reversibility: "costly" })],
  request_id: "r1",
  gates: ["action.costly"],
  reason: "code nobody here has chosen yet",
  requester: agent,
  principal: "heron",
};

/** A process that opens the ledger so many hours after the start of the test. */
function at(here: Place, hours: number): Promise<WarrantLedger> {
  return here.openWarrant(() => Date.parse(hoursLater(hours)));
}

function add(ledger: WarrantLedger, kind: string, body: object, actor: Actor = person): Promise<Outcome> {
  return ledger.append([work], () => [draft("commitment", "c1", kind, actor, body)]);
}

function grant(ledger: WarrantLedger, change: Partial<Envelope> = {}): Promise<Outcome> {
  return add(ledger, "envelope-granted", { envelope: envelopeWith({ expires_at: hoursLater(24), ...change }) });
}

async function opened(here: Place, hours = 0): Promise<WarrantLedger> {
  const ledger = await at(here, hours);
  await add(ledger, "opened", { spec: specWith() });
  return ledger;
}

async function commitmentOf(ledger: WarrantLedger): Promise<Commitment> {
  const { state } = await ledger.read(work);
  if (state === null) throw new Error("there is no such commitment");
  return state;
}

/** Parks the action on the commitment, in one transaction. */
function parking(ledger: WarrantLedger): Promise<Outcome> {
  return ledger.append([work, approval, entry], ({ read, now }) => {
    const { state } = read(work);
    const known = read(entry).state;
    const parked = park(action, {
      now,
      attendance: "unattended",
      fallback: "park",
      served: state === null ? [] : [state],
      entries: known === null ? [] : [known],
      ids: { approval: "a1", question: "q1", inbox: "i1" },
      lives,
      second_person: false,
      escalation: { kind: "wait" },
    });
    return parked.kind === "parked" ? parked.drafts : { refusal: { code: "refused", message: parked.kind } };
  });
}

function answering(ledger: WarrantLedger, decision: "approve" | "deny", note = "use the built-in"): Promise<Outcome> {
  return ledger.append([work, approval, entry], ({ read, now }) => {
    const result = answer({
      decision,
      scope: "once",
      note,
      by: { actor: plover, session: null },
      now,
      lives,
      entry: read(entry).state,
      approval: read(approval).state,
      commitment: read(work).state,
    });
    return result.ok ? result.drafts : { refusal: { code: "conflict", message: result.message } };
  });
}

function won(outcomes: readonly Outcome[]): number {
  return outcomes.filter((outcome) => "events" in outcome).length;
}

/** How far each stream has come. */
async function versions(ledger: WarrantLedger): Promise<number[]> {
  const readings = [await ledger.read(work), await ledger.read(approval), await ledger.read(entry)];
  return readings.map(({ version }) => version);
}

export function warrantSuite({ place }: TestedEngine): void {
  describe("commitments between processes", () => {
    it("79 a question parked in one process is listed, answered and resumed from others, with its note", async () => {
      await using here = await place();
      await parking(await opened(here));
      const reader = await at(here, 1);
      expect((await reader.readAll("inbox")).map(({ state }) => state)).toMatchObject([
        { id: "i1", kind: "approval-pending", commitment_id: "c1", approval_id: "a1", state: "open" },
      ]);
      expect((await commitmentOf(reader)).phase).toBe("suspended");
      await answering(await at(here, 2), "deny");
      const next = await at(here, 3);
      const commitment = await commitmentOf(next);
      expect(commitment.phase).toBe("active");
      expect(contextOf(commitment)).toContain('deny, note: "use the built-in"');
      expect((await next.read(approval)).state).toMatchObject({ state: "denied", request_id: "r1" });
      expect((await next.read(entry)).state).toMatchObject({ state: "answered", read_at: hoursLater(2) });
    });

    it("78 a late, repeated or mismatched answer changes nothing", async () => {
      await using here = await place();
      await parking(await opened(here));
      const ledger = await at(here, 1);
      await answering(ledger, "approve");
      const before = await versions(ledger);
      for (const hours of [1, 90]) expect(await answering(await at(here, hours), "deny")).toHaveProperty("refusal");
      expect(await versions(ledger)).toEqual(before);
    });

    it("78 of answers that are given at once one counts, and all three streams agree", async () => {
      await using here = await place();
      await parking(await opened(here));
      const ledgers = [await at(here, 1), await at(here, 1)];
      const outcomes = await Promise.all(
        ledgers.flatMap((ledger) => [answering(ledger, "approve", "yes"), answering(ledger, "deny", "no")]),
      );
      expect(won(outcomes)).toBe(1);
      const reader = await at(here, 2);
      const { last_answer: last } = await commitmentOf(reader);
      const decided = (await reader.read(approval)).state;
      expect([last?.answer, decided?.state]).toEqual(
        last?.answer === "approve" ? ["approve", "approved"] : ["deny", "denied"],
      );
    });

    it("75 an approval is spent once, whoever is faster", async () => {
      await using here = await place();
      await parking(await opened(here));
      await answering(await at(here, 1), "approve");
      const ledgers = [await at(here, 2), await at(here, 2)];
      const outcomes = await Promise.all(
        [...ledgers, ...ledgers, ...ledgers].map((ledger) =>
          ledger.append([approval], () => [draft("approval", "a1", "approval-used", runtime, {})]),
        ),
      );
      expect(won(outcomes)).toBe(1);
      expect((await (await at(here, 3)).read(approval)).state?.state).toBe("used");
    });

    it("68 the last use of an envelope goes to one of several callers", async () => {
      await using here = await place();
      const ledger = await opened(here);
      await grant(ledger, { max_uses: 2 });
      const ledgers = [await at(here, 1), await at(here, 1)];
      const used = { id: "e1", action_digest: "sha256:d" };
      const outcomes = await Promise.all(
        [...ledgers, ...ledgers, ...ledgers].map((one) => add(one, "envelope-used", used, runtime)),
      );
      expect(won(outcomes)).toBe(2);
      expect((await commitmentOf(await at(here, 2))).uses).toEqual({ e1: 2 });
    });

    it("68 a revocation by one process is there at the next call of another that knew the grant", async () => {
      await using here = await place();
      const ledger = await opened(here);
      await grant(ledger);
      await add(await at(here, 1), "envelope-revoked", { id: "e1" });
      expect(await add(ledger, "envelope-used", { id: "e1", action_digest: "sha256:d" }, runtime)).toHaveProperty(
        "refusal",
      );
    });

    it("90 parks nothing when any part of it cannot be written", async () => {
      await using here = await place();
      const ledger = await opened(here);
      const drafts: EventDraft[] = [];
      await ledger.append([work], ({ read, now }) => {
        const parked = park(action, {
          now,
          attendance: "unattended",
          fallback: "park",
          served: [read(work).state].filter((one) => one !== null),
          entries: [],
          ids: { approval: "a1", question: "q1", inbox: "i1" },
          lives,
          second_person: false,
          escalation: { kind: "wait" },
        });
        if (parked.kind === "parked") drafts.push(...parked.drafts);
        return [];
      });
      // The work is closed before the question is written.
      await add(await at(here, 1), "closed", { outcome: "abandoned", evidence: "", note: "" });
      const outcome = await ledger.append([work, approval, entry], () => drafts);
      expect(outcome).toMatchObject({ refusal: { code: "closed" } });
      expect(await versions(ledger)).toEqual([2, 0, 0]);
    });

    it("does not pile up questions when a call is tried again", async () => {
      await using here = await place();
      const ledger = await opened(here);
      await parking(ledger);
      expect(await parking(await at(here, 1))).toEqual({ events: [] });
      expect(await versions(ledger)).toEqual([2, 1, 1]);
    });

    it("83 upkeep by two processes at once does what is due once", async () => {
      await using here = await place();
      const spec = specWith({ economics: { lifetime_budget_usd: 25, stall_limit: 3, expires_at: hoursLater(5) } });
      await add(await at(here, 0), "opened", { spec });
      const ledgers = [await at(here, 6), await at(here, 6)];
      const outcomes = await Promise.all(
        [...ledgers, ...ledgers].map((ledger) =>
          ledger.append([work, "inbox/i2"], ({ read, now }) => {
            const { state } = read(work);
            const ids = { approval: "a2", question: "q2", inbox: "i2" };
            const facts = { now, results: {}, dependencies: {}, approval: null, entry: null, ids, lives };
            return state === null ? [] : tick(state, facts);
          }),
        ),
      );
      expect(outcomes.flatMap((outcome) => ("events" in outcome ? outcome.events : []))).toHaveLength(2);
      expect((await commitmentOf(await at(here, 7))).closure).toMatchObject({ outcome: "expired" });
    });

    it("86 no envelope and no approval counts once a row of their stream is damaged", async () => {
      await using here = await place();
      const ledger = await opened(here);
      await grant(ledger);
      await parking(ledger);
      await answering(await at(here, 1), "approve");
      const { db } = ledger.engine;
      await db.updateTable("events").set({ kind: "pinned" }).where("kind", "=", "suspended").execute();
      await db.updateTable("events").set({ actor: "{}" }).where("kind", "=", "approval-decided").execute();
      const later = await at(here, 2);
      expect((await commitmentOf(later)).void_envelopes).toEqual(["e1"]);
      expect(await add(later, "envelope-used", { id: "e1", action_digest: "sha256:d" }, runtime)).toHaveProperty(
        "refusal",
      );
      const outcome = await later.append([approval], () => [draft("approval", "a1", "approval-used", runtime, {})]);
      expect(outcome).toHaveProperty("refusal");
    });

    it("86 an event of another version's schema is not read as if it were ours", async () => {
      await using here = await place();
      const ledger = await opened(here);
      await grant(ledger);
      await ledger.engine.db
        .updateTable("events")
        .set({ schema: "warrant.commitment-event/v2" })
        .where("kind", "=", "envelope-granted")
        .execute();
      const later = await at(here, 1);
      expect(await later.read(work)).toMatchObject({ state: { envelopes: [] }, bad: [{ reason: "unknown" }] });
    });

    it("87 what was granted and approved elsewhere is history, and the export of it the same bytes", async () => {
      await using here = await place();
      await using there = await place();
      const source = await opened(here);
      await grant(source);
      await parking(source);
      await answering(await at(here, 1), "approve");
      const lines: string[] = [];
      await source.export((line) => void lines.push(line));
      const target = await at(there, 2);
      await target.import(async function* file() {
        yield Buffer.from(lines.join(""));
      });
      expect((await commitmentOf(target)).void_envelopes).toEqual(["e1"]);
      expect(await add(target, "envelope-used", { id: "e1", action_digest: "sha256:d" }, runtime)).toHaveProperty(
        "refusal",
      );
      const taken = await target.append([approval], () => [draft("approval", "a1", "approval-used", runtime, {})]);
      expect(taken).toHaveProperty("refusal");
      const again: string[] = [];
      await target.export((line) => void again.push(line));
      expect(again).toEqual(lines);
      expect((await target.check()).bad).toEqual([]);
    });

    it("88 lists of commitments are the same with snapshots and without", async () => {
      await using here = await place();
      const ledger = await opened(here);
      await grant(ledger);
      await add(ledger, "episode-started", { episode_id: "p1", session_id: "s1" }, runtime);
      const usage = draft("commitment", "c1", "usage-recorded", runtime, { episode_id: "p1", spend_usd: 0.01 });
      await ledger.append([work], () => Array.from({ length: 250 }, () => usage));
      const snapshots = await ledger.engine.db.selectFrom("snapshots").selectAll().execute();
      expect(snapshots).toMatchObject([{ stream: work, stream_seq: 253, rules_version: "commitment/1" }]);
      const listed = await (await at(here, 1)).readAll("commitment");
      await ledger.engine.db.deleteFrom("snapshots").execute();
      expect(await (await at(here, 1)).readAll("commitment")).toEqual(listed);
      expect(listed).toEqual([await ledger.read(work)]);
    });
  });
}
