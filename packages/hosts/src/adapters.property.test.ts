import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOutcome, arbitraryPayload, arbitraryRefusal, hostFacts } from "../../../testing/host-adapter.ts";
import { hostModels } from "../../../testing/host-model.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import type { CallEvent, HostEvent } from "./event.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";

const everyEvent = {
  "claude-code": ["PreToolUse", "PermissionRequest", "PostToolUse", "PostToolBatch", "UserPromptSubmit", "Stop"],
  codex: ["PreToolUse", "PermissionRequest", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop", "SessionStart"],
  copilot: ["PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop"],
  cursor: [
    "preToolUse",
    "beforeShellExecution",
    "beforeMCPExecution",
    "beforeReadFile",
    "afterShellExecution",
    "postToolUse",
    "postToolUseFailure",
    "beforeSubmitPrompt",
    "stop",
    "subagentStart",
  ],
  gemini: ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart", "PreCompress"],
  opencode: ["tool.execute.before", "permission.ask", "tool.execute.after", "chat.message", "session.idle"],
};

const callEvents = {
  "claude-code": ["PreToolUse", "PermissionRequest"],
  codex: ["PreToolUse", "PermissionRequest"],
  copilot: ["PreToolUse", "PermissionRequest"],
  cursor: ["preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"],
  gemini: ["BeforeTool"],
  opencode: ["tool.execute.before", "permission.ask"],
};

const adapters = [
  { name: "claude-code" as const, adapter: claudeCode },
  { name: "codex" as const, adapter: codex },
  { name: "copilot" as const, adapter: copilot },
  { name: "cursor" as const, adapter: cursor },
  { name: "gemini" as const, adapter: gemini },
  { name: "opencode" as const, adapter: opencode },
];

function call(event: string): CallEvent {
  return {
    host: "codex",
    event,
    session: "s-1",
    cwd: "/home/dev/app",
    folders: [],
    mode: null,
    agent: { id: null, type: null },
    transcript: null,
    kind: "call",
    moment: event === "PermissionRequest" || event === "permission.ask" ? "permission" : "before",
    call: { id: "c-1", tool: "Write", input: { file_path: "a" }, siblings: null },
  };
}

describe.each(adapters)("$name", ({ name, adapter }) => {
  const facts = hostFacts();

  it("reads any object without throwing, and answers what it read", () => {
    fc.assert(
      fc.property(arbitraryPayload(everyEvent[name]), arbitraryOutcome, (payload, outcome) => {
        const event = adapter.parse(payload);
        const { stdout, exit } = adapter.render(event, outcome, facts);
        expect([0, 2]).toContain(exit);
        // One object or nothing, and nothing beside a refusal by exit.
        if (stdout !== "") expect(Object.prototype.toString.call(JSON.parse(stdout))).toBe("[object Object]");
        if (exit === 2) expect(stdout).toBe("");
      }),
      { numRuns: 300 },
    );
  });

  it("never lets a call go on that was not allowed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...callEvents[name]), arbitraryRefusal, (event, outcome) => {
        const act = hostModels[name](event, adapter.render(call(event), outcome, facts));
        const { decision, channel } = outcome.kind === "judged" ? outcome : { decision: null, channel: null };
        const isPrompted = decision === "ask" && channel === "prompt";
        const isHeld = decision === "park" && channel === "defer";
        expect(["refused", ...(isPrompted ? ["asks"] : []), ...(isHeld ? ["held back"] : [])]).toContain(act);
      }),
      { numRuns: 300 },
    );
  });

  it("refuses what it could not read, whatever came of it", () => {
    fc.assert(
      fc.property(arbitraryRefusal, (outcome) => {
        // A permission that Claude Code was told nothing of is asked of the person.
        for (const event of callEvents[name])
          expect(name === "claude-code" && event === "PermissionRequest" ? ["refused", "asks"] : ["refused"]).toContain(
            hostModels[name](event, adapter.render(null, outcome, facts)),
          );
      }),
      { numRuns: 100 },
    );
  });

  it("holds nothing up that is not a call", () => {
    fc.assert(
      fc.property(arbitraryPayload(everyEvent[name]), arbitraryRefusal, (payload, outcome) => {
        const event: HostEvent | null = adapter.parse(payload);
        fc.pre(event !== null && event.kind !== "call" && outcome.kind !== "judged");
        expect(adapter.render(event, outcome, facts)).toMatchObject({ exit: 0 });
      }),
      { numRuns: 200 },
    );
  });
});
