import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  callWith,
  commitmentWith,
  coverFactsWith,
  effectOn,
  envelopeWith,
  expiresAt,
} from "../../../../testing/envelope.ts";
import type { Effect } from "../effect.ts";
import { requestScales } from "../scale.ts";
import { generalEngagement } from "./derive.ts";
import type { Envelope } from "./envelope.ts";
import { type CoveredCall, type CoverFacts, coverCall, type ServedCommitment } from "./envelope-cover.ts";
import { underEnvelope } from "./envelope-engagement.ts";

function missOf(
  call: CoveredCall,
  commitment: ServedCommitment = commitmentWith(),
  facts: CoverFacts = coverFactsWith(),
): string {
  const coverage = coverCall(call, [commitment], facts);
  return coverage.covered ? "covered" : coverage.misses.map(({ miss }) => miss).join(" ");
}

function withEnvelope(change: Partial<Envelope>): ServedCommitment {
  return commitmentWith({ envelopes: [envelopeWith(change)] });
}

function on(target: string, change: Partial<Effect> = {}, call: Partial<CoveredCall> = {}): CoveredCall {
  return callWith({ effects: [effectOn(target, change)], ...call });
}

describe("an envelope covers only inside its scope (property 67)", () => {
  it.each<[string, CoveredCall, string]>([
    ["an edit below its path", callWith(), "covered"],
    ["the path with a leading dot", callWith({ written: ["./docs/a.md"] }), "covered"],
    ["the absolute path inside the root", callWith({ written: ["/repo/docs/a.md"] }), "covered"],
    ["another tool", callWith({ tool: "Bash" }), "tool"],
    ["its tool in other case", callWith({ tool: "edit" }), "tool"],
    ["another path", on("/repo/src/a.ts"), "target"],
    ["a path that begins alike", on("/repo/docs-old/a.md"), "target"],
    ["another root", on("/repo2/docs/a.md"), "target"],
    ["an absolute path outside", on("/etc/docs/a.md"), "target"],
    ["another kind", on("/repo/docs/a.md", { kind: "delete" }), "kind"],
    ["a step upwards, although it stays inside", callWith({ written: ["docs/x/../a.md"] }), "target"],
    ["a step upwards the Windows way", callWith({ written: ["docs\\..\\a.md"] }), "target"],
    ["no target", on(""), "target"],
    ["an unknown target", on("?"), "target"],
    ["a pattern", on("/repo/docs/*.md"), "target"],
    ["some of a folder", on("some:/repo/docs"), "target"],
    ["one of two targets", callWith({ effects: [effectOn("/repo/docs/a.md"), effectOn("/repo/src/a.ts")] }), "target"],
    ["a link that leads out", callWith({ views: { "/repo/docs/a.md": ["/repo/docs/a.md", "/etc/passwd"] } }), "target"],
    ["a link that stays inside", callWith({ views: { "/repo/docs/a.md": ["/repo/docs/b.md"] } }), "covered"],
    ["a link to another folder of the root", callWith({ views: { "/repo/docs/a.md": ["/repo/src/a.ts"] } }), "target"],
    ["a path nobody resolved", callWith({ views: {} }), "target"],
    ["a path without a view", callWith({ views: { "/repo/docs/a.md": [] } }), "target"],
    ["a view that is no path", callWith({ views: { "/repo/docs/a.md": ["docs/a.md"] } }), "target"],
    ["another case of the path", on("/repo/Docs/a.md"), "target"],
    ["a call without effects", callWith({ effects: [] }), "not-understood"],
    ["a call that is not understood", callWith({ understood: false }), "not-understood"],
    ["an uncertain effect", on("/repo/docs/a.md", { certain: false }), "not-understood"],
    ["a command of the project", on("project:npm/test", { kind: "execute" }), "kind"],
    ["no root at all", callWith({ roots: [] }), "target"],
    ["the root of the file system as root", callWith({ roots: [{ path: "/" }] }), "target"],
  ])("%s: %s", (_name, call, expected) => {
    expect(missOf(call)).toBe(expected);
  });

  it.each<[string, Partial<Envelope>, Effect, string]>([
    [
      "a listed command",
      { kinds: ["execute"], executes: ["project:npm/test"] },
      effectOn("project:npm/test", { kind: "execute" }),
      "covered",
    ],
    [
      "a command by pattern",
      { kinds: ["execute"], executes: ["project:npm/*"] },
      effectOn("project:npm/test", { kind: "execute" }),
      "covered",
    ],
    [
      "a command that is not listed",
      { kinds: ["execute"], executes: ["project:npm/test"] },
      effectOn("project:npm/build", { kind: "execute" }),
      "target",
    ],
    [
      "a script under the path scope alone",
      { kinds: ["execute"], any_path: true },
      effectOn("/repo/docs/x.sh", { kind: "execute" }),
      "target",
    ],
    [
      "a listed host",
      { kinds: ["network"], hosts: ["example.org"] },
      effectOn("host:example.org", { kind: "network" }),
      "covered",
    ],
    [
      "a host with its port, not listed so",
      { kinds: ["network"], hosts: ["example.org"] },
      effectOn("host:example.org:8080", { kind: "network" }),
      "target",
    ],
    [
      "a listed remote",
      { kinds: ["publish"], remotes: ["git-remote:origin/docs-*"], permission: "full-access" },
      effectOn("git-remote:origin/docs-1", { kind: "publish", reversibility: "costly" }),
      "covered",
    ],
    [
      "a remote needs full access",
      { kinds: ["publish"], remotes: ["git-remote:origin/docs-*"] },
      effectOn("git-remote:origin/docs-1", { kind: "publish", reversibility: "costly" }),
      "permission",
    ],
    ["an edit under read only", { permission: "read-only" }, effectOn("/repo/docs/a.md"), "permission"],
    ["a read under read only", { permission: "read-only" }, effectOn("/repo/docs/a.md", { kind: "read" }), "covered"],
    [
      "a payment of unknown price",
      { kinds: ["pay"], remotes: ["pay:*"], permission: "full-access" },
      effectOn("pay:shop", { kind: "pay", amount_usd: null, reversibility: "costly" }),
      "spend",
    ],
    [
      "a payment within the limit",
      { kinds: ["pay"], remotes: ["pay:*"], permission: "full-access" },
      effectOn("pay:shop", { kind: "pay", amount_usd: 5, reversibility: "costly" }),
      "covered",
    ],
    [
      "a payment beyond the limit",
      { kinds: ["pay"], remotes: ["pay:*"], permission: "full-access" },
      effectOn("pay:shop", { kind: "pay", amount_usd: 5.01, reversibility: "costly" }),
      "spend",
    ],
    [
      "an unlimited payment of unknown price",
      { kinds: ["pay"], remotes: ["pay:*"], permission: "full-access", spend_usd: "unlimited" },
      effectOn("pay:shop", { kind: "pay", reversibility: "costly" }),
      "spend",
    ],
    [
      "work for a subagent of the host",
      { kinds: ["delegate"], remotes: ["agent:in-host"] },
      effectOn("agent:in-host", { kind: "delegate" }),
      "covered",
    ],
  ])("%s", (_name, envelope, effect, expected) => {
    expect(missOf(callWith({ effects: [effect], tool: "Edit" }), withEnvelope(envelope))).toBe(expected);
  });

  it("any path still means inside the roots, and an empty list covers nothing (property 69)", () => {
    const { paths: _, tools: __, ...others } = envelopeWith();
    const anywhere: Envelope = { ...others, any_path: true, any_tool: true };
    const held = commitmentWith({ envelopes: [anywhere] });
    expect(missOf(on("/repo/src/a.ts"), held)).toBe("covered");
    expect(missOf(on("/etc/passwd"), held)).toBe("target");
    expect(missOf(callWith({ tool: "Bash" }), held)).toBe("covered");
    expect(missOf(callWith(), withEnvelope({ paths: [] }))).toBe("target");
    expect(missOf(callWith(), withEnvelope({ tools: [] }))).toBe("tool");
    expect(missOf(callWith(), withEnvelope({ kinds: [] }))).toBe("kind");
  });

  it("compares names as the volume does, if it was probed", () => {
    const upper = on("/repo/DOCS/a.md");
    expect(missOf({ ...upper, roots: [{ path: "/repo", is_case_insensitive: true }] })).toBe("covered");
    const decomposed = on("/repo/caf\u0065\u0301/a.md");
    const held = withEnvelope({ paths: ["caf\u00e9/**"] });
    expect(missOf(decomposed, held)).toBe("target");
    expect(missOf({ ...decomposed, roots: [{ path: "/repo", folds_form: true }] }, held)).toBe("covered");
  });

  it("tells where a root ends however its name is composed", () => {
    const root = { path: "/cafe\u0301", folds_form: true };
    const effects = [effectOn("/caf\u00e9/docs/a.md")];
    expect(missOf(callWith({ effects, roots: [root] }))).toBe("covered");
    expect(missOf(callWith({ effects, roots: [{ path: root.path }] }))).toBe("target");
  });

  it("reads an absolute pattern below its root, and one that steps upwards as nothing", () => {
    expect(missOf(callWith(), withEnvelope({ paths: ["/repo/docs/**"] }))).toBe("covered");
    expect(missOf(callWith(), withEnvelope({ paths: ["/other/docs/**"] }))).toBe("target");
    expect(missOf(callWith(), withEnvelope({ paths: ["src/../docs/**"] }))).toBe("target");
  });
});

describe("what happened since the grant counts at the next call (property 68)", () => {
  it.each<[string, Partial<ServedCommitment>, Partial<CoverFacts>, string]>([
    ["nothing", {}, {}, "covered"],
    ["revoked", { envelopes: [envelopeWith({ revoked_at: "2026-11-30T07:00:00Z" })] }, {}, "not-live"],
    ["revoked at a time nobody can read", { envelopes: [envelopeWith({ revoked_at: null })] }, {}, "not-live"],
    ["revoked by somebody, at no time", { envelopes: [envelopeWith({ revoked_by: "x" })] }, {}, "not-live"],
    ["expired at this instant", {}, { now: expiresAt }, "not-live"],
    ["about to expire", {}, { now: "2026-11-30T17:59:59.999Z" }, "covered"],
    ["at a time nobody can read", {}, { now: "today" }, "not-live"],
    ["spent to the limit", { spent_usd: 5 }, {}, "spend"],
    ["spent to the limit with what runs", { spent_usd: 3 }, { running_usd: 2 }, "spend"],
    ["spent just below the limit", { spent_usd: 4.99 }, {}, "covered"],
    ["running spend nobody reports", {}, { running_usd: null }, "spend"],
    ["running spend that is no number", {}, { running_usd: Number.NaN }, "spend"],
    ["spend that is no number", { spent_usd: Number.NaN }, {}, "spend"],
    ["spend without end", { spent_usd: Infinity }, {}, "spend"],
    [
      "unlimited, with spend nobody reports",
      { envelopes: [envelopeWith({ spend_usd: "unlimited" })] },
      { running_usd: null },
      "covered",
    ],
    ["used up", { envelopes: [envelopeWith({ max_uses: 2 })], uses: { e1: 2 } }, {}, "uses"],
    ["used all but once", { envelopes: [envelopeWith({ max_uses: 2 })], uses: { e1: 1 } }, {}, "covered"],
    ["uses nobody counted", { envelopes: [envelopeWith({ max_uses: 2 })], uses: { e1: Number.NaN } }, {}, "uses"],
    ["closed", { is_closed: true }, {}, "closed"],
    ["of another commitment", { envelopes: [envelopeWith({ commitment: "c2" })] }, {}, "closed"],
    ["granted before a row nobody could read", { void_envelopes: ["e1"] }, {}, "void"],
    ["another one granted before such a row", { void_envelopes: ["e0"] }, {}, "covered"],
    ["autonomy is no longer delegated", {}, { autonomy: "assisted" }, "autonomy"],
    ["autonomy is beyond delegated", {}, { autonomy: "autonomous" }, "autonomy"],
    ["nobody human asked", { is_human: false }, { origin_is_human: false }, "origin"],
    ["a schedule serves a person's commitment", {}, { origin_is_human: false }, "covered"],
  ])("%s: %s", (_name, commitment, facts, expected) => {
    expect(missOf(callWith(), commitmentWith(commitment), coverFactsWith(facts))).toBe(expected);
  });
});

describe("what cannot be undone (property 71)", () => {
  it("is never covered, as an intent or as an effect", () => {
    expect(missOf(callWith(), commitmentWith(), coverFactsWith({ is_irreversible: true }))).toBe("irreversible-intent");
    for (const reversibility of ["irreversible", "unknown" as "irreversible"]) {
      expect(missOf(on("/repo/docs/a.md", { reversibility } as Partial<Effect>))).toBe("irreversible");
    }
    expect(missOf(on("/repo/docs/a.md", { reversibility: "costly" }))).toBe("covered");
  });
});

describe("attenuated envelopes (property 70)", () => {
  const parent = envelopeWith({ max_uses: 3, descendants: true });
  const child = envelopeWith({ id: "e2", parent: "e1", granted_at: "2026-11-30T05:00:00.000Z", descendants: true });

  function covered(change: {
    parent?: Partial<Envelope>;
    child?: Partial<Envelope>;
    uses?: Record<string, number>;
  }): boolean {
    const envelopes = [
      { ...child, ...change.child },
      { ...parent, paths: ["docs/**"], ...change.parent },
    ];
    const onlyChild = { ...callWith(), is_subagent: false };
    const coverage = coverCall(onlyChild, [commitmentWith({ envelopes, uses: change.uses ?? {} })], coverFactsWith());
    return coverage.covered && coverage.envelope === "e2";
  }

  it("cover what both cover", () => {
    expect(covered({})).toBe(true);
  });

  it.each<[string, Partial<Envelope>]>([
    ["tools", { tools: ["Write"] }],
    ["kinds", { kinds: ["read"] }],
    ["paths", { paths: ["src/**"] }],
    ["permission", { permission: "read-only" }],
    ["spend", { spend_usd: 0 }],
    ["expiry", { expires_at: "2026-11-30T07:00:00Z" }],
    ["revocation", { revoked_at: "2026-11-30T07:00:00Z" }],
    ["an expiry nobody can read", { expires_at: "later" }],
  ])("are ended by the parent's %s", (_name, change) => {
    expect(covered({ parent: change })).toBe(false);
  });

  it("use up the parent too", () => {
    expect(covered({ uses: { e2: 2 } })).toBe(true);
    expect(covered({ uses: { e2: 3 } })).toBe(false);
    expect(covered({ uses: { e2: 1, e1: 2 } })).toBe(false);
  });

  it.each<[string, readonly Envelope[]]>([
    ["a parent nobody has", [{ ...child, parent: "gone" }]],
    ["a cycle", [{ ...child, parent: "e3" }, envelopeWith({ id: "e3", parent: "e2" })]],
    ["itself", [{ ...child, parent: "e2" }]],
    [
      "too long a line",
      Array.from({ length: 8 }, (_, at) => envelopeWith({ id: `e${at + 2}`, parent: `e${at + 3}` })).concat(
        envelopeWith({ id: "e10" }),
      ),
    ],
    ["a parent of another commitment", [child, envelopeWith({ commitment: "c2" })]],
  ])("with %s cover nothing", (_name, envelopes) => {
    const coverage = coverCall(callWith(), [commitmentWith({ envelopes })], coverFactsWith());
    expect(coverage.covered && coverage.envelope === "e2").toBe(false);
  });

  it("cover a subagent only where every one of the line says so", () => {
    const held = (envelopes: readonly Envelope[]) =>
      missOf(callWith({ is_subagent: true }), commitmentWith({ envelopes }));
    expect(held([envelopeWith()])).toBe("descendants");
    expect(held([envelopeWith({ descendants: true })])).toBe("covered");
    expect(held([child, { ...parent, descendants: false }])).toBe("descendants descendants");
  });
});

describe("several envelopes", () => {
  it("are tried oldest grant first, and the first that covers is named with its version", () => {
    const older = envelopeWith({ id: "older", granted_at: "2026-11-30T05:00:00Z", version: 4 });
    const commitments = [commitmentWith({ envelopes: [envelopeWith(), older] })];
    expect(coverCall(callWith(), commitments, coverFactsWith())).toEqual({
      covered: true,
      commitment: "c1",
      envelope: "older",
      version: 4,
    });
  });

  it("are never added up to cover one call", () => {
    const envelopes = [envelopeWith({ id: "a", paths: ["docs/**"] }), envelopeWith({ id: "b", paths: ["src/**"] })];
    const call = callWith({ effects: [effectOn("/repo/docs/a.md"), effectOn("/repo/src/a.ts")] });
    expect(missOf(call, commitmentWith({ envelopes }))).toBe("target target");
  });

  it("of no commitment cover nothing", () => {
    expect(coverCall(callWith(), [], coverFactsWith())).toEqual({ covered: false, misses: [] });
  });
});

it("narrowing an envelope in any field never covers more", () => {
  const narrowings: readonly Partial<Envelope>[] = [
    { tools: ["Write"] },
    { kinds: ["read"] },
    { paths: ["docs/api/**"] },
    { permission: "read-only" },
    { spend_usd: 0 },
    { max_uses: 1 },
    { expires_at: "2026-11-30T07:00:00Z" },
    { revoked_at: true },
  ];
  const target = fc.constantFrom("/repo/docs/a.md", "/repo/docs/api/b.md", "/repo/src/c.ts");
  const kind = fc.constantFrom("read" as const, "write" as const, "delete" as const);
  const tool = fc.constantFrom("Edit", "Write", "Bash");
  const uses = fc.nat({ max: 2 });
  fc.assert(
    fc.property(target, kind, tool, uses, fc.constantFrom(...narrowings), (path, effect, name, used, narrowing) => {
      const call = callWith({ effects: [effectOn(path, { kind: effect })], tool: name });
      const held = (change: Partial<Envelope>) =>
        missOf(call, commitmentWith({ envelopes: [envelopeWith(change)], uses: { e1: used } })) === "covered";
      expect(held(narrowing) && !held({})).toBe(false);
    }),
    { numRuns: 200 },
  );
});

describe("an engagement under an envelope", () => {
  const strand = { ceiling: { spend_usd: 9 }, posture: { ...generalEngagement.posture, hil: "review" } } as const;

  it("involves the person through it, and meets its permission and spend", () => {
    expect(underEnvelope(strand, "costly", "delegated", envelopeWith())).toEqual({
      ceiling: { permission: "workspace-write", spend_usd: 5 },
      posture: { ...strand.posture, hil: "envelope" },
    });
    expect(
      underEnvelope(strand, "costly", "delegated", envelopeWith({ spend_usd: "unlimited" })).ceiling.spend_usd,
    ).toBe(9);
  });

  it("that cannot be undone, or waits for a person anyway, keeps how a person is involved", () => {
    expect(underEnvelope(strand, "irreversible", "delegated", envelopeWith()).posture.hil).toBe("review");
    const deferred = { ...strand, posture: { ...strand.posture, hil: "defer" } } as const;
    expect(underEnvelope(deferred, "costly", "delegated", envelopeWith()).posture.hil).toBe("defer");
  });

  it("without a live one, or without delegated autonomy, is the very same (property 73)", () => {
    expect(underEnvelope(strand, "costly", "delegated", null)).toBe(strand);
    for (const autonomy of requestScales.autonomy.words.filter((word) => word !== "delegated")) {
      expect(underEnvelope(strand, "costly", autonomy, envelopeWith())).toBe(strand);
    }
  });
});
