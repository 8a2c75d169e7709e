import { describe, expect, it } from "vitest";
import { readConfiguration } from "./configuration.ts";
import { readPersonalConfiguration } from "./personal-configuration.ts";

function errorsOf(text: string, read = readConfiguration): string[] {
  const reading = read(`claim: { ${text} }`, "warrant.yaml");
  return reading.ok
    ? []
    : reading.errors.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
}

const full = `claim:
  enforce: false
  excerpt: interleaved
  unverified: allow
  phrases: { certainty: warn, extra: [{ category: certainty, text: "rock solid" }] }
  tools: { alias: [[run_sql, query_sql]] }
  runners: [{ kind: tests, argv: [bin/check], scope: full }]
  checks: { tests: ["test*"] }
  stop: { max_blocks: 2, unverified: false }
  change: report
  keys: [.warrant/keys/ci.pub]
`;

describe("the section claim", () => {
  it("is read as it is written, without defaults", () => {
    const reading = readConfiguration(full, "warrant.yaml");
    expect(reading).toMatchObject({
      ok: true,
      warnings: [],
      configuration: {
        claim: {
          runners: [{ kind: "tests", argv: ["bin/check"], scope: "full" }],
          checks: { tests: ["test*"] },
          stop: { max_blocks: 2, unverified: false },
          keys: [".warrant/keys/ci.pub"],
        },
      },
    });
    expect(readConfiguration("claim: { enforce: true }", "warrant.yaml")).toMatchObject({
      configuration: { claim: { enforce: true } },
    });
  });

  it("changes no verdict of a change, but where it says what answers for its claims", () => {
    const [none, empty, sessions, refusing, checked] = [
      "",
      "claim:\n",
      "claim: { enforce: true, excerpt: exact, keys: [a.pub] }",
      "claim: { change: deny }",
      "claim: { checks: { tests: [x] } }",
    ].map((text) => {
      const reading = readConfiguration(text, "warrant.yaml");
      return reading.ok ? reading.digest : "not read";
    });
    expect([empty, sessions]).toEqual([none, none]);
    expect(new Set([none, refusing, checked]).size).toBe(3);
  });

  it.each([
    [
      "a key nobody knows, with the nearest",
      "enforced: true",
      '1:10 claim.enforced: unknown key "enforced" under claim; did you mean "enforce"?',
    ],
    ["a grade that accepts anything", "excerpt: absent", "claim.excerpt must be one of exact, repaired, interleaved"],
    ["a category nobody knows", "phrases: { certainly: warn }", 'did you mean "certainty"?'],
    ["a level nobody knows", "phrases: { certainty: deny }", "claim.phrases.certainty must be one of off, warn, block"],
    [
      "an empty phrase",
      'phrases: { extra: [{ category: certainty, text: "" }] }',
      "claim.phrases.extra[0].text must not be empty",
    ],
    ["a runner without words", "runners: [{ kind: tests, argv: [], scope: full }]", "claim.runners[0].argv must list"],
    [
      "a runner that does not say how much it runs",
      "runners: [{ kind: tests, argv: [x] }]",
      "claim.runners[0].scope is missing",
    ],
    ["a check that no receipt is about", "checks: { deploy: [x] }", 'unknown key "deploy" under claim.checks'],
    ["an agent held for ever", "stop: { max_blocks: 5 }", "claim.stop.max_blocks must be 4 or less"],
    ["a word for a change nobody knows", "change: block", "claim.change must be one of report, deny"],
    ["a key outside of the repository", "keys: [../ci.pub]", "claim.keys[0] must be a path inside the repository"],
  ])("is refused with %s", (_what, text, message) => {
    expect(errorsOf(text).join("\n")).toContain(message);
  });

  it("stands in a person's own file too, but for what speaks of a repository's changes", () => {
    expect(errorsOf("enforce: true, stop: { max_blocks: 1 }", readPersonalConfiguration)).toEqual([]);
    expect(errorsOf("change: deny, keys: [a.pub], checks: { tests: [x] }", readPersonalConfiguration)).toEqual([
      expect.stringContaining("claim.checks is about a repository and belongs into its warrant.yaml"),
      expect.stringContaining("claim.change is about a repository"),
      expect.stringContaining("claim.keys is about a repository"),
    ]);
  });
});
