/** @module The intent of one turn (`warrant.intent/v1`): what was read of it, and what follows from that. */

import type { Finding } from "../finding.ts";
import type { PartReading, Provenance, Reading, RequestReading, Signal } from "../intent/reading/reading.ts";
import type { Ban, NamedTarget } from "../intent/reading/removal.ts";
import type { TurnEngagement } from "./engage.ts";
import type { Ceiling, Engagement, Posture } from "./engagement.ts";
import { noteSection } from "./projections.ts";

/** One part of a request, with what it permits by itself. */
export interface Strand {
  readonly strand_id: string;
  readonly thread_id: string;
  readonly text: string;
  readonly role: PartReading["role"];
  readonly state: PartReading["state"];
  readonly reading: Reading;
  readonly relation: PartReading["relation"];
  readonly lineage: PartReading["lineage"];
  readonly ceiling: Ceiling;
  readonly posture: Posture;
}

export interface Intent {
  readonly schema: "warrant.intent/v1";
  readonly turn: RequestReading["turn"];
  /** Of the request as a whole. */
  readonly reading: Reading;
  readonly strands: readonly Strand[];
  readonly engagement: Engagement;
  readonly bans: readonly Ban[];
  /** Things named outright, for the action gate. */
  readonly named: readonly NamedTarget[];
  readonly provenance: Provenance;
  readonly signals: readonly Signal[];
  readonly findings: readonly Finding[];
  /** The exact words put before the model; empty for none. */
  readonly note: string;
}

/** Turns that keep what was named; any other has asked for nothing by name. */
const naming: ReadonlySet<RequestReading["turn"]> = new Set(["work", "bans"]);

/** The document of a turn that was read and engaged. The same for a preview and for the turn itself. */
export function assembleIntent(request: RequestReading, turn: TurnEngagement, posture: "on" | "off"): Intent {
  const strands = request.parts.flatMap((part, index): Strand[] => {
    const own = turn.strands[index];
    if (own === undefined) return [];
    const { strand_id, thread_id, text, role, state, reading, relation, lineage } = part;
    return [{ strand_id, thread_id, text, role, state, reading, relation, lineage, ...own }];
  });
  return {
    schema: "warrant.intent/v1",
    turn: request.turn,
    reading: request.reading,
    strands,
    engagement: turn.engagement,
    bans: request.bans,
    named: posture === "on" && naming.has(request.turn) ? request.named : [],
    provenance: request.provenance,
    signals: request.signals,
    findings: request.findings,
    note: noteSection(turn.engagement, posture) ?? "",
  };
}
