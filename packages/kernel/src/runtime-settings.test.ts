import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approvalOf } from "./policy/autonomy.ts";
import { defaultRuntime, settleRuntime, type WrittenRuntime } from "./runtime-settings.ts";
import { requestScales } from "./scale.ts";

describe("settings of sessions", () => {
  it("are the defaults where nobody wrote any", () => {
    expect(settleRuntime()).toEqual({ settings: defaultRuntime, autonomy_grants: ["assisted"], dropped: [] });
  });

  it("are what the person wrote, wider than the default too", () => {
    const { settings, dropped } = settleRuntime({
      autonomy: "autonomous",
      permission: "full-access",
      enabled: false,
      envelope: { max_hours: 1000 },
      ledger: { url: "postgres://db/warrant" },
      commitment: { default_ttl_days: 7 },
    });
    expect(settings).toMatchObject({
      autonomy: "autonomous",
      permission: "full-access",
      enabled: false,
      envelope: { default_hours: 24, max_hours: 1000 },
      ledger: { url: "postgres://db/warrant" },
      commitment: { enabled: true, default_ttl_days: 7 },
    });
    expect(dropped).toEqual([]);
  });

  it.each<[WrittenRuntime, string]>([
    [{ enabled: false }, "runtime.enabled"],
    [{ posture: "off" }, "runtime.posture"],
    [{ autonomy: "autonomous" }, "runtime.autonomy"],
    [{ permission: "full-access" }, "runtime.permission"],
    [{ accept_confidence: 0.7 }, "runtime.accept_confidence"],
    [{ provisional_confidence: 0.1 }, "runtime.provisional_confidence"],
    [{ escalate: "cloud" }, "runtime.escalate"],
    [{ classify_model: "some-model" }, "runtime.classify_model"],
    [{ max_classify_usd: 1 }, "runtime.max_classify_usd"],
    [{ classify_timeout_seconds: 11 }, "runtime.classify_timeout_seconds"],
    [{ subagents: { max_depth: 6 } }, "runtime.subagents.max_depth"],
    [{ envelope: { default_hours: 25 } }, "runtime.envelope.default_hours"],
    [{ envelope: { max_hours: 721 } }, "runtime.envelope.max_hours"],
    [{ approvals: { live_minutes: 16 } }, "runtime.approvals.live_minutes"],
    [{ approvals: { parked_hours: 25 } }, "runtime.approvals.parked_hours"],
    [{ approvals: { ask_hours: 73 } }, "runtime.approvals.ask_hours"],
    [{ commitment: { stall_limit: 4 } }, "runtime.commitment.stall_limit"],
    [{ ledger: { url: "postgres://elsewhere/db" } }, "runtime.ledger.url"],
  ])("a project's file may not set %j", (project, path) => {
    const { settings, dropped } = settleRuntime({}, project);
    expect(settings).toEqual(defaultRuntime);
    expect(dropped).toEqual([path]);
  });

  it.each<[WrittenRuntime, object]>([
    [{ autonomy: "manual" }, { autonomy: "manual" }],
    [{ approval: "ask" }, { approval: "ask" }],
    [{ permission: "read-only" }, { permission: "read-only" }],
    [{ accept_confidence: 0.9 }, { accept_confidence: 0.9 }],
    [{ escalate: "local" }, { escalate: "local" }],
    [{ require_bound_issue: true }, { require_bound_issue: true }],
    [{ protected_names: ["stable"] }, { protected_names: ["stable"] }],
    [{ offer_by_domain: false }, { offer_by_domain: false }],
    [{ subagents: { max_depth: 0 } }, { subagents: { max_depth: 0 } }],
    [{ approvals: { second_person: true } }, { approvals: { second_person: true } }],
    [{ commitment: { enabled: false } }, { commitment: { enabled: false } }],
    [{ commitment: { lifetime_budget_usd: 5 } }, { commitment: { lifetime_budget_usd: 5 } }],
    [{ commitment: { review_every_hours: 48 } }, { commitment: { review_every_hours: 48 } }],
  ])("a project's file may set %j", (project, expected) => {
    const { settings, dropped } = settleRuntime({}, project);
    expect(settings).toMatchObject(expected);
    expect(dropped).toEqual([]);
  });

  it("a project's `unlimited` is no wider than the person's number, and a person's switched off runtime stays off", () => {
    const { settings, dropped } = settleRuntime(
      { commitment: { lifetime_budget_usd: 5 }, enabled: false },
      { commitment: { lifetime_budget_usd: "unlimited" }, enabled: false },
    );
    expect(settings).toMatchObject({ enabled: false, commitment: { lifetime_budget_usd: 5 } });
    expect(dropped).toEqual(["runtime.commitment.lifetime_budget_usd"]);
  });

  it("adds a project's protected names to the person's", () => {
    const { settings } = settleRuntime({ protected_names: ["stable"] }, { protected_names: ["stable", "live/*"] });
    expect(settings.protected_names).toEqual(["stable", "live/*"]);
  });

  it("takes confidences that contradict each other for none", () => {
    expect(settleRuntime({ accept_confidence: 0.3 }).settings).toEqual(defaultRuntime);
    expect(settleRuntime({ accept_confidence: 0.45 }).settings.accept_confidence).toBe(0.45);
  });

  it("names `on` as what a person who switched the posture off may be asked for again", () => {
    expect(settleRuntime({ posture: "off" }, { posture: "on" }).settings.posture).toBe("on");
    expect(settleRuntime({ enabled: false }, { enabled: true }).settings.enabled).toBe(true);
  });

  it("never lets a project's autonomy widen an approval: delegated asks where assisted does not", () => {
    const { words } = requestScales.autonomy;
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.constantFrom(...words),
        fc.constantFrom(...requestScales.stakes.words),
        (own, asked, stakes) => {
          const rank = (grants: Parameters<typeof approvalOf>[1]) =>
            requestScales.approval.words.indexOf(approvalOf(stakes, grants));
          const { autonomy_grants: grants } = settleRuntime({ autonomy: own }, { autonomy: asked });
          expect(rank(grants)).toBeLessThanOrEqual(rank([own]));
        },
      ),
      { numRuns: 64 },
    );
  });
});
