/** @module Every host with its adapter. */

import type { Adapter } from "./adapter.ts";
import { agentSdk } from "./agent-sdk-adapter.ts";
import { aiSdk } from "./ai-sdk-adapter.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import type { HostName } from "./event.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { permissionTool } from "./permission-tool-adapter.ts";

const adapters: ReadonlyMap<HostName, Adapter> = new Map(
  [claudeCode, codex, copilot, cursor, gemini, opencode, aiSdk, agentSdk, permissionTool].map((adapter) => [
    adapter.host,
    adapter,
  ]),
);

/** The adapter of a host. */
export function adapterOf(host: HostName): Adapter | null {
  return adapters.get(host) ?? null;
}
