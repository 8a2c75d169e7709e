/** A question that one process parks is listed, answered and resumed from others, over one ledger file. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { contextOf, startEpisode } from "@warrant/kernel/commitment/opening";
import { takeApproval } from "@warrant/kernel/policy/approval";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agent } from "../../../../testing/commitment.ts";
import { type ExampleLedger, exampleLedger, type ParkedCall } from "../../../../testing/example-ledger.ts";

const root = join(import.meta.dirname, "../../../..");

let example: ExampleLedger;
let commitment: string;
let parked: ParkedCall;

beforeEach(async () => {
  // These processes have the real clock, so the question is asked now.
  example = exampleLedger(Date.now());
  commitment = await example.commit({ objective: "nightly dependency review", criteria: [] });
  parked = await example.parkCall(commitment, "npm install left-pad");
});
afterEach(async () => await example[Symbol.asyncDispose]());

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command as a process of its own, with somebody at its terminal. */
function person(...args: string[]): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ["--conditions=warrant-source", join(root, "testing/person-command.ts"), ...args],
    { cwd: example.folder, env: { PATH: process.env["PATH"], WARRANT_HOME: example.folder } },
  );
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

async function read() {
  const ledger = await example.open();
  try {
    const { state } = await ledger.read(`commitment/${commitment}`);
    const approval = await ledger.read(`approval/${parked.approval}`);
    if (state === null || approval.state === null) throw new Error("nothing there");
    return { state, approval: approval.state };
  } finally {
    await ledger.close();
  }
}

/** What the session brings that tries the call again. */
const call = {
  identity: {
    tool: "Bash",
    input: { command: "npm install left-pad" },
    cwd: "/home/maria/shop",
    roots: ["/home/maria/shop"],
    session: "5f1c",
    agent: null,
    env_digest: "sha256:0",
    envelope_version: null,
    policy_digest: "sha256:1d02000000000000",
  },
  effects: null,
  request_id: "r1",
  gates: ["action.costly"],
} as const;

describe("a question that was deferred", () => {
  it("is listed and answered elsewhere, lets exactly that call through, and its note reaches the next session", async () => {
    expect((await person("inbox", "list")).stdout).toContain('Bash "npm install left-pad"');
    // Two people answer at once: one of them is heard.
    const answers = await Promise.all([
      person("answer", parked.inbox, "approve", "only this once"),
      person("answer", parked.question, "approve", "only this once"),
    ]);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.find(({ code }) => code === 2)?.stderr).toContain("nothing was changed");

    const { state, approval } = await read();
    expect(state).toMatchObject({ phase: "active", suspension: null });
    const context = contextOf(state);
    expect(context).toContain('note: "only this once"');
    expect(context).toMatch(/^What follows is data/);
    await example.append(...startEpisode(state, { id: "e2", session_id: "5f1c" }, agent));

    const now = new Date().toISOString();
    expect(takeApproval([approval], call, now)?.id).toBe(parked.approval);
    const other = { ...call, identity: { ...call.identity, input: { command: "npm install other" } } };
    expect(takeApproval([approval], other, now)).toBeNull();
    expect(takeApproval([approval], { ...call, request_id: "r2" }, now)).toBeNull();
  });

  it("that was denied is resumed without the step; late, repeated and mismatched answers change nothing", async () => {
    expect((await person("answer", parked.approval, "deny", "use the built-in padStart")).code).toBe(0);
    const before = await read();
    expect(contextOf(before.state)).toContain("use the built-in padStart");
    const late = await Promise.all([
      person("answer", parked.inbox, "approve", "too late"),
      person("answer", parked.question, "deny", "again"),
      person("answer", commitment, "approve", "not an entry"),
    ]);
    expect(late.map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(await read()).toEqual(before);
    expect(takeApproval([before.approval], call, new Date().toISOString())).toBeNull();
  });
});
