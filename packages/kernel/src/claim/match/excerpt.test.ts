import { describe, expect, it } from "vitest";
import { matchExcerpt } from "./excerpt.ts";

function grade(pane: string, excerpt: string, options = {}): string {
  const { grade: found, veto } = matchExcerpt(pane, excerpt, options);
  return veto === null ? found : `${found} ${veto}`;
}

describe("an excerpt", () => {
  it.each([
    ["is exact as it stands", "the queue holds 12 jobs now", "the queue holds 12 jobs", "exact"],
    [
      "is exact when only the line is broken otherwise",
      "the queue\n   holds 12 jobs",
      "the queue holds 12 jobs",
      "exact",
    ],
    ["is repaired when case differs", "The Queue Holds 12 Jobs", "the queue holds 12 jobs", "repaired"],
    ["is repaired when Markdown is dropped", "**The queue** holds `12` jobs", "The queue holds 12 jobs", "repaired"],
    ["skips a tab gutter", "  7\tconst a = 1;\n  8\tconst b = 2;", "const a = 1; const b = 2;", "repaired"],
    ["skips numbers that count up", "7: alpha one\n8: beta two\n", "alpha one beta two", "repaired"],
    [
      "does not skip numbers that do not",
      "7: alpha one\n9: beta two\n",
      "alpha one beta two",
      "interleaved number_gap",
    ],
    [
      "is interleaved when one word is left out",
      "the queue now holds twelve jobs",
      "the queue holds twelve jobs",
      "interleaved",
    ],
    [
      "is partial when six words are left out",
      "alpha one two three four five six beta gamma",
      "alpha beta gamma",
      "partial quilted",
    ],
    ["is absent when fewer than six words in ten are there", "alpha beta gamma", "alpha delta epsilon zeta", "absent"],
    [
      "stands inside no longer number",
      "the whole run took 300 seconds",
      "the whole run took 30",
      "partial number_mismatch",
    ],
    ["stands inside no longer word", "the database was restarted", "data base was restarted", "absent"],
    ["keeps a version apart", "running on node 3.10 today", "running on node 3.1 today", "partial number_mismatch"],
    [
      "keeps a separator as part of a path",
      "changed src/test once more",
      "changed src-test once more",
      "repaired identifier_mismatch",
    ],
    ["keeps the sign of a line", "- const limit = 10;", "+ const limit = 10;", "repaired operator_mismatch"],
    [
      "is held to a line number it brings along",
      "src/util.ts:10: export function parse",
      "src/util.ts:11: export function parse",
      "partial number_mismatch",
    ],
    ["reads ideographs one by one", "数据库连接失败，请稍后重试", "连接失败，请稍后重试", "exact"],
  ])("%s", (_name, pane, excerpt, wanted) => {
    expect(grade(pane, excerpt)).toBe(wanted);
  });

  it.each([
    ["R12 refuses two words of less than twelve characters", "status ok and more", "status ok", "exact too_short"],
    ["takes twelve characters", "status ok now and more", "status ok now", "exact"],
    ["takes three words", "exit code 1 from child", "exit code 1", "exact"],
    ["takes a short quote that is the whole result", "ok\n", "ok", "exact"],
    ["refuses a quote of signs alone", "!!! ???", "!!!", "absent too_short"],
  ])("%s", (_name, pane, excerpt, wanted) => {
    expect(grade(pane, excerpt)).toBe(wanted);
  });

  it.each([
    ["a negator right before", "restarted by hand today", "the job was not restarted by hand today"],
    ["a negator right behind", "the flag is set", "the flag is set never"],
    ["a verb that failed before", "acquire the leader lock", "Worker failed to acquire the leader lock."],
    ["a value that denies", "strict tls mode enabled", "strict tls mode enabled: off"],
    ["a prefix", "blocking read of the socket", "a non-blocking read of the socket"],
    ["an exclamation mark", "isReady(worker) and more", "if (!isReady(worker) and more) {"],
  ])("is refused at its edge by %s", (_name, excerpt, pane) => {
    expect(grade(pane, excerpt)).toBe("exact negation_edge");
  });

  it.each([
    ["a comma", "it works with cookies, not with tokens", "it works with cookies"],
    ["a full stop", "It is not so. The endpoint works with cookies", "The endpoint works with cookies"],
    ["a line end", "never\nThe endpoint works with cookies", "The endpoint works with cookies"],
    ["and", "not this and the endpoint works with cookies", "the endpoint works with cookies"],
    ["four words", "not one two three the endpoint works fine", "the endpoint works fine"],
  ])("is not refused by a negator beyond %s", (_name, pane, excerpt) => {
    expect(grade(pane, excerpt)).toBe("exact");
  });

  it.each([
    ["a percent sign", "coverage reached 84% on main", "coverage reached 84"],
    ["a currency", "each seat costs $84 a month", "84 a month and"],
    ["a unit", "the timeout is 30 s here", "the timeout is 30"],
  ])("is refused where it is cut from %s", (_name, pane, excerpt) => {
    expect(grade(`${pane} and more`, excerpt)).toBe("exact unit_edge");
  });

  it.each([
    [
      "R6 the gap hides a negation",
      "Access is granted to staff. Access is denied to vendors.",
      "Access is ... to vendors",
      "interleaved negation_gap",
    ],
    [
      "R6 the parts stand in reverse order",
      "First stop it. Then start the writer.",
      "start the writer ... First stop it",
      "partial ellipsis_order",
    ],
    [
      "R6 the gap is too wide",
      `alpha beta ${"word ".repeat(31)}gamma delta`,
      "alpha beta … gamma delta",
      "partial quilted",
    ],
    [
      "R6 thirty words may be left out",
      `alpha beta ${"word ".repeat(30)}gamma delta`,
      "alpha beta … gamma delta",
      "interleaved",
    ],
    ["R6 a part is too short", "The driver keeps its licence", "The ... licence", "partial too_short"],
    [
      "R6 a number hides beside a number",
      "Step 3 of 9 is optional here",
      "Step 3 ... is optional here",
      "interleaved number_gap",
    ],
    [
      "R6 an edge of the chain is negated",
      "It is not allowed to enter the flat at night",
      "allowed to enter … at night",
      "interleaved negation_edge",
    ],
    [
      "dots that stand in the source are literal",
      "Loading plugins... done in 4 s",
      "Loading plugins... done in 4 s",
      "exact",
    ],
    [
      "dots at the ends are dropped",
      "reads the CSV, checks every row and stores it",
      "…reads the CSV, checks every row…",
      "exact",
    ],
  ])("with an omission: %s", (_name, pane, excerpt, wanted) => {
    expect(grade(pane, excerpt)).toBe(wanted);
  });

  it("R7 that stands twice with two meanings is ambiguous, unless its lines are named", () => {
    const pane = "the flag is set to true here\nnot the flag is set to true here\n";
    expect(grade(pane, "the flag is set to true")).toBe("exact ambiguous");
    expect(grade(pane, "the flag is set to true", { lineStart: 1, lineEnd: 1 })).toBe("exact");
    expect(grade(pane, "the flag is set to true", { lineStart: 2 })).toBe("exact negation_edge");
    expect(matchExcerpt("a b c d\na b c d\na b c d", "a b c d").count).toBe(3);
  });

  it("R8 is found anywhere in a long result", () => {
    const pane = `${"filler words of a log\n".repeat(20_000)}the needle is at the very end\n`;
    expect(grade(pane, "The needle is at the very end")).toBe("repaired");
  });

  it("is only searched as it stands in a result beyond two million characters", () => {
    const pane = `${"x ".repeat(1_000_001)}the needle is here`;
    expect(matchExcerpt(pane, "the needle is here")).toMatchObject({ grade: "exact", veto: null });
    expect(matchExcerpt(pane, "The needle is here")).toMatchObject({ grade: "absent", isTooLarge: true });
  });

  it("tells where it stands in the text as received", () => {
    const pane = "\u001b[32mok\u001b[0m  the  queue holds 12 jobs";
    const [span] = matchExcerpt(pane, "the queue holds 12").spans;
    expect(pane.slice(...(span ?? [0, 0]))).toBe("the  queue holds 12");
  });
});

describe("what a quote leaves out", () => {
  it.each([
    ["a restriction", "Access is granted only to admins of the team", "Access is granted to admins of the team"],
    ["how seldom it is", "The lock is seldom released by the worker", "The lock is released by the worker"],
    ["that it is refused", "port 8443 and rejects plain HTTP requests", "port 8443 and plain HTTP requests"],
    ["that it is prevented", "the guard prevents all writes to the table", "the guard all writes to the table"],
    ["a German negation", "Der Dienst ist nicht verfügbar in Produktion", "Der Dienst ist verfügbar in Produktion"],
    ["a French negation", "le service est pas disponible en production", "le service est disponible en production"],
  ])("turns it around within: %s", (_name, pane, excerpt) => {
    expect(grade(pane, excerpt)).toBe("interleaved negation_gap");
  });

  it("turns it around between two parts", () => {
    expect(grade("The server rejects all plain HTTP requests", "The server … all plain HTTP requests")).toMatch(
      / negation_gap$/,
    );
  });

  it.each([
    ["They denied that the backup completed last night", "the backup completed last night"],
    ["It is untrue that the backup completed last night", "the backup completed last night"],
    ["The claim that the disk is full is false says the log", "that the disk is full"],
    ["zero users were able to log in here", "users were able to log in here"],
    ["0 errors were found in the last run", "errors were found in the last run"],
    ["Nicht alle Benutzer dürfen Daten löschen", "alle Benutzer dürfen Daten löschen"],
    ["La cuenta nunca fue activada por el equipo", "fue activada por el equipo"],
  ])("turns it around right outside: %s", (pane, excerpt) => {
    expect(grade(pane, excerpt)).toBe("exact negation_edge");
  });

  it.each([
    ["a space before a unit", "memory 512MB used of 1GB available", "memory 512 MB used of 1 GB available"],
    ["a space behind a comma", '{"tests":{"passed":40,"skipped":2}}', '"tests": {"passed": 40, "skipped": 2}'],
    ["another hour", "at 10:30 users were able to log in", "users were able to log in"],
    ["what was denied before another clause", "He denied it, and the backup completed", "the backup completed"],
    ["the end of a list of numbers", "exits with 0, tests were run to the end", "tests were run to the end"],
  ])("changes nothing: %s", (_name, pane, excerpt) => {
    expect(grade(pane, excerpt)).toMatch(/^(?:exact|repaired)$/);
  });
});
