/** @module What is configured here for the gate, compiled and kept, so that the next hook finds it. */

import { findWorkTree } from "@warrant/sources/git/work-tree";
import { refreshPolicy } from "../gate/compile-policy.ts";
import type { GatePolicy } from "../gate/gate-policy.ts";
import { gatePlaces } from "../gate/places.ts";
import type { Io } from "../io.ts";

/** Compiles what holds outside of every work tree, and here; null where it cannot be read. */
export async function compileHere(io: Io): Promise<GatePolicy | null> {
  const places = gatePlaces(io.env);
  if (places === null) return null;
  const { policy: own } = await refreshPolicy(places, null);
  const tree = findWorkTree(io.cwd);
  return tree === null ? own : (await refreshPolicy(places, tree)).policy;
}
