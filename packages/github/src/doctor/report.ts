/** @module The document `warrant.doctor/v1`: whether the gate of a repository holds, what was seen, and what to do. */

import { Finding, type Severity, sortFindings } from "@warrant/kernel/finding";
import * as z from "zod/mini";

/** What a maintainer asks, in the order it is answered. The id of a rule begins with its topic. */
export const topics = {
  configuration: "Configured",
  mode: "Mode",
  required: "Required",
  source: "From",
  bypass: "Bypass",
  queue: "Queue",
  check: "Check",
  app: "App",
  workflow: "Run by",
  workflows: "Workflows",
  actions: "Actions",
} as const;
export type Topic = keyof typeof topics;

/** `problem`: the gate does not hold because of it. `unknown`: it could not be read, and is not taken for good. */
export const answerStates = ["problem", "unknown", "warning", "note", "good"] as const;

export const Answer = z.strictObject({
  topic: z.enum(Object.keys(topics) as [Topic, ...Topic[]]),
  state: z.enum(answerStates),
  /** One sentence: what was seen. */
  seen: z.string(),
});
export type Answer = z.infer<typeof Answer>;

export const DoctorReport = z.strictObject({
  schema: z.literal("warrant.doctor/v1"),
  host: z.string(),
  repository: z.string(),
  branch: z.string(),
  default_branch: z.string(),
  /** Tip of the branch whose configuration was read. */
  commit: z.string(),
  /** `unknown`: it could not be read, so it may enforce. */
  mode: z.enum(["enforce", "report", "unknown"]),
  /** The same whatever the mode is: what would be if the configuration enforced. */
  gate: z.enum(["holds", "fails", "unknown"]),
  /** Whether the configuration can be used; a file that is invalid is a mistake of its own. */
  configuration_valid: z.boolean(),
  answers: z.array(Answer),
  findings: z.array(Finding),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** The answer to one question before it is reduced to a state. */
export interface Examined {
  readonly topic: Topic;
  readonly seen: string;
  readonly findings: readonly Finding[];
}

/** A finding that says what could not be read. With severity `block` it leaves open whether the gate holds. */
export function isUnread(finding: Pick<Finding, "rule">): boolean {
  return finding.rule.endsWith(".unreadable");
}

function stateOf(findings: readonly Finding[]): Answer["state"] {
  const has = (severity: Severity): boolean => findings.some((finding) => finding.severity === severity);
  if (findings.some((finding) => finding.severity === "block" && !isUnread(finding))) return "problem";
  if (findings.some(isUnread)) return "unknown";
  if (has("warn")) return "warning";
  return has("info") ? "note" : "good";
}

function gateOf(findings: readonly Finding[]): DoctorReport["gate"] {
  const blocking = findings.filter((finding) => finding.severity === "block");
  if (blocking.length === 0) return "holds";
  return blocking.every(isUnread) ? "unknown" : "fails";
}

/** Puts the answers together. Pure: the same answers give the same bytes. */
export function reportOf(
  about: Omit<DoctorReport, "schema" | "gate" | "answers" | "findings">,
  examined: readonly Examined[],
): DoctorReport {
  const findings = sortFindings(examined.flatMap((each) => each.findings));
  return {
    schema: "warrant.doctor/v1",
    ...about,
    gate: gateOf(findings),
    answers: examined.map((each) => ({ topic: each.topic, state: stateOf(each.findings), seen: each.seen })),
    findings,
  };
}
