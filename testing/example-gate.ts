/** @module The platform that the examples of `warrant doctor` ask: a gate with holes on `main`, and one that holds on `stable`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExampleGithub } from "./example-github.ts";
import { startFakeGithub } from "./fake-github/server.ts";
import type { TestRepository } from "./git-repository.ts";
import { noForcePush, requiredCheck, requiring } from "./github-gate.ts";

const documented = join(import.meta.dirname, "../docs/workflows/enforce.yml");

/** The example with its placeholder filled in, as its page asks. */
function filledIn(workflow: string): string {
  return workflow.replace(/OWNER(?<path>\/.+@)0{40}/, `acme$<path>${"1a2b3c4d".repeat(5)}`);
}

/** Shows a change on a page of its own, with code of the change and a secret. */
const preview = `on: pull_request_target
permissions: { contents: read }
jobs:
  preview:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: \${{ github.event.pull_request.head.sha }}
      - run: ./preview.sh
        env:
          TOKEN: \${{ secrets.PREVIEW_TOKEN }}
`;

/** `acme/shop` as its administrator sees it. */
export async function exampleGate(shop: TestRepository): Promise<ExampleGithub> {
  const github = await startFakeGithub();
  shop.switch("main");
  shop.commit("Gate changes", {
    ".github/workflows/warrant.yml": filledIn(readFileSync(documented, "utf8")),
    ".github/workflows/preview.yml": preview,
  });
  shop.git("branch", "--quiet", "stable");
  const repository = github.repository("acme/shop", shop.folder);
  repository.user("maria", { permission: "admin" });
  github.bot("Copilot");
  const base = { title: "fix: an empty cart has the total zero", author: "Copilot", head: "copilot/fix-empty-cart" };
  repository.pullRequest({ ...base, number: 47 });
  repository.pullRequest({ ...base, number: 48, head: "copilot/fix-and-more", base: "stable" });
  for (const headSha of ["copilot/fix-empty-cart", "copilot/fix-and-more"]) {
    repository.checkRun({ headSha, name: "warrant/change", conclusion: "success" });
  }
  const bypass = [{ actor_type: "RepositoryRole", actor_id: 5, bypass_mode: "always" }] as const;
  repository.ruleset({ name: "main", branches: ["main"], rules: [requiring(), noForcePush], bypass });
  repository.ruleset({
    name: "stable",
    branches: ["stable"],
    rules: [requiredCheck, noForcePush, { type: "deletion" }],
  });
  return {
    github,
    env: {
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_TOKEN: github.tokens.personal("maria"),
    },
  };
}
