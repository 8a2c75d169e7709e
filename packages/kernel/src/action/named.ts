/** @module What the person's request named exactly (actions, section 7). */

import type { Effect } from "../effect.ts";
import type { ActionFacts } from "./facts.ts";

/** Whether an effect is one the person asked for by name; only a person's words name anything (O1). */
export function isNamedByPerson(facts: ActionFacts, effect: Effect): boolean {
  if (facts.session.origin !== "human" || effect.target === "?" || effect.target === "") return false;
  return facts.named.some(({ kind, target }) => kind === effect.kind && target === effect.target);
}
