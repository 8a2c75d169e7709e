import { describe, expect, it } from "vitest";
import { changeFacts, commit, file, issue, person, review } from "../../../../testing/facts.ts";
import { Configuration } from "../configuration.ts";
import { outlineOf } from "../render/outline.ts";
import type { ChangeVerdict } from "../verdict.ts";
import type { ChangeFacts, ReadableIssue } from "./facts.ts";
import { type JudgeOptions, judgeChange } from "./judge.ts";
import { evidenceSteps, isUncommitted, type MissingEvidence } from "./next-steps.ts";

const local: Partial<ChangeFacts> = {
  source: "git",
  number: null,
  incomplete: (["labels", "reviews", "checks"] as const).map((what) => ({
    what,
    why: "not available without a platform",
  })),
};
const nobody: ChangeFacts["author"] = { login: null, kind: "unknown", id: null };
const unread: ChangeFacts["issues"][number] = {
  repository: "acme/shop",
  number: 12,
  link: "closing",
  unreadable: "not_looked_up",
};
const guarded = [file(".github/workflows/ci.yml")];
const plan: ChangeFacts["plans"][number] = {
  id: "p",
  source: "file",
  title: "Totals",
  notes: "",
  status: "approved",
  issue: { repository: "acme/shop", number: 12 },
  children: [],
};

function judged(parts: Partial<ChangeFacts>, document: unknown = {}, options: JudgeOptions = {}): ChangeVerdict {
  return judgeChange(changeFacts(parts), Configuration.parse(document), {}, options);
}

function nextOf(verdict: ChangeVerdict, rule: string): string | undefined {
  return verdict.findings.find((finding) => finding.rule === rule)?.next;
}

function rowOf(verdict: ChangeVerdict, label: string): string {
  const outline = outlineOf(verdict, { mode: "report", verbose: false });
  const lines = outline.sections.find((section) => section.label === label)?.lines ?? [];
  return lines
    .flatMap((line) => line.phrase)
    .map((part) => (typeof part === "string" ? part : Object.values(part).join("")))
    .join("");
}

describe("the step depends on the cause", () => {
  it.each<[string, MissingEvidence[], RegExp, RegExp]>([
    ["an issue nobody looked up", ["issue-text"], /--facts-issues.*--evidence assume/, /--author|local check cannot/],
    ["an author nobody named", ["author"], /--author LOGIN/, /assume/],
    ["reviews", ["reviews"], /cannot see reviews.*warrant check owner\/repo#N.*--facts/, /assume/],
    ["reviews and checks", ["checks", "reviews"], /cannot see reviews and checks:/, /assume/],
    ["a list that was cut", ["commits"], /^Fix the cause that is named and check again\.$/, /assume/],
    ["an issue that failed to load", ["issues"], /^Fix the cause/, /assume/],
  ])("locally for %s", (_name, missing, says, never) => {
    const step = evidenceSteps(new Set(missing), { source: "git" });
    expect(step).toMatch(says);
    expect(step).not.toMatch(never);
  });

  it.each(["github", "file"] as const)("of a change from %s no local option is offered", (source) => {
    const step = evidenceSteps(new Set<MissingEvidence>(["issue-text", "author", "reviews"]), { source });
    expect(step).toBe("Fix the cause that is named and check again.");
  });

  it("a tier 1 change whose issue was not looked up is told how to give it", () => {
    expect(nextOf(judged({ ...local, issues: [unread] }), "auth.evidence-unavailable")).toMatch(
      /^Give the issue's facts/,
    );
    expect(nextOf(judged({ ...local, issues: [unread] }), "issue.unreadable")).toMatch(/--facts-issues/);
  });

  it.each([false, true])("a tier 3 change is sent to the pull request, issues assumed: %s", (assumeNamedIssues) => {
    const verdict = judged({ ...local, files: guarded, issues: [unread] }, {}, { assumeNamedIssues });
    const step = nextOf(verdict, "auth.evidence-unavailable");
    expect(step).toContain("A local check cannot see reviews");
    expect(step).not.toContain("assume");
  });

  it("an approval and checks that a policy asks for are not waited for locally", () => {
    const set = {
      autonomy: "bounded",
      write_scope: "any_branch",
      human_approval_required: true,
      required_checks: ["ci"],
    };
    const document = {
      policy: { rules: [{ id: "all", scope: "repository", when: { status: ["mapped", "unmapped"] }, set }] },
    };
    const verdict = judged({ ...local, issues: [issue(12)] }, document);
    expect(nextOf(verdict, "execution.checks-missing")).toContain("A local check cannot see checks");
    expect(nextOf(verdict, "execution.approval-required")).toContain("A local check cannot see reviews");
    expect(nextOf(judged({ issues: [issue(12)] }, document), "execution.checks-missing")).toMatch(/^Wait/);
  });

  it("the safest policy of an issue nobody looked up is told how to become another, assumed or not", () => {
    const document = { policy: { rules: [{ id: "all", scope: "repository", set: { autonomy: "bounded" } }] } };
    for (const assumeNamedIssues of [true, false]) {
      const verdict = judged({ ...local, issues: [unread] }, document, { assumeNamedIssues });
      const step = nextOf(verdict, "execution.approval-required");
      expect(step).toMatch(/^Give the issue's facts with `--facts-issues`: without its labels.*cannot see reviews/);
      expect(step).not.toContain("assume");
    }
  });

  it.each<[string, Partial<ChangeFacts>, RegExp]>([
    ["commits", { commits: [commit()] }, /in a commit message/],
    ["nothing committed", { commits: [], head: { ref: "main", sha: "0".repeat(40) } }, /^Commit it with an open issue/],
  ])("a local change of %s is told where it can name an issue", (_name, parts, says) => {
    expect(nextOf(judged({ ...local, ...parts }), "auth.issue-missing")).toMatch(says);
  });

  it.each([40, 64])("an id of %i zeros is not committed", (length) => {
    expect(isUncommitted({ head: { ref: "x", sha: "0".repeat(length) } })).toBe(true);
    expect(isUncommitted({ head: { ref: "x", sha: `${"0".repeat(length - 1)}1` } })).toBe(false);
  });
});

describe("an issue of a file that does not say who edited it", () => {
  it("is told what to add, in the headline's step and its own, and not that labels are missing", () => {
    const { editor: _, ...written } = issue(12);
    const verdict = judged({ ...local, issues: [written] });
    expect(verdict.reason).toContain("who edited the issue or set its labels");
    expect(verdict.reason).not.toContain("platform");
    for (const rule of ["auth.evidence-unavailable", "issue.edited"]) {
      expect(nextOf(verdict, rule)).toMatch(/^Complete the issue in `--facts-issues`: its `editor`/);
    }
    expect(nextOf(judged({ issues: [written] }), "issue.edited")).toMatch(/^Have a person/);
  });
});

describe("an author nobody knows", () => {
  const verdict = judged({ ...local, author: nobody, issues: [issue(12)] }, { intent: { gate: "everyone" } });

  it("row, headline and step agree: the author is not known, and --author names it", () => {
    expect(rowOf(verdict, "Issue")).toContain("it is not known who opened the change, so nadia may have written");
    expect(verdict.reason).toContain("it is not known who opened the change");
    expect(verdict.reason).not.toContain("labels");
    for (const rule of ["auth.evidence-unavailable", "issue.self-written"]) {
      expect(nextOf(verdict, rule)).toContain("--author LOGIN");
    }
  });

  it("labels that do not count for it are not said to mean nothing", () => {
    const labels = [{ name: "bug", actor: person("vera", 5), permission: "write" as const }];
    const policy = { labels: { bug: { dimension: "domain", value: "x" } }, rules: [] };
    const facts = { ...local, author: nobody, issues: [issue(12, { labels })] };
    const row = rowOf(
      judged(facts, { policy: { ...policy, rules: [{ id: "a", scope: "repository", set: {} }] } }),
      "Intent",
    );
    expect(row).toContain("it is not known who opened the change");
    expect(row).not.toContain("nothing is configured");
  });

  it("a known author who wrote the issue is still named", () => {
    const own = judged({ author: person("nadia", 11), issues: [issue(12)] }, { intent: { gate: "everyone" } });
    expect(rowOf(own, "Issue")).toContain("was written by nadia, who opened the change");
  });
});

describe("other words of a verdict", () => {
  it("a plan whose issue was not looked up is not said to be for another issue", () => {
    const verdict = judged({ ...local, issues: [unread], plans: [plan] });
    const found = verdict.findings.find((finding) => finding.rule === "plan.issue");
    expect(found?.message).toContain("does not count because it was not looked up");
    expect(found?.next).toContain("--facts-issues");
    expect(rowOf(verdict, "Plan")).toContain("it was not looked up");
  });

  it("misaligned has one advice, and it is not to get an approval", () => {
    const far = file("src/payment/charge.ts", { patch: "@@ -0,0 +1,3 @@\n+export function chargeCard(amount) {\n+}" });
    const near = file("src/cart/total.ts", { patch: "@@ -1 +1 @@\n+return totalOf(emptyCart)" });
    const both = judged({ issues: [issue(12)], files: [near, far] });
    const step = nextOf(both, "change.misaligned");
    expect(step).toBe(
      "An approval does not lift this. Move these files to a change of their own, or name them in the issue (acme/shop#12) or an approved plan.",
    );
    expect(nextOf(both, "drift.outside-intent")).toBe(step);
    const only = judged({ issues: [issue(12)], files: [far] });
    expect(nextOf(only, "change.misaligned")).toBe(
      "An approval does not lift this. Check that the right issue is linked, or say in the issue (acme/shop#12) what has to change.",
    );
  });

  it("a complete list without files denies nothing and says that no file is changed", () => {
    const verdict = judged({ files: [] });
    expect(verdict).toMatchObject({ decision: "allow", deny_kind: null, authorized: true, tier: { value: 1 } });
    expect(verdict.reason).toBe("No file is changed, so there is nothing to authorize. [change.nothing-found]");
    expect(verdict.findings.map((finding) => finding.rule)).toContain("change.nothing-found");
  });

  it("a change that links nothing is told to, one whose issue does not count to settle that", () => {
    expect(rowOf(judged({}), "Alignment")).toContain("→ Link the issue that asks for this change.");
    expect(nextOf(judged({ issues: [issue(12, { state: "closed" })] }), "drift.no-request")).toMatch(/^Settle why/);
  });

  it.each<[string, Partial<ChangeFacts>]>([
    ["whose count is another", { files_total: 2 }],
    ["whose count is not known", { files_total: null }],
    ["that is said to be cut", { incomplete: [{ what: "files", why: "cut" }] }],
  ])("a list without files %s is not empty", (_name, parts) => {
    expect(judged({ files: [], ...parts })).toMatchObject({ decision: "deny", authorized: false });
  });

  it.each<[string, Partial<ChangeFacts>, unknown]>([
    ["tier 0", { files: [file("README.md")] }, {}],
    ["an empty list", { files: [] }, {}],
    ["a linked issue that does not count", { issues: [issue(12, { state: "closed" })] }, {}],
    ["not gated", { author: person("nadia", 11), commits: [commit()] }, {}],
  ])("nobody has to link an issue: %s", (_name, parts, document) => {
    expect(rowOf(judged(parts, document), "Alignment")).not.toContain("→");
  });

  it("a requester's approval of a change that its issue allows is a note", () => {
    const parts = { reviews: [review("vera")], requested_by: [{ ...person("vera"), via: "assigner" as const }] };
    const severityOf = (verdict: ChangeVerdict) =>
      verdict.findings.find((finding) => finding.rule === "approval.requester")?.severity;
    expect(severityOf(judged({ ...parts, issues: [issue(12)] }))).toBe("info");
    expect(severityOf(judged({ ...parts, files: guarded }))).toBe("warn");
    expect(nextOf(judged({ ...parts, files: guarded }), "approval.requester")).toContain(
      "`intent.evidence.approval.exclude_requester: false`",
    );
  });

  it("a requester's approval beside enough others is a note, and says whose does not count and why", () => {
    const parts = {
      reviews: [review("vera"), review("ines")],
      requested_by: [{ ...person("vera"), via: "assigner" as const }],
    };
    const verdict = judged({ ...parts, files: guarded });
    expect(verdict.evidence.human_approval.present).toBe(true);
    const found = verdict.findings.find((finding) => finding.rule === "approval.requester");
    expect(found).toMatchObject({
      severity: "info",
      message: "vera's approval does not count: vera asked for this change.",
    });
  });

  it("names the requester who may not approve, and not where a requester may", () => {
    const parts = { files: guarded, requested_by: [{ ...person("vera"), via: "assigner" as const }] };
    expect(nextOf(judged(parts), "auth.approval-missing")).toContain("not the author or requester (vera), to approve");
    const alone = { intent: { evidence: { approval: { exclude_requester: false } } } };
    expect(nextOf(judged(parts, alone), "auth.approval-missing")).toContain("not the author, to approve");
  });

  it.each<[string, Partial<ReadableIssue>, string]>([
    ["an agent wrote", { author: { ...person("copilot"), kind: "bot" } }, "acme/shop#12 does not count: "],
    ["is closed", { state: "closed" }, "acme/shop#12 does not count: "],
    ["is only mentioned", { link: "reference" }, 'acme/shop#12 is only mentioned: write "Fixes #12"'],
  ])("begins with the issue that was named where it %s", (_name, more, words) => {
    const document = { intent: { evidence: { issue: { reference_links: false } } } };
    const verdict = judged({ issues: [issue(12, more)] }, document);
    const next = nextOf(verdict, "auth.issue-missing");
    const clause = /^acme\/shop#12 (?:does not count|is only mentioned)/.exec(words)?.[0];
    expect(verdict.reason).toBe(`No issue that counts asks for this change: ${clause}. [auth.issue-missing]`);
    expect(next).toContain(words);
    expect(next).toContain("(Development, in the sidebar)");
  });

  it("says why more approvals are needed where it counts them", () => {
    const { requested_by: _, ...facts } = changeFacts({ files: guarded, author: nobody, reviews: [review("vera")] });
    const agents = { intent: { agents: { logins: ["acme-builder"] }, gate: "everyone" } };
    const made = commit({ author: { name: "Acme", email: "a@example.org", login: "acme-builder" } });
    const row = rowOf(judgeChange({ ...facts, commits: [made] }, Configuration.parse(agents)), "Approval");
    expect(row).toMatch(
      /1 of \d approvals that are needed: one more each because it is not known who asked the agent and who opened the change$/,
    );
  });

  it("auto-merge is allowed although the floor is sensitive, and not because of it", () => {
    const verdict = judged({ files: guarded, reviews: [review("vera")] });
    const outline = outlineOf(verdict, { mode: "report", verbose: true });
    const row = outline.sections.find((section) => section.label === "Auto-merge")?.lines[0]?.phrase;
    expect(row).toEqual(["allowed, although the floor is sensitive"]);
  });
});
