/** @module What became of each open change in a sweep, and what the files say of it. */

import { type RelayEntry, relayFailure } from "@warrant/sources/relay-files";
import { isEnforcing, type Mode } from "../publish/conclusion.ts";
import type { PartState } from "../publish/publish.ts";
import type { StoredVerdict } from "../publish/stored-verdict.ts";
import type { LookedAt } from "./look.ts";
import { type KeptChange, relayOf } from "./state.ts";

export interface SweptChange {
  readonly number: number;
  /** Null where the change could not be looked at. */
  readonly title: string | null;
  readonly author: string | null;
  readonly headSha: string;
  readonly enforced: boolean;
  /** Whether it is enforced only because the check run on its head was. */
  readonly stayedHeld: boolean;
  /**
   * `unchanged`: what is stored answers for it. `judged`: it was judged, and published where that was asked for. `failed`: one
   * of the two failed. `remaining`: the sweep ended before it.
   */
  readonly how: "unchanged" | "judged" | "failed" | "remaining";
  /** Its verdict; null where there is none, or where the check run alone remembers it. */
  readonly kept: KeptChange | null;
  /** What our check run remembers, where that was all that was needed. */
  readonly stored: Pick<StoredVerdict, "decision" | "denyKind"> | null;
  /** What became of its check run and its comment; null where nothing was to be published, as for one that is unchanged. */
  readonly written: { readonly check: PartState; readonly comment: PartState } | null;
  /** Why it was not judged or not published, as a sentence. */
  readonly failure: string | null;
}

/** A change of the list in one of the four states. */
export function swept(
  change: LookedAt,
  mode: Mode,
  found: Pick<SweptChange, "how"> &
    Partial<Pick<SweptChange, "enforced" | "stayedHeld" | "kept" | "stored" | "written" | "failure">>,
): SweptChange {
  const { number, title, author, headSha, base } = change;
  // A base whose configuration is not known may enforce (law 3).
  const enforced = isEnforcing(mode) || base === null || base.enforces;
  return {
    number,
    title,
    author,
    headSha,
    enforced,
    stayedHeld: false,
    kept: null,
    stored: null,
    written: null,
    failure: null,
    ...found,
  };
}

/** What the files say of a change. One without a verdict is the careful end of everything, and the others go on. */
export function entryOf(repository: string, change: SweptChange): RelayEntry {
  const { kept, number, title, author, headSha, enforced, failure } = change;
  if (kept !== null) return { ...relayOf(kept), enforced };
  const failed = relayFailure({
    repository,
    number,
    title: title ?? "",
    author,
    head_sha: headSha,
    fetch_error: failure ?? "It was not judged.",
  });
  return { ...failed, enforced };
}
