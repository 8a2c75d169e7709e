/** @module The shop that the documentation's examples run in: the same commits, with the same ids, on every machine. */

import { collectGitFacts } from "../packages/sources/src/git/facts.ts";
import { output, transcript } from "./example-transcript.ts";
import { createRepository, type Identity, maria, type TestRepository } from "./git-repository.ts";

const copilot: Identity = { name: "copilot-swe-agent[bot]", email: "198982749+Copilot@users.noreply.github.com" };

const total = `export interface Line {
  readonly price: number;
  readonly count: number;
}

export function cartTotal(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.count, lines[0].price);
}
`;

const configuration = `# What agents may do in this repository.
intent:
  gate: agents
  sensitive_paths: ["src/payment/**"]

policy:
  labels:
    bug: { dimension: domain, value: correctness }
    P1: { dimension: priority, value: high }
  rules:
    - id: agents-fix-bugs
      scope: repository
      when: { domain: correctness }
      set: { autonomy: bounded, write_scope: feature_branch, human_approval_required: false, max_attempts: 3 }
`;

const issues = [
  {
    repository: "acme/shop",
    number: 12,
    title: "The total of an empty cart is wrong",
    body: "An empty cart shows the price of the last line. The total of no lines should be zero.",
    state: "open",
    state_reason: null,
    labels: [
      { name: "bug", actor: { login: "maria", kind: "user", id: 41 }, permission: "maintain" },
      { name: "accepted", actor: { login: "maria", kind: "user", id: 41 }, permission: "maintain" },
      { name: "P1", actor: { login: "maria", kind: "user", id: 41 }, permission: "maintain" },
    ],
    author: { login: "nadia", kind: "user", id: 77 },
    author_permission: "read",
    editor: null,
    is_pull_request: false,
  },
];

const mistakes = `intent:
  enforced: yes
  gate: agent
  evidence:
    approval:
      min_permission: triage
      count: 0
  guardrail_path_patterns: ["+deploy/**", "infra/**"]
policy:
  rules:
    - id: careful
      scope: repository
      when: { status: ambiguous }
      set: { max_attempts: 3 }
`;

const hive = `project:
  org: acme
  ai_author: acme-robot
intent:
  enforce: false
  test_path_patterns: ["**/*_test.go", "tests/**"]
  docs_path_patterns: ["**/*.md", "doc?.txt"]
  guardrail_path_patterns: [".github/workflows/**", "policies/**", "OWNERS"]
`;

/**
 * A shop on `main`, and two branches of an agent: `copilot/fix-empty-cart` does what issue 12 asks, and
 * `copilot/fix-and-more` does more than that. Beside them lie `issues.json` and `pull-request.json`, the facts of the second
 * branch as a platform would tell them; git does not track either.
 */
export async function exampleRepository(): Promise<TestRepository> {
  const shop = createRepository({ lasting: "file" });
  shop.git("remote", "add", "origin", "https://github.com/acme/shop.git");
  shop.commit(
    "Open the shop",
    {
      ".gitignore": "issues.json\npull-request.json\nresults/\n",
      "README.md": "# Shop\n\nSells things.\n",
      "src/cart/total.ts": total,
      "src/cart/total.test.ts":
        'import { cartTotal } from "./total.ts";\n\ntest("one line", () => expect(cartTotal([{ price: 3, count: 2 }])).toBe(6));\n',
      "src/payment/charge.ts": "export function charge(amount: number): string {\n  return `charged ${amount}`;\n}\n",
      ".github/workflows/ci.yml":
        "on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n",
      "warrant.yaml": configuration,
    },
    { author: maria },
  );
  const fixed = total.replace("lines[0].price", "0");
  const testMore =
    'import { cartTotal } from "./total.ts";\n\ntest("one line", () => expect(cartTotal([{ price: 3, count: 2 }])).toBe(6));\ntest("no lines", () => expect(cartTotal([])).toBe(0));\n';
  shop.git("switch", "-q", "-c", "copilot/fix-empty-cart");
  shop.commit(
    "fix: an empty cart has the total zero\n\nThe sum began with the price of the first line.\n\nFixes #12",
    { "src/cart/total.ts": fixed, "src/cart/total.test.ts": testMore },
    { author: copilot, committer: copilot },
  );
  shop.git("switch", "-q", "-c", "copilot/fix-and-more", "main");
  shop.commit(
    "fix: an empty cart has the total zero\n\nAlso retries charges and speeds up the build.\n\nFixes #12",
    {
      "src/cart/total.ts": fixed,
      "src/payment/charge.ts":
        "export async function charge(amount: number): Promise<string> {\n  for (let attempt = 0; attempt < 5; attempt += 1) {\n    const receipt = await gateway.submit(amount);\n    if (receipt.accepted) return receipt.id;\n  }\n  throw new Error(`declined ${amount}`);\n}\n",
      ".github/workflows/ci.yml":
        "on: pull_request_target\njobs:\n  test:\n    runs-on: self-hosted\n    steps:\n      - run: npm ci && npm test\n",
    },
    { author: copilot, committer: copilot },
  );
  shop.git("switch", "-q", "main");
  const { facts } = await collectGitFacts({ cwd: shop.folder, range: "main..copilot/fix-and-more" });
  const pullRequest = {
    ...facts,
    source: "github",
    number: 48,
    author: { login: "copilot-swe-agent", kind: "bot", id: 198982749 },
    head: { ...facts.head, ref: "copilot/fix-and-more" },
    issues: issues.map((issue) => ({ ...issue, link: "closing" })),
    requested_by: [{ login: "maria", kind: "user", id: 41, via: "assigner" }],
    incomplete: [],
  };
  shop.write({ "pull-request.json": `${JSON.stringify(pullRequest, null, 2)}\n` });
  // Files of the configuration pages; git is told to look past them here, so that no commit changes.
  shop.write({ ".git/info/exclude": "mistakes.yaml\nhive.yaml\nsession.jsonl\noutput.json\n" });
  shop.write({ "mistakes.yaml": mistakes, "hive.yaml": hive });
  shop.write({ "session.jsonl": transcript, "output.json": `${JSON.stringify(output, null, 2)}\n` });
  shop.write({ "issues.json": `${JSON.stringify(issues, null, 2)}\n` });
  return shop;
}
