import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

let home: string;
let app: string;
beforeAll(() => {
  home = temporaryFolder("file");
  const repository = createRepository({ branch: "feature", lasting: "file" });
  app = repository.folder;
  writeFileSync(join(app, "a.ts"), "a\n");
  repository.git("add", ".");
  repository.git("commit", "--quiet", "-m", "a");
});

async function act(args: readonly string[], stdin = ""): Promise<{ code: number; stdout: string; stderr: string }> {
  const { io, stdout, stderr } = testIo({ cwd: app, env: { HOME: home, PATH: "/usr/bin" }, stdin });
  const code = await run(["act", ...args], io);
  return { code, stdout: stdout(), stderr: stderr() };
}

describe("warrant act", () => {
  it.each([
    ["npm test", "runs project:npm/test", "would let it run", "[action.within-bounds]"],
    ["rm -rf /", "deletes", "would refuse it", "[action.critical-path]"],
    ["git push --force origin main", "sends to git-remote:origin/main", "would ask", "[action.irreversible]"],
    ["cat .env", "reads", "would ask", "[action.secret]"],
    ["warrant grant x --path '**'", "hands on to warrant:grant", "would refuse it", "[action.self-authorize]"],
    ["frobnicate --now", "runs program:frobnicate", "would ask", "[action.not-understood]"],
  ])("says what %s does and what the gate says", async (command, effect, decision, rule) => {
    const { code, stdout, stderr } = await act([command]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const piece of [effect, decision, rule]) expect(stdout).toContain(piece);
  });

  it("sees the real files: what git can bring back is not what it cannot", async () => {
    expect((await act(["rm a.ts"])).stdout).toContain("would let it run");
    writeFileSync(join(app, "b.ts"), "b\n");
    expect((await act(["rm b.ts"])).stdout).toContain("takes work to undo");
  });

  it("judges under a person's request, bans and all", async () => {
    const { stdout } = await act(["git push origin feature", "--request", "Fix the typo. Do not push anything."]);
    expect(stdout).toContain("would refuse it");
    expect(stdout).toContain("[request.banned]");
  });

  it("judges by what is configured, and refuses all where that cannot be read", async () => {
    const personal = join(home, ".config/warrant/config.yaml");
    mkdirSync(join(home, ".config/warrant"), { recursive: true });
    writeFileSync(
      personal,
      "action:\n  enforce: true\n  rules:\n    - id: no-curl\n      decision: deny\n      command: { name: curl }\n",
    );
    expect((await act(["curl https://x.example"])).stdout).toContain("[policy.no-curl]");
    writeFileSync(personal, "action:\n  enforce: perhaps\n");
    const { code, stderr } = await act(["npm test"]);
    rmSync(personal);
    expect(code).toBe(2);
    expect(stderr).toMatch(/config\.yaml:2:\d+/);
  });

  it("prints the verdict as a document, and keeps nothing", async () => {
    const { stdout } = await act(["npm test", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ schema: "warrant.verdict/v1", gate: "action", decision: "allow" });
    expect(existsSync(join(home, ".local"))).toBe(false);
  });

  it("shows nothing that steers a terminal", async () => {
    const { stdout } = await act(["rm \u001B[31mx\u202E"]);
    expect(stdout).not.toMatch(/[\u001B\u202E]/);
  });
});

describe("warrant act --facts", () => {
  const facts = {
    schema: "warrant.action-facts/v1",
    at: "2026-01-01T00:00:00Z",
    session: { id: "s", request_id: "r", origin: "human", attendance: "interactive", fallback: "park" },
    agent: { id: null },
    call: { id: "c", tool: "Bash", input: { command: "ls" } },
    place: { os: "linux", shell: "bash", home: "/h", cwd: "/h/app", roots: [{ path: "/h/app" }], control_paths: [] },
    filesystem: { complete: true, answers: {} },
    ceilings: [{ source: "default", permission: "workspace-write", approval: "auto-approve" }],
    autonomy: "assisted",
    policy: { digest: "sha256:0", rules: [] },
  };

  it("gives one verdict a line, and names the lines that cannot be read", async () => {
    const lines = [JSON.stringify(facts), "{", JSON.stringify({ ...facts, policy: {} }), ""].join("\n");
    const { code, stdout, stderr } = await act(["--facts", "-", "--format", "jsonl"], lines);
    const documents = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(documents.map(({ decision, line }) => decision ?? line)).toEqual(["allow", 2, 3]);
    expect(documents[1]).toMatchObject({ schema: "warrant.error/v1", error: { message: "the line is not JSON" } });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "warrant: 2 lines could not be read.\n" });
  });

  it.each([
    [["--facts", "x.jsonl"], /add --format jsonl/],
    [["ls", "--facts", "x", "--format", "jsonl"], /not both/],
    [["--facts", "nothing.jsonl", "--format", "jsonl"], /could not read nothing\.jsonl \(ENOENT\)/],
    [[], /say what to look at/],
    [["ls", "--format", "jsonl"], /is for --facts/],
  ])("%j is a usage error", async (args, message) => {
    const { code, stderr } = await act(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
