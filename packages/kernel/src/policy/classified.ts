/** @module The engagement of a turn a model was asked about: never more than without its answer. */

import type { RequestReading } from "../intent/reading/reading.ts";
import type { Authority } from "./autonomy.ts";
import { meetCeilings } from "./ceiling.ts";
import { composeEngagements } from "./derive.ts";
import { engageTurn, type SessionState, type TurnEngagement } from "./engage.ts";
import type { Engagement } from "./engagement.ts";

function narrower(before: Engagement, after: Engagement): Engagement {
  const { posture } = composeEngagements([before, after]);
  return { ceiling: meetCeilings(before.ceiling, after.ceiling), posture };
}

/**
 * The engagement of a turn after a model's answer was folded in: the ceiling derived before, met with the one its answer
 * gives, part by part and as a whole. So no answer at all permits anything the words alone did not.
 */
export function engageClassified(
  before: RequestReading,
  after: RequestReading,
  authority: Authority,
  session: SessionState,
): TurnEngagement {
  const without = engageTurn(before, authority, session);
  const withAnswer = engageTurn(after, authority, session);
  return {
    ...without,
    engagement: narrower(without.engagement, withAnswer.engagement),
    strands: without.strands.map((strand, index) => narrower(strand, withAnswer.strands[index] ?? strand)),
    bans: withAnswer.bans,
  };
}
