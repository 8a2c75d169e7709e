/** @module What the person's request named exactly (actions, section 7). */

import type { Effect } from "../effect.ts";
import type { ActionFacts, NamedThing } from "./facts.ts";
import { tidyPath } from "./paths/form.ts";

/** What a person types for a thing stands for one target alone: a path from where the work is, a branch wherever it is sent. */
function means({ target: name }: NamedThing, { target }: Effect, place: ActionFacts["place"]): boolean {
  if (name === target) return true;
  if (target.startsWith("git-remote:")) return target.slice(target.indexOf("/") + 1) === name && target.includes("/");
  if (!target.startsWith("/") || name === "" || /[*?[\]]/.test(name) || name.startsWith("~")) return false;
  const bases = [place.cwd, ...place.roots.map(({ path }) => path)];
  return bases.some((base) => base !== null && tidyPath(`${base}/${name}`) === target);
}

/** Whether an effect is one the person asked for by name; only a person's words name anything (O1). */
export function isNamedByPerson(facts: ActionFacts, effect: Effect): boolean {
  if (facts.session.origin !== "human" || effect.target === "?" || effect.target === "") return false;
  return facts.named.some((thing) => thing.kind === effect.kind && means(thing, effect, facts.place));
}
