import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importHive } from "./hive.ts";

function read(text: string) {
  const result = importHive(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

function problems(text: string): string[] {
  const result = importHive(text);
  return result.ok ? [] : result.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe("importHive", () => {
  it("takes over every key of the block that Hive documents", () => {
    const { settings, imported, notImported } = read(`
project:
  org: acme
intent:
  enforce: true
  alignment_model: "openai/gpt-4o-mini"
  test_path_patterns: ["**/*_test.go", "tests/**"]
  docs_path_patterns: ["**/*.md"]
  guardrail_path_patterns: [".github/workflows/**", "policies/**", "hive.yaml", "OWNERS", "CODEOWNERS"]
  feature_signals: ["feat", "feature", "enhancement"]
`);
    expect(settings).toEqual({
      enforce: true,
      alignment_model: "openai/gpt-4o-mini",
      test_path_patterns: ["**/*_test.go", "**/tests/**"],
      docs_path_patterns: ["**/*.md"],
      guardrail_path_patterns: ["+**/.github/workflows/**", "+**/policies/**", "+hive.yaml", "+OWNERS", "+CODEOWNERS"],
      feature_signals: ["+feat", "+feature", "+enhancement"],
    });
    expect(imported).toContain('intent.test_path_patterns: "tests/**" is written **/tests/** here');
    expect(notImported).toEqual([]);
  });

  it.each([
    // Lists that lower: exactly what Hive meant, or nothing.
    ["docs_path_patterns", "*.md", "/*.md"],
    ["docs_path_patterns", "./README.md", "/README.md"],
    ["docs_path_patterns", "docs/**", "**/docs/**"],
    ["docs_path_patterns", "**/docs/**", "**/docs/**"],
    ["docs_path_patterns", "docs/*.md", "docs/*.md"],
    ["docs_path_patterns", "a/**/b.md", "a/**/b.md"],
    ["docs_path_patterns", "doc?.md", null],
    ["docs_path_patterns", "[a-z].md", null],
    ["test_path_patterns", "{a,b}/**", null],
    ["test_path_patterns", "../x", null],
    ["test_path_patterns", "\u0024{TESTS}/**", null],
    // Lists that raise: never less than Hive guarded.
    ["guardrail_path_patterns", "hive.yaml", "+hive.yaml"],
    ["guardrail_path_patterns", "a/b/**", "+**/a/b/**"],
    ["guardrail_path_patterns", "rule?.go", "+rule*.go"],
    ["guardrail_path_patterns", "rule[0-9].go", "+rule*.go"],
    ["guardrail_path_patterns", "rule\\*.go", "+rule*.go"],
    ["guardrail_path_patterns", "rule[.go", null],
  ])("%s: %j becomes %j", (key, pattern, expected) => {
    const { settings, notImported } = read(JSON.stringify({ intent: { [key]: [pattern] } }));
    expect(settings).toEqual(expected === null ? {} : { [key]: [expected] });
    expect(notImported).toHaveLength(expected === null ? 1 : 0);
  });

  it.each([
    ["no block", "project: {org: acme}", "no intent: block"],
    ["an empty block", "intent:\n", "no intent: block"],
    ["a key of another version", "intent: {sentinel: true}", "not known here"],
    ["a model from a variable", "intent: {alignment_model: '\u0024{MODEL}'}", "holds a variable of Hive"],
    ["an account of agents", "intent: {}\nproject: {ai_author: robo}", "add it to intent.agents.logins"],
  ])("says what to do about %s", (_, text, said) => {
    const { settings, notImported } = read(text);
    expect(settings).toEqual({});
    expect(notImported).toHaveLength(1);
    expect(notImported[0]).toContain(said);
  });

  it.each([
    [
      "empty values are defaults",
      "intent: {enforce: , alignment_model: '', docs_path_patterns: [], test_path_patterns: , feature_signals: ['']}",
      {},
    ],
    [
      "repeats are written once",
      "intent: {guardrail_path_patterns: [a, ./a], feature_signals: [x, ' x']}",
      { guardrail_path_patterns: ["+a"], feature_signals: ["+x"] },
    ],
  ])("%s", (_, text, settings) => {
    expect(read(text).settings).toEqual(settings);
  });

  it.each([
    ["a file that is a list", "- a\n", "1:1 the file must be a set of keys, not a list"],
    ["an empty file", "", "1:1 the file must be a set of keys, not nothing"],
    ["a block that is a text", "intent: on\n", '1:9 intent must be a set of keys, not the text "on"'],
    [
      "a switch that is a word",
      "intent:\n  enforce: yes\n",
      '2:12 intent.enforce must be true or false, not the text "yes"',
    ],
    [
      "a model that is a list",
      "intent: {alignment_model: [a]}\n",
      "1:27 intent.alignment_model must be a text, not a list",
    ],
    [
      "patterns that are a text",
      "intent: {docs_path_patterns: a}\n",
      '1:30 intent.docs_path_patterns must be a list, not the text "a"',
    ],
    [
      "a pattern that is a number",
      "intent: {docs_path_patterns: [a, 7]}\n",
      "1:34 intent.docs_path_patterns[1] must be a text, not the number 7",
    ],
    ["a key twice", "intent: {}\nintent: {}\n", '2:1 the key "intent" stands here twice; the first is on line 1'],
  ])("refuses %s with its place", (_, text, expected) => {
    expect(problems(text)).toEqual([expected]);
  });

  it("never throws, whatever the block holds", () => {
    const keys = fc.constantFrom(
      "enforce",
      "alignment_model",
      "docs_path_patterns",
      "guardrail_path_patterns",
      "feature_signals",
      "x",
    );
    fc.assert(
      fc.property(fc.dictionary(keys, fc.oneof(fc.array(fc.string()), fc.jsonValue())), (intent) => {
        const result = importHive(JSON.stringify({ intent }));
        expect(result.ok || result.problems.length > 0).toBe(true);
      }),
    );
  });
});
