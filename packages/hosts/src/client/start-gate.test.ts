import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { gateEnvironment, mayRun, recentStarts, startGate, startsFile } from "./start-gate.ts";

const allowed = { HOME: "/h", WARRANT_DAEMON_AS_ROOT: "1" };
/** Does nothing, at once. */
const program = ["-e", "0"];

function newSocket(): string {
  return join(temporaryFolder(), "run", "gate.sock");
}

describe("startGate", () => {
  it("starts three times within a minute and not a fourth time (hosts 12)", () => {
    const socket = newSocket();
    const at = 1_000_000;
    expect([0, 1, 2, 3].map((second) => startGate(socket, program, allowed, at + second))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(recentStarts(socket, at + 59_999)).toBe(3);
    expect(startGate(socket, program, allowed, at + 60_001)).toBe(true);
  });

  it("begins its record anew when that has grown long", () => {
    const socket = newSocket();
    mkdirSync(dirname(socket));
    writeFileSync(startsFile(socket), "1\n".repeat(3000));
    expect(startGate(socket, program, allowed, 1_000_000)).toBe(true);
    expect(readFileSync(startsFile(socket), "utf8")).toBe("1000000\n");
  });

  it("starts nothing as root without leave, nor where its folder cannot be made", () => {
    const socket = newSocket();
    expect(mayRun({}, 0)).toBe(false);
    expect(mayRun({ WARRANT_DAEMON_AS_ROOT: "yes" }, 0)).toBe(false);
    expect(mayRun({ WARRANT_DAEMON_AS_ROOT: "1" }, 0)).toBe(true);
    expect(mayRun({}, 1000)).toBe(true);
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(startGate(join(file, "run", "gate.sock"), program, allowed, 1)).toBe(false);
    expect(existsSync(startsFile(socket))).toBe(false);
  });
});

describe("gateEnvironment", () => {
  it("hands nothing on that steers Node or belongs to an agent's session", () => {
    const environment = {
      ...allowed,
      PATH: "/usr/bin",
      XDG_STATE_HOME: "",
      NODE_OPTIONS: "--require /tmp/evil.js",
      LD_PRELOAD: "/tmp/evil.so",
      CLAUDECODE: "1",
      AWS_SECRET_ACCESS_KEY: "secret",
    };
    expect(gateEnvironment(environment)).toEqual({ HOME: "/h", PATH: "/usr/bin", WARRANT_DAEMON_AS_ROOT: "1" });
  });
});
