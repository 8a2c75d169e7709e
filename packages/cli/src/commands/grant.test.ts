import { draft } from "@warrant/kernel/commitment/park";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { person } from "../../../../testing/commitment.ts";
import { envelopeWith } from "../../../../testing/envelope.ts";
import { documentedLedger, type ExampleLedger } from "../../../../testing/example-ledger.ts";

let example: ExampleLedger;
beforeAll(async () => {
  example = await documentedLedger();
});
afterAll(async () => await example[Symbol.asyncDispose]());

const docs = "019b7cdc";
const finished = "019b7cde";
const scope = ["--tool", "Edit", "--path", "docs/**"];

async function granted(...args: string[]) {
  const { code, stdout, stderr } = await example.warrant(["grant", docs, ...scope, ...args, "--json"]);
  expect({ code, stderr: stderr.replace(/^warrant: a limit in USD.*\n$/, "") }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("warrant grant", () => {
  it("gives what was said, and the careful end of everything else", async () => {
    expect(await granted()).toMatchObject({
      schema: "warrant.envelope/v1",
      granted_by: { kind: "person", id: "maria" },
      granted_at: "2026-01-02T03:04:05.000Z",
      expires_at: "2026-01-03T03:04:05.000Z",
      kinds: ["read", "write"],
      tools: ["Edit"],
      paths: ["docs/**"],
      hosts: [],
      executes: [],
      remotes: [],
      spend_usd: 25,
      max_uses: "unlimited",
      permission: "workspace-write",
      escalation: { kind: "wait" },
      descendants: false,
    });
  });

  it.each<[string[], object]>([
    [["--spend-usd", "0"], { spend_usd: 0 }],
    [["--spend-usd", "unlimited"], { spend_usd: "unlimited" }],
    [["--hours", "720"], { expires_at: "2026-02-01T03:04:05.000Z" }],
    [["--hours", "0.5"], { expires_at: "2026-01-02T03:34:05.000Z" }],
    [["--max-uses", "3"], { max_uses: 3 }],
    [["--kind", "pay", "--kind", "read"], { kinds: ["read", "pay"] }],
    [["--execute", "project:npm/test"], { executes: ["project:npm/test"] }],
    [["--host", "docs.example"], { hosts: ["docs.example"] }],
    [["--remote", "origin"], { remotes: ["origin"] }],
    [["--permission", "read-only"], { permission: "read-only" }],
    [["--on-silence", "assume"], { escalation: { kind: "assume-conservative", after_hours: 24 } }],
    [["--on-silence", "abandon", "--after-hours", "2"], { escalation: { kind: "abandon", after_hours: 2 } }],
    [["--on-silence", "reassign:plover"], { escalation: { kind: "reassign", to: "plover", after_hours: 24 } }],
    [["--descendants"], { descendants: true }],
  ])("takes %j", async (args, expected) => {
    expect(await granted(...args)).toMatchObject(expected);
  });

  it.each<[string[], RegExp]>([
    [[docs], /--tool or --any-tool: .*\n.*--path or --any-path/],
    [[docs, "--tool", "Edit"], /--path or --any-path/],
    [[docs, ...scope, "--any-tool"], /--tool or --any-tool/],
    [[docs, ...scope, "--any-path"], /--path or --any-path/],
    [[docs, ...scope, "--spend-usd", "NaN"], /--spend-usd/],
    [[docs, ...scope, "--spend-usd", "-1"], /--spend-usd/],
    [[docs, ...scope, "--spend-usd", "Infinity"], /--spend-usd/],
    [[docs, ...scope, "--hours", "0"], /--hours/],
    [[docs, ...scope, "--hours", "720.1"], /--hours: An envelope lasts 720 hours/],
    [[docs, ...scope, "--hours", "soon"], /--hours/],
    [[docs, ...scope, "--max-uses", "0"], /--max-uses/],
    [[docs, ...scope, "--max-uses", "1.5"], /--max-uses/],
    [[docs, ...scope, "--kind", "everything"], /--kind/],
    [[docs, ...scope, "--on-silence", "shout"], /--on-silence/],
    [[docs, ...scope, "--on-silence", "abandon", "--after-hours", "0"], /--on-silence/],
    [[docs, ...scope, "--on-silence", "reassign"], /--on-silence/],
    [[finished, ...scope], /commitment: The commitment is closed/],
    [["zzzz", ...scope], /there is no commitment zzzz/],
  ])("refuses %j, and nothing is granted", async (args, message) => {
    const before = await envelopes();
    const { code, stdout, stderr } = await example.warrant(["grant", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(await envelopes()).toBe(before);
  });

  it("refuses without an amount where the commitment has no budget of its own", async () => {
    const id = await example.commit({ economics: { lifetime_budget_usd: "unlimited", stall_limit: 3 } });
    expect((await example.warrant(["grant", id, ...scope])).stderr).toContain("--spend-usd: Say an amount");
    expect((await example.warrant(["grant", id, ...scope, "--spend-usd", "1"])).code).toBe(0);
  });

  it("lets nothing be assumed where a step cannot be undone", async () => {
    const id = await example.commit({ reading: { stakes: "irreversible" } });
    const { code, stderr } = await example.warrant(["grant", id, ...scope, "--on-silence", "assume"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--on-silence: Nothing may be assumed");
  });

  it("is for a person alone", async () => {
    const before = await envelopes();
    for (const options of [{ stdinIsTTY: false }, { env: { CODEX_SANDBOX: "seatbelt" } }]) {
      expect((await example.warrant(["grant", docs, ...scope], options)).code).toBe(3);
    }
    expect(await envelopes()).toBe(before);
  });

  async function envelopes(): Promise<number> {
    const { stdout } = await example.warrant(["commitments", "show", docs, "--json"]);
    return JSON.parse(stdout).commitment.envelopes.length;
  }
});

describe("warrant revoke", () => {
  it("ends one envelope with what was derived from it, also when no person runs it, and says when it was ended before", async () => {
    const { id, commitment } = await granted("--descendants");
    const child = example.newId();
    const envelope = envelopeWith({
      id: child,
      commitment,
      parent: id,
      tools: ["Edit"],
      expires_at: "2026-01-02T18:00:00.000Z",
    });
    await example.append(draft("commitment", commitment, "envelope-granted", person, { envelope }));
    const options = { stdinIsTTY: false };
    expect(await example.warrant(["revoke", id], options)).toEqual({
      code: 0,
      stdout: "revoked 1 envelope and 1 derived from it; effective at the next call\n",
      stderr: "",
    });
    expect((await example.warrant(["revoke", id])).stdout).toBe("already revoked\n");
  });

  it("ends every envelope of a commitment, once", async () => {
    const id = await example.commit();
    await example.warrant(["grant", id, ...scope]);
    await example.warrant(["grant", id, ...scope, "--hours", "1"]);
    expect((await example.warrant(["revoke", id])).stdout).toBe("revoked 2 envelopes; effective at the next call\n");
    expect((await example.warrant(["revoke", id])).stdout).toBe("already revoked\n");
    expect((await example.warrant(["revoke", finished])).stdout).toContain("the commitment is closed");
    expect((await example.warrant(["revoke", "zzzz"])).code).toBe(2);
  });
});
