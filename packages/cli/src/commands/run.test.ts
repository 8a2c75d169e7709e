import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSession } from "@warrant/ledger/session-log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleLedger, exampleLedger } from "../../../../testing/example-ledger.ts";
import { promptDigest } from "../run-ticket.ts";

let example: ExampleLedger;
let agent: string;
beforeAll(() => {
  example = exampleLedger();
  agent = join(example.folder, "agent.cjs");
  writeFileSync(
    agent,
    `require("fs").writeFileSync(${JSON.stringify(join(example.folder, "seen.json"))}, JSON.stringify({ session: process.env.WARRANT_SESSION, args: process.argv.slice(2), cwd: process.cwd() }));
if (process.argv[2] === "kill") process.kill(process.pid, "SIGKILL");
process.exit(Number(process.argv[2]) || 0);`,
  );
});
afterAll(async () => await example[Symbol.asyncDispose]());

function seen(): { session: string; args: string[]; cwd: string } {
  return JSON.parse(readFileSync(join(example.folder, "seen.json"), "utf8"));
}

describe("warrant run", () => {
  it("starts the agent with a ticket that names the person and every word they typed, and ends it", async () => {
    const command = ["run", "--", process.execPath, agent, "-p", " fix the login test ", "--verbose"];
    const { code, stdout, stderr } = await example.warrant(command, { cwd: example.folder });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    const { session, args, cwd } = seen();
    expect(session).toMatch(/^run-[0-9a-f-]{36}$/);
    expect({ args, cwd }).toEqual({ args: ["-p", " fix the login test ", "--verbose"], cwd: example.folder });
    const ledger = await example.open();
    const { events } = await readSession(ledger, session, { limit: 10 });
    await ledger.close();
    expect(events.map(({ kind, actor }) => [kind, actor.kind, actor.id])).toEqual([
      ["session-started", "person", "maria"],
      ["session-ended", "person", "maria"],
    ]);
    expect(events[0]?.body).toMatchObject({ run: true, principal: "maria", cwd: example.folder });
    expect(events[0]?.body["prompts"]).toContain(promptDigest("fix the login test"));
    // The words themselves are kept where the session's request is, and only there.
    expect(JSON.stringify(events)).not.toContain("login");
    expect(events[1]?.body).toEqual({ code: 0 });
  });

  it.each([
    ["7", 7],
    ["255", 255],
    ["kill", 128 + 9],
  ])("ends as the agent ended: %s", async (word, code) => {
    expect(await example.warrant(["run", "--", process.execPath, agent, word])).toMatchObject({ code, stderr: "" });
  });

  it("says when the program is not there, and ends its ticket", async () => {
    const { code, stderr } = await example.warrant(["run", "--", "/nowhere/agent", "-p", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("could not start /nowhere/agent: there is no such program. Nothing was run.");
  });

  it.each([
    ["CLAUDECODE", "1"],
    ["WARRANT_SESSION", "run-0197b5d2-0000-7000-8000-000000000001"],
  ])("is refused inside an agent's session (%s)", async (name, value) => {
    const marker = join(example.folder, "ran");
    const command = ["run", "--", "touch", marker];
    const { code, stderr } = await example.warrant(command, { env: { ...example.env, [name]: value } });
    expect(code).toBe(3);
    expect(stderr).toContain("[authority.not-human]");
    expect(existsSync(marker)).toBe(false);
  });

  it("is refused where nobody sits before it", async () => {
    const { code, stderr } = await example.warrant(["run", "--", "true"], { stdinIsTTY: false });
    expect(code).toBe(3);
    expect(stderr).toContain("standard input is no terminal");
  });

  it.each([
    [["run"], /missing required argument 'command'/],
    [["run", "--for", "nothing", "--", "true"], /names no issue/],
  ])("%j is a usage error", async (args, message) => {
    const { code, stderr } = await example.warrant(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
