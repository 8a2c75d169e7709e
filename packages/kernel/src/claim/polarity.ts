/** @module Whether a claim says the opposite of the text it cites (claim gate, 4.5). */

import { foldedLower, lightStem } from "./content-words.ts";

const negation = /^(?:not|no|never|none|nobody|nothing|cannot|without|unable|lack(?:s|ed|ing)?|\p{L}+n't)$/u;

const opposites: readonly (readonly [string, string])[] = [
  ["pass", "fail"],
  ["success", "error"],
  ["success", "failure"],
  ["succeed", "fail"],
  ["enabl", "disabl"],
  ["enable", "disable"],
  ["true", "false"],
  ["allow", "deni"],
  ["allow", "deny"],
  ["allow", "denied"],
  ["grant", "denied"],
  ["valid", "invalid"],
  ["present", "miss"],
  ["present", "absent"],
  ["open", "clos"],
  ["up", "down"],
  ["activ", "inactiv"],
  ["active", "inactive"],
  ["accept", "reject"],
  ["healthy", "unhealthy"],
];

interface Sides {
  readonly plain: ReadonlySet<string>;
  readonly negated: ReadonlySet<string>;
}

/** Words of a text by whether a negation stands up to three words before them. */
function sidesOf(text: string): Sides {
  const plain = new Set<string>();
  const negated = new Set<string>();
  let reach = 0;
  for (const piece of foldedLower(text).match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)?|[.;:,!?\n]/gu) ?? []) {
    if (/^[.;:,!?\n]$/.test(piece)) {
      reach = 0;
      continue;
    }
    if (negation.test(piece)) {
      reach = 3;
      continue;
    }
    const stem = lightStem(piece);
    if (reach > 0) negated.add(stem);
    else plain.add(stem);
    reach -= 1;
  }
  return { plain, negated };
}

/** A word that is negated on one side only, or a pair of opposites that stand against each other; null when none does. */
export function polarityDiffers(claim: string, source: string, isTelling: (stem: string) => boolean): string | null {
  const left = sidesOf(claim);
  const right = sidesOf(source);
  const isOn = ({ plain, negated }: Sides, stem: string) => plain.has(stem) || negated.has(stem);
  for (const stem of left.negated)
    if (isTelling(stem) && !left.plain.has(stem) && right.plain.has(stem) && !right.negated.has(stem)) return stem;
  for (const stem of right.negated)
    if (isTelling(stem) && !right.plain.has(stem) && left.plain.has(stem) && !left.negated.has(stem)) return stem;
  for (const [one, other] of opposites) {
    for (const [here, there] of [
      [one, other],
      [other, one],
    ] as const) {
      const isAgainst = left.plain.has(here) && right.plain.has(there) && !isOn(left, there) && !isOn(right, here);
      if (isAgainst) return here;
    }
  }
  return null;
}
