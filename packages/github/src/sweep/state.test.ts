/** The state of a sweep as a document that anybody may have written. */

import { digest, digestText } from "@warrant/kernel/canonical";
import { rulesVersion } from "@warrant/kernel/verdict";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeptChange, longestState, readState, writtenState } from "./state.ts";

const place = { host: "github.com", repository: "acme/shop" };
const verdict = digestText("verdict");

const kept: KeptChange = {
  number: 7,
  head_sha: "a".repeat(40),
  base_ref: "main",
  seen: digestText("seen"),
  config: digestText("config"),
  intent: digestText("intent"),
  verdict,
  judged_at: "2026-01-02T03:04:05Z",
  decision: "deny",
  deny_kind: "unauthorized",
  gated: true,
  floor: "logic",
  row: {
    repo: "acme/shop",
    number: 7,
    title: "fix: totals",
    author: "sam",
    verdict: {
      tier: 2,
      authorized: false,
      reason: "Nobody asked for it. [auth.tier2]",
      evidence: { linked_issue: false, approved_plan: false, human_approval: false },
      agent_pr: true,
    },
    classification_reason: "It adds a feature.",
    head_sha: "a".repeat(40),
    warrant: { verdict_digest: verdict, rule: "auth.tier2" },
  },
  blockers: [],
  refusals: ["Nobody asked for it. [auth.tier2]"],
  advice: null,
};

/** A state whose own digest is right whatever it holds: what somebody writes who knows the form. */
function forged(change: object, more: object = {}): string {
  const changes = [{ ...JSON.parse(JSON.stringify(kept)), ...change }];
  const schema = "warrant.sweep-state/v1";
  return JSON.stringify({ schema, ...place, rules_version: rulesVersion, changes, digest: digest(changes), ...more });
}

describe("a state", () => {
  it("is read as it was written", () => {
    const other = { ...kept, number: 3, row: { ...kept.row, number: 3 } };
    const text = writtenState([kept, other], place);
    const reading = readState(text, { ...place, repository: "Acme/Shop" });
    expect(reading).toEqual({
      ok: true,
      changes: new Map([
        [3, JSON.parse(JSON.stringify(other))],
        [7, JSON.parse(JSON.stringify(kept))],
      ]),
    });
    expect(writtenState([other, kept], place)).toBe(text);
    expect(readState(forged({}), place).ok).toBe(true);
  });

  it.each([
    ["no JSON", "{", "it is not one, or not of this version"],
    ["another document", JSON.stringify({ schema: "warrant.verdict/v1" }), "it is not one, or not of this version"],
    ["too long", `"${" ".repeat(longestState)}"`, `it is longer than ${longestState} characters`],
    ["of another repository", forged({}, { repository: "acme/other" }), "it is about another repository"],
    ["of another server", forged({}, { host: "ghe.example.org" }), "it is about another repository"],
    ["of older rules", forged({}, { rules_version: rulesVersion - 1 }), "it was written by other rules"],
    ["edited", writtenState([kept], place).replace("Nobody", "Somebody"), "it was changed after it was written"],
    ["of another head than its row", forged({ head_sha: "b".repeat(40) }), "it was changed after it was written"],
    ["of another number than its row", forged({ number: 8 }), "it was changed after it was written"],
    ["of another verdict than its row", forged({ verdict: digestText("x") }), "it was changed after it was written"],
    ["a denial without a kind", forged({ deny_kind: null }), "it was changed after it was written"],
    ["a denial that refuses nothing", forged({ refusals: [] }), "it was changed after it was written"],
    ["a failure", forged({ row: { ...kept.row, fetch_error: "x" } }), "it was changed after it was written"],
    [
      "advice about another change",
      forged({ advice: { key: "k", title: "t", priority: "high", notes: "n", external_ref: "acme/shop#8" } }),
      "it was changed after it was written",
    ],
    ["a key nobody knows", forged({ extra: 1 }), "it is not one, or not of this version"],
    ["a head that is no commit", forged({ head_sha: "main" }), "it is not one, or not of this version"],
    ["a digest that is none", forged({ seen: "sha256:x" }), "it is not one, or not of this version"],
  ])("that is %s is not believed, and why is said", (_, text, why) => {
    expect(readState(text, place)).toEqual({ ok: false, why });
  });

  it("leaves out an entry that could not be read again, and keeps the others", () => {
    const other = { ...kept, number: 3, row: { ...kept.row, number: 3 } };
    const long = { ...other, row: { ...other.row, title: "x".repeat(33_000) } };
    const odd = { ...other, base_ref: "x".repeat(1001) };
    for (const bad of [long, odd, { ...other, number: 4 }]) {
      const reading = readState(writtenState([kept, bad], place), place);
      expect(reading.ok && [...reading.changes.keys()]).toEqual([7]);
    }
    const short = { ...other, row: { ...other.row, title: "x".repeat(30_000) } };
    const reading = readState(writtenState([kept, short], place), place);
    expect(reading.ok && [...reading.changes.keys()]).toEqual([3, 7]);
  });

  it("that names a change twice is not believed", () => {
    const changes = [kept, kept].map((one) => JSON.parse(JSON.stringify(one)));
    const text = JSON.stringify({ ...JSON.parse(forged({})), changes, digest: digest(changes) });
    expect(readState(text, place).ok).toBe(false);
  });

  it("of any content never throws, and whatever is believed is whole", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((more) => forged(more)),
        ),
        (text) => {
          const reading = readState(text, place);
          if (!reading.ok) expect(reading.why).not.toBe("");
          else for (const change of reading.changes.values()) expect(change.row.number).toBe(change.number);
        },
      ),
      { numRuns: 200 },
    );
  });
});
