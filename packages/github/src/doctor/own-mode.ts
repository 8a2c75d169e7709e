/** @module The mode the workflows give, from the steps that can run: only one mode for all of them is known. */

import { chanceOfAny, chanceOn, modeOf, type OwnStep, ownSteps } from "./own-steps.ts";
import type { DoctorReport } from "./report.ts";
import type { Seen } from "./seen.ts";

type SeenWorkflows = Pick<Seen, "workflows" | "repository">;

/** Whether every workflow was read. */
export function areRead({ workflows }: Pick<Seen, "workflows">): boolean {
  return workflows.known && workflows.value.every(({ reading }) => reading.ok);
}

/** The mode of a step by itself; null: it writes no verdict. What happens inside a called workflow or folder is not seen. */
function givenBy(own: OwnStep): DoctorReport["mode"] | null {
  const { uses, scripts } = own.step;
  if (uses !== null) return modeOf(own) ?? (/^\.\/|\/\.github\/workflows\//.test(uses) ? "unknown" : "report");
  if (scripts.some(({ text }) => text.includes("--enforce"))) return "unknown";
  return scripts.some(({ text }) => text.includes("--publish")) ? "report" : null;
}

/**
 * The mode of every step that can run. They must agree, since each may write the check last; and one that enforces must run
 * for changes, on pull_request_target. Workflows that were not read may enforce (law 3).
 */
export function modeOfWorkflows(seen: SeenWorkflows): DoctorReport["mode"] {
  if (!areRead(seen)) return "unknown";
  const writing = ownSteps(seen.workflows).filter(
    (own) =>
      givenBy(own) !== null &&
      [...own.workflow.triggers.keys()].some((event) => chanceOn(own, event, seen.repository) !== "never"),
  );
  const [mode, ...others] = new Set(writing.map(givenBy).filter((given) => given !== null));
  if (mode === undefined) return "report";
  if (others.length > 0) return "unknown";
  const isJudging = chanceOfAny(writing, "pull_request_target", seen.repository) !== "never";
  return mode === "enforce" && !isJudging ? "unknown" : mode;
}
