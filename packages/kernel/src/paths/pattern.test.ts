import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPattern, checkPatternList, compilePatternList, maximumPathLength, parsePattern } from "./pattern.ts";
import { indexPatterns } from "./pattern-index.ts";

function matches(entries: string | string[], path: string): boolean {
  return compilePatternList(typeof entries === "string" ? [entries] : entries).matches(path);
}

describe("a pattern matches", () => {
  it.each([
    ["OWNERS", "OWNERS"],
    ["OWNERS", "a/b/c/OWNERS"],
    ["*.md", "README.md"],
    ["*.md", "a/.hidden.md"],
    ["*.md", ".md"],
    ["*", ".env"],
    ["/OWNERS", "OWNERS"],
    ["src/*.ts", "src/a.ts"],
    ["src/**", "src/a/b.ts"],
    ["**/x/y", "x/y"],
    ["**/x/y", "a/b/x/y"],
    ["a/**/b", "a/b"],
    ["a/**/b", "a/x/y/b"],
    ["**/.github/**/*.png", ".github/a.png"],
    ["**/.github/**/*.png", "x/.github/y/z/a.png"],
    ["build/", "build/a"],
    ["build/", "x/build/a/b"],
    ["/build/", "build/a"],
    ["**", "any/thing"],
    ["a*b*c", "aXbYc"],
    ["*a*a*", "xaaz"],
    ["x**y.ts", "xzy.ts"],
    ["**/**/a", "a"],
    ["***", "a"],
    ["[id]/page.tsx", "[id]/page.tsx"],
  ])("%s takes %s", (pattern, path) => {
    expect(matches(pattern, path)).toBe(true);
  });

  it.each([
    ["OWNERS", "OWNERS_ALIASES"],
    ["OWNERS", "OWNERS/x"],
    ["owners", "OWNERS"],
    ["/OWNERS", "a/OWNERS"],
    ["src/*.ts", "src/a/b.ts"],
    ["src/*.ts", "x/src/a.ts"],
    ["src/**", "src"],
    ["**/test/**", "test"],
    ["**/test/**", "latest/a"],
    ["x/y", "a/x/y"],
    ["build/", "build"],
    ["/build/", "x/build/a"],
    ["a*a", "a"],
    ["*a*a*", "xaz"],
    ["ab*ba", "aba"],
    ["*.test.*", "a.test"],
  ])("%s leaves %s", (pattern, path) => {
    expect(matches(pattern, path)).toBe(false);
  });

  it("B2: an exception wins wherever it stands, and a list of exceptions alone is refused (dorny/paths-filter#135, langchain-ai/deepagents#1730)", () => {
    for (const entries of [
      ["docs/**", "!docs/api/**"],
      ["!docs/api/**", "docs/**"],
    ]) {
      expect(matches(entries, "docs/a.md")).toBe(true);
      expect(matches(entries, "docs/api/a.md")).toBe(false);
    }
    expect(matches(["*.md", "!SECURITY.md", "docs/**"], "docs/SECURITY.md")).toBe(false);
    expect(checkPatternList(["!docs/api/**", "!a"])).toHaveLength(1);
  });

  it("an empty list matches nothing", () => {
    expect(matches([], "a")).toBe(false);
    expect(matches(["!a"], "b")).toBe(false);
  });

  it("a path longer than any file system allows is not compared", () => {
    expect(matches("*", "a".repeat(maximumPathLength))).toBe(true);
    expect(matches("*", "a".repeat(maximumPathLength + 1))).toBe(false);
  });
});

describe("an index over many patterns", () => {
  const segment = fc.constantFrom("a", "b", "ab", "a.b", "a*", "*b", "*", "*a*", "a*b", "b*a*b");
  const pattern = fc
    .tuple(
      fc.constantFrom("", "/", "**/"),
      fc.array(fc.oneof(segment, segment, fc.constant("**")), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "/", "/**"),
    )
    .map(([before, parts, after]) => before + parts.join("/") + after);
  const path = fc.array(fc.constantFrom("a", "b", "ab", "ba", "a.b", "aab", "c"), { minLength: 1, maxLength: 6 });

  /** The rule once more, as slow and as plain as it can be said. */
  function oracle(text: string, parts: readonly string[]): boolean {
    const isBelow = text.endsWith("/");
    let body = text.replace(/^\//, "").replace(/\/$/, "");
    if (!text.startsWith("/") && !body.includes("/")) body = `**/${body}`;
    if (isBelow) body += "/**";
    const rule = body.split("/");
    const walk = (at: number, position: number): boolean => {
      if (at === rule.length) return position === parts.length;
      const name = rule[at] ?? "";
      if (name === "**") {
        const least = rule.slice(at).every((each) => each === "**") ? 1 : 0;
        for (let end = position + least; end <= parts.length; end += 1) if (walk(at + 1, end)) return true;
        return rule.slice(at).every((each) => each === "**") && position < parts.length;
      }
      const glob = new RegExp(
        `^${name
          .split("*")
          .map((piece) => piece.replaceAll(".", "\\."))
          .join("[^/]*")}$`,
      );
      return position < parts.length && glob.test(parts[position] ?? "") && walk(at + 1, position + 1);
    };
    return walk(0, 0);
  }

  it("answers as every pattern alone would, for any list", () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 30 }), path, (patterns, parts) => {
        const index = indexPatterns(patterns.map((text, bit) => ({ segments: parsePattern(text), mask: 1 << bit })));
        const expected = patterns.reduce((mask, text, bit) => (oracle(text, parts) ? mask | (1 << bit) : mask), 0);
        expect(index(parts)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("16.7, B4: a prefix of folders keeps `**/p` and slashless matches (micromatch/micromatch#63)", () => {
    const any = fc.oneof(
      segment,
      pattern.filter((text) => text.startsWith("**/")),
    );
    fc.assert(
      fc.property(any, path, fc.integer({ min: 1, max: 5 }), (text, parts, depth) => {
        const plain = parts.join("/");
        const isKept = !matches(text, plain) || matches(text, "x/".repeat(depth) + plain);
        expect(isKept).toBe(true);
      }),
    );
  });

  it("B4: `**` in the middle takes any number of folders alike (micromatch/micromatch#63)", () => {
    fc.assert(
      fc.property(path, path, fc.integer({ min: 0, max: 5 }), (before, after, depth) => {
        const rule = `${before.join("/")}/**/${after.join("/")}`;
        const deep = [...before, ...Array.from({ length: depth }, () => "x"), ...after].join("/");
        expect([deep, matches(rule, deep)]).toEqual([deep, true]);
        expect(matches(rule, `${deep}z`)).toBe(false);
      }),
    );
  });

  it("B1: a dot at the start of a name is a letter like any other, for every pattern (actions/labeler#135, isaacs/minimatch#233)", () => {
    const dotless = pattern.filter((text) => !text.includes("."));
    // No pattern names `c`: what it takes with `c` it takes by a star.
    const parts = fc.array(fc.constantFrom("a", "b", "ab", "c", "ca", "cab", "cc"), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(dotless, { minLength: 1, maxLength: 5 }), parts, (patterns, names) => {
        const plain = names.join("/");
        const dotted = names.map((name) => name.replace(/^c/, ".c")).join("/");
        expect([dotted, matches(patterns, dotted)]).toEqual([dotted, matches(patterns, plain)]);
      }),
      { numRuns: 500 },
    );
  });

  it("B3: the order of alternatives decides nothing (dorny/paths-filter#113)", () => {
    const entry = fc.tuple(pattern, fc.boolean()).map(([text, isException]) => (isException ? `!${text}` : text));
    const lists = fc
      .array(entry, { minLength: 1, maxLength: 8 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(lists, path, ([list, shuffled], names) => {
        expect(matches(shuffled, names.join("/"))).toBe(matches(list, names.join("/")));
      }),
    );
  });

  it("files more patterns of one ending than a node holds", () => {
    const endings = Array.from({ length: 40 }, (_, index) => `*${"x".repeat(index)}.ts`);
    const list = compilePatternList(endings);
    expect(list.matches("a/b.ts")).toBe(true);
    expect(list.matches("a/b.tsx")).toBe(false);
    expect(
      matches(
        Array.from({ length: 40 }, (_, index) => `${"x".repeat(index + 1)}*`),
        "xyz",
      ),
    ).toBe(true);
  });

  it("10,000 rules with many stars stay bounded on hostile paths", () => {
    const stars = Array.from({ length: 10_000 }, (_, index) => `${"**/*a*a*/".repeat(8)}*a*a*${index}*`);
    const list = compilePatternList([...stars, "**/needle/**"]);
    expect(list.matches(`${"aaaaaaaa/".repeat(80)}a`)).toBe(false);
    expect(list.matches(`${"a/".repeat(100)}needle/a`)).toBe(true);
    const deep = compilePatternList(["**/a/**/a/**/a/**/a/**/b"]);
    expect(deep.matches("a/".repeat(2000))).toBe(false);
  });
});

describe("a pattern is refused", () => {
  it.each([
    ["", "is empty"],
    ["  ", "is empty"],
    ["!", "is empty"],
    ["/", "is empty"],
    ["a".repeat(201), "longer than 200"],
    ["a\u0007b", "control or invisible"],
    ["a\u200bb", "control or invisible"],
    ["a\ud800", "not valid Unicode"],
    [" a", "space"],
    ["C:/x", "drive"],
    ["!!a", "two exclamation marks"],
    ["a/{b,c}", "sign"],
    ["a?", "sign"],
    ["[ab]", "sign"],
    ["a\\b", "sign"],
    ["@(a|b)", "sign"],
    ["../a", "`..`"],
    ["a/../b", "`..`"],
    ["./a", "`.` segment"],
    ["a//b", "empty"],
  ])("%j %s", (entry, reason) => {
    expect(checkPattern(entry)).toContain(reason);
  });

  it.each(["a/{b,c}", "@(a|b)", "a/!(b)", "+(a)", "a?(b)", "[!a]", "{a..z}"])(
    "B3: %s is no pattern: there are no braces, classes or extglobs (dorny/paths-filter#113, micromatch/picomatch#83)",
    (entry) => {
      expect(checkPattern(entry)).not.toBeNull();
    },
  );

  it.each(["a", "!a", "/a", "a/", "a".repeat(200), "**/(auth)/**", "..a", "a..b", "*", "**", "src/**/x*.ts", "ключ"])(
    "but not %s",
    (entry) => {
      expect(checkPattern(entry)).toBeNull();
    },
  );

  it("with its place in the list, and the list when it holds exceptions only or too much", () => {
    expect(checkPatternList(["a", "b?"])).toEqual([{ index: 1, reason: expect.stringContaining("sign") }]);
    expect(checkPatternList(["!a"])).toEqual([{ index: null, reason: expect.stringContaining("only exceptions") }]);
    expect(checkPatternList([])).toEqual([]);
    expect(checkPatternList(Array.from({ length: 10_000 }, () => "a"))).toEqual([]);
    expect(checkPatternList(Array.from({ length: 10_001 }, () => "a"))).toHaveLength(1);
  });
});
