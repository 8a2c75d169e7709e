import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeFacts, commit, file, issue, review } from "../../../../testing/facts.ts";
import {
  type ChangeFacts,
  factsForDigest,
  isFileListComplete,
  isReadable,
  maximumBodyLength,
  maximumPatchBytes,
} from "./facts.ts";
import { readFacts } from "./read-facts.ts";

type Json = Record<string, unknown>;

function read(input: unknown): ChangeFacts {
  const reading = readFacts(input);
  if (!reading.ok) throw new Error(`${reading.error.where}: ${reading.error.message}`);
  return reading.facts;
}

/** The default document with one part of it replaced by anything at all. */
function withPart(part: Json): Json {
  return { ...changeFacts(), ...part };
}

function withFile(part: Json): Json {
  return withPart({ files: [{ ...file("src/a.ts"), ...part }], files_total: 1 });
}

describe("a facts document", () => {
  it("is read as it was written", () => {
    const facts = changeFacts({ issues: [issue(1)], reviews: [review("ada")] });
    expect(read(structuredClone(facts))).toEqual(facts);
  });

  it("loses the keys that are not part of it, so they cannot change its digest", () => {
    const facts = changeFacts();
    const more = { ...facts, extra: 1, files: facts.files.map((row) => ({ ...row, sha: "x" })) };
    expect(factsForDigest(read(more))).toBe(factsForDigest(facts));
  });

  it("collected twice is the same facts", () => {
    expect(factsForDigest(changeFacts({ collected_at: "2026-01-01T00:00:00Z" }))).toBe(factsForDigest(changeFacts()));
  });

  it("without source, host and state is an open change of a file on github.com", () => {
    const { source: _s, host: _h, state: _t, ...rest } = changeFacts();
    expect(read(rest)).toMatchObject({ source: "file", host: "github.com", state: "open" });
  });
});

describe("a wrong shape is an error that names its place", () => {
  it.each<[string, unknown, string]>([
    ["no object", 3, ""],
    ["null", null, ""],
    ["a list", [], ""],
    ["another schema", withPart({ schema: "warrant.change-facts/v2" }), "schema"],
    ["no title", withPart({ title: undefined }), "title"],
    ["a repository without an owner", withPart({ repository: "shop" }), "repository"],
    ["a repository with a line break", withPart({ repository: "a/b\nc" }), "repository"],
    ["number zero", withPart({ number: 0 }), "number"],
    ["files that are no list", withPart({ files: {} }), "files"],
    ["a file without a path", withPart({ files: [{}] }), "files[0].path"],
    ["a file with an empty path", withFile({ path: "" }), "files[0].path"],
    ["an empty head sha", withPart({ head: { ref: "x", sha: "" } }), "head.sha"],
    ["an upper-case head sha", withPart({ head: { ref: "x", sha: "A".repeat(40) } }), "head.sha"],
    ["a commit without a message", withPart({ commits: [{ ...commit(), message: 3 }] }), "commits[0].message"],
    ["a label that is a word", withPart({ labels: ["bug"] }), "labels[0]"],
  ])("%s", (_name, input, where) => {
    const reading = readFacts(input);
    expect(reading).toMatchObject({ ok: false, error: { code: "facts-invalid", where } });
  });
});

describe("an unreadable word or number takes its careful meaning", () => {
  it.each<[string, Json, Json]>([
    ["a status nobody knows is modified", { status: "exploded" }, { status: "modified" }],
    ["GitHub's changed is type_changed", { status: "changed" }, { status: "type_changed" }],
    ["GitHub's unchanged is modified", { status: "unchanged" }, { status: "modified" }],
    ["a null count is not known", { additions: null }, { additions: undefined }],
    ["a negative count is not known", { deletions: -1 }, { deletions: undefined }],
    ["a fractional count is not known", { additions: 0.5 }, { additions: undefined }],
    ["a count in words is not known", { additions: "3" }, { additions: undefined }],
    ["a file that does not say is binary", { binary: "no" }, { binary: true }],
    ["a kind nobody knows is a symlink", { kind: "device", mode: undefined }, { kind: "symlink" }],
    ["a mode says more than a kind", { kind: "file", mode: "120000" }, { kind: "symlink" }],
    ["a mode of a submodule too", { kind: "file", mode: "160000" }, { kind: "submodule" }],
    ["a mode nobody knows is not known", { mode: "100600" }, { mode: undefined }],
    ["a patch that is no text is not known", { patch: 3 }, { patch: undefined }],
  ])("%s", (_name, part, expected) => {
    expect(read(withFile(part)).files[0]).toMatchObject(expected);
  });

  it("the kind of a removed file comes from its old mode", () => {
    const facts = read(withFile({ status: "removed", mode: undefined, previous_mode: "120000", kind: "file" }));
    expect(facts.files[0]?.kind).toBe("symlink");
  });

  it.each<[string, Json]>([
    ["an unknown status", { status: "exploded" }],
    ["a rename without its previous path", { status: "renamed" }],
    ["a copy with an empty previous path", { status: "copied", previous_path: "" }],
  ])("%s makes the file list incomplete", (_name, part) => {
    const facts = read(withFile(part));
    expect(facts.incomplete.map((entry) => entry.what)).toContain("files");
    expect(isFileListComplete(facts)).toBe(false);
  });

  it.each<[string, Json, Json]>([
    ["permission", { permission: "owner" }, { permission: "unknown" }],
    ["state", { state: "LGTM" }, { state: "changes_requested" }],
    ["commit", { commit: 3 }, { commit: null }],
  ])("an unknown %s of a review", (_name, part, expected) => {
    expect(read(withPart({ reviews: [{ ...review("ada"), ...part }] })).reviews[0]).toMatchObject(expected);
  });

  it.each<[string, Json, Json]>([
    ["state", { state: "maybe" }, { state: "closed" }],
    ["link", { link: "near" }, { link: "unknown" }],
    ["state reason", { state_reason: "bored" }, { state_reason: "not_planned" }],
    [
      "state reason absent on a closed issue",
      { state: "closed", state_reason: undefined },
      { state_reason: "not_planned" },
    ],
    ["state reason absent on an open issue", { state_reason: undefined }, { state_reason: null }],
    ["pull request flag", { is_pull_request: "no" }, { is_pull_request: null }],
    ["editor", { editor: "nobody" }, { editor: undefined }],
    ["missing title", { title: undefined }, { unreadable: "error" }],
    ["missing labels", { labels: undefined }, { unreadable: "error" }],
    ["unreadable word", { unreadable: "shy" }, { unreadable: "error" }],
  ])("an unknown %s of an issue", (_name, part, expected) => {
    expect(read(withPart({ issues: [{ ...issue(1), ...part }] })).issues[0]).toMatchObject(expected);
  });

  it("an unreadable issue keeps nothing but its address and link", () => {
    const facts = read(withPart({ issues: [{ ...issue(1), unreadable: "forbidden" }] }));
    expect(facts.issues).toEqual([{ repository: "acme/shop", number: 1, link: "closing", unreadable: "forbidden" }]);
    expect(facts.issues.some(isReadable)).toBe(false);
  });

  it("an unknown incomplete part is the files, and the commits too, since an agent may hide in those", () => {
    expect(read(withPart({ incomplete: [{ what: "stars", why: "w" }] })).incomplete).toEqual([
      { what: "files", why: "w" },
      { what: "commits", why: "w" },
    ]);
  });

  it.each<[string, Json]>([
    ["a kind", { kind: "device" }],
    ["a mode", { mode: "100600" }],
    ["a mode before", { previous_mode: "160001" }],
    ["a binary flag", { binary: "no" }],
    ["a count of added lines", { additions: -1 }],
    ["a count of deleted lines", { deletions: "many" }],
    ["an absent binary flag where lines are not counted either", { binary: undefined, additions: undefined }],
  ])("%s nobody can read leaves the file list incomplete, as it may have been any", (_name, part) => {
    expect(isFileListComplete(read(withFile(part)))).toBe(false);
  });

  it.each<[string, Json]>([
    ["a null count", { additions: null }],
    ["an absent mode", { mode: undefined }],
    ["an absent binary flag beside counts", { binary: undefined }],
    ["absent counts of a binary", { binary: true, additions: undefined, deletions: undefined }],
  ])("%s is only not known", (_name, part) => {
    expect(isFileListComplete(read(withFile(part)))).toBe(true);
  });

  it.each<[string, unknown]>([
    ["in words", "5000"],
    ["half given", { additions: 5000 }],
    ["infinite", { additions: Number.POSITIVE_INFINITY, deletions: 0 }],
  ])("a count of all lines %s leaves the file list incomplete", (_name, total) => {
    expect(isFileListComplete(read(withPart({ lines_total: total })))).toBe(false);
  });

  it.each<[string, Json]>([
    ["an author without anything", { author: {} }],
    ["an author without an address", { author: { name: "Claude", login: null } }],
    ["a committer whose login is a list", { committer: { name: "A", email: "a@b", login: ["claude"] } }],
    ["trailers in one text", { trailers: "Co-authored-by: Claude <noreply@anthropic.com>" }],
  ])("%s leaves the commits incomplete, so that no agent hides behind it", (_name, part) => {
    const { incomplete } = read(withPart({ commits: [{ ...commit(), ...part }] }));
    expect(incomplete.map((entry) => entry.what)).toContain("commits");
  });

  it("a label whose setter cannot be read keeps its name and is nobody's word", () => {
    const facts = read(withPart({ issues: [{ ...issue(1), labels: [{ name: "feature", actor: 7 }] }] }));
    expect(facts.issues[0]).toMatchObject({ labels: [{ name: "feature" }] });
  });

  it("a draft that does not say is a draft, a state nobody knows is closed", () => {
    expect(read(withPart({ draft: null, state: "new" }))).toMatchObject({ draft: true, state: "closed" });
  });

  it("trailers that the collector left out are computed from the message", () => {
    const { trailers: _, ...rest } = commit({ message: "Fix\n\nCo-authored-by: Ada <ada@example.org>" });
    expect(read(withPart({ commits: [rest] })).commits[0]?.trailers).toEqual([
      { key: "Co-authored-by", value: "Ada <ada@example.org>" },
    ]);
  });
});

describe("sizes are bounded", () => {
  it.each([
    [maximumBodyLength, false],
    [maximumBodyLength + 1, true],
  ])("a body of %i characters is cut: %s", (length, cut) => {
    const facts = read(withPart({ body: "x".repeat(length) }));
    expect(facts.body?.length).toBe(maximumBodyLength);
    expect(facts.incomplete.some((entry) => entry.what === "body")).toBe(cut);
  });

  it("a body cut inside an emoji is still well-formed", () => {
    const facts = read(withPart({ body: `${"x".repeat(maximumBodyLength - 1)}\u{1F600}` }));
    expect(facts.body?.isWellFormed()).toBe(true);
  });

  it.each([
    [maximumPatchBytes, true],
    [maximumPatchBytes + 1, false],
  ])("a patch of %i bytes is kept: %s", (length, kept) => {
    const facts = read(withFile({ patch: "é".repeat(length / 2) + (length % 2 === 1 ? "x" : "") }));
    expect(facts.files[0]?.patch !== undefined).toBe(kept);
    expect(facts.files[0]?.additions).toBe(3);
    expect(facts.incomplete.some((entry) => entry.what === "patches")).toBe(!kept);
  });

  it("patches stop at 20 MiB for the whole change, the files after it keep their counts", () => {
    const files = Array.from({ length: 21 }, (_, index) =>
      file(`src/${index}.ts`, { patch: "x".repeat(maximumPatchBytes) }),
    );
    const facts = read(withPart({ files, files_total: 21 }));
    expect(facts.files.filter((row) => row.patch !== undefined)).toHaveLength(20);
    expect(facts.incomplete).toEqual([
      { what: "patches", why: expect.stringContaining("1 patches"), listed: 20, total: 21 },
    ]);
    expect(isFileListComplete(facts)).toBe(true);
  });
});

describe("the file list is complete", () => {
  it.each<[string, Partial<ChangeFacts>, boolean]>([
    ["when the rows are as many as the platform counts", {}, true],
    ["not when the platform counts more", { files_total: 2 }, false],
    ["not when the platform counts fewer", { files_total: 0 }, false],
    ["not when the count is not known", { files_total: null }, false],
    ["not when a path repeats", { files: [file("a"), file("a")] }, false],
    ["not when the collector says so", { incomplete: [{ what: "files", why: "cut" }] }, false],
    ["also when something else is incomplete", { incomplete: [{ what: "reviews", why: "cut" }] }, true],
    ["when there are no files and none are counted", { files: [] }, true],
  ])("%s", (_name, part, complete) => {
    expect(isFileListComplete(changeFacts(part))).toBe(complete);
  });
});

it("any JSON at all is read as facts or as one typed error, never thrown over", () => {
  const keys = Object.keys(changeFacts());
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...keys), fc.jsonValue(), (anything, key, part) => {
      for (const input of [anything, withPart({ [key]: part }), withFile({ [key]: part })]) {
        const reading = readFacts(input);
        expect(reading.ok ? reading.facts.schema : reading.error.code).toMatch(
          /^(?:warrant\.change-facts\/v1|facts-invalid)$/,
        );
      }
    }),
  );
});
