/**
 * @module Shapes of event bodies: small checks that are types at the same time. No schema library, since events are read
 * before every call an envelope may cover.
 */

import { isAmount, isRecord } from "../policy/ceiling-read.ts";

export type Shape<Value> = (value: unknown) => value is Value;
export type Shaped<Of> = Of extends Shape<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Required<Of extends Fields> = { readonly [Name in keyof Of]: Shaped<Of[Name]> };
type Optional<Of extends Fields> = { readonly [Name in keyof Of]?: Shaped<Of[Name]> };

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** A name or id: text that is there. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function isPositive(value: unknown): value is number {
  return isAmount(value) && value > 0;
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Shape<Word> {
  const known: ReadonlySet<unknown> = new Set(words);
  return (value): value is Word => known.has(value);
}

export function listOf<Item>(item: Shape<Item>): Shape<readonly Item[]> {
  return (value): value is readonly Item[] => Array.isArray(value) && value.every(item);
}

export function either<One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> {
  return (value): value is One | Other => one(value) || other(value);
}

/** A record of exactly these fields: an unknown one may have been meant as a limit. */
export function record<Of extends Fields>(required: Of): Shape<Required<Of>> {
  return (value): value is Required<Of> => hasShape(value, required, {});
}

/** A record that may have further fields beside those it must have. */
export function recordWith<Of extends Fields, Maybe extends Fields>(
  required: Of,
  optional: Maybe,
): Shape<Required<Of> & Optional<Maybe>> {
  return (value): value is Required<Of> & Optional<Maybe> => hasShape(value, required, optional);
}

function hasShape(value: unknown, required: Fields, optional: Fields): boolean {
  if (!isRecord(value)) return false;
  for (const [name, fits] of Object.entries(required)) if (!fits(value[name])) return false;
  return Object.keys(value).every((name) => {
    if (Object.hasOwn(required, name)) return true;
    return Object.hasOwn(optional, name) && (value[name] === undefined || optional[name]?.(value[name]) === true);
  });
}

/** Records that differ by their `kind`. */
export function byKind<Of extends Fields>(kinds: Of): Shape<Shaped<Of[keyof Of]>> {
  return (value): value is Shaped<Of[keyof Of]> => {
    if (!isRecord(value) || typeof value["kind"] !== "string" || !Object.hasOwn(kinds, value["kind"])) return false;
    return kinds[value["kind"]]?.(value) === true;
  };
}
