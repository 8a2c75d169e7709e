/** @module Commits of a change as the facts have them. */

import type { Commit, CommitPerson } from "@warrant/kernel/change/facts";
import { readTrailers } from "@warrant/kernel/text/trailers";
import type { CommitsPage, PersonAnswer } from "./answers.ts";

type CommitAnswer = NonNullable<NonNullable<CommitsPage["nodes"]>[number]>["commit"];

/** Characters of a message that are kept: as many as of a description. */
const maximumMessageLength = 65_536;

function personOf(person: PersonAnswer): CommitPerson {
  return { name: person?.name ?? "", email: person?.email ?? "", login: person?.user?.login ?? null };
}

/** One commit. `verified` says that the platform checked its signature; a commit without one is not. */
export function commitOf(answer: CommitAnswer): Commit {
  return {
    sha: answer.oid,
    author: personOf(answer.author),
    committer: personOf(answer.committer),
    message: answer.message.slice(0, maximumMessageLength).toWellFormed(),
    // Of the whole message: the last paragraph of a part is another one.
    trailers: readTrailers(answer.message),
    parents: answer.parents.totalCount,
    verified: answer.signature?.isValid === true,
  };
}

/** The commits of a page; null where the platform gave none. */
export function commitsOfPage(page: CommitsPage): (CommitAnswer | null)[] {
  return (page.nodes ?? []).map((node) => node?.commit ?? null);
}
