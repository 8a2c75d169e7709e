/** @module The policy of a work tree for a call: the compiled one, while its sources are as they were. */

import type { WorkTree } from "@warrant/sources/git/work-tree";
import type { GatePolicy } from "./gate-policy.ts";
import type { GatePlaces } from "./places.ts";
import {
  areSameSources,
  defaultGatePolicy,
  isNothingWritten,
  loadPolicy,
  type StoredPolicy,
  sourcesNow,
} from "./policy-store.ts";

/** Compiles the policy of a work tree and keeps it on disk. */
export type Compile = (tree: WorkTree | null) => Promise<StoredPolicy>;

/**
 * For the resident gate: kept in memory, and compiled again when a source has changed, for which this call waits. What is
 * damaged on disk refuses this call and is made anew for the next.
 */
export function residentPolicies(places: GatePlaces, compile: Compile) {
  const kept = new Map<string, StoredPolicy>();
  const running = new Map<string, Promise<StoredPolicy>>();
  const renew = (key: string, tree: WorkTree | null): Promise<StoredPolicy> => {
    const begun = running.get(key);
    if (begun !== undefined) return begun;
    const started = compile(tree)
      .then((stored) => {
        if (kept.size >= 256) kept.clear();
        kept.set(key, stored);
        return stored;
      })
      .finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return async (tree: WorkTree | null): Promise<GatePolicy | null> => {
    const key = tree?.root ?? "";
    const sources = sourcesNow(places, tree);
    const known = kept.get(key);
    if (known !== undefined && areSameSources(known.sources, sources)) return known.policy;
    const loaded = loadPolicy(places, tree?.root ?? null);
    if (loaded === "damaged") {
      renew(key, tree).catch(() => undefined);
      return null;
    }
    if (loaded !== "missing" && areSameSources(loaded.sources, sources)) {
      kept.set(key, loaded);
      return loaded.policy;
    }
    if (loaded === "missing" && isNothingWritten(sources)) return defaultGatePolicy;
    return (await renew(key, tree)).policy;
  };
}

/** Has a policy compiled by another process; over when that has ended, or at once when it is not to be waited for. */
export type Renew = (tree: WorkTree | null, isAwaited: boolean) => Promise<void>;

/**
 * For a hook that judges by itself, which does not compile. An older policy still holds for this call. Where there is none and
 * something is written, another process is waited for; a call has no time for that and is refused, the beginning of a session has.
 */
export function storedPolicies(places: GatePlaces, renew: Renew) {
  return async (tree: WorkTree | null): Promise<GatePolicy | null> => {
    const root = tree?.root ?? null;
    const sources = sourcesNow(places, tree);
    let loaded = loadPolicy(places, root);
    if (loaded === "missing") {
      if (isNothingWritten(sources)) return defaultGatePolicy;
      await renew(tree, true);
      loaded = loadPolicy(places, root);
      return loaded === "missing" || loaded === "damaged" ? null : loaded.policy;
    }
    if (loaded === "damaged" || !areSameSources(loaded.sources, sources)) await renew(tree, false);
    return loaded === "damaged" ? null : loaded.policy;
  };
}
