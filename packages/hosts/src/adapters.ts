/** @module The hosts that start a hook process, each with its adapter. */

import type { Adapter } from "./adapter.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import type { HostName } from "./event.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";

const adapters: ReadonlyMap<HostName, Adapter> = new Map(
  [claudeCode, codex, copilot, cursor, gemini, opencode].map((adapter) => [adapter.host, adapter]),
);

/** The adapter of a host, or null for one that starts no hooks. */
export function adapterOf(host: HostName): Adapter | null {
  return adapters.get(host) ?? null;
}
