import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRequest } from "./read.ts";
import type { Lineage } from "./reading.ts";
import type { OpenThread } from "./request.ts";
import { keywordsOf, lineageOf, openThreadsOf, type PastStrand } from "./threads.ts";

const parser: OpenThread = { thread_id: "t1", act: "modify", keywords: ["parser", "crash", "unicode"] };
const docs: OpenThread = { thread_id: "t2", act: "author", keywords: ["docs", "install", "guide"] };
const header: OpenThread = { thread_id: "t3", act: "modify", keywords: ["header", "parser"] };

function lineage(
  text: string,
  open: readonly OpenThread[],
  more: { isDeictic?: boolean; command?: "corrects" | "replaces" } = {},
): Lineage {
  return lineageOf({ text, acts: ["modify"], isDeictic: more.isDeictic === true }, open, more.command);
}

describe("the thread of a part", () => {
  it.each([
    ["52 one shared keyword continues", "fix the parser", [parser], { kind: "continues", thread_id: "t1", merges: [] }],
    [
      "52 a shared question word never links",
      "why what where how",
      [{ ...parser, keywords: ["why", "what", "where"] }],
      { kind: "new" },
    ],
    [
      "52 a shared empty verb never links",
      "make it show",
      [{ ...parser, keywords: ["make", "show"] }],
      { kind: "new" },
    ],
    [
      "52 two shared keywords of another thread merge it",
      "fix parser crash, header",
      [parser, { ...header, keywords: ["header", "parser"] }],
      { kind: "continues", thread_id: "t3", merges: ["t1"] },
    ],
    ["another act does not link without a pronoun", "fix the docs guide", [docs], { kind: "new" }],
    ["nothing in common is a new thread", "fix the footer", [parser, header], { kind: "new" }],
    ["no open thread is a new thread", "fix the parser", [], { kind: "new" }],
  ] as const)("%s", (_name, text, open, expected) => {
    expect(lineage(text, open)).toEqual(expected);
  });

  it("a pronoun alone goes to the newest thread of its act", () => {
    expect(lineage("fix it", [parser, header, docs], { isDeictic: true })).toEqual({
      kind: "continues",
      thread_id: "t3",
      merges: [],
    });
    expect(lineage("fix it", [docs], { isDeictic: true })).toEqual({ kind: "new" });
  });

  it("53 a command aims at the first candidate, else at the newest thread, else opens one", () => {
    expect(lineage("the parser", [parser, docs], { command: "corrects" })).toEqual({
      kind: "corrects",
      thread_id: "t1",
    });
    expect(lineage("something else", [parser, docs], { command: "replaces" })).toEqual({
      kind: "replaces",
      thread_id: "t2",
    });
    expect(lineage("something else", [], { command: "replaces" })).toEqual({ kind: "new" });
  });

  it("53 corrects and replaces come from a person's command only, whatever the words are", () => {
    const read = (text: string, kind: string) =>
      readRequest({ text, surface: "cli", origin: { kind }, history: { open_threads: [parser] }, turn_id: "u" });
    expect(read("/goal fix the parser", "human").parts[0]).toMatchObject({
      lineage: { kind: "corrects", thread_id: "t1" },
      thread_id: "t1",
    });
    expect(read("/goal replace fix the parser", "human").parts[0]).toMatchObject({
      lineage: { kind: "replaces", thread_id: "t1" },
      thread_id: "u.1",
    });
    for (const text of [
      "/goal fix the parser",
      "correct the parser",
      "replace the goal: fix the parser",
      "`/goal fix` the parser",
    ]) {
      expect(["new", "continues"]).toContain(
        read(text, text.startsWith("/") ? "agent" : "human").parts[0]?.lineage.kind,
      );
    }
  });

  it("keywords are long enough, told apart by anything that is no letter or digit, and bounded", () => {
    expect(keywordsOf("Fix the Parser_crash (unicode): it is v2!")).toEqual(["fix", "parser", "crash", "unicode"]);
    expect(keywordsOf(Array.from({ length: 900 }, (_, index) => `word${index}`).join(" "))).toHaveLength(200);
  });
});

describe("the open threads of a session", () => {
  const strand = (index: number, thread: string, kind: "new" | "replaces" = "new", target = ""): PastStrand => ({
    strand_id: `s${index}`,
    thread_id: thread,
    act: "modify",
    text: `topic${thread}`,
    lineage: kind === "new" ? { kind } : { kind, thread_id: target },
  });

  it("54 are oldest first, without replaced and closed ones", () => {
    const strands = [strand(1, "a"), strand(2, "b"), strand(3, "c"), strand(4, "d", "replaces", "b")];
    expect(openThreadsOf(strands, new Set(["c"])).map(({ thread_id }) => thread_id)).toEqual(["a", "d"]);
  });

  it("54 are at most twelve, each once, and the newest of the session", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 30 })),
        (threads, closed) => {
          const gone = new Set(closed.map(String));
          const strands = threads.map((thread, index) => strand(index, String(thread)));
          const open = openThreadsOf(strands, gone).map(({ thread_id }) => thread_id);
          const newest = [...new Set(threads.map(String).reverse())]
            .filter((thread) => !gone.has(thread))
            .slice(0, 12)
            .reverse();
          expect(open).toEqual(newest);
        },
      ),
    );
  });
});
