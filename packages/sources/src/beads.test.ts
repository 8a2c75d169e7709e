import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beadLimits, issuesNamedByBeads, readBeads } from "./beads.ts";

const here = { repository: "acme/shop" };

interface Line {
  id?: unknown;
  [key: string]: unknown;
}

function file(...lines: (Line | string)[]): string {
  return lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
}

const approved = { plan_status: "approved" };
function child(id: string, parent: string, parts: Line = {}): Line {
  return { id, dependencies: [{ issue_id: id, depends_on_id: parent, type: "parent-child" }], ...parts };
}

/** Rows as `id status repository#number`. */
function rows(...lines: (Line | string)[]): string[] {
  return readBeads(file(...lines), here).plans.map(
    ({ id, status, issue }) => `${id} ${status || "-"} ${issue?.repository}#${issue?.number}`,
  );
}

describe("plans of a beads file", () => {
  it("an approved bead that names an issue is a plan for it, with its own words", () => {
    const { plans, incomplete } = readBeads(
      file({
        id: "shop-1",
        title: "Carts",
        notes: "Mend the total.",
        external_ref: "gh-acme/shop#12",
        metadata: approved,
      }),
      here,
    );
    expect(plans).toEqual([
      {
        id: "shop-1",
        source: "beads",
        title: "Carts",
        notes: "Mend the total.",
        status: "approved",
        issue: { repository: "acme/shop", number: 12 },
        children: [],
      },
    ]);
    expect(incomplete).toEqual([]);
  });

  it.each<[string, Line[], string[]]>([
    [
      "a child of an approved epic",
      [{ id: "e", metadata: approved }, child("e.1", "e", { external_ref: "#5" })],
      ["e approved acme/shop#5"],
    ],
    [
      "a child named by its metadata",
      [
        { id: "e", metadata: approved },
        { id: "e.1", external_ref: "#5", metadata: { parent_epic: "e" } },
      ],
      ["e approved acme/shop#5"],
    ],
    [
      "a parent that stands later in the file",
      [child("a", "z", { external_ref: "#5" }), { id: "z", metadata: approved }],
      ["z approved acme/shop#5"],
    ],
    [
      "an approved child does not approve its parent",
      [{ id: "e", external_ref: "#5" }, child("e.1", "e", { metadata: approved })],
      ["e - acme/shop#5"],
    ],
    [
      "an approved sibling approves nothing",
      [{ id: "e" }, child("a", "e", { external_ref: "#5" }), child("b", "e", { metadata: approved })],
      ["a - acme/shop#5"],
    ],
    [
      "a draft stays a draft",
      [{ id: "a", external_ref: "#5", metadata: { plan_status: "draft" } }],
      ["a draft acme/shop#5"],
    ],
    [
      "approval in capitals",
      [{ id: "a", external_ref: "#5", metadata: { plan_status: " Approved " } }],
      ["a approved acme/shop#5"],
    ],
    [
      "a word that only begins like approval",
      [{ id: "a", external_ref: "#5", metadata: { plan_status: "approved-later" } }],
      ["a approved-later acme/shop#5"],
    ],
    [
      "two issues of one epic",
      [{ id: "e", metadata: approved, external_ref: "#4" }, child("e.1", "e", { external_ref: "#5" })],
      ["e approved acme/shop#4", "e approved acme/shop#5"],
    ],
    [
      "one issue twice in a lineage",
      [{ id: "e", metadata: approved, external_ref: "#4" }, child("e.1", "e", { external_ref: "gh-ACME/Shop#4" })],
      ["e approved acme/shop#4"],
    ],
    [
      "the same number in another repository",
      [{ id: "a", external_ref: "gh-other/shop#5", metadata: approved }],
      ["a approved other/shop#5"],
    ],
    ["a cycle", [child("a", "b", { external_ref: "#5" }), child("b", "a")], ["a - acme/shop#5"]],
    ["a bead that is its own parent", [child("a", "a", { external_ref: "#5" })], ["a - acme/shop#5"]],
    [
      "a cycle with an approved bead in it",
      [child("a", "b", { external_ref: "#5" }), child("b", "a", { metadata: approved })],
      ["b approved acme/shop#5"],
    ],
    ["a parent that is not there", [child("a", "gone", { external_ref: "#5" })], ["a - acme/shop#5"]],
    [
      "another kind of dependency",
      [
        { id: "e", metadata: approved },
        { id: "a", external_ref: "#5", dependencies: [{ depends_on_id: "e", type: "blocks" }] },
      ],
      ["a - acme/shop#5"],
    ],
    [
      "a dependency of another bead",
      [
        { id: "e", metadata: approved },
        { id: "a", external_ref: "#5", dependencies: [{ issue_id: "b", depends_on_id: "e", type: "parent-child" }] },
      ],
      ["a - acme/shop#5"],
    ],
    [
      "the later of two lines of an id",
      [
        { id: "a", external_ref: "#5", metadata: approved },
        { id: "a", external_ref: "#6" },
      ],
      ["a - acme/shop#6"],
    ],
    [
      "a deleted bead approves nothing",
      [{ id: "e", status: "tombstone", metadata: approved }, child("a", "e", { external_ref: "#5" })],
      ["a - acme/shop#5"],
    ],
    [
      "a bead that was deleted later",
      [
        { id: "a", external_ref: "#5", metadata: approved },
        { id: "a", status: "tombstone" },
      ],
      [],
    ],
    [
      "lines of another kind",
      [
        { _type: "memory", id: "a", external_ref: "#5" },
        { _type: "issue", id: "b", external_ref: "#6" },
      ],
      ["b - acme/shop#6"],
    ],
    ["a bead without an issue", [{ id: "a", metadata: approved }], []],
  ])("%s", (_, lines, expected) => {
    expect(rows(...lines)).toEqual(expected);
    expect(readBeads(file(...lines), here).incomplete).toEqual([]);
  });

  it("an ancestor ten steps up approves, one eleven steps up does not", () => {
    const chain = (steps: number) =>
      [{ id: "b0", external_ref: "#5" }, ...Array.from({ length: steps }, (_, index) => ({ id: `b${index + 1}` }))].map(
        (line, index) => (index === steps ? { ...line, metadata: approved } : child(line.id, `b${index + 1}`, line)),
      );
    expect(rows(...chain(10))).toEqual(["b10 approved acme/shop#5"]);
    expect(rows(...chain(11))).toEqual(["b0 - acme/shop#5"]);
  });

  it("the nearest approved bead is the plan, and its descendants are its children", () => {
    const { plans } = readBeads(
      file(
        { id: "top", title: "Top", metadata: approved },
        child("mid", "top", { title: "Mid", description: "from the description", metadata: approved }),
        child("low", "mid", { title: "Low", notes: "n", external_ref: "#5" }),
        child("leaf", "low", { title: "Leaf" }),
        child("other", "top", { title: "Other" }),
      ),
      here,
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatchObject({ id: "mid", title: "Mid", notes: "from the description" });
    expect(plans[0]?.children).toEqual([
      { id: "low", title: "Low", notes: "n" },
      { id: "leaf", title: "Leaf", notes: "" },
    ]);
  });

  it("only plans for the asked issues, when asked so", () => {
    const text = file({ id: "a", external_ref: "#5" }, { id: "b", external_ref: "#6" });
    const { plans } = readBeads(text, { ...here, issues: [{ repository: "ACME/shop", number: 6 }] });
    expect(plans.map((plan) => plan.id)).toEqual(["b"]);
  });

  it.each([
    ["#5", "acme/shop#5"],
    ["gh-#5", "acme/shop#5"],
    ["gh-5", "acme/shop#5"],
    ["5", "acme/shop#5"],
    ["acme/shop#5", "acme/shop#5"],
    ["gh-a.b/c#5", null],
    ["gh-a-b/c_d.e#5", "a-b/c_d.e#5"],
    [" #5 ", "acme/shop#5"],
    ["xacme/shop#5 and more", null],
    ["acme/shop#5x", null],
    ["https://github.com/acme/shop/issues/5", null],
    ["jira-5", null],
    ["#0", null],
    ["#05", null],
    ["#99999999999", null],
    ["", null],
  ])("external_ref %j names %s", (reference, expected) => {
    const { plans } = readBeads(file({ id: "a", external_ref: reference }), here);
    expect(plans.map(({ issue }) => `${issue?.repository}#${issue?.number}`)).toEqual(
      expected === null ? [] : [expected],
    );
  });
});

describe("lines that cannot be read", () => {
  it.each<[string, Line | string]>([
    ["no JSON", "{"],
    ["a merge conflict", "<<<<<<< HEAD"],
    ["a list", "[]"],
    ["a number", "1"],
    ["no id", { title: "x" }],
    ["an empty id", { id: " " }],
    ["an id that is a number", { id: 5 }],
    ["a title that is a number", { id: "a", title: 5 }],
    ["metadata that is a text", { id: "a", metadata: "plan_status: approved" }],
    ["a plan status that is a list", { id: "a", metadata: { plan_status: ["approved"] } }],
    ["dependencies that are a text", { id: "a", dependencies: "e" }],
    ["a dependency that is a text", { id: "a", dependencies: ["e"] }],
    ["a parent that is a number", { id: "a", dependencies: [{ type: "parent-child", depends_on_id: 5 }] }],
    ["a line that is too long", { id: "a", notes: "x".repeat(beadLimits.lineLength) }],
  ])("%s is skipped and said, and the rest is read", (_, bad) => {
    const { plans, incomplete } = readBeads(
      file({ id: "z", external_ref: "#1" }, bad, { id: "y", external_ref: "#2" }),
      here,
    );
    expect(plans.map((plan) => plan.id)).toEqual(["y", "z"]);
    expect(incomplete).toEqual([{ what: "plans", why: "beads: 1 line could not be read (line 2)" }]);
  });

  it("names at most five of them", () => {
    const { incomplete } = readBeads("x\n".repeat(100), here);
    expect(incomplete[0]?.why).toBe("beads: 100 lines could not be read (line 1, 2, 3, 4, 5, …)");
  });

  it("reads CRLF, empty lines and a byte order mark", () => {
    expect(
      readBeads(`\uFEFF{"id":"a","external_ref":"#1"}\r\n\r\n{"id":"b","external_ref":"#2"}\r\n`, here),
    ).toMatchObject({
      plans: [{ id: "a" }, { id: "b" }],
      incomplete: [],
    });
  });
});

describe("bounds", () => {
  it("keeps the first thousand plans and says so", () => {
    const many = (count: number) =>
      file(...Array.from({ length: count }, (_, index) => ({ id: `a${index}`, external_ref: `#${index + 1}` })));
    expect(readBeads(many(1000), here)).toMatchObject({ plans: { length: 1000 }, incomplete: [] });
    expect(readBeads(many(1001), here)).toMatchObject({
      plans: { length: 1000 },
      incomplete: [{ why: "beads: only the first 1000 plans are kept" }],
    });
  });

  it("keeps the first hundred descendants and says so", () => {
    const many = (count: number) =>
      file(
        { id: "e", external_ref: "#1", metadata: approved },
        ...Array.from({ length: count }, (_, index) => child(`c${index}`, "e")),
      );
    expect(readBeads(many(100), here)).toMatchObject({ plans: [{ children: { length: 100 } }], incomplete: [] });
    expect(readBeads(many(101), here)).toMatchObject({
      plans: [{ children: { length: 100 } }],
      incomplete: [{ why: "beads: only the first 100 beads below an approved one are kept" }],
    });
  });

  it("cuts long notes and keeps all plans together within their text", () => {
    const notes = "x".repeat(20_000);
    const { plans, incomplete } = readBeads(
      file(...Array.from({ length: 400 }, (_, index) => ({ id: `a${index}`, notes, external_ref: `#${index + 1}` }))),
      here,
    );
    expect(plans[0]?.notes).toHaveLength(beadLimits.notes);
    expect(plans.length).toBe(beadLimits.text / beadLimits.notes);
    expect(incomplete).toHaveLength(1);
  });

  it("reads the first hundred thousand lines", () => {
    const { beads, incomplete } = readBeads(`${'{"id":"a"}\n'.repeat(beadLimits.lines)}{"id":"late"}`, here);
    expect([...beads.keys()]).toEqual(["a"]);
    expect(incomplete[0]?.why).toBe("beads: only the first 100000 lines are read");
  });

  it("answers when every bead is the parent of many", () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      JSON.stringify({
        id: `b${index}`,
        external_ref: `#${index + 1}`,
        dependencies: Array.from({ length: 50 }, (_, step) => ({
          depends_on_id: `b${(index + step * 61) % 3000}`,
          type: "parent-child",
        })),
      }),
    );
    expect(readBeads(lines.join("\n"), here).plans).toHaveLength(beadLimits.plans);
  });
});

describe("issuesNamedByBeads", () => {
  const { beads } = readBeads(
    file(
      { id: "shop-1", external_ref: "#5" },
      { id: "shop-1.2", external_ref: "gh-other/lib#6" },
      { id: "shop-2" },
      { id: "shop-3", external_ref: "#5" },
    ),
    here,
  );
  it.each([
    ["shop-1", ["acme/shop#5"]],
    ["Does shop-1.", ["acme/shop#5"]],
    ["(shop-1): done", ["acme/shop#5"]],
    ["`shop-1`, *shop-1.2*", ["acme/shop#5", "other/lib#6"]],
    ["shop-1.2 then shop-1", ["other/lib#6", "acme/shop#5"]],
    ["see shop-1...", ["acme/shop#5"]],
    ["shop-1 and shop-3", ["acme/shop#5"]],
    ["shop-2 has no issue", []],
    ["shop-12, xshop-1, shop-1x, shop_shop-1, my-shop-1, shop-1-b, éshop-1", []],
    ["shop-1.25", []],
    ["SHOP-1", []],
    ["<!-- shop-1 -->", []],
    ["<!-- shop-1", []],
    ["<!-- a --> shop-1 <!-- b -->", ["acme/shop#5"]],
    ["", []],
  ])("%j names %j", (text, expected) => {
    const named = issuesNamedByBeads(text, beads, here);
    expect(named.map(({ issue }) => `${issue.repository}#${issue.number}`)).toEqual(expected);
  });

  it("says which bead named it", () => {
    expect(issuesNamedByBeads("shop-1.2", beads, here)).toEqual([
      { bead: "shop-1.2", issue: { repository: "other/lib", number: 6 } },
    ]);
  });

  it.each([
    ["dots", ".".repeat(500_000)],
    ["words", "shop-1. ".repeat(100_000)],
    ["opened comments", "<!--".repeat(200_000)],
    ["one long word", "a".repeat(1_000_000)],
  ])("reads half a million characters of %s", (_, text) => {
    expect(issuesNamedByBeads(text, beads, here).length).toBeLessThanOrEqual(1);
  });
});

describe("any text", () => {
  const json = fc.record(
    {
      id: fc.oneof(fc.constantFrom("a", "b", "c", "d"), fc.jsonValue()),
      external_ref: fc.oneof(fc.constantFrom("#1", "gh-o/r#2"), fc.jsonValue()),
      metadata: fc.oneof(
        fc.record(
          { plan_status: fc.constantFrom("approved", "draft"), parent_epic: fc.constantFrom("a", "b", "c") },
          { requiredKeys: [] },
        ),
        fc.jsonValue(),
      ),
      dependencies: fc.oneof(
        fc.array(
          fc.record({ depends_on_id: fc.constantFrom("a", "b", "c"), type: fc.constantFrom("parent-child", "blocks") }),
        ),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );
  it("never throws, and an approved row has an approved bead", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: json.map((value) => JSON.stringify(value)) }, fc.string())),
        (lines) => {
          const { plans, beads } = readBeads(lines.join("\n"), here);
          const isBacked = plans.every(
            (plan) => plan.status !== "approved" || beads.get(plan.id)?.planStatus === "approved",
          );
          expect(isBacked).toBe(true);
        },
      ),
    );
  });
});
