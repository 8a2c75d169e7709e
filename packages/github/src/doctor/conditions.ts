/** @module What an expression of a workflow gives for an event, as far as its text alone says it. */

import { normalised } from "./expressions.ts";

/** What is known of a value without running anything. */
export interface Given {
  /** Whether a condition takes it for true; null: not known. */
  readonly truth: boolean | null;
  /** The text in small letters, where it is one and known; the platform compares without regard to case. */
  readonly word: string | null;
  /** Whether it is another value for each change. */
  readonly isOfChange: boolean;
}

const unknown: Given = { truth: null, word: null, isOfChange: false };
const truthy: Given = { ...unknown, truth: true };
const falsy: Given = { ...unknown, truth: false };
const ofChange: Given = { ...truthy, isOfChange: true };

function word(text: string): Given {
  return { truth: text !== "", word: text, isOfChange: false };
}

/** What runs of an event know. */
export type Facts = ReadonlyMap<string, Given>;

/** Parts an event can carry; an event of which we know its own has null for the others. */
const parts = [
  "comment",
  "discussion",
  "inputs",
  "issue",
  "merge_group",
  "pull_request",
  "review",
  "schedule",
  "workflow_run",
];
const ownPart: ReadonlyMap<string, string> = new Map([
  ["pull_request_target", "pull_request"],
  ["merge_group", "merge_group"],
  ["schedule", "schedule"],
]);
const changeFields = ["number", "id", "node_id", "url", "html_url", "head.sha"];

/**
 * Facts of a run on an event in a repository: what is the same for every run, what differs by change, what is null. Status
 * functions are as for a job that waits for no other.
 */
export function factsOf(event: string, repository: string): Facts {
  const name = repository.toLowerCase();
  const facts: [string, Given][] = [
    ["github.event_name", word(event)],
    ["github.repository", word(name)],
    ["github.repository_owner", word(name.split("/")[0] ?? "")],
    ...["actor", "ref", "ref_name", "run_id", "run_number", "sha", "workflow"].map((field): [string, Given] => [
      `github.${field}`,
      truthy,
    ]),
    ["true", truthy],
    ["false", falsy],
    ["null", falsy],
    ["always()", truthy],
    ["success()", truthy],
    ["failure()", falsy],
    ["cancelled()", falsy],
  ];
  const own = ownPart.get(event);
  if (own !== undefined) {
    facts.push(...parts.map((part): [string, Given] => [`github.event.${part}`, part === own ? truthy : falsy]));
  }
  if (event === "pull_request_target") {
    facts.push(
      ["github.base_ref", truthy],
      ["github.head_ref", truthy],
      ["github.event.number", ofChange],
      ...changeFields.map((field): [string, Given] => [`github.event.pull_request.${field}`, ofChange]),
    );
  }
  return new Map(facts);
}

/** A field of what is null is null. */
function factOf(path: string, facts: Facts): Given {
  const known = facts.get(path);
  if (known !== undefined) return known;
  const part = path.split(".").slice(0, 3).join(".");
  return path !== part && facts.get(part)?.truth === false ? falsy : unknown;
}

/** The same facts where a job or step stands after others, of which it is not known how they end. */
export function afterOthers(facts: Facts): Facts {
  return new Map([...facts, ["success()", unknown], ["failure()", unknown], ["cancelled()", unknown]]);
}

function either(left: Given, right: Given): Given {
  return {
    truth: left.truth === right.truth ? left.truth : null,
    word: left.word === right.word ? left.word : null,
    isOfChange: left.isOfChange && right.isOfChange,
  };
}

const token =
  /\s{0,200}(?:(?<text>'(?:[^']|'')*')|(?<path>[a-z_][\w-]*(?:\.(?:[a-z_][\w-]*|\*))*)|(?<mark>\|\||&&|[!=<>]=|[!()<>,])|(?<number>[\d.]+))\s{0,200}/y;
/** Longer expressions are not read, nor deeper ones, of which each token may be one step down; nobody writes them by hand. */
const longest = 4000;
const mostTokens = 300;

class NotReadable extends Error {
  override readonly name = "NotReadable";
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    if (tokens.length === mostTokens) throw new NotReadable();
    const match = token.exec(text);
    if (match === null) throw new NotReadable();
    tokens.push(match[0].trim());
  }
  return tokens;
}

/** Reads by descent; the depth is that of the text, which is bounded. */
class Reader {
  readonly #tokens: readonly string[];
  readonly #facts: Facts;
  #at = 0;

  constructor(tokens: readonly string[], facts: Facts) {
    this.#tokens = tokens;
    this.#facts = facts;
  }

  whole(): Given {
    const value = this.#any();
    if (this.#at < this.#tokens.length) throw new NotReadable();
    return value;
  }

  #take(...marks: readonly string[]): string | null {
    const next = this.#tokens[this.#at];
    if (next === undefined || !marks.includes(next)) return null;
    this.#at += 1;
    return next;
  }

  #any(): Given {
    let value = this.#all();
    while (this.#take("||") !== null) {
      const right = this.#all();
      // One that is surely true makes the whole so, whatever the other is.
      if (value.truth === null) value = { ...either(value, right), truth: right.truth === true ? true : null };
      else if (!value.truth) value = right;
    }
    return value;
  }

  #all(): Given {
    let value = this.#compared();
    while (this.#take("&&") !== null) {
      const right = this.#compared();
      // One that is surely false makes the whole so, whatever the other is.
      if (value.truth === null) value = right.truth === false ? falsy : either(value, right);
      else if (value.truth) value = right;
    }
    return value;
  }

  #compared(): Given {
    const left = this.#one();
    const mark = this.#take("==", "!=", "<", ">", "<=", ">=");
    if (mark === null) return left;
    const right = this.#one();
    if (left.word === null || right.word === null || (mark !== "==" && mark !== "!=")) return unknown;
    return (left.word === right.word) === (mark === "==") ? truthy : falsy;
  }

  #one(): Given {
    if (this.#take("!") !== null) {
      const { truth } = this.#one();
      return { ...unknown, truth: truth === null ? null : !truth };
    }
    if (this.#take("(") !== null) {
      const value = this.#any();
      if (this.#take(")") === null) throw new NotReadable();
      return value;
    }
    const next = this.#tokens[this.#at];
    this.#at += 1;
    if (next === undefined || /^[^\w']/.test(next)) throw new NotReadable();
    if (next.startsWith("'")) return word(next.slice(1, -1).replaceAll("''", "'"));
    if (/^\d/.test(next)) return unknown;
    return this.#take("(") === null ? factOf(next, this.#facts) : this.#called(next);
  }

  #called(name: string): Given {
    const given: Given[] = [];
    while (this.#take(")") === null) {
      if (given.length > 0 && this.#take(",") === null) throw new NotReadable();
      given.push(this.#any());
    }
    // A text made of what differs by change differs by change.
    if (name === "format") return { ...unknown, isOfChange: given.some(({ isOfChange }) => isOfChange) };
    return this.#facts.get(`${name}()`) ?? unknown;
  }
}

/** What the inside of an expression gives. What is not understood is not known; never throws. */
export function givenBy(inside: string, facts: Facts): Given {
  if (inside.length > longest) return unknown;
  try {
    return new Reader(tokensOf(normalised(inside)), facts).whole();
  } catch (error) {
    if (error instanceof NotReadable) return unknown;
    throw error;
  }
}

/** Whether what a condition stands before is run. */
export type Chance = "always" | "perhaps" | "never";

/** Of the `if` of a job or step; null: it has none. */
export function chanceOf(condition: string | null, facts: Facts): Chance {
  if (condition === null) return "always";
  const text = condition.trim();
  const inside = text.startsWith("${{") && text.endsWith("}}") ? text.slice(3, -2) : text;
  // Around an expression any other text makes one that is true whatever the expression gives, or so it seems.
  if (inside.includes("${{") || inside.includes("}}")) return "perhaps";
  const { truth } = givenBy(inside, facts);
  return truth === null ? "perhaps" : truth ? "always" : "never";
}
