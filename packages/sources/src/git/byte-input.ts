/** @module Bytes that arrive in chunks, and the loop that feeds them to a parser written as a generator. */

const nothing = Buffer.alloc(0);

/** The unread part of a byte stream. Positions are absolute in `buffer` and hold until the next `append`. */
export class ByteInput {
  buffer: Buffer = nothing;
  position = 0;
  ended = false;
  /** Bytes after `position` that were searched already, so that a long wait is not a quadratic one. */
  #searched = 0;

  append(chunk: Buffer): void {
    this.buffer =
      this.position >= this.buffer.length ? chunk : Buffer.concat([this.buffer.subarray(this.position), chunk]);
    this.position = 0;
  }

  end(): void {
    this.ended = true;
  }

  get remaining(): number {
    return this.buffer.length - this.position;
  }

  /** The next byte, or -1 when none has arrived. */
  peek(): number {
    return this.buffer[this.position] ?? -1;
  }

  moveTo(position: number): void {
    this.position = position;
    this.#searched = 0;
  }

  /** Where a byte stands next, or -1 when it has not arrived. Ask again after more bytes; ask for nothing else between. */
  findByte(byte: number): number {
    const at = this.buffer.indexOf(byte, this.position + this.#searched);
    if (at === -1) this.#searched = this.remaining;
    return at;
  }

  /** The same for a sequence of bytes. */
  find(bytes: Buffer): number {
    const at = this.buffer.indexOf(bytes, this.position + this.#searched);
    if (at === -1) this.#searched = Math.max(0, this.remaining - bytes.length + 1);
    return at;
  }
}

/** A parser over a `ByteInput`: it yields `undefined` to wait for more bytes, and each result once it is whole. */
export type Parser<Result> = Generator<Result | undefined, void, void>;

/** Feeds chunks to a parser and gives its results as they come. A parser that ends early ends the reading too. */
export async function* parseChunks<Result>(
  chunks: AsyncIterable<Buffer>,
  input: ByteInput,
  parser: Parser<Result>,
): AsyncGenerator<Result, void, undefined> {
  for await (const chunk of chunks) {
    input.append(chunk);
    for (;;) {
      const step = parser.next();
      if (step.done === true) return;
      if (step.value === undefined) break;
      yield step.value;
    }
  }
  input.end();
  yield* parser as Generator<Result, void, void>;
}

/** The results of a parser over bytes that are all there. */
export function parseWhole<Result>(bytes: Buffer, parser: (input: ByteInput) => Parser<Result>): Result[] {
  const input = new ByteInput();
  input.append(bytes);
  input.end();
  return [...parser(input)].filter((result) => result !== undefined);
}
