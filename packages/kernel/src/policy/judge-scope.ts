/**
 * @module The request's share of an action's verdict (requests and authority, section 7.3): whether what was asked for
 * covers what the call would do. The action gate adds its own gates, and the stricter of both holds.
 */

import { type Effect, type EffectKind, effectKinds } from "../effect.ts";
import type { Finding } from "../finding.ts";
import type { Ban, RemovalEntry, RemovalScope } from "../intent/reading/removal.ts";
import { isAtLeast, readOn, requestScales } from "../scale.ts";
import { cleanQuote } from "../text/clean.ts";
import { matchBan } from "./ban.ts";
import { isCoveredBy } from "./branches.ts";
import { countsAsNamed, isBelowNamed, type Miss, misses, missOf } from "./cover.ts";
import type { Ceiling, Engagement } from "./engagement.ts";
import { isUnlisted, type ScopeFacts, type Subject, subjectOf } from "./resource.ts";

export interface ScopeVerdict {
  readonly decision: "allow" | "ask" | "deny";
  /** Every reason found, in the order of the effects. */
  readonly findings: readonly Finding[];
  /** Targets whose deletion was granted so plainly that the action gate counts it as named by the person. */
  readonly named: readonly string[];
}

interface Reason {
  readonly rule: string;
  readonly message: string;
  readonly next: string;
}

const approve = "Answer the question, or ask for it in a new request.";

const kindReason: Reason = {
  rule: "ceiling.kinds",
  message: "The request asks for no effect of this kind.",
  next: approve,
};
const approvalReason: Reason = {
  rule: "ceiling.approval",
  message: "What was delegated lets this ask first.",
  next: approve,
};
const banReasons = {
  deny: {
    rule: "request.banned",
    message: "The person ruled this out.",
    next: "Say so in a new request if it is wanted after all.",
  },
  ask: {
    rule: "request.banned",
    message: "Words of the request rule this out, or may do so.",
    next: approve,
  },
} as const;

const deletionReasons = {
  "not-listable": {
    rule: "deletion.not-listable",
    message: "Nobody can list what this would delete.",
    next: "Name each thing, or the folder it is in.",
  },
  protected: {
    rule: "deletion.protected",
    message: "The name is protected, so a person decides each time.",
    next: approve,
  },
  "shared-copy": {
    rule: "deletion.shared-copy",
    message: "Only the local copy was asked for, and this is the one others use.",
    next: "Say where it should go from, as in: here and on origin.",
  },
  "unknown-owner": {
    rule: "deletion.unknown-owner",
    message: "Nobody knows whose this is, and only the person's own things were asked for.",
    next: "Name it, or answer the question.",
  },
  "other-owner": {
    rule: "deletion.other-owner",
    message: "This belongs to somebody the request does not name.",
    next: "Name the thing or its owner, or answer the question.",
  },
  "not-named": {
    rule: "deletion.not-named",
    message: "Other things were asked to be removed, not this one.",
    next: "Name it, or answer the question.",
  },
  "vague-wording": {
    rule: "deletion.vague-wording",
    message: "The request speaks of tidying, or not clearly of what; that grants no removal.",
    next: "Say delete, and name what.",
  },
  "not-asked": {
    rule: "deletion.not-asked",
    message: "The request asks for no removal, and this cannot be undone.",
    next: "Say what to delete, or answer the question.",
  },
  never: {
    rule: "request.banned",
    message: "The request rules removal out.",
    next: "Say so in a new request if it is wanted after all.",
  },
} as const satisfies Record<string, Reason>;

/** What the scopes say of one deletion: why it may not pass, and whether a grant of every scope covers it. */
interface DeletionJudgement {
  readonly reasons: readonly (keyof typeof deletionReasons)[];
  readonly isCovered: boolean;
  readonly isNamed: boolean;
}

/** No scope speaks of removal. */
const notLimited: DeletionJudgement = { reasons: [], isCovered: false, isNamed: false };

/** Protected wherever branches, tags and images have names; a file may be called so. */
const protectedNames = ["main", "master", "trunk", "release/*", "latest"];

function isProtected(subject: Subject, facts: ScopeFacts): boolean {
  const patterns = [...(facts.protected ?? []), ...(subject.isPath ? [] : protectedNames)];
  if (facts.default_branch !== undefined && !subject.isPath) patterns.push(facts.default_branch);
  // `app:latest` is the tag of an image.
  const names = subject.names.flatMap((name) => [name, name.slice(name.lastIndexOf(":") + 1)]);
  return names.some((name) => patterns.some((pattern) => isCoveredBy(name, pattern)));
}

function nearest(found: readonly Miss[]): Miss {
  return misses.findLast((miss) => found.includes(miss)) ?? "not-named";
}

/** The grant of a scope that covers a deletion, or the nearest reason why none does. */
function coverOf(scope: RemovalScope, effect: Effect, subject: Subject, facts: ScopeFacts): RemovalEntry | Miss | null {
  if (scope.grants.length === 0) return null;
  if (isUnlisted(effect.target, facts))
    return scope.grants.find((grant) => isBelowNamed(grant, subject)) ?? "not-named";
  const found: Miss[] = [];
  for (const grant of scope.grants) {
    const miss = missOf(grant, subject, facts);
    if (miss === null) return grant;
    found.push(miss);
  }
  return nearest(found);
}

function judgeDeletion(
  scopes: readonly RemovalScope[],
  effect: Effect,
  subject: Subject,
  facts: ScopeFacts,
): DeletionJudgement {
  const reasons: (keyof typeof deletionReasons)[] = [];
  let isCovered = scopes.length > 0;
  let isNamed = scopes.length > 0;
  const isListed = !isUnlisted(effect.target, facts);
  const isReversible = readOn(requestScales.reversibility, effect.reversibility) === "reversible";
  for (const scope of scopes) {
    const cover = coverOf(scope, effect, subject, facts);
    const isGranted = cover !== null && typeof cover !== "string";
    if (!isGranted || !countsAsNamed(cover, subject)) isNamed = false;
    if (isGranted) continue;
    isCovered = false;
    const otherwise = readOn(requestScales.otherwise, scope.otherwise);
    if (otherwise === "never") reasons.push("never");
    if (!isListed) reasons.push("not-listable");
    else if (otherwise === "confirm" || (otherwise === "reversible" && !isReversible)) {
      reasons.push(typeof cover === "string" ? cover : scope.wording === "none" ? "not-asked" : "vague-wording");
    }
  }
  if (scopes.length > 0 && isProtected(subject, facts)) reasons.push("protected");
  const isOpen = !reasons.includes("protected");
  return { reasons: [...new Set(reasons)], isCovered: isCovered && isOpen, isNamed: isNamed && isOpen };
}

function needsApproval(ceiling: Ceiling, effect: Effect, isCovered: boolean): boolean {
  if (ceiling.approval === undefined) return false;
  const approval = readOn(requestScales.approval, ceiling.approval);
  if (approval === "ask") return effect.kind !== "read" && effect.kind !== "network";
  if (approval === "auto-approve" || isCovered) return false;
  return isAtLeast(requestScales.reversibility, effect.reversibility, "costly");
}

function isKnownKind(kind: unknown): kind is EffectKind {
  return effectKinds.some((known) => known === kind);
}

function findingOf(reason: Reason, severity: "block" | "warn", effect: Effect): Finding {
  const quote = `${effect.kind} ${effect.target}`;
  return {
    rule: reason.rule,
    severity,
    message: reason.message,
    where: { field: "effects" },
    quote: cleanQuote(quote),
    next: reason.next,
  };
}

function banFindings(bans: readonly Ban[], effect: Effect, subject: Subject, facts: ScopeFacts): Finding[] {
  const findings: Finding[] = [];
  for (const ban of bans) {
    const match = matchBan(ban, effect, subject, facts);
    if (match === "none") continue;
    const isDenied = match === "hit" && ban.strength !== "ask";
    findings.push(findingOf(isDenied ? banReasons.deny : banReasons.ask, isDenied ? "block" : "warn", effect));
  }
  return findings;
}

/** The findings of one effect, and whether its deletion counts as named. */
function judgeEffect(ceiling: Ceiling, effect: Effect, facts: ScopeFacts): { findings: Finding[]; isNamed: boolean } {
  const target = typeof effect.target === "string" ? effect.target : "?";
  const known: Effect = { ...effect, target };
  const scopes = effect.kind === "delete" ? (ceiling.removal ?? []) : [];
  const bans = ceiling.bans ?? [];
  const subject = scopes.length === 0 && bans.length === 0 ? null : subjectOf(target, facts);
  const findings = subject === null ? [] : banFindings(bans, known, subject, facts);
  const { kinds } = ceiling;
  const isAsked = isKnownKind(effect.kind) && (kinds === undefined || kinds === "all" || kinds.includes(effect.kind));
  if (!isAsked) findings.push(findingOf(kindReason, "warn", known));
  const deletion = subject === null ? notLimited : judgeDeletion(scopes, known, subject, facts);
  if (needsApproval(ceiling, known, deletion.isCovered)) findings.push(findingOf(approvalReason, "warn", known));
  for (const reason of deletion.reasons) {
    findings.push(findingOf(deletionReasons[reason], reason === "never" ? "block" : "warn", known));
  }
  return { findings, isNamed: deletion.isNamed };
}

/**
 * Whether a request covers the effects of a call, certain or not. Every effect and every step is looked at, all reasons
 * are kept, and the strictest decides; nothing found is `allow`.
 */
export function judgeScope(
  engagement: Pick<Engagement, "ceiling">,
  effects: readonly Effect[],
  facts: ScopeFacts,
): ScopeVerdict {
  const findings: Finding[] = [];
  const named: string[] = [];
  for (const effect of effects) {
    const judged = judgeEffect(engagement.ceiling, effect, facts);
    findings.push(...judged.findings);
    if (judged.isNamed) named.push(effect.target);
  }
  const isDenied = findings.some((finding) => finding.severity === "block");
  return { decision: isDenied ? "deny" : findings.length > 0 ? "ask" : "allow", findings, named };
}
