import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readYaml, yamlLimits } from "./yaml.ts";

/** Every problem as `line:column message`. */
function problems(input: Uint8Array | string): string[] {
  const reading = readYaml(input);
  if (reading.ok) throw new Error(`it was read: ${JSON.stringify(reading.document.value)}`);
  return reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

function valueOf(input: Uint8Array | string): unknown {
  const reading = readYaml(input);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.document.value;
}

describe("readYaml reads plain data", () => {
  it.each([
    ["an empty file", "", null],
    ["only comments", "# nothing\n\n", null],
    [
      "the core schema, where yes is a text",
      "a: yes\nb: true\nc: 0o17\nd: 1.5\ne: ~\n",
      { a: "yes", b: true, c: 15, d: 1.5, e: null },
    ],
    ["keys that look like numbers, as they are written", "1.0: a\ntrue: b\n", { "1.0": "a", true: "b" }],
    ["CRLF line ends", "a: b\r\nc:\r\n  - d\r\n", { a: "b", c: ["d"] }],
    ["a byte order mark", "\uFEFFa: b\n", { a: "b" }],
    ["flow style", "{a: [1, {b: c}]}", { a: [1, { b: "c" }] }],
    ["an anchor used once", "a: &x [1, 2]\nb: *x\n", { a: [1, 2], b: [1, 2] }],
    ["plain tags", "a: !!str 1\n", { a: "1" }],
    ["letters of any script", "grüße: ✅ 日本\n", { grüße: "✅ 日本" }],
    ["a document start", "---\na: b\n", { a: "b" }],
    ["tabs inside a value", "a: b\tc\n", { a: "b\tc" }],
  ])("%s", (_, text, value) => {
    expect(valueOf(text)).toEqual(value);
    expect(valueOf(Buffer.from(text))).toEqual(value);
  });

  it("infinity and not-a-number are read as numbers, which the schema then refuses", () => {
    expect(valueOf("a: .inf\nb: .nan\n")).toEqual({ a: Number.POSITIVE_INFINITY, b: Number.NaN });
  });
});

describe("readYaml refuses, with the place", () => {
  it.each([
    ["a duplicate key", "a: 1\nb: 2\na: 3\n", ['3:1 the key "a" stands here twice; the first is on line 1']],
    [
      "a duplicate key in flow style",
      "x: {a: 1, a: 2}\n",
      ['1:11 the key "a" stands here twice; the first is on line 1'],
    ],
    ["a merge key", "a: &a {b: 1}\nc:\n  <<: *a\n", ["3:3 merge keys (<<) are not supported; write the keys out"]],
    ["a key that would reach an object's own parts", "__proto__: {a: 1}\n", ['1:1 "__proto__" is not a possible key']],
    ["a key that is a list", "? [a]\n: b\n", ["1:3 a key must be a text"]],
    ["a key that is nothing", "~: b\n", ["1:1 a key must be a text"]],
    ["a tag of its own", "a: 1\nb: !env HOME\n", ["2:4 Unresolved tag: !env"]],
    ["binary data", "a: !!binary aGk=\n", ["1:13 the tag tag:yaml.org,2002:binary is not supported; write plain data"]],
    ["a set", "a: !!set {b}\n", ["1:10 the tag tag:yaml.org,2002:set is not supported; write plain data"]],
    ["a second document", "a: 1\n---\nb: 2\n", ["2:1 a second document begins here; one file holds one document"]],
    ["a directive", "%YAML 1.1\n---\na: yes\n", ["1:1 directives (%) are not supported; remove the line"]],
    ["an alias without its anchor", "a: *b\n", ["1:4 the alias *b names no anchor before it"]],
    ["an alias inside its own anchor", "a: &a [*a]\n", ["1:8 the alias *a contains itself"]],
    ["a tab as indentation", "a:\n\tb: c\n", ["2:1 Tabs are not allowed as indentation"]],
    ["indentation that does not fit", "a:\n   b: 1\n  c: 2\n", ["3:1 All mapping items must start at the same column"]],
    ["NUL", "a: b\n c\0d", ["2:3 U+0000 may not stand in this file; remove it"]],
    ["an escape character", "a: \u001b[31m", ["1:4 U+001B may not stand in this file; remove it"]],
    ["NUL written as an escape", 'a: "x\\0y"', ["1:4 the text holds U+0000, which no value may hold"]],
    ["a lone surrogate written as an escape", 'a: "\\ud800"', ["1:4 the text holds U+D800, which no value may hold"]],
    ["a control character in a key", '"a\\u0007": 1', ["1:1 the text holds U+0007, which no value may hold"]],
    ["a lone surrogate", "a: \ud800", ["1:4 U+D800 may not stand in this file; remove it"]],
    ["carriage returns alone", "a: b\rc: d", ["1:5 U+000D may not stand in this file; end lines with LF or CRLF"]],
    ["a reserved character", "a: @x\n", ["1:4 Plain value cannot start with reserved character @"]],
    [
      "several mistakes at once",
      "a: [1, 2\nb: 3\nc: {\n",
      [
        "2:1 Flow sequence in block collection must be sufficiently indented and end with a ]",
        "4:1 Flow map in block collection must be sufficiently indented and end with a }",
      ],
    ],
  ])("%s", (_, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it.each([
    [
      "Latin-1",
      [0x61, 0x3a, 0x20, 0x0a, 0x62, 0x3a, 0x20, 0xe9],
      "2:4 the byte 0xE9 is not UTF-8; save the file as UTF-8",
    ],
    [
      "UTF-16",
      [...Buffer.from("\uFEFFa: b", "utf16le")],
      "1:1 the byte 0xFF is not UTF-8 (it looks like UTF-16); save the file as UTF-8",
    ],
    ["an overlong form", [0x61, 0x3a, 0x20, 0xc0, 0x80], "1:4 the byte 0xC0 is not UTF-8; save the file as UTF-8"],
    [
      "a character cut in two",
      [0x61, 0x3a, 0x20, 0xe2, 0x82],
      "1:4 the byte 0xE2 is not UTF-8; save the file as UTF-8",
    ],
    [
      "after wider characters",
      [...Buffer.from("é😀: "), 0xff],
      "1:6 the byte 0xFF is not UTF-8; save the file as UTF-8",
    ],
  ])("bytes that are not UTF-8: %s", (_, bytes, expected) => {
    expect(problems(Uint8Array.from(bytes))).toEqual([expected]);
  });

  it("a replacement character that is really in the file is text", () => {
    expect(valueOf(Buffer.from("a: \uFFFD\n"))).toEqual({ a: "\uFFFD" });
  });

  it("shows at most twenty problems and says how many more there are", () => {
    const shown = problems("a: 1\n".repeat(40));
    expect(shown).toHaveLength(21);
    expect(shown.at(-1)).toBe("21:1 and 19 more problems after this");
  });
});

describe("readYaml is bounded", () => {
  const long = (text: string) => text.slice(0, 100_000);

  it("reads a file of exactly the size limit and refuses one byte more", () => {
    const full = `# ${"x".repeat(yamlLimits.bytes - 2)}`;
    expect(valueOf(full)).toBeNull();
    expect(problems(`${full}x`)).toEqual(["1:1 is 257 KiB; at most 256 KiB are read"]);
    expect(problems(`# ${"é".repeat(yamlLimits.bytes / 2)}`)).toEqual(["1:1 is 257 KiB; at most 256 KiB are read"]);
  });

  it("reads the deepest allowed nesting and refuses one level more", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(valueOf(nested(yamlLimits.depth + 1))).toBeInstanceOf(Array);
    expect(problems(nested(yamlLimits.depth + 2))).toEqual([
      `1:${yamlLimits.depth + 2} nested more than 32 levels deep`,
    ]);
  });

  it("reads twenty aliases and refuses one more", () => {
    const many = (count: number) => `- &a x\n${"- *a\n".repeat(count)}`;
    expect(valueOf(many(20))).toHaveLength(21);
    expect(problems(many(21))).toEqual(["22:3 more than 20 aliases; write the values out"]);
  });

  it("refuses more values than it reads", () => {
    expect(valueOf("- 1\n".repeat(yamlLimits.values - 1))).toHaveLength(yamlLimits.values - 1);
    expect(problems("- 1\n".repeat(yamlLimits.values))).toEqual([
      "20000:3 more than 20000 values; split or shorten the file",
    ]);
  });

  it("refuses nine levels of nine aliases (a billion values)", () => {
    const levels = "bcdefghij"
      .split("")
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[index]}`).join(", ")}]`);
    expect(problems(`a: &a [x, x, x, x, x, x, x, x, x]\n${levels.join("\n")}\n`)[0]).toMatch(/more than 20 aliases/);
  });

  it("refuses twenty aliases that double each time", () => {
    const levels = Array.from({ length: 10 }, (_, index) => `- &x${index + 1} [*x${index}, *x${index}]`);
    const wide = `- &x0 [${Array(100).fill("y").join(", ")}]\n`;
    const reading = readYaml(`${wide}${levels.join("\n")}\n`);
    expect(reading.ok).toBe(false);
  });

  it.each([
    ["open brackets", long("[".repeat(300_000))],
    ["open braces", long("{a: ".repeat(80_000))],
    ["dashes on one line", long("- ".repeat(150_000))],
    ["question marks", long("? ".repeat(150_000))],
    ["colons", long("a: ".repeat(90_000))],
    ["commas", long(`[${",".repeat(300_000)}`)],
    ["anchors", long("&a ".repeat(90_000))],
    ["tags", long("!a ".repeat(90_000))],
    ["double quotes", long('"'.repeat(300_000))],
    ["an endless quoted text", long(`a: "${"\n ".repeat(150_000)}`)],
    ["broken lines", long("a: 'x\n".repeat(50_000))],
    ["documents", long("---\n".repeat(70_000))],
    ["steps of indentation", Array.from({ length: 700 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("refuses a hundred thousand characters of %s", (_, text) => {
    expect(readYaml(text).ok).toBe(false);
  });

  it.each([
    ["spaces", long(" ".repeat(300_000)), null],
    ["empty lines", long("\n".repeat(300_000)), null],
    ["comments", long("#\n".repeat(150_000)), null],
  ])("reads a hundred thousand characters of %s as nothing", (_, text, value) => {
    expect(valueOf(text)).toBe(value);
  });
});

describe("places", () => {
  const text = "# first\nintent:\n  gate: everyone\n  lists:\n    - one\n    - {deep: 1}\n  nothing:\n";
  it.each([
    [["intent"], "key", 2, 1],
    [["intent"], "value", 3, 3],
    [["intent", "gate"], "key", 3, 3],
    [["intent", "gate"], "value", 3, 9],
    [["intent", "lists", 1], "value", 6, 7],
    [["intent", "lists", 1, "deep"], "value", 6, 14],
    [["intent", "nothing"], "value", 7, 3],
    [["intent", "absent"], "value", 3, 3],
    [["absent", "far", "away"], "key", 2, 1],
    [[], "value", 2, 1],
    [[Symbol("x")], "key", 2, 1],
  ] as const)("of %j (%s) is %i:%i", (path, of, line, column) => {
    const reading = readYaml(text);
    expect(reading.ok && reading.document.placeOf(path, of)).toEqual({ line, column });
  });
});

const fragment = fc.constantFrom(
  "a",
  ": ",
  "- ",
  "\n",
  "  ",
  "[",
  "]",
  "{",
  "}",
  ",",
  "&x ",
  "*x",
  "!t ",
  "'",
  '"',
  "|",
  ">",
  "#",
  "\t",
  "? ",
  "---\n",
  "<<: ",
  "\u0000",
  "\r",
  "é",
  "\ud800",
  "%",
  "\\",
);
const yamlish = fc.oneof(
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

it("places a problem behind a line end that the parser could not read", () => {
  const reading = readYaml("*x  ---\n<<: ]");
  expect(reading.ok ? [] : reading.problems.map(({ line, column }) => [line, column])).toEqual([
    [1, 5],
    [2, 5],
  ]);
});

describe("any text", () => {
  it("gives a value or placed problems, never an exception", () => {
    fc.assert(
      fc.property(yamlish, (text) => {
        const reading = readYaml(text);
        if (reading.ok) return;
        expect(reading.problems.length).toBeGreaterThan(0);
        const lines = text.replace(/^\uFEFF/, "").split("\n");
        for (const { line, column, message } of reading.problems) {
          expect(message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("any bytes give a value or problems", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const reading = readYaml(bytes);
        expect(reading.ok || reading.problems.length > 0).toBe(true);
      }),
    );
  });

  it("reads back what JSON writes", () => {
    const words = fc.stringMatching(/^[a-z][a-z ]{0,8}$/);
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        words,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("node"), { maxLength: 4 }),
        fc.dictionary(words, tie("node"), { maxKeys: 4 }),
      ),
    })).node;
    fc.assert(
      fc.property(value, (data) => {
        expect(JSON.stringify(valueOf(JSON.stringify(data)))).toBe(JSON.stringify(data));
      }),
    );
  });
});
