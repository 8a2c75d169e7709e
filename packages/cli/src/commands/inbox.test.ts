import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentedLedger, type ExampleLedger } from "../../../../testing/example-ledger.ts";
import { findEntry } from "../authority/inbox.ts";

let example: ExampleLedger;
beforeEach(async () => {
  example = await documentedLedger();
});
afterEach(async () => await example[Symbol.asyncDispose]());

const hour = 3_600_000;
const entry = "019b7ce1";
const approval = "019b7cdf";
const question = "019b7ce0";
const nightly = "019b7cdd";
const holds = "it holds until 2026-01-03 03:04 UTC in session 5f1c, whose agent has to try again\n";

async function shown(id: string) {
  return JSON.parse((await example.warrant(["inbox", "show", id, "--json"], { stdinIsTTY: false })).stdout);
}

describe("warrant inbox", () => {
  it("lists what is open, counts it as a bare number, and shows the rest with --all", async () => {
    expect((await example.warrant(["inbox", "list"])).stdout).toContain("expires in 70 h");
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("1\n");
    await example.warrant(["answer", entry, "deny"]);
    expect((await example.warrant(["inbox", "list"])).stdout).toBe("the inbox is empty\n");
    expect((await example.warrant(["inbox", "list", "--all"])).stdout).toMatch(/answered\n$/);
    const { schema, total } = JSON.parse((await example.warrant(["inbox", "list", "--all", "--json"])).stdout);
    expect({ schema, total }).toEqual({ schema: "warrant.inbox/v1", total: 1 });
  });

  it("cuts a long list and counts the rest", async () => {
    const commitment = (await example.warrant(["commitments", "list", "--json"])).stdout;
    const { entries } = JSON.parse(commitment);
    await example.parkCall(entries[0].commitment.id, "make docs");
    const { stdout } = await example.warrant(["inbox", "list", "--limit", "1"]);
    expect(stdout).toMatch(/^019b7ce5 .*make docs.*\nand 1 more; --limit shows them\n$/);
    expect((await example.warrant(["inbox", "list", "--limit", "0"])).code).toBe(2);
  });

  it.each([entry, question, approval])("shows by the id %s exactly what would run", async (id) => {
    const { stdout } = await example.warrant(["inbox", "show", id]);
    expect(stdout).toContain("asks   Bash  npm install left-pad\n");
    expect(stdout).toContain(`answer warrant answer ${entry} approve|deny "note"\n`);
  });

  it("lists without being told to, and takes a beginning that only ids of one entry have", async () => {
    expect((await example.warrant(["inbox"])).stdout).toContain("expires in 70 h");
    const ids = ["aaaa1111-1", "aaaa1111-2", "bbbb1111-1", "aaaa2222-1"];
    const [id = "", approval_id = "", question_id = "", other = ""] = ids;
    const base = { kind: "approval-pending", title: "t", body: "", at: "", state: "open" } as const;
    const entries = [
      { ...base, id, approval_id, question_id },
      { ...base, id: other },
    ] as InboxEntry[];
    expect(findEntry("aaaa1111", entries).id).toBe(id);
    expect(findEntry("bbbb", entries).id).toBe(id);
    expect(() => findEntry("aaaa", entries)).toThrow(
      /beginning of several:\n {2}aaaa1111-1 {2}t\n {2}aaaa2222-1 {2}t$/,
    );
    expect(() => findEntry("aaa", entries)).toThrow(/there is no entry of the inbox aaa/);
  });

  it("makes hidden characters of the arguments visible, and shows all of them", async () => {
    const { entries } = JSON.parse((await example.warrant(["commitments", "list", "--json"])).stdout);
    const ids = await example.parkCall(entries[0].commitment.id, `echo \u202E${"a".repeat(500)}; rm -rf /`);
    const { stdout } = await example.warrant(["inbox", "show", ids.inbox]);
    expect(stdout).toContain("<U+202E>");
    expect(stdout).toContain("; rm -rf /");
  });

  it("is read by a person who looks, not by an agent or a script, and only once", async () => {
    await example.warrant(["inbox", "show", entry], { stdinIsTTY: false });
    await example.warrant(["inbox", "show", entry], { env: { CLAUDECODE: "1" } });
    expect((await shown(entry)).entry).not.toHaveProperty("read_at");
    await example.warrant(["inbox", "show", entry]);
    expect((await shown(entry)).entry).toMatchObject({ read_at: "2026-01-02T03:04:05.000Z", state: "open" });
    example.now.at += hour;
    expect((await example.warrant(["inbox", "ack", entry, entry])).stdout).toBe(`read ${entry}, ${entry}\n`);
    expect((await shown(entry)).entry.read_at).toBe("2026-01-02T03:04:05.000Z");
  });

  it("marks nothing when one of the ids is unknown, and nothing for an agent", async () => {
    expect((await example.warrant(["inbox", "ack", entry, "zzzz"])).code).toBe(2);
    expect((await example.warrant(["inbox", "ack", entry], { env: { CLAUDECODE: "1" } })).code).toBe(3);
    expect((await shown(entry)).entry).not.toHaveProperty("read_at");
  });
});

describe("warrant answer", () => {
  it.each([entry, question, approval, "019b7ce1-"])("takes the id %s", async (id) => {
    const { code, stdout } = await example.warrant(["answer", id, "approve", "go"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `approved once; ${nightly} resumes\n${holds}` });
    expect(await shown(entry)).toMatchObject({
      entry: { state: "answered", read_at: "2026-01-02T03:04:05.000Z" },
      approval: {
        state: "approved",
        scope: "once",
        approver: { kind: "person", id: "maria" },
        note: "go",
        expires_at: "2026-01-03T03:04:05.000Z",
      },
    });
  });

  it("takes a scope, and a no without a note", async () => {
    await example.warrant(["answer", entry, "approve", "--scope", "effects"]);
    expect((await shown(entry)).approval).toMatchObject({ state: "approved", scope: "effects" });
  });

  it("of no lets the work go on without the step", async () => {
    const { stdout } = await example.warrant(["answer", entry, "deny", "use the built-in padStart"]);
    expect(stdout).toBe(`denied; ${nightly} resumes without it\n`);
    expect((await shown(entry)).approval.state).toBe("denied");
    expect((await example.warrant(["commitments", "show", nightly])).stdout).toContain(
      'answer     deny "use the built-in padStart"',
    );
  });

  it("given twice changes nothing the second time, and says what was answered and when", async () => {
    await example.warrant(["answer", entry, "deny", "no"]);
    const before = await shown(entry);
    for (const decision of ["approve", "deny"]) {
      expect(await example.warrant(["answer", entry, decision, "other"])).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "warrant: nothing was changed. The entry is answered. It was denied by maria on 2026-01-02 03:04 UTC.\n",
      });
    }
    expect(await shown(entry)).toEqual(before);
  });

  it("that comes at the instant the question expires changes nothing", async () => {
    example.now.at += 70 * hour;
    const { code, stderr } = await example.warrant(["answer", entry, "approve"]);
    expect(code).toBe(2);
    expect(stderr).toContain("The question expired at 2026-01-05T01:04:05.000Z");
    expect((await shown(entry)).approval.state).toBe("pending");
  });

  it("to a question that was asked anew changes nothing: its old ids meet no new question", async () => {
    example.now.at += 71 * hour;
    await example.warrant(["tick"]);
    expect((await example.warrant(["inbox", "count"])).stdout).toBe("1\n");
    for (const old of [entry, question, approval]) {
      const { code, stderr } = await example.warrant(["answer", old, "approve"]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: "warrant: nothing was changed. The entry is expired.\n" });
    }
    const { entries } = JSON.parse((await example.warrant(["inbox", "list", "--json"])).stdout);
    expect((await example.warrant(["answer", entries[0].id, "approve"])).code).toBe(0);
  });

  it.each([
    ["an agent's session", { env: { CLAUDECODE: "1" } }],
    ["a pipe", { stdinIsTTY: false }],
  ])("is refused in %s", async (_, options) => {
    const { code, stderr } = await example.warrant(["answer", entry, "approve"], options);
    expect(code).toBe(3);
    expect(stderr).toContain("[authority.not-human]");
    expect((await shown(entry)).approval.state).toBe("pending");
  });

  it("is refused to whoever asked", async () => {
    const { code, stderr } = await example.warrant(["answer", entry, "approve"], { user: "main" });
    expect(code).toBe(3);
    expect(stderr).toContain("[authority.self-approved]");
    expect((await shown(entry)).approval.state).toBe("pending");
  });

  it.each([
    [["zzzz", "approve"], /there is no entry of the inbox zzzz/],
    [["019", "approve"], /at least four characters/],
    [[entry, "perhaps"], /Allowed choices are approve, deny/],
    [[entry, "approve", "--scope", "always"], /Allowed choices are once, effects/],
  ])("refuses %j with exit code 2", async (args, message) => {
    const { code, stderr } = await example.warrant(["answer", ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
