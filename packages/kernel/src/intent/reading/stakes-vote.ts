/** @module A vote about what is at stake, with the finding that names it. */

import type { RequestWord } from "../../scale.ts";

export type Stakes = RequestWord<"stakes">;

export interface StakesVote {
  readonly level: Stakes;
  readonly weight: number;
  /** The last part of the finding: `request.stakes.<name>`. */
  readonly name: string;
  readonly about: string;
}

export const heavy = { command: 1, other: 0.9, costly: 0.8 } as const;

export function irreversible(name: string, about: string, weight: number = heavy.other): StakesVote {
  return { level: "irreversible", weight, name, about };
}
export function costly(name: string, about: string): StakesVote {
  return { level: "costly", weight: heavy.costly, name, about };
}
