/** @module Makes the card of a change from what rules found and what models answered. Pure: the same inputs give the same bytes. */

import { digest } from "../canonical.ts";
import { ruleOf } from "../rules.ts";
import type { FloorResult } from "../verdict.ts";
import type { FirstPassAnswer, VerifierAnswer, WriterAnswer } from "./answers.ts";
import { type Card, type CardCall, cardSchemaName } from "./card.schema.ts";
import { cardId } from "./card-id.ts";
import { type Failure, failureWords } from "./failure.ts";
import { claimsOf } from "./inputs.ts";
import { finalRisk, type Opinion } from "./risk.ts";
import type { ShownDiff } from "./shown.ts";
import { type JudgedClaim, judgeClaims, QuoteFinder } from "./verify.ts";

/** What came of one question: an answer, or why there is none; null when it was not asked. */
export type Asked<Answer> =
  | { readonly ok: true; readonly answer: Answer; readonly droppedPaths: number }
  | { readonly ok: false; readonly failure: Failure }
  | null;

export interface CardSources {
  readonly repository: string;
  readonly number: number | null;
  readonly headSha: string;
  readonly baseSha: string;
  readonly floor: FloorResult;
  readonly shown: ShownDiff;
  readonly firstPass: Asked<FirstPassAnswer>;
  readonly writer: Asked<WriterAnswer>;
  readonly verifier: Asked<VerifierAnswer>;
  /** Why nothing was asked, or not everything; told where no question failed by itself. */
  readonly notAsked: Failure | null;
  readonly calls: readonly CardCall[];
  readonly digests: { readonly facts: string; readonly config: string; readonly verdict: string };
  readonly attempt: number;
}

function opinionOf(asked: Asked<FirstPassAnswer>): Opinion {
  return asked?.ok === true ? { class: asked.answer.risk, why: asked.answer.why } : null;
}

function failureOf(asked: Asked<unknown>): Failure | null {
  return asked?.ok === false ? asked.failure : null;
}

const internal: Failure = { code: "internal" };

interface State {
  readonly state: Card["state"];
  readonly failure: Failure | null;
}

function stateOf({ writer, verifier, notAsked }: CardSources, claims: readonly JudgedClaim[]): State {
  if (writer?.ok !== true) return { state: "unavailable", failure: failureOf(writer) ?? notAsked ?? internal };
  if (verifier?.ok !== true) return { state: "unchecked", failure: failureOf(verifier) ?? notAsked ?? internal };
  const left = claims.filter(({ outcome }) => outcome === "not_judged").length;
  if (left === 0) return { state: "checked", failure: null };
  const detail = `It left out ${left} of ${claims.length} lines.`;
  return { state: "unchecked", failure: { code: "bad_answer", detail } };
}

function outOfScope(writer: WriterAnswer | null, verifier: VerifierAnswer | null): Card["out_of_scope"] {
  const found = new Map<string, Card["out_of_scope"][number]>();
  for (const [by, answer] of [["writer", writer] as const, ["verifier", verifier] as const]) {
    for (const { path, why } of answer?.out_of_scope ?? []) {
      const known = found.get(path);
      if (known === undefined) found.set(path, { path, by: [by], why });
      else if (!known.by.includes(by)) known.by.push(by);
    }
  }
  return [...found.values()].slice(0, 50);
}

function missedBy(verifier: VerifierAnswer | null, shown: ShownDiff): Card["missed"] {
  if (verifier === null || verifier.missed.length === 0) return [];
  const finder = new QuoteFinder(shown);
  return verifier.missed.map(({ text, paths, quote }) => ({
    text,
    paths: [...paths],
    quote: finder.grade(quote) === null ? null : quote,
  }));
}

function floorWhy(floor: FloorResult): string {
  const [first] = floor.contributors.filter((each) => each.class === floor.class);
  if (first === undefined) return "no rule raises it";
  return ruleOf(first.rule)?.title ?? first.rule;
}

function isHostile(asked: Asked<unknown>): boolean {
  return failureOf(asked)?.code === "hostile_answer";
}

/** The card. Its risk is never below the floor, and without a checked card at least logic. */
export function composeCard(sources: CardSources): Card {
  const { floor, shown, firstPass } = sources;
  const writer = sources.writer?.ok === true ? sources.writer.answer : null;
  const asked = writer === null ? null : sources.verifier;
  const verifier = asked?.ok === true ? asked.answer : null;
  const claims = writer === null ? [] : judgeClaims(claimsOf(writer), verifier, shown);
  const { state, failure } = stateOf(sources, claims);
  const missed = missedBy(verifier, shown);
  const doubted = claims.some(({ outcome }) => outcome === "unsupported" || outcome === "contradicted");
  const risk = finalRisk({
    floor: floor.class,
    floorWhy: floorWhy(floor),
    firstPass: opinionOf(firstPass),
    writer: opinionOf(sources.writer),
    verifier: opinionOf(asked),
    isUnavailable: state === "unavailable",
    isUnverified: state === "unchecked",
    disagrees: doubted || missed.length > 0,
    hasInjection:
      floor.contributors.some(({ rule }) => rule === "floor.injection") ||
      [firstPass, sources.writer, sources.verifier].some(isHostile),
    hidesLines: shown.hidesLines,
  });
  const dropped = [sources.writer, asked].map((each) => (each?.ok === true ? each.droppedPaths : 0));
  return {
    schema: cardSchemaName,
    card_id: cardId({
      repository: sources.repository,
      number: sources.number,
      head_sha: sources.headSha,
      base_sha: sources.baseSha,
      config_digest: sources.digests.config,
      attempt: sources.attempt,
    }),
    repository: sources.repository,
    number: sources.number,
    head_sha: sources.headSha,
    base_sha: sources.baseSha,
    state,
    state_reason: failure?.code ?? null,
    state_detail: failure === null ? null : failureWords(failure),
    agrees: state === "checked" ? !doubted && missed.length === 0 : null,
    goal: writer?.goal ?? null,
    behavior_changes: claims.slice(1).map(({ id, text, paths }) => ({ id, text, paths: [...paths] })),
    out_of_scope: outOfScope(writer, verifier),
    claims: claims.map((claim) => ({ ...claim, paths: [...claim.paths] })),
    missed,
    dropped_paths: dropped.reduce((sum, each) => sum + each, 0),
    risk: { class: risk.class, contributors: [...risk.contributors] },
    floor_reasons: floor.contributors,
    shown: { ...shown.account, not_shown: [...shown.account.not_shown] },
    calls: [...sources.calls],
    digests: { ...sources.digests },
    published_at: null,
  };
}

/** The digest of a card: without when it was published and how long its calls took. */
export function cardDigest(card: Card): string {
  const { published_at: _, calls, ...rest } = card;
  return digest({ ...rest, calls: calls.map(({ ms: _ms, attempts: _attempts, ...call }) => call) });
}
