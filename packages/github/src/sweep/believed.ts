/** @module Whether what is stored of a change still answers for it: in the state, in our check run, or in both. */

import { isOurs } from "../publish/check-run.ts";
import { isEnforcing, type Mode } from "../publish/conclusion.ts";
import { holdsAlready } from "../publish/enforced-before.ts";
import type { Publishing } from "../publish/publisher.ts";
import { type CheckRun, type StoredVerdict, seenIn, storedVerdict, storedVerdicts } from "../publish/stored-verdict.ts";
import type { LookedAt } from "./look.ts";
import type { KeptChange } from "./state.ts";

/** Whether a kept verdict is about the state the change is in now: head, base, configuration, and all that was seen of it. */
export function isKept(kept: KeptChange, change: LookedAt): boolean {
  return (
    change.seen !== null &&
    kept.seen === change.seen &&
    kept.head_sha === change.headSha &&
    kept.base_ref === change.baseRef &&
    kept.config === change.base?.config
  );
}

const refusing = new Set(["action_required", "failure"]);

/** Whether a run concludes as the mode asks for; a sibling may have made it worse than the verdict. */
function concludes({ conclusion, text }: CheckRun, { decision }: StoredVerdict, isEnforced: boolean): boolean {
  // Another change of the commit may be enforced, and what the run says is then of that one.
  if (!isEnforced) return conclusion === "neutral" || storedVerdicts(text ?? "").length > 1;
  return refusing.has(conclusion ?? "") || (decision === "allow" && conclusion === "success");
}

/** Whether the newest run of the name is another app's and says something else (report F10). */
function isHidden(run: CheckRun, runs: readonly CheckRun[]): boolean {
  const newest = runs.at(-1);
  return newest !== undefined && newest.id !== run.id && newest.conclusion !== run.conclusion;
}

/** What a run answers, and whether it holds the change where the sweep was told to leave that. */
export interface Believed {
  readonly stored: StoredVerdict;
  readonly isHeld: boolean;
}

/**
 * The verdict our check run holds of a change, when it answers for the change as it is now; else null.
 *
 * @param kept what the state holds and was believed; null: then the run itself must say what was seen
 */
export function publishedVerdict(
  change: LookedAt,
  kept: KeptChange | null,
  options: { readonly publishing: Publishing; readonly mode: Mode; readonly staysHeld: boolean },
): Believed | null {
  const { number, headSha, baseRef, base, runs, seen } = change;
  const { publisher } = options.publishing;
  const run = runs?.findLast((one) => isOurs(one, publisher));
  if (runs === null || run === undefined || base === null || seen === null || isHidden(run, runs)) return null;
  const text = run.text ?? "";
  if (kept === null && seenIn(text, number) !== seen) return null;
  // What was seen holds everything an intent is made of; so without a state the run's own word for it stands.
  const intent = kept?.intent ?? storedVerdicts(text).find((one) => one.number === number)?.intent ?? "";
  const isHeld = options.staysHeld && holdsAlready([run]);
  const isEnforced = isEnforcing(options.mode) || base.enforces || isHeld;
  const stored = storedVerdict(run, { number, headSha, baseRef, config: base.config, intent }, publisher);
  if (stored === null || !concludes(run, stored, isEnforced)) return null;
  const isSame = kept === null || (stored.verdict === kept.verdict && stored.decision === kept.decision);
  return isSame ? { stored, isHeld } : null;
}
