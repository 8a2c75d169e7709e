/** @module Small words and nouns the reading knows, as sets of words in lower case and the singular. */

function words(...rows: readonly string[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row.split(" ")));
}

export const determiners = words(
  "the a an this that these those my mine our your his her its their some any no all every each both either neither",
  "whole entire other another such same few many much more most several enough half everyone's someone's somebody's",
);
export const pronouns = words(
  "i me you he him she her it we us they them this that these those everything something anything nothing everyone",
  "everybody someone somebody anyone anybody one ones mine yours ours theirs itself themselves both all",
);
/** Pronouns whose meaning lies outside the sentence when they are the whole object. */
export const deicticPronouns = words("it this that these those them same");
export const possessives = words("my your his her its our their whose");
export const quantifiers = words(
  "all every each any some no both few many several most more less two three four five six seven eight nine ten eleven",
  "twelve dozen half another other first second third last next one",
);
/** Words that take in all there is of something. */
export const bulkWords = words("all every everything everyone everybody whole entire each");
/** Adjectives that open a noun phrase without an article: `old branches`. Those of age say nothing about the head noun. */
export const openingAdjectives = words(
  "old new stale unused outdated obsolete existing missing broken failed failing merged finished abandoned orphaned",
  "empty temporary leftover remaining redundant duplicate duplicated deprecated dead unnecessary superfluous local",
  "remote current latest recent previous relevant open closed invalid expired inactive public private only just",
);
/** Adverbs and politeness at the end of an object. */
export const trailingWords = words(
  "please pls plz now today tonight tomorrow immediately asap too again first instead permanently irreversibly",
  "forever completely entirely here there everywhere everything's manually quickly thanks well safely altogether",
  "alone right away later yet up already lol haha thx ty mate bro ok okay",
);
export const prepositions = words(
  "of to in on at by for from with without within into onto over under above below between among through throughout",
  "across against about around after before during since until till upon via per as like off out up down behind beside",
  "beyond near toward towards inside outside except than despite versus vs based using due",
);
export const conjunctions = words(
  "and or but nor so yet if because while although though unless whereas when whenever once",
);
export const relativePronouns = words("that which who whom whose where when why how what");
export const auxiliaries = words(
  "is are was were am be been do does did has have had can could will would shall should may might must isn't aren't",
  "wasn't weren't doesn't didn't don't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't",
);
/** Words a sentence that only reports begins with. */
export const subjects = words(
  "it the this that these those my our his her their its we he she they i you there someone somebody everyone everybody",
  "nobody a an some no one users customers people here",
);
/** Second or third words that report a state. */
export const stateVerbs = words(
  "is are was were am isn't aren't wasn't weren't has have had hasn't haven't failed fails fail crashes crashed crash",
  "keeps keep kept seems seem seemed looks look looked does doesn't do don't did didn't works worked needs says said",
  "wants want wanted broke breaks stopped hangs hung returns returned shows showed gets got takes took became becomes",
  "went goes comes came told asked wrote reads read throws threw thinks think thought like likes love loves will won't",
  "can can't cannot could couldn't would wouldn't should shouldn't must may might shall saw see know knows found ran",
  "complains complained feel feels felt appears appeared happens happened loses lost leaks timed used expects uses",
  "noticed made noticed approved just already never always also still currently",
);
/** Those that follow a subject and cannot follow an order. */
export const finiteVerbs = words(
  "is are was were isn't aren't wasn't weren't has had hasn't hadn't does did doesn't didn't failed fails crashed crashes keeps",
  "seems seemed looks looked works worked broke breaks hangs hung needs wants will won't can can't cannot should shouldn't must may might",
  "became becomes appears appeared happens happened",
);
export const questionWords = words(
  "what how who which why where whose whom when whats what's who's where's how's why's when's wheres hows",
);
/** English words without meaning of their own: with a question mark, one of them makes a question. */
export const functionWords = words(
  "the a an is are was were do does did has have had can could will would should may might must to of in on at by for",
  "from with and or but not it this that these those my our your his her their we you he she they i there any some if",
  "be been am so as than then no yes me us them its too still already yet ever",
);
/** Words about a topic. They never vote, whatever verbs they also are. */
export const topicWords = words(
  "customer payment invoice billing user quota budget source live account order page model",
);

/** What a check is: running one verifies. */
export const checkNouns = words(
  "test tests suite suites lint linter linters check checks build typecheck benchmark benchmarks spec specs validation",
  "tsc eslint pytest jest vitest mocha ci typechecker type-checker coverage audit formatter prettier smoke regression",
  "e2e unit integration analyzer analyser scanner validator tests' clippy mypy rubocop storybook lighthouse doctests",
);
/** Words that say whether work holds, for `make sure …` and `until …`. */
export const checkableWords = words(
  "test tests build builds ci compile compiles compiling lint lints green pass passes passing suite suites check checks",
  "typecheck typechecks type-checks coverage succeed succeeds pipeline benchmark benchmarks spec specs works",
);

/** What the line everybody builds on is called. */
export const mainLines = words("main master trunk mainline");

/** Environments below production. */
export const lowerEnvironments = words(
  "staging stage dev development test testing preview sandbox qa local locally uat localhost integration demo-env canary-dev",
);
export const productionWords = words("production prod prd");
/** After production: a quality or a thing of the code, not the place. */
export const productionQualities = words(
  "ready grade quality code build builds mode bundle bundles like level style dependency dependencies ready-made safe only",
  "readiness flag flags branch-name stylesheet asset assets profile",
);
export const problemNouns = words(
  "crash crashes bug bugs error errors issue issues problem problems failure failures exception exceptions leak leaks",
  "outage incident incidents slowdown regression warning warnings timeout timeouts glitch flake hang hangs defect",
);

/** Nouns that are stored data: losing them is final. */
export const dataNouns = words(
  "database databases db dbs table tables record records row rows backup backups bucket buckets volume volumes schema",
  "schemas account accounts tenant tenants dataset datasets archive archives snapshot snapshots repository repositories",
  "repo repos namespace namespaces data collection collections disk disks partition partitions drive drives inbox",
  "mailbox keyspace index-data warehouse datastore customers-data pvc filesystem logs-archive history-data vault",
  "subscriber subscribers mailboxes userbase",
);
/** Nouns of what runs a data change. */
export const changedDataNouns = words(
  "database databases db dbs schema schemas table tables record records row rows migration migrations data dataset datasets",
);
/** Throw-away things: local work that is made again. */
export const throwAwayKinds = words(
  "branch worktree stash job process container image artifact cache temporary-file preview-environment",
);
/** Kinds of which a local and a shared copy may exist. */
export const dualKinds = words("branch tag image artifact package history");
