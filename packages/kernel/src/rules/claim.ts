/** @module Catalogue of the checks a report goes through before anyone relies on it. */

import { inArea, type Rule } from "./rule.ts";

export const claimRuleTexts: readonly Rule[] = inArea("claim", [
  [
    "schema.executor_v2",
    "block",
    "The output is not the document it has to be",
    "An executor hands over one `executor_evidence_v2` document: claims and evidence, no final wording and no judgement of itself.",
    "Hand over one JSON object with the fields of docs/concepts/claims.md and nothing else.",
  ],
  [
    "evidence.invocation_ref",
    "block",
    "Evidence names no call that can carry it",
    "Every evidence item has to name a recorded call of this agent, by its id, with its tool, that did not fail.",
    "Cite a call of this session by the id and tool the host gave it.",
  ],
  [
    "evidence.excerpt_similarity",
    "block",
    "A quote does not stand in the result it is said to be from",
    "The quoted words were compared with what the call really returned: left-out negations, other numbers and joined fragments are refused.",
    "Quote the result as it stands, or cite the call the words come from.",
  ],
  [
    "claim.hallucination_phrases",
    "block",
    "Words stand where evidence should",
    "Placeholders, invented output, printed tool calls and tools that were never used refuse; empty certainty is pointed out.",
    "Do what the sentence says and cite it, or leave the sentence out.",
  ],
  [
    "claim.evidence_utilization",
    "block",
    "A claim does not use what it cites",
    "A claim cites nothing, shares no word with what it cites, or states a number that stands nowhere in it.",
    "Cite what shows it, or state it as a gap.",
  ],
  [
    "claim.receipt",
    "block",
    "The record does not bear out what is claimed",
    "Claims such as `tests pass` were looked up in the recorded calls: whether it ran, after the last edit, with which outcome.",
    "Run it again and report what it shows, or state a gap.",
  ],
  [
    "claim.not-checked",
    "warn",
    "What the agent reported was not checked",
    "The record of the session could not be read, or time ran out. The agent may stop, and nothing counts as supported.",
    "Read the report with that in mind; `warrant verify` judges it later.",
  ],
  [
    "claim.supported",
    "info",
    "A record bears out what the description says",
    "A statement of the description, such as `tests pass`, was found in the files, the platform's checks or a receipt that counts.",
    "Nothing to do. It lifts no other finding.",
  ],
  [
    "claim.unverified",
    "info",
    "No record settles what the description says",
    "There is no receipt of a session and no named check that answers for the statement, or what there is does not count.",
    "Write a receipt with `warrant receipt write`, or name the check in `claim.checks`.",
  ],
  [
    "claim.contradicted",
    "warn",
    "A record shows otherwise than the description says",
    "The files, a check of this commit or a session's receipt contradict the statement. With `claim.change: deny` it refuses.",
    "Correct the description, or make it true and write a new receipt.",
  ],
]);
