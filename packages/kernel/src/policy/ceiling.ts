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

/** How one field narrows. `atMost` is asked with `undefined` for a field that is absent. */
interface Lattice<Value> {
  readonly meet: (left: Value, right: Value) => Value;
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
    meet: (left, right) => (depth(left) >= depth(right) ? left : right),
    atMost: (narrower, wider) => depth(narrower) >= depth(wider),
  };
}

/** A number that limits: the smaller one. `Math.min` would turn a number that is none into the answer. */
const limit: Lattice<number> = {
  meet: (left, right) => (left < right ? left : right),
  atMost: (narrower, wider) => wider === undefined || (narrower !== undefined && narrower <= wider),
};

/** What is permitted by name; `all` is every name. */
function permitted<Word extends string>(order: readonly Word[] | null): Lattice<"all" | readonly Word[]> {
  return {
    meet: (left, right) => {
      if (left === "all") return right;
      if (right === "all") return left;
      const other = new Set(right);
      return sorted(
        left.filter((word) => other.has(word)),
        order,
      );
    },
    atMost: (narrower, wider) => {
      if (wider === undefined || wider === "all") return true;
      if (narrower === undefined || narrower === "all") return false;
      return narrower.every((word) => wider.includes(word));
    },
  };
}

function sorted<Word extends string>(words: readonly Word[], order: readonly Word[] | null): Word[] {
  const each = [...new Set(words)];
  return order === null ? each.sort(compareText) : order.filter((word) => each.includes(word));
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

/** What all have to hold for: everything of both. */
function demanded<Item extends object>(): Lattice<readonly Item[]> {
  return {
    meet: (left, right) => {
      const each = new Map<string, Item>();
      for (const item of [...left, ...right]) each.set(bytesOf(item), item);
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
const patterns = demanded<readonly string[]>();
const ordered: Lattice<readonly (readonly string[])[]> = {
  ...patterns,
  meet: (left, right) => patterns.meet(left.map(sortedTexts), right.map(sortedTexts)),
  atMost: (narrower, wider) => patterns.atMost(narrower?.map(sortedTexts), wider?.map(sortedTexts)),
};

function sortedTexts(list: readonly string[]): string[] {
  return sorted(list, null);
}

const lattices: { readonly [Field in CeilingField]: Lattice<CeilingValues[Field]> } = {
  permission: onScale("permission", "down"),
  approval: onScale("approval", "down"),
  kinds: permitted(effectKinds),
  removal: demanded(),
  bans: demanded(),
  deletion: onScale("deletion", "down"),
  tools: {
    meet: (left, right) => ({
      allowed: names.meet(left.allowed, right.allowed),
      denied: sortedTexts([...left.denied, ...right.denied]),
    }),
    atMost: (narrower, wider) =>
      names.atMost(narrower?.allowed, wider?.allowed) &&
      (wider?.denied ?? []).every((tool) => narrower?.denied.includes(tool) === true),
  },
  paths: ordered,
  hosts: ordered,
  branches: onScale("branches", "down"),
  attempts: limit,
  spend_usd: limit,
  domains: permitted(domains),
  modalities: {
    meet: (left, right) => sorted([...left, ...right], modalities),
    atMost: (narrower, wider) => (wider ?? []).every((modality) => narrower?.includes(modality) === true),
  },
  satisfaction: onScale("satisfaction", "up"),
};

/** Narrows nothing. */
export const topCeiling: Ceiling = {};

/** The bottom of every field: what an entry that cannot be read allows. */
export const bottomCeiling: Ceiling = Object.fromEntries(
  ceilingFields.map((field) => [field, readField[field](undefined)] as const),
);

/** Keys a ceiling may have beside its fields; `source` says whose limit an entry is. */
const besideFields = new Set(["schema", "source"]);

/**
 * A ceiling from anything at all. A present field that cannot be read is the bottom of that field; a value that is no
 * record, or holds a field nobody knows and which may have been a limit, is bottom as a whole. Lists come out in order.
 */
export function readCeiling(value: unknown): Ceiling {
  if (!isRecord(value)) return bottomCeiling;
  const read: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (besideFields.has(key) || value[key] === undefined) continue;
    const field = ceilingFields.find((name) => name === key);
    if (field === undefined) return bottomCeiling;
    read[field] = readField[field](value[key]);
  }
  // Met with itself each list has its one order, so that equal ceilings are equal bytes.
  return meetCeilings(read, read);
}

function meetField<Field extends CeilingField>(
  field: Field,
  left: CeilingValues[Field] | undefined,
  right: CeilingValues[Field] | undefined,
): CeilingValues[Field] | undefined {
  if (left === undefined) return right;
  return right === undefined ? left : lattices[field].meet(left, right);
}

/** What every one of the ceilings allows. None at all: top. */
export function meetCeilings(...ceilings: readonly Ceiling[]): Ceiling {
  const met: Record<string, unknown> = {};
  for (const field of ceilingFields) {
    let value: CeilingValues[CeilingField] | undefined;
    for (const ceiling of ceilings) value = meetField<CeilingField>(field, value, ceiling[field]);
    if (value !== undefined) met[field] = value;
  }
  return met;
}

/** Whether one field of a ceiling allows nothing that the same field of the other does not. */
export function isFieldAtMost(field: CeilingField, narrower: Ceiling, wider: Ceiling): boolean {
  const lattice = lattices[field] as Lattice<unknown>;
  return lattice.atMost(narrower[field], wider[field]);
}

/** Whether a ceiling allows nothing that the other does not. */
export function isAtMost(narrower: Ceiling, wider: Ceiling): boolean {
  return ceilingFields.every((field) => isFieldAtMost(field, narrower, wider));
}
