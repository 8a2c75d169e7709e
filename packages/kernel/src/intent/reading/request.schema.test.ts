import { describe, expect, it } from "vitest";
import { readDocument } from "../../document.ts";
import { readRequest } from "./read.ts";
import { Request } from "./request.schema.ts";

describe("the request document", () => {
  it.each([
    [{ text: "fix it" }, []],
    [{ schema: "warrant.request/v1", text: "", surface: "moon", attendance: "everybody" }, []],
    [{ text: "x", resources: [{ target: "job:1", kind: "job", name: "1", place: "shared", age_days: 3 }] }, []],
    [{}, ["text"]],
    [{ text: "x", shell: true }, [""]],
    [{ text: "x", resources: [{ target: "job:1", kind: "job", name: "1", place: "moon" }] }, ["resources[0].place"]],
    [
      { text: "x", resources: [{ target: "job:1", kind: "job", name: "1", place: "local", age_days: -1 }] },
      ["resources[0].age_days"],
    ],
    [
      { text: "x", resources: [{ target: "job:1", kind: "job", name: "1", place: "local", age_days: Number.NaN }] },
      ["resources[0].age_days"],
    ],
    [{ text: "x", history: { turn_index: null } }, ["history.turn_index"]],
    [{ text: "x", lineage: "new" }, ["lineage"]],
  ])("%j", (document, paths) => {
    const read = readDocument(Request, document);
    expect(read.ok ? [] : read.misfits.map(({ path }) => path)).toEqual(paths);
  });

  it("reads unknown words of the scales carefully", () => {
    expect(readRequest({ text: "fix the header", surface: "moon", attendance: "everybody" }).reading.attendance).toBe(
      "unattended",
    );
  });
});
