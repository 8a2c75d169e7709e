/**
 * @module The ceiling as a lattice: top is the empty document, meeting two gives what both allow, and there is no way to
 * widen one (requests and authority, section 7).
 */

import { canonicalJson } from "../canonical.ts";
import { compareText } from "../compare-text.ts";
import { effectKinds } from "../effect.ts";
import { domains } from "../intent/reading/reading.ts";
import { type RequestScaleName, type RequestWord, requestScales, type Scale } from "../scale.ts";
import { type CeilingField, type CeilingValues, ceilingFields, isRecord, readField } from "./ceiling-read.ts";
import { type Ceiling, modalities } from "./engagement.ts";

/** How one field narrows. `meet` is given at least one value, `atMost` is asked with `undefined` for an absent field. */
interface Lattice<Value> {
  readonly meet: (values: readonly Value[]) => Value;
  readonly atMost: (narrower: Value | undefined, wider: Value | undefined) => boolean;
}

/** A scale that narrows to its lower words, or for what is demanded to its higher ones. */
function onScale<Name extends RequestScaleName>(name: Name, narrows: "down" | "up"): Lattice<RequestWord<Name>> {
  const on = requestScales[name] as unknown as Scale<RequestWord<Name>>;
  const last = on.words.length - 1;
  const depth = (word: RequestWord<Name> | undefined): number => {
    if (word === undefined) return 0;
    const rank = on.words.indexOf(word);
    return narrows === "down" ? last - rank : rank;
  };
  return {
    meet: (values) => values.reduce((met, value) => (depth(met) >= depth(value) ? met : value)),
    atMost: (narrower, wider) => depth(narrower) >= depth(wider),
  };
}

/** A number that limits: the smaller one. `Math.min` would turn a number that is none into the answer. */
const limit: Lattice<number> = {
  meet: (values) => values.reduce((met, value) => (met < value ? met : value)),
  atMost: (narrower, wider) => wider === undefined || (narrower !== undefined && narrower <= wider),
};

/** What is permitted by name; `all` is every name. In the order of the set, or that of texts where it has none. */
function permitted<Word extends string>(order: readonly Word[] | null): Lattice<"all" | readonly Word[]> {
  return {
    meet: (values) => {
      const [first, ...others] = values.filter((value) => value !== "all");
      if (first === undefined) return "all";
      const isEverywhere = (word: Word) => first.includes(word) && others.every((list) => list.includes(word));
      return order === null ? sortedTexts(first.filter(isEverywhere)) : order.filter(isEverywhere);
    },
    atMost: (narrower, wider) => {
      if (wider === undefined || wider === "all") return true;
      if (narrower === undefined || narrower === "all") return false;
      return narrower.every((word) => wider.includes(word));
    },
  };
}

function sortedTexts<Word extends string>(list: readonly Word[]): Word[] {
  return list.length < 2 ? [...list] : [...new Set(list)].sort(compareText);
}

/** Documents already written out; lists of bans, scopes and patterns are compared by their bytes again and again. */
const written = new WeakMap<object, string>();

function bytesOf(value: object): string {
  const known = written.get(value);
  if (known !== undefined) return known;
  const bytes = canonicalJson(value);
  written.set(value, bytes);
  return bytes;
}

/** What all have to hold for: everything of each, once and in the order of its bytes. */
function demanded<Item extends object>(): Lattice<readonly Item[]> {
  return {
    meet: (values) => {
      const each = new Map<string, Item>();
      for (const items of values) for (const item of items) each.set(bytesOf(item), item);
      if (each.size < 2) return [...each.values()];
      return [...each].sort(([one], [other]) => compareText(one, other)).map(([, item]) => item);
    },
    atMost: (narrower, wider) => {
      if (wider === undefined || wider.length === 0) return true;
      const held = new Set(narrower?.map(bytesOf));
      return wider.every((item) => held.has(bytesOf(item)));
    },
  };
}

const names = permitted<string>(null);
const lists = demanded<readonly string[]>();
const patterns: Lattice<readonly (readonly string[])[]> = {
  meet: (values) => lists.meet(values.map((each) => each.map(sortedTexts))),
  atMost: (narrower, wider) => lists.atMost(narrower?.map(sortedTexts), wider?.map(sortedTexts)),
};

const lattices: { readonly [Field in CeilingField]: Lattice<CeilingValues[Field]> } = {
  permission: onScale("permission", "down"),
  approval: onScale("approval", "down"),
  kinds: permitted(effectKinds),
  removal: demanded(),
  bans: demanded(),
  deletion: onScale("deletion", "down"),
  tools: {
    meet: (values) => ({
      allowed: names.meet(values.map((tools) => tools.allowed)),
      denied: sortedTexts(values.flatMap((tools) => tools.denied)),
    }),
    atMost: (narrower, wider) =>
      names.atMost(narrower?.allowed, wider?.allowed) &&
      (wider?.denied ?? []).every((tool) => narrower?.denied.includes(tool) === true),
  },
  paths: patterns,
  hosts: patterns,
  branches: onScale("branches", "down"),
  attempts: limit,
  spend_usd: limit,
  domains: permitted(domains),
  modalities: {
    meet: (values) => modalities.filter((modality) => values.some((list) => list.includes(modality))),
    atMost: (narrower, wider) => (wider ?? []).every((modality) => narrower?.includes(modality) === true),
  },
  satisfaction: onScale("satisfaction", "up"),
};

/** The table gives each field its own values; the compiler cannot follow that through an index. */
function latticeOf(field: CeilingField): Lattice<unknown> {
  return lattices[field] as Lattice<unknown>;
}

/** Narrows nothing. */
export const topCeiling: Ceiling = {};

/** The bottom of every field: what an entry that cannot be read allows. */
export const bottomCeiling: Ceiling = Object.fromEntries(
  ceilingFields.map((field) => [field, readField[field](undefined)] as const),
);

/** Keys a ceiling may have beside its fields; `source` says whose limit an entry is. */
const besideFields = new Set(["schema", "source"]);

function isField(key: string): key is CeilingField {
  return Object.hasOwn(readField, key);
}

/**
 * A ceiling from anything at all. A present field that cannot be read is the bottom of that field; a value that is no
 * record, or holds a field nobody knows and which may have been a limit, is bottom as a whole. Lists come out in order.
 */
export function readCeiling(value: unknown): Ceiling {
  if (!isRecord(value)) return bottomCeiling;
  const read: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (besideFields.has(key) || value[key] === undefined) continue;
    if (!isField(key)) return bottomCeiling;
    read[key] = readField[key](value[key]);
  }
  // Met with itself each list has its one order, so that equal ceilings are equal bytes.
  const ordered: Record<string, unknown> = {};
  for (const field of ceilingFields) {
    const value = read[field];
    if (value !== undefined) ordered[field] = latticeOf(field).meet([value, value]);
  }
  return ordered;
}

/** What every one of the ceilings allows. None at all: top. */
export function meetCeilings(...ceilings: readonly Ceiling[]): Ceiling {
  const met: Record<string, unknown> = {};
  for (const field of ceilingFields) {
    const values = ceilings.map((ceiling) => ceiling[field]).filter((value) => value !== undefined);
    if (values.length === 0) continue;
    met[field] = values.length === 1 ? values[0] : latticeOf(field).meet(values);
  }
  return met;
}

/** Whether one field of a ceiling allows nothing that the same field of the other does not. */
export function isFieldAtMost(field: CeilingField, narrower: Ceiling, wider: Ceiling): boolean {
  return latticeOf(field).atMost(narrower[field], wider[field]);
}

/** Whether a ceiling allows nothing that the other does not. */
export function isAtMost(narrower: Ceiling, wider: Ceiling): boolean {
  return ceilingFields.every((field) => isFieldAtMost(field, narrower, wider));
}
