/**
 * @module Asks a model one structured question: a new nonce, one retry layer, deadlines, the card's purse, one repair of a bad
 * answer, and a record of what it cost. Failures are values; it throws for programmer errors only.
 */

import { digest, digestText } from "@warrant/kernel/canonical";
import type { AnswerReading } from "@warrant/kernel/card/answer-reader";
import type { CardCall } from "@warrant/kernel/card/card.schema";
import type { Failure, FailureCode } from "@warrant/kernel/card/failure";
import { type Block, composePrompt, type Prompt, zeroNonce } from "@warrant/kernel/card/untrusted";
import type { RolePrompt } from "./prompts/role-prompt.ts";
import type { Sender, Sent, Usage } from "./sender.ts";
import type { ModelSettings } from "./settings.ts";
import { addCosts, type CardPurse, type Cost, costOf, estimatedTokens, noCost } from "./spend.ts";

export interface Question<Answer> {
  readonly role: CardCall["role"];
  readonly prompt: RolePrompt;
  readonly blocks: readonly Block[];
  readonly model: string;
  readonly read: (text: string) => AnswerReading<Answer>;
}

/** What asking needs of the world; tests put their own clock and chance here. */
export interface Surroundings {
  readonly sender: Sender;
  readonly purse: CardPurse;
  readonly prices: ModelSettings["prices"];
  readonly callMs: number;
  /** Aborted when the card's time is up (with a `TimeoutError`) or nobody wants it any more. */
  readonly signal: AbortSignal;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 128 random bits in hexadecimal digits. */
  readonly nonce: () => string;
  /** At least 0, less than 1. */
  readonly chance: () => number;
}

export type Reply<Answer> =
  | {
      readonly ok: true;
      readonly answer: Answer;
      readonly droppedPaths: number;
      readonly call: CardCall;
      readonly cost: Cost;
    }
  | { readonly ok: false; readonly failure: Failure; readonly call: CardCall | null; readonly cost: Cost };

const longestWait = 20_000;
const backOff = [1000, 4000] as const;

function prompted(question: Question<unknown>, faults: readonly string[], nonce: string): Prompt | null {
  const again =
    faults.length === 0
      ? ""
      : `\n\nAn earlier answer to this did not have the form that is asked for:\n${faults.map((fault) => `- ${fault}`).join("\n")}`;
  return composePrompt(question.prompt.text + again, question.blocks, nonce);
}

/** The digest of a question: of all that is sent, with zeros for the nonce. */
export function promptDigest(question: Question<unknown>, faults: readonly string[] = []): string {
  const { role, model } = question;
  return digest([role, model, prompted(question, faults, zeroNonce), question.prompt.schema]);
}

/** What a question can cost at most, in one attempt. */
export function worstCost(question: Question<unknown>, prices: ModelSettings["prices"]): Cost {
  return costOf(worstUsage(question), question.model, prices);
}

function worstUsage(question: Question<unknown>): Usage {
  const prompt = prompted(question, [], zeroNonce);
  const bytes = prompt === null ? 0 : Buffer.byteLength(prompt.system) + Buffer.byteLength(prompt.user);
  return { input: estimatedTokens(bytes), output: question.prompt.outputTokens };
}

/** One question with its attempts. */
class Asking<Answer> {
  readonly #question: Question<Answer>;
  readonly #around: Surroundings;
  readonly #started: number;
  #attempts = 0;
  #input = 0;
  #output = 0;
  #isEstimated = false;
  #cost: Cost = noCost;
  #answeredBy: string | null = null;

  constructor(question: Question<Answer>, around: Surroundings) {
    this.#question = question;
    this.#around = around;
    this.#started = around.now();
  }

  #fresh(faults: readonly string[]): Prompt {
    for (let draw = 0; draw < 8; draw += 1) {
      const prompt = prompted(this.#question, faults, this.#around.nonce());
      if (prompt !== null) return prompt;
    }
    throw new Error("Every nonce stands in the text already: the source of chance is broken.");
  }

  #book(usage: Usage | null): void {
    const used = usage ?? worstUsage(this.#question);
    if (usage === null) this.#isEstimated = true;
    this.#input += used.input;
    this.#output += used.output;
    const cost = costOf(used, this.#question.model, this.#around.prices);
    this.#cost = addCosts(this.#cost, cost);
    this.#around.purse.take(cost);
  }

  #bookSent(sent: Sent): void {
    if (sent.kind !== "failure") this.#book(sent.usage);
    else if (sent.usage !== undefined) this.#book(sent.usage);
    else if (sent.mayCost) this.#book(null);
  }

  /** One answer, after at most two retries. */
  async #send(faults: readonly string[]): Promise<Sent> {
    const { sender, purse, signal, callMs, wait, chance } = this.#around;
    const { model, prompt } = this.#question;
    for (let attempt = 0; ; attempt += 1) {
      const worst = worstCost(this.#question, this.#around.prices);
      if (!purse.has(worst)) return { kind: "failure", code: "budget_card", retry: null, mayCost: false };
      this.#attempts += 1;
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
      const sent = await sender.send({
        prompt: this.#fresh(faults),
        promptDigest: promptDigest(this.#question, faults),
        schema: prompt.schema,
        model,
        outputTokens: prompt.outputTokens,
        signal: deadline,
      });
      this.#bookSent(sent);
      const pause = backOff[attempt];
      if (sent.kind !== "failure" || sent.retry === null || pause === undefined) return sent;
      const after = sent.retry.after ?? Math.round(pause * (0.75 + chance() / 2));
      if (after > longestWait) return sent;
      try {
        await wait(after, signal);
      } catch {
        return { kind: "failure", code: isTimeUp(signal) ? "timeout" : "cancelled", retry: null, mayCost: false };
      }
    }
  }

  #record(outcome: CardCall["outcome"], text: string | null): CardCall {
    const { role, model, prompt } = this.#question;
    const { usd } = this.#cost;
    return {
      role,
      provider: this.#around.sender.provider,
      model,
      answered_by: this.#answeredBy === model ? null : this.#answeredBy,
      prompt: { version: prompt.version, digest: promptDigest(this.#question) },
      answer_digest: text === null ? null : digestText(text),
      attempts: this.#attempts,
      input_tokens: this.#input,
      output_tokens: this.#output,
      usage: this.#isEstimated ? "estimated" : "reported",
      // A document holds three decimals.
      cost_usd: usd === null ? null : Math.ceil(usd * 1000 - 1e-9) / 1000,
      ms: Math.max(0, Math.round(this.#around.now() - this.#started)),
      outcome,
    };
  }

  #failed(code: FailureCode, detail: string | undefined, text: string | null): Reply<Answer> {
    const failure: Failure = detail === undefined ? { code } : { code, detail };
    const call = this.#attempts === 0 ? null : this.#record(code, text);
    return { ok: false, failure, call, cost: this.#cost };
  }

  async run(): Promise<Reply<Answer>> {
    let faults: readonly string[] = [];
    for (let isRepair = false; ; isRepair = true) {
      const sent = await this.#send(faults);
      if (sent.kind === "failure") return this.#failed(sent.code, sent.detail, null);
      const text = sent.kind === "answer" ? sent.text : null;
      if (sent.kind === "answer") this.#answeredBy = sent.model?.slice(0, 200) ?? null;
      const reading: AnswerReading<Answer> =
        sent.kind === "answer" ? this.#question.read(sent.text) : { kind: "bad", errors: [sent.error] };
      if (reading.kind === "hostile") return this.#failed("hostile_answer", undefined, text);
      if (reading.kind === "answer") {
        const call = this.#record("answered", text);
        return { ok: true, answer: reading.answer, droppedPaths: reading.droppedPaths, call, cost: this.#cost };
      }
      if (isRepair) return this.#failed("bad_answer", undefined, text);
      faults = reading.errors;
    }
  }
}

function isTimeUp(signal: AbortSignal): boolean {
  return (signal.reason as Error | null)?.name === "TimeoutError";
}

/** Asks, and gives the answer or why there is none; in either case what it cost. */
export async function ask<Answer>(question: Question<Answer>, around: Surroundings): Promise<Reply<Answer>> {
  return new Asking(question, around).run();
}
