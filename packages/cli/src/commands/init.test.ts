import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Configuration, defaultConfiguration } from "@warrant/kernel/configuration";
import { readConfiguration } from "@warrant/sources/configuration";
import { keyPaths } from "@warrant/sources/configuration-schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testIo } from "../../../../testing/io.ts";
import { ExitError } from "../exit.ts";
import { initCommand } from "./init.ts";
import { askSettings } from "./init-questions.ts";
import { keyDescriptions, renderConfiguration } from "./init-template.ts";

vi.mock("./init-questions.ts", () => ({ askSettings: vi.fn<typeof askSettings>() }));

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "warrant-init-")));
  mkdirSync(join(folder, ".git"));
  vi.mocked(askSettings).mockReset();
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], options: Parameters<typeof testIo>[0] = {}) {
  const { io, stdout, stderr } = testIo({ cwd: folder, ...options });
  let code = 0;
  let message = "";
  try {
    await initCommand(io)
      .exitOverride()
      .parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    ({ code, message } = error);
  }
  return { code, message, stdout: stdout(), stderr: stderr() };
}

/** The file with every example and default switched on, as a person could do. */
function switchedOn(text: string): string {
  return text.replaceAll(/^(\s*)#(?! |$)/gm, "$1");
}

function read(text: string) {
  const reading = readConfiguration(text, "warrant.yaml");
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors, null, 1));
  return reading;
}

const written = () => readFileSync(join(folder, "warrant.yaml"), "utf8");

describe("the new file", () => {
  it("is valid, without warnings, and changes nothing", () => {
    const { configuration, warnings } = read(renderConfiguration({}));
    expect(configuration).toEqual(defaultConfiguration);
    expect(warnings).toEqual([]);
  });

  it("shows the true defaults: with every line switched on, intent is still the default", () => {
    const { configuration, warnings } = read(switchedOn(renderConfiguration({})));
    expect(configuration.intent).toEqual(defaultConfiguration.intent);
    expect(configuration.policy?.rules).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("names every key of the schema and explains every key of intent", () => {
    const text = switchedOn(renderConfiguration({}));
    for (const path of keyPaths(Configuration)) {
      const name = path.split(/[.[\]*]+/).findLast((part) => part !== "") ?? "";
      expect(text).toMatch(new RegExp(`(?:^|[\\s{,"-])${name}:`, "m"));
    }
    const leaves = keyPaths(Configuration.shape.intent, "intent").filter((path) => path.split(".").length > 1);
    const described = keyDescriptions();
    const sections = new Set(["intent.evidence", "intent.drift"]);
    expect(leaves.filter((path) => !described.has(path) && !sections.has(path))).toEqual([]);
  });

  it("has no line a terminal would break badly", () => {
    expect(
      renderConfiguration({})
        .split("\n")
        .filter((line) => line.length > 130),
    ).toEqual([]);
  });

  it("carries settings switched on, whatever their text", () => {
    const settings = {
      enforce: true,
      gate: "everyone" as const,
      hold_labels: ['a "b"', "# c", "é\\n"],
      sensitive_paths: [],
    };
    expect(read(renderConfiguration(settings)).configuration.intent).toEqual({
      ...defaultConfiguration.intent,
      ...settings,
    });
  });
});

describe("warrant init", () => {
  it("writes the file at the root of the repository and says what to do next", async () => {
    mkdirSync(join(folder, "a"));
    const { code, stdout, stderr } = await run([], { cwd: join(folder, "a") });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `Wrote ${join(folder, "warrant.yaml")}. Next: warrant config check, then warrant check --config ${join(folder, "warrant.yaml")} (without it the base branch's file judges), then commit it to the base branch.\n`,
    );
    expect(stderr).toBe("");
    expect(written()).toBe(renderConfiguration({}));
    expect(readdirSync(folder).sort()).toEqual([".git", "a", "warrant.yaml"]);
  });

  it.each(["warrant.yaml", "warrant.yml"])("keeps a %s that is there", async (name) => {
    writeFileSync(join(folder, name), "intent: {gate: everyone}\n");
    const { code, message } = await run([]);
    expect(code).toBe(2);
    expect(message).toBe(
      `${name} is already there; nothing was changed. Use --force to replace it, or --dry-run to see what would be written`,
    );
    expect(readFileSync(join(folder, name), "utf8")).toBe("intent: {gate: everyone}\n");
    expect(readdirSync(folder).sort()).toEqual([".git", name]);
  });

  it.each(["warrant.yaml", "warrant.yml"])("replaces a %s with --force, under its own name", async (name) => {
    writeFileSync(join(folder, name), "old");
    expect(await run(["--force"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, name), "utf8")).toBe(renderConfiguration({}));
    expect(readdirSync(folder).sort()).toEqual([".git", name]);
  });

  it("refuses to choose between two files", async () => {
    writeFileSync(join(folder, "warrant.yaml"), "");
    writeFileSync(join(folder, "warrant.yml"), "");
    expect(await run(["--force"])).toMatchObject({
      code: 2,
      message: "warrant.yaml and warrant.yml are both present; delete one first",
    });
  });

  it("prints with --dry-run and writes nothing", async () => {
    expect(await run(["--dry-run"])).toMatchObject({ code: 0, stdout: renderConfiguration({}), stderr: "" });
    expect(existsSync(join(folder, "warrant.yaml"))).toBe(false);
  });

  it("says why it could not write, and leaves nothing behind", async () => {
    mkdirSync(join(folder, "gone"));
    const { io } = testIo({ cwd: join(folder, "gone") });
    rmSync(folder, { recursive: true });
    await expect(initCommand(io).parseAsync([], { from: "user" })).rejects.toMatchObject({
      name: "WriteError",
      message: expect.stringMatching(
        /^Could not write .*: the folder does not exist \(ENOENT\)\. Nothing was changed\./,
      ),
    });
    mkdirSync(folder);
  });

  it("asks only on a terminal without options", async () => {
    vi.mocked(askSettings).mockResolvedValue({ gate: "everyone", enforce: false });
    await run(["--dry-run"], { isTTY: true });
    await run(["--dry-run"]);
    expect(askSettings).not.toHaveBeenCalled();
    await run([], { isTTY: true });
    expect(askSettings).toHaveBeenCalledTimes(1);
    expect(read(written()).configuration.intent.gate).toBe("everyone");
  });

  it("writes nothing when the person ends the dialogue", async () => {
    vi.mocked(askSettings).mockResolvedValue(undefined);
    expect(await run([], { isTTY: true })).toMatchObject({ code: 2, message: "" });
    expect(existsSync(join(folder, "warrant.yaml"))).toBe(false);
  });
});

describe("warrant init --from", () => {
  it("imports the intent block of a Hive configuration and says what it did", async () => {
    writeFileSync(
      join(folder, "hive.yaml"),
      "project: {ai_author: robo}\nintent:\n  enforce: true\n  docs_path_patterns: ['**/*.md', 'doc?.txt']\n  guardrail_path_patterns: ['policies/**']\n  sentinel: 1\n",
    );
    const { code, stderr } = await run(["--from", "hive.yaml"]);
    expect(code).toBe(0);
    expect(read(written()).configuration.intent).toMatchObject({
      enforce: true,
      docs_path_patterns: ["**/*.md"],
      guardrail_path_patterns: ["+**/policies/**"],
    });
    expect(stderr.split("\n")).toEqual([
      "Imported from hive.yaml:",
      "  intent.enforce: true",
      "  intent.docs_path_patterns: 1 of 2 entries, instead of the default list, as in Hive",
      '  intent.guardrail_path_patterns: "policies/**" is written **/policies/** here',
      "  intent.guardrail_path_patterns: 1 of 1 entries, added to the default list, which guards more",
      "Not imported:",
      '  intent.docs_path_patterns: "doc?.txt" (our patterns know only * and **); write what you mean by hand',
      "  intent.sentinel: not known here",
      '  project.ai_author: "robo"; if only agents use that account, add it to intent.agents.logins',
      "",
    ]);
  });

  it("writes the defaults for a Hive without the block, and says so", async () => {
    writeFileSync(join(folder, "hive.yaml"), "project: {org: acme}\n");
    const { code, stderr } = await run(["--from", "hive.yaml"]);
    expect(code).toBe(0);
    expect(stderr).toContain("  nothing\nNot imported:\n  the file has no intent: block");
    expect(written()).toBe(renderConfiguration({}));
  });

  it.each([
    ["intent: [", /^hive\.yaml cannot be imported; nothing was written\nhive\.yaml:1:10: /],
    ["intent: {enforce: yes}", /hive\.yaml:1:19: intent\.enforce must be true or false, not the text "yes"$/],
  ])("writes nothing when it cannot be read: %s", async (text, said) => {
    writeFileSync(join(folder, "hive.yaml"), text);
    const { code, message } = await run(["--from", "hive.yaml"]);
    expect(code).toBe(2);
    expect(message).toMatch(said);
    expect(existsSync(join(folder, "warrant.yaml"))).toBe(false);
  });

  it("says that there is no such file", async () => {
    expect(await run(["--from", "none.yaml"])).toMatchObject({
      code: 2,
      message: "cannot read none.yaml: there is no such file",
    });
  });
});
