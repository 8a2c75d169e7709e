import { describe, expect, it } from "vitest";
import { testIo } from "../../../testing/io.ts";
import { changeVerdict, hostileVerdict } from "../../../testing/verdicts.ts";
import { checkOutput, type Format, formats } from "./check-output.ts";
import type { Io } from "./io.ts";

const run = { enforced: false, configuration_origin: "defaults", title: "A title", author: "maria", assumed: [] };
const error = {
  schema: "warrant.error/v1",
  line: 2,
  error: { code: "facts-invalid", where: "files[0].path", message: "expected string" },
} as const;

async function written(
  format: Format,
  verdicts: number,
  errors: number,
  options: { io?: Partial<Io>; hostile?: string } = {},
) {
  const { io, stdout, stderr } = testIo();
  const output = checkOutput(format, { ...io, ...options.io }, { enforced: false, verbose: true });
  const verdict = options.hostile === undefined ? changeVerdict() : hostileVerdict(options.hostile);
  for (let count = 0; count < verdicts; count += 1) await output.add(verdict, { ...run, title: options.hostile ?? "" });
  for (let count = 0; count < errors; count += 1) await output.addError(error);
  await output.finish();
  return { out: stdout(), err: stderr() };
}

describe("nothing at all", () => {
  it.each<[Format, string]>([
    ["text", ""],
    ["markdown", ""],
    ["jsonl", ""],
    ["json", "[]\n"],
  ])("as %s is %j", async (format, expected) => {
    expect(await written(format, 0, 0)).toEqual({ out: expected, err: "" });
  });

  it("as sarif is a log without results, which an upload takes", async () => {
    const { out } = await written("sarif", 0, 0);
    expect(JSON.parse(out)).toMatchObject({ version: "2.1.0", runs: [{ results: [] }] });
  });
});

describe("errors", () => {
  it.each<[Format]>([["text"], ["markdown"], ["sarif"]])(
    "are told on standard error with %s, with line and place",
    async (format) => {
      const { err } = await written(format, 1, 1);
      expect(err).toBe("warrant: line 2: not a facts document: files[0].path: expected string\n");
    },
  );

  it("stand in their place in json and jsonl", async () => {
    expect(JSON.parse((await written("json", 0, 1)).out)).toEqual(error);
    expect(JSON.parse((await written("json", 1, 1)).out)[1]).toEqual(error);
    expect(JSON.parse((await written("jsonl", 0, 1)).out)).toEqual(error);
  });
});

describe("a verdict of any size", () => {
  it.each(["text", "markdown"] as const)(
    "%s names a part that is incomplete a hundred thousand times once",
    async (format) => {
      const { io, stdout } = testIo();
      const output = checkOutput(format, io, { enforced: false, verbose: true });
      const incomplete = Array.from({ length: 100_000 }, () => ({ what: "patches", why: "too many of them" }));
      await output.add(changeVerdict({ incomplete }), run);
      await output.finish();
      expect(stdout().split("too many of them")).toHaveLength(2);
    },
  );
});

describe("every format", () => {
  it.each(formats)("%s ends with one line feed", async (format) => {
    for (const count of [1, 2]) expect((await written(format, count, 0)).out).toMatch(/[^\n]\n$/);
  });

  it.each(formats)("%s carries no character that steers a terminal", async (format) => {
    const { out } = await written(format, 1, 0, { hostile: "\u001B[2J\u202E\u0007" });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point.
    expect(out).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F]/);
    // A data document says what is there; only what people read is rewritten.
    if (format === "text" || format === "markdown") expect(out).not.toContain("\u202E");
  });

  it.each<[Format]>([["json"], ["jsonl"]])("%s waits for a slow reader after each verdict", async (format) => {
    const { io } = testIo();
    let waits = 0;
    const stdout = {
      ...io.stdout,
      drained: () => {
        waits += 1;
        return Promise.resolve();
      },
    };
    await written(format, 5, 2, { io: { stdout } });
    expect(waits).toBeGreaterThanOrEqual(7);
  });
});
