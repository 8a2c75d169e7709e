import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { topics } from "./report.ts";
import { doctorRules } from "./rules.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/commands/doctor.md"), "utf8");
const source = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "rules.ts")
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n");

function usually(id: string, severity: string): string {
  if (severity === "block") return id.endsWith(".unreadable") ? "not known" : "does not hold";
  return severity === "warn" ? "warns" : "notes";
}

describe("the rules of the doctor", () => {
  it("stand on its page, each with how it usually speaks and what it means", () => {
    const rows = [...page.matchAll(/^\| `(?<id>[a-z-]+\.[a-z-]+)` \| (?<speaks>[a-z ]+) \| (?<meaning>.+) \|$/gm)];
    const shown = rows.map(({ groups }) => [groups?.["id"], groups?.["speaks"], groups?.["meaning"]]);
    const meant = Object.entries(doctorRules).map(([id, [severity, meaning]]) => [id, usually(id, severity), meaning]);
    expect(shown).toEqual(meant);
  });

  it("are all used", () => {
    const unused = Object.keys(doctorRules).filter((id) => !source.includes(`"${id}"`));
    expect(unused).toEqual([]);
  });

  it("begin with a topic, and every topic stands on the page", () => {
    for (const id of Object.keys(doctorRules)) expect(Object.keys(topics)).toContain(id.split(".")[0]);
    for (const label of Object.values(topics)) expect(page).toContain(`| \`${label}\` |`);
  });
});
