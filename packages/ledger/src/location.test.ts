import { describe, expect, it } from "vitest";
import { ledgerLocation, stateFolder } from "./location.ts";

describe("the folder of what Warrant remembers", () => {
  it.each<[string, Record<string, string>, string]>([
    ["is WARRANT_HOME", { WARRANT_HOME: "/srv/warrant", XDG_STATE_HOME: "/xdg" }, "/srv/warrant"],
    ["else lies in the XDG state folder", { XDG_STATE_HOME: "/xdg" }, "/xdg/warrant"],
    ["else below the person's home", {}, "/home/maria/.local/state/warrant"],
    ["takes an empty variable for none", { WARRANT_HOME: "", XDG_STATE_HOME: "" }, "/home/maria/.local/state/warrant"],
    ["passes over a relative XDG folder", { XDG_STATE_HOME: "state" }, "/home/maria/.local/state/warrant"],
  ])("%s", (_, environment, folder) => {
    expect(stateFolder(environment, "/home/maria")).toBe(folder);
  });

  it("is never relative to where a command runs", () => {
    expect(() => stateFolder({ WARRANT_HOME: "warrant" }, "/home/maria")).toThrow(
      'WARRANT_HOME is "warrant". Make it an absolute path.',
    );
  });
});

describe("the place of the ledger", () => {
  it("is a file of that folder", () => {
    expect(ledgerLocation(undefined, { WARRANT_HOME: "/srv/warrant" }, "/root")).toEqual({
      engine: "sqlite",
      path: "/srv/warrant/ledger.db",
    });
  });

  it.each(["postgres://maria:secret@db.example/warrant", "postgresql:///warrant"])("is the database %s", (url) => {
    expect(ledgerLocation(url, {}, "/root")).toEqual({ engine: "postgres", url });
  });

  it.each(["mysql://maria:secret@db/x", "secret", "", "file:///tmp/secret"])("is not %j", (url) => {
    expect(() => ledgerLocation(url, {}, "/root")).toThrow(
      "Could not use `ledger.url`: it is no address of PostgreSQL.",
    );
    expect(() => ledgerLocation(url, {}, "/root")).not.toThrow("secret");
  });
});
