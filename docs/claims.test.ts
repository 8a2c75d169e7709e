/** @module The program of the page on claims is run as it stands there. */

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
