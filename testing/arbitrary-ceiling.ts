/** @module Arbitrary ceilings in their one order, and every value a field could hold that is none. */

import { effectKinds } from "@warrant/kernel/effect";
import { domains } from "@warrant/kernel/intent/reading/reading";
import { readCeiling } from "@warrant/kernel/policy/ceiling";
import type { CeilingField } from "@warrant/kernel/policy/ceiling-read";
import { modalities } from "@warrant/kernel/policy/engagement";
import { type RequestScaleName, requestScales } from "@warrant/kernel/scale";
import * as fc from "fast-check";

const word = (name: RequestScaleName) => fc.constantFrom<string>(...requestScales[name].words);
const name = fc.constantFrom("a", "b", "heron/4812", "src/**", "docs/");
const names = fc.uniqueArray(name, { maxLength: 3 });
const limits = fc.constantFrom(0, 0.5, 1, 2, 25);

const removalEntry = fc.record(
  {
    wording: word("wording"),
    kind: fc.constantFrom("branch", "job", "any"),
    binding: word("binding"),
    names,
    ticket: name,
    states: fc.constantFrom([], ["merged"]),
    owners: fc.constantFrom([], ["me"], ["plover"]),
    place: fc.constantFrom("local", "shared"),
  },
  { requiredKeys: ["wording", "kind", "binding", "names", "states", "owners", "place"] },
);

const scope = fc.record({
  otherwise: word("otherwise"),
  grants: fc.array(removalEntry, { maxLength: 2 }),
  wording: word("wording"),
});

const ban = fc.record(
  {
    kind: fc.constantFrom(...effectKinds, "any"),
    target: name,
    text: name,
    standing: fc.boolean(),
    strength: fc.constantFrom("deny", "ask"),
  },
  { requiredKeys: ["kind", "text", "standing", "strength"] },
);

const allOr = (items: fc.Arbitrary<readonly string[]>) => fc.oneof(fc.constant("all"), items);

/** A readable value of each field. */
export const fieldValues: Readonly<Record<CeilingField, fc.Arbitrary<unknown>>> = {
  permission: word("permission"),
  approval: word("approval"),
  kinds: allOr(fc.subarray([...effectKinds])),
  removal: fc.array(scope, { maxLength: 2 }),
  bans: fc.array(ban, { maxLength: 2 }),
  deletion: word("deletion"),
  tools: fc.record({ allowed: allOr(names), denied: names }),
  paths: fc.array(names, { maxLength: 2 }),
  hosts: fc.array(names, { maxLength: 2 }),
  branches: word("branches"),
  attempts: fc.integer({ min: 0, max: 3 }),
  spend_usd: limits,
  domains: allOr(fc.subarray([...domains])),
  modalities: fc.subarray([...modalities]),
  satisfaction: word("satisfaction"),
};

/** Any ceiling, with any of its fields. */
export const arbitraryCeiling = fc.record(fieldValues, { requiredKeys: [] }).map(readCeiling);

/** Values that are a limit of no field. A number can only be one where a number belongs. */
export const unreadableValues: readonly unknown[] = [
  null,
  Number.NaN,
  Infinity,
  -Infinity,
  -1,
  "1",
  "unlimited",
  "yolo",
  "",
  true,
  {},
  [null],
  ["yolo", null],
  [[1]],
  [{}],
];
