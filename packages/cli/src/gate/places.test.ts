import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { noInstallation } from "@warrant/hosts/install/record";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { controlPaths, gatePlaces } from "./places.ts";

describe("gatePlaces", () => {
  it("are below the home, or where the environment says", () => {
    expect(gatePlaces({ HOME: "/h" })).toMatchObject({
      state: "/h/.local/state/warrant",
      policies: "/h/.local/state/warrant/policy",
      personal: "/h/.config/warrant/config.yaml",
      program: "/h/.local/share/warrant",
      compiled: "/h/.cache/warrant/code",
      home: "/h",
    });
    const named = { WARRANT_HOME: "/w", XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_CACHE_HOME: "/k" };
    expect(gatePlaces(named)).toMatchObject({
      state: "/w",
      personal: "/c/warrant/config.yaml",
      compiled: "/k/warrant/code",
      home: null,
    });
  });

  it.each([{}, { HOME: "relative" }, { WARRANT_HOME: "/w" }])("are nowhere in %j", (environment) => {
    expect(gatePlaces(environment)).toBeNull();
  });
});

describe("controlPaths", () => {
  it("hold each place by both of its names, and what the gate loads from beside itself", () => {
    const real = temporaryFolder();
    const home = join(temporaryFolder(), "home");
    symlinkSync(real, home);
    mkdirSync(join(real, ".config/warrant"), { recursive: true });
    const places = gatePlaces({ HOME: home });
    if (places === null) throw new Error("no places");
    const found = controlPaths(places, join(import.meta.dirname, "../../dist"), noInstallation);
    expect(found).toContain(join(home, ".config/warrant"));
    expect(found).toContain(join(real, ".config/warrant"));
    expect(found.some((path) => path.endsWith("/better-sqlite3"))).toBe(true);
    expect(found.every((path) => path.startsWith("/"))).toBe(true);
  });
});
