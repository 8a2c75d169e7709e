import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCeiling } from "../../../../testing/arbitrary-ceiling.ts";
import { domains } from "../intent/reading/reading.ts";
import { attendanceOf, surfaceNamed } from "../intent/reading/surface.ts";
import { isAtLeast, requestScales } from "../scale.ts";
import { isAtMost } from "./ceiling.ts";
import { effectiveCeiling } from "./ceiling-entries.ts";
import { generalEngagement } from "./derive.ts";
import {
  approvalMode,
  capableModels,
  ceilingEntries,
  deliver,
  demandFacts,
  isNarrowing,
  modalityFilter,
  noteSection,
  offerTools,
  permissionMode,
  spendCeiling,
} from "./projections.ts";

const { approval: approvals, permission: permissions } = requestScales;

describe("every pair of a configured value and a ceiling gives the configured value or a stricter one (property 58)", () => {
  it("approval", () => {
    for (const configured of approvals.words)
      for (const approval of [...approvals.words, undefined]) {
        expect(isAtLeast(approvals, configured, approvalMode(configured, approval, "on"))).toBe(true);
        if (approval !== undefined)
          expect(isAtLeast(approvals, approval, approvalMode(configured, approval, "on"))).toBe(true);
        expect(approvalMode(configured, approval, "off")).toBe(configured);
      }
  });

  it("permission", () => {
    for (const configured of permissions.words)
      for (const permission of [...permissions.words, undefined]) {
        expect(isAtLeast(permissions, configured, permissionMode(configured, permission))).toBe(true);
      }
    expect(permissionMode("read-only", "full-access")).toBe("read-only");
    expect(permissionMode("full-access", "root" as "read-only")).toBe("read-only");
  });

  it.each([
    [5, 3, 3],
    [3, 5, 3],
    [undefined, 3, 3],
    [5, undefined, 5],
    [undefined, undefined, undefined],
    [5, null, 0],
    [Number.NaN, 5, 0],
    [Infinity, 5, 0],
    ["5", undefined, 0],
    [-1, undefined, 0],
    [0, 5, 0],
  ])("spend %j and %j: %j", (configured, engagement, limit) => {
    expect(spendCeiling(configured, engagement)).toBe(limit);
  });
});

describe("with the posture off (property 59)", () => {
  const configured = { approval: "auto-approve", permission: "workspace-write" } as const;
  const host = { source: "host", permission: "read-only" } as const;
  const parent = { source: "parent", spend_usd: 1 } as const;

  it("entries equal those without a reading, byte for byte, and host and parents still hold", () => {
    fc.assert(
      fc.property(arbitraryCeiling, (ceiling) => {
        const engagement = { ...generalEngagement, ceiling };
        const off = ceilingEntries(configured, engagement, [host, parent, { source: "reading", kinds: [] }], "off");
        expect(JSON.stringify(off)).toBe(JSON.stringify(ceilingEntries(configured, null, [host, parent], "on")));
        expect(effectiveCeiling(off)).toMatchObject({ permission: "read-only", spend_usd: 1 });
      }),
      { numRuns: 50 },
    );
  });

  it("there is no note", () => {
    const noted = { ...generalEngagement, posture: { ...generalEngagement.posture, note: ["a", "b"] } };
    expect(noteSection(noted, "off")).toBeNull();
    expect(noteSection(noted, "on")).toBe("a\nb");
    expect(noteSection(generalEngagement, "on")).toBeNull();
  });
});

describe("the entries of a session", () => {
  it("keep apart what denies and what only asks", () => {
    const bans = [
      { kind: "delete", text: "a", standing: false, strength: "deny" },
      { kind: "publish", text: "b", standing: false, strength: "ask" },
    ] as const;
    const engagement = { ...generalEngagement, ceiling: { approval: "ask", bans } } as const;
    expect(ceilingEntries({ approval: "auto-approve", permission: "full-access" }, engagement, [], "on")).toEqual([
      { source: "default", approval: "auto-approve", permission: "full-access" },
      { source: "reading", approval: "ask", bans: [bans[1]] },
      { source: "person", bans: [bans[0]] },
    ]);
  });

  it("meet in what is at most each of them (property 63, the function)", () => {
    fc.assert(
      fc.property(arbitraryCeiling, arbitraryCeiling, (ceiling, other) => {
        const entries = ceilingEntries(
          { approval: "approve-safe", permission: "workspace-write" },
          { ...generalEngagement, ceiling },
          [{ ...other, source: "policy" }],
          "on",
        );
        const met = effectiveCeiling(entries);
        expect(isAtMost(met, ceiling) && isAtMost(met, other) && isNarrowing(met)).toBe(true);
        expect(isAtMost(met, { approval: "approve-safe", permission: "workspace-write" })).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

it("an unknown surface is not interactive, and no statement of a host raises attendance (property 60)", () => {
  for (const name of ["", "console?", "unknown", undefined, "SERVER", "x".repeat(1000)]) {
    expect(surfaceNamed(name)).toBe("server");
    expect(attendanceOf(name)).not.toBe("interactive");
  }
  for (const surface of ["cli", "server", "chat", "cron", "worker", "nonsense"])
    for (const stated of [...requestScales.attendance.words, "here", ""])
      expect(isAtLeast(requestScales.attendance, attendanceOf(surface), attendanceOf(surface, stated))).toBe(true);
});

it("offered tools are a partition of the admitted ones (property 61)", () => {
  const tool = fc.record({ name: fc.string(), domains: fc.subarray([...domains]) });
  const held = fc.oneof(fc.constant("all" as const), fc.constant(undefined), fc.subarray([...domains]));
  fc.assert(
    fc.property(fc.array(tool), held, (admitted, allowed) => {
      const { loaded, findable } = offerTools(admitted, allowed);
      expect(loaded.length + findable.length).toBe(admitted.length);
      expect(admitted.filter((one) => loaded.includes(one) === findable.includes(one))).toEqual([]);
      if (allowed === "all" || allowed === undefined) expect(findable).toEqual([]);
    }),
    { numRuns: 100 },
  );
  const [web, vcs, plain] = [
    { name: "a", domains: ["web"] },
    { name: "b", domains: ["vcs"] },
    { name: "c", domains: [] },
  ] as const;
  expect(offerTools([web, vcs, plain], ["vcs"])).toEqual({ loaded: [vcs, plain], findable: [web] });
  expect(offerTools([web], [])).toEqual({ loaded: [], findable: [web] });
});

describe("models for what is attached (property 62)", () => {
  const hints = [{ modality: "image", name_contains: ["Vision", "4o"] }] as const;

  it("abstains without demands or hints", () => {
    expect(modalityFilter("anything", ["image"], [])).toBe(true);
    expect(modalityFilter("anything", [], hints)).toBe(true);
  });

  it.each([
    ["big-vision-1", true],
    ["GPT-4O", true],
    ["small-1", false],
  ])("%s takes images: %j", (model, isCapable) => {
    expect(modalityFilter(model, ["image"], hints)).toBe(isCapable);
  });

  it("is a typed failure where none can, never a dropped attachment", () => {
    expect(capableModels(["small-1", "big-vision-1"], ["image"], hints)).toEqual({
      ok: true,
      models: ["big-vision-1"],
    });
    expect(capableModels(["small-1"], ["image"], hints)).toEqual({
      ok: false,
      error: "no-capable-model",
      demands: ["image"],
    });
    expect(capableModels(["big-vision-1"], ["image", "audio"], hints)).toMatchObject({ ok: false });
    expect(modalityFilter("x", ["image"], [{ modality: "image", name_contains: [""] }])).toBe(false);
  });
});

describe("delivery decides when, not what", () => {
  it.each([
    ["live", "quiet", "progress", false, "now"],
    ["on-completion", "notify", "progress", false, "on-completion"],
    ["on-completion", "notify", "result", true, "now"],
    ["digest", "quiet", "result", true, "digest"],
    ["digest", "quiet", "approval", false, "now"],
    ["digest", "interrupt", "progress", false, "now"],
  ] as const)("%s, %s, %s: %s", (cadence, urgency, kind, isFinal, when) => {
    expect(deliver({ cadence, urgency }, { kind, is_final: isFinal })).toBe(when);
  });

  it("facts for a router are copied", () => {
    expect(demandFacts(generalEngagement.posture, 10, 2)).toEqual({
      reasoning: false,
      evidence: false,
      structured: false,
      direct_reply: false,
      tokens: 10,
      tools: 2,
    });
  });
});
