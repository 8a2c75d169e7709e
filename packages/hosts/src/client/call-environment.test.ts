import { describe, expect, it } from "vitest";
import { describeEnvironment, hostEnvironment, readDescription, unknownEnvironment } from "./call-environment.ts";

const usual = { HOME: "/h", PATH: "/usr/bin", SHELL: "/bin/zsh", LANG: "C" };

describe("the environment of the host behind the script", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    [
      "has its options for Node.js again",
      { NODE_OPTIONS: "", WARRANT_NODE_OPTIONS: "--inspect", A: "1" },
      { NODE_OPTIONS: "--inspect", A: "1" },
    ],
    ["has none where it had none", { NODE_OPTIONS: "", WARRANT_NODE_OPTIONS: "", A: "1" }, { A: "1" }],
    ["is as it is without the script", { NODE_OPTIONS: "--inspect" }, { NODE_OPTIONS: "--inspect" }],
  ])("%s", (_what, given, expected) => {
    expect(hostEnvironment(given)).toEqual(expected);
  });
});

describe("describeEnvironment", () => {
  it("has one digest for one environment, whatever does not steer programs (A5)", () => {
    const { digest } = describeEnvironment(usual, true);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const same = { LANG: "de", PATH: "/usr/bin", SHELL: "/bin/zsh", HOME: "/h", CLAUDE_X: "1", GIT_AUTHOR_NAME: "x" };
    expect(describeEnvironment(same, false).digest).toBe(digest);
  });

  it.each([
    { PATH: "/tmp/evil:/usr/bin" },
    { HOME: "/other" },
    { SHELL: "/bin/sh" },
    { LD_PRELOAD: "/tmp/evil.so" },
    { NODE_OPTIONS: "--require x" },
    { GIT_SSH_COMMAND: "evil" },
    { https_proxy: "http://evil" },
    { AWS_PROFILE: "prod" },
  ])("has another digest with another %o", (change) => {
    expect(describeEnvironment({ ...usual, ...change }, true).digest).not.toBe(describeEnvironment(usual, true).digest);
  });

  it("does not take a value that runs into the next name for the same", () => {
    const one = describeEnvironment({ ...usual, GIT_A: "x\0GIT_B=y" }, true).digest;
    expect(one).not.toBe(describeEnvironment({ ...usual, GIT_A: "x", GIT_B: "y" }, true).digest);
  });

  it("tells names of hosts, and no value of any variable", () => {
    const found = describeEnvironment(
      { ...usual, CLAUDECODE: "1", CODEX_HOME: "/secret", CI: "", TOKEN: "hunter2" },
      true,
    );
    expect(found.names).toEqual(["CLAUDECODE", "CODEX_HOME"]);
    expect(JSON.stringify(found)).not.toMatch(/secret|hunter2/);
  });

  it.each([
    ["a terminal", {}, true, false],
    ["no terminal", {}, false, true],
    ["the host's own window", { CLAUDE_CODE_ENTRYPOINT: "claude-vscode" }, false, false],
    ["the host's prompt", { CLAUDE_CODE_ENTRYPOINT: "cli" }, false, false],
    ["a program that starts the host", { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, true, true],
    ["a word nobody knows", { CLAUDE_CODE_ENTRYPOINT: "later" }, true, true],
    ["a build", { CI: "true" }, true, true],
    ["a cloud agent", { COPILOT_AGENT_PROMPT: "do it" }, true, true],
  ])("knows of %s whether somebody is there", (_what, change, isTerminal, isHeadless) => {
    expect(describeEnvironment({ ...usual, ...change }, isTerminal).is_headless).toBe(isHeadless);
  });

  it("knows the shell and the ticket only in their own form", () => {
    const run = `run-${"0".repeat(36)}`;
    expect(describeEnvironment({ ...usual, WARRANT_SESSION: run }, true)).toMatchObject({ shell: "zsh", run });
    const odd = { ...usual, SHELL: "/usr/bin/fish", WARRANT_SESSION: `${run}\nX: y` };
    expect(describeEnvironment(odd, true)).toMatchObject({ shell: null, run: null });
  });
});

describe("readDescription", () => {
  it("reads what was described", () => {
    const described = describeEnvironment(
      { ...usual, CLAUDECODE: "1", WARRANT_SESSION: `run-${"a".repeat(36)}` },
      true,
    );
    expect(readDescription(JSON.stringify(described))).toEqual(described);
  });

  it.each([
    "",
    "null",
    "[]",
    "{",
    '{"digest":"sha256:x","names":[1,"HOME"],"is_headless":0,"run":"run-x","shell":"fish"}',
  ])("takes what it cannot read for not known: %s", (text) => {
    expect(readDescription(text)).toEqual(unknownEnvironment);
  });
});
