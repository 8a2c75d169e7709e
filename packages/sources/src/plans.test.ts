import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planLimits, readPlanFile } from "./plans.ts";

const sha = "b".repeat(40);
const read = (text: string | Uint8Array) => readPlanFile("plans/cart.md", text, sha, { repository: "acme/shop" });
const front = (keys: string, body = "") => `---\n${keys}\n---\n${body}`;

/** Rows as `status repository#number`. */
function rows(text: string | Uint8Array): string[] {
  return read(text).plans.map(
    ({ status, issue }) => `${status || "-"} ${issue === null ? "none" : `${issue.repository}#${issue.number}`}`,
  );
}

describe("readPlanFile", () => {
  it("reads an approved plan with everything it may say", () => {
    const text = front(
      "status: approved\nissue: 12\ntitle: Carts\nintent: carts\npaths:\n  - src/cart/**\n  - '!src/cart/old/**'",
      "\n# Heading\n\nMend the total.\n",
    );
    expect(read(text)).toEqual({
      plans: [
        {
          id: "plans/cart.md",
          source: "file",
          title: "Carts",
          notes: "# Heading\n\nMend the total.",
          status: "approved",
          issue: { repository: "acme/shop", number: 12 },
          children: [],
          paths: ["src/cart/**", "!src/cart/old/**"],
          origin: { path: "plans/cart.md", sha },
        },
      ],
      intent: "carts",
    });
  });

  it.each([
    ["a number", "issue: 5", ["approved acme/shop#5"]],
    ["a text with a sign", "issue: '#5'", ["approved acme/shop#5"]],
    ["another repository", "issue: other/lib#5", ["approved other/lib#5"]],
    ["a list, one row each", "issue: [5, other/lib#6]", ["approved acme/shop#5", "approved other/lib#6"]],
    ["a list that repeats", "issue: [5, '#5', ACME/shop#5]", ["approved acme/shop#5"]],
    ["nothing", "issue:", ["approved none"]],
    ["an empty list", "issue: []", ["approved none"]],
    ["a number without its sign, which YAML reads as a comment", "issue: #5", ["approved none"]],
  ])("an issue as %s", (_, issue, expected) => {
    expect(rows(front(`status: approved\n${issue}`))).toEqual(expected);
  });

  it.each([
    ["a draft", "status: draft\nissue: 5", ["draft acme/shop#5"]],
    ["no status", "issue: 5", ["- acme/shop#5"]],
    ["capitals are kept as written", "status: Approved\nissue: 5", ["Approved acme/shop#5"]],
    [
      "other keys are nobody's business",
      "status: approved\nissue: 5\nowner: maria\ntags: [a]",
      ["approved acme/shop#5"],
    ],
  ])("%s", (_, keys, expected) => {
    expect(rows(front(keys))).toEqual(expected);
  });

  it.each([
    ["no front matter", "# A plan\n\nstatus: approved\nissue: 5\n"],
    ["front matter further down", "\n---\nstatus: approved\n---\n"],
    ["front matter of another kind", front("title: x\nlayout: page")],
    ["empty front matter", "---\n---\n"],
    ["an empty file", ""],
  ])("is no plan: %s", (_, text) => {
    expect(read(text)).toEqual({ plans: [], intent: null });
  });

  it.each([
    ["front matter that never ends", "---\nstatus: approved\nissue: 5\n"],
    ["YAML that does not parse", front("status: [approved\nissue: 5")],
    ["a key twice", front("status: draft\nstatus: approved\nissue: 5")],
    ["a list as front matter", front("- status: approved")],
    ["an unsafe tag", front("status: !x approved\nissue: 5")],
    ["a status that is a list", front("status: [approved]\nissue: 5")],
    ["a status that is a number", front("status: 1\nissue: 5")],
    ["an empty status", front("status: ''\nissue: 5")],
    ["an issue that is no issue", front("status: approved\nissue: soon")],
    ["an issue of a fraction", front("status: approved\nissue: 1.5")],
    ["an issue zero", front("status: approved\nissue: 0")],
    ["one bad issue among good ones", front("status: approved\nissue: [5, x]")],
    [
      "more issues than are read",
      front(
        `status: approved\nissue: [${Array.from({ length: planLimits.issues + 1 }, (_, index) => index + 1).join(", ")}]`,
      ),
    ],
    ["paths that are a number", front("status: approved\nissue: 5\npaths: 5")],
    ["a path that leaves the repository", front("status: approved\nissue: 5\npaths: [../x]")],
    ["paths of exceptions only", front("status: approved\nissue: 5\npaths: ['!x']")],
    ["an intent that is a list", front("status: approved\nissue: 5\nintent: [a]")],
    ["a title that is a list", front("status: approved\nissue: 5\ntitle: [a]")],
    ["NUL", front("status: approved\nissue: 5\nx: \0")],
    [
      "an alias bomb",
      front(
        `status: approved\nissue: 5\na: &a [${Array(9).fill("x").join(",")}]\nb: [${Array(30).fill("*a").join(",")}]`,
      ),
    ],
    [
      "front matter that is too long",
      `---\nstatus: approved\nissue: 5\nx: ${"y".repeat(planLimits.frontMatter)}\n---\n`,
    ],
    ["a file that is too long", front("status: approved\nissue: 5", "x".repeat(planLimits.length))],
  ])("is unreadable and never counts: %s", (_, text) => {
    expect(read(text)).toEqual({
      plans: [
        {
          id: "plans/cart.md",
          source: "file",
          title: "cart.md",
          notes: "",
          status: "unreadable",
          issue: null,
          children: [],
          origin: { path: "plans/cart.md", sha },
        },
      ],
      intent: null,
    });
  });

  it("is unreadable when its bytes are not UTF-8", () => {
    expect(rows(Uint8Array.from([...Buffer.from("---\nstatus: approved\nissue: 5\n---\n"), 0xff]))).toEqual([
      "unreadable none",
    ]);
  });

  it("a single pattern may stand without a list", () => {
    expect(read(front("status: approved\nissue: 5\npaths: src/**")).plans[0]?.paths).toEqual(["src/**"]);
  });

  it.each([
    ["the first heading", "text\n# The cart  \n# Other", "The cart"],
    ["the file's name", "no heading", "cart.md"],
  ])("without a title: %s", (_, body, title) => {
    expect(read(front("status: approved\nissue: 5", body)).plans[0]?.title).toBe(title);
  });

  it.each([
    ["CRLF", "---\r\nstatus: approved\r\nissue: 5\r\n---\r\nbody\r\n"],
    ["a byte order mark", "\uFEFF---\nstatus: approved\nissue: 5\n---\nbody\n"],
    ["dots as the end", "---\nstatus: approved\nissue: 5\n...\nbody\n"],
    ["spaces after the line", "--- \nstatus: approved\nissue: 5\n---\t\nbody"],
  ])("reads %s", (_, text) => {
    expect(read(text).plans).toMatchObject([{ status: "approved", notes: "body", issue: { number: 5 } }]);
    expect(read(Buffer.from(text)).plans).toHaveLength(1);
  });

  it("cuts a long text", () => {
    const { plans } = read(front("status: approved\nissue: 5", "x".repeat(planLimits.notes + 1)));
    expect(plans[0]?.notes).toHaveLength(planLimits.notes);
  });

  it.each([
    ["lines of dashes", `---\n${"--- x\n".repeat(20_000)}`],
    ["a heading of signs", front("status: approved\nissue: 5", "# ".repeat(300_000))],
    ["spaces after the dashes", `---${" ".repeat(1_000_000)}`],
  ])("answers for %s", (_, text) => {
    expect(read(text).plans.length).toBeLessThanOrEqual(1);
  });

  it("never throws, and any row carries the file's path", () => {
    const part = fc.constantFrom(
      "---\n",
      "status: approved\n",
      "issue: 5\n",
      "issue: [1, x]\n",
      "paths: a\n",
      "&a ",
      "*a ",
      "# x\n",
      "\0",
      "...\n",
      ": ",
      "- ",
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join("")),
        (text) => {
          expect(read(text).plans.every((plan) => plan.id === "plans/cart.md" && plan.origin?.sha === sha)).toBe(true);
        },
      ),
    );
  });
});
