import { describe, expect, it } from "vitest";
import { readRequest } from "../intent/reading/read.ts";
import type { RequestReading } from "../intent/reading/reading.ts";
import type { Ban } from "../intent/reading/removal.ts";
import { engageTurn } from "./engage.ts";
import { bansInForce, type HeldBan } from "./held-bans.ts";
import { judgeScope } from "./judge-scope.ts";
import type { ScopeFacts } from "./resource.ts";

const facts: ScopeFacts = {
  me: "heron",
  resources: [
    { target: "git:branch/heron/4812-retry", kind: "branch", name: "heron/4812-retry", place: "local", owner: "heron" },
  ],
};

function read(text: string, origin = "human"): RequestReading {
  return readRequest({
    text,
    origin: { kind: origin, via: "prompt" },
    surface: "cli",
    me: "heron",
    resources: [...(facts.resources ?? [])],
  });
}

function held(change: Partial<Ban>, thread = "elsewhere"): HeldBan {
  return {
    ban: { kind: "publish", text: "said earlier", standing: false, strength: "deny", ...change },
    thread_ids: [thread],
  };
}

function strengths(one: HeldBan, text: string, isRunning = true, origin = "human"): string[] {
  return bansInForce([one], read(text, origin), isRunning, facts)
    .filter(({ ban }) => ban.text === one.ban.text)
    .map(({ ban }) => ban.strength);
}

describe("what was ruled out", () => {
  it("ends with its thread and its request, unless it stands for the session", () => {
    expect(strengths(held({}), "fix the typo", false)).toEqual([]);
    expect(strengths(held({ standing: true }), "fix the typo", false)).toEqual(["deny"]);
    expect(strengths(held({}), "fix the typo", true)).toEqual(["deny"]);
    const request = read("fix the typo");
    const thread = request.parts[0]?.thread_id ?? "";
    expect(bansInForce([held({}, thread)], request, false, facts)).toEqual([held({}, thread)]);
  });

  it.each<[string, Partial<Ban>, string, string[]]>([
    ["asking for the effect lifts it", {}, "push it now", []],
    ["a standing one asks from then on", { standing: true }, "push it now", ["ask"]],
    ["asking for another effect does not", {}, "fix the typo", ["deny"]],
    ["asking about the effect does not", {}, "why did the push fail?", ["deny"]],
    ["ruling it out again does not", {}, "fix the typo but do not push", ["deny"]],
    ["asking for the very name lifts it", { kind: "delete", target: "4812" }, "delete the branch heron/4812-retry", []],
    [
      "asking for another name does not",
      { kind: "delete", target: "4831" },
      "delete the branch heron/4812-retry",
      ["deny"],
    ],
    ["asking for a name below it lifts it", { kind: "write", target: "db/" }, "edit db/schema.sql", []],
    ["asking for something wider does not", { kind: "write", target: "db/schema.sql" }, "update the files", ["deny"]],
    ["a place is lifted by words for it", { kind: "delete", place: "remote" }, "delete heron/4812-retry on origin", []],
    [
      "a place is not lifted by the local copy",
      { kind: "delete", place: "remote" },
      "delete heron/4812-retry",
      ["deny"],
    ],
    ["nothing at all is more than one thing", { kind: "any" }, "fix the typo", ["ask"]],
    ["tidying does not ask for a removal", { kind: "delete" }, "tidy up my branches", ["deny"]],
    ["an affirmation lifts nothing", {}, "go ahead", ["deny"]],
    ["thanks lift nothing", {}, "thanks!", ["deny"]],
  ])("%s", (_name, ban, text, expected) => {
    expect(strengths(held(ban), text)).toEqual(expected);
  });

  it("is not lifted by anybody but a person", () => {
    for (const origin of ["tool", "agent", "scheduled", "webhook", "unknown"]) {
      expect(strengths(held({}), "push it now", false, origin)).toEqual(["deny"]);
    }
  });
});

it("a session keeps what was never to happen, and hears when it is wanted after all", () => {
  const authority = { autonomy_grants: ["autonomous"], attendance: "interactive", posture: "on" } as const;
  const push = { kind: "publish", target: "git-remote:origin/x", reversibility: "costly", certain: true } as const;
  let bans: readonly HeldBan[] = [];
  const decisions = ["never push to origin", "fix the typo in the footer", "push the branch to origin"].map((text) => {
    const session = { carried: null, running: [], paused: false, place: { dirty: false }, bans, facts } as const;
    const turn = engageTurn(read(text), authority, session);
    bans = turn.bans;
    return judgeScope(turn.engagement, [push], facts).decision;
  });
  expect(decisions.slice(0, 2)).toEqual(["deny", "deny"]);
  expect(decisions[2]).not.toBe("allow");
});
