import type { ChangeFacts, Issue } from "@warrant/kernel/change/facts";
import { Configuration } from "@warrant/kernel/configuration";
import { describe, expect, it } from "vitest";
import { baseSha, changeFacts } from "../../../testing/facts.ts";
import { withBasePlans } from "./base-plans.ts";
import type { BaseFiles } from "./git/facts.ts";

/** A base commit with these files, and what was asked of it. */
function baseOf(files: Readonly<Record<string, string | Buffer>>, isPresent = true) {
  const read: string[] = [];
  const listed: string[] = [];
  const base: BaseFiles = {
    sha: baseSha,
    isPresent,
    read: (path) => {
      read.push(path);
      const content = files[path];
      return Promise.resolve(content === undefined ? null : Buffer.from(content));
    },
    list: (folder) => {
      listed.push(folder);
      const below = Object.keys(files).filter((path) => folder === "" || path.startsWith(`${folder}/`));
      return Promise.resolve(below.sort().map((path) => ({ path, mode: "100644", id: "0".repeat(40) })));
    },
  };
  return { base, read, listed };
}

const named: Issue = { repository: "Acme/Shop", number: 5, link: "closing", unreadable: "not_looked_up" };
const plan = (front: string): string => `---\nstatus: approved\n${front}---\n# Plan\n\nDo it.\n`;
const bead = (id: string, parts: object = {}): string =>
  `${JSON.stringify({ id, title: id, external_ref: "#5", ...parts })}\n`;

async function planned(
  files: Readonly<Record<string, string | Buffer>>,
  parts: Partial<ChangeFacts> = {},
  planning: object = {},
) {
  const asked = baseOf(files);
  const configuration = Configuration.parse({ intent: { evidence: { plan: planning } } });
  const facts = await withBasePlans(changeFacts({ issues: [named], ...parts }), configuration, asked.base);
  return { facts, ...asked };
}

describe("the plans of a base commit", () => {
  it("of a commit that is not in the clone are incomplete, and nothing is read", async () => {
    const { base, read, listed } = baseOf({}, false);
    const facts = await withBasePlans(changeFacts({ issues: [named] }), Configuration.parse({}), base);
    expect(facts.incomplete).toEqual([{ what: "plans", why: "the base commit is not in this clone" }]);
    expect([facts.plans, read, listed]).toEqual([[], [], []]);
  });

  it("leave the facts of a base without any as they are", async () => {
    const { facts } = await planned({});
    expect(facts).toEqual(changeFacts({ issues: [named] }));
  });

  it("beads files are read once each, also one that is listed twice", async () => {
    const path = ".beads/issues.jsonl";
    const { read, facts } = await planned({ [path]: bead("a-1") }, {}, { beads: [path, path], paths: [] });
    expect(read.filter((each) => each === path)).toEqual([path]);
    expect(facts.plans).toHaveLength(1);
  });

  it("plan files are looked for only below the folders their patterns name", async () => {
    expect((await planned({ "plans/a.md": plan("issue: 5\n") })).listed.toSorted()).toEqual(["docs/plans", "plans"]);
    const anywhere = await planned({ "a/PLAN.md": plan("issue: 5\n") }, {}, { paths: ["PLAN.md"] });
    expect([anywhere.listed, anywhere.facts.plans.length]).toEqual([[""], 1]);
    const one = await planned(
      { "docs/plan.md": plan("issue: 5\n") },
      {},
      { paths: ["/docs/plan.md", "!docs/plan.md.bak"] },
    );
    expect([one.listed, one.facts.plans.length]).toEqual([["docs"], 1]);
  });

  it("exceptions of the list are no plans", async () => {
    const files = { "plans/a.md": plan("issue: 5\n"), "plans/old/b.md": plan("issue: 5\n") };
    const { facts } = await planned(files, {}, { paths: ["plans/**/*.md", "!plans/old/**"] });
    expect(facts.plans.map(({ id }) => id)).toEqual(["plans/a.md"]);
  });

  it("a change that names no issue has no plan, and no plan file is looked for", async () => {
    const { facts, listed } = await planned({ "plans/a.md": plan("issue: 5\n") }, { issues: [] });
    expect([facts.plans, listed]).toEqual([[], []]);
  });

  it("a plan for another issue, or for the same number elsewhere, is left out", async () => {
    const { facts } = await planned({ "plans/a.md": plan("issue: 6\n"), "plans/b.md": plan("issue: acme/other#5\n") });
    expect(facts.plans).toEqual([]);
  });

  it("a plan file that cannot be read stays as a row that never counts", async () => {
    const { facts } = await planned({ "plans/a.md": "---\nstatus: [\n---\n" });
    expect(facts.plans).toMatchObject([{ status: "unreadable" }]);
  });

  it("past 1,000 plan files the plans are incomplete, at 1,000 they are not", async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`plans/${index}.md`, plan("issue: 6\n")]));
    expect((await planned(many(1000))).facts.incomplete).toEqual([]);
    expect((await planned(many(1001))).facts.incomplete).toEqual([
      { what: "plans", why: "only 1000 plan files are read", listed: 1000, total: 1001 },
    ]);
  });

  it("a beads file of any bytes is read as far as it can be", async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from(bead("a-1"))]);
    const { facts } = await planned({ ".beads/issues.jsonl": bytes });
    expect(facts.plans).toHaveLength(1);
    expect(facts.incomplete).toMatchObject([{ what: "plans" }]);
  });
});

describe("the intent of a plan file", () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ["one plan's", { "plans/a.md": plan("issue: 5\nintent: KEY\n") }, "KEY"],
    [
      "two plans' that agree",
      { "plans/a.md": plan("issue: 5\nintent: KEY\n"), "plans/b.md": plan("issue: 5\nintent: KEY\n") },
      "KEY",
    ],
    [
      "two plans' that differ",
      { "plans/a.md": plan("issue: 5\nintent: KEY\n"), "plans/b.md": plan("issue: 5\nintent: OTHER\n") },
      undefined,
    ],
    ["another issue's plan's", { "plans/a.md": plan("issue: 6\nintent: KEY\n") }, undefined],
    ["a plan without one", { "plans/a.md": plan("issue: 5\n") }, undefined],
  ])("%s", async (_name, files, key) => {
    expect((await planned(files)).facts.explicit_intent?.key).toBe(key);
  });

  it("never replaces the one a person gave", async () => {
    const { facts } = await planned(
      { "plans/a.md": plan("issue: 5\nintent: KEY\n") },
      { explicit_intent: { key: "MINE", source: "argument" } },
    );
    expect(facts.explicit_intent).toEqual({ key: "MINE", source: "argument" });
  });
});

describe("beads that a change names", () => {
  it("bring their issue once, and none that is known already", async () => {
    const files = { ".beads/issues.jsonl": bead("a-1") + bead("a-2") + bead("a-3", { external_ref: "#6" }) };
    const { facts } = await planned(files, { title: "a-1, a-2 and a-3", body: "a-3" });
    expect(facts.issues).toEqual([
      named,
      { repository: "acme/shop", number: 6, link: "reference", unreadable: "not_looked_up" },
    ]);
  });
});
