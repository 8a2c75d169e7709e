/** @module Issues as the facts have them: what they say, who wrote and edited them, who labelled them (GitHub, sections 2.1 and 2.3). */

import type { Actor, Issue, Label, ReadableIssue, UnreadableIssue } from "@warrant/kernel/change/facts";
import { isSameAccount, saysBot } from "@warrant/kernel/change/identity-account";
import { issueKey } from "@warrant/kernel/text/issue-key";
import type { IssueAnswer, IssueOrPullRequestAnswer } from "./answers.ts";
import { labelsWithActors } from "./labels.ts";
import type { ChangeLink } from "./links.ts";
import { actorOf } from "./people.ts";

const stateReasons: Readonly<Record<string, ReadableIssue["state_reason"]>> = {
  COMPLETED: "completed",
  NOT_PLANNED: "not_planned",
  DUPLICATE: "duplicate",
  REOPENED: "reopened",
};

/**
 * Who edited an issue last, null if nobody did. The platform keeps edits of the text and of the title apart, and no times are
 * compared (E2): of two editors the one whose edit counts for less is named.
 */
export function editorOf(issue: IssueAnswer, author: Actor): Actor | null {
  const editors: Actor[] = [];
  if (issue.lastEditedAt !== null || issue.editor !== null) editors.push(actorOf(issue.editor));
  const [rename] = (issue.renames.nodes ?? [null]).slice(-1);
  if (rename !== undefined) editors.push(actorOf(rename?.actor));
  const isDoubtful = (editor: Actor): boolean =>
    editor.kind !== "user" || saysBot(editor) || author.login === null || isSameAccount(editor, author);
  return editors.find(isDoubtful) ?? editors.at(-1) ?? null;
}

/** The labels with their last adders. Names without any event that was read have no actor. */
export function labelsOfIssue(issue: IssueAnswer): { readonly labels: Label[]; readonly areAll: boolean } {
  const nodes = issue.labels?.nodes ?? null;
  const names = (nodes ?? []).flatMap((node) => (node === null ? [] : [node.name]));
  const areAll = nodes !== null && nodes.every((node) => node !== null) && issue.labels?.pageInfo.hasNextPage === false;
  return { labels: labelsWithActors(names, issue.events.nodes ?? [null]), areAll };
}

/**
 * One issue of the facts.
 *
 * @param author Who opened the change.
 */
export function issueOf(answer: NonNullable<IssueOrPullRequestAnswer>, link: ChangeLink, author: Actor): ReadableIssue {
  const head = {
    repository: answer.repository.nameWithOwner,
    number: answer.number,
    link: link.link,
    ...(link.quoted === true ? { quoted: true as const } : {}),
    title: answer.title,
    body: answer.body,
    author: actorOf(answer.author),
  };
  if (answer.__typename === "PullRequest") {
    return {
      ...head,
      state: answer.prState === "OPEN" ? "open" : "closed",
      state_reason: null,
      labels: [],
      is_pull_request: true,
    };
  }
  const { stateReason = null } = answer;
  const reason = stateReason === null ? null : (stateReasons[stateReason] ?? "not_planned");
  const isOpen = answer.state === "OPEN";
  return {
    ...head,
    state: isOpen ? "open" : "closed",
    // A closed issue whose reason is not told may have been refused.
    state_reason: reason === null && !isOpen ? "not_planned" : reason,
    labels: labelsOfIssue(answer).labels,
    editor: editorOf(answer, author),
    is_pull_request: false,
  };
}

/** An issue that could not be read, by the platform's word for why. */
export function unreadableIssue(link: ChangeLink, fault: string): UnreadableIssue {
  const reason = fault === "NOT_FOUND" ? "not_found" : fault === "FORBIDDEN" ? "forbidden" : "error";
  return withoutDetails(link, reason);
}

/** An issue of which nothing but its address is known. */
export function withoutDetails(link: ChangeLink, unreadable: UnreadableIssue["unreadable"]): UnreadableIssue {
  const { repository, number } = link;
  return { repository, number, link: link.link, ...(link.quoted === true ? { quoted: true } : {}), unreadable };
}

/** The same issues, each once: of two names of one issue the first is kept, with the strongest link. */
export function withoutRepeats(issues: readonly Issue[]): Issue[] {
  const order = ["unknown", "reference", "closing", "explicit"];
  const merged = new Map<string, Issue>();
  for (const issue of issues) {
    const key = issueKey(issue);
    const known = merged.get(key);
    const isStronger = known !== undefined && order.indexOf(issue.link) > order.indexOf(known.link);
    if (known === undefined || isStronger) merged.set(key, issue);
  }
  return [...merged.values()];
}
