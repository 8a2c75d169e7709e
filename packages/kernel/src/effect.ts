/** @module Effects: what one tool call would do, as the action gate reads it and as ceilings and envelopes limit it. */

import type { RequestWord } from "./scale.ts";

/** Every kind of effect, from looking to holding more rights. No schema here: the hook loads this file. */
export const effectKinds = [
  "read",
  "write",
  "delete",
  "execute",
  "network",
  "publish",
  "pay",
  "configure",
  "delegate",
  "elevate",
] as const;
export type EffectKind = (typeof effectKinds)[number];

/** One effect of a call. `target` is `?` when it is not known; `certain: false` when only one of several readings has it. */
export interface Effect {
  readonly kind: EffectKind;
  readonly target: string;
  readonly reversibility: RequestWord<"reversibility">;
  readonly certain: boolean;
  readonly recursive?: boolean;
  readonly via?: string;
  /** What a `pay` effect costs; null when nobody knows. */
  readonly amount_usd?: number | null;
}
