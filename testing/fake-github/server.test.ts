import { afterEach, describe, expect, it } from "vitest";
import { createRepository } from "../git-repository.ts";
import { type FakeGithub, startFakeGithub } from "./server.ts";

let github: FakeGithub;
afterEach(async () => await github.close());

async function shop(options: Parameters<typeof startFakeGithub>[0] = {}) {
  github = await startFakeGithub(options);
  const work = createRepository();
  work.commit("Begin", { "README.md": "# Shop\n", "src/cart.ts": "export const cart = 1;\n" });
  work.branch("feature");
  work.commit("Add discount", {
    "src/discount.ts": "export const discount = 2;\n",
    "src/cart.ts": "export const cart = 2;\n",
  });
  work.switch("main");
  const repository = github.repository("acme/shop", work.folder);
  repository.user("maria", { permission: "maintain", email: "maria@example.org" });
  repository.issue({ number: 7, title: "Discounts", author: "maria", labels: ["feature"] });
  const change = repository.pullRequest({ number: 12, head: "feature", author: "sam", body: "Fixes #7", closes: [7] });
  const token = github.tokens.personal("maria");
  return { work, repository, change, token };
}

async function get(path: string, token: string, headers: Record<string, string> = {}) {
  return await fetch(github.apiUrl + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
}

async function graphql(query: string, token: string, variables = {}) {
  const response = await fetch(github.graphqlUrl, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return {
    status: response.status,
    ...((await response.json()) as { data?: unknown; errors?: { message: string }[] }),
  };
}

describe("a pull request", () => {
  it("is answered by REST with counts from git", async () => {
    const { token } = await shop();
    const response = await get("/repos/acme/shop/pulls/12", token);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      number: 12,
      changed_files: 2,
      additions: 2,
      deletions: 1,
      commits: 1,
    });
    const files = await get("/repos/acme/shop/pulls/12/files?per_page=1", token);
    expect(files.headers.get("link")).toContain('rel="next"');
    expect(await files.json()).toMatchObject([{ filename: "src/cart.ts", status: "modified" }]);
  });

  it("is answered by GraphQL with the same", async () => {
    const { token, work } = await shop({ base: "enterprise" });
    const answer = await graphql(
      `query Collect($n: Int!) { rateLimit { cost } repository(owner: "acme", name: "shop") { pullRequest(number: $n) {
        title changedFiles headRefOid author { __typename login ... on User { databaseId } }
        baseRef { target { oid ... on Commit { file(path: "README.md") { mode type object { ... on Blob { text } } } } } }
        commits(first: 100) { totalCount nodes { commit { oid authors(first: 5) { nodes { email user { login } } } statusCheckRollup { state } } } }
        closingIssuesReferences(first: 50) { nodes { number labels(first: 9) { nodes { name } } timelineItems(first: 9, itemTypes: [LABELED_EVENT]) { nodes { __typename } } } }
        byHand: closingIssuesReferences(first: 50, userLinkedOnly: true) { totalCount }
        reviews(first: 100) { pageInfo { hasNextPage } nodes { state } }
      } } }`,
      token,
      { n: 12 },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject({
      repository: {
        pullRequest: {
          changedFiles: 2,
          headRefOid: work.git("rev-parse", "feature"),
          author: { __typename: "User", login: "sam" },
          baseRef: { target: { file: { mode: 0o100644, object: { text: "# Shop\n" } } } },
          closingIssuesReferences: { nodes: [{ number: 7 }] },
          byHand: { totalCount: 0 },
        },
      },
    });
  });
});
