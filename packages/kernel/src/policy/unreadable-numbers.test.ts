import { describe, expect, it } from "vitest";
import { callWith, commitmentWith, coverFactsWith, effectOn, envelopeWith } from "../../../../testing/envelope.ts";
import type { RemovalEntry } from "../intent/reading/removal.ts";
import type { Resource } from "../intent/reading/request.ts";
import { readCeiling } from "./ceiling.ts";
import { readEnvelope } from "./envelope.ts";
import { coverCall } from "./envelope-cover.ts";
import { judgeScope } from "./judge-scope.ts";

/** What may stand where a number belongs, also after a way through JSON. */
const noNumbers: readonly unknown[] = [null, Number.NaN, Infinity, -Infinity, -1, "31", [31], {}, true];

function isCovered(change: Record<string, unknown>, use: Parameters<typeof coverCall>[0] = callWith()): boolean {
  const envelope = readEnvelope({ ...envelopeWith(), ...change });
  return envelope !== null && coverCall(use, [commitmentWith({ envelopes: [envelope] })], coverFactsWith()).covered;
}

describe("12 what is no number covers nothing", () => {
  it("the envelope does, as it stands", () => {
    expect(isCovered({})).toBe(true);
  });

  it.each(["spend_usd", "max_uses", "version"])("%s of an envelope", (field) => {
    for (const value of noNumbers) {
      expect({ value, isCovered: isCovered({ [field]: value }) }).toEqual({ value, isCovered: false });
      const written = JSON.parse(JSON.stringify({ [field]: value })) as Record<string, unknown>;
      expect({ value, isCovered: isCovered(written) }).toEqual({ value, isCovered: false });
    }
  });

  it.each(["granted_at", "expires_at"])("%s of an envelope", (field) => {
    for (const value of [...noNumbers, "soon", "", undefined])
      expect({ value, isCovered: isCovered({ [field]: value }) }).toEqual({ value, isCovered: false });
  });

  it("what was spent, what runs, how often it was used, and what a payment costs", () => {
    const limited = [envelopeWith({ spend_usd: 5, max_uses: 9 })];
    const paying = callWith({ effects: [effectOn("/repo/docs/a.md"), effectOn("host:x", { kind: "pay" })] });
    for (const value of noNumbers) {
      const odd = value as number;
      const held = commitmentWith({ envelopes: limited });
      const all = [
        coverCall(callWith(), [{ ...held, spent_usd: odd }], coverFactsWith()),
        coverCall(callWith(), [held], coverFactsWith({ running_usd: odd })),
        coverCall(callWith(), [{ ...held, uses: { e1: odd } }], coverFactsWith()),
        coverCall(
          { ...paying, effects: paying.effects.map((effect) => ({ ...effect, amount_usd: odd })) },
          [held],
          coverFactsWith(),
        ),
      ];
      expect({ value, covered: all.map(({ covered }) => covered) }).toEqual({ value, covered: all.map(() => false) });
    }
  });
});

describe("12 what is no number grants no removal", () => {
  const target = "git:branch/heron/4812-retry";
  const known = { target, kind: "branch", name: "heron/4812-retry", place: "local", owner: "heron", age_days: 40 };
  const grant = {
    wording: "explicit",
    kind: "branch",
    binding: "owned-range",
    names: [],
    states: [],
    owners: ["me"],
    place: "local",
    older_than_days: 30,
    range: { from: 4800, to: 4899, digits: 4 },
  } satisfies RemovalEntry;

  function decide(entry: Record<string, unknown>, resource: Record<string, unknown> = known): string {
    const scope = { otherwise: "confirm", grants: [entry], wording: "explicit" };
    const ceiling = readCeiling({ approval: "auto-approve", kinds: "all", removal: [scope] });
    const effect = { kind: "delete", target, reversibility: "irreversible", certain: true } as const;
    return judgeScope({ ceiling }, [effect], { me: "heron", resources: [resource as unknown as Resource] }).decision;
  }

  it("the grant covers, as it stands", () => {
    expect(decide(grant)).toBe("allow");
  });

  it("how old a thing is, how old it has to be, and the ends of a range", () => {
    for (const value of noNumbers) {
      const all = [
        decide(grant, { ...known, age_days: value }),
        decide({ ...grant, older_than_days: value }),
        decide({ ...grant, range: { ...grant.range, from: value } }),
        decide({ ...grant, range: { ...grant.range, to: value } }),
        decide({ ...grant, range: { ...grant.range, digits: value } }),
        decide({ ...grant, range: value }),
      ];
      expect({ value, all }).toEqual({ value, all: all.map((one) => (one === "deny" ? "deny" : "ask")) });
    }
  });
});
