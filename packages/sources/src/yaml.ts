/**
 * @module Bounded YAML reading with a position for every value and every problem.
 *
 * Plain data only: the YAML 1.2 core schema, one document, text keys. Size, depth, aliases and values are capped before
 * anything is built, so no input can cost more than its length.
 */

import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  Parser,
} from "yaml";
import { cleanText, nameCharacter } from "./yaml-quote.ts";
import { decodeText, type Place, type YamlProblem } from "./yaml-text.ts";

export const yamlLimits = { bytes: 256 * 1024, depth: 32, aliases: 20, values: 20_000, problems: 20 } as const;

/** Places of one value, of its keys and of the values below it. */
interface Placed {
  readonly place: Place;
  readonly keys: Map<string, Place>;
  readonly below: Map<string | number, Placed>;
}

export interface YamlDocument {
  readonly value: unknown;
  /** Place of the value at a path; of its key with `of: "key"`. What is not there is placed at the nearest value above. */
  placeOf(path: readonly PropertyKey[], of?: "key" | "value"): Place;
}
export type YamlReading =
  | { readonly ok: true; readonly document: YamlDocument }
  | { readonly ok: false; readonly problems: readonly YamlProblem[]; readonly total?: number | undefined };

const start: Place = { line: 1, column: 1 };
const plainTags = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((tag) => `tag:yaml.org,2002:${tag}`),
);

/** The deepest nesting of a token tree, counted without recursion so that a deep one cannot end the process. */
function depthOf(tokens: readonly CST.Token[]): { depth: number; offset: number } {
  const waiting: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const { token, depth } = entry;
    if (depth > yamlLimits.depth) return { depth, offset: token.offset };
    if (token.type === "document" && token.value !== undefined) waiting.push({ token: token.value, depth });
    if ("items" in token) {
      for (const item of token.items) {
        for (const part of [item.key, item.value]) {
          if (part !== null && part !== undefined) waiting.push({ token: part, depth: depth + 1 });
        }
      }
    }
  }
  return { depth: 0, offset: 0 };
}

class Reader {
  readonly problems: YamlProblem[] = [];
  readonly #document: Document;
  readonly #placeAt: (offset: number) => Place;
  readonly #open = new Set<Node>();
  #values = 0;
  #aliases = 0;

  constructor(document: Document, placeAt: (offset: number) => Place) {
    this.#document = document;
    this.#placeAt = placeAt;
  }

  #problem(node: { range?: readonly number[] | null | undefined }, fallback: Place, message: string): void {
    const offset = node.range?.[0];
    this.problems.push({ ...(offset === undefined ? fallback : this.#placeAt(offset)), message });
  }

  /** The value of a node as plain data, and its places. `fallback` places a node the text does not show. */
  read(node: Node | null | undefined, fallback: Place): { value: unknown; placed: Placed } {
    const offset = node?.range?.[0];
    const empty = isScalar(node) && node.value === null && node.source === "";
    const place = empty || offset === undefined ? fallback : this.#placeAt(offset);
    const placed: Placed = { place, keys: new Map(), below: new Map() };
    this.#values += 1;
    if (this.#values > yamlLimits.values) {
      if (this.#values === yamlLimits.values + 1) {
        this.problems.push({ ...place, message: `more than ${yamlLimits.values} values; split or shorten the file` });
      }
      return { value: null, placed };
    }
    if (node === null || node === undefined) return { value: null, placed };
    if (isAlias(node)) return this.#readAlias(node, place, placed);
    if (node.tag !== undefined && !plainTags.has(node.tag)) {
      this.problems.push({ ...place, message: `the tag ${cleanText(node.tag)} is not supported; write plain data` });
      return { value: null, placed };
    }
    if (isScalar(node)) return { value: this.#readScalar(node.value, place), placed };
    this.#open.add(node);
    let value: unknown = null;
    if (isSeq(node)) value = this.#readList(node.items as (Node | Pair)[], placed);
    else if (isMap(node)) value = this.#readMap(node.items as Pair<Node, Node | null>[], placed);
    this.#open.delete(node);
    return { value, placed };
  }

  #readAlias(node: Node & { source: string }, place: Place, placed: Placed): { value: unknown; placed: Placed } {
    this.#aliases += 1;
    if (this.#aliases > yamlLimits.aliases) {
      if (this.#aliases === yamlLimits.aliases + 1) {
        this.problems.push({ ...place, message: `more than ${yamlLimits.aliases} aliases; write the values out` });
      }
      return { value: null, placed };
    }
    const target = (node as unknown as { resolve(document: Document): Node | undefined }).resolve(this.#document);
    if (target === undefined || this.#open.has(target)) {
      const why = target === undefined ? "names no anchor before it" : "contains itself";
      this.problems.push({ ...place, message: `the alias *${cleanText(node.source)} ${why}` });
      return { value: null, placed };
    }
    return this.read(target, place);
  }

  #readScalar(value: unknown, place: Place): unknown {
    if (typeof value === "string") {
      // A double-quoted escape can write what the text itself may not hold.
      const hidden = /[\p{Cs}\0-\x08\x0b\x0c\x0e-\x1f\x7f]/u.exec(value);
      if (hidden !== null) {
        this.problems.push({
          ...place,
          message: `the text holds ${nameCharacter(hidden[0])}, which no value may hold`,
        });
      }
      return value;
    }
    if (value === null || typeof value === "boolean" || typeof value === "number") return value;
    this.problems.push({ ...place, message: "is not plain data (text, number, true, false, list or keys)" });
    return null;
  }

  #readList(items: readonly (Node | Pair)[], placed: Placed): unknown[] {
    const list: unknown[] = [];
    for (const item of items) {
      const read = this.read(item as Node, placed.place);
      placed.below.set(list.length, read.placed);
      list.push(read.value);
    }
    return list;
  }

  #readMap(items: readonly Pair<Node, Node | null>[], placed: Placed): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const { key, value } of items) {
      const name = isScalar(key) && !isAlias(key) ? key.value : undefined;
      if (typeof name !== "string" && typeof name !== "number" && typeof name !== "boolean") {
        this.#problem(key, placed.place, "a key must be a text");
        continue;
      }
      const text = typeof name === "string" ? name : String(isScalar(key) ? (key.source ?? name) : name);
      const at = key.range ? this.#placeAt(key.range[0]) : placed.place;
      this.#readScalar(text, at);
      const first = placed.keys.get(text);
      if (first !== undefined) {
        this.problems.push({
          ...at,
          message: `the key "${cleanText(text)}" stands here twice; the first is on line ${first.line}`,
        });
        continue;
      }
      placed.keys.set(text, at);
      if (text === "<<" || text === "__proto__") {
        const why = text === "<<" ? "merge keys (<<) are not supported; write the keys out" : "is not a possible key";
        this.problems.push({ ...at, message: text === "<<" ? why : `"${text}" ${why}` });
        continue;
      }
      const read = this.read(value, at);
      placed.below.set(text, read.placed);
      record[text] = read.value;
    }
    return record;
  }
}

function placeIn(root: Placed, path: readonly PropertyKey[], of: "key" | "value"): Place {
  let placed = root;
  for (const [index, step] of path.entries()) {
    const key = typeof step === "symbol" ? "" : step;
    const isLast = index === path.length - 1;
    const keyPlace = typeof key === "string" ? placed.keys.get(key) : undefined;
    const below = placed.below.get(key);
    if (isLast && of === "key" && keyPlace !== undefined) return keyPlace;
    if (below === undefined) return keyPlace ?? placed.place;
    placed = below;
  }
  return placed.place;
}

function refused(problems: readonly YamlProblem[]): YamlReading {
  const sorted = problems.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const kept = sorted.slice(0, yamlLimits.problems);
  const more = sorted.length - kept.length;
  const last = kept.at(-1);
  if (more > 0 && last !== undefined) kept.push({ ...last, message: `and ${more} more problems after this` });
  return { ok: false, problems: kept, total: sorted.length };
}

/** One sentence of the library, without its closing punctuation and cleaned: it may quote the text. */
function sentence(message: string): string {
  return cleanText(message, 300).replace(/[.:]$/, "");
}

/**
 * Reads one YAML document as plain data. Never throws: every problem is returned with its line and column, at most
 * twenty of them and then how many more.
 *
 * @param input UTF-8 bytes, or text that is already decoded. A byte order mark and CRLF line ends are fine.
 */
export function readYaml(input: Uint8Array | string): YamlReading {
  const decoded = decodeText(input, yamlLimits.bytes);
  if (!decoded.ok) return { ok: false, problems: [decoded.problem] };
  try {
    return compose(decoded.text);
  } catch (error) {
    // The parser is not ours: whatever it throws for a text is a text we do not read.
    return { ok: false, problems: [{ ...start, message: `cannot be read as YAML (${sentence(String(error))})` }] };
  }
}

function compose(text: string): YamlReading {
  const tokens = [...new Parser().parse(text)];
  // Counted here: the parser does not tell the line ends inside what it cannot read.
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const placeAt = (offset: number): Place => {
    const at = lines.linePos(Math.max(0, offset));
    return at.line === 0 ? start : { line: at.line, column: at.col };
  };
  const directive = tokens.find((token) => token.type === "directive");
  if (directive !== undefined) {
    return refused([{ ...placeAt(directive.offset), message: "directives (%) are not supported; remove the line" }]);
  }
  const deep = depthOf(tokens);
  if (deep.depth > 0) {
    return refused([{ ...placeAt(deep.offset), message: `nested more than ${yamlLimits.depth} levels deep` }]);
  }
  const composer = new Composer({
    uniqueKeys: false,
    prettyErrors: false,
    version: "1.2",
    schema: "core",
    merge: false,
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return refused([{ ...start, message: "holds no document" }]);
  const problems = [...document.errors, ...document.warnings].map((error) => ({
    ...placeAt(error.pos[0]),
    message: sentence(error.message),
  }));
  if (second !== undefined) {
    problems.push({
      ...placeAt(second.range[0]),
      message: "a second document begins here; one file holds one document",
    });
  }
  if (problems.length > 0) return refused(problems);
  const reader = new Reader(document, placeAt);
  const root = reader.read(document.contents, start);
  if (reader.problems.length > 0) return refused(reader.problems);
  return {
    ok: true,
    document: { value: root.value, placeOf: (path, of = "value") => placeIn(root.placed, path, of) },
  };
}
