import { recordSession } from "@warrant/ledger/session-log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";
import { recorded } from "../../../../testing/recorded-request.ts";

const hostile = "\u001B[31m\u202E<b>";
let example: ExampleLedger;
beforeAll(async () => {
  example = exampleLedger();
  const ledger = await example.open();
  await recordSession(ledger, "5f1c-a", [
    { kind: "session-started", body: {} },
    recorded("r1", "fix the flaky test, then deploy to production"),
    { kind: "action-judged", body: { decision: "allow", rule: "x" } },
    recorded("r2", "thanks", { turn: "social", parts: [], carries: "as-before", engagement: null, reading: null }),
    recorded("r3", `look at the logs, but never delete ${hostile} anything`),
  ]);
  await recordSession(ledger, "5f1c-b", [
    {
      kind: "request-recorded",
      body: {
        request_id: `r${hostile}`,
        origin: 7,
        turn: [hostile],
        engagement: "all",
        parts: [null, { text: 3 }],
        bans: hostile,
        carries: hostile,
      },
    },
  ]);
  await recordSession(ledger, "9abc", [recorded("r1", "delete my branch old-login", { carries: "nothing" })]);
  await ledger.close();
});
afterAll(() => example[Symbol.asyncDispose]());

function explain(...args: string[]) {
  return example.warrant(["explain", ...args]);
}

describe("warrant explain --session", () => {
  it("shows each recorded request, what was read of it then and what holds now", async () => {
    const { code, stdout, stderr } = await explain("--session", "5f1c-a");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("session 5f1c-a, 3 requests\n");
    expect(stdout).toMatch(/^1 {2}\d{4}-.* UTC {2}human {2}request r1$/m);
    expect(stdout).toContain('parts      1  modify   reversible    "fix the flaky test"\n');
    expect(stdout).toContain('           2  operate  irreversible  "deploy to production"\n');
    expect(stdout).toContain("read as    operate · turn · irreversible · no evidence asked · clear\n");
    expect(stdout).toMatch(/narrows +approval {2}auto-approve → ask\n/);
    expect(stdout).toMatch(/turn +no work: it keeps what was asked before\n/);
    expect(stdout).toMatch(/bans +not: never delete /);
    expect(stdout).not.toMatch(/[\u001B\u202E]/);
    expect(stdout).toMatch(/\nholds now {2}request 3: /);
  });

  it("gives the records as they are as JSON", async () => {
    const { stdout } = await explain("--session", "5f1c-a", "--json");
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      schema: "warrant.session-requests/v1",
      session: "5f1c-a",
      earlier: 0,
      unreadable: 0,
    });
    expect(document.requests.map((one: { place: number; request_id: string }) => [one.place, one.request_id])).toEqual([
      [2, "r1"],
      [4, "r2"],
      [5, "r3"],
    ]);
    expect(document.requests[0].engagement.ceiling.approval).toBe("ask");
  });

  it("takes the beginning of an id, and lists several", async () => {
    expect((await explain("--session", "9abc")).stdout).toContain("session 9abc, 1 request\n");
    const { code, stderr } = await explain("--session", "5f1c");
    expect(code).toBe(2);
    expect(stderr).toMatch(/is the beginning of several:\n {2}5f1c-a .*\n {2}5f1c-b/);
    expect(await explain("--session", "none")).toMatchObject({ code: 2, stdout: "" });
  });

  it("reads what it cannot read of a record as the careful end, and prints nothing of it raw", async () => {
    const { code, stdout } = await explain("--session", "5f1c-b");
    expect(code).toBe(0);
    expect(stdout).toMatch(/unknown origin/);
    expect(stdout).toMatch(/permission +workspace-write → read-only/);
    expect(stdout).not.toMatch(/[\u001B\u202E]/);
  });

  it("reads further words as the next ones of the session", async () => {
    const alone = JSON.parse((await explain("delete everything in build", "--json")).stdout);
    const next = JSON.parse((await explain("delete everything in build", "--session", "5f1c-a", "--json")).stdout);
    expect(alone.engagement.ceiling.bans ?? []).toEqual([]);
    expect(next.engagement.ceiling.bans).toMatchObject([{ kind: "delete" }]);
    const yes = JSON.parse((await explain("go ahead", "--session", "9abc", "--json")).stdout);
    expect(yes.turn).toBe("affirmation");
  });

  it.each([
    [["--session", "5f1c-a", "--from", "x.jsonl", "--format", "jsonl"], /--session/],
    [["--session", "5f1c-a", "--act", "answer"], /declare/],
  ])("%j is a contradiction", async (args, message) => {
    const { code, stdout, stderr } = await explain(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it("writes nothing", async () => {
    const events = async () => JSON.parse((await example.warrant(["ledger", "check", "--json"])).stdout).events;
    const before = await events();
    await explain("--session", "5f1c-a");
    await explain("deploy", "--session", "5f1c-a");
    expect(await events()).toBe(before);
  });
});
