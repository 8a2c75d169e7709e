/** @module What requires the check on the branch: rulesets and classic protection, put together (report F9). */

import type { ChecksAnswer } from "./answers.ts";
import type { ClassicSummary, Known, Seen, Unread } from "./seen.ts";

export interface Requirement {
  /** null: classic protection. */
  readonly rulesetId: number | null;
  /** The app that must give the check; null: any may (report F10). */
  readonly appId: number | null;
}

export interface Requirements {
  readonly all: readonly Requirement[];
  /** What could not be read, so that there may be more. */
  readonly unread: readonly Unread[];
}

/** An id below 1 is how the platform writes that any app may. */
function expected(id: number | null | undefined): number | null {
  return id !== undefined && id !== null && id > 0 ? id : null;
}

/** The checks of classic protection; names without an app stand in an older list of their own. */
export function classicChecks(answer: ChecksAnswer | undefined): ClassicSummary["checks"] {
  const checks = (answer?.checks ?? []).map(({ context, app_id: appId }) => ({ context, appId: expected(appId) }));
  const named = new Set(checks.map(({ context }) => context));
  const older = (answer?.contexts ?? []).filter((context) => !named.has(context));
  return [...checks, ...older.map((context) => ({ context, appId: null }))];
}

/** Levels of the summary at which checks are really waited for. */
const levels = new Set(["everyone", "non_admins"]);

/** The checks classic protection requires: from its details, else from the summary that everyone may see. */
function ofClassic({ classic, summary }: Seen): Known<ClassicSummary["checks"]> {
  if (classic.known) return { known: true, value: classicChecks(classic.value?.required_status_checks) };
  if (!summary.known) return classic;
  const { checks, level } = summary.value;
  if (level === "off") return { known: true, value: [] };
  // A level nobody knows may hold nobody.
  return checks.length === 0 || levels.has(level) ? { known: true, value: checks } : classic;
}

/** Everything that requires a check of this name. */
export function requirementsOf(seen: Seen, name: string): Requirements {
  const classic = ofClassic(seen);
  const all: Requirement[] = [];
  if (seen.rules.known) {
    for (const rule of seen.rules.value) {
      for (const check of rule.parameters?.required_status_checks ?? []) {
        if (rule.type !== "required_status_checks" || check.context !== name) continue;
        all.push({ rulesetId: rule.ruleset_id, appId: expected(check.integration_id) });
      }
    }
  }
  if (classic.known) {
    for (const { context, appId } of classic.value) if (context === name) all.push({ rulesetId: null, appId });
  }
  return { all, unread: [seen.rules, classic].filter((part) => !part.known) };
}
