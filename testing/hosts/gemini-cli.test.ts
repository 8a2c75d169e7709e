/**
 * @module Gemini CLI itself, with the gate installed as a person would and a scripted model: what is denied does not run, what is
 * allowed does, a question lands in the inbox, and without a gate nothing runs at all.
 */

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { builtPrograms, HookMachine, type Ran, smallRepository } from "../hook-machine.ts";
import { type ScriptedGemini, scriptedGemini } from "../scripted-gemini.ts";

const host = join(
  dirname(createRequire(import.meta.url).resolve("@google/gemini-cli/package.json")),
  "bundle/gemini.js",
);

/** Nothing of it asks the network, and its settings are there before the gate's are. */
const settings = {
  security: { auth: { selectedType: "gemini-api-key" } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};

/** A host of its own starts, three programs at each call of it. */
const patience = 90_000;

let programs: string;
let machine: HookMachine;
let model: ScriptedGemini | undefined;
beforeAll(() => {
  programs = builtPrograms();
});
afterEach(async () => {
  machine.end();
  await model?.close();
});

async function installed(): Promise<HookMachine> {
  const made = new HookMachine(programs, smallRepository());
  mkdirSync(join(made.home, ".gemini"), { recursive: true });
  writeFileSync(join(made.home, ".gemini/settings.json"), JSON.stringify(settings));
  const { code } = await made.warrant(["hooks", "install", "gemini"]);
  expect(code).toBe(0);
  return made;
}

function again(command: string): string[] {
  return [command, command, command];
}

/** Runs it in the mode in which it asks nobody. */
async function gemini(prompt: string, commands: readonly string[]): Promise<Ran> {
  model = await scriptedGemini(commands);
  const env = {
    ...machine.env,
    GEMINI_API_KEY: "none",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GOOGLE_GEMINI_BASE_URL: model.url,
  };
  return machine.run(process.execPath, [host, "-p", prompt, "--yolo", "-m", "gemini-2.5-flash"], "", env);
}

describe("Gemini CLI 0.61.0", { timeout: patience }, () => {
  it("runs what is allowed and nothing else, and what has to be asked waits in the inbox", async () => {
    machine = await installed();
    await machine.resident();
    // More than once: on a busy machine the gate may be too late for one of them, and refuses it for that.
    const { code } = await gemini("Write the file notes.txt", [
      // The home of this machine is a temporary folder.
      "rm -rf ~",
      ...again("touch notes.txt"),
      ...again("npm publish"),
    ]);
    expect(code).toBe(0);
    expect(existsSync(machine.home)).toBe(true);
    expect(existsSync(join(machine.repository.folder, "notes.txt"))).toBe(true);
    const results = model?.results() ?? [];
    expect(results).toHaveLength(7);
    expect(results[0]).toMatch(/\[action\.(?:control|deadline)\]/);
    expect(results.slice(1, 4).join("\n")).toContain("Output: (empty)");
    expect(results.slice(4).join("\n")).toMatch(/warrant answer [0-9a-f-]+ approve.*\[action\.irreversible\]/);
    const { stdout } = await machine.warrant(["inbox", "list"]);
    expect(stdout).toContain('run_shell_command "npm publish"');
  });

  it("runs nothing once the resident gate was killed and the program it left behind is broken", async () => {
    machine = await installed();
    const resident = await machine.resident();
    resident.kill("SIGKILL");
    // Else the next hook starts another one.
    machine.withoutResident();
    rmSync(join(machine.programs, "dist/hook-gate.cjs"));
    await gemini("Write the file gone.txt", ["touch gone.txt"]);
    expect(existsSync(join(machine.repository.folder, "gone.txt"))).toBe(false);
    expect(model?.results()[0]).toMatch(/\[action\.(?:failed|deadline)\]/);
  });
});
