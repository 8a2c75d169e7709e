import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../../../testing/action-facts.ts";
import { judgeAction } from "../judge.ts";
import { nothingSeen, type Place } from "../place.ts";
import { preparePlace, readFolders } from "./path-place.ts";

const folder = fc.constantFrom("/work/shop", "/work/other", "/srv/x", "/", "~/x", "C:\\work", "", "../a", "/Work/Shop");
const some = fc.array(folder, { maxLength: 3 });
const place: fc.Arbitrary<Place> = fc.record({
  os: fc.constantFrom("linux" as const, "darwin" as const, "win32" as const),
  shell: fc.constant("bash"),
  user: fc.constant("ada"),
  home: fc.constantFrom("/home/ada", "C:\\Users\\ada", null),
  cwd: fc.constantFrom("/work/shop", "/work", "C:\\work", null),
  roots: fc.array(fc.oneof(fc.record({ path: folder }), fc.record({ path: folder, real: folder })), { maxLength: 2 }),
  scratch: some,
  control_paths: some,
  local_bins: fc.constant([]),
});

function foldersOf(of: Place) {
  const { home, roots, scratch, control, critical, known } = preparePlace(of, nothingSeen);
  return { home, roots, scratch, control, critical, known };
}

describe("the folders of a place", () => {
  it("are the same whether they were remembered or are read anew", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 24 }), (places) => {
        for (const one of [...places, ...places]) expect(foldersOf(one)).toEqual(readFolders(one));
      }),
      { numRuns: 60 },
    );
  });

  it("are read anew when a list has been changed in place", () => {
    const control = ["/work/shop/.claude/settings.json"];
    const at = actionFacts("Write", { file_path: "/work/shop/gate.json" }, { place: { control_paths: control } });
    expect(judgeAction(at).decision).toBe("allow");
    control.push("/work/shop/gate.json");
    expect(judgeAction(at).rule).toBe("action.control");
  });

  it("give the same verdict, byte for byte, whatever was judged before", () => {
    const path = fc.constantFrom(
      "src/a.ts",
      "/work/other/a",
      "/srv/x/b",
      "/work/shop/.git/config",
      "../a",
      "C:\\work\\a",
    );
    const facts = fc
      .tuple(place, path, fc.constantFrom("Read", "Write", "Delete"))
      .map(([of, file_path, tool]) => actionFacts(tool, { file_path }, { place: of }));
    fc.assert(
      fc.property(fc.array(facts, { minLength: 2, maxLength: 20 }), (calls) => {
        const before = calls.map((call) => JSON.stringify(judgeAction(call)));
        const after = calls.toReversed().map((call) => JSON.stringify(judgeAction(structuredClone(call))));
        expect(after.toReversed()).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});
