/** @module What a live envelope makes of an engagement: its yes is given call by call, and its limits are met. */

import type { RequestWord } from "../scale.ts";
import { meetCeilings } from "./ceiling.ts";
import type { Ceiling, Engagement } from "./engagement.ts";
import type { Envelope } from "./envelope.ts";

/**
 * A strand under a live envelope and delegated autonomy: the person is involved through the envelope, unless the strand
 * cannot be undone or waits for one anyway, and permission and spend are met. Otherwise the very same engagement.
 *
 * @param envelope one that is live now, or null.
 */
export function underEnvelope(
  strand: Engagement,
  stakes: RequestWord<"stakes">,
  autonomy: RequestWord<"autonomy">,
  envelope: Envelope | null,
): Engagement {
  if (envelope === null || autonomy !== "delegated") return strand;
  const limits: Ceiling = {
    permission: envelope.permission,
    ...(envelope.spend_usd === "unlimited" ? {} : { spend_usd: envelope.spend_usd }),
  };
  const isOpen = stakes !== "irreversible" && strand.posture.hil !== "defer";
  return {
    ceiling: meetCeilings(strand.ceiling, limits),
    posture: isOpen ? { ...strand.posture, hil: "envelope" } : strand.posture,
  };
}
