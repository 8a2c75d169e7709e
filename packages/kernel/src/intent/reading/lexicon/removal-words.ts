/** @module Words that select what is removed: states, owners, places, tickets, and wordings softer than a removal verb. */

import { phraseList } from "./phrase-set.ts";

/** Words that hold only where the facts about a resource state them. */
export const stateWords: ReadonlySet<string> = new Set(
  "old stale merged finished failed unused abandoned orphaned closed expired inactive outdated dead completed done obsolete dangling unmerged broken leftover temporary superseded idle stopped exited".split(
    " ",
  ),
);
/** A token after one of these is a ticket. */
export const ticketWords: ReadonlySet<string> = new Set(
  "ticket tickets issue issues story stories jira bug card feature-request epic".split(" "),
);
export const ticketShape = /^#?(?:[a-z][a-z0-9]{1,9}-\d{1,8}|\d{2,8})$/i;

/** Possessives that name no owner. */
export const noOwners: ReadonlySet<string> = new Set(
  "today's yesterday's tomorrow's week's month's year's night's team's everyone's everybody's company's it's that's there's let's what's he's she's who's customer's user's client's project's repo's repository's someone's somebody's nobody's anyone's one's here's where's how's when's".split(
    " ",
  ),
);
export const mineWords: ReadonlySet<string> = new Set(phraseList("my, mine"));
export const minePhrases: readonly string[] = phraseList(
  "i own, i created, i made, i started, assigned to me, owned by me, created by me, belonging to me",
  "i opened, i pushed",
);
/** A name follows. */
export const ownerLeads: readonly string[] = phraseList(
  "those of, belonging to, owned by, created by, assigned to, the ones of, started by",
);

/** Words that mean the copy others share. */
export const sharedWords: ReadonlySet<string> = new Set(
  "remote remotely origin upstream github gitlab bucket s3 registry server servers cluster everywhere both dockerhub ghcr".split(
    " ",
  ),
);

/** A name that is an address names the shared thing itself. */
export const addressShape = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Of an image or a package: a host before the first slash. */
export const hostedShape = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}(?::\d{1,5})?\//i;

/** After these, the beginning of a name. */
export const prefixLeads: readonly string[] = phraseList(
  "starting with, beginning with, that start with, that begin with, prefixed with, prefixed",
  "which start with, with prefix, with the prefix, whose names start with, named like",
);

/** Hints: they speak of disorder and ask for nothing in particular. */
export const hints: readonly string[] = phraseList(
  "could use some attention, could use attention, needs attention, needs some attention, is a mess",
  "are a mess, is such a mess, piling up, gathering dust, collecting dust, out of hand, getting crowded",
  "is cluttered, are cluttered, getting full, is full of, lying around, could use some love",
  "needs some love, could use a cleanup, could use a clean, is overgrown, are overgrown, is chaotic",
  "is a jungle, is messy, are messy, looks messy, a bit of a mess, in disarray, needs care",
  "all over the place",
);
