/** Attacks in any fields of a change against the same change without them (change gate 11.4, section 16 property 5). */

import { checkOutput } from "@warrant/github/publish/check-output";
import { parseComment, renderComment } from "@warrant/github/publish/comment";
import { verdictSections } from "@warrant/github/publish/comment-sections";
import { stepSummary } from "@warrant/github/publish/summary";
import { canonicalJson } from "@warrant/kernel/canonical";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { Configuration } from "@warrant/kernel/configuration";
import { renderMarkdown } from "@warrant/kernel/render/markdown";
import { renderSarif } from "@warrant/kernel/render/sarif";
import { floorScale, isAtLeast } from "@warrant/kernel/scale";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFacts } from "../../../testing/arbitrary-facts.ts";
import { bot, commit, file, headSha, issue, person, review } from "../../../testing/facts.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { harmAndTags } from "../../../testing/markdown-harm.ts";
import { renderText } from "./render/text.ts";

/** Texts with which a change asks to be let through, beside those that only do harm to a page. */
const begging = [
  "Approved-by: Maria <maria@example.org>",
  "Reviewed-by: maria\nSigned-off-by: maria",
  "accepted",
  "plan approved",
  "plan-approved",
  "help wanted",
  "approved",
  "intent:KEY",
  "warrant:quiet",
  "Human-approved: yes\n\n/warrant approve",
  "---\nstatus: approved\nissue: 1\n---",
  "docs: only documentation",
];
const texts = fc.constantFrom(...hostileTexts.map(([, text]) => text.slice(0, 5000)), ...begging);

/** An issue that the change's own author wrote, who may not write here. */
const strangers = { repository: "acme/shop", number: 99 };

type Put = (facts: ChangeFacts, text: string) => ChangeFacts;

/** Where the author of a change, or a stranger, writes; none of it may count. */
const puts: Readonly<Record<string, Put>> = {
  title: (facts, text) => ({ ...facts, title: text }),
  // What is there already may name an issue that counts: an order added to it takes nothing away.
  body: (facts, text) => ({ ...facts, body: `${facts.body ?? ""}\n\n${text}` }),
  branch: (facts, text) => ({ ...facts, head: { ...facts.head, ref: text } }),
  label: (facts, text) => ({
    ...facts,
    labels: [...facts.labels, { name: text, actor: facts.author, permission: "read" as const }],
  }),
  "label of nobody": (facts, text) => ({ ...facts, labels: [...facts.labels, { name: text }] }),
  "commit message": (facts, text) => ({
    ...facts,
    commits: facts.commits.map((each) => ({ ...each, message: `${each.message}\n\n${text}` })),
  }),
  trailer: (facts, text) => ({
    ...facts,
    commits: facts.commits.map((each) => ({
      ...each,
      trailers: [...each.trailers, { key: "Reviewed-by", value: text }],
    })),
  }),
  "committer's name": (facts, text) => ({
    ...facts,
    commits: facts.commits.map((each) => ({
      ...each,
      author: { ...each.author, name: text },
      committer: { ...each.committer, name: text },
    })),
  }),
  "another commit": (facts, text) => ({
    ...facts,
    commits: [
      commit({ sha: "d".repeat(40), message: text, author: { name: text, email: text, login: null } }),
      ...facts.commits,
    ],
  }),
  "added lines": (facts, text) => ({
    ...facts,
    files: facts.files.map((each) =>
      each.patch === undefined ? each : { ...each, patch: `${each.patch}\n${text.replaceAll(/^/gm, "+")}` },
    ),
  }),
  "a file's name": (facts, text) => ({
    ...facts,
    files: [...facts.files, file(`src/${text}`), file(`docs/${text}.md`)],
    files_total: (facts.files_total ?? 0) + 2,
  }),
  "a stranger's issue": (facts, text) => ({
    ...facts,
    issues: [
      ...facts.issues,
      issue(strangers.number, {
        title: text,
        body: text,
        author: facts.author,
        author_permission: "read",
        labels: [{ name: text, actor: facts.author, permission: "write" }],
      }),
    ],
  }),
  "a stranger's review": (facts, text) => ({
    ...facts,
    reviews: [
      ...facts.reviews,
      review(text, { permission: "none", author: { login: text, kind: "user", id: null }, association: text }),
      review("stranger", { permission: "none", author: person("stranger", 77), state: "approved" }),
    ],
  }),
  "an agent's approval": (facts, text) => ({
    ...facts,
    reviews: [...facts.reviews, review(text, { author: bot(text, 5), permission: "admin" })],
  }),
  check: (facts, text) => ({
    ...facts,
    checks: [
      ...facts.checks,
      { name: text, app: text, status: "completed", conclusion: text, head_sha: headSha },
      { name: "warrant/change", app: text, status: "completed", conclusion: "success", head_sha: headSha },
    ],
  }),
  plan: (facts, text) => {
    const plan = { source: "label" as const, title: text, notes: text, children: [] };
    const own = { actor: facts.author, permission: "write" as const };
    const asked = { repository: "acme/shop", number: 1 };
    return {
      ...facts,
      plans: [
        ...facts.plans,
        { ...plan, id: text, status: "approved", issue: asked, approved_by: own },
        { ...plan, id: `${text}2`, status: "approved", issue: strangers },
        { ...plan, id: `${text}3`, source: "file", status: `${text}.`, issue: asked },
      ],
    };
  },
};
/** One text a place: a name that stands there twice would be another matter. */
const anyAttack = fc.uniqueArray(fc.tuple(fc.constantFrom(...Object.keys(puts)), texts), {
  selector: ([place]) => place,
  minLength: 1,
  maxLength: 6,
});

/** The same change with harmless words in the same places: what the author had written there is gone as well. */
function harmless(facts: ChangeFacts, attacks: readonly (readonly [string, string])[]): ChangeFacts {
  return attacked(
    facts,
    attacks.map(([place]) => [place, "Words"]),
  );
}

function attacked(facts: ChangeFacts, attacks: readonly (readonly [string, string])[]): ChangeFacts {
  return attacks.reduce((changed, [place, text]) => puts[place]?.(changed, text) ?? changed, facts);
}

/** Drift compares words, and an added line or file brings words: what is decided about it is another property's. */
const withoutDrift = ["agents", "agents_and_unknown", "everyone"].map((gate) =>
  Configuration.parse({ intent: { gate, drift: { decide: false } } }),
);
const withDrift = Configuration.parse({ intent: { gate: "everyone" } });
const wordless = new Set(["added lines", "a file's name", "a stranger's issue"]);

const steering =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]|[\u{E0000}-\u{E01EF}]/u;

/**
 * What a verdict gives more than another. A change may call itself a feature: then a person's approval of this very commit
 * is asked for in place of an issue (decision 0168), and where it is there it counts.
 */
function gains(verdict: ChangeVerdict, plain: ChangeVerdict): string[] {
  const isApproved = verdict.tier.value > plain.tier.value && verdict.evidence.human_approval.present;
  const gained = {
    decision: plain.decision === "deny" && verdict.decision !== "deny" && !isApproved,
    gate: plain.gated && !verdict.gated,
    authority: !plain.authorized && verdict.authorized && !isApproved,
    tier: verdict.tier.value < plain.tier.value,
    floor: !isAtLeast(floorScale, verdict.floor.class, plain.floor.class),
  };
  return Object.entries(gained).flatMap(([what, isGained]) => (isGained ? [what] : []));
}

describe("attacks in any fields of a change", () => {
  it("never improve the decision, the tier or the floor", () => {
    fc.assert(
      fc.property(anyFacts, anyAttack, fc.constantFrom(...withoutDrift), (facts, attacks, configuration) => {
        const verdict = judgeChange(attacked(facts, attacks), configuration);
        expect(gains(verdict, judgeChange(harmless(facts, attacks), configuration))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("never improve anything by what they add beside the change: labels, issues, reviews, checks and plans", () => {
    const added = new Set(["label", "label of nobody", "a stranger's review", "an agent's approval", "check", "plan"]);
    fc.assert(
      fc.property(
        anyFacts,
        anyAttack,
        texts,
        fc.constantFrom(...withoutDrift),
        (facts, attacks, text, configuration) => {
          const beside = [...attacks.filter(([place]) => added.has(place)), ["a stranger's issue", text] as const];
          const verdict = judgeChange(attacked(facts, beside), configuration);
          expect(gains(verdict, judgeChange(facts, configuration))).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("never improve what drift decides, where they bring no words into the files or the request", () => {
    fc.assert(
      fc.property(anyFacts, anyAttack, (facts, attacks) => {
        const said = attacks.filter(([place]) => !wordless.has(place));
        const verdict = judgeChange(attacked(facts, said), withDrift);
        expect(gains(verdict, judgeChange(harmless(facts, said), withDrift))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("do nothing on any page of the verdict", () => {
    fc.assert(
      fc.property(anyFacts, anyAttack, fc.boolean(), (facts, attacks, enforced) => {
        const changed = attacked(facts, attacks);
        const verdict = judgeChange(changed, withDrift);
        const mode = enforced ? "enforce" : "report";
        const { title } = changed;
        const author = changed.author.login;
        const run = { enforced, configuration_origin: "defaults", title, author, assumed: [] };
        const page = renderText(verdict, { colour: false, width: 80, mode, verbose: true, run });
        expect(page).not.toMatch(steering);
        expect(page).not.toMatch(/^\s*(?:::|##\[)/m);
        expect(page.split("\n").filter((line) => /^\S/.test(line))).toHaveLength(1);
        const own = verdictSections(verdict, { mode, run });
        const comment = renderComment({ ...own, card: "ours" });
        expect(parseComment(comment)).toMatchObject({ card: "ours" });
        const check = checkOutput({ verdict }, { mode, run });
        const pages = [
          renderMarkdown(verdict, { mode, run }),
          comment,
          check.summary,
          check.text,
          stepSummary([{ verdict }], { mode, run }),
        ];
        for (const text of pages) {
          const shown = text.replaceAll(/^(?:<!-- (?:\/?warrant:|judged commit)|`warrant\.verdict).*$/gm, "");
          const { harm, tags } = harmAndTags(shown);
          expect(harm).toEqual([]);
          for (const tag of ["details", "summary", "sub"]) expect(tags.get(`</${tag}>`)).toBe(tags.get(`<${tag}>`));
          expect(text).not.toMatch(steering);
          expect(text).not.toMatch(/^\s*(?:::|##\[)/m);
        }
        for (const one of check.annotations) expect(one.title + one.message.replaceAll("\n", "")).not.toMatch(steering);
        expect(check.outcome.title).not.toMatch(steering);
        expect(JSON.parse(canonicalJson(verdict))).toMatchObject({ decision: verdict.decision });
        expect(() => JSON.parse(renderSarif([verdict], { version: "1", run }))).not.toThrow();
      }),
      { numRuns: 30 },
    );
  });
});
