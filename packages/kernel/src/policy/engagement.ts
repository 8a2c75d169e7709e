/**
 * @module An engagement: the ceiling, which carries all the authority of a request, and the posture, which carries none.
 * Types alone and the lists behind them, since the hook loads them; their schema is in `engagement.schema.ts`.
 */

import type { EffectKind } from "../effect.ts";
import type { Domain, Modality } from "../intent/reading/reading.ts";
import type { Ban, RemovalScope } from "../intent/reading/removal.ts";
import type { RequestWord } from "../scale.ts";

/** What a model may have to take in or give out, in the order documents list it. */
export const modalities = ["text", "data", "image", "audio", "video", "screen", "stream"] as const satisfies Modality[];

/**
 * What may be done. Absent does not narrow, so the empty document is top; what is present and cannot be read is the bottom
 * of its field. A list of kinds, domains or tools permits what it names, an empty one nothing.
 */
export interface Ceiling {
  readonly schema?: "warrant.ceiling/v1";
  readonly permission?: RequestWord<"permission">;
  readonly approval?: RequestWord<"approval">;
  readonly kinds?: "all" | readonly EffectKind[];
  /** A deletion has to pass every one of them. */
  readonly removal?: readonly RemovalScope[];
  readonly bans?: readonly Ban[];
  /** A summary of `removal` for hosts that cannot read it. */
  readonly deletion?: RequestWord<"deletion">;
  readonly tools?: { readonly allowed: "all" | readonly string[]; readonly denied: readonly string[] };
  /** Lists of patterns; a path has to match one of each list. */
  readonly paths?: readonly (readonly string[])[];
  readonly hosts?: readonly (readonly string[])[];
  readonly branches?: RequestWord<"branches">;
  /** The highest attempt that may run; 0 is none. */
  readonly attempts?: number;
  readonly spend_usd?: number;
  readonly domains?: "all" | readonly Domain[];
  /** What a model must be able to do. */
  readonly modalities?: readonly Modality[];
  /** The strength of evidence that is demanded. */
  readonly satisfaction?: RequestWord<"satisfaction">;
}

export const shapes = ["prose", "findings", "artifact", "diff", "report", "matrix"] as const;
export type Shape = (typeof shapes)[number];

/** How the work is done and told: what no safety review has to read. */
export interface Posture {
  readonly managed: boolean;
  readonly open_commitment: boolean;
  /** Stop before effects. */
  readonly checkpoint: boolean;
  readonly fallback: RequestWord<"fallback">;
  readonly hil: RequestWord<"hil">;
  readonly clarify: RequestWord<"clarify">;
  readonly shape: Shape;
  readonly sources: boolean;
  readonly cadence: RequestWord<"cadence">;
  readonly urgency: RequestWord<"urgency">;
  readonly demand: {
    readonly reasoning: boolean;
    readonly evidence: boolean;
    readonly structured: boolean;
    readonly direct_reply: boolean;
  };
  readonly stop: RequestWord<"stop">;
  readonly context: RequestWord<"context">;
  /** Sentences for the model; none when there is nothing it could not know. */
  readonly note: readonly string[];
}

export interface Engagement {
  readonly ceiling: Ceiling;
  readonly posture: Posture;
}
