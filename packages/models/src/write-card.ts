/**
 * @module Has the card of a change written and checked: reserves what it may cost, asks first pass, writer and verifier in this
 * order, and gives what came of it to the kernel. It decides nothing about the change (cards, section 1).
 */

import type { FirstPassAnswer, VerifierAnswer, WriterAnswer } from "@warrant/kernel/card/answers";
import { cardLimits } from "@warrant/kernel/card/answers";
import type { Card, CardCall } from "@warrant/kernel/card/card.schema";
import { type Asked, type CardSources, composeCard } from "@warrant/kernel/card/compose";
import type { Failure } from "@warrant/kernel/card/failure";
import { claimsOf } from "@warrant/kernel/card/inputs";
import { firstPassLimits, ShownDiff } from "@warrant/kernel/card/shown";
import type { ChangedFile, Issue } from "@warrant/kernel/change/facts";
import { type DiffLimits, diffLimits } from "@warrant/kernel/change/not-shown";
import type { PathClasses } from "@warrant/kernel/paths/classes";
import { ask, type Question, type Reply, type Surroundings, worstCost } from "./ask.ts";
import { firstPassQuestion, verifierQuestion, writerQuestion } from "./questions.ts";
import type { Sender } from "./sender.ts";
import type { ModelSettings } from "./settings.ts";
import { addCosts, CardPurse, type Cost, type DayBook, noCost, type Reservation } from "./spend.ts";

export interface DescribedChange
  extends Pick<CardSources, "repository" | "number" | "headSha" | "baseSha" | "floor" | "digests" | "attempt"> {
  readonly title: string;
  readonly body: string | null;
  /** Those that count (change gate, 9.1); none when they are ambiguous. */
  readonly issues: readonly Issue[];
  readonly files: readonly ChangedFile[];
  readonly classes: PathClasses;
}

export interface CardWriting extends Pick<Surroundings, "now" | "wait" | "nonce" | "chance"> {
  /** Whom to ask, or why nobody can be. */
  readonly sender: Sender | { readonly failure: Failure };
  readonly settings: ModelSettings;
  readonly day: DayBook;
  readonly signal?: AbortSignal;
  /** Told before each question and after it, for progress. */
  readonly progress?: (role: CardCall["role"], cost: Cost | null) => void;
  /** In a replay nobody was asked, and no time passed. */
  readonly isReplay?: boolean;
}

interface Models {
  readonly fast: string;
  readonly strong: string;
}

/** How often the diff may be halved to fit the card's budget, and how often because a provider found it too large. */
const mostHalvings = 2;

function halved(limits: DiffLimits): DiffLimits {
  return { file: limits.file, all: Math.floor(limits.all / 2) };
}

function firstPassShown(change: DescribedChange, limits: DiffLimits): ShownDiff {
  return ShownDiff.of(change.files, change.classes, {
    ...firstPassLimits,
    all: Math.min(firstPassLimits.all, limits.all),
  });
}

function writerInput({ title, body, issues }: DescribedChange, shown: ShownDiff) {
  return { shown, title, body, issues };
}

/** The longest claims a writer could make, so that the verifier's price is known before the writer has answered. */
function longestClaims(shown: ShownDiff) {
  const text = "x".repeat(cardLimits.words);
  const claims = Array.from({ length: cardLimits.changes + 1 }, (_, index) => ({ id: `b${index}`, text, paths: [] }));
  const outOfScope = [...shown.paths.keys()].toSorted((left, right) => right.length - left.length);
  return { shown, claims, outOfScope: outOfScope.slice(0, cardLimits.outOfScope) };
}

/** The worst case of a whole card: every call once at its dearest, and one repair of the largest. */
function worstOfCard(
  change: DescribedChange,
  shown: ShownDiff,
  limits: DiffLimits,
  models: Models,
  settings: ModelSettings,
): Cost {
  const { prices } = settings;
  const calls: Cost[] = [
    worstCost(verifierQuestion(longestClaims(shown), models.strong), prices),
    dearer(
      worstCost(writerQuestion(writerInput(change, shown), models.strong), prices),
      worstCost(writerQuestion(writerInput(change, shown), models.fast), prices),
    ),
  ];
  if (change.floor.class === "trivial")
    calls.push(worstCost(firstPassQuestion({ shown: firstPassShown(change, limits) }, models.fast), prices));
  return calls.reduce(addCosts, calls.reduce(dearer, noCost));
}

function dearer(left: Cost, right: Cost): Cost {
  const usd = left.usd === null || right.usd === null ? null : Math.max(left.usd, right.usd);
  return { usd, tokens: Math.max(left.tokens, right.tokens) };
}

function modelsOf({ models }: ModelSettings): Models | null {
  return models.strong === null || models.strong === ""
    ? null
    : { strong: models.strong, fast: models.fast || models.strong };
}

function isPriceMissing({ prices, budget }: ModelSettings, models: Models): boolean {
  const isLimited = budget.cardUsd !== "unlimited" || budget.dayUsd !== "unlimited";
  return isLimited && [models.fast, models.strong].some((model) => !Object.hasOwn(prices, model));
}

/** One card in the making. */
class Writing {
  readonly #change: DescribedChange;
  readonly #how: CardWriting;
  readonly #around: Surroundings;
  readonly #reservation: Reservation;
  readonly #calls: CardCall[] = [];
  #limits: DiffLimits;
  #shown: ShownDiff;
  #isHalved = false;

  constructor(
    change: DescribedChange,
    how: CardWriting,
    around: Surroundings,
    reservation: Reservation,
    limits: DiffLimits,
  ) {
    this.#change = change;
    this.#how = how;
    this.#around = around;
    this.#reservation = reservation;
    this.#limits = limits;
    this.#shown = ShownDiff.of(change.files, change.classes, limits);
  }

  async #ask<Answer>(question: Question<Answer>): Promise<Reply<Answer>> {
    this.#how.progress?.(question.role, null);
    const reply = await ask(question, this.#around);
    if (reply.call !== null) {
      const untimed = this.#how.isReplay === true ? { ms: null, attempts: null } : {};
      this.#calls.push({ ...reply.call, ...untimed });
    }
    await this.#reservation.spend(worstCost(question, this.#around.prices), reply.cost);
    this.#how.progress?.(question.role, reply.cost);
    return reply;
  }

  /** Asks with what is shown; once in a card, what a provider finds too large is asked again with half of the diff. */
  async #askShown<Answer>(question: (shown: ShownDiff) => Question<Answer>): Promise<Asked<Answer>> {
    const reply = await this.#ask(question(this.#shown));
    if (reply.ok || reply.failure.code !== "too_large" || this.#isHalved) return reply;
    this.#isHalved = true;
    this.#limits = halved(this.#limits);
    this.#shown = ShownDiff.of(this.#change.files, this.#change.classes, this.#limits);
    return this.#ask(question(this.#shown));
  }

  async run(models: Models): Promise<Card> {
    const change = this.#change;
    const isTrivial = change.floor.class === "trivial";
    const firstPass: Asked<FirstPassAnswer> = isTrivial
      ? await this.#ask(firstPassQuestion({ shown: firstPassShown(change, this.#limits) }, models.fast))
      : null;
    const isFast = firstPass?.ok === true && firstPass.answer.risk === "trivial";
    const writer: Asked<WriterAnswer> = await this.#askShown((shown) =>
      writerQuestion(writerInput(change, shown), isFast ? models.fast : models.strong),
    );
    let verifier: Asked<VerifierAnswer> = null;
    if (writer?.ok === true) {
      const claims = claimsOf(writer.answer);
      const outOfScope = writer.answer.out_of_scope.map(({ path }) => path);
      verifier = await this.#askShown((shown) => verifierQuestion({ shown, claims, outOfScope }, models.strong));
    }
    return composeCard({
      ...sourcesOf(change),
      shown: this.#shown,
      firstPass,
      writer,
      verifier,
      notAsked: null,
      calls: this.#calls,
    });
  }
}

function sourcesOf({ repository, number, headSha, baseSha, floor, digests, attempt }: DescribedChange) {
  return { repository, number, headSha, baseSha, floor, digests, attempt };
}

function withoutCard(change: DescribedChange, shown: ShownDiff, failure: Failure): Card {
  const nothing = { firstPass: null, writer: null, verifier: null, calls: [] };
  return composeCard({ ...sourcesOf(change), ...nothing, shown, notAsked: failure });
}

/** What one asking has of the world: its purse and its deadline begin here. */
export function surroundingsOf(how: CardWriting, sender: Sender): Surroundings {
  const { settings, signal, now, wait, nonce, chance } = how;
  const timeUp = AbortSignal.timeout(settings.timeouts.cardSeconds * 1000);
  return {
    sender,
    purse: new CardPurse(settings.budget),
    prices: settings.prices,
    callMs: settings.timeouts.callSeconds * 1000,
    signal: signal === undefined ? timeUp : AbortSignal.any([signal, timeUp]),
    now,
    wait,
    nonce,
    chance,
  };
}

/**
 * The card of a change: checked, unchecked, or unavailable with its reason. It never throws for what a provider does, and asks
 * nobody when a reason is known before.
 */
export async function writeCard(change: DescribedChange, how: CardWriting): Promise<Card> {
  const { settings, sender, day } = how;
  let limits = diffLimits;
  let shown = ShownDiff.of(change.files, change.classes, limits);
  const models = modelsOf(settings);
  if (!settings.enabled) return withoutCard(change, shown, { code: "disabled" });
  if (models === null) return withoutCard(change, shown, { code: "no_model" });
  if ("failure" in sender) return withoutCard(change, shown, sender.failure);
  if (isPriceMissing(settings, models)) return withoutCard(change, shown, { code: "price_unknown" });
  let worst = worstOfCard(change, shown, limits, models, settings);
  for (let halving = 0; !new CardPurse(settings.budget).has(worst); halving += 1) {
    if (halving === mostHalvings) return withoutCard(change, shown, { code: "budget_card" });
    limits = halved(limits);
    shown = ShownDiff.of(change.files, change.classes, limits);
    worst = worstOfCard(change, shown, limits, models, settings);
  }
  const reservation = await day.reserve(worst);
  if (reservation === null) return withoutCard(change, shown, { code: "budget_day" });
  const around = surroundingsOf(how, sender);
  try {
    return await new Writing(change, how, around, reservation, limits).run(models);
  } finally {
    await reservation.close();
  }
}
