import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/git-repository.ts";
import { generateHistory } from "./generate-history.ts";

it("generates the same history for the same numbers, with merges, and with as many changes as asked", async () => {
  const heads: string[] = [];
  for (const name of ["one", "two"]) {
    const folder = join(temporaryFolder(), name);
    await generateHistory(folder, { commits: 60, files: 30 });
    heads.push(execFileSync("git", ["rev-parse", "main"], { cwd: folder, encoding: "utf8" }));
    const count = (...args: string[]) =>
      execFileSync("git", ["rev-list", "--count", ...args, "main"], { cwd: folder, encoding: "utf8" }).trim();
    expect(count("--first-parent")).toBe("60");
    expect(count("--merges")).toBe("2");
  }
  expect(heads[0]).toBe(heads[1]);
});
