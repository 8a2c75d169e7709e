import { defaultAction, settleAction } from "@warrant/kernel/action-settings";
import { digest } from "@warrant/kernel/canonical";
import { settleClaim } from "@warrant/kernel/claim/settle";
import { settleRuntime } from "@warrant/kernel/runtime-settings";
import { describe, expect, it } from "vitest";
import { compileGatePolicy, type GatePolicy, readGatePolicy } from "./gate-policy.ts";

const rule = { id: "no-curl", decision: "deny", command: { name: "curl" }, unknown: "deny" } as const;
const policy = compileGatePolicy(
  settleRuntime({ autonomy: "delegated", protected_names: ["stable"] }, { autonomy: "assisted" }),
  settleAction({ enforce: true, defer: "on", rules: [rule] }),
  settleClaim(),
);

function written(change: Partial<Record<keyof GatePolicy, unknown>> = {}): unknown {
  return JSON.parse(JSON.stringify({ ...policy, ...change }));
}

/** A change of which the digest is right, as somebody would write who knows how. */
function signed(change: Partial<Record<keyof GatePolicy, unknown>>): unknown {
  const { digest: _digest, mode, claims_mode, ...judged } = written(change) as Record<string, unknown>;
  return { ...judged, mode, claims_mode, digest: digest(judged) };
}

describe("a compiled policy", () => {
  it("holds what the person and the project said", () => {
    expect(policy).toMatchObject({
      mode: "enforce",
      is_enabled: true,
      rules: [rule],
      may_defer: true,
      autonomy_grants: ["delegated", "assisted"],
      protected_names: ["stable"],
    });
  });

  it("is read back as it was written", () => {
    expect(readGatePolicy(written())).toEqual(policy);
  });

  it("has the same digest whether it enforces or reports (law 6), and another for any other difference", () => {
    const of = (action: Parameters<typeof settleAction>[0]) =>
      compileGatePolicy(settleRuntime(), settleAction(action), settleClaim());
    expect(of({ enforce: true }).digest).toBe(of({}).digest);
    expect(of({ enforce: true }).mode).not.toBe(of({}).mode);
    expect(of({ rules: [rule] }).digest).not.toBe(of({}).digest);
    expect(of({ enabled: false }).digest).not.toBe(of({}).digest);
  });

  it("says of claims whether they send an agent back, apart from the calls, and by the same digest", () => {
    const of = (claim: Parameters<typeof settleClaim>[0]) =>
      compileGatePolicy(settleRuntime(), settleAction(), settleClaim(claim));
    expect(of({ enforce: true })).toMatchObject({ mode: "report", claims_mode: "enforce" });
    expect(of({ enforce: true }).digest).toBe(of({}).digest);
    expect(of({ stop: { max_blocks: 1 } }).digest).not.toBe(of({}).digest);
  });

  it("with reading switched off applies nothing that comes from one", () => {
    const off = compileGatePolicy(
      settleRuntime({ enabled: false }),
      { settings: defaultAction, dropped: [] },
      settleClaim(),
    );
    expect([off.posture, off.work.enabled]).toEqual(["off", false]);
  });

  it.each<readonly [string, unknown]>([
    ["nothing", null],
    ["a list", []],
    ["a rule taken out", written({ rules: [] })],
    ["a word changed", written({ autonomy: "autonomous" })],
    ["a mode nobody knows", written({ mode: "off" })],
    ["no digest", written({ digest: undefined })],
    ["a rule nobody can read", signed({ rules: [{ ...rule, decision: "maybe" }] })],
    ["a word nobody knows, under a true digest", signed({ permission: "everything" })],
    ["a grant nobody knows", signed({ autonomy_grants: ["assisted", "all"] })],
    ["a switch that is none", signed({ is_enabled: "yes" })],
    ["a number that is none", signed({ max_depth: null })],
    ["lives that are none", signed({ lives: { live_minutes: 1 } })],
    ["no list of names", signed({ protected_names: "stable" })],
    ["no word on whether claims send back", written({ claims_mode: undefined })],
    ["no settings of claims", signed({ claims: null })],
    [
      "a level of phrases that is none",
      signed({ claims: { ...policy.claims, phrases: { levels: { certainty: "loud" }, extra: [] } } }),
    ],
    [
      "a check of the project that runs nothing",
      signed({ claims: { ...policy.claims, runners: [{ kind: "tests", argv: [], scope: "full" }] } }),
    ],
    [
      "a bound on sending back that is none",
      signed({ claims: { ...policy.claims, stop: { maxBlocks: "2", unverified: false } } }),
    ],
    ["a budget that is none", signed({ work: { ...policy.work, lifetime_budget_usd: null } })],
  ])("is none with %s", (_what, value) => {
    expect(readGatePolicy(value)).toBeNull();
  });
});
