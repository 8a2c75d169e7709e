import { describe, expect, it } from "vitest";
import { effectOn } from "../../../../testing/envelope.ts";
import {
  type ActionIdentity,
  type Answerer,
  type Approval,
  type ApprovalLives,
  actionDigest,
  approvalExpiry,
  effectsDigest,
  isOver,
  personServed,
  refuseAnswer,
  type Taking,
  takeApproval,
  usedApproval,
} from "./approval.ts";

const identity: ActionIdentity = {
  tool: "Bash",
  input: { command: "npm install left-pad", description: "install it", timeout: 1000 },
  cwd: "/home/dev/app",
  roots: ["/home/dev/app"],
  session: "s1",
  agent: null,
  env_digest: "sha256:e",
  envelope_version: null,
  policy_digest: "sha256:p",
};
const effects = [effectOn("pkg:npm/left-pad", { kind: "execute", reversibility: "costly" })];
const asked = "2026-11-30T06:00:00.000Z";
const answered = "2026-11-30T08:00:00.000Z";

const approval: Approval = {
  id: "a1",
  digest: actionDigest(identity),
  effects_digest: effectsDigest(identity, effects),
  tool: identity.tool,
  input: identity.input,
  cwd: identity.cwd,
  session: "s1",
  agent: null,
  policy_digest: "sha256:p",
  gates: ["action.costly"],
  request_id: "r1",
  requester: { kind: "agent", id: "main" },
  principal: "heron",
  second_person: false,
  asked: "inbox",
  approver: { kind: "person", id: "plover" },
  state: "approved",
  scope: "once",
  requested_at: asked,
  expires_at: "2026-12-01T08:00:00.000Z",
  decided_at: answered,
  uses: 0,
  imported: false,
};
const taking: Taking = { identity, effects, request_id: "r1", gates: ["action.costly"] };

function take(change: Partial<Approval>, changed: Partial<Taking> = {}, now = answered): boolean {
  return takeApproval([{ ...approval, ...change }], { ...taking, ...changed }, now) !== null;
}

describe("the person a turn serves", () => {
  it.each([
    ["who asks", "maria", undefined, "maria"],
    ["nobody, where nobody knows who asks", null, undefined, null],
    ["nobody, where no person asked", undefined, undefined, null],
    ["who asked, where they go on themselves", "maria", "maria", "maria"],
    ["nobody alone, where another goes on with it", "paul", "maria", null],
    ["nobody alone, where an unknown person goes on with it", null, "maria", null],
    ["nobody alone, where a known person goes on with an unknown one's", "paul", null, null],
    ["who asked, where an agent or a tool speaks", undefined, "maria", "maria"],
  ] as const)("is %s", (_what, said, before, served) => {
    expect(personServed(said, before)).toBe(served);
  });
});

describe("the digest of an action (property 74)", () => {
  it.each<[string, Partial<ActionIdentity>]>([
    ["another command", { input: { command: "npm install left-pad@2" } }],
    ["one argument more", { input: { ...identity.input, run_in_background: true } }],
    ["white space in the command", { input: { command: "npm install  left-pad" } }],
    ["another folder", { cwd: "/home/dev" }],
    ["other roots", { roots: ["/home/dev/app", "/tmp"] }],
    ["another session", { session: "s2" }],
    ["a subagent", { agent: "child" }],
    ["another environment", { env_digest: "sha256:f" }],
    ["another version of the envelope", { envelope_version: 1 }],
    ["another policy", { policy_digest: "sha256:q" }],
    ["a look-alike tool", { tool: "Ваsh" }],
  ])("is another one for %s", (_name, change) => {
    expect(actionDigest({ ...identity, ...change })).not.toBe(approval.digest);
  });

  it("is the same for other cosmetic arguments, in any order", () => {
    const input = { timeout: 5, command: "npm install left-pad", description: "x\u202E" };
    expect(actionDigest({ ...identity, input })).toBe(approval.digest);
    const bare = { command: "npm install left-pad" };
    expect(actionDigest({ ...identity, input: bare })).toBe(approval.digest);
  });

  it("takes every argument of a tool nobody knows", () => {
    const other = { ...identity, tool: "Shell" };
    const input = { ...identity.input, description: "other" };
    expect(actionDigest({ ...other, input })).not.toBe(actionDigest(other));
  });

  it("of effects looks at what would happen, not at how it is written", () => {
    const input = { command: "npm i left-pad" };
    expect(effectsDigest({ ...identity, input }, effects)).toBe(approval.effects_digest);
    expect(effectsDigest(identity, [])).not.toBe(approval.effects_digest);
    expect(effectsDigest({ ...identity, cwd: "/" }, effects)).not.toBe(approval.effects_digest);
  });

  it("of arguments without one form is an error", () => {
    expect(() => actionDigest({ ...identity, input: { n: Number.NaN } })).toThrow(/no finite number/);
  });
});

describe("spending an approval (property 74)", () => {
  it("opens exactly the call that was approved", () => {
    expect(takeApproval([approval], taking, answered)).toBe(approval);
  });

  it.each<[string, Partial<Approval>, Partial<Taking>]>([
    ["pending", { state: "pending" }, {}],
    ["denied", { state: "denied" }, {}],
    ["used", { state: "used", uses: 1 }, {}],
    ["used, whatever its state says", { uses: 1 }, {}],
    ["used at some time", { used_at: answered }, {}],
    ["withdrawn", { state: "withdrawn" }, {}],
    ["expired", { state: "expired" }, {}],
    ["decided by nobody", { approver: undefined as never }, {}],
    ["decided by an agent", { approver: { kind: "agent", id: "x" } }, {}],
    ["from another ledger", { imported: true }, {}],
    ["expired at this instant", { expires_at: answered }, {}],
    ["of an expiry nobody can read", { expires_at: "later" }, {}],
    ["for another request", {}, { request_id: "r2" }],
    ["for another argument", {}, { identity: { ...identity, input: { command: "npm install right-pad" } } }],
    ["for another folder", {}, { identity: { ...identity, cwd: "/" } }],
    ["for another session", {}, { identity: { ...identity, session: "s2" } }],
    ["for another agent", {}, { identity: { ...identity, agent: "child" } }],
    ["for another envelope", {}, { identity: { ...identity, envelope_version: 2 } }],
    [
      "under another policy with a gate more",
      {},
      { identity: { ...identity, policy_digest: "q" }, gates: ["action.costly", "policy.x"] },
    ],
    ["for effects nobody understood", { scope: "effects" }, { effects: null }],
    ["for other effects", { scope: "effects" }, { effects: [] }],
    ["for effects that were not understood then", { scope: "effects", effects_digest: null }, {}],
  ])("is refused: %s", (_name, change, changed) => {
    expect(take(change, changed)).toBe(false);
  });

  it("under another policy is possible with the same or fewer gates", () => {
    const changed = { ...identity, policy_digest: "q" };
    expect(take({}, { identity: changed })).toBe(true);
    expect(take({}, { identity: changed, gates: [] })).toBe(true);
  });

  it("once marks it used, and a second call finds none (property 75, the function)", () => {
    const used = usedApproval(approval, answered);
    expect(used).toMatchObject({ state: "used", used_at: answered, uses: 1 });
    expect(takeApproval([used], taking, answered)).toBeNull();
  });

  it("for effects may be spent again until it expires, and every use is counted", () => {
    const scoped = { ...approval, scope: "effects" } as const;
    const used = usedApproval(scoped, answered);
    expect(used).toMatchObject({ state: "approved", uses: 1 });
    const rewritten = { ...taking, identity: { ...identity, input: { command: "npm i left-pad" } } };
    expect(takeApproval([used], rewritten, answered)).toBe(used);
    expect(takeApproval([used], rewritten, used.expires_at)).toBeNull();
  });
});

describe("who may answer (property 76)", () => {
  const pending: Approval = { ...approval, state: "pending" };
  const person: Answerer = { actor: { kind: "person", id: "plover" }, session: null };

  it.each<[string, Partial<Approval>, Answerer, boolean, string | null]>([
    ["another person", {}, person, false, null],
    ["the person who asked for the work", {}, { ...person, actor: { kind: "person", id: "heron" } }, false, null],
    [
      "the same, where a second person is required",
      {},
      { ...person, actor: { kind: "person", id: "heron" } },
      true,
      "authority.second-person",
    ],
    ["a second person", {}, person, true, null],
    ["a second person to nobody known", { principal: undefined as never }, person, true, "authority.second-person"],
    ["an agent", {}, { ...person, actor: { kind: "agent", id: "other" } }, false, "authority.not-human"],
    ["the runtime", {}, { ...person, actor: { kind: "runtime", id: "w" } }, false, "authority.not-human"],
    ["a tool", {}, { ...person, actor: { kind: "tool", id: "w" } }, false, "authority.not-human"],
    [
      "the requester under the same name",
      { requester: { kind: "agent", id: "plover" } },
      person,
      false,
      "authority.self-approved",
    ],
    ["the session that asked", {}, { ...person, session: "s1" }, false, "authority.self-approved"],
    ["too late", { expires_at: answered }, person, false, "expired"],
    ["a question from another ledger", { imported: true }, person, false, "imported"],
    ["a decided one", { state: "denied" }, person, false, "decided"],
  ])("%s", (_name, change, by, isSecond, refusal) => {
    expect(refuseAnswer({ ...pending, ...change }, by, answered, isSecond)).toBe(refusal);
  });
});

describe("how long a question and an answer live", () => {
  const lives: ApprovalLives = { live_minutes: 15, parked_hours: 24, ask_hours: 72 };

  it.each([
    ["live", "asked", "2026-11-30T06:15:00.000Z"],
    ["live", "answered", "2026-11-30T06:15:00.000Z"],
    ["inbox", "asked", "2026-12-03T06:00:00.000Z"],
    ["inbox", "answered", "2026-12-01T06:00:00.000Z"],
  ] as const)("%s, %s: until %s", (kind, step, until) => {
    expect(approvalExpiry(kind, step, asked, lives)).toBe(until);
  });

  it("is nothing at a time or with a number nobody can read", () => {
    expect(approvalExpiry("live", "asked", "now", lives)).toBeNull();
    for (const odd of [Number.NaN, Infinity, 0, -1]) {
      expect(approvalExpiry("live", "asked", asked, { ...lives, live_minutes: odd })).toBeNull();
    }
  });

  it("is over at the instant, and at a time nobody can read", () => {
    expect(isOver({ expires_at: answered }, answered)).toBe(true);
    expect(isOver({ expires_at: answered }, "2026-11-30T07:59:59.999Z")).toBe(false);
    expect(isOver({ expires_at: answered }, "now")).toBe(true);
  });
});
