/** @module What the platform's own checks of the head commit say of a claim that a check passes (claim gate, 11.2). */

import type { ChangeFacts } from "../../change/facts.ts";
import type { Answer } from "./decide-session.ts";
import { type CheckKind, checkOfReceipt, type Stated } from "./kinds.ts";

/** Names of checks that answer for a kind; `*` stands for any characters. */
export type CheckNames = Readonly<Partial<Record<CheckKind, readonly string[] | undefined>>>;

const failing: ReadonlySet<string> = new Set(["failure", "timed_out", "startup_failure", "action_required"]);

/** Whether a name fits a pattern: its parts in this order, the first at the beginning and the last at the end. */
export function fitsName(name: string, pattern: string): boolean {
  const parts = pattern.split("*");
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return name === pattern;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** What the platform answers; null where no check of the head is named for it. */
export function decidePlatform(stated: Stated, names: CheckNames, facts: ChangeFacts): Answer | null {
  const kind = checkOfReceipt[stated.kind];
  const patterns = kind === undefined ? undefined : names[kind];
  if (patterns === undefined) return null;
  const checks = facts.checks.filter(
    ({ name, head_sha }) => head_sha === facts.head.sha && patterns.some((pattern) => fitsName(name, pattern)),
  );
  if (checks.length === 0) return null;
  const ended = checks.filter(({ status }) => status === "completed");
  if (ended.some(({ conclusion }) => failing.has(conclusion ?? "")))
    return { outcome: "contradicted", reason: "check_failed" };
  if (ended.length < checks.length) return { outcome: "unverified", reason: "check_running" };
  if (!ended.every(({ conclusion }) => conclusion === "success"))
    return { outcome: "unverified", reason: "check_undecided" };
  if (facts.incomplete.some(({ what }) => what === "checks"))
    return { outcome: "unverified", reason: "checks_incomplete" };
  // A check passes for all it runs; how many that are it does not say.
  if (stated.count !== null) return { outcome: "unverified", reason: "count_not_seen" };
  return { outcome: "supported", reason: "check_passed" };
}
