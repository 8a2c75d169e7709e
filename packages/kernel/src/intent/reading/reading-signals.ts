/** @module How a reading explains itself: its signals, and the findings that name what was read. */

import type { Finding } from "../../finding.ts";
import type { ClauseReading } from "./clause-reading.ts";
import type { Prepared } from "./material.ts";
import type { ReadPart } from "./part-reading.ts";
import type { Reading, Signal } from "./reading.ts";
import type { Ban } from "./removal.ts";
import type { Request } from "./request.ts";
import { requestFinding } from "./request-finding.ts";

const detailLength = 120;

/** What voted, in the order of the parts. */
export function signalsOf(
  clauses: readonly ClauseReading[],
  parts: readonly ReadPart[],
  prepared: Prepared,
  request: Request,
): Signal[] {
  const signals: Signal[] = [];
  const push = (kind: Signal["kind"], name: string, weight: number, detail: string): void => {
    signals.push({ kind, name, weight: Math.round(weight * 100) / 100, detail: detail.slice(0, detailLength) });
  };
  for (const { votes, stakesVotes, isDeictic } of parts.slice(0, 50)) {
    for (const vote of votes.slice(0, 20)) push("lexical", vote.name, vote.weight, `${vote.act} ${vote.kind}`);
    for (const vote of stakesVotes.slice(0, 20))
      push("lexical", vote.about.slice(0, 60), vote.weight, `stakes ${vote.name}`);
    if (isDeictic) push("deictic", "pronoun", 0, "the object lies outside the text");
  }
  for (const { peeled } of clauses.slice(0, 50))
    for (const words of peeled.taken.slice(0, 5)) push("structural", words.slice(0, 60), 0, "peeled");
  if (prepared.hasPasted) push("structural", "pasted", 0, "material was set aside");
  if (prepared.hasQuoted) push("structural", "quoted", 0, "quoted words were set aside");
  for (const { modality } of (request.attachments ?? []).slice(0, 10)) push("attachment", modality, 0, modality);
  return signals;
}

/** The findings of a reading, in no order. */
export function findingsOf(
  reading: Reading,
  parts: readonly ReadPart[],
  bans: readonly Ban[],
  prepared: Prepared,
): Finding[] {
  const findings: Finding[] = [];
  for (const part of parts) {
    for (const vote of part.stakesVotes)
      if (vote.weight >= 0.5) findings.push(requestFinding(`request.stakes.${vote.name}`, vote.about));
    if (part.state === "unread") findings.push(requestFinding("request.unread"));
    if (part.isUnknownVerb) findings.push(requestFinding("request.verb-unknown"));
    for (const entry of part.reading.removal) {
      if (entry.wording !== "none") findings.push(requestFinding(`request.removal.${entry.wording}`));
      if (entry.binding === "unbound") findings.push(requestFinding("request.removal.unbound"));
    }
  }
  for (const ban of bans) findings.push(requestFinding("request.ban", ban.text));
  if (prepared.hasPasted) findings.push(requestFinding("request.pasted-ignored"));
  if (prepared.hasQuoted) findings.push(requestFinding("request.quoted-ignored"));
  if (reading.horizon === "durable") findings.push(requestFinding("request.horizon.recurrence"));
  if (reading.evidence !== "none") findings.push(requestFinding(`request.evidence.${reading.evidence}`));
  return findings;
}
