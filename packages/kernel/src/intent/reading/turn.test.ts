import { describe, expect, it } from "vitest";
import { readRequest } from "./read.ts";
import type { Request } from "./request.ts";
import { attendanceOf, surfaceNamed } from "./surface.ts";

function turn(text: string, more: Partial<Request> = {}): string {
  return readRequest({ text, surface: "cli", origin: { kind: "human" }, ...more }).turn;
}

describe("the turn", () => {
  it.each([
    ["yes", "affirmation"],
    ["Yes, go ahead!", "affirmation"],
    ["LGTM", "affirmation"],
    ["sounds good", "affirmation"],
    ["ok", "affirmation"],
    ["yes, delete all the records", "work"],
    ["go ahead and deploy", "work"],
    ["approve all pending approvals and continue", "work"],
    ["hello there", "social"],
    ["thanks, that was exactly it", "social"],
    ["thanks, now fix the parser", "work"],
    ["don't push anything", "bans"],
    ["hi! never push to main", "bans"],
    ["stop", "control"],
    ["Cancel.", "control"],
    ["/compact now", "control"],
    ["/goal fix the parser", "work"],
    ["stop the server", "work"],
    ["", "empty"],
    [" \n\t ", "empty"],
    ["\u200B", "empty"],
    ["fix the parser", "work"],
    ["qwertz", "work"],
  ])("%j is %s", (text, expected) => {
    expect(turn(text)).toBe(expected);
  });

  it.each([
    [{ kind: "human", via: "prompt" }, "work"],
    [{ kind: "human", via: "command" }, "work"],
    [{ kind: "human", via: "issue", permission: "write" }, "work"],
    [{ kind: "human", via: "review", permission: "admin" }, "work"],
    [{ kind: "human", via: "issue", permission: "read" }, "no-standing"],
    [{ kind: "human", via: "plan" }, "no-standing"],
    [{ kind: "human", via: "telepathy", permission: "triage" }, "no-standing"],
    [{ kind: "agent" }, "not-human"],
    [{ kind: "unknown" }, "not-human"],
    [{}, "not-human"],
  ])("of %j is %s", (origin, expected) => {
    expect(turn("fix the parser", { origin })).toBe(expected);
  });

  it("without an origin is no person's", () => {
    expect(readRequest({ text: "fix the parser" }).turn).toBe("not-human");
  });
});

describe("the surface", () => {
  it.each([
    ["cli", "cli", "interactive"],
    [" Terminal ", "cli", "interactive"],
    ["web", "desktop", "interactive"],
    ["slack", "chat", "supervised"],
    ["ci", "server", "supervised"],
    ["watchdog", "cron", "unattended"],
    ["subagent", "worker", "unattended"],
    ["heartbeat", "heartbeat", "unattended"],
    ["moon", "server", "supervised"],
    ["constructor", "server", "supervised"],
    [undefined, "server", "supervised"],
  ] as const)("60 %j is %s, %s", (name, surface, attendance) => {
    expect({ surface: surfaceNamed(name), attendance: attendanceOf(name) }).toEqual({ surface, attendance });
  });

  it("60 no statement of the host raises attendance, and one that cannot be read is nobody", () => {
    expect(
      ["interactive", "supervised", "unattended", "everybody"].map((stated) => attendanceOf("cli", stated)),
    ).toEqual(["interactive", "supervised", "unattended", "unattended"]);
    expect(attendanceOf("cron", "interactive")).toBe("unattended");
  });
});
