import { describe, expect, it } from "vitest";
import { inShop, ofChange, shop } from "./fixture.ts";

describe("queries GitHub would refuse", () => {
  it.each([
    ["an unknown field", ofChange("diff"), "Field 'diff' doesn't exist on type 'PullRequest'"],
    ["REST's spelling", ofChange("changed_files"), "Field 'changed_files' doesn't exist on type 'PullRequest'"],
    [
      "an id of an actor without its type",
      ofChange("author { databaseId }"),
      "Field 'databaseId' doesn't exist on type 'Actor'",
    ],
    ["an unknown argument", ofChange("title(first: 1)"), "Field 'title' doesn't accept argument 'first'"],
    ["a missing argument", inShop("pullRequest { title }"), /argument "number" of type "Int!" is required/],
    ["an unknown event type", ofChange("timelineItems(first: 1, itemTypes: [LABELLED]) { totalCount }"), /LABELLED/],
    ["an object without a selection", ofChange("author"), /must have a selection of subfields/],
    [
      "a list without an end",
      ofChange("reviews { totalCount }"),
      /You must provide a `first` or `last` value .* `reviews` connection/,
    ],
    ["text that is no query", "{ repository(", /Syntax Error/],
    [
      "more than 500,000 nodes",
      inShop(
        "pullRequests(first: 100) { nodes { commits(first: 100) { nodes { commit { authors(first: 51) { totalCount } } } } } }",
      ),
      "This query requests up to 520,100 possible nodes which exceeds the maximum limit of 500,000.",
    ],
  ])("%s", async (_what, query, message) => {
    const { github, ask } = await shop();
    const answer = await ask.graphql(query);
    expect(answer).toMatchObject({ status: 200, data: undefined });
    const words = typeof message === "string" ? message : expect.stringMatching(message);
    expect(answer.errors?.map((error) => error.message)).toContainEqual(words);
    await expect(github.close()).rejects.toThrow("GraphQL:");
    github.unexpected.length = 0;
  });

  it("more than 100 rows of a list, told when it runs", async () => {
    const { ask } = await shop();
    const answer = await ask.graphql(ofChange("reviews(first: 101) { totalCount }"));
    expect(answer.errors).toMatchObject([{ type: "EXCESSIVE_PAGINATION" }]);
  });

  it("500,000 nodes are allowed", async () => {
    const { ask } = await shop();
    const query =
      "pullRequests(first: 100) { nodes { commits(first: 100) { nodes { commit { authors(first: 48) { totalCount } } } } } }";
    expect((await ask.graphql(inShop(query))).errors).toBeUndefined();
  });
});

describe("what is not there or not allowed", () => {
  it.each([
    ["repository", `{ repository(owner: "acme", name: "none") { id } }`, "NOT_FOUND", ["repository"]],
    ["pull request", inShop("pullRequest(number: 99) { title }"), "NOT_FOUND", ["repository", "pullRequest"]],
    ["issue that is a pull request", inShop("issue(number: 12) { title }"), "NOT_FOUND", ["repository", "issue"]],
    [
      "number",
      inShop("issueOrPullRequest(number: 99) { __typename }"),
      "NOT_FOUND",
      ["repository", "issueOrPullRequest"],
    ],
    [
      "issue the token may not read",
      inShop("issueOrPullRequest(number: 7) { __typename }"),
      "FORBIDDEN",
      ["repository", "issueOrPullRequest"],
    ],
  ])("a %s is null with an error of a type", async (_what, query, type, path) => {
    const { ask, repository } = await shop();
    Object.assign(repository.issues.get(7) ?? {}, { forbidden: true });
    const answer = await ask.graphql(query);
    expect(answer.status).toBe(200);
    expect(answer.errors).toMatchObject([{ type, path }]);
  });

  it("one missing part leaves the others of a batch standing", async () => {
    const { ask } = await shop();
    const answer = await ask.graphql(
      inShop(
        "a: issueOrPullRequest(number: 7) { __typename } b: issueOrPullRequest(number: 99) { __typename } c: issueOrPullRequest(number: 12) { __typename }",
      ),
    );
    expect(answer.data).toEqual({
      repository: { a: { __typename: "Issue" }, b: null, c: { __typename: "PullRequest" } },
    });
    expect(answer.errors).toMatchObject([{ type: "NOT_FOUND", path: ["repository", "b"] }]);
  });
});
