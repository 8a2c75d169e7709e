import { describe, expect, it } from "vitest";
import { RateLeft } from "./rate-left.ts";

const now = Date.parse("2026-01-02T03:04:05Z");
const inAnHour = String(now / 1000 + 3600);

function told(resource: string, remaining: string, limit = "5000", reset = inAnHour): Record<string, string> {
  return {
    "x-ratelimit-resource": resource,
    "x-ratelimit-remaining": remaining,
    "x-ratelimit-limit": limit,
    "x-ratelimit-reset": reset,
  };
}

describe("what is left of the rate limits", () => {
  it("is everything until an answer tells", () => {
    expect(new RateLeft().share(now)).toBe(1);
  });

  it("is the smallest share of those that requests draw on, whichever was told last", () => {
    const left = new RateLeft();
    left.note(told("graphql", "500"));
    left.note(told("core", "4000"));
    expect(left.share(now)).toBe(0.1);
    left.note(told("graphql", "4500"));
    expect(left.share(now)).toBe(0.8);
  });

  it("is whole again when a limit has begun anew", () => {
    const left = new RateLeft();
    left.note(told("core", "0", "5000", String(now / 1000)));
    expect(left.share(now - 1)).toBe(0);
    expect(left.share(now)).toBe(1);
  });

  it.each([
    ["of another resource", told("code_scanning_upload", "0")],
    ["without a limit", told("core", "0", "0")],
    ["that is no number", told("core", "many")],
    ["that is negative", told("core", "-5")],
    ["that is not there", {}],
  ])("is not changed by a count %s", (_, headers) => {
    const left = new RateLeft();
    left.note(headers);
    expect(left.share(now)).toBe(1);
  });

  it("counts a reset that cannot be read as far away, and an answer without a resource as one of REST", () => {
    const left = new RateLeft();
    left.note({ "x-ratelimit-remaining": 10, "x-ratelimit-limit": 100, "x-ratelimit-reset": "soon" });
    expect(left.share(now + 1e12)).toBe(0.1);
  });

  it("tells when it begins anew: of the limit of which the least is left, or when the refusal ends", () => {
    const left = new RateLeft();
    expect(left.resetsAt(now)).toBeNull();
    const limits = { "x-ratelimit-limit": "5000", "x-ratelimit-reset": String(now / 1000 + 60) };
    left.note({ ...limits, "x-ratelimit-resource": "core", "x-ratelimit-remaining": "10" });
    left.note({
      ...limits,
      "x-ratelimit-resource": "graphql",
      "x-ratelimit-remaining": "4000",
      "x-ratelimit-reset": "1",
    });
    expect(left.resetsAt(now)).toBe(now + 60_000);
    left.refuse(now + 90_000);
    expect(left.resetsAt(now)).toBe(now + 90_000);
    expect(left.resetsAt(now + 90_000)).toBeNull();
  });

  it("is nothing while the platform refuses, whatever it counts", () => {
    const left = new RateLeft();
    left.note(told("core", "5000"));
    left.refuse(now + 60_000);
    left.refuse(now + 1000);
    expect(left.share(now + 59_999)).toBe(0);
    expect(left.share(now + 60_000)).toBe(1);
  });
});
