import { chmodSync, lstatSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { assert, integer, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { createRepository, type TestRepository } from "../../../../testing/git-repository.ts";
import { type IndexFile, readIndexFile, stateOfFile } from "./index-file.ts";

function indexBytes(repository: TestRepository): Buffer {
  return readFileSync(repository.path(".git/index"));
}

function readIndex(repository: TestRepository, oidLength: 20 | 32 = 20): IndexFile {
  const index = readIndexFile(indexBytes(repository), oidLength);
  if (index === null) throw new Error("the index could not be read");
  return index;
}

/** The state of a path, with an index that was written long after every file. */
function stateOf(repository: TestRepository, path: string): string | undefined {
  const writtenAt = lstatSync(repository.path(".git/index"), { bigint: true }).mtimeNs + 10_000_000_000n;
  const now = lstatSync(repository.path(path), { bigint: true });
  return stateOfFile(readIndex(repository).entries.get(path), now, writtenAt);
}

const long = `${"deep/".repeat(900)}name`;

describe("readIndexFile", () => {
  it.each([
    [2, "sha1", 20],
    [3, "sha1", 20],
    [4, "sha1", 20],
    [2, "sha256", 32],
    [4, "sha256", 32],
  ] as const)("reads what git wrote in version %i with %s", (version, objectFormat, oidLength) => {
    const repository = createRepository({ objectFormat });
    repository.git("config", "index.version", String(version));
    const names = ["a", "a.txt", "src/deep/one.ts", "src/deep/other.ts", "ümlaut/☃", "seven77", "eight888"];
    repository.commit("Files", Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    // Only an entry with further bits needs version 3.
    if (version === 3) repository.git("update-index", "--skip-worktree", "a");
    const bytes = indexBytes(repository);
    expect(bytes.readUInt32BE(4)).toBe(version);
    const { entries } = readIndex(repository, oidLength);
    expect([...entries.keys()].toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      const stats = lstatSync(repository.path(name), { bigint: true });
      expect(entries.get(name)).toMatchObject({ mtime: stats.mtimeNs, size: Number(stats.size), mode: 0o100644 });
      expect(entries.get(name)?.isPlain).toBe(version !== 3 || name !== "a");
    }
  });

  it.each([2, 4])("reads a name longer than its length field, in version %i", (version) => {
    const repository = createRepository();
    repository.git("config", "index.version", String(version));
    const blob = repository.gitBytes(["hash-object", "-w", "--stdin"], { input: "x" }).toString().trim();
    repository.git("update-index", "--add", "--cacheinfo", `100644,${blob},${long}`);
    repository.git("update-index", "--add", "--cacheinfo", `100644,${blob},${long}2`);
    expect([...readIndex(repository).entries.keys()]).toEqual([long, `${long}2`]);
  });

  it("reads an index that was written without its digest", () => {
    const repository = createRepository();
    repository.git("config", "index.skipHash", "true");
    repository.commit("Files", { a: "1" });
    expect([...readIndex(repository).entries.keys()]).toEqual(["a"]);
  });

  it("knows nothing where a split index holds the other part", () => {
    const repository = createRepository();
    repository.commit("Files", { a: "1", b: "2" });
    repository.git("update-index", "--split-index");
    repository.write({ c: "3" });
    repository.git("add", "c");
    expect(readIndexFile(indexBytes(repository), 20)).toBeNull();
  });

  it("knows nothing where a folder stands for its files", () => {
    const repository = createRepository();
    repository.commit("Files", { "a/one": "1", "b/two": "2", "c/d/three": "3" });
    repository.git("sparse-checkout", "set", "--cone", "--sparse-index", "a");
    expect(readIndexFile(indexBytes(repository), 20)).toBeNull();
  });

  it("knows nothing of a file that is cut, altered, or of another form", () => {
    const repository = createRepository();
    repository.commit("Files", { a: "1", "b/c": "2" });
    const bytes = indexBytes(repository);
    for (let length = 0; length < bytes.length; length += 7) {
      expect(readIndexFile(bytes.subarray(0, length), 20)).toBeNull();
    }
    for (let at = 0; at < bytes.length; at += 5) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 0x41;
      expect(readIndexFile(altered, 20)).toBeNull();
    }
    expect(readIndexFile(bytes, 32)).toBeNull();
  });

  it("never throws and never hangs, whatever stands after a true beginning", () => {
    const head = Buffer.from("DIRC\0\0\0", "latin1");
    assert(
      property(integer({ min: 2, max: 4 }), uint8Array({ maxLength: 400 }), (version, rest) => {
        // Ends in zeros, so that the digest does not decide.
        const bytes = Buffer.concat([head, Buffer.from([version]), rest, Buffer.alloc(20)]);
        const index = readIndexFile(bytes, 20);
        expect(index?.entries.size ?? 0).toBeLessThanOrEqual(400);
      }),
      { numRuns: 500 },
    );
  });
});

describe("stateOfFile", () => {
  it("knows a file that is as git wrote it down, and one that git does not have", () => {
    const repository = createRepository();
    repository.commit("Files", { a: "1", run: { executable: "#!/bin/sh\n" }, link: { symlink: "a" } });
    repository.write({ fresh: "new" });
    expect(["a", "run", "link", "fresh"].map((path) => stateOf(repository, path))).toEqual([
      "tracked_clean",
      "tracked_clean",
      "tracked_clean",
      "untracked",
    ]);
  });

  it.each<readonly [string, (path: string, repository: TestRepository) => void]>([
    ["other content", (path) => writeFileSync(path, "22")],
    ["the right to run it", (path) => chmodSync(path, 0o755)],
    [
      "content of the same length with its time set back",
      (path) => {
        const { atimeMs, mtimeMs } = lstatSync(path);
        writeFileSync(path, "2");
        utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
      },
    ],
    [
      "another file in its place",
      (path) => {
        unlinkSync(path);
        writeFileSync(path, "1");
      },
    ],
    [
      "a word that git need not look at it",
      (_path, repository) => repository.git("update-index", "--skip-worktree", "a"),
    ],
    ["a word that it is unchanged", (_path, repository) => repository.git("update-index", "--assume-unchanged", "a")],
  ])("does not take %s for clean", (_what, change) => {
    const repository = createRepository();
    repository.commit("Files", { a: "1" });
    change(repository.path("a"), repository);
    expect(stateOf(repository, "a")).toBe("modified");
  });

  it("does not take a file that is only intended to be added for clean", () => {
    const repository = createRepository();
    repository.commit("Files", { a: "1" });
    repository.write({ b: "" });
    repository.git("add", "-N", "b");
    expect(stateOf(repository, "b")).toBe("modified");
  });

  it("does not take a file with a conflict for clean", () => {
    const repository = createRepository();
    repository.commit("Files", { a: "1\n" });
    repository.branch("other");
    repository.commit("Other", { a: "2\n" });
    repository.switch("main");
    repository.commit("Main", { a: "3\n" });
    expect(() => repository.git("merge", "other")).toThrow("merge");
    expect(stateOf(repository, "a")).toBe("modified");
  });

  it("cannot tell of a file that was written when the index was, or after it", () => {
    const repository = createRepository();
    repository.commit("Files", { a: "1" });
    const now = lstatSync(repository.path("a"), { bigint: true });
    const entry = readIndex(repository).entries.get("a");
    expect(stateOfFile(entry, now, now.mtimeNs)).toBeUndefined();
    expect(stateOfFile(entry, now, now.mtimeNs - 1n)).toBeUndefined();
    expect(stateOfFile(entry, now, now.mtimeNs + 1n)).toBe("tracked_clean");
  });
});
