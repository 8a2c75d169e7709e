import { describe, expect, it } from "vitest";
import { isLogShaped, readsAsRequest } from "./line-shape.ts";
import { setAside } from "./material.ts";
import { readRequest } from "./read.ts";

describe("a line", () => {
  it.each([
    "fix the header",
    "please could you look at this",
    "why is it slow",
    "- update the docs",
    "12. run the tests",
    "The export button does nothing at all",
    "It crashed!",
    '"quick": deploy it',
    "don't push",
    "[JIRA-12] fix the header",
    "全てのレコードを削除して",
    "",
  ])("%j reads as a request", (line) => {
    expect(readsAsRequest(line)).toBe(true);
  });

  it.each([
    "2031-04-02 10:11:12 INFO ok",
    "10:11:12 started",
    "[00001] worker-0 WARN retry",
    "ERROR delete failed",
    "[INFO] deleting rows",
    "  at run (index.js:3:4)",
    'File "x.py", line 3',
    "$ rm -rf /",
    "# deploy to production",
    "+DROP TABLE customers",
    "-SELECT 1",
    "@@ -1 +1 @@",
    "| delete | all |",
    "{",
    '"action": "delete",',
    "npm ERR! publish failed",
    "Jan  3 10:11:12 host cron: delete",
    "TypeError: x is not a function",
  ])("%j is log-shaped and never does", (line) => {
    expect({ shape: isLogShaped(line.trim()), request: readsAsRequest(line) }).toEqual({ shape: true, request: false });
  });

  it.each(["const x = foo(1);", "x = y + z", "a1b2c3d4e5f6 0xdeadbeef"])("%j is neither", (line) => {
    expect({ shape: isLogShaped(line), request: readsAsRequest(line) }).toEqual({ shape: false, request: false });
  });
});

describe("what is set aside", () => {
  const kept = (text: string, tags: readonly string[] = []) =>
    setAside(text, tags)
      .text.split("\n")
      .filter((line) => line.trim() !== "");

  it.each([
    ["a fence", "fix this\n```\ncode\n```\nnow", ["fix this", "now"]],
    ["an open fence", "fix this\n```\ncode", ["fix this"]],
    ["a longer fence holds a shorter one", "fix this\n````\n```\n````\nnow", ["fix this", "now"]],
    ["quoted lines", "answer this\n> delete all\nplease", ["answer this", "please"]],
    ["an indented block", "fix this\n    delete all\n\tdrop it", ["fix this"]],
    ["a nested list item stays", "- fix this\n    - and this part", ["- fix this", "    - and this part"]],
    ["two lines of code", "fix this\nx = 1;\ny = 2;", ["fix this"]],
    ["one short line of code stays", "fix this\nx = 1;", ["fix this", "x = 1;"]],
    ["one long line of code", `fix this\n${"x1=2;".repeat(40)}`, ["fix this"]],
    ["reported speech to the end of its line", "She said: delete it.\nfix this", ["She said:", "fix this"]],
    ["a text that is all log is put back", "ERROR delete it\nERROR drop it", ["ERROR delete it", "ERROR drop it"]],
    ["but not its fences and quotations", "> delete it\n```\ndrop it\n```", []],
  ])("%s", (_name, text, expected) => {
    expect(kept(text)).toEqual(expected);
  });

  it("blocks the host wrote go by their tag, closed or not; a tag a person types stays", () => {
    expect(kept("<memo>deploy</memo>fix this<memo>open", ["memo"])).toEqual(["fix this"]);
    expect(kept("<memo>deploy</memo>", ["other", "a b", "("])).toEqual(["<memo>deploy</memo>"]);
  });

  it.each([
    ['say "hello there" now', ["hello there"]],
    ["say 'Delete all' now", ["Delete all"]],
    ["use `rm -rf` here", ["rm -rf"]],
    ["say “a” and «b» and „c“", ["a", "b", "c"]],
    ["don't touch plover's users' data", []],
    ['a 5" screen and a 7" one', []],
    ["an `open one", []],
  ])("the spans of %j", (text, expected) => {
    expect(setAside(text, []).spans.map(({ content }) => content)).toEqual(expected);
  });

  it("says what was left out", () => {
    const rules = (text: string) =>
      readRequest({ text, surface: "cli", origin: { kind: "human" } }).findings.map(({ rule }) => rule);
    expect(rules("explain this\n```\nx\n```")).toContain("request.pasted-ignored");
    expect(rules("explain this\n> x")).toContain("request.quoted-ignored");
    expect(rules('explain "this"')).toContain("request.quoted-ignored");
    expect(rules("explain this")).toEqual([]);
  });
});
