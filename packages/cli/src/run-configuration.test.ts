import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BaseFiles } from "@warrant/sources/git/facts";
import { describe, expect, it } from "vitest";
import { baseSha } from "../../../testing/facts.ts";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { testIo } from "../../../testing/io.ts";
import { baseConfiguration, namedConfiguration, workingTreeConfiguration } from "./run-configuration.ts";

function baseWith(files: Readonly<Record<string, string>>, isPresent = true): BaseFiles {
  return {
    sha: baseSha,
    isPresent,
    read: (path) => Promise.resolve(files[path] === undefined ? null : Buffer.from(files[path])),
    list: () => Promise.resolve([]),
  };
}

const everyone = "intent:\n  gate: everyone\n";

describe("where a configuration comes from is said", () => {
  it.each<[string, Readonly<Record<string, string>>, boolean, string, boolean]>([
    ["a base without one", {}, true, "defaults (no warrant.yaml at bbbbbbb)", true],
    ["a base with one", { "warrant.yaml": everyone }, true, "warrant.yaml at bbbbbbb", true],
    ["a base with the other name", { "warrant.yml": everyone }, true, "warrant.yml at bbbbbbb", true],
    ["a base that is not in the clone", {}, false, "defaults (this clone lacks bbbbbbb)", false],
  ])("%s", async (_name, files, isPresent, origin, isKnown) => {
    const { io, stderr } = testIo();
    const reading = await baseConfiguration(baseWith(files, isPresent), io);
    expect(reading).toMatchObject({ origin, isKnown });
    expect(reading.configuration.intent.gate).toBe(
      (files["warrant.yaml"] ?? files["warrant.yml"]) ? "everyone" : "agents",
    );
    expect(stderr() !== "").toBe(!isPresent);
  });

  it("a named file, standard input, and none", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "mine.yaml"), everyone);
    const { io } = testIo({ cwd: folder, stdin: everyone });
    expect(await namedConfiguration("mine.yaml", io)).toMatchObject({ origin: "mine.yaml (not the base's)" });
    expect((await namedConfiguration("-", io)).configuration.intent.gate).toBe("everyone");
    expect(await namedConfiguration(undefined, io)).toMatchObject({ origin: "defaults", isKnown: true });
  });

  it("the working tree's, found from a folder below it", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(folder, "deep/er"), { recursive: true });
    const { io } = testIo({ cwd: join(folder, "deep/er") });
    expect((await workingTreeConfiguration(io)).origin).toBe("defaults");
    writeFileSync(join(folder, "warrant.yml"), everyone);
    expect((await workingTreeConfiguration(io)).origin).toMatch(/warrant\.yml of the working tree$/);
  });
});

describe("what is not valid stops the run", () => {
  it("with every error and where the file stands, once each", async () => {
    const { io } = testIo();
    const text = "intent:\n  gat: agents\n  bots: never\n";
    const failure = baseConfiguration(baseWith({ "warrant.yaml": text }), io);
    await expect(failure).rejects.toMatchObject({
      code: 2,
      message: expect.stringMatching(/^the configuration is not valid \(warrant\.yaml at bbbbbbb\):\n.*2:3.*\n.*3:9/),
    });
  });

  it("both names at once", async () => {
    const { io } = testIo();
    await expect(
      baseConfiguration(baseWith({ "warrant.yaml": everyone, "warrant.yml": everyone }), io),
    ).rejects.toMatchObject({
      code: 2,
    });
  });
});

describe("sensitive paths of the environment", () => {
  const withVariable = (value: string) => testIo({ env: { WARRANT_INTENT_SENSITIVE_PATHS: value } });
  const configured = "intent:\n  sensitive_paths: [src/a/**]\n";

  it("are added to the configured ones", async () => {
    const { io } = withVariable("src/b/**, src/c");
    const { configuration } = await baseConfiguration(baseWith({ "warrant.yaml": configured }), io);
    expect(configuration.intent.sensitive_paths.toSorted()).toEqual(["src/a/**", "src/b/**", "src/c"]);
  });

  it("hold even where the base has no configuration", async () => {
    const { io } = withVariable("src/b/**");
    expect((await baseConfiguration(baseWith({}, false), io)).configuration.intent.sensitive_paths).toEqual([
      "src/b/**",
    ]);
  });

  it("other letters give one warning without the value", async () => {
    const { io, stderr } = withVariable("größe/**,straße/**");
    await baseConfiguration(baseWith({}), io);
    expect(stderr().trimEnd().split("\n")).toHaveLength(1);
    expect(stderr()).toMatch(/^warrant: /);
    expect(stderr()).not.toMatch(/größe|straße/);
  });

  it.each([
    "a,,b",
    "/etc",
    "a/../b",
    "x".repeat(201),
    Array.from({ length: 201 }, (_, index) => `p${index}`).join(","),
  ])("that cannot be used are an error without the value (%#)", async (value) => {
    const { io } = withVariable(value);
    await expect(baseConfiguration(baseWith({}), io)).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining("WARRANT_INTENT_SENSITIVE_PATHS"),
    });
  });
});
