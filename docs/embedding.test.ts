/** @module The README's program is run as it stands there. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

it("the README's program prints the reason of the pull request it reads", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const program = /^```ts\n(?<program>(?:.*\n)*?)```$/m.exec(readme)?.groups?.["program"] ?? "";
  const printed = execFileSync(
    process.execPath,
    ["--conditions=warrant-source", "--input-type=module", "--eval", program],
    { cwd: root, encoding: "utf8" },
  );
  expect(printed).toBe("No person with authority approved commit dff1791. [auth.approval-missing]\n");
});
