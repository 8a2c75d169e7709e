import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nearestWord } from "./configuration-nearest.ts";

/** Whether a process that reads the configuration in this way has loaded the YAML library. */
function loadsYaml(files: string): boolean {
  const module = join(import.meta.dirname, "configuration-file.ts");
  const script = `
    import { createRequire } from "node:module";
    const { loadConfiguration } = await import(${JSON.stringify(module)});
    await loadConfiguration(${files});
    const loaded = Object.keys(createRequire(${JSON.stringify(module)}).cache);
    process.stdout.write(String(loaded.some((path) => path.includes("/yaml/dist/"))));`;
  const args = ["--conditions=warrant-source", "--input-type=module", "-e", script];
  return execFileSync(process.execPath, args, { encoding: "utf8" }) === "true";
}

describe("the YAML reader costs start time", () => {
  it("so it is not loaded where there is no configuration file", () => {
    expect(loadsYaml("[]")).toBe(false);
  });
  it("and is loaded for a file", () => {
    expect(loadsYaml('[{name: "warrant.yaml", bytes: ""}]')).toBe(true);
  });
});

describe("nearestWord", () => {
  const words = ["enforce", "gate", "min_permission", "docs_path_patterns", "propose_only"];
  it.each([
    ["enforced", "enforce"],
    ["enfroce", "enforce"],
    ["Gate", "gate"],
    ["gates", "gate"],
    ["minPermission", "min_permission"],
    ["min-permission", "min_permission"],
    ["docs", "docs_path_patterns"],
    ["docs_paths", "docs_path_patterns"],
    ["propose", "propose_only"],
    ["runtime", undefined],
    ["xyz", undefined],
    ["", undefined],
    ["x".repeat(65), undefined],
    ["x".repeat(1_000_000), undefined],
  ])("%s means %s", (word, expected) => {
    expect(nearestWord(word, words)).toBe(expected);
  });
  it("has nothing to offer without words", () => {
    expect(nearestWord("gate", [])).toBeUndefined();
  });
});
