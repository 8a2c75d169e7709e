/** @module Clauses gathered into parts: each begins with something that is asked; what only reports goes with it. */

import type { ClauseReading } from "./clause-reading.ts";

export interface Part {
  readonly clauses: readonly ClauseReading[];
  /** The clause that asks, the first of all where none does. */
  readonly opening: ClauseReading;
}

/** Whether a clause asks for something and so begins a part. */
export function isWork(reading: ClauseReading): boolean {
  const { role, heads } = reading;
  return (
    role === "question" || role === "imperative" || role === "unknown-verb" || (role === "request" && heads.length > 0)
  );
}

/** The parts of a request, at least one unless there is no clause. */
export function gatherParts(clauses: readonly ClauseReading[]): Part[] {
  const parts: { clauses: ClauseReading[]; opening: ClauseReading | undefined }[] = [];
  let leading: ClauseReading[] = [];
  for (const clause of clauses) {
    if (isWork(clause)) {
      parts.push({ clauses: [...leading, clause], opening: clause });
      leading = [];
    } else if (parts.length > 0) parts.at(-1)?.clauses.push(clause);
    else leading.push(clause);
  }
  const [first] = leading;
  if (parts.length === 0 && first !== undefined) parts.push({ clauses: leading, opening: first });
  return parts.flatMap(({ clauses: own, opening }) => (opening === undefined ? [] : [{ clauses: own, opening }]));
}
