/**
 * @module The ordered scales. Everything that combines two values goes through `raise` or `narrow`, and an unknown
 * value is always read as the careful end of its scale (law 2 and law 3).
 */

/** An ordered list of words, lowest first, and the word an unreadable value stands for. */
export interface Scale<Word extends string | number> {
  readonly words: readonly Word[];
  readonly careful: Word;
}

function scale<const Words extends readonly (string | number)[]>(
  words: Words,
  careful: Words[number],
): Scale<Words[number]> {
  return { words, careful };
}

/** No scale has a longer word, with room for white space around it. */
const longestWord = 200;

export const permissionScale = scale(["none", "read", "triage", "write", "maintain", "admin"], "none");
export const autonomyScale = scale(["propose_only", "supervised", "bounded"], "propose_only");
export const writeScopeScale = scale(["none", "feature_branch", "any_branch"], "none");
export const riskScale = scale(["low", "medium", "high"], "high");
export const floorScale = scale(["trivial", "logic", "sensitive"], "sensitive");
export const tierScale = scale([0, 1, 2, 3], 3);
export const confidenceScale = scale(["none", "likely", "certain"], "none");

export type Permission = (typeof permissionScale.words)[number];
export type Autonomy = (typeof autonomyScale.words)[number];
export type WriteScope = (typeof writeScopeScale.words)[number];
export type Risk = (typeof riskScale.words)[number];
export type Floor = (typeof floorScale.words)[number];
export type Tier = (typeof tierScale.words)[number];
export type Confidence = (typeof confidenceScale.words)[number];

/**
 * Every ordered scale of requests and authority, by the name its fields carry. The order of the words here is their rank;
 * nothing else ranks them. Which side of a combination is which, the specification's table says: what is asked for is
 * raised, what may be done is narrowed.
 */
export const requestScales = {
  stakes: scale(["inert", "reversible", "costly", "irreversible"], "irreversible"),
  evidence: scale(["none", "cited", "verified", "audited"], "audited"),
  /** The strength that is asked for. */
  satisfaction: scale(["asserted", "cited", "observed", "attested"], "attested"),
  /** The strength that was reached: the same words, with the other end as the safe one. */
  achieved: scale(["asserted", "cited", "observed", "attested"], "asserted"),
  /** A turn opens nothing, so doubt stays there although the word is no end of the scale. */
  horizon: scale(["immediate", "turn", "session", "durable"], "turn"),
  clarity: scale(["clear", "underspecified", "ambiguous"], "ambiguous"),
  /** What a person delegates. The scale of the same name in an execution policy is `autonomyScale`. */
  autonomy: scale(["manual", "assisted", "delegated", "autonomous"], "manual"),
  approval: scale(["ask", "approve-safe", "auto-approve"], "ask"),
  /** What a session may touch. What an account may do to a repository is `permissionScale`. */
  permission: scale(["read-only", "workspace-write", "full-access"], "read-only"),
  attendance: scale(["unattended", "supervised", "interactive"], "unattended"),
  fallback: scale(["deny", "park"], "deny"),
  hil: scale(["envelope", "review", "defer", "interrupt"], "interrupt"),
  clarify: scale(["proceed", "state-assumption", "ask"], "ask"),
  cadence: scale(["digest", "on-completion", "live"], "live"),
  urgency: scale(["quiet", "notify", "interrupt"], "interrupt"),
  stop: scale(["message", "inspection", "effect", "verification"], "verification"),
  context: scale(["minimal", "recall", "working", "full"], "full"),
  wording: scale(["none", "hint", "soft", "indirect", "explicit"], "hint"),
  binding: scale(["unbound", "open-range", "owned-range", "owned-scoped", "exact"], "unbound"),
  /** What a deletion leaves to those no grant covers. */
  otherwise: scale(["never", "confirm", "reversible"], "never"),
  deletion: scale(["none", "named", "any"], "none"),
  branches: scale(["none", "feature-branch", "any-branch"], "none"),
  reversibility: scale(["reversible", "costly", "irreversible"], "irreversible"),
} as const;
export type RequestScaleName = keyof typeof requestScales;
export type RequestWord<Name extends RequestScaleName> = (typeof requestScales)[Name]["words"][number];

/** The word a value stands for on a scale; anything that is not a word of the scale is its careful end. */
export function readOn<Word extends string | number>(on: Scale<Word>, value: unknown): Word {
  return on.words.includes(value as Word) ? (value as Word) : on.careful;
}

/**
 * The word a person, a file or a host wrote, or undefined when it is none of the scale: white space around it, case, and
 * `_` or spaces in the place of `-` do not matter.
 */
export function wordOn<Word extends string>(on: Scale<Word>, value: unknown): Word | undefined {
  if (typeof value !== "string" || value.length > longestWord) return undefined;
  if (on.words.includes(value as Word)) return value as Word;
  const written = value
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, "-");
  return on.words.find((word) => word === written);
}

function place<Word extends string | number>(on: Scale<Word>, value: unknown): number {
  const rank = on.words.indexOf(value as Word);
  return rank >= 0 ? rank : on.words.indexOf(on.careful);
}

function at<Word extends string | number>(on: Scale<Word>, index: number): Word {
  return on.words[index] ?? on.careful;
}

/** The higher of the values. For risk scales: what is dangerous in one view stays dangerous. No values: the lowest word. */
export function raise<Word extends string | number>(on: Scale<Word>, ...values: readonly unknown[]): Word {
  let highest = 0;
  for (const value of values) highest = Math.max(highest, place(on, value));
  return at(on, highest);
}

/** The lower of the values. For authority scales: what one side withholds stays withheld. No values: the careful end. */
export function narrow<Word extends string | number>(on: Scale<Word>, ...values: readonly unknown[]): Word {
  if (values.length === 0) return on.careful;
  return at(
    on,
    values.reduce<number>((lowest, value) => Math.min(lowest, place(on, value)), on.words.length - 1),
  );
}

/** Whether a value reaches a word of the scale. An unreadable value counts as the careful end. */
export function isAtLeast<Word extends string | number>(on: Scale<Word>, value: unknown, least: Word): boolean {
  return place(on, value) >= on.words.indexOf(least);
}
