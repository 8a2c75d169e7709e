import { describe, expect, it } from "vitest";
import { isFileListComplete } from "../packages/kernel/src/change/facts.ts";
import { readFacts } from "../packages/kernel/src/change/read-facts.ts";
import { hasCorpus, readCorpus } from "./corpus.ts";
import { type CorpusRecord, factsOfCorpusRecord, personOf } from "./corpus-facts.ts";

const record: CorpusRecord = {
  repo: "acme/shop",
  sha: "c".repeat(40),
  pr_number: 12,
  title: "Correct the total",
  body: null,
  author: "Maria Keller <maria@example.org>",
  co_authors: ["Copilot <198982749+Copilot@users.noreply.github.com>"],
  n_files: 3,
  files: [
    { path: "src/total.ts", status: "M", additions: 2, deletions: 1, binary: false },
    { path: "b.png", previous_path: "a.png", status: "R", additions: 0, deletions: 0, binary: true },
    { path: "link", status: "A", additions: 1, deletions: 0, binary: false, mode: "120000" },
  ],
};

describe("a corpus record as facts", () => {
  it("reads as a complete facts document", () => {
    const facts = factsOfCorpusRecord(record);
    const reading = readFacts(JSON.parse(JSON.stringify(facts)));
    expect(reading).toEqual({ ok: true, facts });
    expect(isFileListComplete(facts)).toBe(true);
  });

  it("gives text files an empty patch, binaries none, and links their kind", () => {
    const [text, binary, link] = factsOfCorpusRecord(record).files;
    expect(text).toMatchObject({ status: "modified", patch: "", kind: "file" });
    expect(binary).toMatchObject({ status: "renamed", previous_path: "a.png", binary: true });
    expect(binary).not.toHaveProperty("patch");
    expect(link).toMatchObject({ status: "added", kind: "symlink" });
  });

  it("makes the author a commit identity and co-authors trailers", () => {
    const facts = factsOfCorpusRecord(record);
    expect(facts.author.login).toBeNull();
    expect(facts.commits[0]?.author).toEqual({ name: "Maria Keller", email: "maria@example.org", login: null });
    expect(facts.commits[0]?.trailers).toEqual([
      { key: "Co-authored-by", value: "Copilot <198982749+Copilot@users.noreply.github.com>" },
    ]);
  });

  it.each([
    ["Copilot <198982749+Copilot@users.noreply.github.com>", "Copilot", "Copilot"],
    ["dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>", "dependabot[bot]", "dependabot[bot]"],
    ["human-9a4f1346", "human-9a4f1346", null],
    ["", "", null],
  ])("reads the identity %s", (identity, name, login) => {
    expect(personOf(identity)).toMatchObject({ name, login });
  });
});

describe.runIf(hasCorpus("real-prs.jsonl.gz"))("the corpus of real changes", () => {
  it("gives complete facts for every record", () => {
    const records = readCorpus<CorpusRecord>("real-prs.jsonl.gz");
    const incomplete = records.filter((entry) => !isFileListComplete(factsOfCorpusRecord(entry)));
    expect(records.length).toBeGreaterThan(0);
    expect(incomplete.map((entry) => entry.sha)).toEqual([]);
  });
});
