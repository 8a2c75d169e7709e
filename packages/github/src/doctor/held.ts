/** @module Whether what requires the check holds people to it, or lets everyone by: bypass lists, weighed actor by actor. */

import type { BypassActor } from "./answers.ts";
import { isActions } from "./apps.ts";
import type { Requirement } from "./requirements.ts";
import type { Seen } from "./seen.ts";

/** Roles that everyone has who may push, by the number a bypass list gives them: read, triage and write. */
const everyone = new Set([1, 3, 4]);
/** Kinds of actors that are one by their number, and kinds that need none. */
const numbered = new Set(["RepositoryRole", "Team", "Integration", "User"]);
const unnumbered = new Set(["OrganizationAdmin", "EnterpriseOwner", "DeployKey"]);

type Who = Pick<Seen, "checks" | "host">;

/** Who an actor of a bypass list is. An unknown kind or number may be anybody (law 3). */
export function reachOf(
  { actor_type: type, actor_id: id = null }: BypassActor,
  seen: Who,
): "everyone" | "some" | "unknown" {
  if (unnumbered.has(type)) return "some";
  if (!numbered.has(type) || id === null || id < 1) return "unknown";
  if (type === "RepositoryRole") return everyone.has(id) ? "everyone" : "some";
  if (type !== "Integration") return "some";
  // Every workflow acts as GitHub Actions, so whoever may push a workflow may do what it may.
  const isEveryone = isActions(id, seen);
  return isEveryone === null ? "unknown" : isEveryone ? "everyone" : "some";
}

/** `open`: everyone who may push gets round it; `unknown`: that is not known. */
type Hold = "held" | "open" | "unknown";

/** Whether a ruleset, or classic protection, which has no bypass list for checks, holds those who may push. */
export function holdOf({ rulesetId }: Pick<Requirement, "rulesetId">, seen: Who & Pick<Seen, "rulesets">): Hold {
  if (rulesetId === null) return "held";
  const ruleset = seen.rulesets.get(rulesetId);
  if (ruleset?.known !== true || ruleset.value.bypass_actors === undefined) return "unknown";
  const reaches = ruleset.value.bypass_actors.map((actor) => reachOf(actor, seen));
  if (reaches.includes("everyone")) return "open";
  return reaches.includes("unknown") ? "unknown" : "held";
}

/** The requirements that count: all but those which everyone gets round. */
export function holding(all: readonly Requirement[], seen: Seen): Requirement[] {
  return all.filter((each) => holdOf(each, seen) !== "open");
}
