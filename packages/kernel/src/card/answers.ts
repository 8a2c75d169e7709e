/** @module The three answers a card is made of: their form as a schema for the provider, and their reading (cards, section 4). */

import type { Floor } from "../scale.ts";
import { AnswerReader, type AnswerReading, parseAnswer } from "./answer-reader.ts";

export const cardLimits = {
  words: 200,
  changes: 12,
  paths: 10,
  outOfScope: 50,
  missed: 12,
  /** Claims a verifier may judge: the goal and every change, and as many again that it says twice. */
  judged: 26,
  quote: 1000,
} as const;

export const outcomes = ["supported", "unsupported", "contradicted"] as const;
export type Outcome = (typeof outcomes)[number];

export interface FirstPassAnswer {
  readonly risk: Floor;
  readonly why: string;
}

export interface OutOfScope {
  readonly path: string;
  readonly why: string;
}

export interface WriterAnswer extends FirstPassAnswer {
  readonly goal: string;
  readonly behavior_changes: readonly { readonly text: string; readonly paths: readonly string[] }[];
  readonly out_of_scope: readonly OutOfScope[];
}

export interface VerifierAnswer extends FirstPassAnswer {
  readonly claims: readonly {
    readonly id: string;
    readonly outcome: Outcome;
    readonly why: string;
    readonly quote: string;
    readonly paths: readonly string[];
  }[];
  readonly missed: readonly { readonly text: string; readonly paths: readonly string[]; readonly quote: string }[];
  readonly out_of_scope: readonly OutOfScope[];
}

type Schema = Readonly<Record<string, unknown>>;

function record(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
function list(items: Schema): Schema {
  return { type: "array", items };
}
const text: Schema = { type: "string" };
const risk: Schema = { type: "string", enum: ["trivial", "logic", "sensitive"] };
const outside = list(record({ path: text, why: text }));

/**
 * JSON Schemas of the answers. Limits of length and number stand in the instruction: not every provider takes them in a
 * schema, and the reading holds them in any case.
 */
export const answerSchemas = {
  first_pass: record({ risk, why: text }),
  writer: record({
    goal: text,
    behavior_changes: list(record({ text, paths: list(text) })),
    out_of_scope: outside,
    risk,
    why: text,
  }),
  verifier: record({
    claims: list(
      record({ id: text, outcome: { type: "string", enum: outcomes }, why: text, quote: text, paths: list(text) }),
    ),
    missed: list(record({ text, paths: list(text), quote: text })),
    out_of_scope: outside,
    risk,
    why: text,
  }),
} as const satisfies Readonly<Record<string, Schema>>;

type Paths = ReadonlyMap<string, string>;

function read<Answer>(
  answer: string,
  paths: Paths,
  keys: readonly string[],
  fill: (reader: AnswerReader, fields: Readonly<Record<string, unknown>>) => Answer,
): AnswerReading<Answer> {
  const parsed = parseAnswer(answer);
  if ("error" in parsed) return { kind: "bad", errors: [parsed.error] };
  const reader = new AnswerReader(paths);
  const fields = reader.record(parsed.value, "the answer", keys);
  if (fields === null) return { kind: "bad", errors: reader.errors };
  return reader.finish(fill(reader, fields));
}

function opinion(reader: AnswerReader, fields: Readonly<Record<string, unknown>>): FirstPassAnswer {
  return {
    risk: reader.risk(fields["risk"], "risk"),
    why: reader.words(fields["why"], "why", cardLimits.words),
  };
}

function outOfScope(reader: AnswerReader, value: unknown): OutOfScope[] {
  return reader.list(value, "out_of_scope", cardLimits.outOfScope).flatMap((entry, index) => {
    const at = `out_of_scope[${index}]`;
    const fields = reader.record(entry, at, ["path", "why"]);
    if (fields === null) return [];
    const path = reader.path(fields["path"], `${at}.path`);
    const why = reader.words(fields["why"], `${at}.why`, cardLimits.words);
    return path === null ? [] : [{ path, why }];
  });
}

/** Reads a first pass. Never throws. */
export function readFirstPass(answer: string, paths: Paths): AnswerReading<FirstPassAnswer> {
  return read(answer, paths, ["risk", "why"], opinion);
}

/** Reads a writer's answer: a goal is needed, changes without words are dropped. Never throws. */
export function readWriter(answer: string, paths: Paths): AnswerReading<WriterAnswer> {
  return read(answer, paths, ["goal", "behavior_changes", "out_of_scope", "risk", "why"], (reader, fields) => {
    const goal = reader.words(fields["goal"], "goal", cardLimits.words);
    if (typeof fields["goal"] === "string" && goal === "") reader.fault("goal is empty");
    const changes = reader
      .list(fields["behavior_changes"], "behavior_changes", cardLimits.changes)
      .flatMap((entry, index) => {
        const at = `behavior_changes[${index}]`;
        const each = reader.record(entry, at, ["text", "paths"]);
        if (each === null) return [];
        const words = reader.words(each["text"], `${at}.text`, cardLimits.words);
        const paths = reader.paths(each["paths"], `${at}.paths`, cardLimits.paths);
        return words === "" ? [] : [{ text: words, paths }];
      });
    return {
      goal,
      behavior_changes: changes,
      out_of_scope: outOfScope(reader, fields["out_of_scope"]),
      ...opinion(reader, fields),
    };
  });
}

/** Reads a verifier's answer. What its outcomes are worth is decided against the diff, not here. Never throws. */
export function readVerifier(answer: string, paths: Paths): AnswerReading<VerifierAnswer> {
  return read(answer, paths, ["claims", "missed", "out_of_scope", "risk", "why"], (reader, fields) => {
    const claims = reader.list(fields["claims"], "claims", cardLimits.judged).flatMap((entry, index) => {
      const at = `claims[${index}]`;
      const each = reader.record(entry, at, ["id", "outcome", "why", "quote", "paths"]);
      if (each === null) return [];
      const outcome = reader.word(each["outcome"], `${at}.outcome`, outcomes);
      const id = reader.words(each["id"], `${at}.id`, 20);
      const why = reader.words(each["why"], `${at}.why`, cardLimits.words);
      const quote = reader.quote(each["quote"], `${at}.quote`, cardLimits.quote);
      const named = reader.paths(each["paths"], `${at}.paths`, cardLimits.paths);
      return outcome === null ? [] : [{ id, outcome, why, quote, paths: named }];
    });
    const missed = reader.list(fields["missed"], "missed", cardLimits.missed).flatMap((entry, index) => {
      const at = `missed[${index}]`;
      const each = reader.record(entry, at, ["text", "paths", "quote"]);
      if (each === null) return [];
      const words = reader.words(each["text"], `${at}.text`, cardLimits.words);
      const named = reader.paths(each["paths"], `${at}.paths`, cardLimits.paths);
      const quote = reader.quote(each["quote"], `${at}.quote`, cardLimits.quote);
      return words === "" ? [] : [{ text: words, paths: named, quote }];
    });
    return { claims, missed, out_of_scope: outOfScope(reader, fields["out_of_scope"]), ...opinion(reader, fields) };
  });
}
