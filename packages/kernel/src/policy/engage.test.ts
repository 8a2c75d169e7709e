import { describe, expect, it } from "vitest";
import { partWith, removalOf, requestWith, reversibleOnly } from "../../../../testing/part.ts";
import type { Turn } from "../intent/reading/reading.ts";
import type { Ban } from "../intent/reading/removal.ts";
import type { Authority } from "./autonomy.ts";
import { isAtMost } from "./ceiling.ts";
import { deriveStrand, generalEngagement } from "./derive.ts";
import { engageTurn, freshSession, type SessionState } from "./engage.ts";

const authority: Authority = { autonomy_grants: ["assisted"], attendance: "interactive", posture: "on" };
const fresh: SessionState = { ...freshSession, place: { dirty: false } };
const granting = { otherwise: "confirm", grants: [removalOf()], wording: "explicit" } as const;
const earlier = deriveStrand(partWith({ act: "operate", stakes: "costly" }, { removal: granting }), authority, {
  dirty: false,
});
const carrying: SessionState = { ...fresh, carried: earlier };
const ban: Ban = { kind: "publish", text: "do not publish", standing: false, strength: "deny" };
const edit = requestWith([partWith()]);

it("a work request has the engagement of its parts, and replaces what was carried", () => {
  const { engagement, strands } = engageTurn(edit, authority, carrying);
  expect(strands).toHaveLength(1);
  expect(engagement).toEqual(strands[0]);
});

it("a request that joins a running one is composed with it", () => {
  const { engagement } = engageTurn(edit, authority, { ...carrying, running: [earlier] });
  expect(engagement.ceiling.approval).toBe("ask");
  expect(engagement.ceiling.removal).toEqual([granting]);
  expect(engagement.posture.shape).toBe("diff");
});

it("the leading part gives the answer its shape", () => {
  const parts = [partWith({ act: "modify" }), partWith({ act: "operate", stakes: "irreversible" })];
  const request = requestWith(parts, { reading: parts[1]?.reading ?? edit.reading });
  expect(engageTurn(request, authority, fresh).engagement.posture.shape).toBe("report");
});

describe("a turn without authority of its own", () => {
  it.each<[Turn]>([["affirmation"], ["control"], ["not-human"], ["no-standing"], ["bans"]])(
    "%s keeps the session's engagement unchanged",
    (turn) => {
      expect(engageTurn({ ...edit, turn }, authority, carrying).engagement).toEqual(earlier);
    },
  );

  it("a social turn keeps the ceiling and drops the removal grants", () => {
    const { ceiling } = engageTurn({ ...edit, turn: "social" }, authority, carrying).engagement;
    expect(ceiling).toEqual({ ...earlier.ceiling, removal: [{ ...granting, grants: [] }] });
  });

  it("an empty turn carries nothing over", () => {
    const { ceiling } = engageTurn(requestWith([], { turn: "empty" }), authority, carrying).engagement;
    expect(ceiling).toEqual({
      approval: "approve-safe",
      kinds: ["read", "write", "execute", "network", "delegate"],
      removal: [{ otherwise: "confirm", grants: [], wording: "none" }],
      deletion: "named",
      domains: ["filesystem", "memory"],
    });
  });

  it.each<[Turn]>([["not-human"], ["no-standing"]])(
    "%s with nothing carried may read and ask (property 50)",
    (turn) => {
      const asked = requestWith([partWith({ act: "operate" }, { removal: granting })], {
        turn,
        bans: [{ ...ban, strength: "ask" }],
      });
      expect(engageTurn(asked, authority, fresh).engagement.ceiling).toEqual({
        approval: "ask",
        kinds: ["read", "network"],
        removal: [{ otherwise: "confirm", grants: [], wording: "none" }],
        deletion: "named",
        bans: [{ ...ban, strength: "ask" }],
      });
    },
  );

  it("bans alone, with nothing to keep, ask for reading", () => {
    const { ceiling } = engageTurn(requestWith([], { turn: "bans", bans: [ban] }), authority, fresh).engagement;
    expect(ceiling).toMatchObject({
      approval: "approve-safe",
      kinds: ["read", "execute", "network", "delegate"],
      bans: [ban],
    });
  });

  it("bans are added to what is kept", () => {
    const { ceiling } = engageTurn(requestWith([], { turn: "bans", bans: [ban] }), authority, carrying).engagement;
    expect(ceiling).toEqual({ ...earlier.ceiling, bans: [ban] });
  });

  it("an affirmation of nothing orients, and a work request without parts too", () => {
    for (const turn of ["affirmation", "control", "work", "social"] as const) {
      const { ceiling } = engageTurn(requestWith([], { turn }), authority, fresh).engagement;
      expect(ceiling).toMatchObject({ approval: "approve-safe" });
    }
  });

  it("none is ever wider than what was carried", () => {
    for (const turn of ["affirmation", "control", "not-human", "no-standing", "bans", "social"] as const) {
      for (const bans of [[], [ban]]) {
        const { ceiling } = engageTurn({ ...edit, turn, bans }, authority, carrying).engagement;
        const { removal: _, ...others } = ceiling;
        const { removal: __, ...before } = earlier.ceiling;
        expect(isAtMost(others, before)).toBe(true);
      }
    }
  });
});

it("a paused session only reads until it resumes or is given work", () => {
  const paused = { ...carrying, paused: true };
  expect(engageTurn({ ...edit, turn: "control" }, authority, paused).engagement.ceiling.kinds).toEqual(["read"]);
  expect(engageTurn({ ...edit, turn: "affirmation" }, authority, paused).engagement.ceiling.kinds).toEqual(["read"]);
  expect(engageTurn(edit, authority, paused).engagement.ceiling.kinds).toContain("write");
});

it("with the posture off a turn narrows nothing (property 59)", () => {
  const turns: readonly Turn[] = ["work", "empty", "not-human", "bans"];
  for (const turn of turns) {
    const request = requestWith([partWith({ stakes: "irreversible" }, { removal: reversibleOnly })], {
      turn,
      bans: [ban],
    });
    expect(engageTurn(request, { ...authority, posture: "off" }, carrying).engagement).toEqual(generalEngagement);
  }
});
