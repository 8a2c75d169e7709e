/** @module Words that keep a clause from claiming anything: hedges, and admissions once what only looks like one is taken out (claim gate, 5.1). */

const hedges =
  /\b(?:should|would|will|could|may|might|must|expect(?:ed|s)? to|supposed to|if|once|until|when|whenever|unless|assum(?:e|es|ed|ing)|provided|suppos(?:e|ing)|ensures?|make sure|needs? to|have to|plan(?:s|ned|ning)? to|going to|want(?:s|ed)? to|try(?:ing)? to|tried to|to (?:make|get|see|check|verify|ensure|confirm|have|let))\b/;

export function isHedged(clause: string): boolean {
  return hedges.test(clause);
}

const denials: readonly RegExp[] = [
  /\bno (?:failing|failed) tests?\b/g,
  /\b(?:no|0|zero|without(?: any)?)(?: [\w-]+){0,2}? (?:failures?|errors?|warnings?|issues?|problems?|findings?|complaints?|regressions?)\b/g,
  /\b0 failed\b|\b0 failing\b/g,
  /\b(?:(?:previously|formerly|once|the|all|originally) )*(?:failing|failed|broken|flaky) (?:[\w-]+ )?(?:tests?|specs?|suites?|builds?|cases?|checks?)\b/g,
  /\b(?:no|none of the|zero|0) (?:\w+ )?(?:tests?|specs?) (?:fail(?:s|ed|ing)?|are failing)\b/g,
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
