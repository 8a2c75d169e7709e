import { describe, expect, it } from "vitest";
import { resolveExtendingList, resolveList } from "./lists.ts";

const defaults = ["*.md", "!SECURITY.md"];

describe("a configured list", () => {
  it.each([
    ["empty: the default", [], ["*.md", "!SECURITY.md"]],
    ["all with +: the default and these", ["+*.txt", "+!x.md"], ["*.md", "!SECURITY.md", "*.txt", "!x.md"]],
    ["only +!: the default with exceptions", ["+!x.md"], ["*.md", "!SECURITY.md", "!x.md"]],
    ["none with +: instead of the default", ["docs/**", "!docs/api/**"], ["docs/**", "!docs/api/**"]],
  ])("%s", (_, configured, entries) => {
    expect(resolveList(configured, defaults)).toEqual({ ok: true, entries });
  });

  it.each([
    ["a mixture", ["+a", "b"], [null]],
    ["exceptions only", ["!a", "!b"], [null]],
    ["an unusable entry", ["a", "b{c}"], [1]],
    ["an unusable added entry", ["+a", "+"], [1]],
    ["a mixture with an unusable entry", ["+a", "?"], [1, null]],
  ])("%s is an error that names the place", (_, configured, places) => {
    const reading = resolveList(configured, defaults);
    expect(reading.ok ? [] : reading.problems.map((problem) => problem.index)).toEqual(places);
  });

  it("never repeats a value in its errors", () => {
    const reading = resolveList(["secret-name{}", "+x"], defaults);
    expect(JSON.stringify(reading)).not.toContain("secret-name");
  });

  it("that always extends takes entries with and without +", () => {
    expect(resolveExtendingList([])).toEqual({ ok: true, entries: [] });
    expect(resolveExtendingList(["a", "+b", "!c"])).toEqual({ ok: true, entries: ["a", "b", "!c"] });
    expect(resolveExtendingList(["!c"]).ok).toBe(false);
    expect(resolveExtendingList(["a["]).ok).toBe(false);
  });
});
