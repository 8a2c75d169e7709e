import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { builtPrograms, HookMachine, type Ran, smallRepository } from "../../../../testing/hook-machine.ts";
import { version } from "../version.ts";

let programs: string;
let repository: TestRepository;
const machines: HookMachine[] = [];
beforeAll(() => {
  programs = builtPrograms();
  repository = smallRepository();
});
afterEach(() => {
  for (const machine of machines.splice(0)) machine.end();
});

function newMachine(): HookMachine {
  const machine = new HookMachine(programs, repository);
  machines.push(machine);
  return machine;
}

const destroys = { command: "rm -rf /" };
const harmless = { command: "ls" };

function decisionOf({ stdout }: Ran): string {
  const answer = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
  const { permissionDecision, permissionDecisionReason } = answer.hookSpecificOutput;
  return `${permissionDecision} ${/\[(?<rule>[a-z.-]+)\]/.exec(permissionDecisionReason ?? "")?.groups?.["rule"]}`;
}

const silent: Ran = { stdout: "", stderr: "", code: 0 };

/** Something else at the socket: whatever is sent, this is what comes back. */
async function impostor(machine: HookMachine, answer: (connection: Socket) => void): Promise<Server> {
  mkdirSync(join(machine.state, "run"), { recursive: true, mode: 0o700 });
  const server = createServer((connection) => {
    connection.on("error", () => undefined);
    connection.once("data", () => answer(connection));
  });
  await new Promise<void>((resolve) => {
    server.listen(machine.socket, resolve);
  });
  chmodSync(machine.socket, 0o600);
  return server;
}

function http(status: string, body: string, headers: readonly string[] = [`X-Warrant-Version: ${version}`]): string {
  return [`HTTP/1.1 ${status}`, `Content-Length: ${body.length}`, ...headers, "", body].join("\r\n");
}

const allows = JSON.stringify({ stdout: "", stderr: "", exit: 0 });

describe("a hook that the resident gate answers", () => {
  it("says nothing of a harmless call and refuses a destroying one, with the client and with the script", async () => {
    const machine = newMachine();
    await machine.resident();
    expect(await machine.hook(machine.call("Bash", harmless))).toEqual(silent);
    expect(decisionOf(await machine.hook(machine.call("Bash", destroys)))).toBe("deny action.critical-path");
    const health = await machine.warrant(["daemon", "status", "--format", "json"]);
    expect(JSON.parse(health.stdout)).toMatchObject({
      state: "running",
      health: { calls: 2, ledger: "writable", version },
    });
  });

  it("is started in the background by the first call, which is judged without it", async () => {
    const machine = newMachine();
    await machine.hook(machine.call("Bash", destroys, { hook_event_name: "SessionStart" }));
    await machine.answering();
    expect(decisionOf(await machine.hook(machine.call("Bash", destroys)))).toBe("deny action.critical-path");
  });
});

describe("a hook that the resident gate does not answer", () => {
  function compiled(): Promise<HookMachine> {
    return newMachine().withoutResident().compiled();
  }

  /** What is told of a call that destroys, with the code. */
  async function judged(machine: HookMachine): Promise<string> {
    const ran = await machine.hook(machine.call("Bash", destroys));
    return `${ran.code} ${ran.stderr}${decisionOf(ran)}`;
  }
  const refused = "0 deny action.critical-path";

  it("judges by itself where there is no socket (hosts 2, H3)", async () => {
    const machine = await compiled();
    expect(await judged(machine)).toBe(refused);
    expect(await machine.hook(machine.call("Bash", harmless))).toEqual(silent);
    expect(existsSync(machine.socket)).toBe(false);
  });

  it("judges by itself where nobody listens at the socket any more", async () => {
    const machine = await compiled();
    const server = await impostor(machine, () => undefined);
    // The path stays when a process is killed.
    renameSync(machine.socket, `${machine.socket}.kept`);
    server.close();
    renameSync(`${machine.socket}.kept`, machine.socket);
    expect(await judged(machine)).toBe(refused);
  });

  it.each<readonly [string, (connection: Socket) => void]>([
    ["nothing at all", () => undefined],
    ["garbage that would allow", (connection) => connection.end(`allow ${allows}`)],
    ["half an answer", (connection) => connection.end(http("200 OK", allows).slice(0, -5))],
    [
      "an answer of another version",
      (connection) => connection.end(http("200 OK", allows, ["X-Warrant-Version: 0.0.1"])),
    ],
  ])("judges by itself when what listens sends %s", async (_what, answer) => {
    const machine = await compiled();
    const server = await impostor(machine, answer);
    expect(await judged(machine)).toBe(refused);
    server.close();
  });

  it("judges by itself while the resident gate is stopped, and when it is killed in the middle of a call", async () => {
    const machine = newMachine();
    const resident = await machine.resident();
    await machine.hook(machine.call("Bash", harmless));
    resident.kill("SIGSTOP");
    expect(await judged(machine)).toBe(refused);
    const waiting = machine.hook(machine.call("Bash", destroys, { tool_use_id: "toolu_2" }));
    resident.kill("SIGKILL");
    expect(decisionOf(await waiting)).toBe("deny action.critical-path");
  });
});

describe("a hook that cannot trust the place of the resident gate", () => {
  it.each<readonly [string, (machine: HookMachine) => void]>([
    ["a socket others may open", ({ socket }) => chmodSync(socket, 0o666)],
    ["a folder others may enter", ({ state }) => chmodSync(join(state, "run"), 0o755)],
    [
      "a folder that is a link",
      ({ state }) => {
        renameSync(join(state, "run"), join(state, "elsewhere"));
        symlinkSync(join(state, "elsewhere"), join(state, "run"));
      },
    ],
    [
      "a file in its place",
      ({ socket }) => {
        rmSync(socket);
        writeFileSync(socket, "", { mode: 0o600 });
      },
    ],
  ])("refuses and asks nobody: %s", async (_what, change) => {
    const machine = newMachine();
    let isAsked = false;
    const server = await impostor(machine, (connection) => {
      isAsked = true;
      connection.end(http("200 OK", allows));
    });
    change(machine);
    const ran = await machine.hook(machine.call("Bash", harmless));
    expect(ran).toMatchObject({ stdout: "", code: 2 });
    expect(ran.stderr).toContain("is not this account's alone");
    expect(ran.stderr).toContain("[action.failed]");
    expect(isAsked).toBe(false);
    server.close();
  });
});

describe("a hook whose own ground is broken", () => {
  it.each<readonly [string, (machine: HookMachine) => Promise<Ran>, RegExp]>([
    [
      "no home",
      (machine) => machine.hook(machine.call("Bash", harmless), { PATH: machine.env["PATH"] ?? "" }),
      /action\.failed/,
    ],
    [
      "a ledger that lies in a work tree",
      (machine) =>
        machine.hook(machine.call("Bash", harmless), {
          ...machine.env,
          WARRANT_HOME: machine.repository.path(".warrant"),
        }),
      /action\.(?:failed|facts-invalid)/,
    ],
    [
      "a ledger that is none",
      async (machine) => {
        machine.writeState("ledger.db", "this is no database, and it is long enough to be looked at ".repeat(100));
        return await machine.hook(machine.call("Bash", harmless));
      },
      /action\.failed/,
    ],
    [
      "a record of installations nobody can read",
      async (machine) => {
        machine.writeState("install.json", "{");
        return await machine.hook(machine.call("Bash", harmless));
      },
      /action\.failed/,
    ],
    ["no input", (machine) => machine.hook(""), /action\.facts-invalid/],
    ["input that is no object", (machine) => machine.hook("[]"), /action\.facts-invalid/],
    ["more than 16 MiB", (machine) => machine.hook(Buffer.alloc(17 * 1024 * 1024, "x")), /action\.facts-invalid/],
    ["a host nobody knows", (machine) => machine.hook("{}", machine.env, ["somebody"]), /action\.facts-invalid/],
    ["other arguments", (machine) => machine.hook("{}", machine.env, ["claude-code", "--Via=x"]), /action\.failed/],
  ])("refuses: %s", async (_what, run, rule) => {
    const machine = await newMachine().withoutResident().compiled();
    const { stdout, stderr, code } = await run(machine);
    expect(`${stdout}${stderr}`).toMatch(rule);
    if (stdout === "") expect(code).toBe(2);
    else expect(decisionOf({ stdout, stderr, code })).toMatch(/^deny /);
  });

  it("refuses a call under a policy nobody can read (H3)", async () => {
    const machine = await newMachine().withoutResident().compiled();
    for (const name of readdirSync(join(machine.state, "policy"))) machine.writeState(`policy/${name}`, '{"schema":');
    const call = machine.call("Bash", harmless);
    expect(decisionOf(await machine.hook(call))).toBe("deny action.facts-invalid");
  });

  it("refuses a call where something is written, nothing was compiled yet, and nothing can be", async () => {
    const folder = temporaryFolder();
    cpSync(join(programs, "dist"), join(folder, "dist"), { recursive: true });
    symlinkSync(join(programs, "node_modules"), join(folder, "node_modules"));
    const machine = new HookMachine(folder, repository).withoutResident();
    const ran = await machine.hook(machine.call("Bash", harmless));
    // Starting the other process may take longer than a call may.
    expect(decisionOf(ran)).toMatch(/^deny action\.(?:facts-invalid|deadline)$/);
  });

  it("compiles for the beginning of a session what is written, so that its first call finds it", async () => {
    const machine = newMachine().withoutResident();
    const start = JSON.stringify({
      session_id: "s",
      cwd: repository.folder,
      hook_event_name: "SessionStart",
      source: "startup",
      permission_mode: "default",
    });
    expect(await machine.hook(start)).toMatchObject({ code: 0, stdout: "" });
    const found = readdirSync(join(machine.state, "policy")).filter((name) => name.endsWith(".json"));
    expect(found).toContain("own.json");
  });

  it("refuses nothing for somebody who wrote nothing, since the gate only reports then", async () => {
    const machine = newMachine().withoutResident();
    rmSync(join(machine.home, ".config/warrant/config.yaml"));
    expect(await machine.hook(machine.call("Bash", destroys))).toEqual(silent);
  });
});

describe("a client without its gate", () => {
  async function alone(input: string): Promise<Ran> {
    const machine = newMachine().withoutResident();
    const folder = temporaryFolder();
    copyFileSync(join(programs, "dist/hook-client.cjs"), join(folder, "hook-client.cjs"));
    return await machine.run(process.execPath, [join(folder, "hook-client.cjs"), "claude-code"], input);
  }

  it("blocks a call, answers the host's own question in the host's form, and stops no person", async () => {
    const call = { cwd: "/", session_id: "s", tool_name: "Bash", tool_input: harmless, permission_mode: "default" };
    const before = await alone(JSON.stringify({ ...call, hook_event_name: "PreToolUse" }));
    expect(before).toMatchObject({ stdout: "", code: 2 });
    expect(before.stderr).toContain("[action.failed]");
    const asked = await alone(JSON.stringify({ ...call, hook_event_name: "PermissionRequest" }));
    expect(asked.code).toBe(0);
    expect(JSON.parse(asked.stdout)).toMatchObject({ hookSpecificOutput: { decision: { behavior: "deny" } } });
    const prompt = await alone(JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt: "hello" }));
    expect(prompt).toMatchObject({ stdout: "", code: 0 });
  });
});
