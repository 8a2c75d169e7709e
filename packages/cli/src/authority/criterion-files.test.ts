import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Commitment } from "@warrant/kernel/commitment/commitment";
import type { Criterion } from "@warrant/kernel/commitment/commitment-shape";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ledgerWith } from "../../../../testing/commitment.ts";
import { criterionResults } from "./criterion-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "warrant-criterion-"));
  mkdirSync(join(folder, "repo/docs"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "ready");
  writeFileSync(join(folder, "repo/docs/links.txt"), "0 broken");
  symlinkSync("../secret.txt", join(folder, "repo/link.txt"));
  writeFileSync(join(folder, "repo/large.txt"), "");
  truncateSync(join(folder, "repo/large.txt"), 17 * 1024 * 1024);
});
afterAll(() => rmSync(folder, { recursive: true }));

function waitingFor(criterion: Partial<Criterion>, cwd = join(folder, "repo")): Commitment {
  const one: Criterion = { id: "c", statement: "it is there", kind: "file-exists", required: true, ...criterion };
  const commitment = ledgerWith({ criteria: [one], cwd }).commitment();
  return { ...commitment, suspension: { kind: "predicate", at: "2026-01-01T00:00:00Z", criterion: "c" } };
}

describe("the file of a criterion", () => {
  it.each<[Partial<Criterion>, string]>([
    [{ path: "docs/links.txt" }, "passed"],
    [{ path: "docs" }, "passed"],
    [{ path: "docs/none.txt" }, "failed"],
    [{ path: "docs/links.txt/none" }, "failed"],
    [{ kind: "file-contains", path: "docs/links.txt", contains: "0 broken" }, "passed"],
    [{ kind: "file-contains", path: "docs/links.txt", contains: "1 broken" }, "failed"],
    [{ kind: "file-contains", path: "docs/links.txt" }, "unknown"],
    [{ kind: "file-contains", path: "docs", contains: "x" }, "unknown"],
    [{ kind: "file-contains", path: "large.txt", contains: "x" }, "unknown"],
    [{ path: "../secret.txt" }, "unknown"],
    [{ path: "docs/../../secret.txt" }, "unknown"],
    [{ path: "/etc/hostname" }, "unknown"],
    [{ path: "link.txt" }, "unknown"],
    [{ path: "" }, "unknown"],
    [{}, "unknown"],
  ])("%j: %s", async (criterion, kind) => {
    expect((await criterionResults(waitingFor(criterion)))["c"]?.kind).toBe(kind);
  });

  it("is not looked at for other kinds, or while the work waits for something else", async () => {
    expect(await criterionResults(waitingFor({ kind: "command", path: "docs/links.txt" }))).toEqual({});
    expect(await criterionResults({ ...waitingFor({ path: "docs/links.txt" }), suspension: null })).toEqual({});
  });

  it("in a folder that is gone is not there", async () => {
    expect((await criterionResults(waitingFor({ path: "a" }, join(folder, "gone"))))["c"]?.kind).toBe("failed");
  });
});
