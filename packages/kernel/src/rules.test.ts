import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decidingRule, ruleAreas, ruleOf, rules } from "./rules.ts";

const packages = join(import.meta.dirname, "../..");

/** The text of every source file of a package that may name a rule: no tests, and not the catalogue itself. */
function sourceOf(name: string): string[] {
  const folder = join(packages, name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !/^rules(?:\/|\.ts$)/.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"));
}

const source = [...sourceOf("kernel"), ...sourceOf("sources"), ...sourceOf("hosts")].join("\n");
const areas = Object.keys(ruleAreas).join("|");
/** Literals of the form of a rule id, the whole of a string: `"tier.default"`. */
const literals = new Set(
  Array.from(source.matchAll(new RegExp(`"((?:${areas})\\.[a-z][a-z0-9-]*)"`, "g")), (match) => match[1]),
);
/** Beginnings of ids that are put together: `` `text.${category}` ``. */
const composed = Array.from(
  source.matchAll(new RegExp(`\`((?:${areas})(?:\\.[a-z]+)?\\.)\\$\\{`, "g")),
  (match) => match[1] ?? "",
);

describe("the rule catalogue", () => {
  it("has an entry for every rule id that the kernel, the sources or the hosts write", () => {
    expect([...literals].filter((id) => id !== undefined && ruleOf(id) === undefined)).toEqual([]);
  });

  it("has no entry that nothing uses", () => {
    const isUsed = (id: string) => source.includes(`"${id}"`) || composed.some((start) => id.startsWith(start));
    expect(rules.filter((rule) => !isUsed(rule.id)).map((rule) => rule.id)).toEqual([]);
  });

  it("has each id once, in the area it is listed under", () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    // The names of attribution rules are part of its record and have no prefix.
    const shape = (area: string) =>
      area === "attribution"
        ? /^[a-z]+(?:_[a-z]+)*$/
        : // The checks of a report are named as other programs already know them.
          area === "claim"
          ? /^(?:schema|evidence|claim)\.[a-z0-9]+(?:[_-][a-z0-9]+)*$/
          : new RegExp(`^${area}(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$`);
    for (const rule of rules) expect(rule.id).toMatch(shape(rule.area));
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))("says of %s what it means and what to do", (_id, rule) => {
    expect(rule.title).toMatch(/^[A-Z"`].{5,78}[^.]$/);
    expect(rule.meaning).toMatch(/^[A-Z`].{9,}\.$/);
    expect(rule.next).toMatch(/^[A-Z`].{5,}\.$/);
  });
});

describe("the deciding rule of a reason", () => {
  it.each([
    ["No issue asks for it. [auth.issue-missing]", "auth.issue-missing"],
    ["A path [x] changed. [tier.default]", "tier.default"],
    ["No rule here.", null],
    ["", null],
    ["[] []", ""],
    ["open [", null],
  ])("%j: %j", (reason, rule) => {
    expect(decidingRule(reason)).toBe(rule);
  });
});
