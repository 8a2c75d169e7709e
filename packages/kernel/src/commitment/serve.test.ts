import { describe, expect, it } from "vitest";
import { hoursLater, ledgerWith, MemoryLedger, person, runtime } from "../../../../testing/commitment.ts";
import { partWith } from "../../../../testing/part.ts";
import type { PartReading } from "../intent/reading/reading.ts";
import { generalEngagement } from "../policy/derive.ts";
import type { Commitment } from "./commitment.ts";
import { draft } from "./park.ts";
import { endEpisodes, type ServingFacts, type Strand, serveStrands } from "./serve.ts";
import type { EventDraft } from "./stream.ts";

const now = hoursLater(1);
const sure = { act: 1, horizon: 0.9, stakes: 1, evidence: 1 };
const durable = { ...generalEngagement.posture, open_commitment: true };

function strand(change: Partial<PartReading> = {}, posture = durable): Strand {
  const part = partWith({ horizon: "durable", confidences: sure }, { thread_id: "t9", ...change });
  return { ...part, ceiling: {}, posture };
}

function facts(change: Partial<ServingFacts> = {}): ServingFacts {
  let ids = 0;
  return {
    is_human: true,
    is_enabled: true,
    accept_confidence: 0.75,
    commitments: [],
    session_id: "s1",
    cwd: "/repo",
    actor: person,
    now,
    defaults: { lifetime_budget_usd: "unlimited", stall_limit: 3 },
    newId: () => `new${++ids}`,
    ...change,
  };
}

/** The commitments after the drafts, which every rule has to admit. */
function after(ledger: MemoryLedger, drafts: readonly EventDraft[], id: string): Commitment {
  expect(ledger.append(drafts, now)).toBeNull();
  return ledger.commitment(id);
}

describe("serving a request", () => {
  it("opens a commitment for durable work and starts its first episode", () => {
    const asked = strand({ text: "keep the docs current\nevery week", thread_id: "t9" });
    const serving = serveStrands([asked], facts({ defaults: { lifetime_budget_usd: 5, stall_limit: 2, ttl_days: 2 } }));
    const commitment = after(new MemoryLedger(), serving.drafts, "new1");
    expect(serving.served).toEqual(["new1"]);
    expect(commitment).toMatchObject({
      opened_by: person,
      phase: "active",
      spec: {
        objective: "keep the docs current",
        thread_id: "t9",
        cwd: "/repo",
        min_satisfaction: "asserted",
        economics: { lifetime_budget_usd: 5, stall_limit: 2, expires_at: hoursLater(49) },
      },
      episodes: [{ id: "new2", session_id: "s1", strand_id: asked.strand_id }],
    });
  });

  it("asks for the evidence the words asked for, by a sentence no agent can judge", () => {
    const asked = strand();
    const verified = { ...asked, reading: { ...asked.reading, evidence: "verified" } } as const;
    const { drafts } = serveStrands([verified], facts());
    expect(after(new MemoryLedger(), drafts, "new1")).toMatchObject({
      spec: { min_satisfaction: "observed" },
      criteria: [{ kind: "semantic", required: true }],
    });
  });

  it("serves the open commitment of a thread: reads it anew and starts an episode there", () => {
    const ledger = ledgerWith();
    const { drafts, served } = serveStrands(
      [strand({ thread_id: "t1" }, generalEngagement.posture)],
      facts({ commitments: [ledger.commitment()] }),
    );
    expect(served).toEqual(["c1"]);
    expect(after(ledger, drafts, "c1")).toMatchObject({ reading: { act: "modify" }, episodes: [{ session_id: "s1" }] });
  });

  it("starts one episode for two parts of one thread", () => {
    const ledger = ledgerWith();
    const two = [strand({ thread_id: "t1", strand_id: "1.0" }), strand({ thread_id: "t1", strand_id: "1.1" })];
    const { drafts, served } = serveStrands(two, facts({ commitments: [ledger.commitment()] }));
    expect(served).toEqual(["c1"]);
    expect(after(ledger, drafts, "c1").episodes).toHaveLength(1);
  });

  it("ends what the same session left unfinished", () => {
    const ledger = ledgerWith();
    const first = serveStrands([strand({ thread_id: "t1" })], facts({ commitments: [ledger.commitment()] }));
    const commitment = after(ledger, first.drafts, "c1");
    let ids = 0;
    const again = facts({ commitments: [commitment], newId: () => `later${++ids}` });
    const next = after(ledger, serveStrands([strand({ thread_id: "t1" })], again).drafts, "c1");
    expect(next.episodes.map(({ advancement }) => advancement?.kind)).toEqual(["blocked", undefined]);
  });

  it("opens a successor and supersedes what it replaces", () => {
    const ledger = ledgerWith();
    const replacing = strand({ lineage: { kind: "replaces", thread_id: "t1" } });
    const { drafts, served } = serveStrands([replacing], facts({ commitments: [ledger.commitment()] }));
    const old = after(ledger, drafts, "c1");
    expect(served).toEqual(["new1"]);
    expect(old.closure).toMatchObject({ outcome: "superseded", by: "new1" });
    expect(ledger.commitment("new1").spec.supersedes).toBe("c1");
  });

  it("supersedes once what two parts replace", () => {
    const ledger = ledgerWith();
    const two = ["t7", "t8"].map((thread) =>
      strand({ thread_id: thread, lineage: { kind: "replaces", thread_id: "t1" } }),
    );
    const { drafts, served } = serveStrands(two, facts({ commitments: [ledger.commitment()] }));
    expect(after(ledger, drafts, "c1").closure?.by).toBe(served[0]);
    expect(served).toHaveLength(2);
  });

  it("starts no episode while a question of the commitment waits for a person", () => {
    const ledger = ledgerWith();
    const suspension = {
      kind: "human",
      at: now,
      question_id: "q1",
      question: "go on?",
      escalation: { kind: "wait" },
    } as const;
    expect(ledger.append([draft("commitment", "c1", "suspended", runtime, { suspension })], now)).toBeNull();
    const asked = facts({ commitments: [ledger.commitment()] });
    expect(serveStrands([strand({ thread_id: "t1" })], asked)).toEqual({ drafts: [], served: [], waiting: ["c1"] });
  });

  it.each<[string, Partial<ServingFacts>, Strand]>([
    [
      "what nobody is sure will last",
      {},
      strand({ reading: { ...strand().reading, confidences: { ...sure, horizon: 0.5 } } }),
    ],
    ["a schedule's or an agent's words", { is_human: false }, strand()],
    ["anything where commitments are off", { is_enabled: false }, strand()],
    ["a request whose asker is no person", { actor: runtime }, strand()],
  ])("opens nothing for %s", (_what, change, asked) => {
    expect(serveStrands([asked], facts(change))).toEqual({ drafts: [], served: [], waiting: [] });
  });

  it("opens nothing where the time an end is counted from cannot be read, and a life was set", () => {
    const set = facts({ now: "soon", defaults: { lifetime_budget_usd: 1, stall_limit: 3, ttl_days: 2 } });
    expect(serveStrands([strand()], set).drafts).toEqual([]);
  });
});

describe("ending the episodes of a session", () => {
  const end = { ending: "finished", text: "x".repeat(41), criteria: [], evidence: "" } as const;

  it("ends those of this session that run, with what they came to and cost", () => {
    const ledger = ledgerWith();
    const started = serveStrands([strand({ thread_id: "t1" })], facts({ commitments: [ledger.commitment()] }));
    const commitment = after(ledger, started.drafts, "c1");
    expect(endEpisodes([commitment], "s2", end, 0.5, runtime)).toEqual([]);
    const ended = after(ledger, endEpisodes([commitment], "s1", end, 0.5, runtime), "c1");
    expect(ended.episodes).toMatchObject([{ advancement: { kind: "learned" }, ended_at: now }]);
    expect(ended.spent_usd).toBe(0.5);
    expect(endEpisodes([ended], "s1", end, 0, runtime)).toEqual([]);
  });

  it("ends nothing on what is closed, and shares what a turn cost once", () => {
    const ledger = ledgerWith();
    const started = serveStrands([strand({ thread_id: "t1" })], facts({ commitments: [ledger.commitment()] }));
    const commitment = after(ledger, started.drafts, "c1");
    const closed = {
      ...commitment,
      closure: { outcome: "failed", evidence: "", note: "", achieved: "asserted", at: now },
    } as const;
    expect(endEpisodes([closed], "s1", end, 1, runtime)).toEqual([]);
    const both = endEpisodes([commitment, { ...commitment, id: "c2" }], "s1", end, 1, runtime);
    expect(both.map(({ body }) => body["spend_usd"])).toEqual([1, 0]);
  });
});
