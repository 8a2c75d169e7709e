/** @module A screenshot as a small PNG: at most 256 colours, a note inside that says what it shows; written as the standard says. */

import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const truecolour = 2;
const indexed = 3;
const mostColours = 256;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** One `0xRRGGBB` for each pixel, row by row. */
  readonly colours: Uint32Array;
}

function* chunksOf(png: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  if (!png.subarray(0, 8).equals(signature)) throw new Error("This is not a PNG.");
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** The byte that a row's filter guessed, from those to the left, above, and above to the left. */
function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [byLeft, byUp, byCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** Reads what a browser's screenshot is: eight bits a channel, no transparency, not interlaced. */
function pixelsOf(png: Buffer): Pixels {
  const chunks = [...chunksOf(png)];
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  if (header?.[8] !== 8 || header[9] !== truecolour || header[12] !== 0) throw new Error("This is not a screenshot.");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bytes = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)));
  const size = width * 3;
  let above: Buffer = Buffer.alloc(size);
  const colours = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (size + 1);
    const row = Buffer.from(bytes.subarray(start + 1, start + 1 + size));
    for (let x = 0; x < size; x += 1) {
      const left = x < 3 ? 0 : (row[x - 3] ?? 0);
      const corner = x < 3 ? 0 : (above[x - 3] ?? 0);
      row[x] = ((row[x] ?? 0) + guess(bytes[start] ?? 0, left, above[x] ?? 0, corner)) & 255;
    }
    for (let x = 0; x < width; x += 1) colours[y * width + x] = row.readUIntBE(x * 3, 3);
    above = row;
  }
  return { width, height, colours };
}

/** The distance of two colours, squared. */
function distance(left: number, right: number): number {
  const [red, green, blue] = [16, 8, 0].map((shift) => ((left >> shift) & 255) - ((right >> shift) & 255));
  return (red ?? 0) ** 2 + (green ?? 0) ** 2 + (blue ?? 0) ** 2;
}

/**
 * The colours to keep, the most frequent first, and which of them stands for each. Colours that differ in the last three bits
 * of a channel count as one: the one of them that is there most.
 */
function paletteOf(colours: Uint32Array): {
  readonly palette: readonly number[];
  readonly places: Map<number, number>;
} {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const alike = new Map<number, { colour: number; count: number }>();
  for (const [colour, count] of [...counts].sort((left, right) => right[1] - left[1] || left[0] - right[0])) {
    const group = alike.get(colour & 0xf8f8f8) ?? { colour, count: 0 };
    group.count += count;
    alike.set(colour & 0xf8f8f8, group);
  }
  const palette = [...alike.values()]
    .sort((left, right) => right.count - left.count || left.colour - right.colour)
    .slice(0, mostColours)
    .map(({ colour }) => colour);
  const places = new Map<number, number>();
  for (const colour of counts.keys()) {
    let nearest = 0;
    for (const [place, kept] of palette.entries()) {
      if (distance(colour, kept) < distance(colour, palette[nearest] ?? 0)) nearest = place;
    }
    places.set(colour, nearest);
  }
  return { palette, places };
}

/** The screenshot again in far fewer bytes, with a note under a keyword. */
export function smallPng(screenshot: Buffer, keyword: string, note: string): Buffer {
  const { width, height, colours } = pixelsOf(screenshot);
  const { palette, places } = paletteOf(colours);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [at, colour] of colours.entries()) {
    rows[at + Math.floor(at / width) + 1] = places.get(colour) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, indexed, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk("tEXt", Buffer.from(`${keyword}\0${note}`, "latin1")),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export interface PngFacts {
  readonly width: number;
  readonly height: number;
  /** The most frequent colour, `#rrggbb`. */
  readonly background: string;
  readonly notes: Readonly<Record<string, string>>;
}

/** What a picture of `smallPng` says of itself. */
export function readSmallPng(png: Buffer): PngFacts {
  let [width, height, background] = [0, 0, ""];
  const notes: Record<string, string> = {};
  for (const { type, data } of chunksOf(png)) {
    if (type === "IHDR") [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    if (type === "PLTE") background = `#${data.toString("hex", 0, 3)}`;
    if (type === "tEXt") {
      const end = data.indexOf(0);
      notes[data.toString("latin1", 0, end)] = data.toString("latin1", end + 1);
    }
  }
  return { width, height, background, notes };
}
