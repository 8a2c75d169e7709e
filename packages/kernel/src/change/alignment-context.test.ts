import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeFacts, file } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { renderMarkdown } from "../render/markdown.ts";
import { outside } from "../render/outside.ts";
import { renderSarif } from "../render/sarif.ts";
import { alignmentContext, maximumContextBytes, maximumContextFiles } from "./alignment-context.ts";
import { judgeChange } from "./judge.ts";

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe("alignmentContext", () => {
  it("gives everything of a small change and counts nothing as left out", () => {
    const facts = changeFacts({ title: "Correct", body: "Body", files: [file("src/a.ts"), file("b.md")] });
    expect(alignmentContext(facts, "Ask")).toEqual({
      authorized_intent: "Ask",
      title: "Correct",
      body: "Body",
      diff_summary: "src/a.ts +3 -0 modified\nb.md +3 -0 modified",
      files: ["src/a.ts", "b.md"],
    });
  });

  it.each([
    [100, undefined],
    [101, 1],
    [3000, 2900],
  ])("of %d files counts %s as left out", (count, left) => {
    const files = Array.from({ length: count }, (_, index) => file(`f${index}`));
    const context = alignmentContext(changeFacts({ files }), "Ask");
    expect(context.truncated_files).toBe(left);
    expect(context.files).toHaveLength(Math.min(count, maximumContextFiles));
    expect(context.diff_summary.split("\n")).toHaveLength(Math.min(count, maximumContextFiles));
  });

  it("cuts the request at 12,000 bytes and the body at 6,000, at a character", () => {
    const facts = changeFacts({ body: `${"b".repeat(5_999)}ü${"b".repeat(100)}` });
    const context = alignmentContext(facts, "é".repeat(7_000));
    expect(context.authorized_intent).toBe("é".repeat(6_000));
    expect(context.body).toBe("b".repeat(5_999));
    expect(context.truncated_bytes).toBe(2_000 + 102);
  });

  it("keeps exactly what fits", () => {
    const context = alignmentContext(changeFacts({ body: "b".repeat(6_000) }), "a".repeat(12_000));
    expect(context.truncated_bytes).toBeUndefined();
  });

  it("writes counts that are not known as such and keeps a path on its line", () => {
    const { additions: _, deletions: __, ...unknown } = file("a\nb");
    const context = alignmentContext(changeFacts({ files: [unknown] }), "");
    expect(context.diff_summary).toBe("a<U+000A>b +? -? modified");
  });

  it("G6: gives every text as it is shown elsewhere, by the one cleaning function (anthropics/claude-code-action#1779)", () => {
    const hidden = "a\u200B\u202Eb\u{E0061}\u001B[2J\uFE0F";
    const shown = outside(hidden);
    expect(shown).toBe("a<U+200B><U+202E>b<U+E0061><U+001B>[2J<U+FE0F>");
    const facts = changeFacts({ title: hidden, body: `${hidden}\nmore`, files: [file(hidden)] });
    const verdict = judgeChange(facts, defaultConfiguration);
    expect(alignmentContext(facts, hidden)).toEqual({
      authorized_intent: shown,
      title: shown,
      body: `${shown}\nmore`,
      diff_summary: `${shown} +3 -0 modified`,
      files: [shown],
    });
    expect(renderMarkdown(verdict, { mode: "report", verbose: true })).toContain(shown);
    expect(renderSarif([verdict], { version: "1" })).toContain(shown);
    const model = { status: "unclear", confidence: 1, rationale: hidden, files: [shown], model_id: "m" };
    const { alignment } = judgeChange(facts, defaultConfiguration, { alignment: model });
    expect(alignment.model).toMatchObject({ rationale: shown, files: [hidden] });
  });

  it("takes a body and paths of a million characters", () => {
    const files = [file("\u0000".repeat(1_000_000)), file("a")];
    const context = alignmentContext(
      changeFacts({ body: "\ud83d\ude00".repeat(500_000), files }),
      "\u0001".repeat(1e6),
    );
    expect(bytes(context)).toBeLessThanOrEqual(maximumContextBytes);
    expect(context.truncated_files).toBe(2);
  });

  it("is at most 24,000 bytes and 100 files of valid text for any input (property 12)", () => {
    const unit = fc.string({ unit: "binary", maxLength: 50 });
    const long = fc.tuple(unit, fc.integer({ min: 0, max: 3000 })).map(([text, times]) => text.repeat(times));
    const paths = fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 300 }), { maxLength: 150 });
    fc.assert(
      fc.property(long, long, long, paths, (title, body, intent, names) => {
        const facts = changeFacts({ title, body, files: names.map((name) => file(name)) });
        const context = alignmentContext(facts, intent);
        expect(bytes(context)).toBeLessThanOrEqual(maximumContextBytes);
        expect(context.files.length).toBeLessThanOrEqual(maximumContextFiles);
        expect(context.files.length + (context.truncated_files ?? 0)).toBe(names.length);
        expect(JSON.stringify(context).isWellFormed()).toBe(true);
        for (const text of [context.title, context.body, context.authorized_intent, context.diff_summary]) {
          expect(text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});
