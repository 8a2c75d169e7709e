import { describe, expect, it } from "vitest";
import { agent, hoursLater, ledgerWith, type MemoryLedger, person } from "../../../../testing/commitment.ts";
import { endLeftover, withdrawQuestion } from "./leftover.ts";
import { draft, park } from "./park.ts";

/** A call that was parked, for the commitment `c1` or for none. */
function parked(isServed: boolean): MemoryLedger {
  const ledger = ledgerWith();
  const parking = park(
    {
      identity: {
        tool: "Bash",
        input: { command: "make" },
        cwd: "/repo",
        roots: ["/repo"],
        session: "s1",
        agent: null,
        env_digest: "e",
        envelope_version: null,
        policy_digest: "p",
      },
      effects: null,
      request_id: "r1",
      gates: ["action.costly"],
      reason: "it asks",
      requester: agent,
    },
    {
      now: hoursLater(0),
      attendance: "unattended",
      fallback: "park",
      served: isServed ? [ledger.commitment()] : [],
      entries: [],
      ids: { approval: "a1", question: "q1", inbox: "i1" },
      lives: { live_minutes: 15, parked_hours: 24, ask_hours: 72 },
      second_person: false,
      escalation: { kind: "wait" },
    },
  );
  if (parking.kind !== "parked") throw new Error(parking.kind);
  expect(ledger.append(parking.drafts, hoursLater(0))).toBeNull();
  return ledger;
}

function leftoverOf(ledger: MemoryLedger, isServed: boolean) {
  const entry = ledger.entry("i1");
  if (entry === null) throw new Error("no entry");
  return { entry, approval: ledger.approval("a1"), commitment: isServed ? ledger.commitment() : null };
}

describe("a question nobody waits for", () => {
  it("of no work expires with its approval, at the instant and not before", () => {
    const ledger = parked(false);
    expect(endLeftover(leftoverOf(ledger, false), hoursLater(71.999), "n1")).toEqual([]);
    const drafts = endLeftover(leftoverOf(ledger, false), hoursLater(72), "n1");
    expect(drafts.map(({ stream, kind }) => `${stream} ${kind}`)).toEqual([
      "approval/a1 approval-expired",
      "inbox/i1 inbox-answered",
      "inbox/n1 inbox-opened",
    ]);
    expect(ledger.append(drafts, hoursLater(72))).toBeNull();
    expect(ledger.entry("n1")).toMatchObject({ kind: "approval-expired", state: "open" });
    expect([ledger.approval("a1")?.state, ledger.entry("i1")?.state]).toEqual(["expired", "expired"]);
    expect(endLeftover(leftoverOf(ledger, false), hoursLater(73), "n1")).toEqual([]);
  });

  it("of work that is open is left to its work, however late it is", () => {
    expect(endLeftover(leftoverOf(parked(true), true), hoursLater(500), "n1")).toEqual([]);
  });

  it("of work that was closed is withdrawn at once", () => {
    const ledger = parked(true);
    ledger.add("closed", { outcome: "abandoned", evidence: "", note: "" }, hoursLater(1));
    const drafts = endLeftover(leftoverOf(ledger, true), hoursLater(1), "n1");
    expect(ledger.append(drafts, hoursLater(1))).toBeNull();
    expect([ledger.approval("a1")?.state, ledger.entry("i1")?.state]).toEqual(["withdrawn", "withdrawn"]);
  });

  it("whose time cannot be read is over", () => {
    const { entry, approval } = leftoverOf(parked(false), false);
    if (approval === null) throw new Error("no approval");
    const bad = { entry, approval: { ...approval, expires_at: "soon" }, commitment: null };
    expect(endLeftover(bad, hoursLater(0), "n1")).toHaveLength(3);
  });

  it("is news, which never expires by itself", () => {
    const { entry } = leftoverOf(parked(false), false);
    const { expires_at: _, ...news } = entry;
    expect(endLeftover({ entry: news, approval: null, commitment: null }, hoursLater(9000), "n1")).toEqual([]);
    expect(endLeftover({ entry, approval: null, commitment: null }, hoursLater(72), "n1")).toHaveLength(2);
  });

  it("is withdrawn with the work that is being closed, unless it was answered", () => {
    const ledger = parked(true);
    const closing = draft("commitment", "c1", "closed", person, { outcome: "failed", evidence: "", note: "" });
    const question = withdrawQuestion(ledger.entry("i1"), ledger.approval("a1"));
    expect(ledger.append([closing, ...question], hoursLater(1))).toBeNull();
    expect(ledger.entry("i1")?.state).toBe("withdrawn");
    expect(withdrawQuestion(ledger.entry("i1"), ledger.approval("a1"))).toEqual([]);
    expect(withdrawQuestion(null, null)).toEqual([]);
  });
});
