import { expect, it } from "vitest";
import { checkOf, standingMarks } from "./checks.ts";

const head = "a".repeat(40);

it.each([
  ["a run of ours", { __typename: "CheckRun", name: "warrant/change", status: "COMPLETED", conclusion: "SUCCESS" }],
  ["a status of our name", { __typename: "StatusContext", context: "warrant/change", state: "SUCCESS" }],
  ["a kind nobody knows", { __typename: "Other", name: "build" }],
])("%s is no check that a policy may require", (_name, answer) => {
  expect(checkOf(answer, head)).toBeNull();
});

it("what stands on the head is not known where not all of it is shown", () => {
  const run = { __typename: "CheckRun", databaseId: 1, name: "warrant/change", status: "COMPLETED", conclusion: null };
  const page = { nodes: [run], pageInfo: { hasNextPage: false, endCursor: null } };
  expect(standingMarks(page)).toEqual([{ id: 1, status: "completed", conclusion: null, externalId: null }]);
  expect(standingMarks({ ...page, pageInfo: { hasNextPage: true, endCursor: "x" } })).toBeNull();
  expect([standingMarks(null), standingMarks(undefined)]).toEqual([[], null]);
});
