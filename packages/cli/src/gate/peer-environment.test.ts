import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeEnvironment, unknownEnvironment } from "@warrant/hosts/client/call-environment";
import { afterEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { environmentOfProcess } from "./peer-environment.ts";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const env = { HOME: "/home/maria", PATH: "/usr/bin:/bin", SHELL: "/bin/zsh", CLAUDECODE: "1", LD_X: "a=b" };

/** A script of this name that waits for its input, once it runs. */
async function running(name: string): Promise<string> {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, "#!/bin/sh\necho on\nread line\n");
  chmodSync(file, 0o755);
  const child = spawn(file, ["claude-code"], { env, stdio: ["pipe", "pipe", "ignore"] });
  children.push(child);
  await new Promise((resolve) => {
    child.stdout.once("data", resolve);
  });
  return String(child.pid);
}

/** Only Linux shows the environment of a process. */
const isLinux = process.platform === "linux";

describe("environmentOfProcess", () => {
  it("is what the hook's process was started with, as it would describe it itself", async () => {
    const found = environmentOfProcess(await running("hook"));
    const terminal = describeEnvironment(env, !found.is_headless);
    expect(found).toEqual(isLinux ? terminal : unknownEnvironment);
  });

  it("is not known of a process that is none of ours, or is not there", async () => {
    expect(environmentOfProcess(await running("other"))).toEqual(unknownEnvironment);
    expect(environmentOfProcess("2147483646")).toEqual(unknownEnvironment);
  });

  it.each(["", "0", "-1", "1/../self", "self", "12345678901"])("reads no path for %j", (pid) => {
    expect(environmentOfProcess(pid)).toEqual(unknownEnvironment);
  });
});
