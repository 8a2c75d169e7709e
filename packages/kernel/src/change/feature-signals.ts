/**
 * @module Whether a change calls itself, or was asked for as, a feature (change gate, section 8.2). Titles are claims of the
 * judged party, so they can only raise; labels and titles of the linked issue are the words of the person.
 */

import { foldCase } from "../paths/views.ts";
import { type ChangeFacts, isReadable, type Label } from "./facts.ts";

export const defaultFeatureSignals: readonly string[] = [
  "feat",
  "feature",
  "features",
  "enhancement",
  "enhancements",
  "new capability",
  "proposal",
  "rfc",
];

const featureTypes: ReadonlySet<string> = new Set(["feat", "feature", "features"]);
const knownTypes: ReadonlySet<string> = new Set(
  `feat feature features fix bugfix hotfix docs doc style refactor perf test tests build ci chore revert deps dep release
  security sec lint format types i18n l10n wip ops infra cleanup misc`.split(/\s+/),
);

export interface FeatureSignal {
  readonly rule: "tier.feature-signal" | "tier.breaking";
  readonly reason: string;
}

/** Emoji, symbols and what joins or colours them; `:shortcode:`; `[tag]`; spaces. Each step is bounded. */
const leading = /[\s\p{S}\p{Me}\p{Join_Control}\p{Variation_Selector}]+|:[a-z0-9_+-]{1,60}:|\[[^\][]{0,100}\]/iuy;
const prefix = /^(?<type>[a-z0-9]+)(?:\([^()]{0,200}\))?(?<breaking>!?):/i;
const sparkles = /✨|:sparkles:/i;
/** Characters of a title that are read; platforms cut earlier. */
const maximumTitleLength = 2000;

interface TitleReading {
  readonly type: string | null;
  readonly isBreaking: boolean;
  readonly hasSparkles: boolean;
}

/** Reads the front of a title: what is stripped, then a conventional prefix of a known type, in any case. */
export function readTitle(title: string): TitleReading {
  const text = title.slice(0, maximumTitleLength);
  let at = 0;
  for (;;) {
    leading.lastIndex = at;
    const found = leading.exec(text);
    if (found === null) break;
    at += found[0].length;
  }
  const parts = prefix.exec(text.slice(at))?.groups;
  const type = (parts?.["type"] ?? "").toLowerCase();
  const isKnown = knownTypes.has(type);
  return {
    type: isKnown ? type : null,
    isBreaking: isKnown && parts?.["breaking"] === "!",
    hasSparkles: sparkles.test(text.slice(0, at)),
  };
}

function isWordCharacter(text: string, index: number): boolean {
  return index >= 0 && index < text.length && /[\p{L}\p{N}]/u.test(text.charAt(index));
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text, at - 1) && !isWordCharacter(text, at + word.length)) return true;
  }
  return false;
}

function normalized(text: string): string {
  return foldCase(text).replace(/\s+/g, " ").trim();
}

/**
 * Whether the last paragraph of a text has a `BREAKING CHANGE:` line. Trailers that platforms append (`Co-authored-by: …`)
 * are not the last paragraph.
 */
export function announcesBreaking(text: string): boolean {
  const lines = text.trimEnd().split("\n");
  let mayPassTrailers = true;
  let isTrailers = true;
  for (const line of lines.reverse()) {
    if (line.trim() === "") {
      if (!mayPassTrailers || !isTrailers) return false;
      mayPassTrailers = false;
      continue;
    }
    if (/^BREAKING[ -]CHANGE:/.test(line)) return true;
    if (!/^[A-Za-z0-9-]+: /.test(line)) isTrailers = false;
  }
  return false;
}

function signalOfTitle(title: string, words: readonly string[]): FeatureSignal | null {
  const reading = readTitle(title);
  const feature = (reason: string): FeatureSignal => ({ rule: "tier.feature-signal", reason });
  if (reading.hasSparkles) return feature("The title begins with the sign for a new feature.");
  if (reading.type !== null) {
    if (featureTypes.has(reading.type) || words.includes(reading.type)) {
      return feature(`The title calls the change "${reading.type}".`);
    }
    return reading.isBreaking ? { rule: "tier.breaking", reason: 'The title marks a breaking change with "!".' } : null;
  }
  const text = normalized(title.slice(0, maximumTitleLength));
  const word = words.find((each) => holdsWord(text, each));
  return word === undefined ? null : feature(`The title holds the word "${word}".`);
}

function labelWord(labels: readonly Label[], words: ReadonlySet<string>): string | null {
  for (const { name } of labels) {
    const whole = normalized(name);
    const part = whole.slice(Math.max(whole.lastIndexOf(":"), whole.lastIndexOf("/")) + 1).trim();
    for (const candidate of [whole, part]) if (words.has(candidate)) return candidate;
  }
  return null;
}

function subjectOf(message: string): string {
  return message.slice(0, maximumTitleLength).split("\n", 1)[0] ?? "";
}

/** The words that signal a feature under a configuration: the default, added to or replaced by the rules of path lists. */
export function featureWords(configured: readonly string[]): string[] {
  const added = configured.filter((entry) => entry.startsWith("+")).map((entry) => entry.slice(1));
  const isReplaced = configured.length > 0 && added.length === 0;
  const removed = new Set(added.filter((entry) => entry.startsWith("!")).map((entry) => normalized(entry.slice(1))));
  const words = isReplaced ? configured : [...defaultFeatureSignals, ...added];
  return words.map(normalized).filter((word) => word !== "" && !word.startsWith("!") && !removed.has(word));
}

/**
 * The first signal that a change adds a feature or breaks something, or null. Reads the title (for a local range every
 * commit subject), the labels of the change whoever set them, and labels and title prefixes of closing and explicit issues.
 */
export function featureSignal(facts: ChangeFacts, words: readonly string[]): FeatureSignal | null {
  const isLocal = facts.number === null && facts.commits.length > 0;
  const titles = isLocal ? facts.commits.map((commit) => subjectOf(commit.message)) : [facts.title];
  const signals = titles.map((title) => signalOfTitle(title, words));
  const feature = signals.find((signal) => signal?.rule === "tier.feature-signal");
  if (feature) return feature;

  const labels = new Set(words);
  const onChange = labelWord(facts.labels, labels);
  if (onChange !== null) {
    return { rule: "tier.feature-signal", reason: `A label of the change says "${onChange}".` };
  }
  for (const issue of facts.issues) {
    // A link in a way nobody knows may be either of those, and this can only raise.
    if (!isReadable(issue) || issue.link === "reference") continue;
    const name = `${issue.repository}#${issue.number}`;
    const onIssue = labelWord(issue.labels, labels);
    if (onIssue !== null) return { rule: "tier.feature-signal", reason: `A label of ${name} says "${onIssue}".` };
    const { type } = readTitle(issue.title);
    if (type !== null && (featureTypes.has(type) || labels.has(type))) {
      return { rule: "tier.feature-signal", reason: `The title of ${name} begins with "${type}".` };
    }
  }

  const breaking = signals.find((signal) => signal !== null);
  if (breaking) return breaking;
  const texts = [facts.body ?? "", ...facts.commits.map((commit) => commit.message)];
  return texts.some(announcesBreaking)
    ? { rule: "tier.breaking", reason: 'The last paragraph has a "BREAKING CHANGE:" line.' }
    : null;
}
