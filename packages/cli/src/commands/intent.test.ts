import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

let home: string;
let shop: TestRepository;
beforeAll(() => {
  home = temporaryFolder("file");
  mkdirSync(join(home, ".config/warrant"), { recursive: true });
  writeFileSync(
    join(home, ".config/warrant/config.yaml"),
    "runtime:\n  autonomy: delegated\n  ledger: { url: 'postgres://me:hunter2@db/w' }\n",
  );
  shop = createRepository({ lasting: "file" });
  shop.commit("settings", {
    "warrant.yaml": "runtime:\n  autonomy: assisted\n  permission: full-access\n  approval: ask\n",
  });
  shop.branch("work");
  shop.switch("work");
  shop.commit("loosen", { "warrant.yaml": "runtime:\n  approval: auto-approve\n" });
});

async function show(args: readonly string[], cwd: string, env = {}) {
  const { io, stdout, stderr } = testIo({ cwd, env: { ...env } });
  const code = await run(["intent", "show", ...args], io);
  return { code, stdout: stdout(), stderr: stderr() };
}

describe("warrant intent show", () => {
  it("shows the defaults where nobody wrote anything", async () => {
    const { code, stdout } = await show([], home);
    expect(code).toBe(0);
    expect(stdout).toContain("from       defaults\n");
  });

  it("meets the person's file with the base's, names what was left out, and keeps the branch's own out", async () => {
    const { stdout, stderr } = await show([], shop.folder, { HOME: home });
    expect(stdout).toContain("autonomy   assisted (granted: delegated, assisted)\n");
    expect(stdout).toContain("approval   ask\n");
    expect(stdout).toContain("permission workspace-write\n");
    expect(stdout).toMatch(/from {7}\S+config\.yaml\n {11}warrant\.yaml at [0-9a-f]{7}\n/);
    expect(stderr).toBe(
      "warrant: warrant.yaml:3:3: runtime.permission is left out: a project's file may only narrow what your own allows [config.untrusted]\n",
    );
  });

  it("prints no password of a database", async () => {
    for (const args of [[], ["--json"]]) {
      const { stdout } = await show(args, home, { HOME: home });
      expect(stdout).not.toContain("hunter2");
    }
    expect(JSON.parse((await show(["--json"], home, { HOME: home })).stdout)).toMatchObject({
      schema: "warrant.intent-settings/v1",
      settings: { autonomy: "delegated", ledger: { is_remote: true } },
    });
  });
});
