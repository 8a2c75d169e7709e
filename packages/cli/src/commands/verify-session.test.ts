import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtPrograms, HookMachine, smallRepository } from "../../../../testing/hook-machine.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

const payloads = join(import.meta.dirname, "../../../hosts/test/payloads/claude-code/2.1.332");

let machine: HookMachine;
let session: string;

/** A payload as the host sent it, in this machine's folder. */
async function hook(name: string, change: Record<string, unknown> = {}): Promise<string> {
  const recorded = JSON.parse(readFileSync(join(payloads, `${name}.json`), "utf8")) as {
    readonly stdin: Readonly<Record<string, unknown>>;
  };
  session = String(recorded.stdin["session_id"]);
  const ran = await machine.hook(JSON.stringify({ ...recorded.stdin, cwd: machine.repository.folder, ...change }));
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
  return ran.stdout;
}

const said: string[] = [];
beforeAll(async () => {
  machine = new HookMachine(builtPrograms(), smallRepository(), "file").withoutResident();
  machine.configure("claim: { enforce: true }\n");
  await machine.compiled();
  await hook("UserPromptSubmit.prompt");
  await hook("PreToolUse.allow", { tool_use_id: "toolu_01", tool_input: { command: "npm test" } });
  await hook("PostToolUseFailure.result", { tool_use_id: "toolu_01", tool_input: { command: "npm test" } });
  said.push(await hook("Stop.block"));
  await hook("PreToolUse.allow", { tool_use_id: "toolu_02", tool_input: { command: "npm test" } });
  await hook("PostToolUse.result", { tool_use_id: "toolu_02" });
  said.push(await hook("Stop.block", { stop_hook_active: true }));
}, 60_000);
afterAll(() => machine.end());

describe("a session of Claude Code, replayed through the built hook into a ledger", () => {
  it("was sent back with a claim that its failed run refutes, and could stop after one that passed", () => {
    expect(JSON.parse(said[0] ?? "")).toMatchObject({
      decision: "block",
      reason: expect.stringMatching(/All tests pass[\s\S]*the last run failed[\s\S]*\[claim\.receipt\]/),
    });
    expect(said[1]).toBe("");
  });

  it.each<[string, string, number]>([
    ["All 12 tests pass.", "supported", 0],
    ["All 57 tests pass.", "contradicted", 3],
    ["I created `src/none.ts`.", "contradicted", 3],
    ["The build succeeds.", "unverified", 0],
  ])("is what warrant verify compares a report with: %s is %s", async (report, outcome, code) => {
    const { io, stdout, stderr } = testIo({ cwd: machine.repository.folder, env: machine.env });
    const ended = await run(["verify", "--report", report, "--trace", session, "--format", "json"], io);
    expect([ended, stderr()]).toEqual([code, ""]);
    expect(JSON.parse(stdout())).toMatchObject({ gatekeeper_result: { claims: [{ id: "s1", outcome }] } });
  });
});
