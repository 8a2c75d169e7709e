import { expect, it } from "vitest";
import type { HostName } from "./event.ts";
import { hostOf } from "./fingerprint.ts";

it.each<[string, object, HostName, HostName]>([
  [
    "Cursor by its version, before everything else",
    { cursor_version: "3.9", turn_id: "t", permission_mode: "x" },
    "claude-code",
    "cursor",
  ],
  ["Gemini by an event that only it has", { hook_event_name: "BeforeTool", timestamp: "t" }, "claude-code", "gemini"],
  [
    "Codex by its turn, although it has a mode like Claude Code",
    { turn_id: "t", permission_mode: "default" },
    "claude-code",
    "codex",
  ],
  ["Claude Code by its mode", { permission_mode: "plan", timestamp: "t" }, "copilot", "claude-code"],
  [
    "Copilot by its time, started by the settings of Claude Code",
    { timestamp: "t", hook_event_name: "PreToolUse" },
    "claude-code",
    "copilot",
  ],
  [
    "Gemini by the command line where its event has a name of others",
    { timestamp: "t", hook_event_name: "SessionStart" },
    "gemini",
    "gemini",
  ],
  ["the command line's host without a fingerprint", { hook_event_name: "ConfigChange" }, "claude-code", "claude-code"],
  [
    "the command line's host although an event's name is no text",
    { hook_event_name: ["BeforeTool"] },
    "codex",
    "codex",
  ],
  [
    "the Agent SDK, which speaks like Claude Code in a process of its own",
    { permission_mode: "default" },
    "agent-sdk",
    "agent-sdk",
  ],
  ["OpenCode in a process of its own", { timestamp: "t" }, "opencode", "opencode"],
])("knows %s", (_says, payload, said, host) => {
  expect(hostOf(payload as Readonly<Record<string, unknown>>, said)).toBe(host);
});
