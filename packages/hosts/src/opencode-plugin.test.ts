import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCodePlugin } from "./opencode-plugin.ts";

interface Hooks {
  readonly "tool.execute.before": (input: object, output: { args: Record<string, unknown> }) => Promise<void>;
  readonly "permission.ask": (input: object, output: { status: string }) => Promise<void>;
  readonly "tool.execute.after": (input: object, output: object) => Promise<void>;
  readonly "chat.message": (input: object, output: object) => Promise<void>;
  readonly event: (input: { event: { type: string; properties: object } }) => Promise<void>;
}

const sessions: Readonly<Record<string, { id: string; parentID?: string }>> = {
  "o-1": { id: "o-1" },
  "o-2": { id: "o-2", parentID: "o-1" },
  "o-3": { id: "o-3", parentID: "o-2" },
};
const client = {
  session: { get: ({ path }: { path: { id: string } }) => Promise.resolve({ data: sessions[path.id] }) },
};

describe("the plugin of OpenCode", () => {
  let folder = "";
  let hooks: Hooks;
  let program = "";
  /** What the program does when it is started; it keeps what it was told. */
  function answer(script: string): void {
    writeFileSync(program, `#!/bin/sh\ncat > "${folder}/told.json"\necho "$@" > "${folder}/words"\n${script}\n`);
  }
  function told(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(folder, "told.json"), "utf8")) as Record<string, unknown>;
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "warrant-plugin-"));
    program = join(folder, "it's a hook");
    answer("");
    chmodSync(program, 0o755);
    const file = join(folder, "warrant.mjs");
    writeFileSync(file, openCodePlugin({ program, via: "user" }));
    const module = (await import(pathToFileURL(file).href)) as { Warrant: (input: object) => Promise<Hooks> };
    hooks = await module.Warrant({ client, directory: "/work/shop" });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const input = { tool: "bash", sessionID: "o-3", callID: "k-1" };

  it("hands a call over with the session a person is in, and lets it go on at silence", async () => {
    answer("");
    const output = { args: { command: "ls" } };
    await expect(hooks["tool.execute.before"](input, output)).resolves.toBeUndefined();
    expect(told()).toEqual({
      event: "tool.execute.before",
      cwd: "/work/shop",
      root: "o-1",
      input,
      output: { args: { command: "ls" } },
    });
    expect(readFileSync(join(folder, "words"), "utf8")).toBe("opencode --via user\n");
  });

  it("says that nobody knows whose session it is", async () => {
    answer("");
    await hooks["tool.execute.before"]({ ...input, sessionID: "o-9" }, { args: {} });
    expect(told()["root"]).toBeNull();
  });

  it("throws what it is told to", async () => {
    answer(`echo '{"throw":"Warrant: no. [policy.x]"}'`);
    await expect(hooks["tool.execute.before"](input, { args: {} })).rejects.toThrow("Warrant: no. [policy.x]");
  });

  it("changes the arguments in place", async () => {
    answer(`echo '{"args":{"filePath":"/a"}}'`);
    const args = { filePath: "b", content: "x" };
    await hooks["tool.execute.before"](input, { args });
    expect(args).toEqual({ filePath: "/a", content: "x" });
  });

  it.each([
    ["a refusal by exit, with its sentence", "echo 'Warrant: it failed. [action.failed]' >&2; exit 2", /it failed/],
    ["an exit without a word", "exit 1", /could not be asked/],
    ["a program that was killed", "kill -9 $$", /could not be asked/],
    ["an answer that is no JSON", "echo allowed", /could not be asked/],
    ["an answer that is no object", "echo null", /could not be asked/],
  ])("refuses at %s", async (_name, script, message) => {
    answer(script);
    await expect(hooks["tool.execute.before"](input, { args: {} })).rejects.toThrow(message);
  });

  it("answers the host's own question only with a word it knows", async () => {
    const output = { status: "ask" };
    answer(`echo '{"status":"allow"}'`);
    await hooks["permission.ask"](input, output);
    expect(output.status).toBe("allow");
    answer(`echo '{"status":"maybe"}'`);
    await hooks["permission.ask"](input, output);
    expect(output.status).toBe("allow");
    answer("exit 2");
    await expect(hooks["permission.ask"](input, output)).rejects.toThrow(/could not be asked/);
  });

  it("holds up nothing that is over, nor what a person wrote", async () => {
    answer("exit 2");
    await expect(hooks["tool.execute.after"](input, { output: "x" })).resolves.toBeUndefined();
    await expect(hooks["chat.message"]({ sessionID: "o-1" }, { parts: [] })).resolves.toBeUndefined();
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: "o-1" } } });
    expect(told()).toMatchObject({ event: "session.idle", input: { sessionID: "o-1" } });
    await hooks.event({ event: { type: "session.updated", properties: { sessionID: "o-2" } } });
    expect(told()).toMatchObject({ event: "session.idle" });
  });
});
