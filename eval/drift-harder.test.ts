import { describe, expect, it } from "vitest";
import { floodRecords, titlesAlone } from "./drift-harder.ts";
import type { DriftRecord } from "./drift-records.ts";

function clean(title: string, count: number, parts: Partial<DriftRecord> = {}): DriftRecord {
  return {
    id: title,
    isTangled: false,
    stratum: "same-top",
    repository: "acme/shop",
    title,
    body: "Body",
    request: { titles: title, text: `${title}\n\nBody` },
    files: Array.from({ length: count }, (_, index) => ({
      file: { path: `${title}/f${index}.ts`, identifiers: [], isTest: false, isCi: false },
      isOutOfScope: false,
      isCore: true,
      status: "M",
      binary: false,
      additions: 1,
      deletions: 0,
    })),
    ...parts,
  };
}

describe("floodRecords", () => {
  it("puts three files of one change under all files of another, and labels those", () => {
    const [flood] = floodRecords([clean("cart", 5), clean("mail", 6)]);
    expect(flood).toMatchObject({ isTangled: true, title: "cart" });
    expect(flood?.files.map((file) => file.isOutOfScope)).toEqual([...Array(3).fill(false), ...Array(6).fill(true)]);
  });

  it.each([
    ["another repository", clean("mail", 6, { repository: "acme/zoo" })],
    ["fewer than six files", clean("mail", 5)],
    ["a shared path", clean("cart", 6)],
    ["a mixed change", clean("mail", 6, { isTangled: true })],
  ])("does not take a change with %s", (_, other) => {
    expect(floodRecords([clean("cart", 5), other])).toEqual([]);
  });
});

describe("titlesAlone", () => {
  it("leaves the title as the whole request", () => {
    expect(titlesAlone([clean("cart", 1)])[0]?.request).toEqual({ titles: "cart", text: "cart" });
  });
});
