import { describe, expect, it } from "vitest";
import { envelopeWith, expiresAt, grantedAt, now } from "../../../../testing/envelope.ts";
import { Envelope as EnvelopeSchema } from "./envelope.schema.ts";
import { type Envelope, isLive, readActor, readEnvelope, readEscalation } from "./envelope.ts";
import { attenuate, type GrantContext, grantEnvelope, revokeEnvelope, widerFields } from "./envelope-grant.ts";

const context: GrantContext = {
  id: "e9",
  now,
  by: { kind: "person", id: "heron" },
  commitment: { id: "c1", is_closed: false, stakes: "reversible", lifetime_budget_usd: 25 },
  default_hours: 24,
  max_hours: 720,
};
const request = { tools: ["Edit"], paths: ["docs/**"] };

function refused(change: object, changedContext: Partial<GrantContext> = {}): string[] {
  const result = grantEnvelope({ ...request, ...change }, { ...context, ...changedContext });
  return result.ok ? [] : result.refusals.map(({ field }) => field);
}

describe("granting", () => {
  it("fills in what the specification fills in, and writes who granted when", () => {
    const result = grantEnvelope(request, context);
    expect(result).toEqual({
      ok: true,
      envelope: {
        schema: "warrant.envelope/v1",
        id: "e9",
        version: 1,
        commitment: "c1",
        granted_by: { kind: "person", id: "heron" },
        granted_at: now,
        expires_at: "2026-12-01T08:00:00.000Z",
        kinds: ["read", "write"],
        tools: ["Edit"],
        paths: ["docs/**"],
        hosts: [],
        executes: [],
        remotes: [],
        spend_usd: 25,
        max_uses: "unlimited",
        permission: "workspace-write",
        escalation: { kind: "wait" },
        descendants: false,
      },
    });
    expect(result.ok && EnvelopeSchema.safeParse(result.envelope).success).toBe(true);
  });

  it.each<[string, object, string]>([
    ["a field nobody knows", { regions: ["eu"] }, "regions"],
    ["a field that Warrant writes", { granted_by: { kind: "person", id: "x" } }, "granted_by"],
    ["no tools and not any tool", { tools: undefined }, "tools"],
    ["tools and any tool", { any_tool: true }, "tools"],
    ["no paths and not any path", { paths: undefined }, "paths"],
    ["any path that is not true", { paths: undefined, any_path: "yes" }, "any_path"],
    ["tools that are no list of texts", { tools: ["Edit", 3] }, "tools"],
    ["a kind nobody knows", { kinds: ["conjure"] }, "kinds"],
    ["a permission nobody knows", { permission: "root" }, "permission"],
    ["no amount", { spend_usd: null }, "spend_usd"],
    ["an amount that is none", { spend_usd: Number.NaN }, "spend_usd"],
    ["an endless amount", { spend_usd: Infinity }, "spend_usd"],
    ["a negative amount", { spend_usd: -1 }, "spend_usd"],
    ["an amount as text", { spend_usd: "5" }, "spend_usd"],
    ["no use at all", { max_uses: 0 }, "max_uses"],
    ["half a use", { max_uses: 1.5 }, "max_uses"],
    ["a use that is no number", { max_uses: null }, "max_uses"],
    ["an expiry that is over", { expires_at: now }, "expires_at"],
    ["an expiry nobody can read", { expires_at: "tomorrow" }, "expires_at"],
    ["an expiry too far away", { expires_at: "2027-01-01T00:00:00Z" }, "expires_at"],
    ["an escalation without hours", { escalation: { kind: "abandon" } }, "escalation"],
    ["an escalation nobody knows", { escalation: { kind: "approve", after_hours: 1 } }, "escalation"],
  ])("is refused with %s, naming the field", (_name, change, field) => {
    expect(refused(change)).toEqual([field]);
  });

  it.each<[string, object, Partial<GrantContext>, string[]]>([
    ["by an agent", {}, { by: { kind: "agent", id: "a" } }, ["granted_by"]],
    ["by a tool", {}, { by: { kind: "tool", id: "a" } }, ["granted_by"]],
    ["on a closed commitment", {}, { commitment: { ...context.commitment, is_closed: true } }, ["commitment"]],
    ["at a time nobody knows", {}, { now: "now" }, ["granted_at"]],
    [
      "without a number where the commitment has none",
      {},
      { commitment: { ...context.commitment, lifetime_budget_usd: "unlimited" } },
      ["spend_usd"],
    ],
    [
      "assuming, where a step cannot be undone",
      { escalation: { kind: "assume-conservative", after_hours: 1 } },
      { commitment: { ...context.commitment, stakes: "irreversible" } },
      ["escalation"],
    ],
    [
      "assuming, where nobody knows the stakes",
      { escalation: { kind: "assume-conservative", after_hours: 1 } },
      { commitment: { ...context.commitment, stakes: null } },
      ["escalation"],
    ],
  ])("is refused %s", (_name, change, changedContext, fields) => {
    expect(refused(change, changedContext)).toEqual(fields);
  });

  it.each([
    { spend_usd: "unlimited" },
    { spend_usd: 0 },
    { max_uses: 1 },
    { kinds: ["pay"] },
    { tools: undefined, any_tool: true },
    { paths: undefined, any_path: true },
    { expires_at: "2026-12-30T08:00:00.000Z" },
    { escalation: { kind: "assume-conservative", after_hours: 2 } },
    { escalation: { kind: "reassign", to: "plover", after_hours: 2 } },
    { tools: [] },
  ])("is given with %j", (change) => {
    expect(refused(change)).toEqual([]);
  });

  it("names every reason at once, and refuses what is no record", () => {
    expect(refused({ tools: undefined, paths: undefined, spend_usd: null })).toEqual(["tools", "paths", "spend_usd"]);
    expect(grantEnvelope(null, context).ok).toBe(false);
  });
});

describe("reading an envelope", () => {
  it("gives back what was granted, also through JSON", () => {
    const envelope = envelopeWith({
      parent: "e0",
      revoked_at: "2026-11-30T07:00:00Z",
      revoked_by: { kind: "person", id: "x" },
    });
    expect(readEnvelope(envelope)).toEqual(envelope);
    expect(readEnvelope(JSON.parse(JSON.stringify(envelope)))).toEqual(envelope);
  });

  it.each<[string, object]>([
    ["an unknown field", { regions: [] }],
    ["no grantor", { granted_by: null }],
    ["an agent as grantor", { granted_by: { kind: "agent", id: "a" } }],
    ["no expiry", { expires_at: undefined }],
    ["a limit lost in JSON", { spend_usd: null }],
    ["uses lost in JSON", { max_uses: null }],
    ["a version that is none", { version: 0 }],
    ["both scopes", { any_path: true }],
    ["neither scope", { paths: undefined }],
    ["an unknown kind", { kinds: ["read", "conjure"] }],
    ["an empty parent", { parent: "" }],
    ["a grant at no time", { granted_at: "then" }],
  ])("with %s gives none", (_name, change) => {
    expect(readEnvelope({ ...envelopeWith(), ...change })).toBeNull();
  });

  it("reads unreadable lists as empty, an unknown permission as read only, and silence as no for subagents", () => {
    const odd = { ...envelopeWith(), hosts: null, executes: [1], remotes: "x", permission: "root", descendants: "yes" };
    expect(readEnvelope(odd)).toMatchObject({
      hosts: [],
      executes: [],
      remotes: [],
      permission: "read-only",
      descendants: false,
    });
    expect(readEnvelope("x")).toBeNull();
  });

  it.each([
    [{ kind: "wait" }, { kind: "wait" }],
    [
      { kind: "abandon", after_hours: 3 },
      { kind: "abandon", after_hours: 3 },
    ],
    [{ kind: "abandon", after_hours: 0 }, { kind: "wait" }],
    [{ kind: "abandon", after_hours: null }, { kind: "wait" }],
    [{ kind: "abandon", after_hours: Infinity }, { kind: "wait" }],
    [{ kind: "reassign", after_hours: 1 }, { kind: "wait" }],
    [
      { kind: "reassign", to: "plover", after_hours: 1 },
      { kind: "reassign", to: "plover", after_hours: 1 },
    ],
    [{ kind: "approve", after_hours: 1 }, { kind: "wait" }],
    [null, { kind: "wait" }],
  ])("reads escalation %j as %j", (value, escalation) => {
    expect(readEscalation(value)).toEqual(escalation);
  });

  it.each([
    [
      { kind: "person", id: "a" },
      { kind: "person", id: "a" },
    ],
    [{ kind: "person", id: "" }, null],
    [{ kind: "robot", id: "a" }, null],
    ["person", null],
  ])("reads actor %j as %j", (value, actor) => {
    expect(readActor(value)).toEqual(actor);
  });
});

describe("attenuating (property 70)", () => {
  const parent = envelopeWith({ max_uses: 5, hosts: ["example.org"], escalation: { kind: "abandon", after_hours: 4 } });
  const state = { envelope: parent, spent_usd: 2, uses: 3 };
  const child = { tools: ["Edit"], paths: ["docs/api/**"], spend_usd: 3, max_uses: 2 };

  it("gives a child inside its parent, over when the parent is", () => {
    const result = attenuate(state, child, context);
    expect(result).toMatchObject({
      ok: true,
      envelope: { parent: "e1", expires_at: expiresAt, spend_usd: 3, max_uses: 2 },
    });
  });

  it.each<[string, object]>([
    ["expires_at", { expires_at: "2026-11-30T18:00:00.001Z" }],
    ["spend_usd", { spend_usd: 3.01 }],
    ["spend_usd", { spend_usd: "unlimited" }],
    ["max_uses", { max_uses: 3 }],
    ["max_uses", { max_uses: "unlimited" }],
    ["kinds", { kinds: ["read", "delete"] }],
    ["tools", { tools: ["Bash"] }],
    ["tools", { tools: undefined, any_tool: true }],
    ["paths", { paths: ["docs/**", "src/**"] }],
    ["paths", { paths: ["doc*/**"] }],
    ["paths", { paths: undefined, any_path: true }],
    ["hosts", { hosts: ["example.com"] }],
    ["executes", { executes: ["project:npm/test"] }],
    ["remotes", { remotes: ["git-remote:origin/x"] }],
    ["permission", { permission: "full-access" }],
    ["escalation", { escalation: { kind: "abandon", after_hours: 3 } }],
    ["escalation", { escalation: { kind: "reassign", to: "plover", after_hours: 9 } }],
    ["descendants", { descendants: true }],
  ])("refuses a wider %s", (field, change) => {
    const result = attenuate(state, { ...child, ...change }, context);
    expect(result.ok ? [] : result.refusals.map((refusal) => refusal.field)).toEqual([field]);
  });

  it("refuses a child of an envelope that is over, and one that cannot be read", () => {
    const over = attenuate({ ...state, envelope: revokeEnvelope(parent, now, context.by) }, child, context);
    expect(over).toMatchObject({ ok: false, refusals: [{ field: "parent" }] });
    expect(attenuate(state, "x", context).ok).toBe(false);
    expect(attenuate({ ...state, uses: Number.NaN }, child, context)).toMatchObject({
      ok: false,
      refusals: [{ field: "max_uses" }],
    });
  });

  it("of a parent without limits needs none", () => {
    const { paths: _, tools: __, ...others } = envelopeWith({ spend_usd: "unlimited", descendants: true });
    const wide: Envelope = { ...others, any_path: true, any_tool: true };
    const narrow = envelopeWith({ id: "e2", spend_usd: "unlimited", descendants: true });
    expect(widerFields(narrow, { envelope: wide, spent_usd: 100, uses: 100 })).toEqual([]);
    expect(widerFields({ ...narrow, commitment: "c2" }, { envelope: wide, spent_usd: 0, uses: 0 })).toEqual([
      "commitment",
    ]);
  });
});

describe("revoking", () => {
  it("ends an envelope at once, with a new version", () => {
    const revoked = revokeEnvelope(envelopeWith(), now, context.by);
    expect(revoked).toMatchObject({ version: 2, revoked_at: now, revoked_by: context.by });
    expect(isLive(revoked, now)).toBe(false);
    expect(isLive(envelopeWith(), grantedAt)).toBe(true);
  });
});
