/** @module Accounts: spelling, sameness, and which are agents or bots. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bot, person } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import type { Actor } from "./facts.ts";
import { isAgentAccount, isBotAccount, isSameAccount, normaliseLogin } from "./identity.ts";
import { type AgentSettings, isConfigured, recogniseAccount } from "./identity-account.ts";
import { identityTable, type KnownIdentity } from "./identity-table.ts";

const none = defaultConfiguration.intent.agents;

function settings(parts: Partial<AgentSettings>): AgentSettings {
  return { ...none, ...parts };
}

/** An account an entry stands for: a `*` is filled with a word. */
function spelled(login: string): string {
  return login.startsWith("*") ? `acme${login.slice(1)}` : login.replace("*", "-acme");
}

interface Case {
  readonly label: string;
  readonly row: KnownIdentity;
  readonly login: string;
}
const anyKind: Case[] = identityTable.flatMap((row) =>
  (row.logins ?? []).map((login) => ({ label: `${row.name}: ${login}`, row, login: spelled(login) })),
);
const onlyBots: Case[] = identityTable.flatMap((row) =>
  (row.botLogins ?? []).map((login) => ({ label: `${row.name}: ${login}`, row, login })),
);
const byId = identityTable.flatMap((row) => (row.ids ?? []).map((id) => ({ label: `${row.name}: ${id}`, row, id })));

describe("a login is one spelling", () => {
  it.each<[string, Actor["kind"], Actor["id"], string]>([
    ["  Maria ", "user", null, "maria"],
    ["dependabot[bot]", "bot", null, "dependabot"],
    ["Dependabot[BOT]", "unknown", null, "dependabot"],
    ["x[bot][bot]", "bot", null, "x[bot]"],
    ["Copilot", "bot", null, "copilot-swe-agent"],
    ["Copilot[bot]", "unknown", null, "copilot-swe-agent"],
    ["copilot", "unknown", 198982749, "copilot-swe-agent"],
    ["copilot", "unknown", "198982749", "copilot-swe-agent"],
    ["Copilot", "user", null, "copilot"],
    ["Copilot", "bot", 223556219, "copilot"],
    ["Copilot", "bot", 175728472, "copilot"],
    ["Copilot", "bot", 5, "copilot-swe-agent"],
  ])("%j of kind %s with id %s is %s", (login, kind, id, expected) => {
    expect(normaliseLogin(login, kind, id)).toBe(expected);
  });
});

it("D3: the spellings of the coding agent are one account (zed-industries/zed#44958, posit-dev/ark#1001)", () => {
  const spellings = ["copilot-swe-agent", "copilot-swe-agent[bot]", "Copilot", "app/copilot-swe-agent"];
  for (const one of spellings) {
    for (const other of spellings) {
      expect([one, other, isSameAccount(bot(one), bot(other, 198_982_749))]).toEqual([one, other, true]);
      expect([one, other, isSameAccount(bot(one), bot(other))]).toEqual([one, other, true]);
    }
    // A person's account may be called so, and is not it.
    expect(isSameAccount(bot(one, 198_982_749), person("Copilot", 5))).toBe(false);
  }
});

describe("D12: two accounts are the same (cms-sw/cms-bot#1391)", () => {
  it.each<[string, Actor, Actor, boolean]>([
    ["the id agrees, whatever the login", person("maria", 7), person("maria-new", 7), true],
    ["the id agrees in another JSON type", person("a", 7), { login: "b", kind: "user", id: "7" }, true],
    ["the ids differ though the login agrees", person("maria", 7), person("maria", 8), false],
    ["one has no id and the login agrees", person("Maria", 7), person("maria"), true],
    ["a bot is written in both spellings", bot("x[bot]"), bot("x"), true],
    [
      "the ids are of different forms and the login agrees",
      person("maria", 7),
      { login: "maria", kind: "user", id: "U_kg" },
      true,
    ],
    [
      "the ids are of different forms and the login differs",
      person("maria", 7),
      { login: "ines", kind: "user", id: "U_kg" },
      false,
    ],
    ["nobody is known", { login: null, kind: "unknown", id: null }, { login: null, kind: "unknown", id: null }, false],
    ["one is unknown", person("maria", 7), { login: null, kind: "unknown", id: null }, false],
    ["both logins are empty", person(""), person(" "), false],
    ["the coding agent goes by its display login", bot("Copilot", 198982749), bot("copilot-swe-agent"), true],
  ])("or not, when %s", (_, left, right, expected) => {
    expect(isSameAccount(left, right)).toBe(expected);
    expect(isSameAccount(right, left)).toBe(expected);
  });
});

describe("every account of the table is recognised", () => {
  it.each(anyKind)("$label by its login, with and without [bot], in any case", ({ row, login }) => {
    for (const actor of [person(login), bot(`${login}[bot]`), bot(login.toUpperCase())]) {
      const names = recogniseAccount(actor, none).map((found) => found.name);
      // The display login `copilot` of a bot is the coding agent's.
      expect(names).toEqual([login === "copilot" && actor.kind === "bot" ? "copilot-swe-agent" : row.name]);
    }
  });

  it.each(onlyBots)("$label only as a bot or where the kind is not known", ({ row, login }) => {
    expect(recogniseAccount(bot(login), none).map((found) => found.name)).toEqual([row.name]);
    expect(recogniseAccount({ login, kind: "unknown", id: null }, none).map((found) => found.name)).toEqual([row.name]);
    expect(recogniseAccount(person(login), none)).toEqual([]);
    expect(recogniseAccount(person(`${login}[bot]`), none).map((found) => found.name)).toEqual([row.name]);
  });

  it.each(byId)("$label by its id, whatever the login", ({ row, id }) => {
    for (const login of ["renamed", "copilot", null]) {
      expect(recogniseAccount({ login, kind: "user", id }, none).map((found) => found.name)).toEqual([row.name]);
    }
  });

  it("and says agent exactly for the rows of agents", () => {
    for (const { row, login } of anyKind) {
      expect(isAgentAccount(bot(login), none)).toBe(row.kind === "agent");
      expect(isBotAccount(bot(login), none)).toBe(true);
    }
  });
});

describe("an account that is no row", () => {
  it.each([
    "devin",
    "jules",
    "claude-shannon",
    "cursor-fan",
    "botros",
    "abbot",
    "robotics",
    "chatbot",
    "coleroo",
    "amp",
  ])("%s is a person", (login) => {
    expect(recogniseAccount(person(login), none)).toEqual([]);
    expect(isBotAccount(person(login), none)).toBe(false);
  });

  it.each(["release-bot", "marvin_robot", "svc-robot", "azure sdk bot"])("%s ends in the word bot", (login) => {
    expect(recogniseAccount(person(login), none)).toMatchObject([{ kind: "automation_bot", name: login }]);
    expect(isAgentAccount(person(login), none)).toBe(false);
  });

  it("of kind bot is an automation bot, also without a login", () => {
    expect(recogniseAccount(bot("autofix-ci"), none)).toMatchObject([{ kind: "automation_bot", name: "autofix-ci" }]);
    expect(recogniseAccount({ login: null, kind: "bot", id: 3 }, none)).toMatchObject([{ kind: "automation_bot" }]);
  });

  it("with an agent's login on a review bot's id is the agent: the careful reading wins", () => {
    expect(recogniseAccount({ login: "copilot-swe-agent", kind: "bot", id: 175728472 }, none)).toMatchObject([
      { name: "copilot-swe-agent", kind: "agent" },
    ]);
  });
});

describe("configured accounts", () => {
  it("are accepted in both spellings and any case", () => {
    for (const written of ["our-coder", "Our-Coder[bot]"]) {
      expect(isAgentAccount(bot("our-coder[bot]"), settings({ logins: [written] }))).toBe(true);
      expect(isAgentAccount(person("our-coder"), settings({ logins: [written] }))).toBe(true);
    }
    expect(isConfigured(bot("Copilot"), ["copilot"])).toBe(true);
    expect(isConfigured(bot("Copilot"), ["copilot-swe-agent"])).toBe(true);
    expect(isConfigured({ login: null, kind: "user", id: 1 }, ["maria"])).toBe(false);
  });

  it("make an agent of a review, dependency or automation bot, and never a bot of an agent", () => {
    for (const login of ["coderabbitai", "renovate", "github-actions", "our-bot"]) {
      expect(isAgentAccount(bot(login), settings({ logins: [login] }))).toBe(true);
    }
    const asBots = settings({ dependency_bots: ["claude", "x"], automation_bots: ["claude", "y"], people: ["claude"] });
    expect(recogniseAccount(bot("claude"), asBots)).toMatchObject([{ kind: "agent", name: "claude" }]);
    expect(recogniseAccount(person("x"), asBots)).toMatchObject([{ kind: "dependency_bot", name: "x" }]);
    expect(recogniseAccount(person("y"), asBots)).toMatchObject([{ kind: "automation_bot", name: "y" }]);
  });

  it("protect a person whose login only looks like a bot's", () => {
    expect(isBotAccount(person("anna-bot"), settings({ people: ["anna-bot"] }))).toBe(false);
    expect(isBotAccount(bot("anna-bot"), settings({ people: ["anna-bot"] }))).toBe(true);
  });
});

describe("properties", () => {
  const actors = fc.record({
    login: fc.option(fc.oneof(fc.string(), fc.constantFrom(...anyKind.map((entry) => entry.login)))),
    kind: fc.constantFrom<Actor["kind"][]>("user", "bot", "organization", "unknown"),
    id: fc.option(fc.oneof(fc.nat(), fc.string(), fc.constantFrom(198982749, 175728472, 223556219))),
  });

  it("sameness is symmetric and a known account is itself", () => {
    fc.assert(
      fc.property(actors, actors, (left, right) => {
        expect(isSameAccount(left, right)).toBe(isSameAccount(right, left));
        expect(typeof left.id !== "number" || isSameAccount(left, left)).toBe(true);
      }),
    );
  });

  it("a kind nobody knows is never less of an agent than any known kind but bot", () => {
    fc.assert(
      fc.property(actors, (actor) => {
        const unknown = isAgentAccount({ ...actor, kind: "unknown" }, none);
        for (const kind of ["user", "organization"] as const) {
          expect(unknown || !isAgentAccount({ ...actor, kind }, none)).toBe(true);
        }
      }),
    );
  });

  it("an agent is always a bot too, and more configured agents never make fewer agents", () => {
    fc.assert(
      fc.property(actors, fc.array(fc.string()), (actor, logins) => {
        const more = settings({ logins });
        expect(!isAgentAccount(actor, none) || isAgentAccount(actor, more)).toBe(true);
        expect(!isAgentAccount(actor, more) || isBotAccount(actor, more)).toBe(true);
      }),
    );
  });
});
