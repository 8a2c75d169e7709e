import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Configuration, defaultConfiguration } from "@warrant/kernel/configuration";
import { readBeads } from "@warrant/sources/beads";
import { readConfiguration } from "@warrant/sources/configuration";
import { keyPaths } from "@warrant/sources/configuration-schema";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const page = readFileSync(join(import.meta.dirname, "configuration.md"), "utf8");

/** Rows of the tables: key, meaning, default, what it does not do. */
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, key = "", meaning = "", initial = "", not = ""]) => ({
    key: key.replaceAll("`", ""),
    meaning,
    initial,
    not,
  }));

const blocks = [...page.matchAll(/^```yaml\n(?<text>(?:.*\n)*?)```$/gm)].map((match) => match.groups?.["text"] ?? "");

/** Sections are headings, not rows. */
const sections = new Set([
  "intent",
  "intent.agents",
  "intent.evidence",
  "intent.evidence.issue",
  "intent.evidence.plan",
  "intent.evidence.approval",
  "intent.drift",
  "policy",
  "policy.attribution",
  "runtime",
  "action",
  "claim",
]);

function valueAt(path: string): unknown {
  let value: unknown = defaultConfiguration;
  for (const step of path.split(".")) value = (value as Record<string, unknown>)[step];
  return value;
}

describe("the configuration reference", () => {
  it("shows a line of a beads file that approves a plan, as it is read", () => {
    const line = /^```json\n(?<line>\{ "id".*)\n```$/m.exec(page)?.groups?.["line"] ?? "";
    expect(readBeads(line, { repository: "acme/shop" })).toMatchObject({
      plans: [{ id: "shop-7", status: "approved", issue: { repository: "acme/shop", number: 12 } }],
      incomplete: [],
    });
    const moved = line.replace('"metadata": { "plan_status": "approved" }', '"plan_status": "approved"');
    expect(readBeads(moved, { repository: "acme/shop" }).plans).toMatchObject([{ status: "" }]);
    const linked = line.replace('"#12"', '"https://github.com/acme/shop/issues/12"');
    expect(readBeads(linked, { repository: "acme/shop" }).plans).toEqual([]);
  });

  it("explains every key of the schema, once, and no other", () => {
    const keys = keyPaths(Configuration)
      .filter((path) => !sections.has(path))
      .map((path) => path.replace(".*", ".NAME"));
    expect(rows.map((row) => row.key).toSorted()).toEqual(keys.toSorted());
  });

  it.each(rows)("says what $key means", ({ meaning, initial }) => {
    expect(meaning.length).toBeGreaterThan(5);
    expect(initial).not.toBe("");
  });

  it.each(rows.filter((row) => row.key.startsWith("intent.")))(
    "gives the true default of $key and its limit",
    ({ key, initial, not }) => {
      expect(parse(initial.replaceAll("`", ""))).toEqual(valueAt(key));
      expect(not.length).toBeGreaterThan(10);
    },
  );

  it("has examples", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
  });

  it.each(blocks)("an example is valid and means what it seems to: %s", (text) => {
    const reading = readConfiguration(text, "warrant.yaml");
    expect(reading).toMatchObject({ ok: true, warnings: [] });
  });
});
