import { describe, expect, it } from "vitest";
import { hoursLater, ledgerWith, type MemoryLedger, runtime } from "../../../../testing/commitment.ts";
import { envelopeWith } from "../../../../testing/envelope.ts";
import type { InboxEntry } from "./inbox.ts";
import { expiryNews, isWaiting, standingNews } from "./news.ts";

function kinds(ledger: MemoryLedger, hours: number): string[] {
  return standingNews(ledger.commitment(), hoursLater(hours)).map(({ kind }) => kind);
}

function granted(hours: number, change: object = {}): MemoryLedger {
  const ledger = ledgerWith();
  const envelope = envelopeWith({ expires_at: hoursLater(hours), ...change });
  expect(ledger.add("envelope-granted", { envelope }, hoursLater(0))).toBeNull();
  return ledger;
}

describe("what people are told about work", () => {
  it("is nothing while it goes well", () => {
    expect(kinds(ledgerWith(), 1)).toEqual([]);
  });

  it("is that it is blocked, and by what", () => {
    const ledger = ledgerWith();
    ledger.add("blocked", { blocker: "no access \u001B[31m" }, hoursLater(1), runtime);
    expect(standingNews(ledger.commitment(), hoursLater(1))).toMatchObject([
      { kind: "commitment-blocked", title: "keep the docs current: no access <U+001B>[31m", commitment_id: "c1" },
    ]);
  });

  it("is that it is blocked anew, by another key, when it went on in between", () => {
    const ledger = ledgerWith();
    const keyNow = () => standingNews(ledger.commitment(), hoursLater(3))[0]?.dedupe_key;
    ledger.add("blocked", { blocker: "no access" }, hoursLater(1), runtime);
    const first = keyNow();
    ledger.add("pinned", {}, hoursLater(1));
    expect(keyNow()).toBe(first);
    ledger.add("episode-started", { episode_id: "e1", session_id: "s1" }, hoursLater(2), runtime);
    ledger.add("blocked", { blocker: "no access" }, hoursLater(2), runtime);
    expect(keyNow()).not.toBe(first);
  });

  it.each([
    ["two hours before a long one ends", 24, 22, ["envelope-ending"]],
    ["not before that", 24, 21.99, []],
    ["a quarter before a short one ends", 4, 3, ["envelope-ending"]],
    ["not before a short one's last quarter", 4, 2.99, []],
    ["not when it has ended", 24, 24, []],
  ])("is that an envelope ends: %s", (_when, ends, now, expected) => {
    expect(kinds(granted(ends), now)).toEqual(expected);
  });

  it("is nothing of an envelope that was revoked", () => {
    const ledger = granted(24);
    ledger.add("envelope-revoked", { id: "e1" }, hoursLater(1));
    expect(kinds(ledger, 23)).toEqual([]);
  });

  it.each([
    [19.99, []],
    [20, ["80"]],
    [24.99, ["80"]],
    [25, ["100"]],
    [40, ["100"]],
  ])("is how much of 25 dollars is gone at %d", (spent, marks) => {
    const ledger = ledgerWith();
    ledger.add("episode-started", { episode_id: "e1", session_id: "s1" }, hoursLater(1), runtime);
    ledger.add("usage-recorded", { episode_id: "e1", spend_usd: spent }, hoursLater(1), runtime);
    const news = standingNews(ledger.commitment(), hoursLater(2));
    expect(news.map((one) => [one.kind, one.dedupe_key?.split(" ").at(-1)])).toEqual(
      marks.map((mark) => ["budget-alert", mark]),
    );
  });

  it("is nothing of a budget without a limit, and nothing of what is closed", () => {
    const ledger = ledgerWith({ economics: { lifetime_budget_usd: "unlimited", stall_limit: 3 } });
    ledger.add("blocked", { blocker: "x" }, hoursLater(1), runtime);
    ledger.add("closed", { outcome: "failed", evidence: "", note: "" }, hoursLater(1));
    expect(kinds(ledger, 2)).toEqual([]);
  });

  it("is that a question ran out that no work waited for", () => {
    const entry: InboxEntry = {
      id: "i1",
      at: hoursLater(0),
      state: "open",
      kind: "approval-pending",
      title: "Bash",
      body: "",
    };
    expect(expiryNews(entry)).toMatchObject({
      kind: "approval-expired",
      title: "Bash",
      dedupe_key: "approval-expired i1",
    });
  });
});

describe("what waits in the inbox", () => {
  const news: InboxEntry = {
    id: "i1",
    at: hoursLater(0),
    state: "open",
    kind: "commitment-closed",
    title: "x",
    body: "",
  };
  it.each<[string, Partial<InboxEntry>, boolean]>([
    ["news nobody has read", {}, true],
    ["news that was read", { read_at: hoursLater(1) }, false],
    ["a question that was read", { read_at: hoursLater(1), question_id: "q1" }, true],
    ["an approval that was read", { read_at: hoursLater(1), approval_id: "a1" }, true],
    ["a question that was answered", { state: "answered", question_id: "q1" }, false],
  ])("%s: %s", (_what, change, expected) => {
    expect(isWaiting({ ...news, ...change })).toBe(expected);
  });
});
