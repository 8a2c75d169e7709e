/** @module The posture of one part: how the work is done and told (requests and authority, section 8.4). Carries no authority. */

import type { EffectKind } from "../effect.ts";
import { type Act, effectfulActs, type Reading } from "../intent/reading/reading.ts";
import { isAtLeast, narrow, type RequestWord, requestScales } from "../scale.ts";
import { type Authority, autonomyNamed } from "./autonomy.ts";
import type { Posture, Shape } from "./engagement.ts";

const { stakes: onStakes, evidence: onEvidence, horizon: onHorizon } = requestScales;

/** The posture where nothing was read: it interrupts, refuses what nobody can answer, and says nothing of its own. */
export const generalPosture: Posture = {
  managed: false,
  open_commitment: false,
  checkpoint: false,
  fallback: "deny",
  hil: "interrupt",
  clarify: "proceed",
  shape: "prose",
  sources: false,
  cadence: "live",
  urgency: "notify",
  demand: { reasoning: false, evidence: false, structured: false, direct_reply: false },
  stop: "message",
  context: "recall",
  note: [],
};

const shapeOfAct: Readonly<Record<Act, Shape>> = {
  converse: "prose",
  answer: "prose",
  analyze: "prose",
  locate: "findings",
  author: "artifact",
  modify: "diff",
  operate: "report",
  govern: "report",
  orchestrate: "report",
  verify: "matrix",
};

/** The shape of what an act delivers; of several parts the primary one's. */
export function shapeOf(act: Act): Shape {
  return shapeOfAct[act];
}

const reasoningActs: ReadonlySet<Act> = new Set(["analyze", "author", "modify", "orchestrate"]);
const workingActs: ReadonlySet<Act> = new Set(["modify", "verify", "operate"]);
const talkingActs: ReadonlySet<Act> = new Set(["converse", "answer"]);

function fallbackOf(reading: Reading, attendance: RequestWord<"attendance">): RequestWord<"fallback"> {
  if (attendance === "interactive") return "deny";
  return reading.horizon === "durable" ? "park" : "deny";
}

function hilOf(
  reading: Reading,
  fallback: RequestWord<"fallback">,
  autonomy: RequestWord<"autonomy">,
): RequestWord<"hil"> {
  if (isAtLeast(onStakes, reading.stakes, "costly") && fallback === "park") return "defer";
  if (reading.stakes === "irreversible" || autonomy === "manual") return "interrupt";
  if (autonomy === "autonomous") return "review";
  const isMild = !isAtLeast(onStakes, reading.stakes, "costly");
  return isMild && reading.acts.some((act) => effectfulActs.has(act)) ? "review" : "interrupt";
}

function clarifyOf(reading: Reading): RequestWord<"clarify"> {
  if (reading.clarity === "clear") return "proceed";
  return isAtLeast(onStakes, reading.stakes, "costly") ? "ask" : "state-assumption";
}

const cadenceOf: Readonly<Record<RequestWord<"attendance">, RequestWord<"cadence">>> = {
  interactive: "live",
  supervised: "on-completion",
  unattended: "digest",
};

function urgencyOf(reading: Reading, attendance: RequestWord<"attendance">): RequestWord<"urgency"> {
  if (reading.stakes === "irreversible") return "interrupt";
  return attendance === "unattended" && reading.stakes !== "costly" ? "quiet" : "notify";
}

function stopOf(reading: Reading): RequestWord<"stop"> {
  if (isAtLeast(onEvidence, reading.evidence, "verified")) return "verification";
  // Only the primary act: an alternate must not send a question after effects.
  if (effectfulActs.has(reading.act)) return "effect";
  return talkingActs.has(reading.act) ? "message" : "inspection";
}

function contextOf(reading: Reading): RequestWord<"context"> {
  if (reading.horizon === "durable") return "full";
  if (reading.acts.some((act) => workingActs.has(act))) return "working";
  return reading.act === "converse" ? "minimal" : "recall";
}

const evidenceSentences: Readonly<Record<RequestWord<"evidence">, string | null>> = {
  none: null,
  cited: "Cite the sources you used.",
  verified: "This is done when its checks have passed; the runtime decides that, not the report.",
  audited: "This is done when a person has signed it off; the runtime decides that, not the report.",
};

/** Only what the model cannot know. Fixed sentences: no words of the request, no names of acts. */
function noteOf(
  reading: Reading,
  posture: Pick<Posture, "clarify" | "fallback">,
  attendance: RequestWord<"attendance">,
  ruledOut: readonly (EffectKind | "any")[],
): string[] {
  const note: string[] = [];
  if (posture.clarify === "state-assumption") note.push("State what was assumed where the request leaves it open.");
  if (posture.clarify === "ask") note.push("The request is unclear and a mistake is costly; ask first.");
  const evidence = evidenceSentences[reading.evidence];
  if (evidence !== null) note.push(evidence);
  if (attendance === "unattended" && reading.stakes !== "inert") note.push("Nobody is here to ask.");
  if (reading.stakes === "irreversible") {
    const then = posture.fallback === "park" ? "it will wait in the inbox" : "confirm before it";
    note.push(`One step of this request cannot be undone; ${then}.`);
  }
  if (ruledOut.length > 0) {
    const kinds = [...new Set(ruledOut)].map((kind) => (kind === "any" ? "some effects" : kind)).sort();
    note.push(`The person ruled out: ${kinds.join(", ")}.`);
  }
  return note;
}

/** Facts about the place of work that a posture depends on. */
export interface WorkPlace {
  /** Whether the work tree holds changes; unknown counts as yes. */
  readonly dirty: boolean | "unknown";
}

/** The posture of one part that was read. `ruledOut` are the kinds of its request's bans. */
export function postureOf(
  reading: Reading,
  authority: Authority,
  place: WorkPlace,
  ruledOut: readonly (EffectKind | "any")[],
): Posture {
  const attendance = narrow(requestScales.attendance, reading.attendance, authority.attendance);
  const fallback = fallbackOf(reading, attendance);
  const clarify = clarifyOf(reading);
  const shape = shapeOf(reading.act);
  const isCited = isAtLeast(onEvidence, reading.evidence, "cited");
  const isLong = isAtLeast(onHorizon, reading.horizon, "session");
  const needsReceipt = reading.acts.some((act) => effectfulActs.has(act));
  return {
    managed: isLong,
    open_commitment: reading.horizon === "durable",
    checkpoint: needsReceipt && (isAtLeast(onStakes, reading.stakes, "reversible") || place.dirty !== false),
    fallback,
    hil: hilOf(reading, fallback, autonomyNamed(authority.autonomy_grants)),
    clarify,
    shape,
    sources: shape === "prose" && isCited,
    cadence: cadenceOf[attendance],
    urgency: urgencyOf(reading, attendance),
    demand: {
      reasoning: isLong || reading.acts.some((act) => reasoningActs.has(act)),
      evidence: isCited,
      structured: shape === "matrix" || shape === "diff",
      direct_reply: reading.acts.every((act) => act === "converse"),
    },
    stop: stopOf(reading),
    context: contextOf(reading),
    note: noteOf(reading, { clarify, fallback }, attendance, ruledOut),
  };
}
