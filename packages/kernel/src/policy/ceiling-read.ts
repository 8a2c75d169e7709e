/**
 * @module Reading the fields of a ceiling without a schema library, since the hook does it before every call: what is
 * present and cannot be read is the bottom of its field.
 */

import { type EffectKind, effectKinds } from "../effect.ts";
import { type Domain, domains, type Modality } from "../intent/reading/reading.ts";
import type { Ban, RemovalEntry, RemovalScope } from "../intent/reading/removal.ts";
import { type RequestScaleName, type RequestWord, requestScales, type Scale, wordOn } from "../scale.ts";
import { type Ceiling, modalities } from "./engagement.ts";

export type CeilingValues = Required<Omit<Ceiling, "schema">>;
export type CeilingField = keyof CeilingValues;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** A number that limits something: finite and not negative. Everything else, `null` and text too, is no limit anyone set. */
export function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Members sorted as the whole set is listed, each once; undefined when one is not of the set. */
function membersOf<Word extends string>(all: readonly Word[], value: unknown): Word[] | undefined {
  if (!isTexts(value)) return undefined;
  const written = new Set(value);
  const found = all.filter((word) => written.delete(word));
  return written.size === 0 ? found : undefined;
}

function wordOf<Name extends RequestScaleName>(name: Name): (value: unknown) => RequestWord<Name> {
  const on = requestScales[name] as unknown as Scale<RequestWord<Name>>;
  return (value) => wordOn(on, value) ?? on.careful;
}

function isNumberOrAbsent(value: unknown): boolean {
  return value === undefined || isAmount(value);
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isRange(value: unknown): boolean {
  return value === undefined || (isRecord(value) && [value["from"], value["to"], value["digits"]].every(isAmount));
}

function isGrant(value: unknown): value is RemovalEntry {
  return (
    isRecord(value) &&
    wordOn(requestScales.wording, value["wording"]) === value["wording"] &&
    wordOn(requestScales.binding, value["binding"]) === value["binding"] &&
    typeof value["kind"] === "string" &&
    isTexts(value["names"]) &&
    isTexts(value["states"]) &&
    isTexts(value["owners"]) &&
    isTextOrAbsent(value["ticket"]) &&
    isTextOrAbsent(value["prefix"]) &&
    isRange(value["range"]) &&
    isNumberOrAbsent(value["older_than_days"]) &&
    (value["place"] === "local" || value["place"] === "shared")
  );
}

/** The removal nobody allows: what an unreadable scope counts as. */
export const noRemoval: RemovalScope = { otherwise: "never", grants: [], wording: "none" };

function isScope(value: unknown): value is RemovalScope {
  return (
    isRecord(value) &&
    wordOn(requestScales.otherwise, value["otherwise"]) === value["otherwise"] &&
    wordOn(requestScales.wording, value["wording"]) === value["wording"] &&
    Array.isArray(value["grants"]) &&
    value["grants"].every(isGrant)
  );
}

/** What a list of bans that cannot be read rules out: everything. */
export const everythingBanned: Ban = { kind: "any", text: "", standing: true, strength: "deny" };

function isBan(value: unknown): value is Ban {
  return (
    isRecord(value) &&
    (value["kind"] === "any" || effectKinds.some((kind) => kind === value["kind"])) &&
    isTextOrAbsent(value["target"]) &&
    isTextOrAbsent(value["resource_kind"]) &&
    isTextOrAbsent(value["place"]) &&
    typeof value["text"] === "string" &&
    typeof value["standing"] === "boolean" &&
    (value["strength"] === "deny" || value["strength"] === "ask")
  );
}

function readTools(value: unknown): CeilingValues["tools"] {
  if (!isRecord(value) || !isTexts(value["denied"])) return { allowed: [], denied: [] };
  if (value["allowed"] !== "all" && !isTexts(value["allowed"])) return { allowed: [], denied: [] };
  return { allowed: value["allowed"], denied: value["denied"] };
}

function readPatterns(value: unknown): string[][] {
  return Array.isArray(value) && value.every(isTexts) ? value : [[]];
}

/** What a present value of each field stands for. */
export const readField: { readonly [Field in CeilingField]: (value: unknown) => CeilingValues[Field] } = {
  permission: wordOf("permission"),
  approval: wordOf("approval"),
  kinds: (value): "all" | EffectKind[] => (value === "all" ? value : (membersOf(effectKinds, value) ?? [])),
  removal: (value) => (Array.isArray(value) ? value.map((scope) => (isScope(scope) ? scope : noRemoval)) : [noRemoval]),
  bans: (value) =>
    Array.isArray(value) ? value.map((ban) => (isBan(ban) ? ban : everythingBanned)) : [everythingBanned],
  deletion: wordOf("deletion"),
  tools: readTools,
  paths: readPatterns,
  hosts: readPatterns,
  branches: wordOf("branches"),
  attempts: (value) => (isAmount(value) && Number.isSafeInteger(value) ? value : 0),
  spend_usd: (value) => (isAmount(value) ? value : 0),
  domains: (value): "all" | Domain[] => (value === "all" ? value : (membersOf(domains, value) ?? [])),
  modalities: (value): Modality[] => membersOf(modalities, value) ?? [...modalities],
  satisfaction: wordOf("satisfaction"),
};

export const ceilingFields = Object.keys(readField) as readonly CeilingField[];
