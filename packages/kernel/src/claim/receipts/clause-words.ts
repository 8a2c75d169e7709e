/** @module Words that keep a clause from claiming anything: hedges, hearsay, and admissions once what only looks like one is taken out (claim gate, 5.1). */

const hedges =
  /\b(?:should|would|will|could|may|might|must|expect(?:ed|s)? to|supposed to|if|once|until|when|whenever|unless|assum(?:e|es|ed|ing)|provided|suppos(?:e|ing)|ensures?|make sure|needs? to|have to|plan(?:s|ned|ning)? to|going to|want(?:s|ed)? to|try(?:ing)? to|tried to|to (?:make|get|see|check|verify|ensure|confirm|have|let))\b/;

/** `I ran the tests to verify it, and they pass`: what was wanted, and what came of it. */
const outcomeBehind =
  /(?:\band|[:,;]) (?:they|it|all|everything)(?: \w+){0,2} (?:pass(?:es|ed)?|green|succeed(?:s|ed)?)\b/;
const purpose = /\bto (?:make sure|see|check|verify|ensure|confirm)\b/g;

const couldNotFind = /\bcould not (?:find|see)\b/g;

export function isHedged(clause: string): boolean {
  const words = clause.replace(couldNotFind, " ");
  return hedges.test(outcomeBehind.test(words) ? words.replace(purpose, " ") : words);
}

const hearsay =
  /\b(?:readme|issue|docs?|documentation|comment|ticket|user|pull request|description|changelog)\b[^.;]{0,30}\b(?:says?|said|claims?|claimed|states?|stated|mentions?|promises?|asks?|asked|requires?|wants?)\b/;
const asks = /^(?:do|does|did|is|are|was|were|can|have|has|which|what|why|how|who|where|want)\b[^?]*\?\s*$/;
const past =
  /\bused to (?:pass|succeed|be|build|compile)\b|\b(?:pass|passed|passing|green|succeeded|built|compiled|clean)(?: \w+)? (?:before|prior to)\b/;
/** `I added a test that the build succeeds` says what a test is about. */
const describesTest =
  /\b(?:add(?:s|ed|ing)?|wrote|writes?|created?|new)\b[^.;]{0,40}\btests? (?:that|which|where|for which)\b(?! (?:now |all )?pass(?:es|ed)?[ .!]*$)/;

/** What tells of others' words, of another time, of what is wanted to be known, or of what a test is about. */
export function isOfSomethingElse(clause: string): boolean {
  return hearsay.test(clause) || asks.test(clause.trim()) || past.test(clause) || describesTest.test(clause);
}

const share = /\b(?<some>[0-9]{1,9}) ?(?:\/|(?:out )?of) ?(?:the )?(?<all>[0-9]{1,9})\b(?! ?\/)/g;
const someOnly =
  /\b(?:most|some|many|several|few|half|part|majority|nearly all|almost all)(?: of)?(?: the| our)?(?: \w+)? (?:tests?|specs?|suites?|checks?)\b|\b(?:all|tests?|specs?) but (?!not\b)|\bapart from\b|\bother than\b|\baside from\b|\b(?:pass(?:es|ed)?|green) only\b/;

/** What is said of a part: some of the tests, or all but a few. */
export function isOfAPart(clause: string): boolean {
  for (const { groups } of clause.matchAll(share)) if (groups?.["some"] !== groups?.["all"]) return true;
  return someOnly.test(clause);
}

const denials: readonly RegExp[] = [
  /\b(?:can't|cannot|could not|couldn't|did not|didn't) (?:find|see) (?:any|a|a single|one) (?:failing|failed|broken) tests?\b/g,
  /\bno (?:failing|failed|skipped|ignored) tests?\b/g,
  /\b(?:no|0|zero|without(?: any)?)(?: [\w-]+){0,2}? (?:failures?|errors?|warnings?|issues?|problems?|findings?|complaints?|regressions?)\b/g,
  /\b0 failed\b|\b0 failing\b/g,
  /\b(?:(?:previously|formerly|once|the|all|originally) )*(?:failing|failed|broken|flaky|red) (?:[\w-]+ )?(?:tests?|specs?|suites?|builds?|cases?|checks?|ones?)\b/g,
  /\b(?:no|none of the|zero|0) (?:\w+ )?(?:tests?|specs?) (?:fail(?:s|ed|ing)?|(?:are|is) failing)\b(?! to\b)/g,
  /\bnot (?:a single|one|any) (?:\w+ )?(?:tests?|specs?) (?:fail(?:s|ed)?|is failing)\b/g,
  /\b(?:no longer|don't|doesn't|do not|does not) (?:fail|break)s?\b/g,
  /\bnone (?:(?:are|is|were|was) )?(?:skipped|failing|failed|fail)\b/g,
  /\bnothing (?:else )?(?:fails|failed|breaks|broke|(?:is|was) (?:failing|broken|needed|changed))\b/g,
  /\bnot (?:just|only)\b/g,
  /\bwithout exceptions?\b/g,
  /\bwithout (?:any )?(?:changes?|changing|touching|modifying)\b/g,
  // What once failed, and is told as over.
  /\b(?:earlier|previous|prior|old|former|original|initial) (?:\w+ )?(?:errors?|failures?|crash(?:es)?|timeouts?)\b/g,
  /\b(?:that|which|who) (?:(?:had|once|previously|earlier|was|were) ){1,2}(?:fail(?:ed|ing)?|broken|crash(?:ed|ing)|red)\b/g,
  /\b(?:that|which) (?:failed|broke|crashed|timed out) (?:before|earlier|previously)\b/g,
  /\bfrom red to\b/g,
  /\b(?:fixed|fixes|resolved|solved)(?: (?!and\b)[\w-]+){0,5}? (?:errors?|failures?|crash(?:es)?|timeouts?|bugs?)\b(?: (?:that|which) \w+ (?:\w+ )?(?:errors?|failures?|crash(?:es)?|timeouts?))?/g,
];

/** The clause without words that deny a failure or only describe what once failed. */
export function withoutDenials(clause: string): string {
  let words = clause;
  for (const pattern of denials) words = words.replace(pattern, " ");
  return words;
}

const admission =
  /\b(?:not|no|never|none|nothing|cannot|without|unable|except|fail\w*|errors?|broken|crash\w*|timed out|timeout|skipped|unsuccessful\w*|red|flaky|\w+n't)\b/;

/** A negation or a word of failure: the clause claims nothing. */
export function admitsFailure(clause: string): boolean {
  return admission.test(clause);
}
