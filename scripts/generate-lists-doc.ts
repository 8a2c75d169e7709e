/** @module Writes `docs/default-lists.md` from the kernel's lists: `node --conditions=warrant-source scripts/generate-lists-doc.ts`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultFeatureSignals } from "../packages/kernel/src/change/feature-signals.ts";
import { identityTable, type KnownIdentity } from "../packages/kernel/src/change/identity-table.ts";
import {
  alwaysGuardedPatterns,
  defaultDocsPatterns,
  defaultGuardrailPatterns,
  defaultTestPatterns,
} from "../packages/kernel/src/paths/default-lists.ts";

export const listsDocPath = join(import.meta.dirname, "../docs/default-lists.md");

const kinds = {
  agent: "Agents",
  review_bot: "Review bots",
  dependency_bot: "Dependency bots",
  automation_bot: "Automation bots",
} as const satisfies Record<KnownIdentity["kind"], string>;

function listed(entries: readonly string[]): string {
  return ["```text", ...entries, "```"].join("\n");
}

function rowOf({ name, logins = [], botLogins = [] }: KnownIdentity): string {
  const accounts = [...logins, ...botLogins.map((login) => `${login}[bot]`)].map((login) => `\`${login}\``);
  return `| ${name} | ${accounts.length === 0 ? "by other signs" : accounts.join(", ")} |`;
}

/** The whole page, in the order of the kernel. */
export function listsDoc(): string {
  const lists = [
    ["intent.test_path_patterns", defaultTestPatterns],
    ["intent.docs_path_patterns", defaultDocsPatterns],
    ["intent.guardrail_path_patterns", [...alwaysGuardedPatterns, ...defaultGuardrailPatterns]],
    ["intent.feature_signals", defaultFeatureSignals],
  ] as const;
  const tables = Object.entries(kinds).map(([kind, heading]) => {
    const rows = identityTable.filter((each) => each.kind === kind).map(rowOf);
    return [`### ${heading}`, "", "| name | accounts |", "|---|---|", ...rows, ""].join("\n");
  });
  const parts = [
    "# Default lists",
    "",
    "<!-- Generated from packages/kernel/src by scripts/generate-lists-doc.ts. Edit the lists there, not this page. -->",
    "",
    "What an absent or empty list of [`warrant.yaml`](configuration.md#lists-of-paths-and-words) stands for.",
    "`warrant config check --verbose` prints the lists of a configuration as they apply.",
    "",
    ...lists.flatMap(([key, entries]) => [`## \`${key}\``, "", listed(entries), ""]),
    "## Accounts that are known",
    "",
    "Commit addresses, trailers, signatures and branches are further signs, which are not listed here.",
    "",
    ...tables,
  ];
  return `${parts.join("\n").trimEnd()}\n`;
}

if (import.meta.main) writeFileSync(listsDocPath, listsDoc());
