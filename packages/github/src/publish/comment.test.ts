import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deniedVerdict, finding, hostileVerdict } from "../../../../testing/verdicts.ts";
import {
  commentLimit,
  commentMarker,
  hasMarker,
  parseComment,
  renderComment,
  replaceSections,
  type SectionName,
  type Sections,
  sectionNames,
  sectionText,
} from "./comment.ts";
import { commitStamp, mergeComments, stampedCommit } from "./comment-merge.ts";
import { verdictSections } from "./comment-sections.ts";

const headSha = "a".repeat(40);
const otherSha = "b".repeat(40);

function section(name: string, text: string): string {
  return `<!-- warrant:section ${name} -->\n${text}\n<!-- /warrant:section ${name} -->`;
}

function comment(...parts: string[]): string {
  return `${[commentMarker, ...parts].join("\n")}\n`;
}

/** Texts that try to be markers, sections or fences. */
const attack = fc.constantFrom(
  commentMarker,
  "<!-- warrant:section verdict -->",
  "<!-- /warrant:section verdict -->",
  "<!-- warrant:section card -->",
  "<!-- /warrant:section drift -->",
  "<!--warrant:section card-->",
  "<!-- WARRANT:COMMENT v1 -->",
  "<!-- judged commit aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -->",
  "<!--",
  "-->",
  "```",
  "<details>",
  "\r\n",
  "\n",
  "\r",
  "text",
  "😀",
  "\uD800",
);
const hostileText = fc
  .array(fc.oneof(attack, fc.string({ maxLength: 8 })), { maxLength: 12 })
  .map((all) => all.join(""));
const hostileLines = fc
  .array(fc.oneof(attack, fc.string({ maxLength: 8 })), { maxLength: 12 })
  .map((all) => all.join("\n"));
const anySections: fc.Arbitrary<Sections> = fc
  .dictionary(fc.constantFrom(...sectionNames), fc.oneof(hostileText, hostileLines))
  .map((found) => found as Sections);

function kept(sections: Sections): Sections {
  return Object.fromEntries(
    Object.entries(sections)
      .map(([name, text]) => [name, sectionText(text)])
      .filter(([, text]) => text !== ""),
  ) as Sections;
}

describe("the managed comment", () => {
  it("has the marker on its first line and its sections in order", () => {
    expect(renderComment({ drift: "d", verdict: "v", card: "c" })).toBe(
      comment(section("verdict", "v"), section("card", "c"), section("drift", "d")),
    );
  });

  it("is none where the marker stands on another line", () => {
    // As many characters before it as the marker has, so that a line break is where one follows the marker.
    const body = `${"x".repeat(commentMarker.length)}\n${renderComment({ verdict: "v" })}`;
    expect([hasMarker(body), parseComment(body)]).toEqual([false, null]);
  });

  it("holds exactly what was put in, however hostile", () => {
    fc.assert(
      fc.property(anySections, (sections) => {
        expect(parseComment(renderComment(sections))).toEqual(kept(sections));
      }),
      { numRuns: 500 },
    );
  });

  it("is the same when a section is replaced twice, and others stay byte for byte", () => {
    fc.assert(
      fc.property(anySections, anySections, (before, own) => {
        const known = parseComment(renderComment(before)) ?? {};
        const once = renderComment(replaceSections(known, own));
        const twice = renderComment(replaceSections(parseComment(once) ?? {}, own));
        expect(twice).toBe(once);
        for (const name of sectionNames) {
          if (own[name] === undefined) expect(parseComment(once)?.[name]).toBe(known[name]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("reads anything that begins with the marker without failing, and rebuilds it into something stable", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const rebuilt = renderComment(parseComment(`${commentMarker}\n${text}`) ?? {});
        expect(renderComment(parseComment(rebuilt) ?? {})).toBe(rebuilt);
      }),
      { numRuns: 500 },
    );
  });

  it("cannot be forged by any piece of a verdict", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, hostileLines), (text) => {
        const own = verdictSections(hostileVerdict(text), { mode: "report" });
        const body = renderComment({ ...own, card: "the card" });
        const found = parseComment(body);
        expect(found?.card).toBe("the card");
        expect(Object.keys(found ?? {}).sort()).toEqual(["card", "drift", "verdict"]);
        expect(body.split("\n").filter((line) => line.startsWith("<!-- warrant:"))).toHaveLength(4);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a body that is not exactly ours", () => {
  it.each<[string, string, Sections | null]>([
    ["an empty one", "", null],
    ["without the marker", section("verdict", "v"), null],
    ["with the marker on its second line", `\n${commentMarker}`, null],
    ["with a space before the marker", ` ${commentMarker}`, null],
    ["with text behind the marker", `${commentMarker} hello`, null],
    ["with another version", "<!-- warrant:comment v2 -->\n", null],
    ["with the marker in a quotation", `> ${commentMarker}`, null],
    ["with the marker in code", `\`\`\`\n${commentMarker}\n\`\`\``, null],
    ["the marker alone", commentMarker, {}],
    ["with CRLF", comment(section("verdict", "a\nb")).replaceAll("\n", "\r\n"), { verdict: "a\nb" }],
    ["a section without an end", comment("<!-- warrant:section verdict -->", "v"), {}],
    ["a section cut by another", comment("<!-- warrant:section verdict -->", "v", section("card", "c")), { card: "c" }],
    [
      "a section in a section",
      comment("<!-- warrant:section verdict -->", section("card", "c"), "<!-- /warrant:section verdict -->"),
      { card: "c" },
    ],
    ["the end of another", comment("<!-- warrant:section verdict -->", "v", "<!-- /warrant:section card -->"), {}],
    ["a section twice", comment(section("verdict", "a"), section("card", "c"), section("verdict", "b")), { card: "c" }],
    ["an unknown section", comment(section("secret", "s"), section("card", "c")), { card: "c" }],
    ["text between sections", comment("hello", section("card", "c"), "there"), { card: "c" }],
    [
      "a marker that is indented",
      comment(" <!-- warrant:section card -->", "c", " <!-- /warrant:section card -->"),
      {},
    ],
    ["markers of another spelling", comment("<!--warrant:section card-->", "c", "<!--/warrant:section card-->"), {}],
    ["a section inside a fence", comment("```", section("card", "c"), "```"), { card: "c" }],
    [
      "an end without a beginning",
      comment("<!-- /warrant:section card -->", section("verdict", "v")),
      { verdict: "v" },
    ],
  ])("%s", (_name, body, expected) => {
    expect(parseComment(body)).toEqual(expected);
    expect(hasMarker(body)).toBe(expected !== null);
  });

  it("of a megabyte of markers is read", () => {
    expect(parseComment(comment("<!-- warrant:section card -->\n".repeat(40_000)))).toEqual({});
    expect(sectionText("<!-- warrant".repeat(100_000)).length).toBeGreaterThan(1e6);
    expect(sectionText("<!----/".repeat(100_000)).length).toBeGreaterThan(1e5);
  });
});

describe("a comment that is too long (C9: octopusreview/octopus#511, devops-thiago/ThrillhouseBot#462, peter-evans/create-or-update-comment#181, astral-sh/ruff#4135)", () => {
  const long = (name: string, length: number): string => `${name} line\n`.repeat(Math.ceil(length / (name.length + 6)));

  it("of 70,000 characters is cut, and an emoji at the cut survives", () => {
    for (const shift of [0, 1, 2, 3]) {
      const body = renderComment({ verdict: "v", card: `${"x".repeat(shift)}${"😀".repeat(35_000)}` });
      expect(body.length).toBeLessThanOrEqual(commentLimit);
      expect(body.length).toBeGreaterThan(commentLimit - 200);
      expect(body.isWellFormed()).toBe(true);
      expect(body).toContain("1 more line not shown");
    }
  });

  it.each([0, 1])("keeps everything at 60,000 characters and cuts at %i more", (more) => {
    const empty = renderComment({ verdict: "v", feedback: "x" }).length - 1;
    const body = renderComment({ verdict: "v", feedback: "y".repeat(commentLimit - empty + more) });
    expect(body.length).toBeLessThanOrEqual(commentLimit);
    expect(body.includes("not shown")).toBe(more === 1);
  });

  it.each<[SectionName[], SectionName[]]>([
    [["feedback"], ["verdict", "card", "evidence", "drift"]],
    [
      ["feedback", "drift"],
      ["verdict", "card", "evidence"],
    ],
    [
      ["feedback", "drift", "evidence"],
      ["verdict", "card"],
    ],
    [["feedback", "drift", "evidence", "card"], ["verdict"]],
  ])("shrinks %j and keeps %j", (shrunk, whole) => {
    const size = Math.floor(59_000 / (whole.length + 0.2));
    const sections = Object.fromEntries(sectionNames.map((name) => [name, long(name, size)])) as Record<
      SectionName,
      string
    >;
    const found = parseComment(renderComment(sections)) ?? {};
    for (const name of whole) expect(found[name]).toBe(sectionText(sections[name]));
    for (const name of shrunk) expect(found[name]).toContain("not shown");
  });

  it("keeps the decision, every refusal and every step when all other sections are full", () => {
    const blocks = Array.from({ length: 100 }, (_, index) =>
      finding("auth.approval-missing", { severity: "block", message: `Refusal ${index}.`, next: `Step ${index}.` }),
    );
    const warnings = Array.from({ length: 5000 }, (_, index) =>
      finding("x.warn", { where: { path: `f/${index}.ts` } }),
    );
    const own = verdictSections(deniedVerdict({ findings: [...blocks, ...warnings] }), { mode: "enforce" });
    const full = long("full", 60_000);
    const body = renderComment({ ...own, card: full, evidence: full, drift: full, feedback: full });
    expect(body.length).toBeLessThanOrEqual(commentLimit);
    expect(body).toContain("### ❌ Denied");
    expect(body.match(/Refusal \d+\./g)).toHaveLength(100);
    expect(body.match(/Step \d+\./g)).toHaveLength(100);
    expect(parseComment(body)?.verdict).toBe(sectionText(own.verdict ?? ""));
  });

  it("is at most 60,000 characters, whatever the sections hold", () => {
    const size = fc.integer({ min: 0, max: 70_000 });
    fc.assert(
      fc.property(fc.tuple(size, size, size, size, size), fc.constantFrom("a\n", "😀", "`", "```\n"), (sizes, unit) => {
        const sections = Object.fromEntries(
          sectionNames.map((name, index) => [name, unit.repeat(Math.ceil((sizes[index] ?? 0) / unit.length))]),
        );
        const body = renderComment(sections);
        expect(body.length).toBeLessThanOrEqual(commentLimit);
        expect(renderComment(parseComment(body) ?? {})).toBe(body);
      }),
      { numRuns: 60 },
    );
  });
});

describe("duplicates made into one", () => {
  const stamped = (text: string, sha: string): string => `${text}\n${commitStamp(sha)}`;

  it("takes the verdict and drift of the head commit and every other section from the oldest", () => {
    const merged = mergeComments(
      [
        { id: 9, body: renderComment({ verdict: stamped("new", headSha), drift: "new drift", card: "young card" }) },
        { id: 5, body: renderComment({ verdict: stamped("old", otherSha), drift: "old drift", card: "old card" }) },
        { id: 7, body: renderComment({ feedback: "votes" }) },
      ],
      headSha,
    );
    expect(merged).toEqual({
      verdict: stamped("new", headSha),
      drift: "new drift",
      card: "old card",
      feedback: "votes",
    });
  });

  it.each<[string, Sections[], Sections]>([
    [
      "of one commit: the latest",
      [{ verdict: stamped("a", headSha), drift: "d" }, { verdict: stamped("b", headSha) }],
      { verdict: stamped("b", headSha) },
    ],
    ["of no known commit: the oldest", [{ verdict: "a", card: "c" }, { verdict: "b" }], { verdict: "a", card: "c" }],
    [
      "of another commit only: the oldest",
      [{ verdict: stamped("a", otherSha) }, { verdict: "b" }],
      { verdict: stamped("a", otherSha) },
    ],
    ["without sections", [{}, {}], {}],
  ])("%s", (_name, all, expected) => {
    expect(
      mergeComments(
        all.map((sections, id) => ({ id, body: renderComment(sections) })),
        headSha,
      ),
    ).toEqual(expected);
  });

  it.each<[string | undefined, string | null]>([
    [undefined, null],
    ["", null],
    [commitStamp(headSha), headSha],
    [`text\n${commitStamp(headSha)}`, headSha],
    [`${commitStamp(headSha)}\ntext`, null],
    [`text ${commitStamp(headSha)}`, null],
    ["<!-- judged commit main -->", null],
  ])("reads the commit of %j", (text, commit) => {
    expect(stampedCommit(text)).toBe(commit);
  });
});
