/** What stands in the place of a sweep's state is read only where it is a file. */

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { longestState, sweepStateName } from "./state.ts";
import { readStateFile } from "./state-file.ts";

const place = { host: "github.com", repository: "acme/shop" };

describe("a state", () => {
  it.each<[string, (path: string) => void]>([
    ["a pipe nobody writes to", (path) => void execFileSync("mkfifo", [path])],
    ["a device without an end", (path) => symlinkSync("/dev/zero", path)],
    ["a folder", (path) => mkdirSync(path)],
    [
      "a file longer than any state",
      (path) => {
        writeFileSync(path, "");
        truncateSync(path, longestState + 1);
      },
    ],
    ["a file that is cut", (path) => writeFileSync(path, '{"schema":')],
  ])("that is %s is not used, said to be so, and not waited for", async (_, make) => {
    const folder = temporaryFolder();
    make(join(folder, sweepStateName));
    const { changes, notice } = await readStateFile(folder, place);
    expect(changes.size).toBe(0);
    expect(notice).toContain("is not used, so every change is judged");
  });

  it("that is not there is no news", async () => {
    expect(await readStateFile(temporaryFolder(), place)).toEqual({ changes: new Map(), notice: null });
  });
});
