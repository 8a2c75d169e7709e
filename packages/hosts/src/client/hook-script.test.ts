/** The script that hosts start, run by a real shell. */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { hookScript } from "./hook-script.ts";
import { socketPath } from "./socket-place.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Place {
  readonly script: string;
  readonly folder: string;
  readonly env: Record<string, string>;
}

/** A script whose client repeats what it was given, with this code at its end. */
function place(code = 0): Place {
  const home = temporaryFolder();
  const client = join(home, "it's a client.cjs");
  writeFileSync(
    client,
    `let t="";process.stdin.on("data",d=>t+=d).on("end",()=>{console.log(JSON.stringify([process.argv.slice(2),t]));process.exit(${code})})`,
  );
  const script = join(home, "hook");
  writeFileSync(script, hookScript({ node: process.execPath, client }), { mode: 0o755 });
  const folder = join(home, "run");
  mkdirSync(folder, { mode: 0o700 });
  return { script, folder, env: { WARRANT_HOME: home, HOME: home, PATH: "/usr/bin:/bin" } };
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

function start(
  { script, env }: Place,
  input: string,
  args: readonly string[] = ["claude-code", "--via", "user"],
): Promise<Ran> {
  const child = spawn("/bin/sh", [script, ...args], { env, stdio: "pipe" });
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => {
    texts.stdout += String(data);
  });
  child.stderr.on("data", (data) => {
    texts.stderr += String(data);
  });
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ ...texts, code }));
  });
}

async function gate({ folder }: Place, status: number, body: string): Promise<{ asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (data) => {
      text += String(data);
    });
    request.on("end", () => {
      asked.push(
        `${request.method} ${request.url} ${request.headers["x-warrant-pid"] === undefined ? "" : "pid"} ${text}`,
      );
      response.writeHead(status);
      response.end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(join(folder, "gate.sock"), resolve);
  });
  chmodSync(join(folder, "gate.sock"), 0o600);
  return { asked };
}

const event = '{"a":"ü $HOME `x` \\\\n %s"}\n\n';
const told = (args: readonly string[]) => JSON.stringify([args, event.trimEnd()]);
const usual = ["claude-code", "--via", "user"];

describe("the script that hosts start", () => {
  it("asks the resident gate with the event as it is, and gives its answer as it is", async () => {
    const at = place();
    const { asked } = await gate(at, 200, '{"b":\n1}');
    expect(await start(at, event)).toEqual({ stdout: '{"b":\n1}', stderr: "", code: 0 });
    expect(asked).toEqual([`POST /v1/hook/claude-code?via=user pid ${event.trimEnd()}`]);
  });

  it("blocks with the gate's reason where that says so", async () => {
    const at = place();
    await gate(at, 422, "Warrant: no. [x]");
    expect(await start(at, event)).toEqual({ stdout: "", stderr: "Warrant: no. [x]\n", code: 2 });
  });

  it.each([409, 404, 500, 413])("starts the client with the same event where the gate answers %i", async (status) => {
    const at = place();
    await gate(at, status, "{}");
    const { stdout, code } = await start(at, event);
    expect([JSON.parse(stdout), code]).toEqual([[usual, event.trimEnd()], 0]);
  });

  it.each<readonly [string, (at: Place) => void]>([
    ["there is none", () => undefined],
    ["its folder is open to others", ({ folder }) => chmodSync(folder, 0o755)],
    [
      "its folder is a link",
      ({ folder }) => {
        execFileSync("mv", [folder, `${folder}2`]);
        symlinkSync(`${folder}2`, folder);
      },
    ],
  ])("asks no gate where %s", async (_why, change) => {
    const at = place();
    const { asked } = _why === "there is none" ? { asked: [] } : await gate(at, 200, "allow");
    change(at);
    const { stdout } = await start(at, event);
    expect(stdout.trimEnd()).toBe(told(usual));
    expect(asked).toEqual([]);
  });

  it.each([
    [["claude-code"]],
    [["codex", "--via", "a/b"]],
    [["x y", "--via", "user"]],
    [["codex", "--record", "d"]],
    [[]],
  ])("leaves other arguments to the client: %j", async (args) => {
    const at = place();
    const { asked } = await gate(at, 200, "allow");
    const { stdout } = await start(at, event, args);
    if (args.length === 1) expect(asked).toHaveLength(1);
    else expect(stdout.trimEnd()).toBe(told(args));
  });

  it.each([
    [0, 0],
    [1, 2],
    [2, 2],
    [3, 2],
    [127, 2],
  ])("ends with the blocking code when the client ends with %i", async (code, expected) => {
    expect((await start(place(code), event)).code).toBe(expected);
  });

  it("blocks and says so when its program is gone", async () => {
    const at = place();
    writeFileSync(at.script, hookScript({ node: process.execPath, client: "/nowhere/client.cjs" }));
    const { stderr, code } = await start(at, event);
    expect([stderr.includes("[action.failed]"), code]).toEqual([true, 2]);
    writeFileSync(at.script, hookScript({ node: "/nowhere/node", client: at.script }));
    expect((await start(at, event)).code).toBe(2);
  });

  it.each<readonly [string, (at: Place) => Record<string, string>]>([
    ["the folder of the running session", ({ folder }) => ({ XDG_RUNTIME_DIR: join(folder, "..") })],
    ["the state folder", ({ folder }) => ({ XDG_STATE_HOME: join(folder, ".."), XDG_RUNTIME_DIR: "relative" })],
    ["the state folder of the home", ({ folder }) => ({ HOME: join(folder, ".."), WARRANT_HOME: "relative" })],
  ])("finds the socket where the client does: %s", async (_where, change) => {
    const at = place();
    const env = { PATH: "/usr/bin:/bin", HOME: "/nowhere", ...change(at) };
    const socket = socketPath(env, "linux") ?? "";
    mkdirSync(dirname(socket), { recursive: true, mode: 0o700 });
    const { asked } = await gate({ ...at, folder: dirname(socket) }, 200, "{}");
    expect((await start({ ...at, env }, event)).stdout).toBe("{}");
    expect(asked).toHaveLength(1);
  });

  it.each(["curl", "cat", "ls"])(
    "runs no %s that the host's PATH finds first, such as the project's own below npx",
    async (name) => {
      const at = place();
      const { asked } = await gate(at, 422, "refused");
      const bin = join(at.folder, "../bin");
      mkdirSync(bin);
      writeFileSync(join(bin, name), "#!/bin/sh\nprintf '\\n200'\n", { mode: 0o755 });
      const ran = await start({ ...at, env: { ...at.env, PATH: `${bin}:/usr/bin:/bin` } }, event);
      expect({ ...ran, asked: asked.length }).toEqual({ stdout: "", stderr: "refused\n", code: 2, asked: 1 });
    },
  );

  it("leaves the client the host's environment as it is", async () => {
    const at = place();
    writeFileSync(join(at.folder, "../it's a client.cjs"), "console.log(process.env.PATH)");
    const PATH = "/nowhere:/usr/bin";
    expect((await start({ ...at, env: { ...at.env, PATH } }, event)).stdout).toBe(`${PATH}\n`);
  });

  it("starts the client without the options that the host has for programs of its own, and tells it of them", async () => {
    const at = place();
    const evil = join(at.folder, "evil.cjs");
    writeFileSync(evil, "process.exit(0)");
    writeFileSync(
      join(at.folder, "../it's a client.cjs"),
      "console.log(JSON.stringify([process.env.NODE_OPTIONS, process.env.WARRANT_NODE_OPTIONS]))",
    );
    const options = `--require ${evil}`;
    const { stdout } = await start({ ...at, env: { ...at.env, NODE_OPTIONS: options } }, event);
    expect(JSON.parse(stdout)).toEqual(["", options]);
  });

  it("goes straight to the client without curl", async () => {
    const at = place();
    const { asked } = await gate(at, 200, "allow");
    const bin = join(at.folder, "../bin");
    mkdirSync(bin);
    for (const name of ["cat", "ls"]) {
      const found = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { env: { PATH: "/usr/bin:/bin" } });
      symlinkSync(found.stdout.toString().trim(), join(bin, name));
    }
    const client = join(at.folder, "../it's a client.cjs");
    writeFileSync(at.script, hookScript({ node: process.execPath, client, tools: bin }));
    const { stdout } = await start(at, event);
    expect([stdout.trimEnd(), asked]).toEqual([told(usual), []]);
  });
});
