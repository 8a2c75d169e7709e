import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { headSha } from "../../../../testing/facts.ts";
import { changeVerdict, deniedVerdict, finding, hostileVerdict } from "../../../../testing/verdicts.ts";
import { pathUri, renderSarif } from "./sarif.ts";

const Message = z.strictObject({ text: z.string().check(z.minLength(1)) });
const MultiformatMessage = z.strictObject({ text: z.string().check(z.minLength(1)), markdown: z.optional(z.string()) });
const Level = z.enum(["none", "note", "warning", "error"]);
/** A relative reference of RFC 3986: no scheme, no space, nothing outside its characters. */
const relativeUri = /^(?![a-z][a-z0-9+.-]*:|\/)(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-F]{2})*$/i;

/** The parts of the SARIF 2.1.0 schema this log uses, closed where the standard closes them. */
const SarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().check(z.minLength(1)),
          semanticVersion: z.string().check(z.regex(/^\d+\.\d+\.\d+/)),
          rules: z.array(
            z.strictObject({
              id: z.string().check(z.minLength(1)),
              shortDescription: MultiformatMessage,
              fullDescription: MultiformatMessage,
              help: MultiformatMessage,
              defaultConfiguration: z.strictObject({ level: Level }),
              properties: z.looseObject({ tags: z.array(z.string()) }),
            }),
          ),
        }),
      }),
      automationDetails: z.strictObject({ id: z.string() }),
      originalUriBaseIds: z.record(z.string(), z.strictObject({ description: Message })),
      columnKind: z.enum(["utf16CodeUnits", "unicodeCodePoints"]),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().check(z.nonnegative()),
          level: Level,
          message: Message,
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({
                  uri: z.string().check(z.regex(relativeUri)),
                  uriBaseId: z.literal("%SRCROOT%"),
                }),
                region: z.strictObject({ startLine: z.int().check(z.positive()) }),
              }),
            }),
          ),
          partialFingerprints: z.record(z.string().check(z.regex(/^[^/]+\/v\d+$/)), z.string()),
          properties: z.looseObject({}),
        }),
      ),
      properties: z.looseObject({
        verdicts: z.array(z.looseObject({ decision: z.string(), findings_without_path: z.array(z.unknown()) })),
      }),
    }),
  ),
});

function log(...verdicts: Parameters<typeof renderSarif>[0]): z.infer<typeof SarifLog>["runs"][number] {
  const text = renderSarif(verdicts, { version: "0.1.0" });
  const run = SarifLog.parse(JSON.parse(text)).runs[0];
  if (run === undefined) throw new Error("no run");
  return run;
}

function fingerprints(...verdicts: Parameters<typeof renderSarif>[0]): string[] {
  return log(...verdicts).results.flatMap((result) => Object.values(result.partialFingerprints));
}

describe("a SARIF log", () => {
  it("has one result for each finding with a path, with the level of its severity", () => {
    const findings = [
      finding("drift.outside-intent", { severity: "block", where: { path: "src/a.ts" } }),
      finding("test.weakened", { severity: "warn", where: { path: "src/a.test.ts" } }),
      finding("text.path", { severity: "info", where: { path: "b c.ts" } }),
      finding("approval.stale", { where: { login: "maria" } }),
    ];
    const run = log(changeVerdict({ findings }));
    expect(run.results.map((result) => [result.ruleId, result.level])).toEqual([
      ["drift.outside-intent", "error"],
      ["test.weakened", "warning"],
      ["text.path", "note"],
    ]);
    expect(run.properties.verdicts[0]?.findings_without_path).toHaveLength(1);
  });

  it("points each result at its rule, with help that says what to do", () => {
    const run = log(deniedVerdict());
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(run.tool.driver.rules[0]?.help.text).toContain("Move these files to a change of their own");
  });

  it("is valid for an allowed change, without results", () => {
    expect(log(changeVerdict()).results).toEqual([]);
    expect(log().results).toEqual([]);
  });

  it("is valid for a rule the catalogue does not know", () => {
    const run = log(changeVerdict({ findings: [finding("new.rule", { where: { path: "a" } })] }));
    expect(run.tool.driver.rules[0]?.id).toBe("new.rule");
  });

  it.each([["\u001B[2J\n"], ["../../etc/passwd"], ["C:\\x"], ["javascript:alert(1)"], ["\uD800"], ["a b#c?d%"]])(
    "is valid when every piece is %j",
    (text) => {
      expect(log(hostileVerdict(text)).results).toHaveLength(1);
    },
  );

  it("summarises the verdict in the run's properties", () => {
    expect(log(deniedVerdict()).properties.verdicts[0]).toMatchObject({
      change: "acme/shop#7",
      decision: "deny",
      deny_kind: "unauthorized",
      tier: 3,
      floor: "sensitive",
      alignment: "misaligned",
    });
  });
});

describe("fingerprints", () => {
  it("are the same for another head commit and other wording", () => {
    const one = finding("test.weakened", { where: { path: "a.test.ts" }, message: "Lost 3 lines." });
    const two = finding("test.weakened", { where: { path: "a.test.ts", commit: headSha }, message: "Lost 4 lines." });
    const moved = changeVerdict({ findings: [two], subject: { ...changeVerdict().subject, head_sha: "c".repeat(40) } });
    expect(fingerprints(moved)).toEqual(fingerprints(changeVerdict({ findings: [one] })));
  });

  it.each([
    ["another path", finding("test.weakened", { where: { path: "b.test.ts" } })],
    ["another rule", finding("text.path", { where: { path: "a.test.ts" } })],
  ])("differ for %s", (_name, other) => {
    const one = finding("test.weakened", { where: { path: "a.test.ts" } });
    expect(new Set(fingerprints(changeVerdict({ findings: [one, other] }))).size).toBe(2);
  });

  it("differ for two findings of one rule at one place, and for two changes", () => {
    const findings = [
      finding("test.weakened", { where: { path: "a" }, message: "One." }),
      finding("test.weakened", { where: { path: "a" }, message: "Two." }),
    ];
    const other = changeVerdict({ findings, subject: { ...changeVerdict().subject, number: 8 } });
    expect(new Set(fingerprints(changeVerdict({ findings }), other)).size).toBe(4);
  });
});

describe("a path as a URI", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["a b/ü#?.ts", "a%20b/%C3%BC%23%3F.ts"],
    ["50%.md", "50%25.md"],
    ["../x", "%2E%2E/x"],
    ["./x", "%2E/x"],
    ["..x/...", "..x/..."],
    ["/etc/passwd", "%2Fetc/passwd"],
    ["//host/x", "%2F%2Fhost/x"],
    ["c:/x", "c%3A/x"],
    ["a\nb", "a%0Ab"],
    ["\uD800", "%EF%BF%BD"],
  ])("%j is %s", (path, uri) => {
    expect(pathUri(path)).toBe(uri);
  });
});
