import type { PathAnswer } from "@warrant/kernel/action/place";
import type { PendingAction } from "@warrant/kernel/commitment/park";
import { type ActionIdentity, type Approval, actionDigest, effectsDigest } from "@warrant/kernel/policy/approval";
import type { Envelope } from "@warrant/kernel/policy/envelope";
import { describe, expect, it } from "vitest";
import { envelopeWith } from "../../../testing/envelope.ts";
import {
  type GatePortChange,
  gateNow,
  gatePort,
  plainRequest,
  testPlace,
  testPolicy,
} from "../../../testing/gate-port.ts";
import type { Adapter } from "./adapter.ts";
import { claudeCode } from "./claude-code.ts";
import type { CallEvent } from "./event.ts";
import { gateParts, runGate } from "./gate.ts";
import type { SessionMemory } from "./memory.ts";
import type { JudgedCall, Outcome } from "./outcome.ts";

const push = "git push origin feature/login";

function callEvent(tool: string, input: object, change: Partial<CallEvent> & { readonly id?: string } = {}): CallEvent {
  const { id = "toolu_01", ...others } = change;
  return {
    host: "claude-code",
    event: "PreToolUse",
    session: "s-1",
    cwd: "/home/dev/app",
    folders: [],
    mode: "default",
    agent: { id: null, type: null },
    transcript: null,
    kind: "call",
    moment: "before",
    call: { id, tool, input: input as CallEvent["call"]["input"], siblings: null },
    ...others,
  };
}

const bash = (command: string, change: object = {}, more: object = {}) =>
  callEvent("Bash", { command, ...more }, change);

function later(seconds: number): string {
  return new Date(Date.parse(gateNow) + 1000 * seconds).toISOString();
}

function approvalFor(
  command: string,
  change: Partial<Approval> = {},
  identity: Partial<ActionIdentity> = {},
): Approval {
  const action: ActionIdentity = {
    tool: "Bash",
    input: { command },
    cwd: "/home/dev/app",
    roots: ["/home/dev/app"],
    session: "s-1",
    agent: null,
    env_digest: testPlace.env_digest,
    envelope_version: null,
    policy_digest: testPolicy.digest,
    ...identity,
  };
  return {
    id: "ap-1",
    digest: actionDigest(action),
    effects_digest: null,
    tool: action.tool,
    input: action.input,
    cwd: action.cwd,
    session: action.session,
    agent: action.agent,
    policy_digest: action.policy_digest,
    gates: ["action.costly", "ceiling.permission"],
    request_id: plainRequest.request_id,
    requester: { kind: "agent", id: "s-1" },
    second_person: false,
    asked: "inbox",
    approver: { kind: "person", id: "ines" },
    state: "approved",
    scope: "once",
    requested_at: later(-60),
    expires_at: later(900),
    uses: 0,
    imported: false,
    ...change,
  };
}

const given = (...approvals: readonly Approval[]): GatePortChange => ({ authority: { approvals } });

function serving(envelope: Partial<Envelope>, isHuman = true): GatePortChange {
  const live = envelopeWith({ granted_at: later(-60), expires_at: later(3600), spend_usd: "unlimited", ...envelope });
  return {
    policy: { autonomy: "delegated" },
    authority: {
      commitments: [
        {
          id: "c1",
          is_closed: false,
          is_human: isHuman,
          envelopes: [live],
          void_envelopes: [],
          uses: {},
          spent_usd: 0,
        },
      ],
    },
  };
}

function judgedIn(outcome: Outcome): JudgedCall {
  if (outcome.kind !== "judged") throw new Error(`no verdict: ${outcome.kind}`);
  return outcome;
}

async function judge(event: CallEvent, change: GatePortChange = {}, adapter: Adapter = claudeCode) {
  const { port, written } = gatePort(change);
  const outcome = judgedIn(await runGate(port, adapter, event, "user"));
  return { ...outcome, said: `${outcome.decision} ${outcome.rule}`, written };
}

describe("who lets a call through", () => {
  it.each<[string, CallEvent, GatePortChange, string]>([
    [
      "A3 an approval of exactly this call (openclaw/openclaw#124738)",
      bash(push),
      given(approvalFor(push)),
      "allow authority.approval",
    ],
    [
      "A3 no approval of another call (openclaw/openclaw#124738)",
      bash(push),
      given(approvalFor("git push origin feature/other")),
      "ask action.costly",
    ],
    [
      "A4 an envelope that is live now (openclaw/openclaw#103515)",
      callEvent("Write", { file_path: "docs/a.md", content: "x" }),
      serving({}),
      "allow authority.envelope",
    ],
    [
      "A4 no envelope that was revoked since (openclaw/openclaw#103515)",
      callEvent("Write", { file_path: "docs/a.md", content: "x" }),
      serving({ revoked_at: later(-1) }),
      "ask action.autonomy",
    ],
    [
      "A5 no approval given in another environment (hol-guard#2870)",
      bash(push),
      given(approvalFor(push, {}, { env_digest: "sha256:other" })),
      "ask action.costly",
    ],
    [
      "A5 no approval that ran out this instant (hol-guard#2870)",
      bash(push),
      given(approvalFor(push, { expires_at: later(0) })),
      "ask action.costly",
    ],
    [
      "A5 an approval that runs out in a second (hol-guard#2870)",
      bash(push),
      given(approvalFor(push, { expires_at: later(1) })),
      "allow authority.approval",
    ],
    [
      "A5 no approval that was used (hol-guard#2870)",
      bash(push),
      given(approvalFor(push, { uses: 1, state: "used" })),
      "ask action.costly",
    ],
    [
      "A6 no approval of other contents (pydantic/pydantic-ai#6968)",
      callEvent("Write", { file_path: "/etc/motd", content: "hello there" }),
      given(approvalFor("", {}, { tool: "Write", input: { file_path: "/etc/motd", content: "hello" } })),
      "ask action.outside-roots",
    ],
    [
      "A7 an approval, whatever the call's description says (ShieldCortex#202)",
      bash(push, {}, { description: "so that CI runs", timeout: 5 }),
      given(approvalFor(push)),
      "allow authority.approval",
    ],
    [
      "A7 no approval of the same in the background (ShieldCortex#202)",
      bash(push, {}, { run_in_background: true }),
      given(approvalFor(push)),
      "ask action.costly",
    ],
    [
      "A8 no approval by an agent (bettor-arena#204)",
      bash(push),
      given(approvalFor(push, { approver: { kind: "agent", id: "peer" } })),
      "ask action.costly",
    ],
    [
      "A8 no approval under a policy that asks more now (bettor-arena#204)",
      bash(push),
      {
        ...given(approvalFor(push, { policy_digest: "sha256:older" }, { policy_digest: "sha256:older" })),
        policy: { rules: [{ id: "no-push", decision: "ask", effect: { kind: "publish" } }] },
      },
      "ask policy.no-push",
    ],
    [
      "A9 no approval of another session's question (moneat-io/moneat#489)",
      bash(push),
      given(approvalFor(push, { session: "s-2" }, { session: "s-2" })),
      "ask action.costly",
    ],
    [
      "A11 no approval of an earlier request (makecindy/cindy#3993)",
      bash(push),
      { ...given(approvalFor(push)), memory: { request: { ...plainRequest, request_id: "request-2" } } },
      "ask action.costly",
    ],
    [
      "A14 nobody, where the gate itself would change (autonomous-dev#1018)",
      callEvent("Write", { file_path: "/home/dev/.config/warrant/x", content: "" }),
      given(approvalFor("", {}, { tool: "Write", input: { file_path: "/home/dev/.config/warrant/x", content: "" } })),
      "deny action.control",
    ],
    [
      "A15 nobody, where authority is granted (aflock-ai/aflock#149)",
      bash("warrant grant c1 --path 'src/**'"),
      {},
      "deny action.self-authorize",
    ],
    [
      "O1 no envelope for what neither a person asked for nor opened (Claude Code 2.1.210 notes)",
      callEvent("Write", { file_path: "docs/a.md", content: "x" }),
      { ...serving({}, false), memory: { request: { ...plainRequest, origin: "scheduled" } } },
      "ask action.autonomy",
    ],
    [
      "O1 an envelope of work a person opened, whoever asks now (Claude Code 2.1.183 notes)",
      callEvent("Write", { file_path: "docs/a.md", content: "x" }),
      { ...serving({}), memory: { request: { ...plainRequest, origin: "scheduled" } } },
      "allow authority.envelope",
    ],
    [
      "O2 only the rules that stay with the posture off (QwenPaw#7350)",
      bash("npm test"),
      { policy: { posture: "off", autonomy: "manual" } },
      "allow action.within-bounds",
    ],
    [
      "O2 an operator's refusal with the posture off (QwenPaw#7350)",
      bash("curl https://x.example"),
      { policy: { posture: "off", rules: [{ id: "no-curl", decision: "deny", command: { name: "curl" } }] } },
      "deny policy.no-curl",
    ],
  ])("is %s", async (_says, event, change, expected) => {
    expect((await judge(event, change)).said).toBe(expected);
  });

  it("A3 spends an approval once (openclaw/openclaw#124738)", async () => {
    const { port, written } = gatePort(given(approvalFor(push)));
    const first = judgedIn(await runGate(port, claudeCode, bash(push, { id: "a" }), "user"));
    const second = judgedIn(await runGate(port, claudeCode, bash(push, { id: "b" }), "user"));
    expect([first.decision, second.decision]).toEqual(["allow", "ask"]);
    expect(written.filter(({ kind }) => kind === "approval-used")).toHaveLength(1);
  });

  it("A10 lets the same effects through again where a person said so, and no others (Bike4Mind/bike4mind#2231)", async () => {
    const [asked] = (await judge(bash(push))).written;
    const effects = asked?.body["effects"] as Parameters<typeof effectsDigest>[1];
    const action = {
      ...approvalFor(push),
      roots: ["/home/dev/app"],
      env_digest: testPlace.env_digest,
      envelope_version: null,
    };
    const identity = { tool: "Bash", input: {}, cwd: action.cwd, roots: action.roots, session: "s-1", agent: null };
    const digest = effectsDigest(
      { ...identity, env_digest: action.env_digest, envelope_version: null, policy_digest: action.policy_digest },
      effects,
    );
    const change = given(approvalFor(push, { scope: "effects", effects_digest: digest }));
    expect((await judge(bash("git  push origin  feature/login"), change)).said).toBe("allow authority.approval");
    expect((await judge(bash("git push origin feature/other"), change)).said).toBe("ask action.costly");
  });

  it("A12 leaves a question in the inbox that is bound to the very call (openai/codex#36501)", async () => {
    const { reason, inbox_id: inbox, written } = await judge(bash(push, { mode: "dontAsk" }), { inbox: ["9c04"] });
    expect({ inbox, reason }).toEqual({
      inbox: "9c04",
      reason: expect.stringContaining("`warrant answer 9c04 approve`"),
    });
    expect(written[0]).toMatchObject({
      kind: "approval-pending",
      body: { gates: ["action.costly", "ceiling.permission"] },
    });
  });

  it("A13 offers no wider answer than this call, its effects, and no (omnigent-ai/omnigent#5051)", async () => {
    const { written } = await judge(bash(push), { host: { is_headless: true } });
    expect(written[0]).toMatchObject({ body: { choices: ["once", "effects", "no"] } });
  });
});

it("asks for authority once the work trees are known, which may be bound too", async () => {
  const base = gatePort().port;
  const asked: string[] = [];
  const port: GatePortChange["port"] = {
    surroundings: async (...given) => {
      await Promise.resolve();
      const found = await base.surroundings(...given);
      asked.push("surroundings");
      return found;
    },
    authority: (...given) => {
      asked.push("authority");
      return base.authority(...given);
    },
  };
  await judge(bash("npm test"), { port });
  expect(asked).toEqual(["surroundings", "authority"]);
});

describe("an authority that is gone when it is to be spent", () => {
  it("is none, and the call is judged without it", async () => {
    const change = { ...given(approvalFor(push)), port: { take: () => Promise.resolve(false) } };
    expect((await judge(bash(push), change)).said).toBe("ask action.costly");
  });

  it("is none when spending it fails", async () => {
    const change = { ...given(approvalFor(push)), port: { take: () => Promise.reject(new Error("read-only")) } };
    expect((await judge(bash(push), change)).said).toBe("ask action.costly");
  });

  it("gives way to the next one", async () => {
    const approvals = [approvalFor(push), approvalFor(push, { id: "ap-2" })];
    const taken: string[] = [];
    const port: GatePortChange["port"] = {
      take: (id) => {
        taken.push(id);
        return Promise.resolve(id === "ap-2");
      },
    };
    const { said, authority } = await judge(bash(push), { ...given(...approvals), port });
    expect({ said, authority, taken }).toEqual({
      said: "allow authority.approval",
      authority: "ap-2",
      taken: ["ap-1", "ap-2"],
    });
  });

  it("is none for an envelope that does not cover any more", async () => {
    const change = { ...serving({}), port: { useEnvelope: () => Promise.resolve(false) } };
    expect((await judge(callEvent("Write", { file_path: "docs/a.md", content: "x" }), change)).said).toBe(
      "ask action.autonomy",
    );
  });

  it("is never spent where nothing is enforced", async () => {
    const { port, written } = gatePort({ ...given(approvalFor(push)), policy: { mode: "report" } });
    expect(await runGate(port, claudeCode, bash(push), null)).toEqual({ kind: "reported", message: null });
    expect(written).toMatchObject([
      { kind: "action-judged", body: { decision: "allow", rule: "authority.approval", applied: false } },
    ]);
  });
});

describe("a question", () => {
  it("that cannot be written down is refused", async () => {
    const { said, inbox_id: inbox, reason } = await judge(bash(push), { host: { is_headless: true }, inbox: [null] });
    expect({ said, inbox }).toEqual({ said: "deny action.costly", inbox: null });
    expect(reason).toContain("could not be written down");
  });

  it("that the ledger does not take is put to nobody", async () => {
    const { said, written } = await judge(bash(push), {
      host: { is_headless: true },
      authority: { is_writable: false },
    });
    expect(said).toBe("deny authority.nobody-to-ask");
    expect(written.map(({ kind }) => kind)).toEqual(["action-judged"]);
  });

  it("that is to wait for nobody is refused", async () => {
    expect((await judge(bash(push), { host: { is_headless: true }, policy: { fallback: "deny" } })).said).toBe(
      "deny authority.nobody-to-ask",
    );
  });

  it("is held back by the host where it is the only call of its turn", async () => {
    const change: GatePortChange = { host: { is_headless: true }, policy: { may_defer: true }, siblings: 1 };
    expect(await judge(bash(push), change)).toMatchObject({ decision: "park", channel: "defer", inbox_id: "7f3a" });
    expect(await judge(bash(push), { ...change, siblings: 2 })).toMatchObject({ decision: "park", channel: "inbox" });
  });

  it("is bound to the same call whether it was judged in time or not", async () => {
    const asked: PendingAction[] = [];
    const port: GatePortChange["port"] = {
      park: (question) => {
        asked.push(question);
        return Promise.resolve("7f3a");
      },
    };
    const event = bash(push, { agent: { id: "ag-2", type: null }, mode: "dontAsk" });
    const agents = new Map([["ag-2", { parent: "", entries: [] }]]);
    const change: GatePortChange = { host: { is_headless: true }, memory: { agents } };
    await judge(event, { ...change, port });
    const slow = gatePort({ ...change, port: { ...port, authority: () => new Promise<never>(() => undefined) } });
    const timer = (milliseconds: number) => ({
      over: milliseconds === 200 ? Promise.resolve() : new Promise<never>(() => undefined),
      cancel: () => undefined,
    });
    const outcome = await runGate(slow.port, claudeCode, event, null, { ...gateParts, timer });
    expect(outcome).toMatchObject({ decision: "park", rule: "action.deadline", inbox_id: "7f3a" });
    const [inTime, late] = asked;
    expect(late?.identity).toEqual(inTime?.identity);
    expect(late?.request_id).toBe(inTime?.request_id);
    expect(late?.requester).toEqual({ kind: "agent", id: "s-1/ag-2" });
  });

  it("is asked by the host's prompt without a word in the inbox", async () => {
    const { said, channel, written } = await judge(bash(push));
    expect({ said, channel }).toEqual({ said: "ask action.costly", channel: "prompt" });
    expect(written.map(({ kind }) => kind)).toEqual(["action-judged"]);
  });
});

describe("the same call from a second configuration", () => {
  const both = async (
    first: CallEvent,
    second: CallEvent,
    vias: readonly [string | null, string | null],
    change = given(approvalFor(push)),
  ) => {
    const { port, written } = gatePort(change);
    const one = judgedIn(await runGate(port, claudeCode, first, vias[0]));
    const other = judgedIn(await runGate(port, claudeCode, second, vias[1]));
    const count = (kind: string) => written.filter((entry) => entry.kind === kind).length;
    return { said: [one.decision, other.decision], judged: count("action-judged"), used: count("approval-used") };
  };

  it.each<[string, CallEvent, CallEvent, readonly [string | null, string | null], object]>([
    [
      "is one call by its id, and spends its approval once",
      bash(push),
      bash(push),
      ["user", "project"],
      { said: ["allow", "allow"], judged: 1, used: 1 },
    ],
    [
      "is one call by what it does where the host gives no id",
      bash(push, { id: "" }),
      bash(push, { id: "" }),
      ["user", "project"],
      { said: ["allow", "allow"], judged: 1, used: 1 },
    ],
    [
      "is two calls from the same source",
      bash(push, { id: "" }),
      bash(push, { id: "" }),
      ["user", "user"],
      { said: ["allow", "ask"], judged: 2, used: 1 },
    ],
    [
      "is two calls with two ids",
      bash(push, { id: "a" }),
      bash(push, { id: "b" }),
      ["user", "project"],
      { said: ["allow", "ask"], judged: 2, used: 1 },
    ],
    [
      "is another call when it does something else",
      bash(push),
      bash("git push origin feature/x"),
      ["user", "project"],
      { said: ["allow", "ask"], judged: 2, used: 1 },
    ],
    [
      "is one call where the host asks for its own permission afterwards",
      bash(push),
      bash(push, { id: "", event: "PermissionRequest", moment: "permission", mode: null }),
      ["user", "user"],
      { said: ["allow", "allow"], judged: 1, used: 1 },
    ],
  ])("%s", async (_says, first, second, vias, expected) => {
    expect(await both(first, second, vias)).toEqual(expected);
  });

  it("is two calls without an id after two seconds", async () => {
    let now = Date.parse(gateNow);
    const change = { ...given(approvalFor(push)), port: { now: () => now } };
    const { port, written } = gatePort(change);
    const call = bash(push, { id: "" });
    await runGate(port, claudeCode, call, "user");
    now += 2000;
    expect(judgedIn(await runGate(port, claudeCode, call, "project")).decision).toBe("allow");
    now += 1;
    expect(judgedIn(await runGate(port, claudeCode, call, "local")).decision).toBe("ask");
    expect(written.filter(({ kind }) => kind === "approval-used")).toHaveLength(1);
  });

  it("waits a moment for the other half, which spent the approval and has not said so yet", async () => {
    const { port, written } = gatePort(given(approvalFor(push)));
    const event = bash(push);
    let looks = 0;
    const recorded: SessionMemory["recent"] = [];
    const racing = {
      ...port,
      take: () => Promise.resolve(false),
      memory: async (session: string) => {
        looks += 1;
        const memory = await port.memory(session);
        const digest = approvalFor(push).digest;
        const seen = {
          call_id: "toolu_01",
          action: digest,
          via: "project",
          at: Date.parse(gateNow),
          event: "PreToolUse",
          decision: "allow",
          rule: "authority.approval",
          authority: "ap-1",
          verdict: "v",
          is_refused: false,
        };
        return { ...memory, recent: looks < 3 ? recorded : [seen] };
      },
    };
    const waits: number[] = [];
    const parts = {
      ...gateParts,
      timer: (milliseconds: number) => {
        waits.push(milliseconds);
        return {
          over: milliseconds < 100 ? Promise.resolve() : new Promise<never>(() => undefined),
          cancel: () => undefined,
        };
      },
    };
    const outcome = judgedIn(await runGate(racing, claudeCode, event, "user", parts));
    expect(outcome).toMatchObject({ decision: "allow", rule: "authority.approval", authority: "ap-1" });
    expect(waits.filter((wait) => wait < 100)).toEqual([15, 40]);
    expect(written).toEqual([]);
  });

  it("does not let through what is refused by now", async () => {
    const { port } = gatePort(given(approvalFor(push)));
    await runGate(port, claudeCode, bash(push), "user");
    const refusing = gatePort({
      policy: { rules: [{ id: "no", decision: "deny", command: { name: "git" } }] },
      port: { memory: port.memory },
    });
    expect(judgedIn(await runGate(refusing.port, claudeCode, bash(push), "project")).decision).toBe("deny");
  });
});

describe("the path a file tool is given", () => {
  const linked = (path: string): PathAnswer => {
    if (path === "/home/dev/app/link") return { type: "link", link_target: "src" };
    if (path === "/home/dev/app/out") return { type: "link", link_target: "/etc" };
    return path.endsWith(".ts") ? { type: "file", nlink: 1, vcs: "tracked_clean" } : { type: "dir" };
  };
  const write = (path: string) => callEvent("Write", { content: "x", file_path: path, mode: 3 });

  it("is the resolved one where a question is asked, every other key as it was (HKUDS/nanobot#956)", async () => {
    const { updated_input: input, updated_keys: keys } = await judge(write("/home/dev/app/out/motd"), { look: linked });
    expect(input).toEqual({ content: "x", file_path: "/etc/motd", mode: 3 });
    expect(Object.keys(input ?? {})).toEqual(["content", "file_path", "mode"]);
    expect(keys).toEqual(["file_path"]);
  });

  it.each<[string, CallEvent]>([
    ["leads where it says", write("/home/dev/app/src/../.env.local")],
    ["is relative and leads where it says", write("../other/a.ts")],
    ["stands in a shell", bash("cp a.ts out/motd")],
  ])("is left alone where it %s", async (_says, event) => {
    expect((await judge(event, { look: linked })).updated_input).toBeNull();
  });

  it("is left alone where nothing is asked and nobody allowed it", async () => {
    expect(await judge(write("/home/dev/app/link/a.ts"), { look: linked })).toMatchObject({
      decision: "allow",
      updated_input: null,
    });
  });

  it("is told as a race where the host takes no other", async () => {
    const rigid: Adapter = { ...claudeCode, rewrites: () => false };
    const { written } = await judge(write("/home/dev/app/out/motd"), { look: linked }, rigid);
    expect(written[0]).toMatchObject({ body: { findings: expect.arrayContaining([{ rule: "path.race" }]) } });
    const taken = await judge(write("/home/dev/app/out/motd"), { look: linked });
    expect(taken.written[0]).toMatchObject({ body: { findings: expect.not.arrayContaining([{ rule: "path.race" }]) } });
  });
});
