import { describe, expect, it } from "vitest";
import { createRepository, type Files } from "../git-repository.ts";
import { Asker } from "./ask.ts";
import { fakeGithub, shop } from "./fixture.ts";
import type { FileRow } from "./rest-file-rows.ts";
import type { Limits } from "./world.ts";

const lines = (count: number, word = "line"): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join("");

/** A change from one set of files to another, and what the files list says of it. */
async function changed(before: Files, after: Files, limits: Partial<Limits> = {}) {
  const github = await fakeGithub({ limits });
  const work = createRepository();
  work.commit("Before", before);
  work.branch("feature");
  work.commit("After", after);
  const repository = github.repository("acme/shop", work.folder);
  const change = repository.pullRequest({ number: 1, head: "feature" });
  const ask = new Asker(github, github.tokens.personal("maria"));
  async function files(query = "per_page=100"): Promise<FileRow[]> {
    return (await ask.all(`/repos/acme/shop/pulls/1/files?${query}`)) as FileRow[];
  }
  return { github, work, repository, change, ask, files };
}

const many = (count: number, prefix = "file"): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${String(index).padStart(4, "0")}.txt`, "one\n"]),
  );

describe("the rows of a change", () => {
  it("agree with git diff: names, statuses, counts and every line of every patch", async () => {
    const { work, files } = await changed(
      {
        "kept.txt": "same\n",
        "edited.txt": lines(40),
        "removed.txt": "gone\n",
        "old/name.txt": lines(20, "moved"),
        "no-end.txt": "without",
        "script.sh": "echo\n",
        'café "quoted".md': "a\n",
        "tab\there.txt": "b\n",
      },
      {
        "edited.txt": lines(40).replace("line 3\n", "line three\n").replace("line 30\n", "line 30\nadded\n"),
        "removed.txt": null,
        "old/name.txt": null,
        "new/name.txt": `${lines(20, "moved")}and more\n`,
        "no-end.txt": "without an end",
        "script.sh": { executable: "echo\n" },
        'café "quoted".md': "a\nb\n",
        "tab\there.txt": "c\n",
        "picture.png": Buffer.from([0, 1, 2, 3]),
        "empty.txt": "",
        "diff.txt": "diff --git a/x b/x\r@@ -1 +1 @@\rdiff --git\n",
        link: { symlink: "kept.txt" },
      },
    );
    const rows = await files();
    expect(rows.map(({ filename, status, additions, deletions }) => [filename, status, additions, deletions])).toEqual([
      ['café "quoted".md', "modified", 1, 0],
      ["diff.txt", "added", 1, 0],
      ["edited.txt", "modified", 2, 1],
      ["empty.txt", "added", 0, 0],
      ["link", "added", 1, 0],
      ["new/name.txt", "renamed", 1, 0],
      ["no-end.txt", "modified", 1, 1],
      ["picture.png", "added", 0, 0],
      ["removed.txt", "removed", 0, 1],
      ["script.sh", "changed", 0, 0],
      ["tab\there.txt", "modified", 1, 1],
    ]);
    expect(rows.find((row) => row.filename === "new/name.txt")?.previous_filename).toBe("old/name.txt");
    const bare = rows.filter((row) => row.patch === undefined).map((row) => row.filename);
    expect(bare).toEqual(["empty.txt", "picture.png", "script.sh"]);
    // Hunks put together again are all that git prints, but for its headers.
    const printed = work.git("diff", "-M", "main", "feature").split("\n");
    const headers =
      /^(?:diff --git a|diff --git "a|index |--- |\+\+\+ |new file|deleted file|old mode|new mode|similarity|rename |Binary)/;
    const shown = rows.flatMap((row) => (row.patch ?? "").split("\n")).filter(Boolean);
    expect(shown).toEqual(printed.filter((line) => !headers.test(line)));
  });

  it("name the blob, and the blob is what git has", async () => {
    const { work, files } = await changed({ "a.txt": "a\n" }, { "a.txt": "b\n" });
    expect((await files())[0]?.sha).toBe(work.git("rev-parse", "feature:a.txt"));
  });

  it("show a pure rename without a patch", async () => {
    const { files } = await changed({ "a.txt": lines(9) }, { "a.txt": null, "b.txt": lines(9) });
    expect(await files()).toMatchObject([
      { filename: "b.txt", previous_filename: "a.txt", status: "renamed", changes: 0 },
    ]);
    expect((await files())[0]).not.toHaveProperty("patch");
  });

  it("show a file that became a link as changed, with both halves in its patch", async () => {
    const { files } = await changed(
      { "a.txt": lines(3), "z.txt": "1\n" },
      { "a.txt": { symlink: "z.txt" }, "z.txt": "2\n" },
    );
    const [first, second] = await files();
    expect(first).toMatchObject({ filename: "a.txt", status: "changed" });
    expect(second).toMatchObject({ filename: "z.txt", status: "modified", patch: "@@ -1 +1 @@\n-1\n+2" });
  });

  it("show a submodule as a line about its commit", async () => {
    const { work, files, change } = await changed({ "a.txt": "a\n" }, { "a.txt": "b\n" });
    work.submodule("vendor/lib", work.git("rev-parse", "HEAD"));
    work.commitStaged("Add a submodule");
    expect(change.number).toBe(1);
    const row = (await files()).find(({ filename }) => filename === "vendor/lib");
    expect(row?.patch).toMatch(/^@@ -0,0 \+1 @@\n\+Subproject commit [0-9a-f]{40}$/);
  });

  it("are those since the merge base: what the base got meanwhile is not of the change", async () => {
    const { work, files } = await changed({ "a.txt": "a\n" }, { "a.txt": "b\n" });
    work.switch("main");
    work.commit("Meanwhile", { "other.txt": "x\n" });
    expect((await files()).map((row) => row.filename)).toEqual(["a.txt"]);
  });

  it("are those since the tip of now: what the change merged in from its base is not of it either", async () => {
    const { work, files } = await changed({ "a.txt": "a\n" }, { "a.txt": "b\n" });
    work.switch("main");
    work.commit("Meanwhile", { "other.txt": "x\n" });
    work.switch("feature");
    work.merge("main");
    expect((await files()).map((row) => row.filename)).toEqual(["a.txt"]);
  });

  it("can be rewritten for what git does not make: copied and unchanged rows", async () => {
    const { files, change } = await changed({ "a.txt": "a\n" }, { "a.txt": "b\n" });
    change.rewriteFiles = (rows) => rows.map((row) => ({ ...row, status: "unchanged" }));
    expect(await files()).toMatchObject([{ status: "unchanged" }]);
  });
});

describe("pages", () => {
  it.each([
    { rows: 30, query: "", pages: 1 },
    { rows: 31, query: "", pages: 2 },
    { rows: 100, query: "per_page=100", pages: 1 },
    { rows: 101, query: "per_page=100", pages: 2 },
    { rows: 101, query: "per_page=500", pages: 2 },
  ])("C6: $rows rows with '$query' come in $pages", async ({ rows, query, pages }) => {
    const { github, files } = await changed({ "README.md": "x\n" }, many(rows));
    expect(await files(query)).toHaveLength(rows);
    expect(github.requests).toHaveLength(pages);
  });

  it("past the last one are empty", async () => {
    const { ask } = await changed({ "README.md": "x\n" }, many(2));
    expect((await ask.get("/repos/acme/shop/pulls/1/files?page=2")).body).toEqual([]);
  });

  it("C5: end at 3,000 rows, while the change still counts all", async () => {
    const { files, ask } = await changed({ "README.md": "x\n" }, many(3001));
    expect(await files()).toHaveLength(3000);
    expect((await ask.get("/repos/acme/shop/pulls/1")).body).toMatchObject({ changed_files: 3001, additions: 3001 });
  });
});

describe("diff lines of one answer", () => {
  const statuses = (rows: readonly FileRow[]) => rows.map(({ additions, patch }) => [additions, patch !== undefined]);

  it("C12: past 20,000, later rows say 0 and show no patch, and nothing marks them (orgs/community#213491)", async () => {
    const { files, ask } = await changed(
      { "README.md": "x\n" },
      { "a.txt": lines(19_998), "b.txt": lines(5), "c.txt": lines(5), "d.txt": lines(5) },
    );
    // a: 19,999 lines with its header; b crosses the limit and is the last one shown.
    expect(statuses(await files())).toEqual([
      [19_998, true],
      [5, true],
      [0, false],
      [0, false],
    ]);
    expect((await ask.get("/repos/acme/shop/pulls/1")).body).toMatchObject({ additions: 20_013 });
  });

  it.each([
    { what: "19,999 lines leave room for one more row", first: 19_992, last: [5, true] },
    { what: "20,000 lines leave none", first: 19_993, last: [0, false] },
  ])("C12: $what", async ({ first, last }) => {
    const { files } = await changed(
      { "README.md": "x\n" },
      { "a.txt": lines(first), "b.txt": lines(5), "c.txt": lines(5) },
    );
    expect(statuses(await files())).toEqual([[first, true], [5, true], last]);
  });

  it("are counted for each answer: smaller pages show more", async () => {
    const rows = { "a.txt": lines(15), "b.txt": lines(15), "c.txt": lines(15) };
    const { files } = await changed({ "README.md": "x\n" }, rows, { diffLinesPerAnswer: 20 });
    expect(statuses(await files())).toEqual([
      [15, true],
      [15, true],
      [0, false],
    ]);
    expect(statuses(await files("per_page=2"))).toEqual([
      [15, true],
      [15, true],
      [15, true],
    ]);
  });

  it("C3: a file too large to show keeps its counts and loses its patch", async () => {
    const { files } = await changed({ "README.md": "x\n" }, { "a.txt": lines(20_001), "b.txt": "x".repeat(600_000) });
    expect(statuses(await files("per_page=1"))).toEqual([
      [20_001, false],
      [1, false],
    ]);
  });
});

describe("the diff media type", () => {
  const diff = { accept: "application/vnd.github.diff" };

  it("gives the whole diff", async () => {
    const { ask, work } = await changed({ "a.txt": "a\n" }, { "a.txt": "b\n" });
    expect((await ask.get("/repos/acme/shop/pulls/1", diff)).body).toBe(
      `${work.git("diff", "--full-index", "main", "feature")}\n`,
    );
  });

  it.each([
    { files: 300, status: 200 },
    { files: 301, status: 406 },
  ])("C1: $files files are answered $status (reviewdog/reviewdog#1696)", async ({ files, status }) => {
    const { ask } = await changed({ "README.md": "x\n" }, many(files));
    const answer = await ask.get("/repos/acme/shop/pulls/1", diff);
    expect(answer.status).toBe(status);
    if (status === 406) {
      expect(answer.body).toMatchObject({ errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }] });
    }
  });

  it.each([
    { count: 19_999, status: 200 },
    { count: 20_000, status: 406 },
  ])("C2: $count lines and a header are answered $status (github/docs#9078)", async ({ count, status }) => {
    const { ask } = await changed({ "README.md": "x\n" }, { "a.txt": lines(count) });
    expect((await ask.get("/repos/acme/shop/pulls/1", diff)).status).toBe(status);
  });
});

describe("commits", () => {
  it("C8: 250 are listed, and all are counted", async () => {
    const { ask, work } = await shop();
    // One git run for all of them: 250 runs of `git commit` take a minute on a busy machine.
    const person = "committer Maria Keller <maria@example.org> 1767225600 +0000";
    const steps = Array.from({ length: 250 }, (_, index) => `Step ${index}`);
    const stream = steps.map((step) => `commit refs/heads/feature\n${person}\ndata ${step.length}\n${step}\n`);
    work.gitBytes(["fast-import", "--quiet"], {
      input: stream.join("").replace("\ndata 6\nStep 0\n", "\ndata 6\nStep 0\nfrom refs/heads/feature^0\n"),
    });
    expect(await ask.all("/repos/acme/shop/pulls/12/commits?per_page=100")).toHaveLength(250);
    expect((await ask.get("/repos/acme/shop/pulls/12")).body).toMatchObject({ commits: 251 });
    const answer = await ask.graphql(
      `{ repository(owner: "acme", name: "shop") { pullRequest(number: 12) { commits(last: 1) { totalCount nodes { commit { messageHeadline } } } } } }`,
    );
    const page = { commits: { totalCount: 251, nodes: [{ commit: { messageHeadline: "Step 248" } }] } };
    expect(answer.data).toEqual({ repository: { pullRequest: page } });
  });
});
