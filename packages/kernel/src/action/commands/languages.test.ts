import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandBraces } from "../shell/braces.ts";
import { parseOptions } from "../shell/options.ts";
import { isSafeAwk } from "./awk.ts";
import { splitSql } from "./databases.ts";
import { readSed } from "./sed.ts";
import { taskReversibility } from "./tasks.ts";
import { readUrl } from "./url.ts";

describe("sed", () => {
  it.each([
    "s/a/b/",
    "s|a|b|gI",
    "1,5p",
    "$d",
    "/a/,/b/{p;d}",
    "/^#/d;s/x/y/2",
    "y/ab/cd/",
    "1!G;h;$!d",
    "a\\\ntext",
    ":a;N;$!ba;s/\\n/ /g",
    "/a\\/b/d",
    "0~3p",
    "\\,a,d",
    "# only a comment",
    "i\\ e w r text",
  ])("%j only edits", (script) => {
    expect(readSed(script)).toEqual({ reads: [] });
  });

  it.each([
    "s/a/b/e",
    "s/a/b/w out",
    "s/a/b/we",
    "1e date",
    "e",
    "w out",
    "/a/w out",
    "1W out",
    "s/a/b",
    "s/[/]/x/",
    "y/a/b",
    "x;e date",
    "s/a/b/;w out",
    "s/a/b/g w out",
    "{e date}",
    "R x",
    "k",
  ])("%j may do more", (script) => {
    expect(readSed(script)).toBeNull();
  });

  it("names the files it inserts", () => {
    expect(readSed("1r head.txt\n$d")).toEqual({ reads: ["head.txt"] });
  });
});

describe("awk", () => {
  it.each([
    "{print $1}",
    "$3 > 5 {print}",
    'BEGIN{FS=","} {n[$1]++} END{for(k in n) print k, n[k]}',
    "/a|b/{print}",
    '{print "a | b > c"}',
    "{ print ($1 > 2) }",
    "$1 ~ /x/ || $2 {print}",
    '# system("x")\n{print}',
  ])("%j only prints", (program) => {
    expect(isSafeAwk(program)).toBe(true);
  });

  it.each([
    '{system("x")}',
    '{print > "f"}',
    '{printf "%s", $1 >> "f"}',
    '{print | "sh"}',
    '{"date" | getline x}',
    '{while ((getline line < "f") > 0) print}',
    '@load "x"',
    '{f="system"; @f("x")}',
    '{print "',
    "/a",
  ])("%j may do more", (program) => {
    expect(isSafeAwk(program)).toBe(false);
  });
});

describe("statements", () => {
  it.each<[string, readonly string[] | null]>([
    ["select 1; drop table a", ["select 1", "drop table a"]],
    ["select ';'; -- drop;\nselect 2", ["select ''", "select 2"]],
    ["select $a$ ; drop $a$; x", ["select ''", "x"]],
    ["select /* ; */ 1", ["select   1"]],
    ["select /*! drop */ 1", null],
    ["select 'a", null],
  ])("%j", (sql, expected) => {
    expect(splitSql(sql)).toEqual(expected);
  });
});

describe("braces", () => {
  it.each<[string, readonly string[] | null]>([
    ["a{b,c}d", ["abd", "acd"]],
    ["{a,b}{1..3}", ["a1", "a2", "a3", "b1", "b2", "b3"]],
    ["{a,{b,c}}", ["a", "b", "c"]],
    ["{01..03}", ["01", "02", "03"]],
    ["{c..a}", ["c", "b", "a"]],
    ["{a}", ["{a}"]],
    ["'{a,b}'", ["'{a,b}'"]],
    ["${a,b}", ["${a,b}"]],
    ["{1..100}", null],
    ["{,.bak}x", ["x", ".bakx"]],
  ])("%j", (word, expected) => {
    expect(expandBraces(word)).toEqual(expected);
  });

  it("end for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("{", "}", ",", ".", "a", "1", "\\", "'", "$") }), (text) => {
        expect((expandBraces(text) ?? []).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe("options", () => {
  const table = { short: "ab:c?", long: "all bytes= colour?" };
  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [["-ab", "x", "y"], ["y"], []],
    [["-bx", "-a"], [], []],
    [["y", "--all", "--", "-b"], ["y", "-b"], []],
    [["--by", "3", "z"], ["z"], []],
    [["--colour=x", "--colour", "z"], ["z"], []],
    [["--all=x"], [], ["--all=x"]],
    [["-ax", "--frob"], [], ["-x", "--frob"]],
    [["-"], ["-"], []],
  ])("%j", (args, operands, unknown) => {
    const options = parseOptions(args, table);
    expect([options.operands, options.unknown]).toEqual([operands, unknown]);
  });
});

describe("addresses", () => {
  it.each([
    ["https://A.example:8443/x?y", "a.example:8443", false, false],
    ["a.example/x", "a.example", false, false],
    ["http://localhost:3000", "localhost:3000", true, false],
    ["http://127.1/", "127.1", true, false],
    ["http://0x7f000001/", "0x7f000001", true, false],
    ["http://[::1]:80/", "[::1]:80", true, false],
    ["http://169.254.169.254/", "169.254.169.254", false, true],
    ["http://0xa9fea9fe/", "0xa9fea9fe", false, true],
    ["http://metadata.google.internal/", "metadata.google.internal", false, true],
    ["https://a.example\\@b.example/", "a.example", false, false],
    ["https://a.example@b.example/", "b.example", false, false],
  ])("%s is at %s", (text, host, isLoopback, isMetadata) => {
    expect(readUrl(text)).toMatchObject({ host, isLoopback, isMetadata });
  });

  it.each(["", "http://", "http://a b/"])("%j is none", (text) => {
    expect(readUrl(text)?.host ?? null).toBeNull();
  });
});

describe("words of a task's name", () => {
  it.each([
    ["build", "reversible"],
    ["deploy:prod", "irreversible"],
    ["redeploys", "reversible"],
    ["db_migrate", "costly"],
    ["scripts/Release.sh", "irreversible"],
  ])("%s is %s", (name, expected) => {
    expect(taskReversibility([name])).toBe(expected);
  });
});
