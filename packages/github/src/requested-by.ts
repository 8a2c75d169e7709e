/** @module Who asked an agent for its change (GitHub, section 2.3): people it assigned, people who assigned it, its co-authors. */

import type { Actor, Requester } from "@warrant/kernel/change/facts";
import { isSameAccount, recogniseAccount } from "@warrant/kernel/change/identity-account";
import type { IntentConfiguration } from "@warrant/kernel/configuration";
import type { EventAnswer, PersonAnswer } from "./answers.ts";
import { actorOf } from "./people.ts";

type AgentSettings = IntentConfiguration["agents"];
type Via = Requester["via"];

export interface RequesterSources {
  readonly author: Actor;
  readonly agents: AgentSettings;
  /** Events of the change itself. */
  readonly events: readonly (EventAnswer | null)[];
  /** Events of the issues it is linked to. */
  readonly issueEvents: readonly (EventAnswer | null)[];
  /** The authors of each commit, the first one its author. */
  readonly commitAuthors: readonly (readonly PersonAnswer[])[];
  /** Whether all of these events were read. */
  readonly areEventsWhole: boolean;
  /** Login a person gave by hand. */
  readonly argument?: string | undefined;
}

function isPersonsAccount(author: Actor, agents: AgentSettings): boolean {
  return author.kind === "user" && recogniseAccount(author, agents).length === 0;
}

/** Everyone found, each account once, in the order of the sources. For a person's account nobody but who is named by hand. */
export function requestersOf(sources: RequesterSources): Requester[] {
  const { author, agents } = sources;
  const found: Requester[] = [];
  const add = (actor: Actor, via: Via): void => {
    if (recogniseAccount(actor, agents).length > 0 || (author.login !== null && isSameAccount(actor, author))) return;
    const isKnown = found.some(
      (known) => isSameAccount(known, actor) || (known.login === null && actor.login === null),
    );
    if (!isKnown) found.push({ ...actor, via });
  };
  if (!isPersonsAccount(author, agents)) {
    for (const event of sources.events) {
      if (event?.__typename !== "AssignedEvent" || !isSameAccount(actorOf(event.actor), author)) continue;
      add(actorOf(event.assignee), "assigner");
    }
    for (const event of sources.issueEvents) {
      if (event?.__typename !== "AssignedEvent" || !isSameAccount(actorOf(event.assignee), author)) continue;
      add(actorOf(event.actor), "assigner");
    }
    // Somebody may have asked in an event nobody read: a requester without a name, who makes one more approval needed.
    if (found.length === 0 && !sources.areEventsWhole) add(actorOf(null), "assigner");
    for (const [, ...coAuthors] of sources.commitAuthors) {
      for (const person of coAuthors) {
        if (person === null || person.user === null) continue;
        add({ login: person.user.login, kind: "user", id: person.user.databaseId }, "co_author");
      }
    }
  }
  if (sources.argument !== undefined) add({ login: sources.argument, kind: "user", id: null }, "argument");
  return found;
}
