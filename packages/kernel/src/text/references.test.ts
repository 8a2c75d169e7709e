import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "../../../../testing/corpus.ts";
import {
  isTooNestedToRead,
  mergeReferences,
  parseReferences,
  type Reference,
  type ReferenceContext,
  referenceFindings,
} from "./references.ts";

const context: ReferenceContext = { repository: "acme/shop", host: "github.com", as: "description" };

function parse(text: string, as: ReferenceContext["as"] = "description"): Reference[] {
  return parseReferences(text, { ...context, as });
}

/** `closing acme/shop#1` for each reference. */
function told(text: string, as: ReferenceContext["as"] = "description"): string[] {
  return parse(text, as).map(({ kind, repository, number }) => `${kind} ${repository}#${number}`);
}

function closing(text: string): number[] {
  return parse(text).flatMap(({ kind, number }) => (kind === "closing" ? [number] : []));
}

describe("closing references", () => {
  const verbs = ["close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved"];
  it.each(
    verbs.flatMap((verb) => [`${verb} #7`, `${verb.toUpperCase()} #7`, `${verb}: #7`, `${verb}:#7`, `${verb}\t#7`]),
  )("A10: %j closes", (text) => expect(closing(text)).toEqual([7]));

  it.each([
    ["A1: only the number after the keyword", "Fixes #1,#2", [1]],
    ["A7: a number named before", "same class as #263, see below. Closes #591", [591]],
    ["A8: a keyword inside a word", "discloses #42", []],
    ["A8: a number that goes on", "Closes #42abc", []],
    ["a number that goes on with _", "Closes #42_1", []],
    ["A9: a word between", "Fixes issue #613", []],
    ["A18: zero", "Closes #0", []],
    ["a leading zero", "Closes #012", []],
    ["ten digits", "Closes #1234567890", [1234567890]],
    ["eleven digits", "Closes #12345678901", []],
    ["A13: a large number", "Closes #10001", [10001]],
    ["a hyphen before the keyword", "auto-closes #3", []],
    ["an underscore before the keyword", "_x_closes #3", []],
    ["a letter of another script before it", "яfixes #3", []],
    ["a long s is no s", "closeſ #3", []],
    ["a space before the colon", "Fixes : #3", []],
    ["a dash between", "closes - #3", []],
    ["two keywords", "fixes #3, fixes #4", [3, 4]],
    ["in brackets", "(fixes #3)", [3]],
    ["a line break between", "Fixes\n#3", []],
    ["a no-break space between", "Fixes\u00A0#3", []],
    ["an invisible character between", "Fixes \u200B#3", []],
    ["two hash signs", "Close ##3 #4", []],
    ["A17: a branch name", "fix/497-slug", []],
    ["a range", "Closes #208-#220", [208]],
    ["CR LF", "Text\r\nCloses #3\r\n", [3]],
    ["an escaped hash sign", "Closes \\#3", []],
    ["an entity for the hash sign", "Closes &#35;3", []],
  ])("%s", (_name, text, numbers) => expect(closing(text)).toEqual(numbers));

  it.each([
    ["owner and name", "Closes other/repo#5", "closing other/repo#5"],
    ["A13: dots and hyphens", "Closes o-1/r.e_p-o#5", "closing o-1/r.e_p-o#5"],
    ["the own repository in another case", "Closes Acme/Shop#5", "closing acme/shop#5"],
    ["an address", "Closes https://github.com/o/r/issues/5", "closing o/r#5"],
    ["a pull request's address", "Closes https://github.com/o/r/pull/5", "closing o/r#5"],
    ["www and http", "Closes http://www.github.com/o/r/issues/5", "closing o/r#5"],
    ["an address with a query", "Closes https://github.com/o/r/issues/5?a=b", "closing o/r#5"],
    ["an address in angle brackets", "Closes <https://github.com/o/r/issues/5>", "closing o/r#5"],
    ["a repository whose name begins with http", "Closes https://github.com/o/http-x/issues/5.", "closing o/http-x#5"],
    ["A12: another repository's number", "Ported from other/repo#145", "mention other/repo#145"],
  ])("%s", (_name, text, expected) => expect(told(text)).toEqual([expected]));

  it.each([
    ["another host", "Closes https://gitlab.com/o/r/issues/5"],
    ["a host that only ends like it", "Closes https://evilgithub.com/o/r/issues/5"],
    ["a discussion", "Closes https://github.com/o/r/discussions/5"],
    ["a page below an issue", "Closes https://github.com/o/r/pull/5/files"],
    ["A12: an owner that is too long", `Closes ${"a".repeat(40)}/r#5`],
    ["a path of three parts", "Closes a/b/c#5"],
    ["GH-N without a keyword", "see GH-5"],
  ])("%s names nothing", (_name, text) => expect(told(text)).toEqual([]));

  it("takes an owner of 39 and a name of 100 characters", () => {
    const name = `${"o".repeat(39)}/${"r".repeat(100)}`;
    expect(told(`Closes ${name}#5`)).toEqual([`closing ${name}#5`]);
    expect(closing(`Closes ${name}r#5`)).toEqual([]);
  });

  it("A11: notes the anchor of an address", () => {
    const [found] = parse("Closes https://github.com/o/r/issues/5#issuecomment-9");
    expect(found).toMatchObject({ kind: "closing", form: "url", anchor: "issuecomment-9" });
  });
});

describe("regions that do not count", () => {
  it.each([
    ["A2: a comment", "<!-- Closes #1 -->\nCloses #2", [2]],
    ["A2: a comment over blank lines", "<!--\nCloses #1\n\nFixes #3\n-->\n\nCloses #2", [2]],
    ["A3: a comment that never ends", "Closes #2\n\n<!-- Closes #1\n\nFixes #3", [2]],
    ["A3: one in the middle of a line", "Closes #2 <!-- a\n\nFixes #3", [2]],
    ["a comment that begins in code", "`<!--` Closes #2", [2]],
    ["A4: a reference definition", "[a]: https://github.com/acme/shop/issues/1\n\nCloses #2", [2]],
    ["A4: indented code in a quote", ">     Closes #1\n\nCloses #2", [2]],
    ["A4: quoted prose counts", "> Closes #2", [2]],
    ["A5: inline code", "`Closes #1` Closes #2", [2]],
    ["A5: a fence", "```\nCloses #1\n```\nCloses #2", [2]],
    ["a fence of tildes", "~~~\nCloses #1\n~~~\n\nCloses #2", [2]],
    ["a fence that never ends", "Closes #2\n```\nCloses #1\n\nCloses #3", [2]],
    ["a fence in a list", "- a\n  ```\n  Closes #1\n  ```\n\nCloses #2", [2]],
    ["indented code", "a\n\n    Closes #1\n\nCloses #2", [2]],
    ["struck-through text", "~~Closes #1~~ Closes #2", [2]],
    ["<pre>", "<pre>\nCloses #1\n\nFixes #3\n</pre>\n\nCloses #2", [2]],
    ["<code>", "<code>Closes #1</code> Closes #2", [2]],
    ["image text", "![Closes #1](a.png) Closes #2", [2]],
    ["other HTML counts", "<details><summary>Closes #2</summary></details>", [2]],
    ["an attribute does not", '<p title="Closes #1">Closes #2</p>', [2]],
    ["a table cell counts", "| a | b |\n|---|---|\n| Closes #2 | x |", [2]],
    ["a keyword in another cell", "| a | b |\n|---|---|\n| Closes | #1 |", []],
    ["code between keyword and number", "Closes `x` #1", []],
    ["a footnote counts", "a[^1]\n\n[^1]: Closes #2", [2]],
  ])("%s", (_name, text, numbers) => expect(closing(text)).toEqual(numbers));
});

describe("weak forms", () => {
  it.each([
    ["GH-N", "Fixes GH-5", "gh"],
    ["a link", "Fixes [#5](https://github.com/acme/shop/issues/5)", "link"],
    ["a link on the next line", "Fixes\n[#5](https://github.com/acme/shop/issues/5)", "link"],
    ["a link with an anchor", "Fixes [#5](https://github.com/acme/shop/issues/5#a)", "link"],
    ["a bold keyword", "**Fixes:** #5", "emphasis"],
    ["a bold keyword before the colon", "**Fixes**: #5", "emphasis"],
    ["an emphasised number", "Fixes *#5*", "emphasis"],
    ["a reference keyword", "Part of #5", "number"],
    ["refs", "refs #5", "number"],
    ["related to", "Related to: #5", "number"],
  ])("%s is a reference", (_name, text, form) => {
    expect(parse(text)).toEqual([expect.objectContaining({ kind: "reference", number: 5, form })]);
  });

  it.each([
    ["a link without a keyword", "see [#5](https://github.com/o/r/issues/5)", ["mention o/r#5"]],
    ["a link that shows another number", "Fixes [#5](https://github.com/o/r/issues/6)", []],
    ["a link to another host", "Fixes [#5](https://example.org/5)", ["mention acme/shop#5"]],
    ["two line breaks before a link", "Fixes\n\n[#5](https://github.com/o/r/issues/5)", ["mention o/r#5"]],
    ["both inside one emphasis", "**Fixes #5**", ["closing acme/shop#5"]],
  ])("%s", (_name, text, expected) => expect(told(text)).toEqual(expected));
});

describe("titles, commits, quotation marks", () => {
  it("a title closes nothing and a commit subject does", () => {
    expect(told("fix: #5 crash (closes #6)", "title")).toEqual(["mention acme/shop#5", "mention acme/shop#6"]);
    expect(told("fix: #5 crash (closes #6)", "commit")).toEqual(["closing acme/shop#5", "closing acme/shop#6"]);
    expect(told("Part of #5", "title")).toEqual(["reference acme/shop#5"]);
  });

  it.each([
    ["'Closes #191'", true],
    ['He wrote "fixes #191" there', true],
    ["“Fixes #191”", true],
    ["&quot;Fixes #191&quot;", true],
    ['"a" fixes #191 "b"', false],
    ["It's fine, fixes #191, isn't it", false],
    ['Fixes "#191"', false],
    ['"Fixes\n#2 fixes #191"', false],
  ])("A6: %j is quoted: %s", (text, quoted) => {
    expect(parse(text).find(({ number }) => number === 191)?.quoted).toBe(quoted);
  });

  it("keeps one entry an issue, the strongest kind, in order of first appearance (A14)", () => {
    expect(told("see #3, #4. Refs #4. Fixes #3 and other/x#1. Closes #4")).toEqual([
      "closing acme/shop#3",
      "closing acme/shop#4",
      "mention other/x#1",
    ]);
    expect(parse('"Fixes #3". Fixes #3')[0]?.quoted).toBe(false);
  });
});

describe("merging and findings", () => {
  const texts = (title: string, body: string) => [
    { where: "title", references: parse(title, "title") },
    { where: "body", references: parse(body) },
  ];

  it("collects where an issue stood and drops what only findings need", () => {
    expect(mergeReferences(texts("Total (fixes #3)", "Fixes #3, #4"))).toEqual([
      {
        repository: "acme/shop",
        number: 3,
        kind: "closing",
        keyword: "fixes",
        form: "number",
        quoted: false,
        where: ["title", "body"],
      },
      expect.not.objectContaining({ hint: expect.anything() }),
    ]);
  });

  it.each([
    ["A1", "", "Fixes #1,#2", "reference.not-closing", "acme/shop#2"],
    ["A9", "", "Fixes issue #613", "reference.not-closing", "acme/shop#613"],
    ["title", "Correct it (fixes #3)", "", "reference.not-closing", "acme/shop#3"],
    ["A6", "", "'Closes #191'", "reference.quoted", "acme/shop#191"],
  ])("%s: says so", (_name, title, body, rule, issue) => {
    const findings = referenceFindings(texts(title, body));
    expect(findings).toEqual([expect.objectContaining({ rule, severity: "info" })]);
    expect(findings[0]?.where.issue).toBe(issue);
  });

  it("names a list's other numbers and says nothing where all is well", () => {
    expect(referenceFindings(texts("", "Fixes #1, #2 and #3")).map(({ where }) => where.issue)).toEqual([
      "acme/shop#2",
      "acme/shop#3",
    ]);
    expect(referenceFindings(texts("Total (fixes #3)", "Fixes #3. See #9."))).toEqual([]);
  });

  it("bounds the findings and says how many are left out", () => {
    const many = Array.from({ length: 60 }, (_, index) => `Fixes issue #${index + 1}`).join("\n");
    const findings = referenceFindings([{ where: `commit:${"a".repeat(40)}`, references: parse(many, "commit") }]);
    expect(findings).toHaveLength(20);
    expect(findings.at(-1)?.message).toContain("40 more");
    expect(findings[0]?.where.commit).toBe("a".repeat(40));
  });
});

describe("properties (section 16, number 10)", () => {
  const pieces = fc.constantFrom(
    "Fixes ",
    "#",
    "1",
    "27",
    "acme/shop",
    "\n",
    "\n\n",
    " ",
    "`",
    "```\n",
    "<!--",
    "-->",
    "**",
    "[",
    "](",
    ")",
    "https://github.com/a/b/issues/3",
    "> ",
    "- ",
    "    ",
    "<code>",
    "</code>",
    "\\",
    "&",
    "|",
    '"',
    "~~",
    "GH-",
    "\r\n",
    "]: ",
    "\u0001",
    "\u0002",
    "\0",
    "\uD800",
  );
  const texts = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(""));

  it("never throws and returns only numbers that occur in the text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { number, repository } of parse(text)) {
          expect(text).toContain(String(number));
          expect(["acme/shop", "a/b"].includes(repository) || text.includes(repository)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each(["`code Fixes #99`", "<!-- Fixes #99 -->", "~~Fixes #99~~", "![Fixes #99](x)"])(
    "deleting %s changes nothing",
    (region) => {
      const words = fc.array(fc.constantFrom("Fixes #1", "see #2", "a", "\n\n", "- b #3", "> c", "**d**"), {
        maxLength: 8,
      });
      fc.assert(
        fc.property(words, words, (before, after) => {
          const text = (middle: string): string => `${before.join(" ")}\n\nx ${middle} y\n\n${after.join(" ")}`;
          expect(parse(text(region))).toEqual(parse(text("")));
        }),
      );
    },
  );
});

describe("hostile texts of ten times the size", () => {
  const size = 655_360;
  const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  it.each(
    [
      "[",
      "![",
      "<",
      ">",
      "> ",
      "- ",
      "1. ",
      "*a ",
      "_a**b* ",
      "`",
      "`a``b",
      "[a](",
      "]",
      "[]",
      "[a]: b\n",
      "|",
      "~~a ",
      "a\n=\n",
      "<!--",
      "<a ",
      "<a '<b \"",
      "**",
      "\\`#1",
      "a<b>#1</b> ",
      "- `#1\n",
      "<code>\n\n#1 \n\n",
      "/issues/1",
      "#1",
      "a/a#1",
      '"Fixes #1" ',
      "\t",
      "\n",
      "\0",
      "\uD800",
      "**a_",
      "<?",
      "&a",
    ].map((piece) => [piece]),
  )("%j neither throws nor hides that it was not read", (piece) => {
    const text = `${fill(piece)}\n\nFixes **bold** #77`;
    const found = parse(text).some(({ number }) => number === 77);
    const last = parse("Fixes **bold** #77").length;
    expect(last).toBe(1);
    // Either the line after it was read, or the text is said to be unreadable, or the line is not visible there.
    const hidesTheRest = ["`", "<!--", "[a]: b\n", "<?", "<code>\n\n#1 \n\n", "<a '<b \""].includes(piece);
    expect(found || isTooNestedToRead(text) || hidesTheRest).toBe(true);
  });

  it("reads an ordinary body of the largest size", () => {
    const body = fill("- Corrects the **total** of `cart` in [the docs](https://example.org/a), see #12.\n\n").slice(
      0,
      65_000,
    );
    expect(isTooNestedToRead(body)).toBe(false);
    expect(closing(`${body}\n\nFixes #77`)).toEqual([77]);
  });

  it("says that a text nests too deep, and takes nothing from it", () => {
    const text = `${"> ".repeat(70)}Fixes #1 <b>`;
    expect(parse(text)).toEqual([]);
    expect(isTooNestedToRead(text)).toBe(true);
    expect(isTooNestedToRead(`${"> ".repeat(20)}Fixes #1 <b>`)).toBe(false);
  });
});

interface ClosingRecord {
  readonly id: string;
  readonly repo: string;
  readonly where: string;
  readonly text: string;
  readonly expected: readonly { repo: string; number: number }[];
  readonly alt_expected?: readonly { repo: string; number: number }[];
  readonly expected_as_pr_title?: readonly { repo: string; number: number }[];
  readonly expected_as_commit_message?: readonly { repo: string; number: number }[];
}

describe.runIf(hasCorpus("closing-refs.jsonl"))("corpus of closing references", () => {
  const name = ({ repo, repository, number }: { repo?: string; repository?: string; number: number }): string =>
    `${repo ?? repository}#${number}`;

  it("equals what is expected in every record, and has each lenient reading as a reference", () => {
    const wrong: string[] = [];
    for (const record of readCorpus<ClosingRecord>("closing-refs.jsonl")) {
      const expectations: [ReferenceContext["as"], ClosingRecord["expected"]][] =
        record.where === "title"
          ? [
              ["title", record.expected_as_pr_title ?? []],
              ["commit", record.expected_as_commit_message ?? []],
            ]
          : [["description", record.expected]];
      for (const [as, expected] of expectations) {
        const found = parseReferences(record.text, { repository: record.repo, host: "github.com", as });
        const closes = found.filter(({ kind }) => kind === "closing").map(name);
        if (closes.toSorted().join() !== expected.map(name).toSorted().join()) wrong.push(`${record.id} ${as}`);
        const references = found.filter(({ kind }) => kind === "reference").map(name);
        if (!(record.alt_expected ?? []).every((each) => references.includes(name(each))))
          wrong.push(`${record.id} alt`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
