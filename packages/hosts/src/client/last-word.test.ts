import { describe, expect, it } from "vitest";
import { lastWord } from "./last-word.ts";

function said(payload: unknown): string {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const { stdout, stderr, exit } = lastWord(Buffer.from(text), "Warrant: no. [action.failed]");
  return `${exit} ${stdout} ${stderr.trimEnd()}`;
}

const blocks = "2  Warrant: no. [action.failed]";

describe("lastWord", () => {
  it.each([
    ["a call", { hook_event_name: "PreToolUse" }],
    ["a call of Gemini", { hook_event_name: "BeforeTool" }],
    ["a call of Cursor", { hook_event_name: "beforeShellExecution" }],
    ["a change of settings", { hook_event_name: "ConfigChange" }],
    ["an event of a later version", { hook_event_name: "Later" }],
    ["an event without a name", {}],
    ["a name that is no text", { hook_event_name: ["Stop"] }],
    ["no object", "7"],
    ["nothing", ""],
    ["broken JSON", '{"hook_event_name":"Stop"'],
  ])("blocks %s", (_what, payload) => {
    expect(said(payload)).toBe(blocks);
  });

  it.each(["UserPromptSubmit", "Stop", "PostToolUse", "SessionStart", "BeforeAgent", "stop"])(
    "stops nobody at %s",
    (name) => {
      expect(said({ hook_event_name: name })).toBe("0  Warrant: no. [action.failed]");
    },
  );

  it("reads an event behind a byte order mark", () => {
    expect(said(`\uFEFF{"hook_event_name":"Stop"}`)).toMatch(/^0 /);
  });

  it("answers in JSON where the host honours no code, or takes silence for a refusal", () => {
    expect(said({ hook_event_name: "PermissionRequest" })).toContain('"behavior":"deny"');
    expect(said({ hook_event_name: "beforeSubmitPrompt" })).toBe('0 {"continue":true} ');
  });
});
