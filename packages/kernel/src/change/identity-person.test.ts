/** @module People as git writes them: parsing, no-reply addresses, and where a tool's phrase ends. */

import { describe, expect, it } from "vitest";
import { defaultConfiguration } from "../configuration.ts";
import { accountOfAddress, beginsWith, parsePerson, recognisePerson, recogniseTool } from "./identity-person.ts";

describe("a person in one line", () => {
  it.each([
    ["Ines Ruiz <ines@example.org>", "Ines Ruiz", "ines@example.org"],
    ["  Ines  < ines@example.org > ", "Ines", "ines@example.org"],
    ["<ines@example.org>", "", "ines@example.org"],
    ["Ines <x> <ines@example.org>", "Ines <x>", "ines@example.org"],
    ["Ines", "Ines", ""],
    ["Ines <ines@example.org", "Ines <ines@example.org", ""],
    ["Ines > <", "Ines > <", ""],
    ["", "", ""],
  ])("%j", (value, name, email) => {
    expect(parsePerson(value)).toEqual({ name, email, login: null });
  });
});

describe("a no-reply address names an account", () => {
  it.each([
    ["4+ines@users.noreply.github.com", { login: "ines", kind: "unknown", id: 4 }],
    [" 4+Ines@Users.NoReply.GitHub.com ", { login: "ines", kind: "unknown", id: 4 }],
    ["ines@users.noreply.github.com", { login: "ines", kind: "unknown", id: null }],
    ["4+x[bot]@users.noreply.github.com", { login: "x[bot]", kind: "bot", id: 4 }],
  ])("%s", (email, account) => {
    expect(accountOfAddress(email, "github.com")).toEqual(account);
    expect(accountOfAddress(email, "git.acme.example")).toBeNull();
  });

  it.each([
    "ines@example.org",
    "ines@noreply.github.com",
    "a+b+c@users.noreply.github.com",
    "@users.noreply.github.com",
    "x@y@users.noreply.github.com",
    "users.noreply.github.com",
    "4+@users.noreply.github.com",
    "",
  ])("and %j names none", (email) => {
    expect(accountOfAddress(email, "github.com")).toBeNull();
  });
});

describe("a phrase ends", () => {
  it.each([
    ["claude", "claude", false, true],
    ["claude code", "claude", false, true],
    ["claudette", "claude", false, false],
    ["claude-code", "claude", false, false],
    ["claude, and more", "claude", true, true],
    ["claude 4", "claude", true, true],
    ["claude - model", "claude", true, true],
    ["claude-based", "claude", true, false],
    ["claude roy", "claude", true, false],
    ["a claude", "claude", false, false],
  ])("%j begins with %j (the clause has to end: %s): %s", (text, phrase, clause, expected) => {
    expect(beginsWith(text, phrase, clause)).toBe(expected);
  });

  it("and a word that is also a name is a tool only where such words are taken", () => {
    expect(recogniseTool("devin", false)).toBeNull();
    expect(recogniseTool("devin", true)?.name).toBe("devin");
    expect(recogniseTool("claude code", false)?.name).toBe("claude");
    expect(recogniseTool("", true)).toBeNull();
  });
});

describe("recognising a person", () => {
  const by = { agents: defaultConfiguration.intent.agents, host: "github.com" };
  it("takes the login the platform gives, with the id of the same account's address", () => {
    const copilot = { name: "x", email: "198982749+Copilot@users.noreply.github.com", login: "Copilot" };
    expect(recognisePerson(copilot, by).map((row) => row.name)).toEqual(["copilot-swe-agent"]);
    const other = { name: "x", email: "198982749+Copilot@users.noreply.github.com", login: "claude[bot]" };
    expect(recognisePerson(other, by).map((row) => row.name)).toEqual(["copilot-swe-agent", "claude"]);
    expect(recognisePerson({ name: "x", email: "", login: "codex" }, by).map((row) => row.name)).toEqual(["codex"]);
  });

  it("spares a configured person whose display name ends in bot", () => {
    const people = { ...by, agents: { ...by.agents, people: ["anna"] } };
    const anna = { name: "Anna Bot", email: "4+anna@users.noreply.github.com", login: null };
    expect(recognisePerson(anna, by)).toMatchObject([{ kind: "automation_bot" }]);
    expect(recognisePerson(anna, people)).toEqual([]);
    expect(recognisePerson({ ...anna, email: "", login: "Anna" }, people)).toEqual([]);
  });
});

describe("a person seen before", () => {
  const by = { agents: defaultConfiguration.intent.agents, host: "github.com" };
  const claude = { name: "Claude", email: "noreply@anthropic.com", login: null };

  it("is recognised the same way again", () => {
    const first = recognisePerson(claude, by);
    expect(first.map((row) => row.name)).toEqual(["claude"]);
    expect(recognisePerson({ ...claude }, by)).toEqual(first);
  });

  it.each([
    ["another split of the same letters", { name: "m", email: "Claudenoreply@anthropic.co", login: null }],
    ["the address in the name", { name: "noreply@anthropic.comClaude", email: "", login: null }],
    ["the address as a login", { name: "Claude", email: "", login: "noreply@anthropic.com" }],
    ["no login and an empty one", { ...claude, email: "ines@example.org", login: "" }],
  ])("is not taken for %s", (_name, person) => {
    recognisePerson(claude, by);
    expect(recognisePerson(person, by)).toEqual([]);
  });

  it("is asked about again under another configuration and host", () => {
    const ines = { name: "Ines", email: "4+ines@users.noreply.github.com", login: null };
    const agents = { ...by.agents, logins: ["ines"] };
    expect(recognisePerson(ines, by)).toEqual([]);
    expect(recognisePerson(ines, { ...by, agents })).toEqual([{ name: "ines", kind: "agent" }]);
    expect(recognisePerson(ines, { agents, host: "git.acme.example" })).toEqual([]);
  });
});
