import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFileListComplete } from "@warrant/kernel/change/facts";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { collectGitFacts } from "./facts.ts";
import { type HistoryChange, type HistoryOptions, openHistory } from "./history.ts";

afterEach(() => vi.unstubAllEnvs());

async function read(repository: TestRepository, options: Partial<HistoryOptions> = {}): Promise<HistoryChange[]> {
  const changes: HistoryChange[] = [];
  for await (const change of await openHistory({ cwd: repository.folder, count: 200, ...options }))
    changes.push(change);
  return changes;
}

async function titles(repository: TestRepository, options: Partial<HistoryOptions> = {}): Promise<string[]> {
  return (await read(repository, options)).map(({ facts }) => facts.title);
}

function shaOf(repository: TestRepository, revision: string): string {
  return repository.git("rev-parse", revision);
}

/** What git says a merge brought in: the oracle. */
function broughtIn(repository: TestRepository, merge: string): Set<string> {
  const listed = repository.git("rev-list", `${merge}^1..${merge}`).split("\n");
  return new Set(listed.filter((sha) => sha !== merge));
}

describe("the changes of a branch", () => {
  it("carry the time they were committed, in UTC, and none where git cannot say it", async () => {
    const repository = createRepository();
    repository.commit("One", { a: "1\n" }, { date: "2026-03-01T01:30:00+02:00" });
    repository.commit("Two", { a: "2\n" }, { date: "@0 +0000" });
    repository.commit("Three", { a: "3\n" }, { date: "2099-12-31T23:59:59Z" });
    expect((await read(repository)).map(({ date }) => date)).toEqual([
      "2026-02-28T23:30:00Z",
      "1970-01-01T00:00:00Z",
      "2099-12-31T23:59:59Z",
    ]);
    const raw = repository.git("cat-file", "commit", "HEAD").replace(/(committer .*>) .*/, "$1 99999999999999 +0000");
    const far = repository.gitBytes(["hash-object", "-t", "commit", "-w", "--literally", "--stdin"], {
      input: `${raw}\n`,
    });
    repository.git("reset", "-q", "--hard", far.toString().trim());
    expect((await read(repository, { count: 1 })).map(({ date }) => date)).toEqual([null]);
  });

  it("name their repository even when there are none", async () => {
    const repository = createRepository();
    repository.commit("One");
    repository.git("remote", "add", "origin", "https://github.com/acme/shop.git");
    const history = await openHistory({ cwd: repository.folder, count: 5, since: "2099-01-01" });
    expect([history.total, history.repository]).toEqual([0, "acme/shop"]);
    for await (const _ of history) throw new Error("there is no change");
  });

  it("are its first-parent commits, oldest first, each against its parent", async () => {
    const repository = createRepository();
    repository.commit("One", { a: "1\n" });
    repository.commit("Two (#12)\n\nFixes #3", { a: "2\n", "b\nc": "x\n" });
    repository.commit("Empty");
    repository.commit("Three", { a: null });
    const changes = await read(repository);
    expect(changes.map(({ facts }) => [facts.title, facts.number, facts.files.map((file) => file.path)])).toEqual([
      ["One", null, ["a"]],
      ["Two (#12)", 12, ["a", "b\nc"]],
      ["Empty", null, []],
      ["Three", null, ["a"]],
    ]);
    expect(changes[1]?.facts).toMatchObject({
      source: "git",
      state: "merged",
      body: "Fixes #3",
      base: { ref: "main", sha: shaOf(repository, "HEAD~3") },
      head: { ref: shaOf(repository, "HEAD~2").slice(0, 7), sha: shaOf(repository, "HEAD~2") },
      issues: [{ number: 3, link: "closing", unreadable: "not_looked_up" }],
    });
    expect(changes[0]?.facts.base.sha).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    for (const { facts } of changes) {
      expect(isFileListComplete(facts)).toBe(true);
      expect(readFacts(JSON.parse(JSON.stringify(facts)))).toEqual({ ok: true, facts });
    }
  });

  it("hold the same files as the range of one commit", async () => {
    const repository = createRepository();
    repository.commit("One", { a: `${"x\n".repeat(20)}end\n`, l: "text\n", bin: Buffer.from([0, 1]) });
    repository.rename("a", "moved 'a'");
    repository.submodule("lib", "c".repeat(40));
    repository.commitStaged("Two");
    repository.commit("Three", { l: { symlink: "x" }, bin: Buffer.from([0, 2]), run: { executable: "y\n" } });
    const changes = await read(repository);
    for (const [index, revision] of ["HEAD~2", "HEAD~1", "HEAD"].entries()) {
      const { facts } = await collectGitFacts({ cwd: repository.folder, range: revision });
      expect(changes[index]?.facts.files).toEqual(facts.files);
      expect(changes[index]?.facts.commits).toEqual(facts.commits);
    }
  });

  it.each([
    ["Correct it (#7)", 7],
    ["Correct it (#7) ", 7],
    ["Revert (#7) again", null],
    ["Correct it #7", null],
    ["Correct it (#0)", null],
    ["Correct it (#12345678901)", null],
    ["Correct it\n\nsee (#7)", null],
  ])("take the number of a squashed title: %j", async (message, number) => {
    const repository = createRepository();
    repository.commit(message);
    expect((await read(repository))[0]?.facts.number).toBe(number);
  });

  it("can be counted, dated and taken from any branch", async () => {
    const repository = createRepository();
    for (const [index, title] of ["A", "B", "C", "D"].entries()) {
      repository.commit(title, {}, { date: `2026-03-0${index + 1}T12:00:00Z` });
    }
    repository.branch("other", "HEAD~2");
    repository.commit("E", {}, { date: "2026-03-09T12:00:00Z" });
    expect(await titles(repository, { branch: "main" })).toEqual(["A", "B", "C", "D"]);
    expect(await titles(repository, { branch: "main", count: 2 })).toEqual(["C", "D"]);
    expect(await titles(repository, { since: "2026-03-02T00:00:00Z" })).toEqual(["B", "E"]);
    expect(await titles(repository, { count: 0 })).toEqual([]);
    const history = await openHistory({ cwd: repository.folder, branch: "main", count: 3 });
    expect(history).toMatchObject({ total: 3, branch: "main" });
    for await (const _ of history) break;
  });

  it.each([
    [{ branch: "mian" }, "no-such-revision"],
    [{ branch: "--output=x" }, "bad-revision"],
  ])("need a branch that exists: %j", async (options, code) => {
    const repository = createRepository();
    repository.commit("A");
    await expect(read(repository, options)).rejects.toMatchObject({ code, exitCode: 2 });
  });

  it("need a commit", async () => {
    await expect(read(createRepository())).rejects.toMatchObject({ code: "no-commits", exitCode: 2 });
  });

  it("are not made binary by the attributes that are checked out", async () => {
    const repository = createRepository();
    repository.commit("A", { "a.ts": "1\n", ".gitattributes": "*.ts -diff\n" });
    repository.commit("B", { "a.ts": "2\n" });
    expect((await read(repository))[1]?.facts.files).toMatchObject([{ binary: false, patch: "@@ -1 +1 @@\n-1\n+2" }]);
  });

  it("do not begin with a false addition of everything where a shallow clone ends", async () => {
    const repository = createRepository();
    for (const title of ["A", "B", "C"]) repository.commit(title, { [title]: "x\n" });
    const changes = await read(repository.shallowClone(2));
    expect(changes.map(({ facts }) => [facts.title, facts.files.length, facts.files_total])).toEqual([
      ["B", 0, null],
      ["C", 1, 1],
    ]);
    expect(changes[0]?.findings).toMatchObject([{ rule: "git.shallow" }]);
  });
});

describe("merged branches", () => {
  function withFeature(message: string): TestRepository {
    const repository = createRepository();
    repository.commit("A", { a: "1\n" });
    repository.branch("feature");
    repository.commit("F1\n\nFixes #8", { f: "1\n" });
    repository.commit("F2", { f: "2\n" });
    repository.switch("main");
    repository.commit("B", { b: "1\n" });
    repository.merge("feature", message);
    return repository;
  }

  it("take number, branch and title from a platform's merge message, and commits from the branch", async () => {
    const message = "Merge pull request #21 from acme/copilot/fix-total\n\nCorrect the total\n\nPart of #4";
    const { facts } = (await read(withFeature(message))).at(-1) ?? { facts: null };
    expect(facts).toMatchObject({
      number: 21,
      title: "Correct the total",
      body: "Part of #4\n\nF1\n\nFixes #8\n\nF2",
      head: { ref: "copilot/fix-total" },
      issues: [
        { number: 8, link: "closing" },
        { number: 4, link: "reference" },
      ],
    });
    expect(facts?.commits.map((commit) => commit.message.slice(0, 2))).toEqual(["F1", "F2"]);
    expect(facts?.files.map((file) => file.path)).toEqual(["f"]);
  });

  it("take the oldest subject where the merge message names only a branch", async () => {
    const { facts } = (await read(withFeature("Merge branch 'feature' into main"))).at(-1) ?? { facts: null };
    expect(facts).toMatchObject({
      number: null,
      title: "F1",
      head: { ref: "feature" },
      body: "F1\n\nFixes #8\n\nF2".replace("F1", "F1"),
    });
  });

  it("get exactly the commits git says they brought in, whatever the shape", async () => {
    const repository = createRepository();
    repository.commit("root", { a: "1" });
    repository.branch("long");
    repository.commit("l1", { l1: "1" });
    repository.switch("main");
    repository.commit("m1", { m1: "1" });
    repository.branch("short");
    repository.commit("s1", { s1: "1" });
    repository.switch("long");
    repository.merge("main", "main into long");
    repository.commit("l2", { l2: "1" });
    repository.switch("main");
    repository.merge("short", "short into main");
    repository.switch("long");
    repository.merge("short", "short into long");
    repository.branch("third", "long~1");
    repository.commit("t1", { t1: "1" });
    repository.switch("main");
    repository.commit("m2", { m2: "1" });
    repository.merge("third", "third into main");
    repository.merge("long", "long into main");
    for (const name of ["o1", "o2"]) {
      repository.branch(name, "main");
      repository.commit(name, { [name]: "1" });
    }
    repository.switch("main");
    repository.merge(["o1", "o2"], "octopus");
    for (const count of [200, 3, 1]) {
      const merges = (await read(repository, { count })).filter(
        ({ facts }) => repository.git("rev-list", "--parents", "-1", facts.head.sha).split(" ").length > 2,
      );
      expect(merges.length).toBe(count === 200 ? 4 : count);
      for (const { facts } of merges) {
        expect(new Set(facts.commits.map((commit) => commit.sha))).toEqual(broughtIn(repository, facts.head.sha));
      }
    }
  });
});

describe("a loop over the changes", () => {
  it("ends every git process when it is left, aborted or throws", async () => {
    const folder = temporaryFolder();
    const log = join(folder, "processes");
    writeFileSync(
      join(folder, "git"),
      `#!/bin/sh\necho $$ >> '${log}'\nPATH=/usr/bin:/bin:/usr/local/bin exec git "$@"\n`,
    );
    chmodSync(join(folder, "git"), 0o755);
    const repository = createRepository();
    repository.commit("A", { a: "1\n" });
    for (let index = 0; index < 30; index += 1)
      repository.commit(`C${index}`, { a: `${"x".repeat(50_000)}${index}\n` });
    vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
    const controller = new AbortController();
    const left = async () => {
      for await (const _ of await openHistory({ cwd: repository.folder, count: 100 })) break;
    };
    const thrown = async () => {
      for await (const _ of await openHistory({ cwd: repository.folder, count: 100 })) throw new Error("disk full");
    };
    const aborted = async () => {
      const { signal } = controller;
      for await (const _ of await openHistory({ cwd: repository.folder, count: 100, signal })) {
        controller.abort(new Error("interrupted"));
      }
    };
    await left();
    await expect(thrown()).rejects.toThrow("disk full");
    await expect(aborted()).rejects.toThrow("interrupted");
    const processes = readFileSync(log, "utf8").trim().split("\n").map(Number);
    expect(processes.length).toBeGreaterThan(9);
    await vi.waitFor(() => {
      for (const processId of processes) expect(() => process.kill(processId, 0)).toThrow("ESRCH");
    });
  });
});
