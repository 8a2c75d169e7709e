import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DoctorLine, HostReport } from "@warrant/hosts/doctor/doctor";
import { installableHosts } from "@warrant/hosts/install/entries";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestRepository } from "../../../../testing/git-repository.ts";
import { builtPrograms, HookMachine, smallRepository } from "../../../../testing/hook-machine.ts";
import { toolsIn } from "./host-files.ts";

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

/** A machine on which nothing is installed yet. */
function freshMachine(): HookMachine {
  const machine = new HookMachine(programs, repository).withoutResident();
  rmSync(join(machine.state, "install.json"));
  machines.push(machine);
  return machine;
}

async function installed(...hosts: readonly string[]): Promise<HookMachine> {
  const machine = freshMachine();
  for (const host of hosts) expect((await machine.warrant(["hooks", "install", host])).code).toBe(0);
  return machine;
}

async function examine(machine: HookMachine, ...args: readonly string[]) {
  const { stdout, code } = await machine.warrant(["hooks", "doctor", ...args, "--json"]);
  const { hosts } = JSON.parse(stdout) as { hosts: HostReport[] };
  const lineOf = (check: string): DoctorLine | undefined => hosts[0]?.lines.find((line) => line.check === check);
  return { code, hosts, lineOf };
}

describe("warrant hooks doctor", () => {
  it("H1 finds every host live whose installed program refuses the canary in that host's own form", async () => {
    const machine = await installed(...installableHosts);
    const { code, hosts } = await examine(machine);
    expect(hosts.map(({ host, is_live: isLive }) => [host, isLive])).toEqual(
      installableHosts.map((host) => [host, true]),
    );
    for (const { lines } of hosts) {
      expect(lines.find(({ check }) => check === "canary")).toMatchObject({
        ok: true,
        found: expect.stringContaining("refused"),
      });
    }
    expect(code).toBe(0);
    const probes = (await machine.warrant(["trace", "warrant-doctor-"])).stderr;
    const [probe = ""] = /warrant-doctor-\S+ /.exec(probes) ?? [];
    expect((await machine.warrant(["trace", probe.trim()])).stdout).toContain("[action.canary]");
  });

  it("says that nothing is refused where only reports are wanted", async () => {
    const machine = await installed("claude-code");
    machine.configure("action: { enforce: false }\n");
    const { code, lineOf } = await examine(machine);
    expect(lineOf("canary")).toMatchObject({ ok: null, next: expect.stringContaining("action.enforce") });
    expect(code).toBe(0);
  });

  it.each<[string, (machine: HookMachine) => void, string, RegExp]>([
    [
      "whose entry was taken out",
      (machine) => writeFileSync(join(machine.home, ".claude/settings.json"), "{}"),
      "configured",
      /taken out/,
    ],
    [
      "whose program is gone",
      (machine) => rmSync(join(machine.home, ".local/share/warrant/hook")),
      "canary",
      /is not there/,
    ],
    [
      "whose program cannot be run",
      (machine) => chmodSync(join(machine.home, ".local/share/warrant/hook"), 0o644),
      "canary",
      /could not be started/,
    ],
    [
      "whose program lets everything through",
      (machine) => {
        const program = join(machine.home, ".local/share/warrant/hook");
        writeFileSync(program, "#!/bin/sh\ncat >/dev/null\nexit 0\n");
      },
      "canary",
      /it was not refused \(exit 0, 0 JSON objects\)/,
    ],
    [
      "that refuses everything, which shows nothing",
      (machine) => {
        const program = join(machine.home, ".local/share/warrant/hook");
        writeFileSync(program, '#!/bin/sh\ncat >/dev/null\necho "Warrant: x. Next: y. [action.failed]" >&2\nexit 2\n');
      },
      "canary",
      /for another reason: Warrant: x\. Next: y\. \[action\.failed\]/,
    ],
    ["whose configuration cannot be read", (machine) => machine.configure("action: [\n"), "policy", /cannot be read/],
    [
      "that is switched off",
      (machine) => machine.configure("action: { enabled: false }\n"),
      "canary",
      /the gate is off/,
    ],
    [
      "whose ledger is no ledger",
      (machine) => {
        for (const name of ["ledger.db", "ledger.db-wal", "ledger.db-shm"])
          rmSync(join(machine.state, name), { force: true });
        machine.writeState("ledger.db", "not a database at all, and long enough to be looked at");
      },
      "ledger",
      /./,
    ],
  ])("finds no gate live %s", async (_name, change, check, words) => {
    const machine = await installed("claude-code");
    change(machine);
    const { code, hosts, lineOf } = await examine(machine);
    expect(lineOf(check)).toMatchObject({ ok: false, found: expect.stringMatching(words) });
    expect(hosts[0]?.is_live).toBe(false);
    expect(code).toBe(1);
  });

  it("asked for a host that is not installed, says how to", async () => {
    const { code, lineOf } = await examine(freshMachine(), "gemini");
    expect(lineOf("configured")).toMatchObject({ ok: false, next: "warrant hooks install gemini" });
    expect(code).toBe(1);
  });

  it("asked for nothing, and nothing is installed, is not live", async () => {
    const { stdout, code } = await freshMachine().warrant(["hooks", "doctor"]);
    expect({ stdout, code }).toEqual({
      stdout: "No host is connected. Connect one: warrant hooks install claude-code\n",
      code: 1,
    });
  });

  it("names the programs of others on the same events", async () => {
    const machine = await installed("claude-code");
    const file = join(machine.home, ".claude/settings.json");
    const settings = JSON.parse(readFileSync(file, "utf8")) as { hooks: { PreToolUse: object[] } };
    settings.hooks.PreToolUse.unshift({ matcher: "Bash", hooks: [{ type: "command", command: "/usr/bin/other" }] });
    writeFileSync(file, JSON.stringify(settings, null, 2));
    const { lineOf } = await examine(machine);
    expect(lineOf("other hooks")).toMatchObject({ found: "also on the same events: /usr/bin/other" });
    expect(lineOf("configured")).toMatchObject({ ok: true });
  });
});

describe("the tools a transcript names", () => {
  const use = (name: string) =>
    JSON.stringify({ message: { content: [{ type: "tool_use", name, input: { command: "x" } }] } });

  it.each([
    ["of Claude Code", use("Bash"), ["Bash"]],
    ["of Codex", JSON.stringify({ payload: { type: "function_call", name: "apply_patch" } }), ["apply_patch"]],
    ["each once, in order", [use("Read"), use("Bash"), use("Read")].join("\n"), ["Bash", "Read"]],
    [
      "not from lines that are broken or only speak of one",
      `{"tool_use"\n${JSON.stringify({ text: '"tool_use" Bash' })}`,
      [],
    ],
    ["not from inputs that look like one beyond all depth", JSON.stringify({ type: "tool_use", name: 7 }), []],
  ])("%s", (_name, text, names) => {
    expect(toolsIn(text)).toEqual(names);
  });
});
