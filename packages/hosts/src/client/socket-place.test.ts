import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { socketPath, trustOf } from "./socket-place.ts";

const long = `/${"x".repeat(100)}`;

describe("socketPath", () => {
  it.each([
    [
      "the folder of the running session",
      { XDG_RUNTIME_DIR: "/run/user/7", HOME: "/h" },
      "/run/user/7/warrant/gate.sock",
    ],
    ["the state folder without one", { HOME: "/h" }, "/h/.local/state/warrant/run/gate.sock"],
    ["another state folder", { HOME: "/h", XDG_STATE_HOME: "/s" }, "/s/warrant/run/gate.sock"],
    [
      "a folder of Warrant's own before all",
      { HOME: "/h", WARRANT_HOME: "/w", XDG_RUNTIME_DIR: "/r" },
      "/w/run/gate.sock",
    ],
    [
      "the state folder where the first is too long",
      { XDG_RUNTIME_DIR: long, HOME: "/h" },
      "/h/.local/state/warrant/run/gate.sock",
    ],
    ["no folder that is relative", { XDG_RUNTIME_DIR: "run", HOME: "/h" }, "/h/.local/state/warrant/run/gate.sock"],
    ["nowhere where every path is too long", { HOME: long }, null],
    ["nowhere without a home", {}, null],
  ])("is in %s", (_where, environment, path) => {
    expect(socketPath(environment)).toBe(path);
  });

  it("is nowhere on Windows, where every call is judged in its own process", () => {
    expect(socketPath({ HOME: "/h" }, "win32")).toBeNull();
  });

  it("may have a hundred bytes and no more", () => {
    const home = `/${"x".repeat(100 - "/.local/state/warrant/run/gate.sock".length - 1)}`;
    expect(socketPath({ HOME: home })).toHaveLength(100);
    expect(socketPath({ HOME: `${home}x` })).toBeNull();
  });
});

describe("trustOf", () => {
  const account = process.getuid?.() ?? 0;

  async function place(): Promise<{ folder: string; socket: string }> {
    const folder = join(temporaryFolder(), "run");
    mkdirSync(folder, { mode: 0o700 });
    const socket = join(folder, "gate.sock");
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(socket, resolve);
    });
    server.unref();
    chmodSync(socket, 0o600);
    return { folder, socket };
  }

  it("trusts what is this account's and closed to all others", async () => {
    const { socket } = await place();
    expect(trustOf(socket, account)).toBe("trusted");
  });

  it("says when there is nothing", () => {
    const folder = join(temporaryFolder(), "run");
    expect(trustOf(join(folder, "gate.sock"), account)).toBe("missing");
    mkdirSync(folder, { mode: 0o700 });
    expect(trustOf(join(folder, "gate.sock"), account)).toBe("missing");
  });

  it.each<readonly [string, (place: { folder: string; socket: string }) => void]>([
    ["a socket others may write to", ({ socket }) => chmodSync(socket, 0o602)],
    ["a socket the group may read", ({ socket }) => chmodSync(socket, 0o640)],
    ["a folder others may enter", ({ folder }) => chmodSync(folder, 0o701)],
  ])("does not trust %s", async (_what, change) => {
    const found = await place();
    change(found);
    expect(trustOf(found.socket, account)).toBe("foreign");
  });

  it("does not trust what another account owns, a link to a folder, or something that is no socket", async () => {
    const { folder, socket } = await place();
    expect(trustOf(socket, account + 1)).toBe("foreign");
    const link = join(temporaryFolder(), "link");
    symlinkSync(folder, link);
    expect(trustOf(join(link, "gate.sock"), account)).toBe("foreign");
    writeFileSync(join(folder, "other.sock"), "", { mode: 0o600 });
    expect(trustOf(join(folder, "other.sock"), account)).toBe("foreign");
  });
});
