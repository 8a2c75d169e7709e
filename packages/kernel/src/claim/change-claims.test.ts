import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFacts } from "../../../../testing/arbitrary-facts.ts";
import { judgeChange } from "../change/judge.ts";
import { readFacts } from "../change/read-facts.ts";
import { Configuration } from "../configuration.ts";
import { floorScale, tierScale } from "../scale.ts";
import { adviseClaims, type ClaimSources, configuredAdvice, type FoundSession } from "./change-claims.ts";
import { readTrace } from "./read-trace.ts";
import { fitsName } from "./receipts/decide-platform.ts";
import { pastedOutputs } from "./receipts/pasted-output.ts";
import { sessionReceipt } from "./session-receipt.ts";
import { defaultClaimSettings } from "./settings.ts";
import type { Trace } from "./trace.ts";

const head = "b".repeat(40);
const tree = "c".repeat(40);

function factsOf(change: Record<string, unknown> = {}) {
  const reading = readFacts({
    schema: "warrant.change-facts/v1",
    source: "github",
    repository: "acme/shop",
    number: 7,
    title: "Retry the request",
    body: "All tests pass.",
    author: { login: "builder[bot]", kind: "bot", id: 1 },
    commits: [],
    base: { ref: "main", sha: "a".repeat(40) },
    head: { ref: "retry", sha: head },
    labels: [],
    draft: false,
    files: [
      { path: "src/retry.ts", status: "added", binary: false, kind: "file" },
      { path: "src/core.ts", status: "modified", binary: false, kind: "file" },
    ],
    files_total: 2,
    issues: [],
    plans: [],
    reviews: [],
    checks: [],
    incomplete: [],
    ...change,
  });
  if (!reading.ok) throw new Error(`${reading.error.where}: ${reading.error.message}`);
  return reading.facts;
}

function traceOf(runs: readonly (readonly [command: string, code: number, text: string])[], complete = true): Trace {
  const trace = readTrace({
    schema: "warrant.trace/v1",
    session: { id: "s-1", host: "claude-code", cwd: "/repo" },
    complete,
    invocations: runs.map(([command, code, text], index) => ({
      id: `toolu_${index}`,
      tool: "Bash",
      arguments: { command },
      result: { text },
      status: code === 0 ? "ok" : "error",
      exit_code: code,
    })),
  });
  if (trace === null) throw new Error("no trace");
  return trace;
}

const passing = [["npx vitest run", 0, "Tests  42 passed (42)"]] as const;
const failing = [["npx vitest run", 1, "Tests  2 failed | 40 passed (42)"]] as const;

function session(
  runs: Parameters<typeof traceOf>[0],
  change: Partial<FoundSession> = {},
  complete = true,
): FoundSession {
  const trace = traceOf(runs, complete);
  const at = { created_at: "2026-03-01T09:00:00Z", warrant: "0.1.0" };
  const receipt = sessionReceipt(trace, { commit: head, tree, parent: null }, at);
  const trust = change.trust ?? "recomputed";
  return { trust, fit: "fresh", receipt, trace: trust === "recomputed" ? trace : null, ...change };
}

function sources(change: Partial<ClaimSources> = {}): ClaimSources {
  return { sessions: [], checks: {}, settings: defaultClaimSettings, ...change };
}

/** Outcome and words of the one statement. */
function said(facts: Parameters<typeof adviseClaims>[0], given: ClaimSources): string {
  return adviseClaims(facts, given)
    .map(({ outcome, because }) => `${outcome}: ${because}`)
    .join("; ");
}

const check = (conclusion: string | null, change: object = {}) => ({
  name: "test (linux)",
  status: conclusion === null ? "in_progress" : "completed",
  ...(conclusion === null ? {} : { conclusion }),
  head_sha: head,
  ...change,
});

describe("a claim of a description, by receipts", () => {
  const [ok, bad] = [passing, failing];
  it.each<[string, readonly FoundSession[], string]>([
    ["without any", [], "unverified: no receipt of a session says so"],
    ["recomputed from our own ledger", [session(ok)], "supported: the record of the session shows it"],
    ["recomputed, and the run failed", [session(bad)], "contradicted: the last run failed"],
    ["recomputed, and nothing ran", [session([])], "unverified: nothing of the kind was run"],
    [
      "signed by a key of the base",
      [session(ok, { trust: "signed" })],
      "supported: the record of the session shows it",
    ],
    ["signed, and the run failed", [session(bad, { trust: "signed" })], "contradicted: the last run failed"],
    [
      "R10 signed, with a trace that is not whole (msaleme/red-team-blue-team-agent-fabric#244)",
      [session(ok, { trust: "signed" }, false)],
      "unverified: the record is incomplete",
    ],
    [
      "R10 signed, of another tree (msaleme/red-team-blue-team-agent-fabric#245)",
      [session(ok, { trust: "signed", fit: "stale" })],
      "unverified: files were changed after it",
    ],
    [
      "R10 unsigned, which anybody can write (msaleme/red-team-blue-team-agent-fabric#255)",
      [session(ok, { trust: "unsigned" })],
      "unverified: only the session's own word says so",
    ],
    ["unsigned, which admits a failure", [session(bad, { trust: "unsigned" })], "contradicted: the last run failed"],
    [
      "of another tree, which admits a failure",
      [session(bad, { fit: "stale" })],
      "unverified: files were changed after it",
    ],
    ["of two sessions, one of which failed", [session(ok), session(bad)], "contradicted: the last run failed"],
    [
      "signed, of a part of the tests",
      [session([["npx vitest run src/cart.test.ts", 0, "Tests  3 passed (3)"]], { trust: "signed" })],
      "unverified: only a part was run",
    ],
  ])("%s", (_name, sessions, expected) => {
    expect(said(factsOf(), sources({ sessions }))).toBe(expected);
  });

  it("holds a signed receipt to the count it wrote down", () => {
    const sessions = [session(passing, { trust: "signed" })];
    expect(said(factsOf({ body: "All 42 tests pass." }), sources({ sessions }))).toMatch(/^supported/);
    expect(said(factsOf({ body: "All 57 tests pass." }), sources({ sessions }))).toMatch(/^unverified/);
  });

  it("believes no run that is said and that a signed, whole record does not hold", () => {
    const sessions = [session([], { trust: "signed" })];
    const facts = factsOf({ body: "I ran the tests and they all passed." });
    expect(said(facts, sources({ sessions }))).toBe("contradicted: nothing of the kind was run");
    const own = [session([], { trust: "unsigned" })];
    expect(said(facts, sources({ sessions: own }))).toMatch(/^unverified/);
  });
});

describe("a claim of a description, by the platform's checks", () => {
  const checks = { tests: ["test*"] };
  it.each<[string, readonly object[], object, string]>([
    ["that passed", [check("success")], {}, "supported: the platform's check of this commit passed"],
    ["that failed", [check("failure")], {}, "contradicted: the platform's check of this commit failed"],
    ["of which one failed", [check("success"), check("timed_out")], {}, "contradicted"],
    ["that runs", [check(null)], {}, "unverified: the platform's check of this commit has not ended"],
    ["that was skipped", [check("skipped")], {}, "unverified: the platform's check of this commit did not decide"],
    ["of another commit", [check("success", { head_sha: "d".repeat(40) })], {}, "unverified: no receipt"],
    ["of another name", [check("success", { name: "lint" })], {}, "unverified: no receipt"],
    [
      "that passed, where others may not be known",
      [check("success")],
      { incomplete: [{ what: "checks", why: "forbidden" }] },
      "unverified: not all checks",
    ],
    ["that passed, and the claim has a count", [check("success")], { body: "All 42 tests pass." }, "unverified"],
  ])("%s", (_name, all, change, expected) => {
    expect(said(factsOf({ checks: all, ...change }), sources({ checks }))).toContain(expected);
  });

  it("refutes although a session of our own passed, and an admission refutes although a check passed", () => {
    expect(said(factsOf({ checks: [check("failure")] }), sources({ checks, sessions: [session(passing)] }))).toMatch(
      /^contradicted/,
    );
    const own = [session(failing, { trust: "unsigned" })];
    expect(said(factsOf({ checks: [check("success")] }), sources({ checks, sessions: own }))).toMatch(/^contradicted/);
  });

  it.each([
    ["test (linux)", "test*", true],
    ["unit test", "test*", false],
    ["unit test", "*test", true],
    ["a-b-c", "a*b*c", true],
    ["ab", "ab*b", false],
    ["aXc", "a*X*Xc", false],
    ["test", "test", true],
    ["tests", "test", false],
    ["anything", "*", true],
  ])("%s fits %s: %s", (name, pattern, fits) => {
    expect(fitsName(name, pattern)).toBe(fits);
  });
});

describe("a claim of a description about files", () => {
  it.each<[string, string, string]>([
    ["one that was created", "I created `src/retry.ts`.", "supported: the files of the change show it"],
    ["one that is only changed", "I created `src/core.ts`.", "contradicted: the file was there before"],
    ["one that is not there", "I created `src/none.ts`.", "contradicted: the files of the change show otherwise"],
    ["one that is not deleted", "I deleted `src/core.ts`.", "contradicted: the files of the change show otherwise"],
    ["one that was changed", "I updated `src/core.ts`.", "supported: the files of the change show it"],
    ["no other", "Only `src/core.ts` was changed.", "contradicted: other files were changed"],
  ])("%s", (_name, body, expected) => {
    expect(said(factsOf({ body }), sources())).toContain(expected);
  });

  it("is unverified where the list of files is not whole", () => {
    expect(said(factsOf({ body: "I created `src/none.ts`.", files_total: 3 }), sources())).toMatch(/^unverified/);
  });

  it("is decided by the files and not by any session", () => {
    const wrote = session([["touch src/none.ts", 0, ""]]);
    expect(said(factsOf({ body: "I created `src/none.ts`." }), sources({ sessions: [wrote] }))).toMatch(
      /^contradicted/,
    );
  });
});

describe("the text of a description", () => {
  it.each<[string, string | null, number]>([
    ["a ticked box claims", "- [x] All tests pass.", 1],
    ["an open box claims nothing", "- [ ] All tests pass.", 0],
    ["a quotation claims nothing", "> All tests pass.", 0],
    ["code claims nothing", "```\nAll tests pass.\n```", 0],
    ["a comment claims nothing", "<!-- All tests pass. -->", 0],
    ["none at all", null, 0],
  ])("%s", (_name, body, count) => {
    expect(adviseClaims(factsOf({ body }), sources())).toHaveLength(count);
  });
});

describe("output that is pasted into a description", () => {
  const body = (output: string) =>
    factsOf({ body: `It retries.\n\n\`\`\`console\n$ npm run bench\n${output}\n\`\`\`\n` });
  const printed = session([["npm run bench", 0, "cart: 41 requests answered in 12 ms, none of them failed"]]);

  it.each<[string, string, readonly FoundSession[], string]>([
    [
      "is supported where a call printed it",
      "cart: 41 requests answered in 12 ms, none of them failed",
      [printed],
      "supported: the record of the session shows it",
    ],
    [
      "is not with another number",
      "cart: 41 requests answered in 2 ms, none of them failed",
      [printed],
      "unverified: no recorded call printed it",
    ],
    [
      "is nothing without a trace of our own",
      "cart: 41 requests answered in 12 ms",
      [{ ...printed, trust: "signed", trace: null }],
      "",
    ],
  ])("%s", (_name, output, sessions, expected) => {
    expect(said(body(output), sources({ sessions }))).toBe(expected);
  });

  it("is a block of code that is closed and begins with a command", () => {
    expect(pastedOutputs("```\n$ ls\na\n```\n~~~sh\n$ pwd\n/x\n~~~\n```\nno command\n```\n```\n$ open\n")).toEqual([
      { command: "$ ls", output: "a" },
      { command: "$ pwd", output: "/x" },
    ]);
  });
});

describe("the advice for a pull request", () => {
  it("is nothing where the base says nothing of claims, and otherwise what its checks and files answer", () => {
    const facts = factsOf({ checks: [check("failure")] });
    const sessions = Configuration.parse({ claim: { enforce: true, keys: ["ci.pub"] } });
    expect(configuredAdvice(facts, sessions)).toEqual({});
    const checked = Configuration.parse({ claim: { checks: { tests: ["test*"] } } });
    expect(configuredAdvice(facts, checked).claims).toMatchObject([{ outcome: "contradicted", states: "tests pass" }]);
    expect(configuredAdvice(factsOf({ body: "It retries." }), checked)).toEqual({});
  });
});

const report = Configuration.parse({ intent: { gate: "everyone" } });
const refusing = Configuration.parse({ intent: { gate: "everyone" }, claim: { change: "deny" } });

describe("advice on claims", () => {
  const contradicted = {
    outcome: "contradicted",
    states: "tests pass",
    quote: "All tests pass",
    because: "the last run failed",
    next: "Fix it.",
  };

  it("is shown as a warning, and refuses where that is configured and nothing else does", () => {
    const facts = factsOf({
      files: [
        {
          path: "docs/guide.md",
          status: "modified",
          additions: 1,
          deletions: 0,
          mode: "100644",
          previous_mode: "100644",
          binary: false,
          kind: "file",
          patch: "@@ -1 +1,2 @@\n a\n+b",
        },
      ],
      files_total: 1,
    });
    expect(judgeChange(facts, report).reason).toMatch(/auth\.tier0/);
    const shown = judgeChange(facts, report, { claims: [contradicted] });
    expect([shown.decision, shown.findings.find(({ rule }) => rule === "claim.contradicted")?.severity]).toEqual([
      "allow",
      "warn",
    ]);
    const refused = judgeChange(facts, refusing, { claims: [contradicted] });
    expect([refused.decision, refused.deny_kind, refused.reason]).toEqual([
      "deny",
      "policy",
      "The description says that tests pass: contradicted, the last run failed. [claim.contradicted]",
    ]);
  });

  it("never removes a finding, and never lowers a tier, a floor, a need for approval or a refusal", () => {
    const outcome = fc.constantFrom("supported", "contradicted", "unverified");
    const text = fc.string({ maxLength: 30 });
    const one = fc.record({ outcome, states: text, quote: text, because: text, next: text });
    const advice = fc.oneof(fc.array(one, { maxLength: 4 }), fc.jsonValue());
    const keyOf = ({ rule, message, where }: { rule: string; message: string; where: object }) =>
      JSON.stringify([rule, message, where]);
    fc.assert(
      fc.property(anyFacts, advice, fc.constantFrom(report, refusing), (raw, claims, configuration) => {
        const reading = readFacts(raw);
        if (!reading.ok) return;
        const [before, after] = [{}, { claims }].map((given) => judgeChange(reading.facts, configuration, given));
        if (before === undefined || after === undefined) throw new Error("no verdict");
        const kept = new Set(after.findings.map(keyOf));
        expect(
          before.findings.filter((finding) => finding.rule !== "change.nothing-found" && !kept.has(keyOf(finding))),
        ).toEqual([]);
        if (before.decision === "deny") expect([after.decision, after.reason]).toEqual(["deny", before.reason]);
        expect(after.auto_merge.allowed && !before.auto_merge.allowed).toBe(false);
        expect(tierScale.words.indexOf(after.tier.value)).toBeGreaterThanOrEqual(
          tierScale.words.indexOf(before.tier.value),
        );
        expect(floorScale.words.indexOf(after.floor.class)).toBeGreaterThanOrEqual(
          floorScale.words.indexOf(before.floor.class),
        );
        expect([after.evidence, after.authorized, after.execution]).toEqual([
          before.evidence,
          before.authorized,
          before.execution,
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, unknown]>([
    ["a word", "supported"],
    ["an outcome nobody knows", [{ ...contradicted, outcome: "proven" }]],
    ["a key nobody knows", [{ ...contradicted, approve: true }]],
    ["more than is read", Array.from({ length: 51 }, () => contradicted)],
  ])("that cannot be read is said, and changes nothing: %s", (_name, claims) => {
    const [before, after] = [judgeChange(factsOf(), refusing), judgeChange(factsOf(), refusing, { claims })];
    expect([after.decision, after.reason]).toEqual([before.decision, before.reason]);
    expect(after.findings.filter(({ rule }) => rule === "claim.unverified")).toHaveLength(1);
  });
});
