import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { verbCount } from "./lexicon/lookup.ts";
import { resolverVersion } from "./version.ts";

const folder = import.meta.dirname;

function sources(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(
      (name) =>
        name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.endsWith(".schema.ts") && name !== "version.ts",
    )
    .sort();
}

/** Every literal of a file in order: words of tables, numbers, patterns. Names, comments and layout do not count. */
function literals(name: string): string[] {
  const file = ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.getText(file));
    // The key of a table is a word too.
    else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) found.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function digestOf(names: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\n${literals(name).join("\n")}\n`);
  return hash.digest("hex");
}

/** What each version reads by. A changed table needs a new version and its line here; old lines stay. */
const digests: Readonly<Record<number, string>> = {
  1: "201afdf52b297fa6450d37c483f714cec2911546401f7fe805a7bcff69f0715b",
};

describe("the version of the reading", () => {
  it("25 is pinned to a digest of every table, constant and joint: a new word needs a new version", () => {
    expect({ version: resolverVersion, digest: digestOf(sources()) }).toEqual({
      version: resolverVersion,
      digest: digests[resolverVersion],
    });
  });

  it("is the newest of the list, and no two versions share a digest", () => {
    expect(resolverVersion).toBe(Math.max(...Object.keys(digests).map(Number)));
    expect(new Set(Object.values(digests)).size).toBe(Object.keys(digests).length);
  });

  it("knows at least 400 verbs", () => {
    expect(verbCount).toBeGreaterThan(400);
  });

  it("24 reads without a clock, randomness or the locale of the machine", () => {
    const text = sources()
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
    expect(text).not.toMatch(/\bDate\b|Math\.random|performance\.|toLocale|localeCompare|Intl\.|process\./);
  });

  it("has no pattern that repeats a repetition, so that none is more than linear", () => {
    const patterns = sources().flatMap((name) => literals(name).filter((literal) => /^\/.+\/[a-z]*$/s.test(literal)));
    expect(patterns.length).toBeGreaterThan(20);
    expect(
      patterns.filter((pattern) => /\((?:[^()\\]|\\.)*[+*](?:[^()\\]|\\.)*\)(?:[+*]|\{\d+,\})/.test(pattern)),
    ).toEqual([]);
  });
});
