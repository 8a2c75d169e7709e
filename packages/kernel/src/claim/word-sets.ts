/** @module Words that turn or weigh a quoted text: light words, negators, failure words, units (claim gate, 3). Data, as token keys. */

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

export const lightWords = set("a an the is are was were be been that this these those it there");

const negators = set(
  "no not never none nobody nothing neither nor cannot without unable hardly barely unless except excluding " +
    "fail fails failed failing refuse refuses refused lack lacks lacked lacking can't " +
    // Of other languages, those that mean nothing else in English.
    "nicht kein keine keinen keinem keiner niemals ohne pas jamais aucun aucune nunca ning\u00fan ninguna n\u00e3o nenhum nenhuma " +
    "nessun nessuna senza niet geen zonder inte ingen ikke \u043d\u0435 \u043d\u0435\u0442 \u043d\u0438\u043a\u043e\u0433\u0434\u0430 \u043d\u0435\u043b\u044c\u0437\u044f \u0431\u0435\u0437",
);
const auxiliary = /^(?:[a-z]+)n't$/;

/** A word that turns what follows it around. */
export function isNegator(key: string): boolean {
  return negators.has(key) || key === "!" || auxiliary.test(key);
}

const endNegators = set(
  "not never no neither nor unless except excluding without cannot can't failed fails " +
    "nicht pas jamais nunca niet inte ikke \u043d\u0435",
);

/** Right behind a quote these turn it around. */
export function isNegatorBehind(key: string): boolean {
  return endNegators.has(key) || auxiliary.test(key);
}

const failureWords = set(
  "error errors deny denies denied reject rejects rejected refused forbid forbids prohibit prohibits prohibited " +
    "prevent prevents prevented disallow disallows disallowed missing invalid false disabled blocked skipped aborted crashed broken " +
    "forbidden deprecated removed expired",
);

/** A word whose omission hides that something went wrong. */
export function isFailureWord(key: string): boolean {
  return failureWords.has(key) || key.startsWith("fail");
}

const restrictions = set("only seldom rarely scarcely almost nearly");

/** A word whose omission says more than the text does. */
export function isRestriction(key: string): boolean {
  return restrictions.has(key);
}

const disputes = set("deny denies denied doubt doubts doubted dispute disputes disputed untrue false");

/** `denied that …`, `… is false`: a word that takes back the clause beside it. */
export function isDispute(key: string): boolean {
  return disputes.has(key);
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
