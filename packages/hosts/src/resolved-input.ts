/**
 * @module The input of a file tool with its path as it really is, where a link leads it elsewhere: what was judged is then
 * what runs, whatever becomes of the link (actions, section 12).
 */

import type { ActionFacts } from "@warrant/kernel/action/facts";
import { climb, readForm, spell } from "@warrant/kernel/action/paths/form";
import { preparePlace } from "@warrant/kernel/action/paths/path-place";
import { seePath } from "@warrant/kernel/action/paths/sight";
import { tools } from "@warrant/kernel/action/tools";

export interface ResolvedInput {
  /** The whole input, or null where nothing of it leads elsewhere. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Keys that changed. */
  readonly keys: readonly string[];
}

const unchanged: ResolvedInput = { input: null, keys: [] };
const pathRoles: ReadonlySet<string> = new Set(["read", "write", "delete"]);

/** The input with its paths resolved. Shell text and patches are never rewritten. */
export function resolvedInput(facts: ActionFacts): ResolvedInput {
  const { call, place } = facts;
  const tool = tools.get(call.tool);
  if (tool?.kind !== "files") return unchanged;
  const at = preparePlace(place, facts.filesystem);
  const changed = new Map<string, string>();
  for (const [key, value] of Object.entries(call.input)) {
    const role = Object.hasOwn(tool.roles, key) ? tool.roles[key] : undefined;
    if (role === undefined || !pathRoles.has(role) || typeof value !== "string") continue;
    const { resolved } = seePath(value, at);
    const form = readForm(value, place.os, place.cwd);
    if (resolved === null || !("segments" in form)) continue;
    if (resolved !== spell(climb(form.segments), place.os)) changed.set(key, resolved);
  }
  if (changed.size === 0) return unchanged;
  // Keys keep their order; none is added or left out.
  const input = Object.fromEntries(Object.entries(call.input).map(([key, value]) => [key, changed.get(key) ?? value]));
  return { input, keys: [...changed.keys()] };
}
