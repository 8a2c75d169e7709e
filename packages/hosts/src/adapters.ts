/** @module The hosts that start a hook process, each with its adapter. */

import type { Adapter } from "./adapter.ts";
import { claudeCode } from "./claude-code.ts";
import type { HostName } from "./event.ts";

const adapters: ReadonlyMap<HostName, Adapter> = new Map([claudeCode].map((adapter) => [adapter.host, adapter]));

/** The adapter of a host, or null for one that starts no hooks. */
export function adapterOf(host: HostName): Adapter | null {
  return adapters.get(host) ?? null;
}
