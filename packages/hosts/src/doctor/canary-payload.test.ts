import { describe, expect, it } from "vitest";
import { adapterOf } from "../adapters.ts";
import { nonceOf } from "../canary.ts";
import { hostOf } from "../fingerprint.ts";
import { installableHosts } from "../install/entries.ts";
import { canaryPayload, isRefusal } from "./canary-payload.ts";

const nonce = "0123456789abcdef0123456789abcdef";

describe("the canary", () => {
  it.each(installableHosts)("is a call before it runs, of %s and of nobody else", (host) => {
    const payload = JSON.parse(canaryPayload(host, nonce, "/home/dev/app", "2026-01-01T00:00:00.000Z"));
    expect(hostOf(payload, host)).toBe(host);
    const event = adapterOf(host)?.parse(payload) ?? null;
    expect(event).toMatchObject({ kind: "call", moment: "before" });
    expect(event?.kind === "call" ? nonceOf(event.call) : null).toBe(nonce);
  });

  it.each([
    ["warrant-canary", false],
    [`warrant-canary ${nonce}`, true],
    [`warrant-canary ${nonce}; rm -rf /`, false],
    [`sudo warrant-canary ${nonce}`, false],
    ["warrant-canary SHORT", false],
    [`warrant-canary ${nonce}\n`, false],
  ])("%j is one: %s", (command, isOne) => {
    expect(nonceOf({ id: "", tool: "Bash", input: { command }, siblings: null }) !== null).toBe(isOne);
  });

  it.each([
    ["/warrant-canary/0123456789abcdef", true],
    ["/warrant-canary/../etc/passwd", false],
    ["/x/warrant-canary/0123456789abcdef", false],
  ])("reading %s is one: %s", (path, isOne) => {
    expect(nonceOf({ id: "", tool: "Read", input: { file_path: path }, siblings: null }) !== null).toBe(isOne);
  });
});

const refusals = {
  "claude-code": { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } },
  codex: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } },
  copilot: { permissionDecision: "deny" },
  cursor: { permission: "deny" },
  gemini: { decision: "deny" },
  opencode: { throw: "no" },
} as const;

describe("a refusal", () => {
  it.each(installableHosts)("%s: in its own form, or the blocking code without words on stdout", (host) => {
    expect(isRefusal(host, { stdout: JSON.stringify(refusals[host]), exit: 0 })).toBe(true);
    expect(isRefusal(host, { stdout: "", exit: 2 })).toBe(true);
  });

  it.each(installableHosts)("%s: nothing that lets the call go on", (host) => {
    for (const [stdout, exit] of [
      ["", 0],
      ["{}", 0],
      [JSON.stringify(refusals[host]), 1],
      [JSON.stringify(refusals[host]), 2],
      [`${JSON.stringify(refusals[host])}{}`, 0],
      [`log\n${JSON.stringify(refusals[host])}`, 0],
      ['{"permissionDecision":"allow","decision":"allow","permission":"allow"}', 0],
      ["null", 0],
    ] as const) {
      expect(isRefusal(host, { stdout, exit })).toBe(false);
    }
  });

  it("of Claude Code names its event, or the host ignores it", () => {
    expect(isRefusal("claude-code", { stdout: '{"hookSpecificOutput":{"permissionDecision":"deny"}}', exit: 0 })).toBe(
      false,
    );
  });
});
