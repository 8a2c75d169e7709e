import { describe, expect, it } from "vitest";
import { createRepository } from "../git-repository.ts";
import { GitFolder } from "./git.ts";
import { looseObject } from "./loose-object.ts";

const rita = { name: "Rita von Ä", email: "rita@example.org" };

function history() {
  const work = createRepository();
  work.commit("Begin", { "README.md": "# Shop\n" });
  work.branch("feature");
  work.commit("Add\n\nwhy: so\n\n", { "src/a.ts": "a\n" }, { committer: rita });
  work.switch("main");
  work.commit("", {}, { author: rita, date: "2026-02-03T04:05:06+02:00" });
  work.merge("feature");
  return { work, ids: work.git("rev-list", "--all").split("\n") };
}

/** Git writes UTC as `Z` or as `+00:00`, by its version. */
function sameTime(text: string): number {
  return Date.parse(text);
}

async function commitsOf(folder: GitFolder, ids: readonly string[]) {
  const commits = await Promise.all(ids.map(async (oid) => await folder.commit(oid)));
  return commits.map(({ author, committer, ...rest }) => ({
    ...rest,
    author: { ...author, date: sameTime(author.date) },
    committer: { ...committer, date: sameTime(committer.date) },
  }));
}

describe("an object that is read from its own file", () => {
  it("is what git says of it when all objects are in a pack", async () => {
    const { work, ids } = history();
    const blob = work.git("rev-parse", "feature:src/a.ts");
    const loose = new GitFolder(work.folder);
    const before = [await commitsOf(loose, ids), await loose.blob(blob), await loose.typeOf(blob)];
    expect(looseObject(work.folder, blob)).toEqual({ type: "blob", body: Buffer.from("a\n") });
    work.git("repack", "-adq");
    work.git("prune-packed", "-q");
    expect(looseObject(work.folder, blob)).toBeUndefined();
    const packed = new GitFolder(work.folder);
    expect([await commitsOf(packed, ids), await packed.blob(blob), await packed.typeOf(blob)]).toEqual(before);
    expect(ids.map((id) => packed.resolveNow(id))).toEqual(ids);
  });

  it.each(["", "main", "../../etc/passwd", "0".repeat(40), "A".repeat(40)])("is none for %j", (name) => {
    expect(looseObject(history().work.folder, name)).toBeUndefined();
  });
});
