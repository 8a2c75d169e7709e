/** @module The issues a local change names. Text alone decides here, and nothing was looked up. */

import type { Commit, UnreadableIssue } from "@warrant/kernel/change/facts";
import { issueKey } from "@warrant/kernel/text/issue-key";
import type { parseReferences } from "@warrant/kernel/text/references";
import type { RepositoryName } from "./origin.ts";

/** Text without this sign names no issue, and the Markdown reader need not be loaded. */
const referenceSign = /#[0-9]|(?:issues|pull)\/[0-9]|GH-[0-9]/i;

interface Reader {
  readonly parseReferences: typeof parseReferences;
}
let reader: Promise<Reader> | undefined;

/** Loaded once: even a module that is there already costs a history of thousands of changes a second to ask for. */
function loadReader(): Promise<Reader> {
  reader ??= import("@warrant/kernel/text/references");
  return reader;
}

/**
 * Every issue the messages name with a keyword, in order of first appearance, the strongest link kept (change gate,
 * section 5.1): a closing keyword gives `closing`, a reference keyword `reference`, a mention nothing.
 */
export async function namedIssues(commits: readonly Commit[], name: RepositoryName): Promise<UnreadableIssue[]> {
  const texts = commits.map((commit) => commit.message).filter((text) => referenceSign.test(text));
  if (texts.length === 0) return [];
  const { parseReferences: parse } = await loadReader();
  const issues = new Map<string, UnreadableIssue>();
  for (const text of texts) {
    for (const { repository, number, kind, quoted } of parse(text, { ...name, as: "commit" })) {
      if (kind === "mention") continue;
      const key = issueKey({ repository, number });
      const known = issues.get(key);
      if (known !== undefined && (known.link === "closing" || kind === "reference")) continue;
      issues.set(key, {
        repository,
        number,
        link: kind,
        ...(quoted ? { quoted: true } : {}),
        unreadable: "not_looked_up",
      });
    }
  }
  return [...issues.values()];
}
