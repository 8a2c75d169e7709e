import { describe, expect, it } from "vitest";
import { costly, everyday, irreversible, questions } from "../../../../../testing/request-phrases.ts";
import { readRequest } from "./read.ts";
import type { RequestReading } from "./reading.ts";

function read(text: string): RequestReading {
  return readRequest({ text, surface: "cli", origin: { kind: "human" } });
}

function stakesFindings(reading: RequestReading): string[] {
  return reading.findings.filter(({ rule }) => rule.startsWith("request.stakes.")).map(({ rule }) => rule);
}

describe("what is said every day", () => {
  it.each(everyday)("35 %j raises nothing and is read", (text) => {
    const reading = read(text);
    expect(stakesFindings(reading)).toEqual([]);
    expect(["inert", "reversible"]).toContain(reading.reading.stakes);
    expect(reading.parts.every(({ state, unknown_verb }) => state !== "unread" && !unknown_verb)).toBe(true);
  });

  it.each(questions)("36 %j asks for no effect", (text) => {
    const { reading } = read(text);
    expect(reading).toMatchObject({ stakes: "inert" });
    expect(reading.acts.every((act) => ["answer", "locate", "analyze"].includes(act))).toBe(true);
  });
});

describe("what cannot be taken back", () => {
  it.each(irreversible)("35 %j is irreversible, with the reason named", (text) => {
    const reading = read(text);
    expect(reading.reading.stakes).toBe("irreversible");
    expect(stakesFindings(reading)).not.toEqual([]);
  });

  it.each(costly)("%j is costly, with the reason named", (text) => {
    const reading = read(text);
    expect(reading.reading.stakes).toBe("costly");
    expect(stakesFindings(reading)).not.toEqual([]);
  });
});
