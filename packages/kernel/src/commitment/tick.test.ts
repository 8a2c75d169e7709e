import { describe, expect, it } from "vitest";
import {
  agent,
  hoursLater,
  ledgerWith,
  type MemoryLedger,
  person,
  runtime,
  specWith,
} from "../../../../testing/commitment.ts";
import { effectOn } from "../../../../testing/envelope.ts";
import type { ApprovalLives } from "../policy/approval.ts";
import { answer } from "./answer.ts";
import type { CommitmentSpec, HumanSuspension, Suspension } from "./commitment-shape.ts";
import { park } from "./park.ts";
import { isCriterionPath, type TickFacts, tick } from "./tick.ts";

const lives: ApprovalLives = { live_minutes: 15, parked_hours: 24, ask_hours: 72 };

/** Upkeep as a host would run it: with what the ledger holds now, and ids nobody used. */
function upkeep(ledger: MemoryLedger, hours: number, change: Partial<TickFacts> = {}): string[] {
  const commitment = ledger.commitment();
  const { suspension } = commitment;
  const human = suspension?.kind === "human" ? suspension : undefined;
  const drafts = tick(commitment, {
    now: hoursLater(hours),
    results: {},
    dependencies: {},
    approval: human?.approval_id === undefined ? null : ledger.approval(human.approval_id),
    entry: human?.inbox_id === undefined ? null : ledger.entry(human.inbox_id),
    ids: { approval: `a${hours}`, question: `q${hours}`, inbox: `i${hours}` },
    lives,
    ...change,
  });
  expect(ledger.append(drafts, hoursLater(hours))).toBeNull();
  return drafts.map(({ kind }) => kind);
}

function waitingFor(suspension: Suspension, change: Partial<CommitmentSpec> = {}): MemoryLedger {
  const ledger = ledgerWith(change);
  expect(ledger.add("suspended", { suspension }, hoursLater(1), runtime)).toBeNull();
  return ledger;
}

function asking(
  escalation: HumanSuspension["escalation"],
  change: Partial<CommitmentSpec> = {},
  reversibility: "reversible" | "costly" | "irreversible" = "costly",
): MemoryLedger {
  const ledger = ledgerWith(change);
  const parking = park(
    {
      identity: {
        tool: "Bash",
        input: { command: "npm i x" },
        cwd: "/repo",
        roots: ["/repo"],
        session: "s1",
        agent: null,
        env_digest: "e",
        envelope_version: null,
        policy_digest: "p",
      },
      effects: [effectOn("pkg:npm/x", { kind: "execute", reversibility })],
      request_id: "r1",
      gates: ["action.costly"],
      reason: "why",
      requester: agent,
    },
    {
      now: hoursLater(1),
      attendance: "unattended",
      fallback: "park",
      served: [ledger.commitment()],
      entries: [],
      ids: { approval: "a1", question: "q1", inbox: "i1" },
      lives,
      second_person: false,
      escalation,
    },
  );
  expect(parking.kind === "parked" && ledger.append(parking.drafts, hoursLater(1))).toBeNull();
  return ledger;
}

describe("what time does to work", () => {
  it("closes it as expired past its end", () => {
    const ledger = ledgerWith({ economics: { ...specWith().economics, expires_at: hoursLater(5) } });
    expect(upkeep(ledger, 4.999)).toEqual([]);
    expect(upkeep(ledger, 5)).toEqual(["closed", "inbox-opened"]);
    expect(ledger.commitment().closure).toMatchObject({ outcome: "expired" });
    expect(upkeep(ledger, 6)).toEqual([]);
  });

  it("withdraws the questions of work that expired", () => {
    const ledger = asking({ kind: "wait" }, { economics: { ...specWith().economics, expires_at: hoursLater(5) } });
    expect(upkeep(ledger, 5)).toEqual(["closed", "approval-withdrawn", "inbox-answered", "inbox-opened"]);
    expect(ledger.approval("a1")?.state).toBe("withdrawn");
    expect(ledger.entry("i1")?.state).toBe("withdrawn");
  });

  it.each<[string, Partial<Extract<Suspension, { kind: "schedule" }>>, number, number]>([
    ["a time", { due: hoursLater(3) }, 2.99, 3],
    ["every two hours from before it waited", { every_minutes: 120, anchor: hoursLater(0) }, 1.99, 2],
    ["every two hours from a time to come", { every_minutes: 120, anchor: hoursLater(7) }, 6.99, 7],
    ["exactly when it began to wait, so one step later", { every_minutes: 60, anchor: hoursLater(1) }, 1.99, 2],
  ])("wakes a schedule: %s", (_name, schedule, before, due) => {
    const ledger = waitingFor({ kind: "schedule", at: hoursLater(1), ...schedule });
    expect(upkeep(ledger, before)).toEqual([]);
    expect(upkeep(ledger, due)).toEqual(["resumed"]);
    expect(upkeep(ledger, due)).toEqual([]);
  });

  it("never wakes a schedule nobody can read", () => {
    for (const schedule of [{}, { due: "soon" }, { every_minutes: 60, anchor: "x" }, { anchor: hoursLater(0) }]) {
      expect(upkeep(waitingFor({ kind: "schedule", at: hoursLater(1), ...schedule }), 999)).toEqual([]);
    }
  });

  it("goes on when a file criterion passed, observed by the runtime", () => {
    const ledger = waitingFor({ kind: "predicate", at: hoursLater(1), criterion: "links" });
    expect(upkeep(ledger, 2, { results: { links: { kind: "unknown", reason: "x" } } })).toEqual([]);
    expect(upkeep(ledger, 2, { results: { links: { kind: "failed", reason: "x" } } })).toEqual([]);
    expect(upkeep(ledger, 3, { results: { links: { kind: "passed", evidence: "x" } } })).toEqual([
      "criterion-evaluated",
      "resumed",
    ]);
    expect(ledger.commitment()).toMatchObject({ phase: "active", criteria: [{ strength: "observed" }, {}] });
  });

  it("evaluates no other kind, and no path that leaves the folder", () => {
    const passed = { kind: "passed", evidence: "x" } as const;
    const semantic = waitingFor({ kind: "predicate", at: hoursLater(1), criterion: "nice" });
    expect(upkeep(semantic, 2, { results: { nice: passed } })).toEqual([]);
    const missing = waitingFor({ kind: "predicate", at: hoursLater(1), criterion: "gone" });
    expect(upkeep(missing, 2, { results: { gone: passed } })).toEqual([]);
    const criteria = [{ id: "links", statement: "x", kind: "file-exists", required: true, path: "../x" }] as const;
    const outside = waitingFor({ kind: "predicate", at: hoursLater(1), criterion: "links" }, { criteria });
    expect(upkeep(outside, 2, { results: { links: passed } })).toEqual([]);
  });

  it.each([
    ["docs/a.md", true],
    ["a", true],
    ["", false],
    ["/etc/passwd", false],
    ["~/x", false],
    ["a/../../b", false],
    ["a\\..\\b", false],
    ["C:\\x", false],
    ["\\\\host\\x", false],
    ["a\0b", false],
  ])("the path %j of a criterion: %j", (path, isFit) => {
    expect(isCriterionPath(path)).toBe(isFit);
  });

  it("follows the work it waits for", () => {
    const suspension = { kind: "commitment", at: hoursLater(1), commitment_id: "c2" } as const;
    const other = ledgerWith().commitment();
    const closedAs = (outcome: "fulfilled" | "failed") => ({
      ...other,
      closure: { outcome, evidence: "", note: "", achieved: "asserted", at: hoursLater(2) } as const,
    });
    expect(upkeep(waitingFor(suspension), 2)).toEqual([]);
    expect(upkeep(waitingFor(suspension), 2, { dependencies: { c2: null } })).toEqual([]);
    expect(upkeep(waitingFor(suspension), 2, { dependencies: { c2: other } })).toEqual([]);
    expect(upkeep(waitingFor(suspension), 2, { dependencies: { c2: closedAs("fulfilled") } })).toEqual(["resumed"]);
    const failed = waitingFor(suspension);
    expect(upkeep(failed, 2, { dependencies: { c2: closedAs("failed") } })).toEqual(["resumed", "blocked"]);
    expect(failed.commitment()).toMatchObject({ phase: "blocked", blocker: "waited for c2, which closed as failed" });
    expect(upkeep(failed, 2, { dependencies: { c2: closedAs("failed") } })).toEqual([]);
  });

  it("gives up on what did not finish outside", () => {
    const external = { kind: "external", at: hoursLater(1), integration: "ci", operation_id: "42" } as const;
    expect(upkeep(waitingFor(external), 999)).toEqual([]);
    const ledger = waitingFor({ ...external, give_up_at: hoursLater(5) });
    expect(upkeep(ledger, 4.99)).toEqual([]);
    expect(upkeep(ledger, 5)).toEqual(["resumed", "blocked"]);
    expect(upkeep(ledger, 5)).toEqual([]);
    expect(upkeep(waitingFor({ ...external, give_up_at: "later" }), 2)).toEqual(["resumed", "blocked"]);
  });

  it("nothing at a time nobody knows", () => {
    const ledger = ledgerWith({ economics: { ...specWith().economics, expires_at: hoursLater(5) } });
    expect(
      tick(ledger.commitment(), {
        now: "now",
        results: {},
        dependencies: {},
        approval: null,
        entry: null,
        ids: { approval: "a", question: "q", inbox: "i" },
        lives,
      }),
    ).toEqual([]);
  });
});

describe("a question nobody answers", () => {
  it("is asked anew under new ids after three days, so that an old answer meets no new question", () => {
    const ledger = asking({ kind: "wait" });
    const old = { entry: ledger.entry("i1"), approval: ledger.approval("a1") };
    expect(upkeep(ledger, 72.99)).toEqual([]);
    expect(upkeep(ledger, 73)).toEqual([
      "approval-expired",
      "inbox-answered",
      "approval-requested",
      "suspended",
      "inbox-opened",
    ]);
    expect(ledger.approval("a1")?.state).toBe("expired");
    expect(ledger.entry("i1")?.state).toBe("expired");
    expect(ledger.entry("i1")).not.toHaveProperty("read_at");
    expect(ledger.approval("a73")).toMatchObject({
      state: "pending",
      digest: old.approval?.digest,
      requester: agent,
      expires_at: hoursLater(145),
    });
    expect(ledger.commitment().suspension).toMatchObject({
      question_id: "q73",
      approval_id: "a73",
      inbox_id: "i73",
      replaces: "q1",
      at: hoursLater(73),
    });
    expect(ledger.entry("i73")).toMatchObject({
      title: old.entry?.title,
      body: "why",
      dedupe_key: old.entry?.dedupe_key,
    });
    expect(upkeep(ledger, 73)).toEqual([]);
    const late = answer({
      decision: "approve",
      scope: "once",
      by: { actor: person, session: null },
      now: hoursLater(73),
      lives,
      commitment: ledger.commitment(),
      ...old,
    });
    expect(late).toMatchObject({ ok: false, exit: 2 });
  });

  it("about no action is asked anew as well", () => {
    const ledger = waitingFor({
      kind: "human",
      at: hoursLater(1),
      question_id: "q1",
      question: "German too?",
      escalation: { kind: "wait" },
    });
    expect(upkeep(ledger, 72.99)).toEqual([]);
    expect(upkeep(ledger, 73)).toEqual(["suspended", "inbox-opened"]);
    expect(ledger.entry("i73")).toMatchObject({ kind: "question-pending", title: "German too?" });
    expect(upkeep(ledger, 73)).toEqual([]);
  });

  it("escalates by the clock of the suspension, whatever else happens (property 81)", () => {
    const ledger = asking({ kind: "abandon", after_hours: 10 });
    ledger.add("pinned", {}, hoursLater(9), person);
    ledger.add("reread", { changes: ["x"], reading: { stakes: "reversible" } }, hoursLater(10), runtime);
    expect(upkeep(ledger, 10.99)).toEqual([]);
    expect(upkeep(ledger, 11)).toEqual(["closed", "approval-withdrawn", "inbox-answered", "inbox-opened"]);
    expect(ledger.commitment().closure).toMatchObject({ outcome: "abandoned" });
    expect(upkeep(ledger, 11)).toEqual([]);
  });

  it("assumes no, and only that (property 82)", () => {
    const ledger = asking({ kind: "assume-conservative", after_hours: 10 });
    expect(upkeep(ledger, 11)).toEqual(["assumption-recorded", "approval-decided", "inbox-answered"]);
    expect(ledger.approval("a1")).toMatchObject({ state: "denied", approver: runtime });
    expect(ledger.commitment()).toMatchObject({
      phase: "active",
      suspension: null,
      last_answer: { answer: "deny", by: runtime },
    });
    expect(ledger.events.some(({ body }) => body["decision"] === "approved")).toBe(false);
    expect(upkeep(ledger, 11)).toEqual([]);
  });

  it("assumes nothing because somebody read the work anew, and nobody else assumes (property 82)", () => {
    const ledger = asking({ kind: "assume-conservative", after_hours: 10 }, { reading: { stakes: "irreversible" } });
    ledger.add("reread", { changes: [], reading: { stakes: "inert" } }, hoursLater(2), agent);
    expect(upkeep(ledger, 11)).toEqual([]);
    const other = asking({ kind: "wait" });
    const assumed = { question_id: "q1", assumed: "approve" };
    for (const actor of [agent, person]) {
      expect(other.add("assumption-recorded", assumed, hoursLater(2), actor)).toMatchObject({ code: "refused" });
    }
  });

  it.each<[string, MemoryLedger]>([
    ["the action", asking({ kind: "assume-conservative", after_hours: 10 }, {}, "irreversible")],
    ["the work", asking({ kind: "assume-conservative", after_hours: 10 }, { reading: { stakes: "irreversible" } })],
    ["what nobody knows", asking({ kind: "assume-conservative", after_hours: 10 }, { reading: {} })],
  ])("assumes nothing where %s cannot be undone, and goes on waiting (property 82)", (_name, ledger) => {
    expect(upkeep(ledger, 11)).toEqual([]);
    expect(ledger.commitment().phase).toBe("suspended");
    expect(
      ledger.add("assumption-recorded", { question_id: "q1", assumed: "deny" }, hoursLater(11), runtime),
    ).toMatchObject({ code: "refused" });
    expect(upkeep(ledger, 80)).toEqual(["approval-expired", "inbox-answered"]);
    expect(upkeep(ledger, 80)).toEqual([]);
  });

  it("is addressed to somebody else, once", () => {
    const ledger = asking({ kind: "reassign", to: "plover", after_hours: 10 });
    expect(upkeep(ledger, 11)).toEqual(["reassigned"]);
    expect(ledger.commitment().suspension).toMatchObject({
      addressed_to: "plover",
      question_id: "q1",
      at: hoursLater(1),
    });
    expect(upkeep(ledger, 12)).toEqual([]);
  });

  it("whose beginning nobody can read never escalates", () => {
    const ledger = waitingFor({
      kind: "human",
      at: "then",
      question_id: "q1",
      question: "?",
      escalation: { kind: "abandon", after_hours: 1 },
    });
    expect(upkeep(ledger, 500)).toEqual([]);
  });
});

it("upkeep at the same time again does nothing, and never fulfils or approves (property 83)", () => {
  const ledgers = [
    asking({ kind: "wait" }),
    asking({ kind: "abandon", after_hours: 2 }),
    asking({ kind: "assume-conservative", after_hours: 2 }),
    asking({ kind: "reassign", to: "plover", after_hours: 2 }),
    waitingFor({ kind: "schedule", at: hoursLater(1), every_minutes: 30, anchor: hoursLater(0) }),
    waitingFor({ kind: "external", at: hoursLater(1), integration: "x", operation_id: "y", give_up_at: hoursLater(2) }),
    ledgerWith({ economics: { ...specWith().economics, expires_at: hoursLater(2) } }),
  ];
  for (const ledger of ledgers) {
    for (const hours of [3, 80, 300]) {
      upkeep(ledger, hours);
      expect(upkeep(ledger, hours)).toEqual([]);
    }
    expect(ledger.commitment().closure?.outcome).not.toBe("fulfilled");
    expect(ledger.events.every(({ body }) => body["decision"] !== "approved")).toBe(true);
  }
});
