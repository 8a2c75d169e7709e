/** @module The program of the page on claims, and the example beside it, are run as they stand there. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it("the program of the page on claims prints what the page says", () => {
  const page = readFileSync(join(root, "docs/concepts/claims.md"), "utf8");
  const program = /^```ts\n(?<program>(?:.*\n)*?)```$/m.exec(page)?.groups?.["program"] ?? "";
  const said = /^This prints `(?<text>[^`]+)`\.$/m.exec(page)?.groups?.["text"];
  const printed = execFileSync(
    process.execPath,
    ["--conditions=warrant-source", "--input-type=module", "--eval", program],
    { cwd: root, encoding: "utf8" },
  );
  expect(said).toBeDefined();
  expect(printed).toBe(`${said}\n`);
});

it("the example of an executor and a verifier that says PASS to everything shows that the clamp holds", () => {
  const printed = execFileSync(
    process.execPath,
    ["--conditions=warrant-source", "examples/executor-verifier/main.ts"],
    { cwd: root, encoding: "utf8" },
  );
  expect(printed.trimEnd().split("\n")).toEqual([
    "gate pass (c1 supported, c2 supported); the verifier says PASS; what stands: PASS",
    "gate fail (c1 contradicted); the verifier says PASS; what stands: FAIL",
  ]);
});
