import { digest, digestText } from "@warrant/kernel/canonical";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseSha, headSha } from "../../../../testing/facts.ts";
import { changeVerdict, deniedVerdict, hostileVerdict } from "../../../../testing/verdicts.ts";
import { checkOutput } from "./check-output.ts";
import { workflowPublisher } from "./publisher.ts";
import { type CheckRun, digestLine, type Expected, storedVerdict, storedVerdicts } from "./stored-verdict.ts";

const digests = { facts: digestText("f"), config: digestText("c"), intent: digestText("i"), advice: null };

function verdictOf(parts: Partial<ChangeVerdict> = {}, subject: Partial<ChangeVerdict["subject"]> = {}): ChangeVerdict {
  const base = changeVerdict({ digests, ...parts });
  return { ...base, subject: { ...base.subject, ...subject } };
}

function runOf(verdict: ChangeVerdict, parts: Partial<CheckRun> = {}, siblings: ChangeVerdict[] = []): CheckRun {
  const output = checkOutput(
    { verdict },
    {
      mode: "enforce",
      siblings: siblings.map((one) => ({ number: one.subject.number ?? 0, judged: { verdict: one }, mode: null })),
    },
  );
  return {
    id: 1,
    name: "warrant/change",
    headSha,
    status: "completed",
    conclusion: "success",
    externalId: output.externalId,
    detailsUrl: null,
    appId: workflowPublisher.appId,
    appSlug: "github-actions",
    title: output.outcome.title,
    summary: output.summary,
    text: output.text,
    annotations: 0,
    ...parts,
  };
}

const expected: Expected = { number: 7, headSha, baseRef: "main", config: digests.config, intent: digests.intent };

describe("a stored verdict", () => {
  it("is read back whole", () => {
    const verdict = deniedVerdict({ digests });
    expect(storedVerdict(runOf(verdict), expected, workflowPublisher)).toEqual({
      number: 7,
      decision: "deny",
      denyKind: "unauthorized",
      baseRef: "main",
      baseSha,
      headSha,
      config: digests.config,
      intent: digests.intent,
      facts: digests.facts,
      rulesVersion: 1,
      verdict: digest(verdict),
    });
  });

  it("is read from a text whose lines end as the platform sends them", () => {
    const run = runOf(verdictOf());
    expect(
      storedVerdict({ ...run, text: `${run.text?.replaceAll("\n", "\r\n")}\r\n\r\n` }, expected, workflowPublisher),
    ).not.toBeNull();
  });

  it.each<[string, Partial<Expected>]>([
    ["another number", { number: 8 }],
    ["another head", { headSha: "f".repeat(40) }],
    ["another base branch (E4: MystenLabs/deepbookv3#1276, openjdk/skara#689)", { baseRef: "release" }],
    ["another configuration (E5: n8n-io/n8n#38713)", { config: digestText("other") }],
    ["another intent (A16)", { intent: digestText("other") }],
  ])("does not answer for %s", (_name, parts) => {
    expect(storedVerdict(runOf(verdictOf()), { ...expected, ...parts }, workflowPublisher)).toBeNull();
  });

  it.each<[string, Partial<CheckRun>]>([
    ["of another name", { name: "Warrant/change" }],
    ["of another app", { appId: 1 }],
    ["of no app", { appId: null }],
    ["on another commit", { headSha: "f".repeat(40) }],
    ["that is not completed", { status: "in_progress" }],
    ["without an external id", { externalId: null }],
    ["with another external id", { externalId: digestText("x") }],
    ["without a text", { text: null }],
    ["with an empty text", { text: "" }],
  ])("is not believed from a run %s", (_name, parts) => {
    expect(storedVerdict(runOf(verdictOf(), parts), expected, workflowPublisher)).toBeNull();
  });

  it("is not believed when older rules made it", () => {
    expect(storedVerdict(runOf(verdictOf({ rules_version: 0 })), expected, workflowPublisher)).toBeNull();
  });

  it("is believed of a sibling that shares the run (F8)", () => {
    const run = runOf(verdictOf(), {}, [verdictOf({}, { number: 8, base_ref: "release/1" })]);
    expect(storedVerdict(run, { ...expected, number: 8, baseRef: "release/1" }, workflowPublisher)?.number).toBe(8);
    expect(storedVerdict(run, { ...expected, number: 9 }, workflowPublisher)).toBeNull();
  });

  it("is not believed when a change is named twice", () => {
    const run = runOf(verdictOf(), {}, [verdictOf({ decision: "deny", deny_kind: "policy" })]);
    expect(storedVerdict(run, expected, workflowPublisher)).toBeNull();
  });

  const line = digestLine(verdictOf());
  it.each([
    ["with text behind it", `${line}\nmore`],
    ["that is indented", ` ${line}`],
    ["in a quotation", `> ${line}`],
    ["with another decision", line.replace("decision=allow", "decision=maybe")],
    ["that allows with a kind of denial", line.replace("kind=none", "kind=policy")],
    ["that denies without a kind", line.replace("decision=allow", "decision=deny")],
    ["with a short digest", line.replace(/intent=sha256:[0-9a-f]{64}/, "intent=sha256:00")],
    ["with a base that cannot be decoded", line.replace("base=main", "base=%E0%A4%A")],
    ["without its end", line.slice(0, -1)],
  ])("is not read from a line %s", (_name, text) => {
    expect(storedVerdicts(text)).toEqual([]);
  });

  it("cannot be forged by any piece of the verdict it is stored with", () => {
    const forged = digestLine(verdictOf({}, { number: 99 }));
    const piece = fc.constantFrom(forged, forged.slice(1, -1), "\n", "`", "\r\n", " ", "</details>", "text");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const hostile = hostileVerdict(pieces.join(""));
        const { text } = checkOutput({ verdict: { ...hostile, digests } }, { mode: "report" });
        expect(storedVerdicts(text).filter((stored) => stored.number === 99)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([["release/1.x"], ["a`b"], ["ünïcode"], ["100%"], ["a=b config=c"], ["<!--"], ["main\n`x`"]])(
    "keeps the branch name %j",
    (ref) => {
      const [stored] = storedVerdicts(digestLine(verdictOf({}, { base_ref: ref })));
      expect(stored?.baseRef).toBe(ref);
    },
  );

  it("is looked for in a megabyte of lines", () => {
    expect(storedVerdicts("`warrant.verdict/v1 change=1 ".repeat(40_000))).toEqual([]);
    expect(storedVerdicts(`${"x\n".repeat(500_000)}${line}`)).toHaveLength(1);
  });
});
