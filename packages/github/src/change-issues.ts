/** @module The issues of a change with everything that is asked about them: looked up where named, with the permissions that matter. */

import type { Actor, Issue, Label, UnreadableIssue } from "@warrant/kernel/change/facts";
import { isSameAccount } from "@warrant/kernel/change/identity-account";
import { issueKey } from "@warrant/kernel/text/issue-key";
import { type EventAnswer, type IssueAnswer, IssueOrPullRequestAnswer } from "./answers.ts";
import type { ClosingList } from "./closing-list.ts";
import { PlatformError } from "./errors.ts";
import type { CollectedEvents } from "./further-pages.ts";
import type { Gaps } from "./gaps.ts";
import { issueOf, labelsOfIssue, unreadableIssue, withoutDetails, withoutRepeats } from "./issues.ts";
import { type ChangeLink, maximumNamedIssues } from "./links.ts";
import type { Lookups } from "./lookups.ts";
import type { Permissions } from "./permissions.ts";
import { selections } from "./queries.ts";

/** What is known of one issue: its answer, or the platform's word for why there is none. */
type Known = NonNullable<IssueOrPullRequestAnswer> | { readonly fault: string };

function isKnown(known: Known | undefined): known is NonNullable<IssueOrPullRequestAnswer> {
  return known !== undefined && !("fault" in known);
}

/** Labels with the permission of the people who put them there. A bot's label never counts, so its permission is not asked. */
export async function withPermissions(labels: readonly Label[], permissions: Permissions): Promise<Label[]> {
  return await Promise.all(
    labels.map(async (label) =>
      label.actor?.kind === "user" ? { ...label, permission: await permissions.of(label.actor) } : label,
    ),
  );
}

export class ChangeIssues {
  readonly #lookups: Lookups;
  readonly #permissions: Permissions;
  readonly #author: Actor;
  readonly #gaps: Gaps;
  readonly #known = new Map<string, Known>();
  #asked = 0;

  constructor(lookups: Lookups, permissions: Permissions, author: Actor, gaps: Gaps) {
    this.#lookups = lookups;
    this.#permissions = permissions;
    this.#author = author;
    this.#gaps = gaps;
  }

  /** Takes what the platform's closing list says. */
  learn(list: ClosingList): void {
    for (const [key, details] of list.details) this.#known.set(key, details);
  }

  /** Looks up every issue that is not known yet, up to a limit, all in one request. */
  async lookUp(links: readonly ChangeLink[]): Promise<void> {
    const unknown = links.filter((link) => !this.#known.has(issueKey(link)));
    const wanted = unknown.slice(0, Math.max(0, maximumNamedIssues - this.#asked));
    this.#asked += wanted.length;
    if (wanted.length < unknown.length) {
      this.#gaps.add("issues", `only ${maximumNamedIssues} named issues are looked up`);
    }
    await Promise.all(
      wanted.map(async (link) => {
        const key = issueKey(link);
        try {
          const reply = await this.#lookups.ask({
            at: { repository: link.repository },
            selection: selections.issue,
            value: link.number,
            schema: IssueOrPullRequestAnswer,
          });
          if (!reply.ok) this.#known.set(key, { fault: reply.fault.type });
          else this.#known.set(key, reply.value ?? { fault: "NOT_FOUND" });
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          this.#known.set(key, { fault: "" });
          this.#gaps.add("issues", `${error.asked}: ${error.came}`);
        }
      }),
    );
  }

  /** Whether an address was found to be a real issue, which a closing keyword can close. */
  isRealIssue(address: { readonly repository: string; readonly number: number }): boolean {
    const known = this.#known.get(issueKey(address));
    return isKnown(known) && known.__typename === "Issue";
  }

  /** Assignments of the issues the change is linked to. */
  events(links: readonly ChangeLink[]): CollectedEvents {
    const events: (EventAnswer | null)[] = [];
    let isWhole = true;
    for (const link of links) {
      const known = this.#known.get(issueKey(link));
      if (known === undefined) isWhole = false;
      else if (!isKnown(known)) isWhole &&= known.fault === "NOT_FOUND";
      else if (known.__typename === "Issue") {
        const nodes = known.events.nodes ?? [null];
        events.push(...nodes);
        isWhole &&= !known.events.pageInfo.hasPreviousPage && !nodes.includes(null);
      }
    }
    return { events, isWhole };
  }

  /** The issues of the facts, in the order of the links, each once. */
  async all(links: readonly ChangeLink[]): Promise<Issue[]> {
    const issues = await Promise.all(links.map(async (link) => await this.#one(link)));
    return withoutRepeats(issues);
  }

  async #one(link: ChangeLink): Promise<Issue> {
    const known = this.#known.get(issueKey(link));
    if (known === undefined) return withoutDetails(link, "not_looked_up");
    if (!isKnown(known)) return this.#unreadable(link, known.fault);
    const issue = issueOf(known, link, this.#author);
    if (known.__typename === "Issue") this.#sayMissingLabels(known, link);
    const mayBeAuthor = this.#author.login === null || isSameAccount(issue.author, this.#author);
    const [labels, permission] = await Promise.all([
      withPermissions(issue.labels, this.#permissions),
      mayBeAuthor && issue.author.kind === "user" ? this.#permissions.of(issue.author) : undefined,
    ]);
    return { ...issue, labels, ...(permission === undefined ? {} : { author_permission: permission }) };
  }

  #unreadable(link: ChangeLink, fault: string): UnreadableIssue {
    const issue = unreadableIssue(link, fault);
    if (issue.unreadable === "error") {
      this.#gaps.add("issues", `${link.repository}#${link.number} could not be read`);
    }
    return issue;
  }

  #sayMissingLabels(issue: IssueAnswer, link: ChangeLink): void {
    if (labelsOfIssue(issue).areAll) return;
    this.#gaps.add("labels", `not all labels of ${link.repository}#${link.number} could be read`);
  }
}
