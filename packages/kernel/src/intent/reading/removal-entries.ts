/** @module The removal entries of a clause, and which of them the words grant. */

import type { RequestWord } from "../../scale.ts";
import type { ClauseReading } from "./clause-reading.ts";
import type { Head } from "./heads.ts";
import { boundResourceNouns, codeAdjectives, inFileNouns, kindNouns } from "./lexicon/nouns.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { hints } from "./lexicon/removal-words.ts";
import { dataNouns, throwAwayKinds } from "./lexicon/words.ts";
import { objectPhrase } from "./noun-phrase.ts";
import type { RemovalEntry } from "./removal.ts";
import { type KnownNames, type Selectors, selectorsOf } from "./removal-selectors.ts";
import type { Resource } from "./request.ts";

type Wording = RequestWord<"wording">;
type Binding = RequestWord<"binding">;

const hinting = phraseSet(hints);

function bindingOf(selectors: Selectors): Binding {
  if (selectors.isBroken) return "unbound";
  if (selectors.names.length > 0) return "exact";
  const hasKey = selectors.ticket !== undefined || selectors.prefix !== undefined;
  if (selectors.owners.length > 0) return hasKey && selectors.range === undefined ? "owned-scoped" : "owned-range";
  return hasKey || selectors.range !== undefined ? "open-range" : "unbound";
}

/** What is removed is text inside files: an edit, unless a name, owner or selector makes a resource of it. */
function isInFile(head: Head, words: readonly string[], binding: Binding): boolean {
  const { heads } = head.object;
  if (isPartOfText(head, words)) return true;
  if (isFromFile(head, words)) return true;
  // "all instances of the old name" are words; other instances run somewhere.
  if (heads.includes("instance") && words[head.object.end] !== "of") return false;
  if (heads.length === 0 || !heads.every((noun) => inFileNouns.has(noun) || isCodeName(noun) || isOfCode(noun, head)))
    return false;
  return !(binding !== "unbound" && heads.some((noun) => boundResourceNouns.has(noun)));
}

const plainlyCode: ReadonlySet<string> = new Set([
  "commented",
  "hardcoded",
  "inline",
  "absolute",
  "relative",
  "html",
  "css",
  "eslint",
  "aria",
]);

/** `commented-out code paths`: an adjective of program text before a noun that is no data and no resource. */
function isOfCode(noun: string, { object }: Head): boolean {
  if (dataNouns.has(noun)) return false;
  if (object.words.some((word) => plainlyCode.has(word))) return true;
  if (Object.hasOwn(kindNouns, noun)) return false;
  return object.words.some((word) => codeAdjectives.has(word));
}

/** `everything after line 20`: a place in a text. */
function isPartOfText({ object }: Head, words: readonly string[]): boolean {
  const [place, ...rest] = words.slice(object.end, object.end + 4);
  const isPlace = ["after", "before", "below", "above", "between", "beneath"].includes(place ?? "");
  return (
    object.isBulk &&
    isPlace &&
    rest.some((word) =>
      ["line", "lines", "fold", "heading", "section", "paragraph", "marker", "comment", "title"].includes(word),
    )
  );
}

/** `console.log`, `foo()`: a call, not a file. */
function isCodeName(noun: string): boolean {
  return noun.endsWith("()") || /^[a-z]+\.(?:log|error|warn|debug|info|trace|dir|only|skip)$/.test(noun);
}

/** `remove the account from the dropdown`: it leaves a part of a program. */
function isFromFile(head: Head, words: readonly string[]): boolean {
  if (words[head.object.end] !== "from" && words[head.object.end] !== "in") return false;
  if (head.object.heads.some((noun) => personNouns.has(noun))) return false;
  const { heads } = objectPhrase(words, head.object.end + 1);
  return (
    heads.length > 0 && heads.every((noun) => noun !== "code" && (inFileNouns.has(noun) || placesInFiles.has(noun)))
  );
}
const personNouns: ReadonlySet<string> = new Set([
  "everyone",
  "everybody",
  "customer",
  "member",
  "subscriber",
  "contact",
  "recipient",
]);
const placesInFiles: ReadonlySet<string> = new Set([
  "list",
  "page",
  "screen",
  "readme",
  "ui",
  "docs",
  "documentation",
  "ticker",
  "layout",
  "view",
  "storybook",
]);

/** The entry of a removal verb, none where it edits text inside files. What a joined spelling names is no text. */
function headEntry(
  wording: Wording,
  head: Head,
  selectors: Selectors,
  reading: ClauseReading,
  known: KnownNames,
): RemovalEntry | undefined {
  const entry = entryOf(wording, selectors, known);
  return !selectors.isCalled && isInFile(head, reading.words, entry.binding) ? undefined : entry;
}

function entryOf(wording: Wording, selectors: Selectors, known: KnownNames): RemovalEntry {
  const kinds = new Set(selectors.names.flatMap((name) => [...(known.kindsOf(name) ?? [])]));
  const kind = selectors.kind ?? (kinds.size === 1 ? [...kinds][0] : undefined) ?? "any";
  return {
    wording,
    kind,
    binding: bindingOf(selectors),
    names: selectors.names,
    ...(selectors.ticket === undefined ? {} : { ticket: selectors.ticket }),
    ...(selectors.range === undefined ? {} : { range: selectors.range }),
    ...(selectors.prefix === undefined ? {} : { prefix: selectors.prefix }),
    states: selectors.states,
    ...(selectors.olderThanDays === undefined ? {} : { older_than_days: selectors.olderThanDays }),
    owners: selectors.owners,
    place: selectors.place,
  };
}

/** The region of a head: its words up to the next head. */
function regionEnd(reading: ClauseReading, head: Head): number {
  const next = reading.heads.find(({ at }) => at > head.at);
  if (next === undefined) return reading.words.length;
  let end = next.at;
  while (end > head.after && ["and", ",", "so", "but", "or", "&", "by"].includes(reading.words[end - 1] ?? ""))
    end -= 1;
  return end;
}

/** An entry with the head it came from, so that stakes can look at both. */
export interface HeadRemoval {
  readonly head: Head;
  readonly entry: RemovalEntry | undefined;
  /** The verb as written. */
  readonly verb: string;
}

/** What the facts say of names and owners, looked up once for a request. */
export function knownNames(resources: readonly Resource[]): KnownNames {
  const kinds = new Map<string, Set<string>>();
  const owners = new Set<string>();
  for (const { name, kind, owner } of resources) {
    kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
    if (owner !== undefined) owners.add(owner);
  }
  return { kindsOf: (name) => kinds.get(name), isOwner: (name) => owners.has(name) };
}

/** What each removal head of a clause selects. No entry where the removal is an edit inside files. */
export function removalsOf(reading: ClauseReading, known: KnownNames): HeadRemoval[] {
  const select = (from: number, end: number, objectEnd: number): Selectors => {
    const words = reading.words.slice(from, end);
    const texts = reading.texts.slice(from, end);
    const joined = reading.joined.slice(from, end);
    return selectorsOf({ words, texts, joined }, Math.min(end, objectEnd) - from, known);
  };
  const found: HeadRemoval[] = [];
  for (const head of reading.heads) {
    if (head.verb.removal === undefined) continue;
    const end = regionEnd(reading, head);
    const selectors = select(head.after, end, head.object.end);
    const entry = headEntry(head.verb.removal, head, selectors, reading, known);
    found.push({ head, verb: reading.texts[head.at] ?? "", entry });
  }
  const { modal, words } = reading;
  if (modal?.verb.removal !== undefined) {
    const before = words.findIndex((word) => ["can", "may", "should", "must", "needs", "could"].includes(word));
    const selectors = select(0, Math.max(before, 0), Math.max(before, 0));
    const entry = headEntry("indirect", modal, selectors, reading, known);
    found.push({ head: modal, verb: reading.texts[modal.at] ?? "", entry });
  }
  return found;
}

/** Entries of hints, which have no verb of removal. */
export function softEntriesOf(reading: ClauseReading, known: KnownNames): RemovalEntry[] {
  const { words, texts, joined } = reading;
  const at = words.findIndex((_word, place) => hinting.at(words, place) > 0);
  if (at < 0 || reading.heads.some(({ verb }) => verb.removal !== undefined)) return [];
  const hint = at + hinting.at(words, at);
  const rest = <One>(list: readonly One[]): One[] => [...list.slice(0, at), ...list.slice(hint)];
  const said = { words: rest(words), texts: rest(texts), joined: rest(joined) };
  return [entryOf("hint", selectorsOf(said, said.words.length, known), known)];
}

/** Whether the words grant what an entry selects. */
export function isGranted(entry: RemovalEntry): boolean {
  if (entry.wording === "explicit") return entry.binding !== "unbound";
  if (entry.wording !== "indirect" || !throwAwayKinds.has(entry.kind)) return false;
  return entry.binding === "exact" || entry.binding === "owned-scoped";
}
