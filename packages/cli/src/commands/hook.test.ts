import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { claudeCall, smallRepository } from "../../../../testing/hook-machine.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

let repository: TestRepository;
beforeAll(() => {
  repository = smallRepository();
});

function newHome(configuration: string): string {
  const home = temporaryFolder();
  mkdirSync(join(home, ".config/warrant"), { recursive: true });
  writeFileSync(join(home, ".config/warrant/config.yaml"), configuration);
  return home;
}

async function warrant(args: readonly string[], home: string, stdin = "", env: Record<string, string> = {}) {
  const { io, stdout, stderr } = testIo({ cwd: repository.folder, env: { HOME: home, ...env }, stdin });
  const code = await run(args, io);
  return { code, stdout: stdout(), stderr: stderr() };
}

describe("warrant hook", () => {
  it("answers in the host's own words and codes, and keeps what was asked and answered", async () => {
    const home = newHome("action: { enforce: true }\n");
    await warrant(["daemon", "compile"], home);
    await warrant(["daemon", "compile", "."], home);
    const folder = join(temporaryFolder(), "kept");
    const call = claudeCall(repository.folder, "Bash", { command: "rm -rf /" });
    const ran = await warrant(["hook", "claude-code", "--via", "user", "--record", folder], home, call);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain("[action.critical-path]");
    const [name = ""] = readdirSync(folder);
    expect(name).toMatch(/\.claude-code\.json$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown;
    expect(kept).toMatchObject({ host: "claude-code", stdin: call, exit: 2, stdout: "", stderr: ran.stderr });
    const harmless = claudeCall(repository.folder, "Bash", { command: "ls" });
    expect(await warrant(["hook", "claude-code"], home, harmless)).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("changes no answer when it cannot keep it", async () => {
    const home = newHome("");
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const call = claudeCall(repository.folder, "Bash", { command: "ls" }, { hook_event_name: "PostToolUse" });
    expect((await warrant(["hook", "claude-code", "--record", join(file, "x")], home, call)).code).toBe(0);
  });

  it("ends with the blocking code for a host it does not know", async () => {
    expect(await warrant(["hook", "somebody"], newHome(""))).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("warrant daemon", () => {
  it("says that none runs, which is no failure", async () => {
    const { code, stdout } = await warrant(["daemon", "status", "--format", "json"], newHome(""));
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ state: "not-running", health: null })]);
    expect((await warrant(["daemon", "stop"], newHome(""))).stdout).toContain("No resident gate runs");
  });

  it("compiles what is written, or says what cannot be used and that every call is refused", async () => {
    const home = newHome("action: { enforce: true, rules: [{ id: a, decision: deny, effect: { kind: pay } }] }\n");
    expect((await warrant(["daemon", "compile", "."], home)).stdout).toContain("enforce, 1 rules");
    expect((await warrant(["daemon", "compile"], newHome("action: { enabled: false }\n"))).stdout).toContain(": off");
    const broken = await warrant(["daemon", "compile"], newHome("action: { enforced: true }\n"));
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain("every call is refused");
    expect(broken.stderr).toContain("config.yaml:1:");
    expect(await warrant(["daemon", "compile", "/"], home)).toMatchObject({ code: 2, stdout: "" });
  });

  it("is stopped by a person only", async () => {
    const { code, stderr } = await warrant(["daemon", "stop"], newHome(""), "", { CLAUDECODE: "1" });
    expect([code, stderr.includes("[action.self-authorize]")]).toEqual([3, true]);
  });

  it("needs a home", async () => {
    expect((await warrant(["daemon", "status"], "")).code).toBe(2);
  });
});
