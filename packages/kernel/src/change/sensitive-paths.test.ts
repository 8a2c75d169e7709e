import { describe, expect, it } from "vitest";
import { readSensitivePaths } from "./sensitive-paths.ts";

describe("sensitive paths", () => {
  it.each([
    ["none at all", undefined, [], []],
    ["an empty variable", "  ", [], []],
    ["the variable alone", "billing/**, *.key", [], ["billing/**", "*.key"]],
    ["the configuration alone", undefined, ["a/**", "!a/b/**"], ["a/**", "!a/b/**"]],
    ["both, once each", "a/**,b", ["+b", "c"], ["a/**", "b", "c"]],
  ])("of %s", (_, variable, configured, paths) => {
    expect(readSensitivePaths(variable, configured)).toEqual({ ok: true, paths, warnings: [] });
  });

  it.each([
    ["an empty entry", "a,,b", [], "environment", 2],
    ["a last comma", "a,", [], "environment", 2],
    ["a control character", undefined, ["a", "b\u0007"], "configuration", 2],
    ["an invisible character", "a\u200bb", [], "environment", 1],
    ["an absolute path", "/etc/passwd", [], "environment", 1],
    ["a drive", undefined, ["C:\\x"], "configuration", 1],
    ["a path that leaves", undefined, ["a/../../b"], "configuration", 1],
    ["201 characters", "a".repeat(201), [], "environment", 1],
    ["two scripts", undefined, ["bіlling/**"], "configuration", 1],
    ["letters that imitate Latin ones", undefined, ["ɡit/**"], "configuration", 1],
    ["letters all of which look Latin", undefined, ["**/раураӏ/**"], "configuration", 1],
    ["full-width letters", "ｂilling/**", [], "environment", 1],
    ["201 entries", undefined, Array.from({ length: 201 }, (_, index) => `p${index}`), "configuration", null],
    ["exceptions only", undefined, ["!a"], "configuration", null],
  ])("with %s are refused with the position", (_, variable, configured, source, position) => {
    const reading = readSensitivePaths(variable, configured);
    expect(reading).toMatchObject({ ok: false, errors: [{ source, position }] });
  });

  it("may be 200, of 200 characters each", () => {
    const entries = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(200, "p"));
    expect(readSensitivePaths(undefined, entries).ok).toBe(true);
    expect(readSensitivePaths("one", entries)).toMatchObject({ ok: false, errors: [{ position: null }] });
  });

  it("never repeat a value in an error", () => {
    const reading = readSensitivePaths("/very-secret,a{b}", ["more-secret?"]);
    expect(JSON.stringify(reading)).not.toMatch(/very-secret|a\{b\}|more-secret/);
    expect(reading.ok ? 0 : reading.errors.length).toBe(3);
  });

  it("beyond ASCII give one warning for the whole list", () => {
    const reading = readSensitivePaths(undefined, ["größe/**", "ключ*", "日本/**"]);
    expect(reading).toMatchObject({ ok: true, warnings: [expect.stringContaining("ASCII")] });
  });
});
