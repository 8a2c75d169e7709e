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

/** The word a value stands for on a scale; anything that is not a word of the scale is its careful end. */
export function readOn<Word extends string | number>(on: Scale<Word>, value: unknown): Word {
  return on.words.find((word) => word === value) ?? on.careful;
}

function place<Word extends string | number>(on: Scale<Word>, value: unknown): number {
  return on.words.indexOf(readOn(on, value));
}

function at<Word extends string | number>(on: Scale<Word>, index: number): Word {
  return on.words[index] ?? on.careful;
}

/** The higher of the values. For risk scales: what is dangerous in one view stays dangerous. No values: the lowest word. */
export function raise<Word extends string | number>(on: Scale<Word>, ...values: readonly unknown[]): Word {
  return at(
    on,
    values.reduce<number>((highest, value) => Math.max(highest, place(on, value)), 0),
  );
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
