import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createRepository, type Files, type TestRepository } from "../../../../testing/git-repository.ts";
import { ByteInput, parseWhole } from "./byte-input.ts";
import { GitError } from "./error.ts";
import { diffArguments, patchLimits } from "./files.ts";
import { type DiffRow, type PatchLimits, parsePatch, parseRaw, readDiff } from "./parse-diff.ts";

const unlimited: PatchLimits = { file: 1e9, change: 1e9 };

function diffOf(repository: TestRepository, from = "HEAD~1", to = "HEAD"): Buffer {
  return repository.gitBytes(["-c", "core.quotePath=false", "diff", ...diffArguments, from, to]);
}

function parse(bytes: Buffer, limits: PatchLimits = unlimited): readonly DiffRow[] {
  return parseWhole(bytes, (input) => readDiff(input, limits))[0]?.rows ?? [];
}

/** The rows after feeding the bytes in pieces of the given sizes, over and over. */
function parseInPieces(bytes: Buffer, sizes: readonly number[], limits: PatchLimits = unlimited): readonly DiffRow[] {
  const input = new ByteInput();
  const parser = readDiff(input, limits);
  let rows: readonly DiffRow[] = [];
  let position = 0;
  for (let piece = 0; position < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    input.append(bytes.subarray(position, position + size));
    position += size;
    rows = parser.next().value?.rows ?? rows;
  }
  input.end();
  for (const result of parser as Iterable<{ rows: readonly DiffRow[] } | undefined>) rows = result?.rows ?? rows;
  return rows;
}

/** Rows in a form two runs can be compared in. */
function plain(rows: readonly DiffRow[]): unknown[] {
  return rows.map((row) => ({
    ...row,
    oldName: row.oldName.toString("latin1"),
    newName: row.newName.toString("latin1"),
  }));
}

/** What `--numstat -z` says, by new name: the oracle for the counts. */
function numstat(repository: TestRepository): Map<string, string> {
  const fields = repository
    .gitBytes(["diff", "--numstat", "-z", "-M50%", "HEAD~1", "HEAD"])
    .toString("latin1")
    .split("\0");
  const counts = new Map<string, string>();
  for (let index = 0; index < fields.length - 1; index += 1) {
    const [added = "", removed = "", name = ""] = (fields[index] ?? "")
      .split("\t", 2)
      .concat((fields[index] ?? "").replace(/^[^\t]*\t[^\t]*\t/, ""));
    if (name === "") {
      counts.set(fields[index + 2] ?? "", `${added}/${removed}`);
      index += 2;
    } else counts.set(name, `${added}/${removed}`);
  }
  return counts;
}

function shown(counts: DiffRow["counts"]): string {
  return counts === undefined || counts === null ? "-/-" : `${counts.additions}/${counts.deletions}`;
}

const hostileNames = [
  "plain.txt",
  "with space.txt",
  "line\nend.txt",
  'quo"te.txt',
  "tab\there.txt",
  "back\\slash.txt",
  "a b/a b/x.txt",
  "x b/x",
  "-dash",
  "--stat",
  ":colon",
  "diff --git a/x b/x",
  "ünï/日本語.md",
  "emoji-🦀.rs",
  "\u0001control",
  "@@ -1 +1 @@",
  " leading and trailing ",
  "Binary files a and b differ",
];

describe("a difference with hostile names and contents", () => {
  let repository: TestRepository;
  let bytes: Buffer;
  beforeAll(() => {
    repository = createRepository({ lasting: "file" });
    const before: [string | Buffer, string | Buffer][] = hostileNames.map((name) => [name, `one\ntwo\n${name}\n`]);
    const odd: [string | Buffer, string | Buffer][] = [
      [Buffer.from([0x66, 0xff, 0x0a]), "bytes\n"],
      ["crlf.txt", "a\r\nb\r\n"],
      ["binary.bin", Buffer.from([0, 1, 2])],
      ["moved-from.txt", `${"same line\n".repeat(30)}end\n`],
      ["looks-like-a-patch.diff", "diff --git a/x b/x\n@@ -1,9 +1,9 @@\n"],
      ["removed.txt", "gone\n"],
      ["link-to-be", "text\nof two lines\n"],
    ];
    repository.commit("First", [...before, ...odd]);
    repository.rename("moved-from.txt", 'moved to "here"\n.txt');
    const after: Files = [
      ...before.map(([name, text]): [string | Buffer, string] => [
        name,
        `${String(text)}diff --git a/q b/q\n@@ -1 +9 @@\n`,
      ]),
      [Buffer.from([0x66, 0xff, 0x0a]), "other bytes\n"],
      ["crlf.txt", "a\r\nB\r\n"],
      ["binary.bin", Buffer.from([0, 1, 3])],
      ['moved to "here"\n.txt', `${"same line\n".repeat(30)}END\n`],
      ["looks-like-a-patch.diff", "--- a/x\n+++ b/x\n\\ No newline at end of file"],
      ["removed.txt", null],
      ["link-to-be", { symlink: "plain.txt" }],
      ["empty.txt", ""],
      ["new", { executable: "#!/bin/sh\n" }],
      ["nul-late.txt", Buffer.concat([Buffer.from("x\n".repeat(5000)), Buffer.from([0]), Buffer.from("\n")])],
    ];
    repository.commit("Second", after);
    bytes = diffOf(repository);
  });

  it("is read whole: every file once, with git's own counts", () => {
    const rows = parse(bytes);
    const expected = numstat(repository);
    expect(rows).toHaveLength(expected.size);
    // A file that became a link is counted as removed and added, which `--numstat` compares as one text.
    const counted = rows
      .filter((row) => row.status !== "T")
      .map((row) => [row.newName.toString("latin1"), shown(row.counts)]);
    expect(counted).toEqual([...expected].filter(([name]) => name !== "link-to-be"));
    expect(counted.length).toBe(rows.length - 1);
  });

  it("gives each file its own hunks and nothing else", () => {
    const byName = new Map(parse(bytes).map((row) => [row.newName.toString(), row]));
    for (const name of hostileNames) {
      expect(byName.get(name)?.patch).toMatch(/^@@ -[34],0 \+[45],2 @@[^\n]*\n\+diff --git a\/q b\/q\n\+@@ -1 \+9 @@$/);
    }
    expect(byName.get("crlf.txt")?.patch).toBe("@@ -2 +2 @@ a\n-b\r\n+B\r");
    expect(byName.get("binary.bin")).toMatchObject({ counts: null });
    expect(byName.get("binary.bin")).not.toHaveProperty("patch");
    expect(byName.get("empty.txt")).toMatchObject({ status: "A", patch: "", counts: { additions: 0, deletions: 0 } });
    expect(byName.get("removed.txt")).toMatchObject({ status: "D", patch: "@@ -1 +0,0 @@\n-gone" });
    expect(byName.get('moved to "here"\n.txt')).toMatchObject({
      status: "R",
      patch: "@@ -31 +31 @@ same line\n-end\n+END",
    });
    expect(byName.get("link-to-be")).toMatchObject({
      status: "T",
      oldMode: "100644",
      newMode: "120000",
      counts: { additions: 1, deletions: 2 },
      patch: "@@ -1,2 +0,0 @@\n-text\n-of two lines\n@@ -0,0 +1 @@\n+plain.txt\n\\ No newline at end of file",
    });
    expect(byName.get("new")).toMatchObject({ newMode: "100755" });
    expect(byName.get("nul-late.txt")?.patch).toContain("+\u0000");
  });

  it("is the same however the bytes arrive", () => {
    const whole = plain(parse(bytes));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        expect(plain(parseInPieces(bytes, sizes))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("never loses a file silently when the list is cut off", () => {
    const rowsEnd = bytes.indexOf("\0\0") + 1;
    const total = parse(bytes).length;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: rowsEnd - 2 }), (end) => {
        const outcome = (() => {
          try {
            return parse(bytes.subarray(0, end)).length;
          } catch (error) {
            return error instanceof GitError ? error.code : "crash";
          }
        })();
        // At the border of a row the cut cannot be seen here; git's status tells it then, and no file has counts.
        expect(outcome === "unexpected-output" || (typeof outcome === "number" && outcome < total)).toBe(true);
      }),
    );
  });

  it("is refused when a patch belongs to no listed file", () => {
    const rows = parseRaw(bytes.subarray(0, bytes.indexOf("\0\0") + 1));
    const patch = bytes.subarray(bytes.indexOf("\0\0") + 2);
    for (const index of rows.keys()) {
      const without = rows.filter((_, other) => other !== index);
      expect(() => parsePatch(patch, without, unlimited)).toThrow("is not in the list of changed files");
    }
  });

  it("is refused when the patches come in another order", () => {
    const rows = parseRaw(bytes.subarray(0, bytes.indexOf("\0\0") + 1)).reverse();
    expect(() => parsePatch(bytes.subarray(bytes.indexOf("\0\0") + 2), rows, unlimited)).toThrow(GitError);
  });
});

describe("output these parsers do not know", () => {
  it.each([
    ["words", "warning: something"],
    ["a row of another kind", "::100644 100644 100644 aaaa bbbb cccc MM\0x\0"],
    ["a row without a name", ":100644 100644 aaaaaaa bbbbbbb M\0"],
    ["a row with an empty name", ":100644 100644 aaaaaaa bbbbbbb M\0\0"],
    ["a rename with one name", ":100644 100644 aaaaaaa bbbbbbb R090\0x\0"],
    ["an unknown status", ":100644 100644 aaaaaaa bbbbbbb X\0x\0"],
    ["a hunk without lengths", ":100644 100644 aaaaaaa bbbbbbb M\0x\0\0diff --git a/x b/x\n@@ -one +1 @@\n"],
    ["a header that never ends", ":100644 100644 aaaaaaa bbbbbbb M\0x\0\0diff --git a/x b/x"],
    ["something after the rows", ":100644 100644 aaaaaaa bbbbbbb M\0x\0\0warning: x\n"],
  ])("is an error, never an empty change: %s", (_, text) => {
    expect(() => parse(Buffer.from(text))).toThrow(expect.objectContaining({ code: "unexpected-output" }));
  });

  it("names a file in a merge conflict and says what to do", () => {
    expect(() => parse(Buffer.from(":000000 000000 0000 0000 U\0src/a.ts\0"))).toThrow(
      expect.objectContaining({
        code: "unmerged",
        exitCode: 2,
        message: expect.stringContaining("src/a.ts") as string,
      }),
    );
  });

  it("never crashes the reader: any bytes give rows or a typed error", () => {
    const piece = fc.constantFrom(
      ":100644 100644 aaaa bbbb M\0x\0",
      "\0",
      "diff --git a/x b/x\n",
      "@@ -1 +1 @@\n",
      "+x\n",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const outcome = (() => {
          try {
            return parse(Buffer.from(pieces.join("")));
          } catch (error) {
            return error;
          }
        })();
        expect(Array.isArray(outcome) || outcome instanceof GitError).toBe(true);
      }),
    );
  });

  it("is no output at all for an empty change", () => {
    expect(parse(Buffer.alloc(0))).toEqual([]);
  });
});

describe("the limits of patches", () => {
  const line = `${"x".repeat(99)}\n`;
  const hunkOf = (lines: number): Buffer => Buffer.from(line.repeat(lines));

  it("keep a patch at the limit of a file and drop one past it, but never its counts", () => {
    const repository = createRepository();
    repository.commit("First");
    repository.commit("Second", { a: hunkOf(10), b: hunkOf(11), c: "small\n" });
    const bytes = diffOf(repository);
    const exact = Buffer.byteLength(parse(bytes)[0]?.patch ?? "") + 1;
    const rows = parse(bytes, { file: exact, change: 1e9 });
    expect(rows.map((row) => [row.patch !== undefined, shown(row.counts)])).toEqual([
      [true, "10/0"],
      [false, "11/0"],
      [true, "1/0"],
    ]);
  });

  it("drop what no longer fits the whole change and keep what still does", () => {
    const repository = createRepository();
    repository.commit("First");
    repository.commit("Second", { a: hunkOf(10), b: hunkOf(10), c: "small\n" });
    const rows = parse(diffOf(repository), { file: 2000, change: 1500 });
    expect(rows.map((row) => row.patch !== undefined)).toEqual([true, false, true]);
  });

  it("count a patch of many megabytes without holding it, in any pieces", () => {
    const repository = createRepository();
    const many = Array.from({ length: 80_000 }, (_, index) => `line ${index}`);
    repository.commit("First", { big: `${many.join("\n")}\n`, z: "1\n" });
    const edited = many.map((text, index) => (index % 3 === 0 ? `${text} edited` : text));
    repository.commit("Second", { big: `${edited.join("\n")}\n`, z: "2\n" });
    const bytes = diffOf(repository);
    expect(bytes.length).toBeGreaterThan(1.5e6);
    for (const sizes of [[65_536], [1000], [79, 131_071]]) {
      const rows = parseInPieces(bytes, sizes, patchLimits);
      expect(rows.map((row) => shown(row.counts))).toEqual([...numstat(repository).values()]);
      expect(rows.map((row) => row.patch)).toEqual([undefined, "@@ -1 +1 @@\n-1\n+2"]);
    }
  });
});
