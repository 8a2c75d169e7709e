/** What a look shows, as a digest: nothing a verdict can depend on may change without it. */

import { digestText } from "@warrant/kernel/canonical";
import { describe, expect, it } from "vitest";
import type { BaseEvidence } from "./base-evidence.ts";
import { LookAnswer } from "./look-query.ts";
import { type LookPlace, partlySeen, seenOf } from "./seen.ts";

const head = "a".repeat(40);
const shop = { nameWithOwner: "acme/shop" };
const page = { pageInfo: { hasNextPage: false } };

const answer = LookAnswer.parse({
  number: 7,
  state: "OPEN",
  title: "fix: totals",
  body: "Part of #9 and of shop-1.",
  lastEditedAt: "2026-01-02T03:04:05Z",
  isDraft: false,
  headRefOid: head,
  headRefName: "fix",
  baseRefName: "main",
  changedFiles: 3,
  additions: 10,
  deletions: 2,
  author: { __typename: "User", login: "sam" },
  labels: { ...page, nodes: [{ name: "bug" }] },
  events: { nodes: [{ id: "LE_1" }] },
  reviews: { ...page, nodes: [{ id: "PRR_1", state: "APPROVED", commit: { oid: head } }] },
  closing: { totalCount: 1, nodes: [{ number: 8, updatedAt: "2026-01-01T00:00:00Z", repository: shop }] },
  linkedByHand: { totalCount: 1, nodes: [{ number: 8, repository: shop }] },
  commits: { totalCount: 1, nodes: [{ commit: { oid: head } }] },
  statusCheckRollup: {
    contexts: {
      pageInfo: { hasNextPage: false, endCursor: null },
      nodes: [
        {
          __typename: "CheckRun",
          name: "build",
          status: "COMPLETED",
          conclusion: "SUCCESS",
          checkSuite: { app: { slug: "ci" } },
        },
        { __typename: "StatusContext", context: "deploy", state: "SUCCESS" },
      ],
    },
  },
});

const base: BaseEvidence = {
  digest: digestText("base"),
  config: digestText("config"),
  enforces: false,
  requiredChecks: new Set(["build", "deploy"]),
  issuesNamedIn: (text) => (text.includes("shop-1") ? [{ repository: "acme/shop", number: 10 }] : []),
};
const place: LookPlace = { repository: "acme/shop", host: "github.com", defaultBranch: "main", base };

function seen(look: unknown, at: LookPlace = place): string | null {
  return seenOf(partlySeen(LookAnswer.parse(look), at), () => "2026-01-01T00:00:00Z");
}

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) =>
    leaves(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function changed(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? value + 1 : `${String(value)}x`;
}

/** The answer with the value at a path replaced. */
function replaced(path: Path, by: (value: unknown) => unknown): unknown {
  const copy: unknown = structuredClone(answer);
  let at = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  const last = path.at(-1) ?? "";
  at[last] = by(at[last]);
  return copy;
}

/** Only says whether the change is listed at all. */
const idle = new Set(["state"]);
const all = leaves(answer)
  .map((path) => [path.join("."), path] as const)
  .filter(([name]) => !idle.has(name) && !name.endsWith("endCursor"));

describe("what a look shows", () => {
  it("is the same for the same answer", () => {
    expect(seen(answer)).toMatch(/^sha256:/);
    expect(seen(structuredClone(answer))).toBe(seen(answer));
  });

  it.each(all)("is another, or not known, when %s is", (_, path) => {
    expect(seen(replaced(path, changed))).not.toBe(seen(answer));
  });

  it.each([
    ["the platform has more labels", ["labels", "pageInfo", "hasNextPage"], true],
    ["the platform has more reviews", ["reviews", "pageInfo", "hasNextPage"], true],
    ["the platform has more checks", ["statusCheckRollup", "contexts", "pageInfo", "hasNextPage"], true],
    ["it closes more issues than are shown", ["closing", "totalCount"], 2],
    ["more issues are linked by hand than are shown", ["linkedByHand", "totalCount"], 2],
    ["a label was not given", ["labels", "nodes", 0], null],
    ["an event was not given", ["events", "nodes", 0], null],
    ["a review was not given", ["reviews", "nodes", 0], null],
    ["an issue was not given", ["closing", "nodes", 0], null],
    ["a check was not given", ["statusCheckRollup", "contexts", "nodes", 0], null],
    ["labels were not given", ["labels"], null],
    ["events were not given", ["events", "nodes"], null],
    ["reviews were not given", ["reviews"], null],
    ["its issues were not given", ["closing"], null],
    ["its links by hand were not given", ["linkedByHand"], null],
    ["its checks were not given", ["statusCheckRollup", "contexts"], null],
    ["its checks were not asked for", ["statusCheckRollup"], undefined],
    ["its last commit was not given", ["commits", "nodes"], null],
    ["its last commit is not its head", ["commits", "nodes", 0, "commit", "oid"], "b".repeat(40)],
  ] as const)("is not known when %s", (_, path, value) => {
    expect(seen(replaced(path, () => value))).toBeNull();
  });

  it("leaves out checks that no rule requires, and is known without them", () => {
    const free = { ...place, base: { ...base, requiredChecks: new Set<string>() } };
    expect(
      seen(
        replaced(["statusCheckRollup"], () => undefined),
        free,
      ),
    ).toBe(seen(answer, free));
    const only = { ...place, base: { ...base, requiredChecks: new Set(["build"]) } };
    const other = replaced(["statusCheckRollup", "contexts", "nodes", 1, "state"], () => "FAILURE");
    expect(seen(other, only)).toBe(seen(answer, only));
    expect(seen(other)).not.toBe(seen(answer));
    // Nothing was ever said about the head.
    expect(seen(replaced(["statusCheckRollup"], () => null))).toMatch(/^sha256:/);
  });

  it("does not depend on the order of labels and checks", () => {
    const nodes = [{ name: "bug" }, { name: "P1" }];
    const order = (some: unknown[]): unknown => replaced(["labels", "nodes"], () => some);
    expect(seen(order(nodes))).toBe(seen(order(nodes.toReversed())));
  });

  it.each([
    ["the base's rules and plans", { ...place, base: { ...base, digest: digestText("other") } }],
    ["the default branch", { ...place, defaultBranch: "release" }],
  ])("is another when %s are", (_, at) => {
    expect(seen(answer, at)).not.toBe(seen(answer));
  });
});

describe("issues that only texts name", () => {
  it("are those of references and of beads, without those the platform lists", () => {
    const texts = "Fixes #8, part of #9, of shop-1 and of acme/other#3, like #77";
    const look = replaced(["body"], () => texts);
    expect(partlySeen(LookAnswer.parse(look), place)?.named).toEqual([
      { repository: "acme/shop", number: 9 },
      { repository: "acme/shop", number: 10 },
    ]);
  });

  it("are part of what was seen, also where they are not there", () => {
    const partly = partlySeen(answer, place);
    const at = (state: string | null | undefined): string | null => seenOf(partly, () => state);
    expect(at("NOT_FOUND")).toMatch(/^sha256:/);
    expect(at("NOT_FOUND")).not.toBe(at("2026-01-01T00:00:00Z"));
    expect([at(null), at(undefined)]).toEqual([null, null]);
  });

  it("of which there are more than are looked up make the change unknown", () => {
    const naming = (count: number): unknown =>
      replaced(["body"], () => Array.from({ length: count }, (_, index) => `Part of #${1000 + index}`).join("\n"));
    expect(seen(naming(50))).toMatch(/^sha256:/);
    expect(seen(naming(51))).toBeNull();
  });
});
