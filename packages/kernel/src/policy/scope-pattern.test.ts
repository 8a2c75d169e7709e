import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPatternInside, matchesPattern } from "./scope-pattern.ts";

/** The plainest reading of the rule: try everything. */
function oracle(pattern: readonly string[], text: readonly string[]): boolean {
  const [part, ...parts] = pattern;
  const [segment, ...segments] = text;
  if (part === undefined) return text.length === 0;
  if (part === "**" && parts.length === 0) return text.length > 0;
  if (part === "**") return oracle(parts, text) || (segment !== undefined && oracle(pattern, segments));
  return segment !== undefined && oracleSegment(part, segment) && oracle(parts, segments);
}

function oracleSegment(part: string, segment: string): boolean {
  if (part === "") return segment === "";
  if (part.startsWith("*"))
    return oracleSegment(part.slice(1), segment) || (segment !== "" && oracleSegment(part, segment.slice(1)));
  return segment !== "" && part.charAt(0) === segment.charAt(0) && oracleSegment(part.slice(1), segment.slice(1));
}

describe("a pattern", () => {
  it.each([
    ["docs/**", "docs/a.md", true],
    ["docs/**", "docs/a/b/c.md", true],
    ["docs/**", "docs", false],
    ["docs/**/**", "docs", false],
    ["docs/**/**", "docs/a.md", true],
    ["docs/**", "docs-old/a.md", false],
    ["docs/*", "docs/a.md", true],
    ["docs/*", "docs/a/b.md", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "src/a/b.ts", true],
    ["src/**/x.ts", "src/x.ts", true],
    ["src/**.ts", "src/a/b.ts", false],
    ["src/**.ts", "src/b.ts", true],
    ["**", "anything/at/all", true],
    ["README.md", "README.md", true],
    ["README.md", "readme.md", false],
    ["README.md", "docs/README.md", false],
    ["a.b", "axb", false],
    ["[ab]", "a", false],
    ["host:*", "host:example.org", true],
    ["", "", false],
    ["**", "", false],
    ["a/", "a", false],
  ])("%j of %j: %j", (pattern, text, isCovered) => {
    expect(matchesPattern(pattern, text)).toBe(isCovered);
  });

  it("agrees with trying everything (property 72)", () => {
    const part = fc.constantFrom("**", "*", "a", "a*", "*b", "a*b*", "ab", "");
    const segment = fc.constantFrom("a", "b", "ab", "aab", "abab", "");
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(segment, { minLength: 1, maxLength: 6 }),
        (parts, segments) => {
          const pattern = parts.join("/");
          const text = segments.join("/");
          if (pattern === "" || text === "") return;
          expect(matchesPattern(pattern, text)).toBe(oracle(pattern.split("/"), text.split("/")));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("of many double stars stays within pattern × path steps (property 72)", () => {
    const pattern = `${"**/".repeat(1000)}x`;
    const text = `${"a/".repeat(1500)}y`;
    expect(matchesPattern(pattern, text)).toBe(false);
    expect(matchesPattern(`${"a*".repeat(1000)}b`, "a".repeat(4000))).toBe(false);
  });

  it("or a target that is too long covers nothing", () => {
    expect(matchesPattern("**", "a".repeat(4096))).toBe(true);
    expect(matchesPattern("**", "a".repeat(4097))).toBe(false);
    expect(matchesPattern(`**/${"a".repeat(4096)}`, "a")).toBe(false);
  });
});

describe("a pattern inside another", () => {
  it.each([
    ["docs/**", "docs/**", true],
    ["docs/api/**", "docs/**", true],
    ["docs/a.md", "docs/**", true],
    ["docs/*.md", "docs/**", true],
    ["docs/*/a.md", "**", true],
    ["docs", "docs/**", false],
    ["docs-old/a", "docs/**", false],
    ["d*/a", "docs/**", false],
    ["docs/../src/a", "docs/**", false],
    ["../a", "**", false],
    ["docs/a/b", "docs/*/**", false],
    ["docs/a", "docs/*", false],
  ])("%s in %s: %j", (pattern, other, isInside) => {
    expect(isPatternInside(pattern, other)).toBe(isInside);
  });

  it("covers nothing the other does not", () => {
    const part = fc.constantFrom("**", "*", "a", "b", "a*");
    const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const text = fc
      .array(fc.constantFrom("a", "b", "aa"), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join("/"));
    fc.assert(
      fc.property(pattern, pattern, text, (inner, outer, path) => {
        const isCovered = isPatternInside(inner, outer) && matchesPattern(inner, path);
        expect(isCovered && !matchesPattern(outer, path)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
