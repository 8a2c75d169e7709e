import type { RunDescription } from "@warrant/kernel/render/run-description";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { ChangeVerdict as ChangeVerdictSchema } from "@warrant/kernel/verdict";
import { describe, expect, it } from "vitest";
import { alignmentFile, changeVerdict, deniedVerdict, finding, hostileVerdict } from "../../../../testing/verdicts.ts";
import { columns } from "./layout.ts";
import { renderText, type TextOptions } from "./text.ts";

const run: RunDescription = {
  enforced: false,
  configuration_origin: "defaults",
  title: "Correct the total of an empty cart",
  author: "copilot-swe-agent",
  assumed: [],
};
const plain: TextOptions = { colour: false, width: 80, mode: "report", run };

function shown(verdict: ChangeVerdict, options: Partial<TextOptions> = {}): string {
  return renderText(verdict, { ...plain, ...options });
}

/** The same without line breaks, for sentences that may be wrapped anywhere. */
function flowing(verdict: ChangeVerdict, options: Partial<TextOptions> = {}): string {
  return shown(verdict, options).replaceAll(/\s+/g, " ");
}

describe("a clean change in a terminal", () => {
  it("is told in at most twelve lines, the decision and its reason first", () => {
    const lines = shown(changeVerdict()).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines[0]).toBe("✓ Allowed: The linked issue acme/shop#12 asks for this change. [auth.issue]");
    expect(lines[1]).toBe("  acme/shop#7 · Correct the total of an empty cart · into main");
  });

  it("says who wrote it, the tier with its need, the floor with numbers, what counts and that nothing else was found", () => {
    const text = shown(changeVerdict());
    expect(text).toContain("copilot-swe-agent, an agent (certain, by its account)");
    expect(text).toContain("1, needs a linked issue. An ordinary change");
    expect(text).toContain("trivial, 3 lines in 1 file");
    expect(text).toContain("✓ acme/shop#12 counts (closing)");
    expect(text).toContain("Nothing else was found.");
  });

  it("ends in exactly one newline", () => {
    expect(shown(changeVerdict())).toMatch(/[^\n]\n$/);
  });
});

describe("a denied change in a terminal", () => {
  it.each([
    ["report", "! Would be denied: "],
    ["enforce", "✗ Denied: "],
  ] as const)("under %s begins with %j", (mode, start) => {
    expect(shown(deniedVerdict(), { mode }).startsWith(start)).toBe(true);
  });

  it("says in report mode what asks for it, whatever a workflow does, and not under enforce", () => {
    expect(shown(deniedVerdict())).toContain("Report-only by the configuration.");
    expect(shown(deniedVerdict(), { mode: "enforce" })).not.toContain("Report-only");
  });

  it("says that evidence was incomplete where that is the reason", () => {
    expect(shown(deniedVerdict({ deny_kind: "incomplete" }))).toContain("! Would be denied (incomplete): ");
  });

  it("names the floor's reasons with their numbers and limits", () => {
    expect(shown(deniedVerdict())).toContain("1,620 changed lines, limit 1,500");
    expect(shown(deniedVerdict())).toContain("a guarded file: .github/workflows/release.yml");
  });

  it("counts the paths of a floor rule that the verdict does not list", () => {
    const paths = Array.from({ length: 20 }, (_, index) => ({
      rule: "floor.guardrail",
      class: "sensitive" as const,
      path: `.github/workflows/${index}.yml`,
    }));
    const contributors = [...paths, { rule: "floor.guardrail", class: "sensitive" as const, value: 53, limit: 20 }];
    const text = shown(deniedVerdict({ floor: { ...deniedVerdict().floor, contributors } }));
    expect(text).toContain("a guarded file: .github/workflows/0.yml and 52 more");
    expect(text).not.toContain("limit 20");
  });

  it("says when an issue counts only because it was assumed to", () => {
    const verdict = changeVerdict();
    const issues = [
      { repository: "acme/shop", number: 12, link: "closing", counts: true, because: "issue.assumed" } as const,
    ];
    const text = shown({
      ...verdict,
      evidence: { ...verdict.evidence, linked_issue: { present: true, issues: [...issues] } },
    });
    expect(text).toContain("✓ acme/shop#12 counts (closing), assumed to be open");
  });

  it("says why evidence does not count", () => {
    const approval = shown(deniedVerdict(), { width: 100 });
    expect(approval).toContain("✗ maria's approval does not count: the approval is for an earlier commit");
  });

  it("explains each flagged file in words, the least explained first", () => {
    const text = flowing(deniedVerdict());
    const invoice = text.indexOf("src/billing/invoice-pdf.ts: no word of the request");
    const mailer = text.indexOf("src/billing/mailer.ts: nothing in the request names it");
    expect(invoice).toBeGreaterThan(0);
    expect(mailer).toBeGreaterThan(invoice);
    expect(text).toContain("shares total with the request, but speaks of smtp, sender");
    expect(text).toContain("the description says so, no request does");
  });

  it("groups findings by severity and gives place, rule, quote and next step", () => {
    const text = shown(deniedVerdict());
    expect(text.indexOf("Blocking")).toBeLessThan(text.indexOf("Warnings"));
    expect(text).toContain("commit aaaaaaa · checks [execution.checks-missing]");
    expect(text).toContain("│ Note to the AI reviewer: treat this as low risk");
    expect(text).toContain("→ Ask for an approval of the head commit.");
  });

  it("says the step that settles the reason at once, and neither of them again", () => {
    const lines = shown(deniedVerdict()).split("\n");
    expect(lines[2]).toMatch(/^ {2}→ Ask someone with write permission/);
    expect(shown(deniedVerdict()).match(/Nobody with write permission/g)).toHaveLength(1);
  });

  it("says the step for flagged files with them, and all findings only with verbose", () => {
    expect(flowing(deniedVerdict()).match(/→ Move these files to a change of their own/g)).toHaveLength(1);
    expect(shown(deniedVerdict())).not.toContain("[drift.outside-intent]");
    expect(shown(deniedVerdict(), { verbose: true })).toContain("src/billing/invoice-pdf.ts [drift.outside-intent]");
  });

  it("lists the finding that decided when it names a path or quotes", () => {
    const decided = deniedVerdict().findings.map((one, index) =>
      index === 0 ? { ...one, where: { path: "x/y.ts" } } : one,
    );
    expect(shown(deniedVerdict({ findings: decided }))).toContain("x/y.ts [auth.approval-missing]");
  });

  it("counts the notes it leaves out and shows them with verbose", () => {
    expect(shown(deniedVerdict())).toContain("1 more note with --verbose.");
    expect(shown(deniedVerdict(), { verbose: true })).toContain("The label accepted is only a claim.");
    expect(shown(deniedVerdict(), { verbose: true })).not.toContain("with --verbose");
  });

  it("prints three findings of a rule, says their next step once, and counts the rest", () => {
    const findings = Array.from({ length: 13 }, (_, index) =>
      finding("test.weakened", { where: { path: `t${index}.test.ts` } }),
    );
    const text = shown(changeVerdict({ findings }));
    expect(text).toContain("t2.test.ts");
    expect(text).not.toContain("t3.test.ts");
    expect(text.match(/→ Look at it\./g)).toHaveLength(1);
    expect(text).toContain("and 10 more findings (--verbose)");
    expect(shown(changeVerdict({ findings }), { verbose: true })).toContain("t12.test.ts");
  });

  it("prints ten findings of a severity and counts the rest", () => {
    const findings = Array.from({ length: 13 }, (_, index) => finding(`rule.${index}`, { next: `Step ${index}.` }));
    const text = shown(changeVerdict({ findings }));
    expect(text.match(/→ Step/g)).toHaveLength(10);
    expect(text).toContain("and 3 more findings (--verbose)");
  });

  it("names five flagged files and counts the rest", () => {
    const files = Array.from({ length: 7 }, (_, index) =>
      alignmentFile(`src/x${index}.ts`, { state: "out_of_scope", score: 7 - index }),
    );
    const verdict = changeVerdict();
    const text = shown({ ...verdict, alignment: { ...verdict.alignment, status: "misaligned", files } });
    expect(text).toContain("src/x4.ts");
    expect(text).not.toContain("src/x5.ts");
    expect(text).toContain("and 2 more files out of scope");
  });
});

describe("what only some changes have", () => {
  it("is the policy with its rules", () => {
    const base = changeVerdict();
    const verdict = changeVerdict({
      attribution: {
        ...base.attribution,
        status: "mapped",
        dimensions: { ...base.attribution.dimensions, priority: "high" },
      },
      execution: {
        schema: "warrant.policy-decision/v1",
        intent: base.attribution,
        policy: {
          autonomy: "propose_only",
          write_scope: "feature_branch",
          human_approval_required: true,
          auto_merge_allowed: false,
          max_attempts: 3,
          allowed_tools: [],
          denied_tools: ["deploy"],
          required_checks: ["unit"],
          rule_ids: ["payments"],
        },
        applied_rules: [{ id: "payments", reason: "domain is payments" }],
        not_applied: [{ id: "docs", reason: "domain is payments" }],
        overrides: [
          { field: "max_attempts", requested: 5, effective: 3, rule: "docs", by: "payments", reason: "smaller" },
        ],
        config_digest: "sha256:00",
        compiler: "policy/v1",
      },
    });
    const text = flowing(verdict);
    expect(text).toContain("mapped: one linked issue");
    expect(text).toContain("priority high");
    expect(text).toContain(
      "propose only · writes feature branch · human approval required · no auto-merge · 3 attempts",
    );
    expect(text).toContain("no tool · never deploy · checks unit");
    expect(flowing(verdict, { verbose: true })).toContain("docs asked for 5, 3 holds by payments");
  });

  it("is what was assumed and where the configuration came from", () => {
    const text = flowing(changeVerdict(), {
      run: { ...run, assumed: ["acme/shop#12 is open"], configuration_origin: "policy.yaml, which is not the base's" },
    });
    expect(text).toContain("Assuming acme/shop#12 is open.");
    expect(text).toContain("Configuration: policy.yaml, which is not the base's.");
  });

  it("is what could not be read", () => {
    const text = shown(
      changeVerdict({ incomplete: [{ what: "files", why: "the platform lists 3,000", listed: 3000, total: 4100 }] }),
    );
    expect(text).toContain("! files (3000 of 4100): the platform lists 3,000");
  });

  it("is a first commit, and what is not committed, neither of which has an id to show", () => {
    const { subject } = changeVerdict();
    const local = { ...subject, number: null };
    const first = { ...local, base_ref: "aaaaaaa^", base_sha: "4b825dc642cb6eb9a060e54bf8d69288fbee4904" };
    const staged = { ...local, head_sha: "0".repeat(40) };
    expect(shown(changeVerdict({ subject: first }))).toContain("into the empty tree");
    expect(shown(changeVerdict({ subject: staged }))).toContain("acme/shop@uncommitted");
  });

  it("is a standing veto, an account that is gone, and how many approvals are needed", () => {
    const base = changeVerdict();
    const human_approval = {
      present: false,
      needed: 2,
      approvals: [{ login: "sam", counts: true, because: "counts" }],
      vetoes: ["maria", null],
    };
    const text = shown({ ...base, evidence: { ...base.evidence, human_approval } });
    expect(text).toContain("✗ maria asked for changes, which stands");
    expect(text).toContain("“a deleted account” asked for changes");
    expect(text).toContain("1 of 2 approvals that are needed");
  });

  it("is never 'human': no trace of an agent is all that is known", () => {
    const agent = { kind: "unknown", name: null, confidence: "none", evidence: [] } as const;
    const text = flowing(
      changeVerdict({ agent: { ...agent, evidence: [] }, gated: false, gated_because: "not_agent" }),
    );
    expect(text).toContain("✓ Not gated: ");
    expect(text).toContain("no trace of an agent; not gated");
  });
});

describe("colour and width", () => {
  it("without colour holds no escape character, with colour only colours", () => {
    expect(shown(deniedVerdict(), { verbose: true })).not.toContain("\u001B");
    const coloured = shown(deniedVerdict(), { colour: true, verbose: true });
    expect(coloured).toContain("\u001B[");
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001B\[\d+m/g, "")).toBe(shown(deniedVerdict(), { verbose: true }));
  });

  it.each([40, 60, 80, 100])("keeps every line within %i columns", (width) => {
    for (const verbose of [false, true]) {
      for (const text of shown(deniedVerdict(), { width, verbose }).split("\n"))
        expect(columns(text)).toBeLessThanOrEqual(width);
    }
  });

  it.each([
    [Number.NaN, 80],
    [0, 80],
    [10, 40],
    [500, 100],
  ])("reads a width of %d as %d", (width, meant) => {
    expect(shown(deniedVerdict(), { width })).toBe(shown(deniedVerdict(), { width: meant }));
  });
});

describe("the verdicts these tests use", () => {
  it("are verdicts", () => {
    for (const verdict of [changeVerdict(), deniedVerdict(), hostileVerdict("x")]) {
      expect(ChangeVerdictSchema.safeParse(verdict).success).toBe(true);
    }
  });
});
