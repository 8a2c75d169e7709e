/** @module What a person or operator filled in beside the words. It applies to every part, and never undercuts what words state. */

import type { Finding } from "../../finding.ts";
import { unknownValue } from "../../parse-word.ts";
import { narrow, type RequestWord, raise, requestScales, wordOn } from "../../scale.ts";
import { composeReadings } from "./composite.ts";
import { type Act, acts, type PartReading, type Reading, type RequestReading, type Signal } from "./reading.ts";
import type { Declared } from "./request.ts";

interface DeclaredAxes {
  readonly act?: Act;
  readonly horizon?: RequestWord<"horizon">;
  readonly stakes?: RequestWord<"stakes">;
  readonly evidence?: RequestWord<"evidence">;
  readonly clarity?: RequestWord<"clarity">;
  readonly attendance?: RequestWord<"attendance">;
}

/** An unknown act: none of those that ask, so that nothing is made light of. */
const unknownAct: Act = "operate";

function readAxes(declared: Declared): { readonly axes: DeclaredAxes; readonly findings: Finding[] } {
  const findings: Finding[] = [];
  const read = <Name extends "horizon" | "stakes" | "evidence" | "clarity" | "attendance">(
    name: Name,
  ): { [Key in Name]?: RequestWord<Name> } => {
    const value = declared[name];
    if (value === undefined) return {};
    const on = requestScales[name];
    const word = wordOn<string>(on, value);
    if (word === undefined) findings.push(unknownValue(name, value, on.words, on.careful));
    return { [name]: word ?? on.careful } as { [Key in Name]?: RequestWord<Name> };
  };
  const act = acts.find((known) => known === declared.act?.trim().toLowerCase());
  if (declared.act !== undefined && act === undefined)
    findings.push(unknownValue("act", declared.act, acts, unknownAct));
  const named = declared.act === undefined ? {} : { act: act ?? unknownAct };
  return {
    axes: {
      ...named,
      ...read("horizon"),
      ...read("stakes"),
      ...read("evidence"),
      ...read("clarity"),
      ...read("attendance"),
    },
    findings,
  };
}

function apply(reading: Reading, axes: DeclaredAxes, stated: RequestWord<"stakes"> | undefined): Reading {
  const { act, horizon, stakes, evidence, clarity, attendance } = axes;
  const confidences = {
    act: act === undefined ? reading.confidences.act : 1,
    horizon: horizon === undefined ? reading.confidences.horizon : 1,
    stakes: stakes === undefined ? reading.confidences.stakes : 1,
    evidence: evidence === undefined ? reading.confidences.evidence : 1,
  };
  return {
    ...reading,
    act: act ?? reading.act,
    acts: act === undefined ? reading.acts : [act],
    horizon: horizon ?? reading.horizon,
    stakes: stakes === undefined ? reading.stakes : raise(requestScales.stakes, stakes, stated ?? "inert"),
    evidence: evidence === undefined ? reading.evidence : raise(requestScales.evidence, evidence, reading.evidence),
    clarity: clarity ?? reading.clarity,
    attendance:
      attendance === undefined ? reading.attendance : narrow(requestScales.attendance, attendance, reading.attendance),
    confidences,
    confidence: Math.min(...Object.values(confidences)),
  };
}

/** The stakes the words of a part state: what a vote says, whatever the act implies. */
export type StatedStakes = (part: PartReading) => RequestWord<"stakes"> | undefined;

/** A reading with the declared axes in place. Without any, the reading itself. */
export function declare(result: RequestReading, declared: Declared, statedStakes: StatedStakes): RequestReading {
  const { axes, findings } = readAxes(declared);
  const names = Object.keys(axes);
  if (names.length === 0 && declared.domains === undefined) return result;
  const parts = result.parts.map((part): PartReading => {
    const reading = apply(part.reading, axes, statedStakes(part));
    const domains = declared.domains === undefined ? {} : { domains: declared.domains };
    return { ...part, reading: { ...reading, ...domains } };
  });
  const isWhole = ["act", "horizon", "stakes", "evidence"].every((name) => names.includes(name));
  const signals = names.map((name): Signal => ({ kind: "declared", name, weight: 1, detail: "filled in" }));
  return {
    ...result,
    parts,
    reading: composeReadings(parts) ?? apply(result.reading, axes, undefined),
    provenance: isWhole ? { ...result.provenance, tier: "declared" } : result.provenance,
    signals: [...result.signals, ...signals],
    findings: [...result.findings, ...findings],
  };
}
