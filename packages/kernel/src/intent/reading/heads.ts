/** @module The verbs of a clause that order something: its head, co-heads, and what a light verb leaves to its noun. */

import { type FoundVerb, type Verb, verbAt, verbNamed } from "./lexicon/lookup.ts";
import { accessNouns, inFileNouns, protocolNouns, visualNouns } from "./lexicon/nouns.ts";
import { actionNouns, compounds, lightVerbs } from "./lexicon/verbs.ts";
import {
  checkNouns,
  determiners,
  finiteVerbs,
  prepositions,
  questionWords,
  relativePronouns,
  stateVerbs,
} from "./lexicon/words.ts";
import { isNameLike, type ObjectPhrase, objectPhrase, opensNounPhrase } from "./noun-phrase.ts";
import { peel } from "./peel.ts";
import { askingActs } from "./reading.ts";

/** A verb in a place where it orders. */
export interface Head {
  readonly verb: Verb;
  /** Where it stands. */
  readonly at: number;
  /** The first word after it. */
  readonly after: number;
  readonly isFirst: boolean;
  readonly object: ObjectPhrase;
}

/** Programs whose first argument says what is done: `git push`, `npm publish`. */
const programs: ReadonlySet<string> = new Set(
  "git npm yarn pnpm bun npx gh docker kubectl helm terraform tofu pulumi aws gcloud az cargo pip brew apt make vercel netlify heroku fly firebase wrangler ansible podman compose".split(
    " ",
  ),
);
/** Words a co-head's object may begin with beside a noun phrase, or that follow one without object. */
const afterCoHead: ReadonlySet<string> = new Set(
  "to onto into on in from live now immediately straight directly again tonight today tomorrow please pls asap with via for over up down out as against at , . and or ! ?".split(
    " ",
  ),
);
/** Verbs of means: what `to` leads to after them is what is asked. */
export const meansVerbs: ReadonlySet<string> = new Set([
  "use",
  "run",
  "execute",
  "log in",
  "log into",
  "connect to",
  "go",
  "open",
  "switch to",
  "sign in",
  "invoke",
]);

function compoundAt(words: readonly string[], at: number, found: FoundVerb): boolean {
  if (found.length > 1) return false;
  const nouns = Object.hasOwn(compounds, words[at] ?? "") ? compounds[words[at] ?? ""] : undefined;
  const next = words[at + 1] ?? "";
  return nouns !== undefined && nouns.split(", ").includes(next);
}

/** `deploy job failed`: a noun before a word that reports a state. */
function reportsState(words: readonly string[], at: number): boolean {
  const next = words[at + 1] ?? "";
  if (finiteVerbs.has(next)) return true;
  if (words[at] === "do" && ["not", "you", "we", "they", "i", "he", "she", "people", "users"].includes(next))
    return true;
  if (determiners.has(next) || isNameLike(next) || prepositions.has(next)) return false;
  if (questionWords.has(next) || relativePronouns.has(next)) return false;
  return finiteVerbs.has(words[at + 2] ?? "") && !opensNounPhrase(words, at + 1);
}

/** Whether a base-form verb after a joint orders too, by what follows it. */
function isCoHead(
  words: readonly string[],
  joint: number,
  at: number,
  found: FoundVerb,
  heads: ReadonlySet<number>,
): boolean {
  if (compoundAt(words, at, found)) return false;
  const after = at + found.length;
  const next = words[after];
  if (next === undefined || opensNounPhrase(words, after)) return true;
  // "add create and delete endpoints": the word before the joint is a verb that only names a kind of thing.
  const before = verbAt(words, joint - 1);
  const beforeThat = words[joint - 2];
  const isPair =
    before?.isBase === true &&
    before.length === 1 &&
    (words[joint] === "and" || words[joint] === "or") &&
    !heads.has(joint - 1) &&
    beforeThat !== "and" &&
    beforeThat !== ",";
  if (isPair && !afterCoHead.has(next)) return false;
  if (afterCoHead.has(next)) return !isPair || next === ",";
  // A bare noun: "delete branches", but not "the search and delete buttons".
  const object = objectPhrase(words, after);
  return (
    object.heads.every((noun) => !inFileNouns.has(noun) && noun !== "page" && noun !== "support") &&
    !stateVerbs.has(words[after + 1] ?? "")
  );
}

/** The noun of action a light verb leaves its meaning to: `do a force push`. */
function lightObject(words: readonly string[], found: FoundVerb, after: number): Verb | undefined {
  if (!lightVerbs.has(found.verb.name)) return undefined;
  const object = objectPhrase(words, after);
  const noun = object.heads[0] ?? "";
  const plural = Object.hasOwn(actionNouns, noun) ? actionNouns[noun] : undefined;
  if (plural === undefined) return undefined;
  if ((found.verb.name === "run" || found.verb.name === "execute") && checkNouns.has(noun)) return undefined;
  const verb = verbNamed(plural);
  // "kick off three reviews" hands work on; "kick off the deployment" deploys.
  if (found.verb.name === "kick off" && verb !== undefined && verb.act !== "operate") return undefined;
  return verb;
}

/** What a verb means with this object: checks are verified, a program's own parts are edited, pictures are scaled for nothing. */
function meaning(found: FoundVerb, words: readonly string[], after: number, object: ObjectPhrase): Verb {
  const { verb } = found;
  const light = lightObject(words, found, after);
  if (light !== undefined) return light;
  const isRun = verb.name === "run" || verb.name === "execute" || verb.name === "rerun";
  if (isRun && [...object.heads, ...object.words].some((word) => checkNouns.has(word)))
    return { name: verb.name, act: "verify", weight: 0.9 };
  const noun = object.heads[0] ?? "";
  if (verb.class === "outward" && (protocolNouns.has(noun) || /^[1-5]\d\d$/.test(noun))) return edits(verb);
  // "submit on enter": what a program does.
  const isReaction =
    verb.class === "outward" &&
    object.words.length === 0 &&
    words[after] === "on" &&
    reactions.has(words[after + 1] ?? "");
  if (isReaction) return edits(verb);
  if (verb.class === "money" && object.heads.some((word) => visualNouns.has(word))) return edits(verb);
  if (verb.name === "rotate" && object.heads.some((word) => visualNouns.has(word))) return edits(verb);
  if (verb.name === "release" && /^(?:lock|memory|mutex|semaphore|handle|connection|resource|buffer)$/.test(noun))
    return edits(verb);
  // Closing an account is removing it.
  if (verb.name === "close" && object.heads.some((word) => accounts.has(word))) return { ...verb, removal: "explicit" };
  const isChanged = verb.name === "make" && words[after] !== undefined && !makes.has(words[after] ?? "");
  if (isChanged && object.words.length > 0) return { name: verb.name, act: "modify", weight: 0.8 };
  const isGiven =
    verb.name === "give" &&
    object.heads.some((word) => accessNouns.has(word)) &&
    words[after] !== "me" &&
    words[after] !== "us";
  if (isGiven) return { name: "grant", act: "govern", weight: 0.8 };
  const isShared = ["split", "split up", "distribute", "divide", "spread", "hand", "pass"].includes(verb.name);
  if (isShared && words.slice(after).some((word) => agentNouns.has(word)))
    return { name: verb.name, act: "orchestrate", weight: 0.9 };
  const isMade = verb.name === "get" && words.slice(after).some((word) => reached.has(word));
  if (isMade) return edits(verb);
  if (verb.name === "order" && !isPurchase(words, after)) return { name: verb.name, act: "modify", weight: 0.9 };
  return verb;
}

const reactions: ReadonlySet<string> = new Set(
  "enter click blur change hover escape submit load mount focus scroll touch resize key keypress unmount".split(" "),
);

const agentNouns: ReadonlySet<string> = new Set([
  "agent",
  "agents",
  "subagent",
  "subagents",
  "worker",
  "workers",
  "helper",
  "helpers",
  "assistants",
]);
const accounts: ReadonlySet<string> = new Set(["account", "mailbox", "tenant", "subscription", "membership"]);

/** `make a plan` makes something new; `make the header wider` changes what is there. */
const makes: ReadonlySet<string> = new Set(["a", "an", "some", "another", "new", "me", "us", "two", "three", "up"]);

/** `get the tests to pass`, `get it working`: work, not a look-up. */
const reached: ReadonlySet<string> = new Set([
  "to",
  "working",
  "running",
  "passing",
  "green",
  "fixed",
  "done",
  "ready",
]);

function edits(verb: Verb): Verb {
  return { name: verb.name, act: "modify", weight: 0.8 };
}

/** `order a`, `order an`, `order three`: a purchase. `order the imports`: sorting. */
function isPurchase(words: readonly string[], after: number): boolean {
  const next = words[after] ?? "";
  return (
    next === "a" ||
    next === "an" ||
    next === "some" ||
    next === "more" ||
    next === "another" ||
    /^\d/.test(next) ||
    ["two", "three", "four", "five", "six", "ten", "twelve", "new", "us", "me"].includes(next)
  );
}

function headAt(
  words: readonly string[],
  at: number,
  found: FoundVerb,
  isFirst: boolean,
  stops: ReadonlySet<number>,
): Head {
  const after = at + found.length;
  const object = objectPhrase(words, after, stops);
  return { verb: meaning(found, words, after, object), at, after, isFirst, object };
}

/** The name of an HTTP method or a class is no order: `POST handler`, `Book class`. */
function isNamed(texts: readonly string[], words: readonly string[], at: number): boolean {
  const text = texts[at] ?? "";
  const isShouted =
    text.length > 2 && text === text.toUpperCase() && texts.some((other) => other !== other.toUpperCase());
  return isShouted && /^(?:\/|https?:|requests?$|handlers?$|endpoints?$)/.test(words[at + 1] ?? "");
}

/** Places where a joint may put another order. */
function isJoint(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  return (
    word === "and" ||
    word === "," ||
    word === "so" ||
    word === "but" ||
    word === ":" ||
    word === "or" ||
    word === "&" ||
    word === "("
  );
}

/**
 * The heads of a clause, in order.
 *
 * @param texts the words as written.
 * @param from where the peeled clause begins.
 */
export function headsOf(words: readonly string[], texts: readonly string[], from: number): Head[] {
  const found: { at: number; verb: FoundVerb; isFirst: boolean }[] = [];
  let first = from;
  if (
    verbAt(words, first) === undefined &&
    programs.has(words[first] ?? "") &&
    words.length > first + 1 &&
    !(words[first] === "make")
  )
    first += 1;
  // "would you mind deleting it", "don't skip deleting it": the order stands in the other form.
  const isMinding = from > 0 && ["mind", "skip", "avoid", "from", "omit"].includes(words[first - 1] ?? "");
  const opening = verbAt(words, first, isMinding);
  if (
    opening !== undefined &&
    (opening.isBase || isMinding) &&
    !compoundAt(words, first, opening) &&
    !isNamed(texts, words, first) &&
    !reportsState(words, first)
  ) {
    found.push({ at: first, verb: opening, isFirst: true });
  }
  for (let at = from; at < words.length - 1; at += 1) {
    const isBy = words[at] === "by";
    const means = words[at] === "to" && found[0] !== undefined && meansVerbs.has(found[0].verb.verb.name);
    if (!isBy && !means && !(isJoint(words, at) && at > from)) continue;
    const place = isBy || means ? at + 1 : placeAfter(words, at + 1);
    // "compare npm publish and yarn publish": commands that are spoken of.
    const isSpokenOf =
      programs.has(words[place - 1] ?? "") &&
      found.some((other) => other.isFirst && askingActs.has(other.verb.verb.act));
    if (isSpokenOf) continue;
    const verb = verbAt(words, place, isBy);
    if (verb === undefined || found.some((other) => other.at === place)) continue;
    const orders = isBy
      ? !verb.isBase && (words[place] ?? "").endsWith("ing") && opensNounPhrase(words, place + verb.length)
      : verb.isBase && (means || isCoHead(words, at, place, verb, new Set(found.map((other) => other.at))));
    if (orders && !isNamed(texts, words, place)) found.push({ at: place, verb, isFirst: false });
  }
  const stops = new Set(found.map(({ at }) => at));
  return found.map(({ at, verb, isFirst }) => headAt(words, at, verb, isFirst, stops));
}

/** Past politeness, adverbs and a program's name after a joint. */
function placeAfter(words: readonly string[], from: number): number {
  const { at } = peel(words, from);
  return programs.has(words[at] ?? "") && verbAt(words, at + 1) !== undefined && words[at] !== "make" ? at + 1 : at;
}
