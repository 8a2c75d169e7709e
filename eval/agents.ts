/** @module Scores agent identity on raw identities, signatures and branches, with the confusion of kinds. */

import { identifyRaw, isOtherAgent, type RawKind } from "@warrant/kernel/change/identity-raw";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";

const setName = "agents.jsonl";

interface AgentRecord {
  readonly id: string;
  readonly kind: RawKind;
  readonly raw: string;
  readonly label: "agent" | "review-bot" | "dependency-bot" | "automation-bot" | "human";
  readonly agent: string | null;
  readonly ambiguous: boolean;
}

export interface AgentsReport {
  readonly set: string;
  /** Records whose label is not ambiguous; only these are scored. */
  readonly total: number;
  readonly passed: number;
  readonly failed: readonly string[];
  readonly humans_called_agents: readonly string[];
  /** Label, then the kind that was found, then how many; ambiguous records apart. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly confusion_ambiguous: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

type Confusion = Record<string, Record<string, number>>;

function count(table: Confusion, label: string, found: string): void {
  const row = (table[label] ??= {});
  row[found] = (row[found] ?? 0) + 1;
}

/** The label a kind stands for; what is known to be nothing is what people are. */
function labelOf(kind: ReturnType<typeof identifyRaw>["kind"]): AgentRecord["label"] {
  return kind === "none" ? "human" : (kind.replace("_", "-") as AgentRecord["label"]);
}

function isRight(record: AgentRecord, found: ReturnType<typeof identifyRaw>): boolean {
  if (labelOf(found.kind) !== record.label) return false;
  if (record.label !== "agent") return true;
  return record.agent === "other-agent" ? isOtherAgent(found.name ?? "") : found.name === record.agent;
}

/** Undefined when the set is not in the folder. */
export function evaluateAgents(folder: string): AgentsReport | undefined {
  if (!hasCorpus(setName, folder)) return undefined;
  const confusion: Confusion = {};
  const ambiguous: Confusion = {};
  const failed: string[] = [];
  const humans: string[] = [];
  let total = 0;
  for (const record of readCorpus<AgentRecord>(setName, folder)) {
    const found = identifyRaw(record.kind, record.raw);
    count(record.ambiguous ? ambiguous : confusion, record.label, labelOf(found.kind));
    if (record.label === "human" && found.kind === "agent") humans.push(record.id);
    if (record.ambiguous) continue;
    total += 1;
    if (!isRight(record, found)) failed.push(record.id);
  }
  return {
    set: setName,
    total,
    passed: total - failed.length,
    failed,
    humans_called_agents: humans,
    confusion,
    confusion_ambiguous: ambiguous,
  };
}
