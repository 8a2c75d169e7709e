import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeFacts } from "../../../testing/facts.ts";
import { testIo } from "../../../testing/io.ts";
import { type FactsEntry, readFactsInput, splitLines } from "./facts-input.ts";

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "warrant-facts-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(content: string | Buffer, lines = false): Promise<FactsEntry[]> {
  await writeFile(join(folder, "facts"), content);
  return await collect(readFactsInput("facts", lines, testIo({ cwd: folder }).io));
}

function outcome(entry: FactsEntry): string {
  return "facts" in entry ? `${entry.line}: ${entry.facts.title}` : `${entry.line}: ${entry.invalid.error.message}`;
}

const line = (title: string) => canonicalJson(changeFacts({ title }));

describe("lines are split at line feeds alone", () => {
  it("whatever the chunks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[^\n]{1,9}$/u)),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
          const split = await collect(splitLines(chunksOf(bytes, size)));
          expect(split.map((item) => item.bytes?.toString())).toEqual(
            texts.map((text) => Buffer.from(text).toString()),
          );
          expect(split.map((item) => item.number)).toEqual(texts.map((_, index) => index + 1));
        },
      ),
    );
  });

  it("a last line without a line feed counts, a last line feed adds none", async () => {
    const split = async (text: string) => (await collect(splitLines(chunksOf(Buffer.from(text), 3)))).length;
    expect([await split("a\nb"), await split("a\nb\n"), await split(""), await split("\n")]).toEqual([2, 2, 0, 1]);
  });

  it("a line at the limit is kept, one past it is refused and the next is read again", async () => {
    const split = await collect(splitLines(chunksOf(Buffer.from("12345\n123456\n1\n"), 4), 5));
    expect(split.map((item) => item.bytes?.toString() ?? null)).toEqual(["12345", null, "1"]);
  });
});

describe("facts in bulk", () => {
  it("are read in order, and a bad line is an entry with its number", async () => {
    const entries = await read(
      `${line("one")}{\n\n${line("two")}3\n${JSON.stringify({ ...changeFacts(), title: 1 })}\n`,
    );
    expect(entries.map(outcome)).toEqual([
      "1: one",
      expect.stringMatching(/^2: the document is not JSON at character \d+$/),
      "3: the line is empty",
      "4: two",
      "5: a facts document must be a JSON object",
      expect.stringMatching(/^6: expected string/),
    ]);
  });

  it("a first line that is bad stays one bad line when the input is said to be lines", async () => {
    expect((await read(`{"a":\n${line("two")}`, true)).map((entry) => "facts" in entry)).toEqual([false, true]);
  });

  it("bytes that are not UTF-8 are refused for their line alone, and CRLF is fine", async () => {
    const entries = await read(
      Buffer.concat([
        Buffer.from(line("one").trim()),
        Buffer.from("\r\n"),
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        Buffer.from(line("two")),
      ]),
    );
    expect(entries.map(outcome)).toEqual(["1: one", "2: the document is not UTF-8", "3: two"]);
  });

  it("a NUL byte is no facts document", async () => {
    expect((await read("\0\n", true)).map((entry) => "facts" in entry)).toEqual([false]);
  });
});

describe("one document", () => {
  it("may be written over several lines", async () => {
    expect((await read(JSON.stringify(changeFacts({ title: "pretty" }), null, 2))).map(outcome)).toEqual(["1: pretty"]);
  });

  it("that does not parse is one error", async () => {
    expect((await read("{\n  1\n}")).map(outcome)).toEqual([expect.stringContaining("not JSON")]);
  });

  it("is read from standard input", async () => {
    const { io } = testIo({ cwd: folder, stdin: line("from stdin") });
    expect((await collect(readFactsInput("-", false, io))).map(outcome)).toEqual(["1: from stdin"]);
  });

  it("in a file that is not there, or is a folder, is a usage error that names it", async () => {
    const { io } = testIo({ cwd: folder });
    await expect(collect(readFactsInput("none.json", false, io))).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining("none.json (ENOENT)"),
    });
    await expect(collect(readFactsInput(".", false, io))).rejects.toMatchObject({
      code: 2,
      message: expect.stringContaining("(EISDIR)"),
    });
  });
});
