import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type InstallableHost, installableHosts } from "@warrant/hosts/install/entries";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testIo } from "../../../../testing/io.ts";
import type { Io } from "../io.ts";
import { install, installedEntries, uninstall } from "./install.ts";
import { programState, writeProgram } from "./program.ts";

let home: string;
let at: number;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "warrant-hooks-"));
  at = Date.parse("2026-01-02T03:04:05Z");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function ioAt(env: Record<string, string> = {}): Io {
  return testIo({ cwd: home, env: { HOME: home, ...env }, wallClock: () => at }).io;
}

const user = { layer: "user", isDryRun: false } as const;
const claude = () => join(home, ".claude/settings.json");

function settings(text: string, file = claude()): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function names(file = claude()): string[] {
  return readdirSync(dirname(file)).sort();
}

describe("connecting a host", () => {
  it.each<[InstallableHost, string, string]>([
    ["claude-code", ".claude/settings.json", "PreToolUse"],
    ["codex", ".codex/hooks.json", "PermissionRequest"],
    ["copilot", ".copilot/hooks/warrant.json", "PreToolUse"],
    ["cursor", ".cursor/hooks.json", "beforeShellExecution"],
    ["gemini", ".gemini/settings.json", "BeforeTool"],
    ["opencode", ".config/opencode/plugin/warrant.js", "tool.execute.before"],
  ])("%s: %s, and out again with nothing left of it", async (host, path, event) => {
    const report = await install(host, user, ioAt());
    const file = join(home, path);
    expect(report).toMatchObject({ file, changed: true, before: "" });
    expect(readFileSync(file, "utf8")).toContain(event);
    expect(readFileSync(file, "utf8")).toContain(join(home, ".local/share/warrant/hook"));
    expect(installedEntries(ioAt())).toMatchObject([{ host, state: "intact" }]);
    expect(await uninstall(host, user, ioAt())).toMatchObject({ changed: true });
    expect(existsSync(file)).toBe(false);
    expect(installedEntries(ioAt())).toEqual([]);
  });

  it.each(installableHosts)("%s a second time changes no byte and keeps no copy", async (host) => {
    const { file } = await install(host, user, ioAt());
    const before = readFileSync(file, "utf8");
    at += 1000;
    expect(await install(host, user, ioAt())).toMatchObject({ changed: false });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(names(file)).toEqual([file.split("/").at(-1)]);
  });

  it.each<[InstallableHost, number]>([
    ["claude-code", 1],
    ["codex", 1],
    ["copilot", 1],
    ["cursor", 1],
    ["gemini", 1000],
  ])("%s waits long enough for a hundred hooks at once, since it goes on where it gives up", async (host, unit) => {
    const { file } = await install(host, user, ioAt());
    const waits = [...readFileSync(file, "utf8").matchAll(/"timeout(?:Sec)?": (?<wait>\d+)/g)];
    expect(waits.length).toBeGreaterThan(3);
    for (const { groups } of waits) expect(Number(groups?.["wait"]) / unit).toBe(60);
  });

  it("Cursor fails closed wherever it waits for the answer", async () => {
    const { file } = await install("cursor", user, ioAt());
    const { hooks } = JSON.parse(readFileSync(file, "utf8")) as { hooks: Record<string, { failClosed?: boolean }[]> };
    const closed = Object.entries(hooks).filter(([, [entry]]) => entry?.failClosed === true);
    expect(closed.map(([event]) => event).filter((event) => !/^before|^preToolUse$/.test(event))).toEqual([]);
    expect(closed).toHaveLength(5);
  });

  it("leaves what others wrote, keeps a copy of it, and the file's mode", async () => {
    const text =
      '{\n    "model": "x",\n    "hooks": {\n        "Stop": [{"hooks": [{"type": "command", "command": "other"}]}]\n    }\n}\n';
    const file = settings(text);
    chmodSync(file, 0o600);
    await install("claude-code", user, ioAt());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(names()).toEqual(["settings.json", "settings.json.warrant-20260102T030405Z.bak"]);
    expect(readFileSync(join(home, ".claude", names()[1] ?? ""), "utf8")).toBe(text);
    at += 1000;
    await uninstall("claude-code", user, ioAt());
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(text));
  });

  it("keeps the last three copies", async () => {
    settings("{}");
    for (let round = 0; round < 3; round += 1) {
      at += 60_000;
      await install("claude-code", user, ioAt());
      at += 60_000;
      await uninstall("claude-code", user, ioAt());
    }
    expect(names().filter((name) => name.endsWith(".bak"))).toEqual([
      "settings.json.warrant-20260102T030805Z.bak",
      "settings.json.warrant-20260102T030905Z.bak",
      "settings.json.warrant-20260102T031005Z.bak",
    ]);
  });

  it("edits what a link leads to and keeps the link, also one that leads to nothing yet", async () => {
    mkdirSync(join(home, "dotfiles"));
    mkdirSync(join(home, ".claude"));
    symlinkSync("../dotfiles/claude.json", claude());
    await install("claude-code", user, ioAt());
    expect(lstatSync(claude()).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, "dotfiles/claude.json"), "utf8")).toContain("PreToolUse");
  });

  it("says beforehand what would change, and writes nothing", async () => {
    const file = settings('{"a": 1}\n');
    const report = await install("claude-code", { ...user, isDryRun: true }, ioAt());
    expect(report).toMatchObject({ changed: true, before: '{"a": 1}\n' });
    expect(report.after).toContain('"matcher"');
    expect(readFileSync(file, "utf8")).toBe('{"a": 1}\n');
    expect(existsSync(join(home, ".local"))).toBe(false);
  });

  it.each([
    ["that is not JSON", '{\n  "a": 1,,\n}', /settings\.json:2:10: it is not JSON/],
    ["that switches hooks off", '{"disableAllHooks": true}', /sets `disableAllHooks`/],
    ["whose hooks are no object", '{"hooks": 1}', /hooks is no object/],
  ])("refuses a file %s, and changes nothing", async (_name, text, message) => {
    const file = settings(text);
    await expect(install("claude-code", user, ioAt())).rejects.toThrow(message);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(names()).toEqual(["settings.json"]);
  });

  it.each([
    ["another form of hooks in the same layer", "[hooks.PreToolUse]\nx = 1\n", /already holds \[hooks\]/],
    ["hooks that are switched off", "[features]\nhooks = false\n", /switches hooks off/],
  ])("refuses Codex with %s", async (_name, text, message) => {
    settings(text, join(home, ".codex/config.toml"));
    await expect(install("codex", user, ioAt())).rejects.toThrow(message);
    expect(names(join(home, ".codex/x"))).toEqual(["config.toml"]);
  });

  it("refuses while another process changes the file, and takes over from one that is gone", async () => {
    settings("{}");
    const lock = `${claude()}.warrant-lock`;
    writeFileSync(lock, JSON.stringify({ pid: process.ppid, at: new Date(at).toISOString() }));
    await expect(install("claude-code", user, ioAt())).rejects.toThrow(`being changed by process ${process.ppid}`);
    writeFileSync(lock, JSON.stringify({ pid: 4_000_000, at: new Date(at).toISOString() }));
    expect(await install("claude-code", user, ioAt())).toMatchObject({ changed: true });
    expect(existsSync(lock)).toBe(false);
  });

  it("of ten at once each finds a whole file, and it is there once", async () => {
    settings("{}");
    const runs = await Promise.allSettled(Array.from({ length: 10 }, () => install("claude-code", user, ioAt())));
    const failures = runs.flatMap((run) => (run.status === "rejected" ? [String(run.reason)] : []));
    for (const failure of failures) expect(failure).toMatch(/is being changed by/);
    const { hooks } = JSON.parse(readFileSync(claude(), "utf8")) as { hooks: { Stop: object[] } };
    expect(hooks.Stop).toHaveLength(1);
  });
});

describe("how what was installed stands", () => {
  it.each<[string, (text: string) => string | undefined, string]>([
    ["taken out", () => "{}", "missing"],
    ["gone with its file", () => undefined, "missing"],
    ["changed", (text) => text.replace('"timeout": 60', '"timeout": 1'), "changed"],
    ["taken out in part", (text) => text.replace(/"PreToolUse"/, '"Other"'), "changed"],
    ["switched off", (text) => text.replace("{", '{"disableAllHooks": true,'), "off"],
    ["unreadable", () => "{", "unreadable"],
    ["beside other settings", (text) => text.replace("{", '{"theme": "dark",'), "intact"],
  ])("%s", async (_name, change, state) => {
    await install("claude-code", user, ioAt());
    const text = change(readFileSync(claude(), "utf8"));
    if (text === undefined) rmSync(claude());
    else writeFileSync(claude(), text);
    expect(installedEntries(ioAt())).toMatchObject([{ state }]);
  });

  it("is told of the program too, which may be gone or another one", async () => {
    const client = join(home, "hook-client.cjs");
    writeFileSync(client, "");
    await writeProgram(ioAt(), client);
    const program = join(home, ".local/share/warrant/hook");
    expect(programState(ioAt(), client)).toBe("intact");
    const text = readFileSync(program, "utf8");
    for (const other of ["#!/bin/sh\nexit 0\n", text.replace(/^node=.*$/m, "node='/bin/true'"), `${text}exit 0\n`]) {
      writeFileSync(program, other);
      expect(programState(ioAt(), client)).toBe("changed");
    }
    writeFileSync(program, text.replace(/^node=.*$/m, "node='/opt/other/bin/node'"));
    expect(programState(ioAt(), client)).toBe("intact");
    rmSync(program);
    expect(programState(ioAt(), client)).toBe("missing");
    await writeProgram(ioAt(), client);
    expect(programState(ioAt(), client)).toBe("intact");
  });

  it("is not told from a damaged record", async () => {
    await install("claude-code", user, ioAt());
    writeFileSync(join(home, ".local/state/warrant/install.json"), '{"schema":"warrant.install/v1","entries":[1]}');
    expect(() => installedEntries(ioAt())).toThrow(/install\.json is damaged/);
  });

  it("the record is closed to others", async () => {
    await install("claude-code", user, ioAt());
    expect(statSync(join(home, ".local/state/warrant/install.json")).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, ".local/state/warrant")).mode & 0o777).toBe(0o700);
  });
});
