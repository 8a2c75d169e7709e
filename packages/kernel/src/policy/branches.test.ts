import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCoveredBy, isKnownBranch, isSameBranch } from "./branches.ts";

describe("isKnownBranch", () => {
  it.each([
    ["main", true],
    ["feature/login", true],
    ["refs/heads/main", true],
    ["header", true],
    ["", false],
    ["  ", false],
    ["refs/heads/", false],
    ["HEAD", false],
    ["head", false],
    ["@", false],
    [undefined, false],
    [null, false],
    [7, false],
  ])("%j: %s", (name, expected) => {
    expect(isKnownBranch(name)).toBe(expected);
  });
});

describe("isSameBranch", () => {
  it.each([
    ["main", "main", true],
    ["main", "Main", true],
    ["refs/heads/main", "main", true],
    ["main", " main ", true],
    ["caf\u00e9", "cafe\u0301", true],
    ["main", "main2", false],
    ["feature/main", "main", false],
    ["refs/heads/refs/heads/main", "main", false],
    ["feature/refs/heads/main", "feature/main", false],
  ])("%j and %j: %s", (left, right, expected) => {
    expect(isSameBranch(left, right)).toBe(expected);
  });
});

describe("isCoveredBy", () => {
  it.each([
    ["main", "main", true],
    ["Main", "main", true],
    ["maintenance", "main", false],
    ["feature/main", "main", false],
    ["release/1.0", "release/*", true],
    ["RELEASE/1.0", "release/*", true],
    ["refs/heads/release/1.0", "release/*", true],
    ["release/", "release/*", true],
    ["release", "release/*", false],
    ["release/1/0", "release/*", false],
    ["release/1/0", "release/**", true],
    ["release/1/0", "release/**/*", true],
    ["prerelease/1", "release/*", false],
    ["main", "*", true],
    ["feature/x", "*", false],
    ["feature/x", "**", true],
    ["v1", "v?", true],
    ["v", "v?", false],
    ["v12", "v?", false],
    ["v1.x", "v[0-9].x", true],
    ["va.x", "v[0-9].x", true],
    ["v.x", "v[0-9].x", false],
    ["a]b", "a[]x]b", true],
    ["v[x", "v[x", true],
    ["vx", "v[x", false],
    ["a.b", "a?b", true],
    ["axb", "a.b", false],
    ["x-hotfix-y", "*hotfix*", true],
    ["x-hotfi-y", "*hotfix*", false],
    ["", "*", true],
    ["", "?", false],
  ])("%j under %j: %s", (branch, pattern, expected) => {
    expect(isCoveredBy(branch, pattern)).toBe(expected);
  });

  it.each([
    [1024, false],
    [1025, true],
  ])("a name of %i characters that the pattern does not cover: %s", (length, expected) => {
    expect(isCoveredBy("x".repeat(length), "release/*")).toBe(expected);
  });

  it.each([
    [1024, false],
    [1025, true],
  ])("a pattern of %i characters that does not cover: %s", (length, expected) => {
    expect(isCoveredBy("main", "*a".repeat(length / 2).padEnd(length, "b"))).toBe(expected);
  });

  it("answers the longest pattern of stars for the longest name", () => {
    expect(isCoveredBy("a".repeat(1024), "*a".repeat(511))).toBe(true);
    expect(isCoveredBy(`${"a".repeat(1023)}b`, "*a".repeat(511))).toBe(false);
    expect(isCoveredBy("a".repeat(1_000_000), "**".repeat(500_000))).toBe(true);
  });

  it("agrees with a plain reading of patterns with stars", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 8 });
    const pattern = fc.array(fc.constantFrom("a", "b", "/", "*", "**", "?"), { maxLength: 6 });
    fc.assert(
      fc.property(text, pattern, (branch, parts) => {
        // A run of stars is read two at a time, as the pattern is.
        const source = parts
          .join("")
          .replaceAll("**", "\u0000")
          .replaceAll("*", "[^/]*")
          .replaceAll("?", "[^]")
          .replaceAll("\u0000", "[^]*");
        expect(isCoveredBy(branch, parts.join(""))).toBe(new RegExp(`^${source}$`).test(branch));
      }),
    );
  });
});
