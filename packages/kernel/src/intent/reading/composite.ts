/** @module The reading of the whole request from those of its parts: nothing a part asks for is lost. */

import { narrow, raise, requestScales } from "../../scale.ts";
import { type Act, acts, type Domain, effectfulActs, type PartReading, type Reading } from "./reading.ts";

function ranked(left: PartReading, right: PartReading): number {
  const level = (part: PartReading) => requestScales.stakes.words.indexOf(part.reading.stakes);
  const isEffectful = (part: PartReading) => Number(effectfulActs.has(part.reading.act));
  const isIndependent = (part: PartReading) => Number(part.relation.kind === "independent");
  return (
    level(right) - level(left) ||
    isEffectful(right) - isEffectful(left) ||
    isIndependent(right) - isIndependent(left) ||
    right.reading.confidence - left.reading.confidence
  );
}

function union<Item>(lists: readonly (readonly Item[])[]): Item[] {
  return [...new Set(lists.flat())];
}

function unionDomains(lists: readonly Reading["domains"][]): Reading["domains"] {
  const found: Domain[] = [];
  for (const list of lists) {
    if (list === "all") return "all";
    found.push(...list);
  }
  return [...new Set(found)].sort();
}

/** The composite of at least one part. The primary part is the one with the highest stakes, then the one that changes something. */
export function composeReadings(parts: readonly PartReading[]): Reading | undefined {
  const [primary] = parts.toSorted(ranked);
  if (primary === undefined) return undefined;
  const readings = parts.map(({ reading }) => reading);
  const least = (axis: "act" | "horizon" | "stakes" | "evidence") =>
    Math.min(...readings.map(({ confidences }) => confidences[axis]));
  const confidences = {
    act: least("act"),
    horizon: least("horizon"),
    stakes: least("stakes"),
    evidence: least("evidence"),
  };
  const all = new Set<Act>(readings.flatMap((reading) => reading.acts));
  return {
    act: primary.reading.act,
    acts: acts.filter((act) => all.has(act)),
    horizon: raise(requestScales.horizon, ...readings.map(({ horizon }) => horizon)),
    stakes: raise(requestScales.stakes, ...readings.map(({ stakes }) => stakes)),
    evidence: raise(requestScales.evidence, ...readings.map(({ evidence }) => evidence)),
    clarity: raise(requestScales.clarity, ...readings.map(({ clarity }) => clarity)),
    inputs: union(readings.map(({ inputs }) => inputs)),
    outputs: union(readings.map(({ outputs }) => outputs)),
    attendance: narrow(requestScales.attendance, ...readings.map(({ attendance }) => attendance)),
    domains: unionDomains(readings.map(({ domains }) => domains)),
    removal: readings.flatMap(({ removal }) => removal),
    confidences,
    confidence: Math.min(...Object.values(confidences)),
  };
}
