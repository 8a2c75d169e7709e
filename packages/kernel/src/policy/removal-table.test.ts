import { describe, expect, it } from "vitest";
import { removalOf } from "../../../../testing/part.ts";
import type { RemovalEntry } from "../intent/reading/removal.ts";
import { isGranted } from "../intent/reading/removal-entries.ts";
import type { Resource } from "../intent/reading/request.ts";
import { requestScales } from "../scale.ts";
import { judgeScope } from "./judge-scope.ts";

const resources: readonly Resource[] = ["heron/4812-a", "heron/4831-b", "plover/4812-c", "4855-d"].flatMap((name) => {
  const owner = name.includes("/") ? name.slice(0, name.indexOf("/")) : undefined;
  const local = { kind: "branch", name, place: "local", ...(owner === undefined ? {} : { owner }) } as const;
  return [
    { ...local, target: `git:branch/${name}` },
    { ...local, target: `git-remote:origin/${name}`, place: "shared" as const },
    { ...local, target: `/repo/${name}`, kind: "file" },
  ];
});

const bindings: readonly Partial<RemovalEntry>[] = [
  { binding: "exact", names: ["heron/4812-a"] },
  { binding: "owned-scoped", names: [], owners: ["me"], ticket: "4812" },
  { binding: "owned-range", names: [], owners: ["me"], range: { from: 4800, to: 4899, digits: 4 } },
  { binding: "open-range", names: [], range: { from: 4800, to: 4899, digits: 4 } },
  { binding: "unbound", names: [] },
];

/** What a wording lets go: as words become a grant, and a grant an allowed deletion. */
function allowed(change: Partial<RemovalEntry>): string[] {
  const entry = removalOf(change);
  const removal = [{ otherwise: "confirm", grants: [entry].filter(isGranted), wording: entry.wording }] as const;
  const facts = { me: "heron", cwd: "/repo", resources };
  return resources
    .filter(({ target }) => {
      const effect = { kind: "delete", target, reversibility: "irreversible", certain: true } as const;
      return judgeScope({ ceiling: { removal } }, [effect], facts).decision === "allow";
    })
    .map(({ target }) => target);
}

describe.each(bindings)("under binding $binding", (binding) => {
  const places = ["local", "shared"] as const;
  const kinds = ["branch", "file", "any"];

  it("a plainer wording allows all that a vaguer one does (property 42)", () => {
    for (const place of places)
      for (const kind of kinds) {
        const sets = requestScales.wording.words.map((wording) => allowed({ ...binding, wording, place, kind }));
        for (const [rank, set] of sets.entries()) expect(set).toEqual(expect.arrayContaining(sets[rank - 1] ?? []));
      }
  });

  it("soft words and hints allow nothing (property 43)", () => {
    for (const wording of ["none", "hint", "soft"] as const)
      for (const place of places)
        for (const kind of kinds) expect(allowed({ ...binding, wording, place, kind })).toEqual([]);
  });
});

it("explicit and indirect words allow what the table says", () => {
  const mine = "git:branch/heron/4812-a";
  const both = [mine, "git:branch/heron/4831-b"];
  expect(bindings.map((binding) => allowed({ ...binding, wording: "explicit" }))).toEqual([
    [mine],
    [mine],
    both,
    both,
    [],
  ]);
  expect(bindings.map((binding) => allowed({ ...binding, wording: "indirect" }))).toEqual([[mine], [mine], [], [], []]);
  expect(allowed({ binding: "exact", names: ["heron/4812-a"], kind: "file", wording: "indirect" })).toEqual([]);
});
