/** @module Who speaks with authority: known, a person, not the judged party, with the permission. */

import { describe, expect, it } from "vitest";
import { bot, person } from "../../../../../testing/facts.ts";
import { defaultConfiguration } from "../../configuration.ts";
import type { Actor } from "../facts.ts";
import { isKnownAccount, isPersonAccount, isVerifiedLabel, shownLogin, speaksWithAuthority } from "./authority.ts";

const { agents } = defaultConfiguration.intent;
const nobody: Actor = { login: null, kind: "user", id: null };
const parties = { author: person("maria", 5), agents };

describe("an account", () => {
  it.each<[string, Actor, boolean, boolean]>([
    ["a person", person("ines", 4), true, true],
    ["a person with only an id", { login: null, kind: "user", id: 4 }, true, true],
    ["nobody", nobody, false, false],
    ["an empty login", person(" "), false, false],
    ["the stand-in of deleted accounts", person("Ghost", 10137), false, false],
    ["an account with the number of deleted ones and a login of its own", person("ines", 10137), true, true],
    ["a login with spaces around it", person(" ines "), true, true],
    ["a bot", bot("stale"), true, false],
    ["an agent on a user account", person("devin-ai-integration"), true, false],
    ["an organisation", { login: "acme", kind: "organization", id: 1 }, true, false],
    ["one of unknown kind", { login: "ines", kind: "unknown", id: 1 }, true, false],
  ])("%s is known (%#)", (_, actor, known, isPerson) => {
    expect([isKnownAccount(actor), isPersonAccount(actor, agents)]).toEqual([known, isPerson]);
    expect(speaksWithAuthority(actor, "admin", "write", parties)).toBe(isPerson);
  });

  it("speaks only with the permission, and not for its own change or an unknown author's", () => {
    const ines = person("ines", 4);
    expect(speaksWithAuthority(ines, "write", "write", parties)).toBe(true);
    for (const permission of ["triage", "unknown", undefined, null, 5]) {
      expect(speaksWithAuthority(ines, permission, "write", parties)).toBe(false);
    }
    expect(speaksWithAuthority(undefined, "admin", "triage", parties)).toBe(false);
    expect(speaksWithAuthority(person("maria-new", 5), "admin", "triage", parties)).toBe(false);
    expect(speaksWithAuthority(ines, "admin", "triage", { ...parties, author: nobody })).toBe(false);
  });

  it.each([
    ["triage", true],
    ["admin", true],
    ["read", false],
    ["unknown", false],
  ] as const)("a label put there with %s permission is someone's word: %s", (permission, expected) => {
    expect(isVerifiedLabel({ name: "accepted", actor: person("ines", 4), permission }, parties)).toBe(expected);
    expect(isVerifiedLabel({ name: "accepted", actor: person("maria", 5), permission }, parties)).toBe(false);
  });

  it("is shown short and clean", () => {
    expect(shownLogin(person("in\u202Ees\n"))).toBe("in\uFFFDes\uFFFD");
    expect(shownLogin(person("x".repeat(500)))).toHaveLength(100);
    expect(shownLogin(nobody)).toBe("an unknown account");
  });
});
