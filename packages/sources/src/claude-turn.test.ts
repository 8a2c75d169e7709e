import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { callsOfLastTurn, readTail } from "./claude-turn.ts";

function line(message: string, ...calls: string[]): string {
  const content = calls.map((id) => ({ type: "tool_use", id, name: "Bash", input: {} }));
  return JSON.stringify({
    type: "assistant",
    message: { id: message, content: [{ type: "text", text: "…" }, ...content] },
  });
}

const user = JSON.stringify({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "old" }] } });

describe("callsOfLastTurn", () => {
  it.each([
    ["one call", [line("m1", "old"), user, line("m2", "now")], 1],
    ["two calls in one line", [line("m2", "now", "other")], 2],
    ["two calls of one message in two lines", [user, line("m2", "other"), line("m2", "now")], 2],
    ["a call of an earlier turn", [line("m1", "now"), user, line("m2", "other")], null],
    ["a transcript that does not have the call yet", [line("m1", "old"), user], null],
    ["nothing", [], null],
    ["lines that are broken around it", ["{", line("m2", "now"), '{"type":"assistant"'], 1],
    ["a message without an id", [JSON.stringify({ type: "assistant", message: { content: [{ id: "now" }] } })], null],
  ])("tells of %s", (_what, lines, count) => {
    expect(callsOfLastTurn(lines.join("\n"), "now")).toBe(count);
  });
});

describe("readTail", () => {
  it("reads the end of a file, and nothing of one that is not there", () => {
    const file = join(temporaryFolder(), "transcript.jsonl");
    expect(readTail(file)).toBeNull();
    writeFileSync(file, `${"x".repeat(600 * 1024)}\nend`);
    const tail = readTail(file) ?? "";
    expect(tail.length).toBe(512 * 1024);
    expect(tail.endsWith("\nend")).toBe(true);
  });
});
