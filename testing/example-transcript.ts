/** @module A session of Claude Code as its transcript has it, and what the agent handed over, for the pages on claims. */

function line(second: number, type: "assistant" | "user", content: readonly unknown[]): string {
  const timestamp = `2026-01-02T03:04:${String(second).padStart(2, "0")}.000Z`;
  const record = { type, sessionId: "ses-1", cwd: "/home/maria/shop", timestamp, message: { role: type, content } };
  return `${JSON.stringify(record)}\n`;
}

function call(second: number, id: string, name: string, input: unknown, result: string, isError = false): string {
  const block = { type: "tool_result", tool_use_id: id, content: result, ...(isError ? { is_error: true } : {}) };
  return line(second, "assistant", [{ type: "tool_use", id, name, input }]) + line(second + 1, "user", [block]);
}

const total = "/home/maria/shop/src/cart/total.ts";

/** It edits a file, runs the tests, and does not mend what fails. */
export const transcript = [
  call(1, "toolu_01A", "Read", { file_path: total }, "const taxRate = 0.2; // tax of every line\n"),
  call(
    3,
    "toolu_01B",
    "Edit",
    { file_path: total, old_string: "a", new_string: "b" },
    `The file ${total} has been updated.`,
  ),
  call(5, "toolu_01C", "Bash", { command: "npm test" }, "Exit code 1\nTests  2 failed | 40 passed (42)", true),
].join("");

/** Three claims: one refuted by the record, one that quotes what is there, one whose quote is not. */
export const output = {
  schema_version: "executor_evidence_v2",
  task: "Fix the total of an empty cart",
  claims: [
    { id: "c1", text: "All 42 tests pass.", kind: "result", evidence_ids: ["e1"] },
    { id: "c2", text: "The tax rate of every line is 0.2.", kind: "observation", evidence_ids: ["e2"] },
    { id: "c3", text: "The tax rate is not 0.2 for every line.", kind: "observation", evidence_ids: ["e3"] },
  ],
  evidence: [
    { id: "e1", invocation_id: "toolu_01C", tool: "Bash", excerpt: "40 passed (42)" },
    { id: "e2", invocation_id: "toolu_01A", tool: "Read", excerpt: "const taxRate = 0.2; // tax of every line" },
    { id: "e3", invocation_id: "toolu_01A", tool: "Read", excerpt: "taxRate = 0.3; // tax of every line" },
  ],
};
