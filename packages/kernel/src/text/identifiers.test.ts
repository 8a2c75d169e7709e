import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseIdentifiers,
  countIdentifiers,
  maximumChangedLines,
  maximumIdentifiers,
  maximumLineLength,
} from "./identifiers.ts";

const counts = (patch: string) => Object.fromEntries(countIdentifiers(patch));

describe("countIdentifiers", () => {
  it.each([
    ["added and removed lines count", "@@ -1 +1 @@\n-oldTotal\n+newTotal", { oldTotal: 1, newTotal: 1 }],
    ["context does not", "@@ -1,2 +1,2 @@\n contextName\n+added", { added: 1 }],
    ["nor does the hunk header's function name", "@@ -1 +1 @@ headerName()\n+added", { added: 1 }],
    ["a name is counted each time", "+cartTotal = cartTotal + cartTax", { cartTotal: 2, cartTax: 1 }],
    ["three characters are too short, four are not", "+abc abcd", { abcd: 1 }],
    ["language keywords are no identifiers", "+return function constValue", { constValue: 1 }],
    ["digits stay inside", "+utf8Name v12345", { utf8Name: 1, v12345: 1 }],
    ["letters of every script", "+сумма größe", { сумма: 1, größe: 1 }],
    ["the mark of a missing newline is no line", "+name\n\\ No newline at end of file", { name: 1 }],
    ["an empty patch has none", "", {}],
    ["carriage returns are no part", "+name\r\n+other\r\n", { name: 1, other: 1 }],
  ])("%s", (_, patch, expected) => {
    expect(counts(patch)).toEqual(expected);
  });

  it("reads the first 600 changed lines", () => {
    const lines = Array.from({ length: maximumChangedLines + 1 }, (_, index) => `+name${index}x`);
    const found = countIdentifiers(lines.join("\n"));
    expect(found.has(`name${maximumChangedLines - 1}x`)).toBe(true);
    expect(found.has(`name${maximumChangedLines}x`)).toBe(false);
  });

  it("reads the first 400 characters of a line", () => {
    const inside = `+${" ".repeat(maximumLineLength - 4)}last`;
    expect(counts(inside)).toEqual({ last: 1 });
    expect(counts(`+${" ".repeat(maximumLineLength)}past`)).toEqual({});
  });

  it("takes hostile patches of a million characters", () => {
    expect(counts(`+${"a".repeat(1_000_000)}`)).toEqual({ ["a".repeat(maximumLineLength)]: 1 });
    expect(counts("+_".repeat(500_000))).toEqual({});
    expect(counts("\n".repeat(1_000_000))).toEqual({});
    expect(counts("+abcd\n".repeat(200_000))).toEqual({ abcd: maximumChangedLines });
  });
});

describe("chooseIdentifiers", () => {
  const many = (prefix: string, count: number) =>
    new Map(Array.from({ length: count }, (_, index) => [`${prefix}${String(index).padStart(3, "0")}`, 1]));

  it("keeps all of 80, and 80 of 81", () => {
    expect(chooseIdentifiers([many("name", maximumIdentifiers)])[0]).toHaveLength(maximumIdentifiers);
    const kept = chooseIdentifiers([many("name", maximumIdentifiers + 1)])[0];
    expect(kept).toHaveLength(maximumIdentifiers);
    expect(kept).not.toContain("name080");
  });

  it("keeps those in fewest files first, then the most frequent", () => {
    const common = [...many("zz", 1)];
    const rare = new Map([...many("rare", maximumIdentifiers - 1), ["often", 5], ["once", 1], ...common]);
    const [kept = []] = chooseIdentifiers([rare, new Map(common)]);
    expect(kept).toHaveLength(maximumIdentifiers);
    expect(kept).toContain("often");
    expect(kept).not.toContain("zz000");
  });

  it("chooses the same for each file whatever the order of the files", () => {
    const names = fc.array(fc.tuple(fc.stringMatching(/^[a-f]{4}$/), fc.integer({ min: 1, max: 9 })), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(names, names, (left, right) => {
        const [first, second] = chooseIdentifiers([new Map(left), new Map(right)]);
        expect(chooseIdentifiers([new Map(right), new Map(left)])).toEqual([second, first]);
      }),
    );
  });
});
