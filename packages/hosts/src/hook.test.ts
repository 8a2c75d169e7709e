import { describe, expect, it } from "vitest";
import { type GatePortChange, gatePort, payloadBytes } from "../../../testing/gate-port.ts";
import type { HostName } from "./event.ts";
import { gateParts } from "./gate.ts";
import { longestInput, runHook } from "./hook.ts";
import type { GatePort } from "./port.ts";
import type { GateParts } from "./turn.ts";

const never = new Promise<never>(() => undefined);
/** No time ever passes. */
const still: GateParts = { ...gateParts, timer: () => ({ over: never, cancel: () => undefined }) };
/** The time of a decision is over at once, and no other. */
const late: GateParts = {
  ...gateParts,
  timer: (milliseconds) => ({ over: milliseconds === 200 ? Promise.resolve() : never, cancel: () => undefined }),
};

const pre = (command: string, change: object = {}) => ({
  session_id: "s-1",
  transcript_path: "/home/dev/.claude/projects/-home-dev-app/s-1.jsonl",
  cwd: "/home/dev/app",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: "toolu_01",
  ...change,
});

interface Run {
  readonly change?: GatePortChange;
  readonly host?: HostName;
  readonly parts?: GateParts;
}

async function run(payload: unknown, { change = {}, host = "claude-code", parts = still }: Run = {}) {
  const { port, written } = gatePort(change);
  const bytes = payload instanceof Uint8Array ? payload : payloadBytes(payload);
  const output = await runHook(port, host, "user", bytes, parts);
  const said = output.stdout === "" ? null : JSON.parse(output.stdout);
  const { permissionDecision: decision = null, permissionDecisionReason: reason = "" } = said?.hookSpecificOutput ?? {};
  return { ...output, said, decision, reason, written };
}

const failing = () => Promise.reject(new Error("the disk is gone"));

describe("what a hook takes for an event", () => {
  it.each<[string, unknown]>([
    ["no JSON", "not json at all"],
    ["a list", "[1,2]"],
    ["a text", '"PreToolUse"'],
    ["null", "null"],
    ["nothing", ""],
    ["two objects", `${JSON.stringify(pre("ls"))}\n{}`],
    ["a half object", '{"tool_name":'],
    ["bytes that are no text", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ["an object without an event", "{}"],
    ["a call without a tool", pre("ls", { tool_name: undefined })],
  ])("H1 refuses %s by the blocking code (openai/codex#41979)", async (_says, bytes) => {
    const { exit, stdout, stderr } = await run(bytes);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toMatch(/^Warrant: .+ Next: .+ \[action\.facts-invalid\]\n$/);
  });

  it("H9 takes a byte order mark away (deftai/directive#2734)", async () => {
    expect(await run(`\uFEFF${JSON.stringify(pre("rm -rf /"))}`)).toMatchObject({ exit: 0, decision: "deny" });
  });

  it("ignores keys nobody declared", async () => {
    expect(await run(pre("npm test", { effort: { level: "high" } }))).toMatchObject({ exit: 0, stdout: "" });
  });

  it("takes as much as 16 MiB and not a byte more", async () => {
    const [head, tail] = JSON.stringify(pre("npm test", { pad: "|" })).split("|");
    const most = payloadBytes(`${head}${"x".repeat(longestInput - `${head}${tail}`.length)}${tail}`);
    expect(await run(most)).toMatchObject({ exit: 0, stdout: "" });
    expect(await run(payloadBytes(`${new TextDecoder().decode(most)} `))).toMatchObject({ exit: 2 });
  });

  it("H11 lets the payload say whose it is, whatever the command line says (Claude Code 2.1.195 notes)", async () => {
    const { said } = await run(pre("rm -rf /", { permission_mode: undefined, timestamp: "2026-09-01T09:30:00Z" }));
    expect(said).toMatchObject({ permissionDecision: "deny" });
  });

  it("refuses for a host that has no hook process", async () => {
    expect(await run(pre("ls"), { host: "windsurf" as HostName })).toMatchObject({ exit: 0 });
    expect(await run({ hook_event_name: "x" }, { host: "windsurf" as HostName })).toMatchObject({ exit: 2 });
  });

  it.each([
    [
      "is only reported where nothing is enforced",
      { mode: "report" as const },
      { exit: 0, said: { systemMessage: expect.stringContaining("[action.facts-invalid]") } },
    ],
    ["is nothing where the gate is off", { is_enabled: false }, { exit: 0, stdout: "" }],
  ])("a payload nobody can read %s", async (_says, policy, expected) => {
    expect(await run("{", { change: { policy } })).toMatchObject(expected);
  });

  it("a payload nobody can read is refused where the policy cannot be read either", async () => {
    expect(await run("{", { change: { policy: null } })).toMatchObject({ exit: 2 });
    expect(await run("{", { change: { port: { policy: failing } } })).toMatchObject({ exit: 2 });
  });
});

describe("a verdict", () => {
  it.each<[string, unknown, string | null, string]>([
    ["lets the project's tests run without a word", pre("npm test"), null, ""],
    ["asks by the host's own prompt", pre("git push origin feature/x"), "ask", "action.costly"],
    ["refuses what would destroy the machine", pre("rm -rf /"), "deny", "action.critical-path"],
    [
      "H14 holds in every mode of the host (chitinhq/agentguard#638)",
      pre("git push --force origin a", { permission_mode: "bypassPermissions" }),
      "deny",
      "warrant answer 7f3a approve",
    ],
    [
      "H10 is said of any tool, since the matcher is ours",
      pre("", { tool_name: "Write", tool_input: { file_path: "/home/dev/.config/warrant/x", content: "" } }),
      "deny",
      "action.control",
    ],
    [
      "H13 lets tools pass that touch only the host's display (danny-avila/LibreChat#14192)",
      pre("", { tool_name: "TodoWrite", tool_input: { todos: [] } }),
      null,
      "",
    ],
    [
      "U3 takes a look-alike for a tool nobody knows (Petasos#27)",
      pre("npm test", { tool_name: "\u0412ash" }),
      "ask",
      "action.not-understood",
    ],
    [
      "holds in plan mode, where nothing is changed",
      pre("", { permission_mode: "plan", tool_name: "Write", tool_input: { file_path: "a.ts", content: "" } }),
      "deny",
      "ceiling.permission",
    ],
  ])("%s", async (_says, payload, decision, said) => {
    const given = await run(payload);
    expect(given).toMatchObject({ exit: 0, stderr: "", decision });
    expect(given.reason).toContain(said);
    if (decision !== null) expect(given.reason).toMatch(/^Warrant: .+\. Next: .+\. \[[a-z.-]+\]$/);
  });

  it("H6 refuses a patch on Windows in Codex's own words (openai/codex#27833)", async () => {
    const command = "*** Begin Patch\n*** Delete File: C:\\Users\\dev\n*** End Patch\n";
    const payload = pre("", { turn_id: "t-1", tool_name: "apply_patch", tool_input: { command }, cwd: "C:\\app" });
    const place = { os: "win32" as const, home: "C:\\Users\\dev", roots: [{ path: "C:\\app" }], control_paths: [] };
    const { decision, reason } = await run(payload, { change: { place, look: () => ({ type: "dir" }) } });
    expect({ decision, reason }).toEqual({
      decision: "deny",
      reason: expect.stringContaining("[action.critical-path]"),
    });
  });

  it("is kept without the call's arguments", async () => {
    const { written } = await run(pre("git push origin feature/x && echo hunter2"));
    expect(written).toMatchObject([
      {
        kind: "action-judged",
        session: "s-1",
        body: { call_id: "toolu_01", tool: "Bash", decision: "ask", applied: true },
      },
    ]);
    expect(JSON.stringify(written)).not.toContain("hunter2");
  });

  it("H4 is one object, however much there is to say (anthropics/claude-code#33106)", async () => {
    const rules = Array.from({ length: 50 }, (_, index) => ({
      id: `r${index}`,
      decision: "deny" as const,
      command: { name: "curl" },
    }));
    const { stdout, reason } = await run(pre(`curl https://x.example/${"a".repeat(5000)}`), {
      change: { policy: { rules } },
    });
    expect(stdout.split("\n")).toHaveLength(1);
    expect(reason.length).toBeLessThanOrEqual(1000);
  });
});

describe("our own failure", () => {
  const parts: (keyof GatePort)[] = ["memory", "surroundings", "authority", "hostFacts", "look", "now", "policy"];
  it.each(parts)("H1 refuses a call when %s fails (openai/codex#41979)", async (name) => {
    const broken = {
      [name]: () => {
        throw new Error("secret-of-the-error");
      },
    };
    const { exit, stdout, stderr } = await run(pre("npm test"), { change: { port: broken } });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toContain("[action.failed]");
    expect(stderr).not.toContain("secret-of-the-error");
  });

  it("H1 keeps that it failed (openai/codex#41979)", async () => {
    const { written } = await run(pre("npm test"), { change: { port: { surroundings: failing } } });
    expect(written).toMatchObject([
      { kind: "action-judged", body: { decision: "deny", rule: "action.failed", applied: true } },
    ]);
  });

  it("H1 is shown and refuses nothing where nothing is enforced", async () => {
    const { exit, said, written } = await run(pre("npm test"), {
      change: { policy: { mode: "report" }, port: { memory: failing } },
    });
    expect({ exit, said }).toEqual({ exit: 0, said: { systemMessage: expect.stringContaining("[action.failed]") } });
    expect(written).toMatchObject([{ body: { decision: "deny", applied: false } }]);
  });

  it("H3 does not change a verdict when it cannot be kept", async () => {
    const change = { port: { record: failing } };
    expect(await run(pre("npm test"), { change })).toMatchObject({ exit: 0, stdout: "" });
    expect(await run(pre("rm -rf /"), { change })).toMatchObject({ exit: 0, decision: "deny" });
  });

  it("H3 refuses when a policy is there and nobody can read it", async () => {
    const { decision, reason } = await run(pre("npm test"), { change: { policy: null } });
    expect({ decision, reason }).toEqual({
      decision: "deny",
      reason: expect.stringMatching(
        /^Warrant: What is configured here .+`warrant daemon compile`.+\[action\.facts-invalid\]$/,
      ),
    });
  });

  it("of an adapter ends as a refusal too", async () => {
    const { port } = gatePort();
    const output = await runHook(port, "claude-code", null, payloadBytes(pre("ls")), {
      ...still,
      judge: () =>
        ({
          get decision(): never {
            throw new Error("x");
          },
        }) as never,
    });
    expect(output).toMatchObject({ exit: 2, stdout: "" });
  });
});

describe("a session without a name", () => {
  it("remembers nothing, since it may be any", async () => {
    const asked: string[] = [];
    const base = gatePort().port;
    const memory = (session: string) => {
      asked.push(session);
      return base.memory(session);
    };
    const { reason } = await run(pre("git push origin x", { session_id: undefined }), { change: { port: { memory } } });
    expect(asked).toEqual([]);
    expect(reason).toContain("ceiling.kinds");
  });
});

describe("our own deadline", () => {
  it("H1 refuses, before the host's own lets the call go on (openai/codex#41979)", async () => {
    const given = await run(pre("npm test"), { change: { port: { surroundings: () => never } }, parts: late });
    expect(given).toMatchObject({ exit: 0, decision: "deny" });
    expect(given.reason).toContain("[action.deadline]");
    expect(given.written).toMatchObject([{ body: { rule: "action.deadline", decision: "deny" } }]);
  });

  it("is shown and refuses nothing where nothing is enforced", async () => {
    const change = { policy: { mode: "report" as const }, port: { surroundings: () => never } };
    expect(await run(pre("npm test"), { change, parts: late })).toMatchObject({
      exit: 0,
      said: { systemMessage: expect.stringContaining("[action.deadline]") },
    });
  });

  it("H2 parks where nobody attends and the call is known (anthropics/claude-code#84302)", async () => {
    const change: GatePortChange = {
      host: { is_headless: true },
      policy: { may_defer: true },
      port: { siblings: () => never },
    };
    const given = await run(pre("npm publish"), { change, parts: late });
    expect(given.reason).toContain("warrant answer 7f3a approve");
    expect(given.reason).toContain("[action.deadline]");
    expect(given.written.map(({ kind }) => kind)).toEqual(["approval-pending", "action-judged"]);
  });

  it("writes nothing any more once it is over", async () => {
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const base = gatePort().port;
    const change: GatePortChange = {
      policy: { autonomy: "assisted" },
      port: {
        surroundings: async (...given) => {
          await held;
          return base.surroundings(...given);
        },
      },
    };
    const { port, written } = gatePort(change);
    const output = await runHook(
      port,
      "claude-code",
      null,
      payloadBytes(pre("git push --force origin a", { permission_mode: "dontAsk" })),
      late,
    );
    expect(output.stdout).toContain("action.deadline");
    goOn();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(written.map(({ kind }) => kind)).toEqual(["action-judged"]);
  });

  it("H2 never waits for a person (anthropics/claude-code#84302)", async () => {
    const { decision, reason, written } = await run(pre("npm publish"), { change: { host: { is_headless: true } } });
    expect({ decision, reason }).toEqual({
      decision: "deny",
      reason: expect.stringContaining("[action.irreversible]"),
    });
    expect(written).toMatchObject([
      { kind: "approval-pending", body: { choices: ["once", "effects", "no"] } },
      { kind: "action-judged", body: { decision: "park", inbox_id: "7f3a" } },
    ]);
  });
});

describe("a gate that only reports, or is off", () => {
  it.each(["rm -rf /", "git push origin x", "npm test"])(
    "prints nothing for `%s`, and keeps the verdict",
    async (command) => {
      const { exit, stdout, written } = await run(pre(command), {
        change: { policy: { mode: "report" }, host: { is_headless: true } },
      });
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: "" });
      expect(written.map(({ kind, body }) => [kind, body["applied"]])).toEqual([["action-judged", false]]);
    },
  );

  it("keeps the decision that would have been enforced", async () => {
    const { written } = await run(pre("rm -rf /"), { change: { policy: { mode: "report" } } });
    expect(written).toMatchObject([{ body: { decision: "deny", rule: "action.critical-path" } }]);
  });

  it("says once a session that it is off", async () => {
    const { port, written } = gatePort({ policy: { is_enabled: false } });
    for (const session of ["s-1", "s-1", "s-2"]) {
      const output = await runHook(
        port,
        "claude-code",
        null,
        payloadBytes(pre("rm -rf /", { session_id: session })),
        still,
      );
      expect(output).toEqual({ stdout: "", stderr: "", exit: 0 });
    }
    expect(written.map(({ kind, session }) => `${kind} ${session}`)).toEqual(["gate-off s-1", "gate-off s-2"]);
  });
});

describe("the doctor's canary", () => {
  const canary = pre("warrant-canary abcdefghijklmnop");
  it("is refused whatever is configured, and kept under its nonce", async () => {
    const rules = [{ id: "all", decision: "allow" as const, effect: {} }];
    const { decision, reason, written } = await run(canary, {
      change: { policy: { rules, permission: "full-access" } },
    });
    expect({ decision, reason }).toEqual({ decision: "deny", reason: expect.stringContaining("[action.canary]") });
    expect(written).toMatchObject([{ body: { canary: "abcdefghijklmnop", rule: "action.canary" } }]);
  });

  it("is no other call", async () => {
    expect(await run(pre("warrant-canary abcdefghijklmnop; ls"))).toMatchObject({
      reason: expect.not.stringContaining("canary]"),
    });
  });

  it("is only kept where nothing is enforced", async () => {
    expect(await run(canary, { change: { policy: { mode: "report" } } })).toMatchObject({
      stdout: "",
      written: [{ body: { applied: false } }],
    });
  });
});
