/** @module Words that turn or weigh a quoted text: light words, negators, failure words, units (claim gate, 3). Data, as token keys. */

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

export const lightWords = set("a an the is are was were be been that this these those it there");

const negators = set(
  "no not never none nobody nothing neither nor cannot without unable hardly barely unless except excluding " +
    "fail fails failed failing refuse refuses refused lack lacks lacked lacking can't",
);
const auxiliary = /^(?:[a-z]+)n't$/;

/** A word that turns what follows it around. */
export function isNegator(key: string): boolean {
  return negators.has(key) || key === "!" || auxiliary.test(key);
}

const endNegators = set("not never no neither nor unless except excluding without cannot can't failed fails");

/** Right behind a quote these turn it around. */
export function isNegatorBehind(key: string): boolean {
  return endNegators.has(key) || auxiliary.test(key);
}

const failureWords = set(
  "error errors denied rejected refused missing invalid false disabled blocked skipped aborted crashed broken " +
    "forbidden deprecated removed expired",
);

/** A word whose omission hides that something went wrong. */
export function isFailureWord(key: string): boolean {
  return failureWords.has(key) || key.startsWith("fail");
}

const units = set(
  "ms s sec secs second seconds min mins minute minutes h hr hrs hour hours d day days b byte bytes kb mb gb tb kib mib " +
    "gib k m bn px em rem usd eur gbp pct percent %",
);

export function isUnit(key: string): boolean {
  return units.has(key);
}

/** What stands behind a colon or an equals sign and denies the key before it. */
export const denyingValue =
  /^["'`)\]]{0,3} ?[:=]{1,2} ?["'`]?(?:false|no|none|null|nil|off|disabled|0|never|denied|failed|undefined|absent|missing)(?![\p{L}\p{N}_]|[.,]\p{N})/iu;

/** A prefix that a hyphen joins to a word and that turns it around. */
export const denyingPrefix = /(?:^|[^\p{L}\p{N}])(?:non|un|not|anti|ex|dis)-$/iu;
