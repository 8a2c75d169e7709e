/** @module Whose work is in a change: authors and committers of its commits, and the people an agent's commits name beside it. */

import type { Actor, ChangeFacts, Commit, CommitPerson } from "../facts.ts";
import type { AgentSettings } from "../identity.ts";
import { accountOfAddress, parsePerson, type Recogniser, recognisePerson } from "../identity-person.ts";
import { AccountSet } from "./reviewers.ts";

export interface Contributors {
  /** Authors and committers, except of merge commits with two parents. */
  readonly committers: AccountSet;
  /** People an agent's commit names as co-author by a platform address, who are taken to be its requesters. */
  readonly coAuthors: AccountSet;
}

function accountsOf(person: CommitPerson, host: string): Actor[] {
  const accounts: Actor[] = person.login === null ? [] : [{ login: person.login, kind: "unknown", id: null }];
  const byAddress = accountOfAddress(person.email, host);
  if (byAddress !== null) accounts.push(byAddress);
  return accounts;
}

function isAgent(person: CommitPerson, by: Recogniser): boolean {
  return recognisePerson(person, by)[0]?.kind === "agent";
}

function coAuthorsOf(commit: Commit): CommitPerson[] {
  return commit.trailers
    .filter((trailer) => trailer.key.toLowerCase() === "co-authored-by")
    .map((trailer) => parsePerson(trailer.value));
}

/** Collects them in one pass over the commits. */
export function contributorsOf(facts: ChangeFacts, agents: AgentSettings): Contributors {
  const by: Recogniser = { agents, host: facts.host };
  const committers = new AccountSet();
  const coAuthors = new AccountSet();
  for (const commit of facts.commits) {
    if (commit.parents !== 2) {
      for (const person of [commit.author, commit.committer]) {
        for (const account of accountsOf(person, facts.host)) committers.add(account);
      }
    }
    const named = coAuthorsOf(commit);
    if (named.length === 0 || ![commit.author, commit.committer, ...named].some((person) => isAgent(person, by)))
      continue;
    for (const person of named) {
      if (isAgent(person, by)) continue;
      for (const account of accountsOf(person, facts.host)) coAuthors.add(account);
    }
  }
  return { committers, coAuthors };
}
