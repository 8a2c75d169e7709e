import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRepository } from "../../../../testing/git-repository.ts";
import { ByteInput, parseWhole } from "./byte-input.ts";
import { describeCommits, logFormat, plainLog, readLog, splitMessage } from "./commits.ts";
import { GitError } from "./error.ts";
import { diffArguments, patchLimits } from "./files.ts";

describe("a message", () => {
  it.each([
    ["Subject", "Subject", ""],
    ["Subject\n\nBody\n\nmore", "Subject", "Body\n\nmore"],
    ["\n\nSubject\nsecond line", "Subject", "second line"],
    ["Subject\r\n\r\nBody\r\n", "Subject", "Body\r\n"],
    ["", "", ""],
  ])("%j has a subject and a body", (message, subject, body) => {
    expect(splitMessage(message)).toEqual({ subject, body });
  });

  it("of very many empty lines is read in one go", () => {
    const message = `x${"\n".repeat(500_000)}y${"\n".repeat(500_000)}`;
    expect(splitMessage(message).body.startsWith("y\n")).toBe(true);
    expect(splitMessage(`${" \n".repeat(300_000)}x`).subject).toBe("x");
  });

  it("stands for the description: alone as subject and body, together as all of them", () => {
    const commit = (message: string) => ({
      sha: "a".repeat(40),
      author: { name: "", email: "", login: null },
      committer: { name: "", email: "", login: null },
      message,
      trailers: [],
    });
    expect(describeCommits([])).toEqual({ title: "", body: "" });
    expect(describeCommits([commit("A\n\nb")])).toEqual({ title: "A", body: "b" });
    expect(describeCommits([commit("A\n\nb"), commit("C")])).toEqual({ title: "A", body: "A\n\nb\n\nC" });
  });
});

describe("the log", () => {
  const messages = [
    "Plain",
    "",
    "diff --git \u0001fake\n\ndiff --git a/x b/x",
    "Ünïcode 🦀\n\n:100644 100644 a b M\tx",
    `Long\n\n${"x".repeat(70_000)}`,
    "Ends with lines\n\n\n\n",
  ];

  function logOf(withDiffs: boolean): Buffer {
    const repository = createRepository();
    for (const [index, message] of messages.entries()) {
      const files = index % 2 === 0 ? { [`f\n${index}`]: `diff --git \u0001\n${message}\n` } : {};
      repository.commit(message, files, { author: { name: `A "${index}" B`, email: "" } });
    }
    const diffs = withDiffs ? ["--root", ...diffArguments] : [];
    return repository.gitBytes(["-c", "core.quotePath=false", "log", "--reverse", ...diffs, ...plainLog]);
  }

  it.each([true, false])("is read commit by commit, whatever their text (with differences: %s)", (withDiffs) => {
    const logged = parseWhole(logOf(withDiffs), (input) => readLog(input, patchLimits));
    expect(logged.map(({ commit }) => commit.message)).toEqual(
      messages.map((message) => message.slice(0, 65_536).replace(/\n+$/, "")),
    );
    expect(logged.map(({ commit }) => commit.author.name)).toEqual(messages.map((_, index) => `A "${index}" B`));
    expect(logged.map(({ parents }) => parents.length)).toEqual(messages.map((_, index) => (index === 0 ? 0 : 1)));
    const files = logged.map(({ diff }) => diff.rows.map((row) => row.newName.toString()));
    expect(files).toEqual(messages.map((_, index) => (withDiffs && index % 2 === 0 ? [`f\n${index}`] : [])));
  });

  it("is the same however the bytes arrive", () => {
    const bytes = logOf(true);
    const whole = parseWhole(bytes, (input) => readLog(input, patchLimits)).map(({ commit, diff }) => [
      commit,
      diff.rows.map((row) => row.patch),
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 }), (sizes) => {
        const input = new ByteInput();
        const parser = readLog(input, patchLimits);
        const read: unknown[] = [];
        const take = () => {
          for (let step = parser.next(); step.done !== true && step.value !== undefined; step = parser.next()) {
            read.push([step.value.commit, step.value.diff.rows.map((row) => row.patch)]);
          }
        };
        for (let position = 0, piece = 0; position < bytes.length; piece += 1) {
          const size = sizes[piece % sizes.length] ?? 1;
          input.append(bytes.subarray(position, position + size));
          position += size;
          take();
        }
        input.end();
        take();
        expect(read).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it("with a message of many megabytes is read without holding it", () => {
    const repository = createRepository();
    repository.commit(`Huge\n\n${"0123456789\n".repeat(300_000)}`);
    repository.commit("Next");
    const bytes = repository.gitBytes(["log", ...plainLog]);
    const input = new ByteInput();
    const parser = readLog(input, patchLimits);
    const read: string[] = [];
    let held = 0;
    for (let position = 0; position < bytes.length; position += 65_536) {
      input.append(bytes.subarray(position, position + 65_536));
      for (let step = parser.next(); step.value !== undefined; step = parser.next())
        read.push(step.value.commit.message);
      held = Math.max(held, input.remaining);
    }
    input.end();
    for (const logged of parser as Iterable<{ commit: { message: string } }>) read.push(logged.commit.message);
    expect(read.map((message) => message.length)).toEqual([4, 65_536]);
    expect(held).toBeLessThan(1024 * 1024);
  });

  it.each([
    ["words", "fatal: x"],
    ["a commit without an id", "diff --git \u0001zz\0\0\0\0\0\0\0"],
    ["a commit that ends early", `diff --git \u0001${"a".repeat(40)}\0\0`],
  ])("that is something else is an error: %s", (_, text) => {
    expect(() => parseWhole(Buffer.from(text), (input) => readLog(input, patchLimits))).toThrow(GitError);
  });

  it("asks for every field behind a marker no file's header can go on with", () => {
    expect(logFormat).toMatch(/^--format=tformat:diff --git %x01/);
  });
});
