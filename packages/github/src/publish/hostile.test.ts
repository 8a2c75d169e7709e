/** What is published of a pull request in which every piece is hostile (change gate 11.4). */

import { describe, expect, it } from "vitest";
import { headSha } from "../../../../testing/facts.ts";
import { hostileTexts } from "../../../../testing/hostile-texts.ts";
import { harmIn } from "../../../../testing/markdown-harm.ts";
import { hostileVerdict } from "../../../../testing/verdicts.ts";
import { checkOutput } from "./check-output.ts";
import { parseComment, renderComment } from "./comment.ts";
import { commitStamp } from "./comment-merge.ts";
import { verdictSections } from "./comment-sections.ts";
import { stepSummary } from "./summary.ts";

/** Without what is ours: markers, the stamp, and the frame around the long text. */
function withoutOurs(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^<!-- (?:\/?warrant:|judged commit)|^<\/?details>|^`warrant\.verdict/.test(line))
    .join("\n");
}

describe.each(hostileTexts)("%s in every piece of a change", (_name, text) => {
  const verdict = {
    ...hostileVerdict(text),
    subject: { ...hostileVerdict(text).subject, number: 7, head_sha: headSha },
  };
  const run = { enforced: true, configuration_origin: text, title: text, author: text, assumed: [text] };
  const siblings = [
    { number: 8, judged: { failure: text }, mode: null },
    { number: 9, judged: { verdict }, mode: null },
  ];
  const foreign = [{ app: text, conclusion: text }];
  const output = checkOutput({ verdict }, { mode: "enforce", run, siblings, foreign });
  const own = verdictSections(verdict, { mode: "enforce", run });
  const comment = renderComment({ ...own, card: "the card" });
  const failure = checkOutput({ failure: text }, { mode: "enforce", siblings, foreign });
  const summary = stepSummary([{ verdict }, { failure: text }], { mode: "enforce", run, notice: text });

  it("does nothing in the comment, the check or the summary", () => {
    for (const shown of [comment, output.summary, output.text, failure.summary, summary]) {
      expect(harmIn(withoutOurs(shown))).toEqual([]);
      expect(shown).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F\u200B\u202A-\u202E\u2066-\u2069]/);
      expect(shown.isWellFormed()).toBe(true);
    }
  });

  it("adds no section, takes none away and names no other commit", () => {
    const sections = parseComment(comment);
    expect(Object.keys(sections ?? {}).sort()).toEqual(["card", "drift", "verdict"]);
    expect(sections?.card).toBe("the card");
    expect(sections?.verdict?.endsWith(`\n${commitStamp(headSha)}`)).toBe(true);
  });

  it("is one line of plain text in the title", () => {
    expect(output.outcome.title).not.toMatch(/\p{Cc}|[\u200B\u202E]/u);
    expect(output.outcome.conclusion).toBe("failure");
  });

  it("starts no line as a workflow command", () => {
    expect(summary.split("\n").filter((line) => line.trimStart().startsWith("::"))).toEqual([]);
  });
});
