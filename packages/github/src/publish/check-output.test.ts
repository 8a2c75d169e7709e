import { digest } from "@warrant/kernel/canonical";
import type { Finding } from "@warrant/kernel/finding";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeVerdict, deniedVerdict, finding, hostileVerdict } from "../../../../testing/verdicts.ts";
import { annotationsOf, mostAnnotations } from "./annotations.ts";
import { checkOutput, outputLimit } from "./check-output.ts";
import { failureTitle } from "./conclusion.ts";

function placed(count: number, severity: Finding["severity"], parts: Partial<Finding> = {}): Finding[] {
  return Array.from({ length: count }, (_, index) =>
    finding("floor.not-shown", { severity, where: { path: `${severity}/${index}.ts` }, ...parts }),
  );
}

describe("the output of a check run", () => {
  it("shows the short verdict, then everything, then the digests", () => {
    const verdict = deniedVerdict();
    const output = checkOutput({ verdict }, { mode: "enforce" });
    expect(output.summary.startsWith("### ❌ Denied\n")).toBe(true);
    expect(output.summary).toContain("Ask someone with write permission");
    expect(output.text.startsWith("<details><summary>Everything the verdict holds</summary>\n\n### ❌ Denied")).toBe(
      true,
    );
    expect(output.text.trimEnd().split("\n").at(-1)).toMatch(/^`warrant\.verdict\/v1 change=7 decision=deny /);
    expect(output.externalId).toBe(digest(verdict));
  });

  it("is the same for the same input", () => {
    const options = { mode: "report", foreign: [{ app: "other", conclusion: "success" }] } as const;
    expect(checkOutput({ verdict: deniedVerdict() }, options)).toEqual(
      checkOutput({ verdict: deniedVerdict() }, options),
    );
  });

  it.each([
    ["https://github.com/acme/shop/actions/runs/1", "[The whole verdict](https://github.com/acme/shop/actions/runs/1)"],
    ["https://x.example/a(b)", "[The whole verdict](https://x.example/a%28b%29)"],
  ])("links %s", (detailsUrl, link) => {
    expect(checkOutput({ verdict: changeVerdict() }, { mode: "report", detailsUrl }).summary).toContain(link);
  });

  it.each([["javascript:alert(1)"], ["not an address"], [undefined]])("links nothing for %s", (detailsUrl) => {
    expect(checkOutput({ verdict: changeVerdict() }, { mode: "report", detailsUrl }).summary).not.toContain("](");
  });

  it.each([
    ["report", "Report-only: nothing is refused."],
    ["enforce", "is not let through"],
  ] as const)("says our failure under %s with its cause and the next step", (mode, meaning) => {
    const output = checkOutput({ failure: "GitHub answered 502 @octocat" }, { mode });
    expect(output.outcome.title).toMatch(new RegExp(`^${failureTitle}`));
    expect(output.summary).toContain("GitHub answered 502 `@octocat`");
    expect(output.summary).toContain(meaning);
    expect(output.summary).toContain("`/warrant recheck`");
    expect(output).toMatchObject({ text: "", externalId: "not judged", annotations: [] });
  });

  it("names the sibling that decides, and one that does not (F8: screwdriver-cd/screwdriver#224)", () => {
    const siblings = [
      { number: 8, judged: { failure: "It has not been judged." }, mode: null },
      {
        number: 9,
        judged: { verdict: changeVerdict({ subject: { ...changeVerdict().subject, number: 9 } }) },
        mode: "enforce" as const,
      },
    ];
    const output = checkOutput({ verdict: changeVerdict() }, { mode: "enforce", siblings });
    expect(output.outcome).toMatchObject({ conclusion: "failure", decidedBy: 8 });
    expect(output.summary).toContain(
      "Change `#8` has the same head commit: could not be judged: It has not been judged. It decides",
    );
    expect(output.summary).toMatch(/Change `#9` has the same head commit: The linked issue/);
    expect(
      output.text
        .trimEnd()
        .split("\n")
        .slice(-2)
        .map((line) => line.slice(0, 31)),
    ).toEqual(["`warrant.verdict/v1 change=7 de", "`warrant.verdict/v1 change=9 de"]);
  });

  it.each([
    [
      { app: "evil-app", conclusion: "success" },
      "The app `evil-app` also wrote a check of this name on this commit, with the conclusion `success`.",
    ],
    [{ app: null, conclusion: null }, "Something else also wrote a check of this name on this commit."],
  ])("reports a check of our name by another app (F10)", (foreign, note) => {
    expect(checkOutput({ verdict: changeVerdict() }, { mode: "enforce", foreign: [foreign] }).summary).toContain(note);
  });

  it("is within the platform's limits, whatever the pieces hold (C10: reviewdog/action-eslint#139)", () => {
    const pieces = ["😀".repeat(600), "`@a".repeat(100), "\u202E\n```\n".repeat(100), "<!--".repeat(100)];
    for (const text of pieces) {
      const hostile = hostileVerdict(text);
      const findings = Array.from({ length: 300 }, (_, index) =>
        finding("x.y", {
          message: `${index} ${text}`,
          severity: index % 2 === 0 ? "block" : "warn",
          where: { path: text },
        }),
      );
      for (const verdict of [hostile, { ...hostile, findings }]) {
        const siblings = Array.from({ length: 30 }, (_, number) => ({ number, judged: { verdict }, mode: null }));
        const foreign = Array.from({ length: 30 }, () => ({ app: text, conclusion: text }));
        const output = checkOutput(
          { verdict },
          { mode: "enforce", siblings, foreign, detailsUrl: "https://x.example/1" },
        );
        expect(output.outcome.title.length).toBeLessThanOrEqual(255);
        expect(output.summary.length).toBeLessThanOrEqual(outputLimit);
        expect(output.text.length).toBeLessThanOrEqual(outputLimit);
        expect(output.summary.isWellFormed() && output.text.isWellFormed()).toBe(true);
        expect(output.summary).toContain("[The whole verdict](https://x.example/1)");
      }
    }
  });
});

describe("annotations (C11: reviewdog/reviewdog#1008, reviewdog/reviewdog#147)", () => {
  it.each([
    [49, 49],
    [50, 50],
    [51, 50],
    [3000, 50],
  ])("of %i findings are %i, the total stated", (count, shown) => {
    const verdict = deniedVerdict({ findings: placed(count, "warn") });
    expect(annotationsOf(verdict)).toMatchObject({ total: count });
    const output = checkOutput({ verdict }, { mode: "report" });
    expect(output.annotations).toHaveLength(shown);
    expect(output.summary.includes(`50 of ${count} findings that name a file are annotated, the worst first.`)).toBe(
      count > mostAnnotations,
    );
  });

  it("take the worst first, in whatever order they stand", () => {
    const findings = [...placed(40, "info"), ...placed(20, "warn"), ...placed(10, "block")];
    const { shown } = annotationsOf(deniedVerdict({ findings }));
    expect(shown.map((one) => one.annotation_level)).toEqual([
      ...Array.from({ length: 10 }, () => "failure"),
      ...Array.from({ length: 20 }, () => "warning"),
      ...Array.from({ length: 20 }, () => "notice"),
    ]);
  });

  it("have the path as it is, the rule's title, what was found and the next step", () => {
    const findings = [
      finding("x.y", { message: "Lost 3 tests.", next: "Put them back.", where: { path: "src/ä b.ts" } }),
    ];
    expect(annotationsOf(deniedVerdict({ findings })).shown).toEqual([
      {
        path: "src/ä b.ts",
        start_line: 1,
        end_line: 1,
        annotation_level: "warning",
        title: "x.y",
        message: "Lost 3 tests.\n→ Put them back.",
      },
    ]);
  });

  it.each([["a\nb.ts"], ["a\u200Bb.ts"], ["/etc/passwd"], ["x".repeat(1001)], ["\uD800"]])(
    "leave out the path %j and count it",
    (path) => {
      const findings = [finding("x.y", { where: { path } }), ...placed(1, "warn")];
      const { shown, total } = annotationsOf(deniedVerdict({ findings }));
      expect([shown.length, total]).toEqual([1, 2]);
    },
  );

  it("never hold a control or invisible character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        for (const one of annotationsOf(hostileVerdict(text)).shown) {
          expect(`${one.path}${one.title}${one.message.replace("\n→ ", "")}`).not.toMatch(/[\p{Cc}\u200B\u202E]/u);
        }
      }),
    );
  });
});
