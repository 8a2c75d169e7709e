import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longestLine, type NumberedLine, readLines } from "./read-lines.ts";

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (let piece = 0; from < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

async function linesOf(text: string | Uint8Array, sizes: readonly number[] = [3]): Promise<NumberedLine[]> {
  const lines: NumberedLine[] = [];
  for await (const line of readLines(inPieces(Buffer.from(text), sizes))) lines.push(line);
  return lines;
}

describe("lines of a file", () => {
  it("are those of the text, wherever the pieces end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", ""))),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (texts, sizes) => {
          const lines = await linesOf(texts.map((text) => `${text}\n`).join(""), sizes);
          expect(lines.map(({ text }) => text)).toEqual(texts);
          expect(lines.every(({ isWhole, number }, index) => isWhole && number === index + 1)).toBe(true);
        },
      ),
    );
  });

  it("tell of a last one without its end, and of none in an empty file", async () => {
    expect(await linesOf("a\nb")).toEqual([
      { number: 1, text: "a", isWhole: true },
      { number: 2, text: "b", isWhole: false },
    ]);
    expect(await linesOf("")).toEqual([]);
  });

  it("refuse bytes that are no UTF-8, naming the line", async () => {
    await expect(linesOf(Uint8Array.from([0x61, 0x0a, 0xff, 0x0a]))).rejects.toMatchObject({
      code: "refused",
      message: "Could not read line 2: it is no UTF-8.",
    });
  });

  it("take the longest line and refuse one byte more, before it is read whole", async () => {
    const whole = Buffer.alloc(longestLine, "x");
    expect((await linesOf(whole, [1 << 20]))[0]?.text).toHaveLength(longestLine);
    await expect(linesOf(Buffer.concat([whole, Buffer.from("x")]), [1 << 20])).rejects.toThrow(
      "Could not read line 1: it is longer than 16000000 bytes.",
    );
  });
});
