import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { environmentsAbove } from "./ancestors.ts";

/** A file system of `/proc` with these processes: parent and environment of each. */
function proc(processes: Readonly<Record<number, readonly [parent: number, environment: string | null]>>) {
  return (path: string): string => {
    const [, pid = "", file = ""] = /^\/proc\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const [parent, environment] = processes[Number(pid)] ?? [0, null];
    if (file === "stat") return `${pid} (a) b) S ${parent} 1 1 0`;
    if (environment === null) throw new Error("EACCES");
    return environment;
  };
}

describe("the environments of the processes above", () => {
  it("are those of every one up to the first process", () => {
    const read = proc({ 30: [20, "A=1\0B=\0"], 20: [10, "CLAUDECODE=1\0"], 10: [1, "C=x=y\0"] });
    expect([...environmentsAbove(30, read)]).toEqual([{ A: "1", B: "" }, { CLAUDECODE: "1" }, { C: "x=y" }]);
  });

  it("leave out one that belongs to somebody else, and go on above it", () => {
    const read = proc({ 30: [20, null], 20: [1, "A=1"] });
    expect([...environmentsAbove(30, read)]).toEqual([{ A: "1" }]);
  });

  it("end where nothing can be read, and where processes go round in a circle", () => {
    const nothing = (): string => {
      throw new Error("ENOENT");
    };
    expect([...environmentsAbove(30, nothing)]).toEqual([]);
    expect([...environmentsAbove(30, proc({ 30: [20, "A=1"], 20: [30, "B=1"] }))].length).toBeLessThanOrEqual(64);
  });

  it.runIf(process.platform === "linux")("are seen of a real process whose own environment was emptied", () => {
    const code = `
      import { environmentsAbove } from ${JSON.stringify(new URL("ancestors.ts", import.meta.url).href)};
      console.log([...environmentsAbove(process.ppid)].some((env) => env.CLAUDECODE === "1"));`;
    const inner = 'env -i "$0" --input-type=module -e "$1"; true';
    const { stdout } = spawnSync("/bin/sh", ["-c", inner, process.execPath, code], {
      env: { CLAUDECODE: "1", PATH: "/usr/bin:/bin" },
    });
    expect(stdout.toString().trim()).toBe("true");
  });
});
