import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../../testing/action-facts.ts";
import type { Effect, EffectKind } from "../effect.ts";
import { isNamedByPerson } from "./named.ts";

const { cwd, roots } = actionFacts("Bash", {}).place;
const root = roots[0]?.path ?? "";

function isNamed(
  name: string,
  kind: EffectKind,
  target: string,
  origin = "human",
  folder: string | null = cwd,
): boolean {
  const facts = actionFacts(
    "Bash",
    {},
    {
      cwd: folder,
      session: { origin },
      facts: { named: [{ text: name, kind, target: name }] },
    },
  );
  const effect: Effect = { kind, target, reversibility: "costly", certain: true };
  return isNamedByPerson(facts, effect);
}

describe("what a person typed", () => {
  it.each<[string, EffectKind, string]>([
    ["notes.txt", "delete", `${root}/notes.txt`],
    ["src/cart.ts", "write", `${root}/src/cart.ts`],
    ["./src//cart.ts", "write", `${root}/src/cart.ts`],
    ["build/", "delete", `${root}/build`],
    [`${root}/notes.txt`, "delete", `${root}/notes.txt`],
    ["feature/cart", "publish", "git-remote:origin/feature/cart"],
    ["git-remote:origin/feature/cart", "publish", "git-remote:origin/feature/cart"],
  ])("%s as %s is %s", (name, kind, target) => {
    expect(isNamed(name, kind, target)).toBe(true);
  });

  it.each<[string, EffectKind, string]>([
    ["notes.txt", "delete", `${root}/old/notes.txt`],
    ["notes", "delete", `${root}/notes.txt`],
    ["src", "delete", `${root}/src/cart.ts`],
    ["*.txt", "delete", `${root}/notes.txt`],
    ["~", "delete", `${root}/~`],
    ["", "delete", root],
    ["cart", "publish", "git-remote:origin/feature/cart"],
    ["origin", "publish", "git-remote:origin"],
    ["notes.txt", "delete", "?"],
    ["notes.txt", "delete", "some:/x"],
  ])("%s as %s is not %s", (name, kind, target) => {
    expect(isNamed(name, kind, target)).toBe(false);
  });

  it("is looked for where the work is, and at its root", () => {
    expect(isNamed("a.ts", "write", `${root}/src/a.ts`, "human", `${root}/src`)).toBe(true);
    expect(isNamed("src/a.ts", "write", `${root}/src/a.ts`, "human", `${root}/src`)).toBe(true);
    expect(isNamed("a.ts", "write", `${root}/src/a.ts`, "human", null)).toBe(false);
  });

  it.each(["scheduled", "webhook", "agent", "tool", "unknown", ""])("O1 a text that is %s names nothing", (origin) => {
    expect(isNamed("notes.txt", "delete", `${root}/notes.txt`, origin)).toBe(false);
  });
});
